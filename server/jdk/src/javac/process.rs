//! A Java process that uses the protocol.

use std::collections::VecDeque;
use std::io;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, ChildStdout};
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

use super::cpu_limit;
use super::error::JavacError;
use super::exchange::{CompileRequest, CompileResponse};
use super::jar::ServiceFiles;
use super::wire;
use crate::Jdk;

/// The number of bytes kept of the process's standard error.
const STDERR_BYTES: usize = 16 * 1024;
/// How long to wait for the end of a dead process's standard error.
const STDERR_TIMEOUT: Duration = Duration::from_millis(200);

/// How long to wait for the end of a killed process. If the system keeps it longer, it is left alone.
const END_TIMEOUT: Duration = Duration::from_secs(10);

/// The limits of a process.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) start: Duration,
    pub(super) request: Duration,
    pub(super) request_bytes: usize,
    pub(super) response_bytes: usize,
    pub(super) heap_mebibytes: u32,
}

/// A request exceeded its limit.
#[derive(Debug)]
struct TimeIsUp;

/// A process that has sent its greeting. Dropping this kills it.
#[derive(Debug)]
pub(super) struct ServiceProcess {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    stderr: StandardError,
    limits: Limits,
    next_id: u64,
}

impl ServiceProcess {
    /// Starts a process with an additional JVM option, and waits for its greeting.
    pub(super) async fn start(
        jdk: &Jdk,
        files: &ServiceFiles,
        archive_option: Option<String>,
        limits: Limits,
    ) -> Result<Self, JavacError> {
        let mut command = jdk.java_command();
        command
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
            .arg(format!("-Xmx{}m", limits.heap_mebibytes))
            // Messages of the JVM itself must not come between the responses.
            .args(["-XX:+DisplayVMOutputToStderr", "-Xlog:disable"])
            .args(["-Xlog:all=warning:stderr", "-XX:-UsePerfData"])
            .args(["-Duser.language=en", "-Duser.country=US"])
            .args(archive_option)
            .arg("-jar")
            .arg(files.jar())
            .arg(limits.request_bytes.to_string())
            .arg(limits.response_bytes.to_string())
            // A JVM reads and writes files in its working folder, which must not be the project's.
            .current_dir(&files.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Java converts paths to bytes by the locale, and the plain C locale only supports ASCII.
        #[cfg(target_os = "linux")]
        command.env("LC_ALL", "C.UTF-8");
        let spawn_error = |source| JavacError::Spawn {
            java: jdk.java(),
            source,
        };
        let mut child = command.spawn_async().map_err(spawn_error)?;
        let (Some(stdin), Some(mut stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(spawn_error(io::ErrorKind::BrokenPipe.into()));
        };
        let mut stderr = StandardError::collect(stderr);
        let mut greeting = [0; wire::GREETING_BYTES];
        let answer = timeout(limits.start, stdout.read_exact(&mut greeting)).await;
        let is_late = answer.is_err();
        let detail = match answer {
            Ok(Ok(_)) => match wire::decode_greeting(greeting) {
                Ok(feature) if feature == u32::from(jdk.version.feature) => {
                    return Ok(Self {
                        child,
                        stdin,
                        stdout,
                        stderr,
                        limits,
                        next_id: 0,
                    });
                }
                Ok(feature) => format!(
                    "it runs on Java {feature}, where Java {} was expected",
                    jdk.version.feature
                ),
                Err(detail) => detail,
            },
            Ok(Err(error)) => format!("it sent no greeting ({error})"),
            Err(_) => format!("it sent no greeting within {} s", limits.start.as_secs()),
        };
        // Without this, the standard error of a process that hangs would never end.
        let _ = timeout(END_TIMEOUT, child.kill()).await;
        Err(JavacError::Handshake {
            detail,
            stderr: stderr.end().await,
            is_late,
        })
    }

    /// The process ID.
    pub(super) fn id(&self) -> Option<u32> {
        self.child.id()
    }

    /// Whether it ended by itself.
    pub(super) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a request and waits for the response. After an error for which [`leaves_process_usable`] is false, the process
    /// must not be used again.
    pub(super) async fn compile(
        &mut self,
        request: &CompileRequest,
    ) -> Result<CompileResponse, JavacError> {
        self.next_id += 1;
        let frame = wire::encode(self.next_id, request, self.limits.request_bytes)?;
        match self.exchange_in_time(&frame).await {
            Ok(Ok(Ok(answer))) => {
                wire::decode(self.next_id, request, &answer, self.limits.response_bytes)
            }
            Ok(Ok(Err(detail))) => Err(JavacError::Protocol { detail }),
            Ok(Err(_)) => Err(self.crash().await),
            Err(TimeIsUp) => Err(JavacError::TimedOut {
                limit: self.limits.request,
            }),
        }
    }

    /// Exchanges a request for a response within the limit. A process that other programs keep from working gets more time.
    async fn exchange_in_time(
        &mut self,
        frame: &[u8],
    ) -> Result<io::Result<Result<Vec<u8>, String>>, TimeIsUp> {
        let (limit, id) = (self.limits.request, self.id());
        let used = || Some(files::process_times(id?)?.own);
        let (begin, used_before) = (Instant::now(), used());
        let mut exchange = std::pin::pin!(self.exchange(frame));
        let mut wait = limit;
        loop {
            if let Ok(answer) = timeout(wait, &mut exchange).await {
                return Ok(answer);
            }
            let used = used().zip(used_before);
            let used = used.map(|(now, before)| now.saturating_sub(before));
            wait = cpu_limit::extension(limit, begin.elapsed(), used).ok_or(TimeIsUp)?;
        }
    }

    async fn exchange(&mut self, frame: &[u8]) -> io::Result<Result<Vec<u8>, String>> {
        self.stdin.write_all(frame).await?;
        self.stdin.flush().await?;
        let length = self.stdout.read_u32().await? as usize;
        let limit = self.limits.response_bytes;
        if length > limit {
            return Ok(Err(format!(
                "it announced {length} bytes, and the limit is {limit}"
            )));
        }
        let mut answer = vec![0; length];
        self.stdout.read_exact(&mut answer).await?;
        Ok(Ok(answer))
    }

    async fn crash(&mut self) -> JavacError {
        // A live process with a closed pipe is as useless as a dead one.
        let _ = self.child.start_kill();
        let ended = timeout(END_TIMEOUT, self.child.wait()).await;
        let status: Option<ExitStatus> = ended.ok().and_then(Result::ok);
        JavacError::Crashed {
            status,
            stderr: self.stderr.end().await,
        }
    }

    /// Closes the standard input, which ends the process, and waits for the end.
    pub(super) async fn end(self, patience: Duration) -> Result<(), JavacError> {
        let Self {
            mut child,
            stdin,
            mut stderr,
            ..
        } = self;
        drop(stdin);
        match timeout(patience, child.wait()).await {
            Ok(Ok(status)) if status.success() => Ok(()),
            Ok(status) => Err(JavacError::Crashed {
                status: status.ok(),
                stderr: stderr.end().await,
            }),
            Err(_) => Err(JavacError::TimedOut { limit: patience }),
        }
    }
}

/// Whether the process can take another request after this error.
pub(super) fn leaves_process_usable(error: &JavacError) -> bool {
    matches!(
        error,
        JavacError::Compiler { .. }
            | JavacError::RequestTooLarge { .. }
            | JavacError::ResponseTooLarge { .. }
            | JavacError::InvalidRequest { .. }
    )
}

/// The last bytes of a process's standard error.
#[derive(Debug)]
struct StandardError {
    last: Arc<Mutex<VecDeque<u8>>>,
    reader: JoinHandle<()>,
}

impl StandardError {
    fn collect(mut pipe: tokio::process::ChildStderr) -> Self {
        let last = Arc::new(Mutex::new(VecDeque::new()));
        let shared = Arc::clone(&last);
        let reader = tokio::spawn(async move {
            let mut buffer = [0; 1024];
            while let Ok(count @ 1..) = pipe.read(&mut buffer).await {
                let mut last = shared.lock().unwrap_or_else(PoisonError::into_inner);
                last.extend(&buffer[..count]);
                let surplus = last.len().saturating_sub(STDERR_BYTES);
                last.drain(..surplus);
            }
        });
        Self { last, reader }
    }

    /// The standard error of a process that has ended.
    async fn end(&mut self) -> String {
        let _ = timeout(STDERR_TIMEOUT, &mut self.reader).await;
        let last: Vec<u8> = self
            .last
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .iter()
            .copied()
            .collect();
        let text = String::from_utf8_lossy(&last);
        if text.trim().is_empty() {
            "nothing".to_owned()
        } else {
            text.trim().to_owned()
        }
    }
}
