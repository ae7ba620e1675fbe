//! How the program ends: nothing of it is left among the temporary files, also where a signal ends it.

/// Removes what killed processes have left, and sees to it that a signal leaves nothing. Where that cannot be arranged, the
/// next process does it.
pub(crate) fn prepare() {
    #[cfg(unix)]
    signals::take();
    files::remove_left_temp_folders();
}

/// Removes what is left of this process.
pub(crate) fn tidy() {
    files::remove_temp_folders();
}

#[cfg(unix)]
mod signals {
    use std::thread;

    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};

    /// Ends the process at the first signal that asks for it, after the temporary files are gone. What was measured is in
    /// the campaign's file by then.
    pub(super) fn take() {
        let waiting = thread::Builder::new().name(String::from("signals"));
        let _ = waiting.spawn(|| {
            let Ok(runtime) = Builder::new_current_thread().enable_io().build() else {
                return;
            };
            if let Some(number) = runtime.block_on(ending()) {
                files::remove_temp_folders();
                // As a shell tells of a process that a signal has ended.
                std::process::exit(128 + number);
            }
        });
    }

    /// The number of the signal that ends the process. A hangup is left to the system, which spares a process that was
    /// started with `nohup`.
    async fn ending() -> Option<i32> {
        let caught = |kind: SignalKind| signal(kind).ok();
        let mut interrupt = caught(SignalKind::interrupt())?;
        let mut terminate = caught(SignalKind::terminate())?;
        let number = |came: Option<()>, kind: SignalKind| came.map(|()| kind.as_raw_value());
        tokio::select! {
            came = interrupt.recv() => number(came, SignalKind::interrupt()),
            came = terminate.recv() => number(came, SignalKind::terminate()),
        }
    }
}
