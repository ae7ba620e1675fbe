//! The task that ranks files one after the other.

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;

use super::Message;

/// Ranks the methods of one file.
pub(super) type IndexJob = Box<dyn FnOnce() -> Message + Send>;

/// Starts the task that ranks the methods of files one after the other. Must be called in a tokio runtime.
pub(super) fn indexer(mailbox: UnboundedSender<Message>) -> UnboundedSender<IndexJob> {
    let (sender, mut jobs) = unbounded_channel::<IndexJob>();
    tokio::spawn(async move {
        while let Some(job) = jobs.recv().await {
            // If the analysis fails because of an internal error, the file is not ranked.
            if let Ok(message) = spawn_blocking(job).await {
                let _ = mailbox.send(message);
            }
        }
    });
    sender
}
