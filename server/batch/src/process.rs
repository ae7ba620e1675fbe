//! The process of an input, and the limits that may end it.

use crate::status::ProcessSummary;
use programs::Command;
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait before the limits of a process are checked, at its beginning …
const SHORTEST_PAUSE: Duration = Duration::from_millis(2);
/// … and later: each pause is twice as long as the one before.
const LONGEST_PAUSE: Duration = Duration::from_millis(100);

/// At most this much of a process's output is kept.
const MAX_OUTPUT: usize = 1 << 20;

/// The limits of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProcessLimits {
    /// How long it may run.
    pub time: Duration,
    /// How much memory it may use, in bytes. This is checked only where the system reports memory, as Linux does.
    pub memory: u64,
}

/// How to start the process of an input.
#[derive(Debug, Clone)]
pub struct Worker {
    /// The arguments before the file of rows and the input.
    pub arguments: Vec<OsString>,
    /// The number of threads it may use.
    pub threads: usize,
}

/// How a process ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Its summary, or why there is none.
    pub(crate) result: Result<ProcessSummary, String>,
    pub(crate) seconds: f64,
    pub(crate) peak_bytes: Option<u64>,
}

/// Runs the process of an input until it ends or reaches a limit.
pub(crate) fn run(worker: &Worker, input: &Path, rows: &Path, limits: ProcessLimits) -> Ended {
    let start = Instant::now();
    let failed = |error: io::Error| Ended {
        result: Err(format!("its process cannot be started: {error}")),
        seconds: start.elapsed().as_secs_f64(),
        peak_bytes: None,
    };
    let mut child = match started(worker, input, rows) {
        Ok(child) => child,
        Err(error) => return failed(error),
    };
    let printed = child.stdout.take().map(end_of);
    let told = child.stderr.take().map(end_of);
    let mut peak_bytes = None;
    let watched = watch(
        &mut child,
        start,
        limits,
        (printed.as_ref(), &mut peak_bytes),
    );
    let seconds = start.elapsed().as_secs_f64();
    let text = |output: Option<Output>| {
        let bytes = output.and_then(|output| output.thread.join().ok());
        String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned()
    };
    let (printed, told) = (text(printed), text(told));
    let result = watched.and_then(|status| {
        serde_json::from_str::<ProcessSummary>(printed.trim()).map_err(|_| reason(status, &told))
    });
    if let Ok(summary) = &result {
        peak_bytes = peak_bytes.max(summary.peak_bytes);
    }
    Ended {
        result,
        seconds,
        peak_bytes,
    }
}

fn started(worker: &Worker, input: &Path, rows: &Path) -> io::Result<Child> {
    let mut command = Command::of_this_program()?;
    command
        .args(&worker.arguments)
        .arg("--output")
        .arg(rows)
        .arg("--")
        .arg(input)
        .env("RAYON_NUM_THREADS", worker.threads.to_string())
        // It reads this pipe, and ends when this process ends, even if that is killed.
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn()
}

/// Waits for a process, and kills it at a limit.
fn watch(
    child: &mut Child,
    start: Instant,
    limits: ProcessLimits,
    (printed, peak_bytes): (Option<&Output>, &mut Option<u64>),
) -> Result<ExitStatus, String> {
    let mut pause = SHORTEST_PAUSE;
    loop {
        if let Some(status) = child.try_wait().map_err(|error| error.to_string())? {
            return Ok(status);
        }
        let held = peak_of(&child.id().to_string());
        *peak_bytes = held.max(*peak_bytes);
        let over = if held.is_some_and(|held| held > limits.memory) {
            Some(format!(
                "it needs more than {} MiB of memory, which is the limit; raise --memory-limit, or name parts of it",
                limits.memory >> 20
            ))
        } else if start.elapsed() > limits.time {
            Some(format!(
                "it takes longer than {} s, which is the limit; raise --time-limit, or name parts of it",
                limits.time.as_secs()
            ))
        } else {
            None
        };
        if let Some(over) = over {
            let _ = child.kill();
            let _ = child.wait();
            return Err(over);
        }
        // A process whose output has ended will end soon.
        match printed.map(|printed| printed.ended.recv_timeout(pause)) {
            Some(Ok(())) => pause = SHORTEST_PAUSE,
            Some(Err(RecvTimeoutError::Timeout)) => pause = (2 * pause).min(LONGEST_PAUSE),
            Some(Err(RecvTimeoutError::Disconnected)) | None => thread::sleep(pause),
        }
    }
}

/// The peak memory of a process so far, in bytes: of one with this number, or of `self`.
fn peak_of(process: &str) -> Option<u64> {
    let path = format!("/proc/{process}/status");
    let text = files::read_text(Path::new(&path), files::SYSTEM).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes << 10)
}

/// The peak memory of this process so far, in bytes; `None` where the system does not report it this way.
pub fn own_peak_bytes() -> Option<u64> {
    peak_of("self")
}

/// What a process writes to a pipe.
#[derive(Debug)]
struct Output {
    /// Returns its last bytes.
    thread: thread::JoinHandle<Vec<u8>>,
    /// Told once, when the pipe has ended.
    ended: Receiver<()>,
}

/// The end of a pipe's output. Reads all of it, so the process does not block.
fn end_of(mut pipe: impl Read + Send + 'static) -> Output {
    let (tell, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 1 << 14];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..count]);
            if kept.len() > 2 * MAX_OUTPUT {
                kept.drain(..kept.len() - MAX_OUTPUT);
            }
        }
        // Nobody listens any more where the process was killed.
        let _ = tell.send(());
        kept
    });
    Output { thread, ended }
}

/// Why a process has no summary: its last output, or what ended it.
fn reason(status: ExitStatus, told: &str) -> String {
    let last = told.lines().rev().find(|line| !line.trim().is_empty());
    match last {
        Some(last) => last.strip_prefix("jouled: ").unwrap_or(last).to_owned(),
        None => format!("its process ended without a word: {status}"),
    }
}
