//! Stores the classes of a whole project while it is being compiled.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep;

use super::{ClassCache, ProjectState};
use crate::off_thread::off_thread;
use crate::{CompiledFile, Completeness};
use problems::Severity;

/// The pause while an open file is being compiled, because its interface is not known yet.
const PAUSE: Duration = Duration::from_millis(50);
/// The maximum number of pauses before the rest of the project is not stored: somebody never stops typing.
const MAX_PAUSES: usize = 600;

/// A channel to the task that stores what it gets. The task ends when this is dropped.
#[derive(Debug)]
pub(crate) struct CacheWriter(UnboundedSender<Job>);

#[derive(Debug)]
enum Job {
    Texts(Vec<(PathBuf, Arc<str>)>),
    File(CompiledFile),
    Compiled,
}

impl CacheWriter {
    /// Starts the task. Must be called in a tokio runtime.
    pub(crate) fn start(cache: Arc<ClassCache>) -> Self {
        let (sender, jobs) = unbounded_channel();
        tokio::spawn(keep(cache, jobs));
        Self(sender)
    }

    /// Stores the texts of all files of the project, before they are compiled.
    pub(crate) fn take_texts(&self, texts: Vec<(PathBuf, Arc<str>)>) {
        self.send(Job::Texts(texts));
    }

    /// Stores a file of the project.
    pub(crate) fn take(&self, file: &CompiledFile) {
        self.send(Job::File(file.clone()));
    }

    /// Marks the end of the files.
    pub(crate) fn finish(&self) {
        self.send(Job::Compiled);
    }

    fn send(&self, job: Job) {
        // The task ends early only if the runtime does.
        let _ = self.0.send(job);
    }
}

/// Stores the results of a project, one file at a time.
struct Keeper {
    cache: Arc<ClassCache>,
    /// The state of the project when its files were read.
    before: Option<ProjectState>,
    pauses: usize,
    /// Files that are not complete.
    partial: Vec<CompiledFile>,
    /// Whether a file failed for a reason outside of its text. Other files may be incomplete because of it.
    has_failed: bool,
}

async fn keep(cache: Arc<ClassCache>, mut jobs: UnboundedReceiver<Job>) {
    let mut keeper = Keeper {
        cache,
        before: None,
        pauses: 0,
        partial: Vec::new(),
        has_failed: false,
    };
    while let Some(job) = jobs.recv().await {
        match job {
            Job::Texts(texts) => {
                let cache = Arc::clone(&keeper.cache);
                keeper.before = off_thread(move || cache.before_all(texts)).await;
            }
            Job::File(file) if file.completeness == Completeness::Complete => {
                keeper.keep(file).await;
            }
            Job::File(file) => {
                keeper.has_failed |= has_failed(&file);
                keeper.partial.push(file);
            }
            Job::Compiled => {
                for file in std::mem::take(&mut keeper.partial) {
                    if !keeper.has_failed {
                        keeper.keep(file).await;
                    }
                }
            }
        }
    }
    let cache = keeper.cache;
    off_thread(move || cache.tidy()).await;
}

impl Keeper {
    async fn keep(&mut self, file: CompiledFile) {
        let Some(before) = self.before else {
            return;
        };
        let file = Arc::new(file);
        while self.pauses < MAX_PAUSES {
            let (cache, file) = (Arc::clone(&self.cache), Arc::clone(&file));
            let settled = off_thread(move || cache.keep_if_unchanged(&file, before));
            if settled.await != Some(false) {
                break;
            }
            self.pauses += 1;
            sleep(PAUSE).await;
        }
    }
}

/// Whether a file failed for a reason outside of its text.
fn has_failed(file: &CompiledFile) -> bool {
    let mut problems = file.problems.iter();
    problems.any(|problem| problem.severity == Severity::Error && problem.line.is_none())
}
