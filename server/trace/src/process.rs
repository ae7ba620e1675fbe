//! The JVM that rewrites classes, executes calls and counts.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use jdk::{JavaProgram, Jdk};

use crate::FIRST_FEATURE;
use crate::encode;
use crate::error::TraceError;
use crate::outcome::{CallCompletion, CallTrace, ProgramTrace, TracedEffects};
use crate::program::TracedProgram;
use crate::read::{self, GREETING_BYTES, Shapes};

/// A longer frame is invalid.
const LONGEST_FRAME: u32 = 1 << 30;
/// How much of the standard error is kept.
const STDERR_BYTES: usize = 16 * 1024;
/// How long the JVM may take to start, and to rewrite the classes of one program.
const START_LIMIT: Duration = Duration::from_mins(1);
/// How many calls may be lost before the rest is skipped.
const MAX_LOST: usize = 32;

const TRACER: JavaProgram = JavaProgram {
    folder: "tracer",
    jar: "tracer.jar",
    main_class: "jouled.trace.Tracer",
    sources: &[
        (
            "Arithmetic.java",
            include_str!("../java/jouled/trace/Arithmetic.java"),
        ),
        (
            "Changes.java",
            include_str!("../java/jouled/trace/Changes.java"),
        ),
        (
            "Frame.java",
            include_str!("../java/jouled/trace/Frame.java"),
        ),
        (
            "Instrumenter.java",
            include_str!("../java/jouled/trace/Instrumenter.java"),
        ),
        (
            "MethodCounts.java",
            include_str!("../java/jouled/trace/MethodCounts.java"),
        ),
        (
            "Predictor.java",
            include_str!("../java/jouled/trace/Predictor.java"),
        ),
        (
            "Recorder.java",
            include_str!("../java/jouled/trace/Recorder.java"),
        ),
        (
            "Shape.java",
            include_str!("../java/jouled/trace/Shape.java"),
        ),
        (
            "Statics.java",
            include_str!("../java/jouled/trace/Statics.java"),
        ),
        (
            "Tracer.java",
            include_str!("../java/jouled/trace/Tracer.java"),
        ),
        (
            "Value.java",
            include_str!("../java/jouled/trace/Value.java"),
        ),
        (
            "Watch.java",
            include_str!("../java/jouled/trace/Watch.java"),
        ),
        ("Wire.java", include_str!("../java/jouled/trace/Wire.java")),
    ],
    manifest: &[],
    release: None,
};

/// The limits of an execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The folder for the jar of the counting program.
    pub cache_dir: PathBuf,
    /// The most counted instructions in one call.
    pub most_instructions: u64,
    /// How long one call may take.
    pub time_limit: Duration,
    /// The heap of the JVM in MiB.
    pub heap_mebibytes: u32,
    /// Whether to count the jumps that a processor would mispredict. It knows nothing when a call begins.
    pub predicts: bool,
}

impl Config {
    /// The default limits: a million instructions and 20 s for a call, 512 MiB of heap.
    pub fn new(cache_dir: impl Into<PathBuf>) -> Self {
        Self {
            cache_dir: cache_dir.into(),
            most_instructions: 1_000_000,
            time_limit: Duration::from_secs(20),
            heap_mebibytes: 512,
            predicts: false,
        }
    }
}

/// Makes the calls of each program, one after the other, and counts what they execute.
///
/// A call that ends the JVM or takes too long fails, and the others run in a new JVM. Threads that a call starts are not
/// counted.
///
/// # Errors
/// [`TraceError`] if the JDK is too old, the JVM cannot be run, or too many calls are lost.
pub fn trace(
    jdk: &Jdk,
    programs: &[TracedProgram],
    config: &Config,
) -> Result<Vec<ProgramTrace>, TraceError> {
    if jdk.version.feature < FIRST_FEATURE {
        return Err(TraceError::TooOld {
            found: jdk.version.to_string(),
        });
    }
    let mut traces: Vec<ProgramTrace> = Vec::new();
    let mut lost = 0;
    while traces.len() < programs.len() || is_unfinished(programs, &traces) {
        let jar = TRACER.prepare_blocking(jdk, &config.cache_dir)?;
        let mut process = Process::start(jdk, &jar, programs, &traces, config)?;
        match process.read_calls(programs, &mut traces) {
            Ok(()) => {}
            Err(Stopped::Outside(detail)) => {
                let stderr = process.end();
                return Err(TraceError::Process { detail, stderr });
            }
            Err(Stopped::InCall(detail)) => {
                process.end();
                lost += 1;
                if lost > MAX_LOST {
                    return Err(TraceError::TooManyLost {
                        count: lost,
                        limit: config.time_limit,
                    });
                }
                if let Some(trace) = traces.last_mut() {
                    trace.calls.push(CallTrace {
                        outcome: CallCompletion::Failed(detail),
                        own: None,
                        methods: Vec::new(),
                        places: 0,
                        changes: Vec::new(),
                        effects: TracedEffects::default(),
                    });
                }
            }
        }
    }
    Ok(traces)
}

/// True if the last program that was started has calls left.
fn is_unfinished(programs: &[TracedProgram], traces: &[ProgramTrace]) -> bool {
    traces
        .len()
        .checked_sub(1)
        .is_some_and(|last| traces[last].calls.len() < programs[last].calls.len())
}

/// Why a process gives no more answers.
enum Stopped {
    /// During a call.
    InCall(String),
    /// Between calls.
    Outside(String),
}

