//! How the program ends: nothing of it is left among the temporary files, also where a signal ends it.

use profiler::Interrupted;
use std::io;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Held by what must be done as a whole.
static UNDIVIDED: Mutex<()> = Mutex::new(());

/// Does something that a signal does not end half-way: the process ends after it.
pub(crate) fn undivided<T>(work: impl FnOnce() -> T) -> T {
    let _held = UNDIVIDED.lock().unwrap_or_else(PoisonError::into_inner);
    work()
}

/// Removes what killed processes have left, beside the work, and sees to it that a signal leaves nothing. Where something is
/// interrupted instead, only the second signal ends the process.
pub(crate) fn prepare(interrupted: Option<&'static Interrupted>) -> Option<JoinHandle<()>> {
    #[cfg(unix)]
    signals::take(interrupted);
    #[cfg(not(unix))]
    let _ = interrupted;
    // Where there is no thread to be had the next process does it.
    let sweeping = thread::Builder::new().name(String::from("sweep"));
    sweeping.spawn(files::remove_left_temp_folders).ok()
}

/// Ends this process when the one that started it ends, even if that is killed: it holds the other end of standard input.
pub(crate) fn end_with_parent() {
    let waiting = thread::Builder::new().name(String::from("parent"));
    // Where there is no thread to be had, the process ends when its work is done.
    let _ = waiting.spawn(|| {
        let _ = io::copy(&mut io::stdin(), &mut io::sink());
        let _held = UNDIVIDED.lock().unwrap_or_else(PoisonError::into_inner);
        files::remove_temp_folders();
        std::process::exit(i32::from(crate::exit::FAILED));
    });
}

/// Removes what is left of this process, once nothing is done any more.
pub(crate) fn tidy(sweeping: Option<JoinHandle<()>>) {
    if let Some(sweeping) = sweeping {
        // What it fails at the next process does.
        let _ = sweeping.join();
    }
    files::remove_temp_folders();
}

#[cfg(unix)]
mod signals {
    use std::path::Path;
    use std::sync::PoisonError;
    use std::thread;

    use super::UNDIVIDED;
    use profiler::Interrupted;
    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};

    /// Ends the process at the first signal that asks for it, after the temporary files are gone. Where that cannot be
    /// arranged, the next process removes them.
    pub(super) fn take(interrupted: Option<&'static Interrupted>) {
        let waiting = thread::Builder::new().name(String::from("signals"));
        let _ = waiting.spawn(move || {
            let Ok(runtime) = Builder::new_current_thread().enable_io().build() else {
                return;
            };
            if let Some(number) = runtime.block_on(ending(interrupted)) {
                let _held = UNDIVIDED.lock().unwrap_or_else(PoisonError::into_inner);
                files::remove_temp_folders();
                // As a shell tells of a process that a signal has ended.
                std::process::exit(128 + number);
            }
        });
    }

    /// The signal that a process gets if it writes more than a file may have. If it is caught, the write fails with an
    /// error, which is reported.
    const FILE_TOO_LARGE: i32 = 25;

    /// The number of the signal that ends the process.
    async fn ending(interrupted: Option<&Interrupted>) -> Option<i32> {
        let _caught = signal(SignalKind::from_raw(FILE_TOO_LARGE));
        let kinds = [
            SignalKind::hangup(),
            SignalKind::interrupt(),
            SignalKind::terminate(),
        ];
        let ignored = ignored();
        let (sender, mut signals) = tokio::sync::mpsc::channel(1);
        for kind in kinds {
            let number = kind.as_raw_value();
            // Who starts a program with `nohup` wants it to continue.
            if ignored & (1 << (number - 1)) != 0 {
                continue;
            }
            let Ok(mut signal) = signal(kind) else {
                continue;
            };
            let sender = sender.clone();
            tokio::spawn(async move {
                while signal.recv().await.is_some() {
                    let _ = sender.send(number).await;
                }
            });
        }
        drop(sender);
        if let Some(interrupted) = interrupted {
            signals.recv().await?;
            interrupted.set();
        }
        signals.recv().await
    }

    /// The signals that this process was started to ignore, one bit each; none if the system does not report them.
    fn ignored() -> u64 {
        let status = files::read_text(Path::new("/proc/self/status"), files::SYSTEM);
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        line.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .unwrap_or_default()
    }
}
