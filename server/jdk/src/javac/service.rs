//! The service that others hold: one task owns the process and takes requests one after the other.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use super::archive::{self, ArchiveCreation};
use super::error::JavacError;
use super::exchange::{CompileRequest, CompileResponse};
use super::jar::{self, ServiceFiles};
use super::process::{Limits, ServiceProcess, leaves_process_usable};
use crate::Jdk;

/// Requests that may wait in line; a caller with more waits for room.
const QUEUE: usize = 64;
/// The pause before a restart after the first failure; it doubles with each further one in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The longest pause before a restart.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long a service works before its archive is made: one that ends before that would throw the half-made archive away.
const ARCHIVE_DELAY: Duration = Duration::from_secs(10);

/// The limits of a service and where it keeps its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceConfig {
    /// The folder for the service's jar and archive; see
    /// [`default_cache_dir`](crate::default_cache_dir).
    pub cache_dir: PathBuf,
    /// How long one request may take before the process is killed and started again.
    pub time_limit: Duration,
    /// How long the process may take to start.
    pub start_limit: Duration,
    /// The size of a request in bytes.
    pub max_request_bytes: usize,
    /// The size of an answer in bytes.
    pub max_response_bytes: usize,
    /// The heap of the JVM in MiB.
    pub heap_mebibytes: u32,
    /// When the archive for a fast start is made.
    pub archive: ArchiveCreation,
}

impl ServiceConfig {
    /// The usual limits: 20 s for a request, 30 s to start, 32 MiB asked, 64 MiB answered, 256 MiB
    /// of heap.
    pub fn new(cache_dir: impl Into<PathBuf>) -> Self {
        Self {
            cache_dir: cache_dir.into(),
            time_limit: Duration::from_secs(20),
            start_limit: Duration::from_secs(30),
            max_request_bytes: 32 << 20,
            max_response_bytes: 64 << 20,
            heap_mebibytes: 256,
            archive: ArchiveCreation::default(),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            start: self.start_limit,
            request: self.time_limit,
            request_bytes: self.max_request_bytes,
            response_bytes: self.max_response_bytes,
            heap_mebibytes: self.heap_mebibytes,
        }
    }
}

/// A handle to the resident javac; clones share one process. The process ends when the last
/// handle is dropped, when the runtime is shut down, or when this program dies.
#[derive(Clone, Debug)]
pub struct JavacService {
    jobs: mpsc::Sender<Job>,
    process_id: Arc<AtomicU32>,
}

#[derive(Debug)]
struct Job {
    request: CompileRequest,
    reply: oneshot::Sender<Result<CompileResponse, JavacError>>,
}

impl JavacService {
    /// Starts the process, building its program in the cache folder the first time.
    ///
    /// # Errors
    /// [`JavacError`] where the cache folder cannot be used or the process does not start.
    pub async fn start(jdk: Jdk, config: ServiceConfig) -> Result<Self, JavacError> {
        let mut files = jar::prepare(&jdk, &config.cache_dir).await?;
        if config.archive == ArchiveCreation::BeforeStart && files.lacks_archive() {
            archive::create(&jdk, &files).await;
        }
        let process = match start_process(&jdk, &files, &config).await {
            // A jar or archive that was damaged in the cache is made once more.
            Err(JavacError::Handshake { .. }) => {
                files.discard();
                files = jar::prepare(&jdk, &config.cache_dir).await?;
                start_process(&jdk, &files, &config).await?
            }
            other => other?,
        };
        let background = (config.archive == ArchiveCreation::InBackground && files.lacks_archive())
            .then(|| {
                let (jdk, files) = (jdk.clone(), files.clone());
                async move {
                    tokio::time::sleep(ARCHIVE_DELAY).await;
                    archive::create(&jdk, &files).await;
                }
            });
        let (jobs, queue) = mpsc::channel(QUEUE);
        let process_id = Arc::new(AtomicU32::new(process.id().unwrap_or(0)));
        let worker = Worker {
            jdk,
            config,
            process: Some(process),
            process_id: Arc::clone(&process_id),
            failures: 0,
            not_before: Instant::now(),
        };
        tokio::spawn(async move {
            let working = worker.work(queue);
            match background {
                // Dropped with the service, and its process is killed then.
                Some(background) => {
                    let mut background = std::pin::pin!(background);
                    let mut working = std::pin::pin!(working);
                    tokio::select! {
                        () = &mut working => {}
                        () = &mut background => working.await,
                    }
                }
                None => working.await,
            }
        });
        Ok(Self { jobs, process_id })
    }

