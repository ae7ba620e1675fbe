//! Work-done progress of the compilation of projects, for clients that show it.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use escape::label;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use tower_lsp::ls_types::ProgressToken;
use tower_lsp::{Bounded, Client, NotCancellable, OngoingProgress};

use crate::client_capabilities::ClientCapabilities;
use crate::outbox::REQUEST_TIMEOUT;

/// The connection to the client's progress display.
#[derive(Debug, Clone)]
pub(crate) struct Progress(Option<UnboundedSender<Step>>);

#[derive(Debug)]
enum Step {
    Report {
        project: PathBuf,
        percentage: u32,
        message: String,
    },
    End {
        project: PathBuf,
    },
}

/// Progress is reported at most this often.
const PAUSE: Duration = Duration::from_millis(50);

impl Progress {
    /// Starts the sending task, if the client shows progress. Must be called in a tokio runtime.
    pub(crate) fn new(client: &Client, capabilities: ClientCapabilities) -> Self {
        if !capabilities.shows_progress {
            return Self(None);
        }
        let (sender, steps) = unbounded_channel();
        tokio::spawn(send(client.clone(), steps));
        Self(Some(sender))
    }

    /// `done` of `total` files of a project are compiled.
    pub(crate) fn report(&self, project: &Path, done: usize, total: usize, what: &str) {
        let message = format!("{what}, {done} of {total} files");
        self.report_message(project, done, total, &message);
    }

    /// Reports that the methods of a library are being priced for a project, after `done` of `total` libraries.
    pub(crate) fn report_library(&self, project: &Path, name: &str, done: usize, total: usize) {
        let message = format!("pricing the methods of {name}, {done} of {total} libraries");
        self.report_message(project, done, total, &message);
    }

    fn report_message(&self, project: &Path, done: usize, total: usize, message: &str) {
        let percentage = (100 * done.min(total)).checked_div(total).unwrap_or(100);
        self.send(Step::Report {
            project: project.to_path_buf(),
            percentage: u32::try_from(percentage).unwrap_or(100),
            message: label(message),
        });
    }

    /// The project is done.
    pub(crate) fn end(&self, project: &Path) {
        let project = project.to_path_buf();
        self.send(Step::End { project });
    }

    fn send(&self, step: Step) {
        if let Some(sender) = &self.0 {
            // After the session, there is no receiver.
            let _ = sender.send(step);
        }
    }
}

async fn send(client: Client, mut steps: UnboundedReceiver<Step>) {
    let mut shown: HashMap<PathBuf, OngoingProgress<Bounded, NotCancellable>> = HashMap::new();
    let mut number = 0;
    while let Some(step) = steps.recv().await {
        match step {
            Step::End { project } => {
                if let Some(progress) = shown.remove(&project) {
                    progress.finish().await;
                }
            }
            Step::Report {
                project,
                percentage,
                message,
            } => {
                if let Some(progress) = shown.get(&project) {
                    progress.report_with_message(message, percentage).await;
                    tokio::time::sleep(PAUSE).await;
                    continue;
                }
                number += 1;
                let token = ProgressToken::String(format!("jouled/{number}"));
                let create = client.create_work_done_progress(token.clone());
                if !matches!(timeout(REQUEST_TIMEOUT, create).await, Ok(Ok(()))) {
                    continue;
                }
                let name = project.file_name().unwrap_or(project.as_os_str());
                let title = label(&format!("Pricing {}", name.to_string_lossy()));
                let progress = client
                    .progress(token, title)
                    .with_percentage(percentage)
                    .with_message(message)
                    .begin()
                    .await;
                shown.insert(project, progress);
            }
        }
    }
}
