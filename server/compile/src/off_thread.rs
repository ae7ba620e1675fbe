//! Runs work that would block an async thread.

/// Runs work that would block an async thread. `None` if it panicked or the runtime is shutting down.
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
