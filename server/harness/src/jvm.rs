//! A JVM that runs measured programs on command.

use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use jdk::{JavaProgram, Jdk};

use crate::compilation_log::{CompilationEvent, CompilationLog, LiveCode};
use crate::error::HarnessError;
use crate::execution_mode::ExecutionMode;

const DRIVER: JavaProgram = JavaProgram {
    folder: "driver",
    jar: "driver.jar",
    main_class: "jouled.measure.Driver",
    sources: &[(
        "Driver.java",
        include_str!("../java/jouled/measure/Driver.java"),
    )],
    manifest: &[],
    release: None,
};

/// The time limit for a JVM to start, and how much longer than planned a sample may take.
const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
/// The maximum length of the kept standard error.
const STDERR_BYTES: u64 = 16 * 1024;
/// The JVM's compilation log, in the folder of the classes.
const COMPILATION_LOG: &str = "compilation.log";
/// The iterations of the probe in an interpreter and in compiled code, so that it takes a fraction of a millisecond.
const PROBE_ITERATIONS: (u32, u32) = (12_000, 60_000);
/// The driver never prints a longer line.
const LONGEST_LINE: u64 = 64 * 1024;

/// The times of one run of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// CPU time of the thread in seconds.
    pub cpu_s: f64,
    /// Wall time in seconds.
    pub wall_s: f64,
    /// The duration of the probe before it in seconds, if it was run.
    pub probe_before_s: Option<f64>,
    /// The duration of the probe after it in seconds.
    pub probe_after_s: Option<f64>,
}

/// A running JVM.
#[derive(Debug)]
pub struct Jvm {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<Result<String, String>>,
    stderr: Option<JoinHandle<String>>,
    /// Set if the JVM compiles.
    log: Option<CompilationLog>,
    live_code: LiveCode,
}

