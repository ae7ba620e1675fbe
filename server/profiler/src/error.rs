//! Why there is no profile.

use std::io;

use counts::CountError;
use meters::MeterError;
use run_file::RunFileError;

/// Why a program was not profiled, or why its profile cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ProfilerError {
    /// This system does not report the CPU time of threads.
    #[error(
        "profiling reads the CPU time of threads in /proc, which this system does not have: profile on Linux"
    )]
    NoProc,
    /// The program cannot be found or started.
    #[error("{program} cannot be started: {source}; check its name and your PATH")]
    Start {
        /// The program as the user typed it.
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// Waiting for the program failed.
    #[error("{program} could not be watched: {source}; run it again")]
    Watch {
        /// The program as the user typed it.
        program: String,
        /// The system's error.
        source: io::Error,
    },
    /// There is no such process.
    #[error("there is no process {pid}: `jouled top --list` lists the JVMs that run")]
    NoProcess {
        /// Its process ID.
        pid: u32,
    },
    /// The process belongs to another user.
    #[error("the process {pid} belongs to another user: attach as that user")]
    OtherUser {
        /// Its process ID.
        pid: u32,
    },
    /// The process is something else.
    #[error(
        "the process {pid} is not a JVM with HotSpot: `jouled top --list` lists those that run"
    )]
    NotJvm {
        /// Its process ID.
        pid: u32,
    },
    /// The JVM refuses the agent.
    #[error(
        "cannot attach to process {pid}: {answer}; it must be a JVM of JDK 17 or newer that allows attaching, and jouled's JDK needs the module jdk.jcmd"
    )]
    Refused {
        /// Its process ID.
        pid: u32,
        /// The answer of the JVM or of `jcmd`.
        answer: String,
    },
    /// The JVM loaded the agent, but the agent did not start.
    #[error(
        "the JVM {pid} took the agent but does not sample: another jouled may be profiling it, or its temporary files have no room; the JVM's standard error says which"
    )]
    NotSampled {
        /// Its process ID.
        pid: u32,
    },
    /// The agent cannot be built.
    #[error(transparent)]
    Agent(#[from] CountError),
    /// The meter does not work.
    #[error(transparent)]
    Meter(#[from] MeterError),
    /// There is no folder for the recordings of the program's JVMs.
    #[error(
        "the recordings of the program's virtual machines cannot be stored: {0}; set TMPDIR to a writable folder"
    )]
    Folder(#[source] io::Error),
    /// The file of the profile cannot be read or written.
    #[error(transparent)]
    File(#[from] RunFileError),
}