struct Process {
    child: Child,
    frames: Receiver<Result<Vec<u8>, String>>,
    stderr: Option<JoinHandle<String>>,
    time_limit: Duration,
}

impl Process {
    /// Starts a process for the remaining calls.
    fn start(
        jdk: &Jdk,
        jar: &std::path::Path,
        programs: &[TracedProgram],
        done: &[ProgramTrace],
        config: &Config,
    ) -> Result<Self, TraceError> {
        let first = first_program(programs, done);
        let rest = programs
            .iter()
            .enumerate()
            .skip(first)
            .map(|(at, program)| {
                let made = done.get(at).map_or(0, |trace| trace.calls.len());
                (program, &program.calls[made..])
            });
        let request = encode::request(config.most_instructions, config.predicts, rest);
        let spawn_error = |source| TraceError::Spawn {
            java: jdk.java(),
            source,
        };
        let mut command = jdk.java_command();
        command
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"])
            .arg(format!("-Xmx{}m", config.heap_mebibytes))
            // Messages of the JVM itself must not get between the answers.
            .args(["-XX:+DisplayVMOutputToStderr", "-Xlog:disable"])
            .args(["-Xlog:all=warning:stderr", "-XX:-UsePerfData"])
            .args(["-Duser.language=en", "-Duser.country=US"])
            .arg("-jar")
            .arg(jar)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = jar.parent() {
            // Files that calls write to relative paths must not end up in a project.
            command.current_dir(folder);
        }
        let mut child = command.spawn().map_err(spawn_error)?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(spawn_error(io::ErrorKind::BrokenPipe.into()));
        };
        // If the process stops reading, it has ended, and its output says so.
        thread::spawn(move || stdin.write_all(&request));
        let (sender, frames) = mpsc::channel();
        thread::spawn(move || {
            let mut pipe = io::BufReader::new(stdout);
            let sent = read_greeting(&mut pipe);
            let mut go_on = sent.is_ok() && sender.send(sent).is_ok();
            while go_on {
                let frame = read_frame(&mut pipe);
                go_on = frame.is_ok();
                go_on &= sender.send(frame).is_ok();
            }
        });
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut pipe = stderr.take(STDERR_BYTES as u64);
            let _ = pipe.read_to_end(&mut bytes);
            // The process must not block on a full pipe.
            let _ = io::copy(&mut pipe.into_inner(), &mut io::sink());
            String::from_utf8_lossy(&bytes).trim().to_owned()
        });
        Ok(Self {
            child,
            frames,
            stderr: Some(stderr),
            time_limit: config.time_limit,
        })
    }

    /// Reads what the calls executed, until all are done.
    fn read_calls(
        &mut self,
        programs: &[TracedProgram],
        traces: &mut Vec<ProgramTrace>,
    ) -> Result<(), Stopped> {
        self.frame(START_LIMIT).map_err(Stopped::Outside)?;
        let first = first_program(programs, traces);
        for (at, program) in programs.iter().enumerate().skip(first) {
            let frame = self.frame(START_LIMIT).map_err(Stopped::Outside)?;
            let shapes: Shapes = read::shapes(&frame).map_err(Stopped::Outside)?;
            if traces.len() <= at {
                traces.push(ProgramTrace {
                    methods: shapes.methods.clone(),
                    refused: shapes.refused.clone(),
                    calls: Vec::new(),
                });
            }
            while traces[at].calls.len() < program.calls.len() {
                let call = &program.calls[traces[at].calls.len()];
                let frame = self.frame(self.time_limit).map_err(Stopped::InCall)?;
                let trace = read::call(&frame, &shapes, &call.method).map_err(Stopped::Outside)?;
                traces[at].calls.push(trace);
            }
        }
        Ok(())
    }

    fn frame(&self, limit: Duration) -> Result<Vec<u8>, String> {
        match self.frames.recv_timeout(limit) {
            Ok(frame) => frame,
            Err(RecvTimeoutError::Timeout) => Err(format!(
                "it gave no answer within {} s",
                limit.as_secs_f64()
            )),
            Err(RecvTimeoutError::Disconnected) => Err("it sent nothing more".to_owned()),
        }
    }

    /// Ends the process and returns its standard error.
    fn end(&mut self) -> String {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let text = self.stderr.take().and_then(|thread| thread.join().ok());
        match text {
            Some(text) if !text.is_empty() => text,
            _ => "nothing".to_owned(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first program with remaining calls.
fn first_program(programs: &[TracedProgram], traces: &[ProgramTrace]) -> usize {
    traces.len() - usize::from(is_unfinished(programs, traces))
}

fn read_greeting(pipe: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = [0; GREETING_BYTES];
    pipe.read_exact(&mut bytes)
        .map_err(|error| format!("it sent no greeting ({error})"))?;
    read::greeting(bytes).map(|()| Vec::new())
}

fn read_frame(pipe: &mut impl Read) -> Result<Vec<u8>, String> {
    let mut length = [0; 4];
    pipe.read_exact(&mut length)
        .map_err(|error| format!("it ended ({error})"))?;
    let length = u32::from_be_bytes(length);
    if length > LONGEST_FRAME {
        return Err(format!("it announced {length} bytes"));
    }
    let mut frame = vec![0; length as usize];
    pipe.read_exact(&mut frame)
        .map_err(|error| format!("it ended ({error})"))?;
    Ok(frame)
}
