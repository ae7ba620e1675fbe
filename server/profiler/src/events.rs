//! The events of a recording other than samples: allocations, waits, and bytes through networks and disks.

use std::collections::BTreeMap;

use profile::{Allocation, DeviceKind, EnergyRun, StackIndex, Transfer, Wait, WaitKind};
use recording::{Recording, TransferKind};

/// Adds the events of a recording to a run. `stack_of` maps a stack of the recording to one of the profile.
pub(crate) fn add(
    recording: &Recording,
    run: &mut EnergyRun,
    stack_of: &mut dyn FnMut(Option<recording::StackIndex>) -> Option<StackIndex>,
) {
    let mut allocated: BTreeMap<(Option<StackIndex>, &str), u64> = BTreeMap::new();
    for one in &recording.allocations {
        let class = one.class.as_deref().unwrap_or_default();
        let sum = allocated.entry((stack_of(one.stack), class)).or_default();
        *sum = sum.saturating_add(one.weight_bytes);
    }
    let allocated = allocated.into_iter();
    run.allocations
        .extend(allocated.map(|((stack, class), bytes)| Allocation {
            stack,
            class: class.to_owned(),
            bytes,
        }));
    let mut waited: BTreeMap<(WaitKind, Option<StackIndex>, &str), (u64, u64)> = BTreeMap::new();
    for one in &recording.waits {
        let kind = match one.kind {
            recording::WaitKind::MonitorEnter => WaitKind::Lock,
            recording::WaitKind::Park => WaitKind::Park,
        };
        let class = one.class.as_deref().unwrap_or_default();
        let sum = waited
            .entry((kind, stack_of(one.stack), class))
            .or_default();
        sum.0 += 1;
        sum.1 = sum.1.saturating_add(one.duration_nanos);
    }
    let waited = waited.into_iter();
    run.waits
        .extend(waited.map(|((kind, stack, class), (times, nanos))| Wait {
            kind,
            stack,
            class: class.to_owned(),
            times,
            nanos,
        }));
    // Connections within this machine use no network.
    let sockets = recording.sockets.iter();
    let sockets = sockets.filter(|one| one.is_loopback != Some(true));
    let files = recording.files.iter().map(|one| (DeviceKind::Disk, one));
    for (device, one) in sockets.map(|one| (DeviceKind::Network, one)).chain(files) {
        let at = u64::try_from(one.start_nanos).unwrap_or_default();
        run.transfers.push(Transfer {
            device,
            is_out: one.kind != TransferKind::Read,
            at_nanos: at.saturating_sub(run.started_unix_nanos),
            nanos: one.duration_nanos,
            bytes: one.bytes.unwrap_or(0),
            stack: stack_of(one.stack),
        });
    }
    run.transfers.sort_by_key(|one| one.at_nanos);
}
