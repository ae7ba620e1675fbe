//! The run over all inputs.

use crate::folder::{BatchFolder, rows_name};
use crate::input::{self, Input};
use crate::process::{self, ProcessLimits, Worker};
use crate::status::{InputOutcome, InputStatus, SCHEMA};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What to do with every input.
#[derive(Debug, Clone)]
pub struct Batch {
    /// How to start their processes.
    pub worker: Worker,
    /// The limits of each process.
    pub limits: ProcessLimits,
    /// The number of processes that run at once.
    pub jobs: usize,
    /// The extension of files of rows.
    pub extension: &'static str,
    /// Everything besides the inputs that the rows depend on.
    pub settings: String,
}

/// The progress of a run.
#[derive(Debug, Clone)]
pub struct BatchProgress<'s> {
    /// The input that just ended.
    pub last: &'s InputStatus,
    /// The number of finished inputs, including those of earlier runs.
    pub done: usize,
    /// The number of inputs.
    pub all: usize,
    /// The number of failed inputs.
    pub failed: usize,
    /// The expected time for the rest at the same speed; `None` before the first result.
    pub left: Option<Duration>,
}

/// State shared by the threads of a run.
struct Shared<'s> {
    done: Vec<InputStatus>,
    failed: usize,
    /// Bytes of the inputs that this run has analysed, and of the remaining ones.
    analysed: u64,
    left: u64,
    progress: &'s mut (dyn FnMut(&BatchProgress<'_>) + Send),
    error: Option<io::Error>,
}

impl Batch {
    /// Analyses the inputs that no earlier run has analysed, and tries failed ones again. Returns the result of each, sorted
    /// by name, and how many were there already.
    ///
    /// # Errors
    /// System errors, if the folder is not writable.
    pub fn run(
        &self,
        folder: &BatchFolder,
        inputs: &[Input],
        progress: &mut (dyn FnMut(&BatchProgress<'_>) + Send),
    ) -> io::Result<(Vec<InputStatus>, usize)> {
        let start = Instant::now();
        let mut done = Vec::new();
        let mut open = Vec::new();
        for input in inputs {
            let name = input.path.to_string_lossy();
            let digest = input::digest(input, &self.settings);
            let kept = digest.as_ref().ok();
            match kept.and_then(|digest| folder.kept(&name, digest)) {
                Some(kept) => done.push(kept.clone()),
                None => open.push((input, digest)),
            }
        }
        let reused = done.len();
        // The largest inputs first, so that none of them runs alone at the end. But those during which earlier runs were killed come
        // last, the smallest first: otherwise runs that are killed again and again would spend all their time on them.
        open.sort_by_key(|(input, digest)| {
            let digest = digest.as_ref();
            let is_last = digest.is_ok_and(|digest| folder.was_interrupted(digest));
            let bytes = if is_last {
                input.bytes
            } else {
                u64::MAX - input.bytes
            };
            (is_last, bytes)
        });
        let shared = Mutex::new(Shared {
            done,
            failed: 0,
            analysed: 0,
            left: open.iter().map(|(input, _)| input.bytes).sum(),
            progress,
            error: None,
        });
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, open.len().max(1)) {
                scope.spawn(|| {
                    while let Some((input, digest)) = open.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let kept = self.one(folder, input, digest);
                        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        match kept {
                            Ok(status) => shared.add(status, inputs.len(), start),
                            Err(error) => {
                                shared.error = Some(error);
                                next.store(open.len(), Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let shared = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = shared.error {
            return Err(error);
        }
        folder.write_table(&folder.all(&shared.done))?;
        let mut done = shared.done;
        done.sort_by(|one, two| one.input.cmp(&two.input));
        Ok((done, reused))
    }

    /// Analyses an input and stores the result.
    fn one(
        &self,
        folder: &BatchFolder,
        input: &Input,
        digest: &io::Result<String>,
    ) -> io::Result<InputStatus> {
        let mut status = InputStatus {
            schema: SCHEMA.to_owned(),
            input: input.path.to_string_lossy().into_owned(),
            digest: String::new(),
            outcome: InputOutcome::Failed,
            why: String::new(),
            rows: 0,
            bytes: input.bytes,
            seconds: 0.0,
            cpu_seconds: None,
            peak_bytes: None,
            file: String::new(),
        };
        let digest = match digest {
            Ok(digest) => digest,
            Err(error) => {
                status.why = format!("it cannot be read: {error}");
                folder.keep(&status, Path::new(""))?;
                return Ok(status);
            }
        };
        status.digest.clone_from(digest);
        folder.begin(digest)?;
        let unfinished = folder.unfinished(digest, self.extension);
        let ended = process::run(&self.worker, &input.path, &unfinished, self.limits);
        status.seconds = ended.seconds;
        status.peak_bytes = ended.peak_bytes;
        match ended.result {
            Ok(summary) => {
                status.outcome = match summary.errors {
                    0 => InputOutcome::Ok,
                    _ => InputOutcome::Partial,
                };
                status.why = match summary.errors {
                    0 => first_of(summary.warnings, summary.first_warning),
                    errors => first_of(errors, summary.first_error),
                };
                status.rows = summary.rows;
                status.cpu_seconds = summary.cpu_seconds;
                status.file = rows_name(&input.path, digest, self.extension);
            }
            Err(why) => status.why = why,
        }
        folder.keep(&status, &unfinished)?;
        Ok(status)
    }
}

/// The first of some messages, and the number of the others.
fn first_of(count: u64, first: Option<String>) -> String {
    let first = first.unwrap_or_default();
    match count {
        0 | 1 => first,
        many => format!("{first} and {} more", many - 1),
    }
}

impl Shared<'_> {
    fn add(&mut self, status: InputStatus, all: usize, start: Instant) {
        self.failed += usize::from(status.outcome == InputOutcome::Failed);
        self.analysed += status.bytes;
        self.left = self.left.saturating_sub(status.bytes);
        let rate = start.elapsed().as_secs_f64() / self.analysed as f64;
        let left = Duration::try_from_secs_f64(rate * self.left as f64).ok();
        (self.progress)(&BatchProgress {
            last: &status,
            done: self.done.len() + 1,
            all,
            failed: self.failed,
            left,
        });
        self.done.push(status);
    }
}
