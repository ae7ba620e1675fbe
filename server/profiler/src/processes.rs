//! The processes that a program started, and the CPU time of their threads, from `/proc`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::thread_kind::is_of_a_jvm;

/// The CPU time of a thread so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ThreadReading {
    pub(crate) pid: u32,
    pub(crate) tid: u32,
    pub(crate) cpu_nanos: u64,
}

/// The CPU time of the threads of a process and its running descendants.
pub(crate) fn read_threads(root: u32) -> Vec<ThreadReading> {
    let mut readings = Vec::new();
    let mut pending = vec![root];
    while let Some(pid) = pending.pop() {
        for tid in numbers_in(&folder(pid).join("task")) {
            let thread = folder(pid).join("task").join(tid.to_string());
            if let Some(cpu_nanos) = first_number(&thread.join("schedstat")) {
                readings.push(ThreadReading {
                    pid,
                    tid,
                    cpu_nanos,
                });
            }
            let children = text(&thread.join("children")).unwrap_or_default();
            pending.extend(
                children
                    .split_whitespace()
                    .filter_map(|pid| pid.parse::<u32>().ok()),
            );
        }
    }
    readings
}

/// The name of a thread, at most 15 bytes.
pub(crate) fn thread_name(pid: u32, tid: u32) -> Option<String> {
    let name = text(&folder(pid).join("task").join(tid.to_string()).join("comm"))?;
    Some(name.trim_end_matches('\n').to_owned())
}

/// The processes of this user.
pub(crate) fn own_processes() -> Vec<u32> {
    let mut all = numbers_in(Path::new("/proc"));
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let own = rustix::process::geteuid().as_raw();
        all.retain(|pid| fs::metadata(folder(*pid)).is_ok_and(|process| process.uid() == own));
    }
    all
}

/// Whether a process is a JVM, according to its threads.
pub(crate) fn is_jvm(pid: u32) -> bool {
    let threads = numbers_in(&folder(pid).join("task"));
    threads
        .into_iter()
        .any(|tid| thread_name(pid, tid).is_some_and(|name| is_of_a_jvm(&name)))
}

/// The file to which the recorder of a JVM writes. A recorder names its folder after the time and the process; other folders may
/// hold recordings of the user.
pub(crate) fn file_of_recorder(pid: u32) -> Option<PathBuf> {
    let ending = format!("_{pid}");
    let open = fs::read_dir(folder(pid).join("fd")).ok()?.flatten();
    let mut files = open.filter_map(|entry| fs::read_link(entry.path()).ok());
    files.find(|file| {
        let repository = file.parent().and_then(Path::file_name);
        let is_of_recorder = |name: &str| name.ends_with(&ending);
        file.extension().is_some_and(|extension| extension == "jfr")
            && repository
                .and_then(|name| name.to_str())
                .is_some_and(is_of_recorder)
    })
}

/// The class or jar that a JVM was started with, without its arguments, to distinguish it from others.
pub(crate) fn main_of(pid: u32) -> String {
    let line = text(&folder(pid).join("cmdline")).unwrap_or_default();
    let mut words = line.split('\0').skip(1);
    while let Some(word) = words.next() {
        match word {
            "-cp" | "-classpath" | "--class-path" | "-p" | "--module-path" | "--add-modules" => {
                words.next();
            }
            "-jar" | "-m" | "--module" => return words.next().unwrap_or_default().to_owned(),
            word if word.starts_with('-') || word.starts_with('@') => {}
            word => return word.to_owned(),
        }
    }
    String::new()
}

/// CPU time of all processes of the machine so far.
pub(crate) fn machine_cpu_nanos() -> Option<u64> {
    let stat = text(Path::new("/proc/stat"))?;
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let numbers: Vec<u64> = line
        .split_whitespace()
        .filter_map(|number| number.parse().ok())
        .collect();
    // user, nice, system, idle, iowait, irq, softirq, steal
    let busy = [0, 1, 2, 5, 6]
        .iter()
        .map(|at| numbers.get(*at).copied().unwrap_or(0));
    let ticks = busy.fold(0, u64::saturating_add);
    let tick_nanos = u64::try_from(files::clock_tick().as_nanos()).ok()?;
    Some(ticks.saturating_mul(tick_nanos))
}

fn folder(pid: u32) -> PathBuf {
    Path::new("/proc").join(pid.to_string())
}

fn numbers_in(folder: &Path) -> Vec<u32> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.collect()
}

fn first_number(path: &Path) -> Option<u64> {
    text(path)?.split_whitespace().next()?.parse().ok()
}

fn text(path: &Path) -> Option<String> {
    files::read_text(path, files::SYSTEM).ok()
}
