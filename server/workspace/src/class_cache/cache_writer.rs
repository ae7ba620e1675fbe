//! Keeps the classes of a whole project while it is being compiled.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep;

use super::ClassCache;
use crate::CompiledFile;
use crate::off_thread::off_thread;

/// While an open file is being compiled it is not known what others see of it; that takes a moment.
const PAUSE: Duration = Duration::from_millis(50);
/// Pauses after which the rest of the project is not kept: somebody types without an end.
const MAX_PAUSES: usize = 600;

/// The way to a task that keeps what it is given. It ends with this.
#[derive(Debug)]
pub(crate) struct CacheWriter(UnboundedSender<Job>);

#[derive(Debug)]
enum Job {
    Texts(Vec<(PathBuf, Arc<str>)>),
    File(CompiledFile),
}

impl CacheWriter {
    /// Starts the task. Has to be called in a tokio runtime.
    pub(crate) fn start(cache: Arc<ClassCache>) -> Self {
        let (sender, jobs) = unbounded_channel();
        tokio::spawn(keep(cache, jobs));
        Self(sender)
    }

    /// Takes the texts of all files of the project, before they are compiled.
    pub(crate) fn take_texts(&self, texts: Vec<(PathBuf, Arc<str>)>) {
        self.send(Job::Texts(texts));
    }

    /// Takes one of the files.
    pub(crate) fn take(&self, file: &CompiledFile) {
        self.send(Job::File(file.clone()));
    }

    fn send(&self, job: Job) {
        // The task ends early only with the runtime.
        let _ = self.0.send(job);
    }
}

async fn keep(cache: Arc<ClassCache>, mut jobs: UnboundedReceiver<Job>) {
    let mut before = None;
    let mut pauses = 0;
    while let Some(job) = jobs.recv().await {
        match job {
            Job::Texts(texts) => {
                let cache = Arc::clone(&cache);
                before = off_thread(move || cache.before_all(texts)).await;
            }
            Job::File(file) => {
                let Some(before) = before else {
                    continue;
                };
                let file = Arc::new(file);
                while pauses < MAX_PAUSES {
                    let (cache, file) = (Arc::clone(&cache), Arc::clone(&file));
                    let settled = off_thread(move || cache.keep_if_unchanged(&file, before));
                    if settled.await != Some(false) {
                        break;
                    }
                    pauses += 1;
                    sleep(PAUSE).await;
                }
            }
        }
    }
    off_thread(move || cache.tidy()).await;
}