    /// Compiles. Requests are taken one after the other. Dropping the future before the request's
    /// turn takes it out of the line; later it only means that nobody reads the answer.
    ///
    /// # Errors
    /// [`JavacError`]; errors in the compiled text are diagnostics of the answer instead.
    pub async fn compile(&self, request: CompileRequest) -> Result<CompileResponse, JavacError> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job { request, reply })
            .await
            .map_err(|_| JavacError::Stopped)?;
        answer.await.map_err(|_| JavacError::Stopped)?
    }

    /// The number in the system of the process that runs now, for logs; `None` between the end
    /// of one and the start of the next.
    pub fn process_id(&self) -> Option<u32> {
        Some(self.process_id.load(Ordering::Relaxed)).filter(|id| *id != 0)
    }
}

async fn start_process(
    jdk: &Jdk,
    files: &ServiceFiles,
    config: &ServiceConfig,
) -> Result<ServiceProcess, JavacError> {
    let option = files.has_archive().then(|| files.use_archive_option());
    ServiceProcess::start(jdk, files, option, config.limits()).await
}

/// The task that owns the process.
struct Worker {
    jdk: Jdk,
    config: ServiceConfig,
    process: Option<ServiceProcess>,
    process_id: Arc<AtomicU32>,
    /// Failures in a row.
    failures: u32,
    /// When the next process may be started.
    not_before: Instant,
}

impl Worker {
    async fn work(mut self, mut queue: mpsc::Receiver<Job>) {
        while let Some(job) = queue.recv().await {
            if job.reply.is_closed() {
                continue;
            }
            let answer = self.answer(&job.request).await;
            // Whoever asked may have gone; the process is in a known state all the same.
            let _ = job.reply.send(answer);
        }
    }

    async fn answer(&mut self, request: &CompileRequest) -> Result<CompileResponse, JavacError> {
        // A process whose JDK was removed may continue for a while, and would answer from what is left of it.
        if !self.jdk.java().is_file() {
            self.process = None;
            self.process_id.store(0, Ordering::Relaxed);
            return Err(JavacError::Gone {
                home: self.jdk.home.clone(),
            });
        }
        let running = match self.process.take() {
            // One that died while nothing was asked of it has cost no request; it is replaced.
            Some(mut process) => (!process.has_ended()).then_some(process),
            None => None,
        };
        let mut process = match running {
            Some(process) => process,
            None => match self.restart().await {
                Ok(process) => process,
                Err(error) => {
                    self.note_failure();
                    return Err(error);
                }
            },
        };
        let answer = process.compile(request).await;
        match &answer {
            Err(error) if !leaves_process_usable(error) => {
                // Dropping it kills it.
                drop(process);
                self.process_id.store(0, Ordering::Relaxed);
                self.note_failure();
            }
            _ => {
                self.failures = 0;
                self.process = Some(process);
            }
        }
        answer
    }

    async fn restart(&mut self) -> Result<ServiceProcess, JavacError> {
        self.process_id.store(0, Ordering::Relaxed);
        sleep_until(self.not_before).await;
        // What it runs may have been damaged, or a folder around it opened, since the last start.
        let files = jar::prepare(&self.jdk, &self.config.cache_dir).await?;
        let process = start_process(&self.jdk, &files, &self.config).await?;
        self.process_id
            .store(process.id().unwrap_or(0), Ordering::Relaxed);
        Ok(process)
    }

    fn note_failure(&mut self) {
        let pause = FIRST_PAUSE * 2_u32.saturating_pow(self.failures.min(16));
        self.not_before = Instant::now() + pause.min(LONGEST_PAUSE);
        self.failures += 1;
    }
}