impl Jvm {
    /// Starts a JVM with a folder of classes, on one processor if given. Builds the driver if the cache folder lacks it. A JVM
    /// that compiles writes its log to the folder of the classes.
    ///
    /// # Errors
    /// [`HarnessError::Driver`], [`HarnessError::OptionsRefused`] if the options of the mode prevent the start, and
    /// [`HarnessError::Jvm`] if it fails for another reason.
    pub fn launch(
        jdk: &Jdk,
        cache_dir: &Path,
        classes: &Path,
        cpu: Option<usize>,
        mode: ExecutionMode,
    ) -> Result<Self, HarnessError> {
        let failed = |problem: String| HarnessError::Jvm {
            problem,
            stderr: "nothing".to_owned(),
        };
        let driver = DRIVER.prepare_blocking(jdk, cache_dir)?;
        let class_path =
            std::env::join_paths([&driver, classes]).map_err(|error| failed(error.to_string()))?;
        let log = classes.join(COMPILATION_LOG);
        match fs::remove_file(&log) {
            Err(source) if source.kind() != ErrorKind::NotFound => {
                return Err(HarnessError::File { path: log, source });
            }
            _ => {}
        }
        let probe_iterations = if mode.is_compiled() {
            PROBE_ITERATIONS.1
        } else {
            PROBE_ITERATIONS.0
        };
        let mut command = jdk.java_command();
        command
            .args(mode.jvm_options())
            // Messages of the JVM itself must not come between the answers.
            .args(["-XX:+DisplayVMOutputToStderr", "-Xlog:disable"])
            .args(["-Xlog:all=warning:stderr", "-XX:-UsePerfData"])
            .args(mode.is_compiled().then(|| {
                format!("-Xlog:jit+compilation=debug:file={COMPILATION_LOG}:none:filecount=0")
            }))
            .args(["-Duser.language=en", "-Duser.country=US"])
            .arg("-classpath")
            .arg(class_path)
            .arg(DRIVER.main_class)
            .arg(probe_iterations.to_string())
            .current_dir(classes)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let spawned = thread::spawn(move || {
            // A process inherits the processors of the thread that starts it.
            pin(cpu)?;
            command.spawn()
        });
        let mut child = spawned
            .join()
            .map_err(|_| failed("it was not started".to_owned()))?
            .map_err(|error| failed(format!("{}: {error}", jdk.java().display())))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("it has no standard streams".to_owned()));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            loop {
                let line = read_line(&mut stdout);
                let go_on = line.is_ok();
                if sender.send(line).is_err() || !go_on {
                    break;
                }
            }
        });
        let stderr = thread::spawn(move || {
            let mut bytes = Vec::new();
            let mut pipe = stderr.take(STDERR_BYTES);
            // Keeps what came before an error.
            let _ = pipe.read_to_end(&mut bytes);
            // The process must not block because nobody reads the rest.
            let _ = std::io::copy(&mut pipe.into_inner(), &mut std::io::sink());
            String::from_utf8_lossy(&bytes).trim().to_owned()
        });
        let mut jvm = Self {
            child,
            stdin,
            lines,
            stderr: Some(stderr),
            log: None,
            live_code: LiveCode::default(),
        };
        match jvm.answer(ANSWER_TIMEOUT) {
            Ok(word) if word == "ready" => {}
            Ok(other) => return Err(jvm.fail(format!("it began with `{other}`"))),
            Err(error) => return Err(refused_options(error, jdk, mode)),
        }
        if mode.is_compiled() {
            let opened = CompilationLog::open(&log);
            jvm.log = Some(opened.map_err(|error| jvm.fail(format!("it writes no log: {error}")))?);
        }
        Ok(jvm)
    }

    /// What was compiled or discarded since the last time; empty for an interpreting JVM.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`] if the log cannot be read.
    pub fn compilations(&mut self) -> Result<Vec<CompilationEvent>, HarnessError> {
        let Some(log) = &mut self.log else {
            return Ok(Vec::new());
        };
        let events = match log.read() {
            Ok(events) => events,
            Err(error) => return Err(self.fail(format!("its log cannot be read: {error}"))),
        };
        for event in &events {
            self.live_code.apply(event);
        }
        Ok(events)
    }

    /// The code in use, as far as [`Self::compilations`] has read.
    pub const fn live_code(&self) -> &LiveCode {
        &self.live_code
    }

    /// The process ID.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Loads a program's class, given by its name with slashes.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`], as in the following methods.
    pub fn load(&mut self, class: &str) -> Result<(), HarnessError> {
        let answer = self.ask(&format!("load {}", class.replace('/', ".")), ANSWER_TIMEOUT)?;
        self.expect(&answer, "ready", 0).map(|_| ())
    }

    /// Runs a loaded program.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn run(&mut self, class: &str, iterations: u32) -> Result<Timing, HarnessError> {
        let question = format!("run {} {iterations}", class.replace('/', "."));
        let answer = self.ask(&question, ANSWER_TIMEOUT)?;
        let times = self.expect(&answer, "done", 2)?;
        Ok(Timing {
            cpu_s: times[0],
            wall_s: times[1],
            probe_before_s: None,
            probe_after_s: None,
        })
    }

    /// Runs a loaded program several times, and returns the CPU time of all runs in seconds.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn warm_up(
        &mut self,
        class: &str,
        iterations: u32,
        runs: u32,
    ) -> Result<f64, HarnessError> {
        let question = format!("warm {} {iterations} {runs}", class.replace('/', "."));
        let answer = self.ask(&question, ANSWER_TIMEOUT)?;
        self.expect(&answer, "warmed", 1).map(|times| times[0])
    }

    /// Runs a loaded program with the probe before and after it.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn sample(&mut self, class: &str, iterations: u32) -> Result<Timing, HarnessError> {
        let question = format!("sample {} {iterations}", class.replace('/', "."));
        let answer = self.ask(&question, ANSWER_TIMEOUT)?;
        let times = self.expect(&answer, "done", 4)?;
        Ok(Timing {
            cpu_s: times[0],
            wall_s: times[1],
            probe_before_s: Some(times[2]),
            probe_after_s: Some(times[3]),
        })
    }

    /// Runs the probe, and returns its CPU time in seconds.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn probe(&mut self) -> Result<f64, HarnessError> {
        let answer = self.ask("probe", ANSWER_TIMEOUT)?;
        self.expect(&answer, "probed", 1).map(|times| times[0])
    }

    /// Collects garbage.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn collect(&mut self) -> Result<(), HarnessError> {
        let answer = self.ask("collect", ANSWER_TIMEOUT)?;
        self.expect(&answer, "collected", 0).map(|_| ())
    }

    /// The smallest step of the coarse clock in seconds.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn clock_resolution(&mut self) -> Result<f64, HarnessError> {
        let answer = self.ask("resolution", ANSWER_TIMEOUT)?;
        self.expect(&answer, "resolved", 1).map(|times| times[0])
    }

    /// Makes Bernoulli trials of a timed class. Returns how many were not interrupted, and in how many of them the coarse clock
    /// advanced.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn coarse_trials(&mut self, class: &str, trials: u32) -> Result<(u64, u64), HarnessError> {
        let question = format!("coarse {} {trials}", class.replace('/', "."));
        let answer = self.ask(&question, ANSWER_TIMEOUT)?;
        let numbers = answer
            .strip_prefix("counted ")
            .and_then(|numbers| numbers.split_once(' '))
            .and_then(|(whole, advanced)| Some((whole.parse().ok()?, advanced.parse().ok()?)));
        numbers.ok_or_else(|| self.fail(format!("it answered `{answer}`")))
    }

    /// Times a timed class with the fine clock; returns each trial in seconds.
    ///
    /// # Errors
    /// [`HarnessError::Jvm`].
    pub fn fine_trials(&mut self, class: &str, trials: u32) -> Result<Vec<f64>, HarnessError> {
        let question = format!("fine {} {trials}", class.replace('/', "."));
        let answer = self.ask(&question, ANSWER_TIMEOUT)?;
        self.expect(&answer, "timed", trials as usize)
    }

    fn ask(&mut self, question: &str, limit: Duration) -> Result<String, HarnessError> {
        let sent = self
            .stdin
            .write_all(format!("{question}\n").as_bytes())
            .and_then(|()| self.stdin.flush());
        if let Err(error) = sent {
            return Err(self.fail(format!("it does not accept `{question}`: {error}")));
        }
        self.answer(limit)
    }

    fn answer(&mut self, limit: Duration) -> Result<String, HarnessError> {
        match self.lines.recv_timeout(limit) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(problem)) => Err(self.fail(problem)),
            Err(RecvTimeoutError::Timeout) => {
                Err(self.fail(format!("it gave no answer within {} s", limit.as_secs())))
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.fail("it ended".to_owned())),
        }
    }

    /// The times in an answer, in seconds. The answer has nanoseconds.
    fn expect(&mut self, answer: &str, word: &str, times: usize) -> Result<Vec<f64>, HarnessError> {
        let mut words = answer.split(' ');
        let fits = words.next() == Some(word);
        let numbers: Vec<f64> = words
            .filter_map(|word| word.parse::<u64>().ok())
            .map(|nanoseconds| nanoseconds as f64 * 1e-9)
            .collect();
        if fits && numbers.len() == times {
            Ok(numbers)
        } else {
            Err(self.fail(format!("it answered `{answer}`")))
        }
    }

    /// Kills the process and returns an error with what it wrote to standard error.
    fn fail(&mut self, problem: String) -> HarnessError {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let text = self.stderr.take().and_then(|thread| thread.join().ok());
        HarnessError::Jvm {
            problem,
            stderr: text
                .filter(|text| !text.is_empty())
                .unwrap_or_else(|| "nothing".to_owned()),
        }
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The error of a JVM that ended at once, if an option was the reason.
fn refused_options(error: HarnessError, jdk: &Jdk, mode: ExecutionMode) -> HarnessError {
    match error {
        HarnessError::Jvm { stderr, .. }
            if stderr.contains("VM option") || stderr.contains("Could not create the Java") =>
        {
            HarnessError::OptionsRefused {
                jdk: jdk.to_string(),
                mode,
                stderr,
            }
        }
        other => other,
    }
}

fn read_line(stdout: &mut impl BufRead) -> Result<String, String> {
    let mut line = Vec::new();
    let length = stdout
        .take(LONGEST_LINE)
        .read_until(b'\n', &mut line)
        .map_err(|error| error.to_string())?;
    if length == 0 {
        return Err("it ended".to_owned());
    }
    Ok(String::from_utf8_lossy(&line).trim_end().to_owned())
}

/// Pins this thread and the processes that it starts to one processor.
#[cfg(target_os = "linux")]
fn pin(cpu: Option<usize>) -> std::io::Result<()> {
    let Some(cpu) = cpu else { return Ok(()) };
    if cpu >= rustix::thread::CpuSet::MAX_CPU {
        return Err(std::io::Error::other(format!(
            "there is no processor {cpu}"
        )));
    }
    let mut set = rustix::thread::CpuSet::new();
    set.set(cpu);
    rustix::thread::sched_setaffinity(None, &set).map_err(std::io::Error::from)
}

#[cfg(not(target_os = "linux"))]
fn pin(cpu: Option<usize>) -> std::io::Result<()> {
    match cpu {
        None => Ok(()),
        Some(_) => Err(std::io::Error::other(
            "only Linux keeps a program on one processor",
        )),
    }
}
