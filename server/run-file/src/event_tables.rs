//! The tables of a run's events: calls, allocations, waits and transfers.

use profile::{
    Allocation, CallReading, DeviceKind, EnergyRun, MethodIndex, StackIndex, Transfer, Wait,
    WaitKind,
};
use rusqlite::{Connection, Transaction, params};

use crate::values::{all, nanos, of_text, signed, text_of};

const WAITS: [(WaitKind, &str); 2] = [(WaitKind::Lock, "lock"), (WaitKind::Park, "park")];
const DEVICES: [(DeviceKind, &str); 2] =
    [(DeviceKind::Network, "network"), (DeviceKind::Disk, "disk")];

pub(crate) fn insert(to: &Transaction<'_>, id: i64, run: &EnergyRun) -> rusqlite::Result<()> {
    let mut add = to.prepare("INSERT OR IGNORE INTO entry_count VALUES (?1, ?2, ?3)")?;
    for (method, entries) in &run.entries {
        add.execute(params![id, method.0, signed(*entries)])?;
    }
    let mut add = to.prepare("INSERT INTO call_reading VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for reading in &run.call_readings {
        add.execute(params![
            id,
            signed(reading.start_nanos),
            signed(reading.end_nanos),
            reading.method.0,
            signed(reading.calls)
        ])?;
    }
    let place = |stack: Option<StackIndex>| stack.map(|stack| stack.0);
    let mut add = to.prepare("INSERT INTO allocation VALUES (?1, ?2, ?3, ?4)")?;
    for one in &run.allocations {
        add.execute(params![id, place(one.stack), one.class, signed(one.bytes)])?;
    }
    let mut add = to.prepare("INSERT INTO wait VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for one in &run.waits {
        let (times, nanos) = (signed(one.times), signed(one.nanos));
        let kind = text_of(one.kind, &WAITS);
        add.execute(params![id, kind, place(one.stack), one.class, times, nanos])?;
    }
    let mut add = to.prepare("INSERT INTO transfer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?;
    for one in &run.transfers {
        add.execute(params![
            id,
            text_of(one.device, &DEVICES),
            one.is_out,
            signed(one.at_nanos),
            signed(one.nanos),
            signed(one.bytes),
            place(one.stack)
        ])?;
    }
    Ok(())
}

pub(crate) fn select(from: &Connection, id: usize, run: &mut EnergyRun) -> rusqlite::Result<()> {
    run.entries = all(
        from,
        &format!("SELECT method, entries FROM entry_count WHERE run = {id} ORDER BY method"),
        |row| Ok((MethodIndex(row.get(0)?), nanos(row, 1)?)),
    )?;
    if from.table_exists(None, "call_reading")? {
        run.call_readings = all(
            from,
            &format!(
                "SELECT start_nanos, end_nanos, method, calls FROM call_reading WHERE run = {id} ORDER BY rowid"
            ),
            |row| {
                Ok(CallReading {
                    start_nanos: nanos(row, 0)?,
                    end_nanos: nanos(row, 1)?,
                    method: MethodIndex(row.get(2)?),
                    calls: nanos(row, 3)?,
                })
            },
        )?;
    }
    run.allocations = all(
        from,
        &format!("SELECT stack, class, bytes FROM allocation WHERE run = {id} ORDER BY rowid"),
        |row| {
            Ok(Allocation {
                stack: row.get::<_, Option<u32>>(0)?.map(StackIndex),
                class: row.get(1)?,
                bytes: nanos(row, 2)?,
            })
        },
    )?;
    run.waits = all(
        from,
        &format!(
            "SELECT kind, stack, class, times, nanos FROM wait WHERE run = {id} ORDER BY rowid"
        ),
        |row| {
            Ok(Wait {
                kind: of_text(row, 0, &WAITS)?,
                stack: row.get::<_, Option<u32>>(1)?.map(StackIndex),
                class: row.get(2)?,
                times: nanos(row, 3)?,
                nanos: nanos(row, 4)?,
            })
        },
    )?;
    run.transfers = all(
        from,
        &format!(
            "SELECT device, is_out, at_nanos, nanos, bytes, stack FROM transfer WHERE run = {id} ORDER BY at_nanos, rowid"
        ),
        |row| {
            Ok(Transfer {
                device: of_text(row, 0, &DEVICES)?,
                is_out: row.get(1)?,
                at_nanos: nanos(row, 2)?,
                nanos: nanos(row, 3)?,
                bytes: nanos(row, 4)?,
                stack: row.get::<_, Option<u32>>(5)?.map(StackIndex),
            })
        },
    )?;
    Ok(())
}
