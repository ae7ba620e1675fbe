//! How many stripes the counters of a run need, so that its threads do not wait for each other's counters.

use std::collections::HashMap;
use std::thread;

use profile::{EnergyRun, ThreadKind};

/// With this share of a JVM's Java code, one thread does nearly all the work. Stripes would then cost more than they save.
const NEARLY_ALL: f64 = 0.95;
/// JVMs with less than this share of the Java code of all JVMs do not matter.
const LEAST_OF_ALL: f64 = 0.05;
/// The more stripes, the less often two busy threads share one.
const FOR_EACH_PROCESSOR: usize = 4;

/// The stripes for a program that may have several busy threads.
pub(crate) fn of_unknown() -> u32 {
    let processors = thread::available_parallelism().map_or(2, usize::from);
    if processors == 1 {
        return 1;
    }
    let wanted = (FOR_EACH_PROCESSOR * processors).next_power_of_two();
    u32::try_from(wanted.clamp(8, 64)).unwrap_or(64)
}

/// The stripes for a program that has been run before.
pub(crate) fn of_known(runs: &[EnergyRun]) -> u32 {
    if runs.iter().all(has_one_busy_thread) {
        1
    } else {
        of_unknown()
    }
}

/// Whether one thread does nearly all the work in each JVM. Nothing is known about a run without readings.
fn has_one_busy_thread(run: &EnergyRun) -> bool {
    let mut of_threads: HashMap<u32, u64> = HashMap::new();
    for used in run.windows.iter().flat_map(|window| &window.cpu) {
        *of_threads.entry(used.thread.0).or_default() += used.nanos;
    }
    let mut of_jvms: HashMap<u32, (u64, u64)> = HashMap::new();
    for (thread, nanos) in of_threads {
        if let Some(thread) = run.threads.get(thread as usize)
            && thread.kind == ThreadKind::Java
        {
            let (all, most) = of_jvms.entry(thread.pid).or_default();
            *all += nanos;
            *most = nanos.max(*most);
        }
    }
    let all: u64 = of_jvms.values().map(|(all, _)| all).sum();
    all > 0
        && of_jvms.values().all(|(of_jvm, most)| {
            *most as f64 >= NEARLY_ALL * *of_jvm as f64
                || (*of_jvm as f64) < LEAST_OF_ALL * all as f64
        })
}

#[cfg(test)]
mod tests {
    use profile::{Thread, ThreadCpu, ThreadIndex, Window};

    use super::*;

    fn run(threads: &[(u32, ThreadKind, u64)]) -> EnergyRun {
        let mut run = EnergyRun::default();
        let mut cpu = Vec::new();
        for (tid, (pid, kind, nanos)) in threads.iter().enumerate() {
            run.threads.push(Thread {
                pid: *pid,
                tid: tid as u32,
                name: String::new(),
                kind: *kind,
            });
            cpu.push(ThreadCpu {
                thread: ThreadIndex(tid as u32),
                nanos: *nanos,
            });
        }
        run.windows.push(Window {
            start_nanos: 0,
            end_nanos: 1,
            joules: None,
            cpu,
        });
        run
    }

    #[test]
    fn one_busy_thread_needs_no_stripes() {
        use ThreadKind::{Java, Jit};
        let alone = [(1, Java, 960), (1, Java, 40), (1, Jit, 5_000)];
        assert!(has_one_busy_thread(&run(&alone)));
        // Each JVM has counters of its own.
        let two = [(1, Java, 1_000), (2, Java, 1_000), (2, Java, 10)];
        assert!(has_one_busy_thread(&run(&two)));
        let short = [(1, Java, 1_000), (2, Java, 20), (2, Java, 20)];
        assert!(has_one_busy_thread(&run(&short)));
    }

    #[test]
    fn several_busy_threads_or_an_unknown_run_need_stripes() {
        use ThreadKind::Java;
        let pair = [(1, Java, 900), (1, Java, 100)];
        assert!(!has_one_busy_thread(&run(&pair)));
        let forked = [(1, Java, 1_000), (2, Java, 500), (2, Java, 500)];
        assert!(!has_one_busy_thread(&run(&forked)));
        assert!(!has_one_busy_thread(&EnergyRun::default()));
    }
}
