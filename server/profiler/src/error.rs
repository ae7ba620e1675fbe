//! Why there is no profile.

use std::io;

use counts::CountError;
use meters::MeterError;
use run_file::RunFileError;

/// Why a program was not profiled, or its profile cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ProfilerError {
    /// This system does not tell the CPU time of threads.
    #[error(
        "profiling reads the CPU time of threads in /proc, which this system does not have: profile on Linux"
    )]
    NoProc,
    /// The program cannot be found or started.
    #[error("{program} cannot be started: {source}; check its name and your PATH")]
    Start {
        /// The program as it was typed.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// The program cannot be waited for.
    #[error("{program} could not be watched: {source}; run it again")]
    Watch {
        /// The program as it was typed.
        program: String,
        /// What the system says.
        source: io::Error,
    },
    /// There is no such process.
    #[error("there is no process {pid}: `jcmd` lists the virtual machines that run")]
    NoProcess {
        /// Its number.
        pid: u32,
    },
    /// It belongs to somebody else.
    #[error("the process {pid} belongs to another user: attach as that user")]
    OtherUser {
        /// Its number.
        pid: u32,
    },
    /// The virtual machine cannot be attached to.
    #[error(
        "cannot attach to process {pid}: {answer}; it must be a JVM of JDK 17 or newer that allows attaching, and jouled's JDK needs the module jdk.jcmd"
    )]
    Refused {
        /// Its number.
        pid: u32,
        /// What it, or `jcmd`, says.
        answer: String,
    },
    /// The virtual machine took the agent, which did not begin.
    #[error(
        "the JVM {pid} took the agent but does not sample: another jouled may be profiling it, or its temporary files have no room; the JVM's standard error says which"
    )]
    NotSampled {
        /// Its number.
        pid: u32,
    },
    /// The agent is not to be had.
    #[error(transparent)]
    Agent(#[from] CountError),
    /// The meter does not work.
    #[error(transparent)]
    Meter(#[from] MeterError),
    /// There is no folder for what the program's virtual machines write.
    #[error(
        "the recordings of the program's virtual machines cannot be stored: {0}; set TMPDIR to a writable folder"
    )]
    Folder(#[source] io::Error),
    /// The file of the profile does not work.
    #[error(transparent)]
    File(#[from] RunFileError),
}
