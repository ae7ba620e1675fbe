//! The end of the program: it leaves no temporary files, even if a signal ends it.

/// Removes what killed processes have left, and makes sure that a signal leaves nothing. If that fails, the next process does it.
pub(crate) fn prepare() {
    #[cfg(unix)]
    signals::take();
    files::remove_left_temp_folders();
}

/// Removes the temporary files of this process.
pub(crate) fn tidy() {
    files::remove_temp_folders();
}

#[cfg(unix)]
mod signals {
    use std::thread;

    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};

    /// Ends the process at the first signal to end, after removing temporary files. The campaign's file has the measurements by
    /// then.
    pub(super) fn take() {
        let waiting = thread::Builder::new().name(String::from("signals"));
        let _ = waiting.spawn(|| {
            let Ok(runtime) = Builder::new_current_thread().enable_io().build() else {
                return;
            };
            if let Some(number) = runtime.block_on(ending()) {
                files::remove_temp_folders();
                // The code that a shell reports for a process ended by a signal.
                std::process::exit(128 + number);
            }
        });
    }

    /// The number of the signal that ends the process. The system handles a hangup, and spares processes started with `nohup`.
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
