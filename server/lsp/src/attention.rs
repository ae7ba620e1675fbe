//! The lines of each document that the client attends to, and the task that prices the edits there in the background.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::task::AbortHandle;
use tower_lsp::ls_types::{Range, Uri};

/// What the client attends to, by open document.
#[derive(Debug, Default)]
pub(crate) struct Attention(Mutex<HashMap<Uri, Attended>>);

#[derive(Debug, Default)]
struct Attended {
    lines: AttendedLines,
    task: Option<AbortHandle>,
    /// The text whose edits near these lines were priced last.
    priced: Option<(u64, AttendedLines)>,
}

/// The ranges that the client last named for a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct AttendedLines {
    /// That of its last question about edits.
    pub(crate) asked: Option<Range>,
    /// That in which it shows numbers.
    pub(crate) shown: Option<Range>,
}

impl Attention {
    pub(crate) fn open(&self, uri: &Uri) {
        self.with(|all| {
            all.entry(uri.clone()).or_default();
        });
    }

    /// The client asks about edits in a range.
    pub(crate) fn asks(&self, uri: &Uri, range: Range) {
        self.of(uri, |one| one.lines.asked = Some(range));
    }

    /// The client shows a range.
    pub(crate) fn shows(&self, uri: &Uri, range: Range) {
        self.of(uri, |one| one.lines.shown = Some(range));
    }

    pub(crate) fn lines(&self, uri: &Uri) -> AttendedLines {
        self.of(uri, |one| one.lines).unwrap_or_default()
    }

    /// Runs a task for a document instead of its earlier one.
    pub(crate) fn run(&self, uri: &Uri, task: impl Future<Output = ()> + Send + 'static) {
        self.of(uri, |one| {
            let started = tokio::spawn(task).abort_handle();
            if let Some(before) = one.task.replace(started) {
                before.abort();
            }
        });
    }

    /// Whether the edits of a text near these lines were priced last, whatever the model was.
    pub(crate) fn has_priced(&self, uri: &Uri, text: u64, lines: AttendedLines) -> bool {
        self.of(uri, |one| one.priced == Some((text, lines))) == Some(true)
    }

    pub(crate) fn set_priced(&self, uri: &Uri, text: u64, lines: AttendedLines) {
        self.of(uri, |one| one.priced = Some((text, lines)));
    }

    /// Ends the tasks of all documents, because there is more urgent work.
    pub(crate) fn pause(&self) {
        self.with(|all| {
            let tasks = all.values_mut().filter_map(|one| one.task.take());
            tasks.for_each(|task| task.abort());
        });
    }

    pub(crate) fn forget(&self, uri: &Uri) {
        let task = self.with(|all| all.remove(uri)).and_then(|one| one.task);
        if let Some(task) = task {
            task.abort();
        }
    }

    fn of<T>(&self, uri: &Uri, change: impl FnOnce(&mut Attended) -> T) -> Option<T> {
        self.with(|all| all.get_mut(uri).map(change))
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<Uri, Attended>) -> T) -> T {
        // A panic elsewhere leaves the map intact.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::oneshot::{Receiver, channel};

    fn uri() -> Uri {
        "file:///A.java".parse().expect("a URI")
    }

    /// A task that waits for ever; what the receiver gets is the end of it.
    fn endless(attention: &Attention) -> Receiver<()> {
        let (sender, ended) = channel();
        attention.run(&uri(), async move {
            let _kept = sender;
            std::future::pending::<()>().await;
        });
        ended
    }

    #[test]
    fn a_closed_document_is_forgotten() {
        let attention = Attention::default();
        attention.asks(&uri(), Range::default());
        assert_eq!(attention.lines(&uri()), AttendedLines::default());
        attention.open(&uri());
        attention.asks(&uri(), Range::default());
        assert_eq!(attention.lines(&uri()).asked, Some(Range::default()));
        assert_eq!(attention.lines(&uri()).shown, None);
        attention.forget(&uri());
        assert_eq!(attention.lines(&uri()), AttendedLines::default());
    }

    #[tokio::test]
    async fn a_document_has_one_task_that_more_urgent_work_ends() {
        let attention = Attention::default();
        attention.open(&uri());
        let first = endless(&attention);
        let second = endless(&attention);
        assert!(first.await.is_err(), "the second replaces it");
        attention.pause();
        assert!(second.await.is_err());
        let third = endless(&attention);
        attention.forget(&uri());
        assert!(third.await.is_err());
    }
}
