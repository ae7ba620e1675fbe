//! The events of a recording other than samples: allocations, waits, and bytes through networks and disks.

use std::collections::{BTreeMap, HashMap};

use profile::{Allocation, DeviceKind, EnergyRun, StackIndex, Transfer, Wait, WaitKind};
use recording::{Recording, TransferKind};

/// The recorder draws at most so many accesses of a kind in a second. `FlightRecording.java` has the same number.
pub(crate) const MOST_A_SECOND: usize = 500;
/// With more than this share of them in one second, there may have been others.
const NEARLY_MOST: f64 = 0.8;
const NANOS_A_SECOND: i64 = 1_000_000_000;

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

/// What the recorder has left out because there were too many accesses.
pub(crate) fn left_out(recording: &Recording) -> Option<String> {
    let has_remote = recording
        .sockets
        .iter()
        .any(|one| one.is_loopback != Some(true));
    let devices = match (
        has_remote && is_at_limit(&recording.sockets),
        is_at_limit(&recording.files),
    ) {
        (true, true) => "networks and disks",
        (true, false) => "networks",
        (false, true) => "disks",
        (false, false) => return None,
    };
    Some(format!(
        "at most {MOST_A_SECOND} reads and as many writes are recorded in a second, and there may have been more: {devices} transferred more bytes than shown"
    ))
}

fn is_at_limit(accesses: &[recording::Transfer]) -> bool {
    let mut of_seconds: HashMap<(TransferKind, i64), usize> = HashMap::new();
    for one in accesses {
        let second = one.start_nanos.div_euclid(NANOS_A_SECOND);
        *of_seconds.entry((one.kind, second)).or_default() += 1;
    }
    let most = of_seconds.into_values().max().unwrap_or(0);
    most as f64 >= NEARLY_MOST * MOST_A_SECOND as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accesses(
        count: i64,
        first_nanos: i64,
        is_loopback: Option<bool>,
    ) -> Vec<recording::Transfer> {
        let one = |number: i64| recording::Transfer {
            start_nanos: first_nanos + number * 1_000_000,
            duration_nanos: 30_000,
            thread: None,
            stack: None,
            kind: TransferKind::Write,
            bytes: Some(10),
            is_loopback,
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn a_recorder_that_drew_as_many_accesses_as_it_may_says_so() {
        let mut recording = Recording::default();
        assert_eq!(left_out(&recording), None);
        // Some hundred each second are all that there were.
        recording.sockets = accesses(390, 0, None);
        recording
            .sockets
            .extend(accesses(390, NANOS_A_SECOND, None));
        recording.files = accesses(390, 0, None);
        assert_eq!(left_out(&recording), None);
        // Connections within the machine are not shown, however many there are.
        recording.sockets = accesses(480, 0, Some(true));
        assert_eq!(left_out(&recording), None);
        recording.sockets.extend(accesses(1, 0, Some(false)));
        let said = left_out(&recording).unwrap();
        assert!(said.contains("networks transferred more"), "{said}");
        recording.files = accesses(480, 0, None);
        let said = left_out(&recording).unwrap();
        assert!(said.contains("networks and disks"), "{said}");
        recording.sockets.clear();
        let said = left_out(&recording).unwrap();
        assert!(said.contains(": disks"), "{said}");
    }

    /// The agent begins recordings, and this crate begins others when it attaches to a JVM.
    #[test]
    fn both_recorders_have_the_same_limit() {
        let agent = include_str!("../../counts/java/jouled/counts/FlightRecording.java");
        assert!(agent.contains(&format!("\"{MOST_A_SECOND}/s\"")));
    }
}
