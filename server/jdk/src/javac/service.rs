//! The service behind the handles: one task owns the process and handles requests in turn.

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

/// The number of requests that can wait. Further callers wait for a free place.
const QUEUE: usize = 64;
/// The pause before a restart after the first failure. It doubles with each further failure in a row.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
/// The maximum pause before a restart.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);
/// How long a service works before its archive is created. If it ended earlier, it would throw a half-created archive away.
const ARCHIVE_DELAY: Duration = Duration::from_secs(10);

/// The limits of a service, and where it keeps its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceConfig {
    /// The folder for the service's jar and archive; see
    /// [`default_cache_dir`](crate::default_cache_dir).
    pub cache_dir: PathBuf,
    /// The time limit of a request. When it is over, the process is killed and started again. On a busy machine, a request that
    /// has not used this much CPU time gets longer.
    pub time_limit: Duration,
    /// The time limit for starting the process.
    pub start_limit: Duration,
    /// The maximum size of a request, in bytes.
    pub max_request_bytes: usize,
    /// The maximum size of a response, in bytes.
    pub max_response_bytes: usize,
    /// The heap of the JVM in MiB.
    pub heap_mebibytes: u32,
    /// When to create the archive for a fast start.
    pub archive: ArchiveCreation,
}

impl ServiceConfig {
    /// The default limits: 20 s for a request, 30 s to start, requests of 32 MiB, responses of 64 MiB, a heap of 256 MiB.
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

/// A handle to the resident javac. Clones share one process, which ends when the last handle is dropped, when the runtime is
/// shut down, or when this program ends.
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
    /// Starts the process. Builds its program in the cache folder the first time.
    ///
    /// # Errors
    ///
    /// [`JavacError`] if the cache folder cannot be used, or the process does not start.
    pub async fn start(jdk: Jdk, config: ServiceConfig) -> Result<Self, JavacError> {
        let mut files = jar::prepare(&jdk, &config.cache_dir).await?;
        if config.archive == ArchiveCreation::BeforeStart && files.lacks_archive() {
            archive::create(&jdk, &files).await;
        }
        let process = match start_process(&jdk, &files, &config).await {
            // A machine that is too busy says nothing about the files. Everybody needs them, so they stay.
            Err(JavacError::Handshake { is_late: true, .. }) => {
                ServiceProcess::start(&jdk, &files, None, config.limits()).await?
            }
            // A damaged jar or archive in the cache is created once more.
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
                // The task is dropped with the service, which kills its process.
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

    /// Compiles. Requests are handled in turn. Dropping the future before the request's turn removes the request; later, the
    /// response is just not read.
    ///
    /// # Errors
    ///
    /// [`JavacError`]. Errors in the compiled text are diagnostics of the response instead.
    pub async fn compile(&self, request: CompileRequest) -> Result<CompileResponse, JavacError> {
        let (reply, answer) = oneshot::channel();
        self.jobs
            .send(Job { request, reply })
            .await
            .map_err(|_| JavacError::Stopped)?;
        answer.await.map_err(|_| JavacError::Stopped)?
    }

    /// The process ID of the current process, for logs; `None` between the end of one and the start of the next.
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
    /// The number of failures in a row.
    failures: u32,
    /// The earliest time for the next start.
    not_before: Instant,
}

impl Worker {
    async fn work(mut self, mut queue: mpsc::Receiver<Job>) {
        while let Some(job) = queue.recv().await {
            if job.reply.is_closed() {
                continue;
            }
            let answer = self.answer(&job.request).await;
            // If the caller is gone, the process is still in a known state.
            let _ = job.reply.send(answer);
        }
    }

    async fn answer(&mut self, request: &CompileRequest) -> Result<CompileResponse, JavacError> {
        // A process whose JDK was removed may live on for a while, but with parts of the JDK missing.
        if !self.jdk.java().is_file() {
            self.process = None;
            self.process_id.store(0, Ordering::Relaxed);
            return Err(JavacError::Gone {
                home: self.jdk.home.clone(),
            });
        }
        let running = match self.process.take() {
            // A process that died between requests is replaced, without an error.
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
        // Since the last start, its files may have been damaged, or a folder around them made writable for others.
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
