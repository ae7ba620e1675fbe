//! What a JVM's threads do, by their names and by the classes that they run. The system cuts names after 15 bytes.

use profile::ThreadKind;

/// Only JVMs have such threads.
const MARKS: [&str; 2] = ["VM Thread", "VM Periodic Tas"];
const JIT: [&str; 4] = [
    "C1 CompilerThre",
    "C2 CompilerThre",
    "JVMCI CompilerT",
    "Sweeper thread",
];
const GC: [&str; 11] = [
    "GC Thread#",
    "G1 ",
    "ZWorker",
    "ZDriver",
    "ZDirector",
    "ZStat",
    "ZUncommitter",
    "Shenandoah",
    "ParGC",
    "Concurrent Mark",
    "XWorker",
];
const VM: [&str; 10] = [
    "VM Thread",
    "VM Periodic Tas",
    "Signal Dispatch",
    "Service Thread",
    "Monitor Deflati",
    "Notification Th",
    "Attach Listener",
    "DestroyJavaVM",
    "StringDedup",
    "ZUnmapper",
];
/// The prefix of the names of the agent's threads.
pub(crate) const AGENT: &str = "jouled";
const RECORDER: [&str; 3] = ["JFR ", AGENT, "VM JFR"];

/// Whether only JVMs have a thread of this name.
pub(crate) fn is_of_a_jvm(name: &str) -> bool {
    MARKS.contains(&name)
}

/// The beginnings of the names of the JDK's classes.
const OF_JDK: [&str; 4] = ["java/", "jdk/", "sun/", "com/sun/"];
/// The same for recorders.
const OF_RECORDER: [&str; 2] = ["jdk/jfr/", "jouled/counts/"];

/// Whether a class may be the program's own.
pub(crate) fn is_of_program(class: &str) -> bool {
    let mut others = OF_JDK.iter().chain(&OF_RECORDER);
    !others.any(|other| class.starts_with(other))
}

/// Whether a class records this profile.
pub(crate) fn is_of_recorder(class: &str) -> bool {
    OF_RECORDER.iter().any(|known| class.starts_with(known))
}

/// What a JVM's thread does, by its name alone.
pub(crate) fn kind_of(name: &str) -> ThreadKind {
    let begins = |names: &[&str]| names.iter().any(|known| name.starts_with(known));
    if begins(&RECORDER) {
        ThreadKind::Recorder
    } else if begins(&JIT) {
        ThreadKind::Jit
    } else if begins(&GC) {
        ThreadKind::Gc
    } else if begins(&VM) {
        ThreadKind::Vm
    } else {
        ThreadKind::Java
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_what_a_thread_is_for() {
        let kinds = [
            "C2 CompilerThre",
            "GC Thread#12",
            "VM Thread",
            "JFR Recorder Th",
            "jouled counts",
            "pool-1-thread-1",
        ];
        assert_eq!(
            kinds.map(kind_of),
            [
                ThreadKind::Jit,
                ThreadKind::Gc,
                ThreadKind::Vm,
                ThreadKind::Recorder,
                ThreadKind::Recorder,
                ThreadKind::Java
            ]
        );
    }
}
