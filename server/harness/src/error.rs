//! Errors in building and measuring programs.

use std::path::PathBuf;

use campaign::CampaignError;
use meters::MeterError;

use crate::execution_mode::ExecutionMode;

/// A campaign that cannot be started or continued. Recorded samples stay.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HarnessError {
    /// The compiler could not be run.
    #[error(transparent)]
    Javac(#[from] jdk::JavacError),
    /// The driver could not be built.
    #[error(transparent)]
    Driver(#[from] jdk::ProgramError),
    /// A program was not compiled.
    #[error(
        "the program {program} was not compiled by {jdk}: {problem}; use another JDK, or report this"
    )]
    NotCompiled {
        /// The program, or the file.
        program: String,
        /// The JDK.
        jdk: String,
        /// The compiler's message.
        problem: String,
    },
    /// The campaign's file has code that its programs' texts do not produce.
    #[error(
        "{}: the program {program} {problem}, and calibrate does not run code that only the campaign's file contains; use the command, \
         the JDK, the version of calibrate and the programs that started it, or another --out", path.display()
    )]
    OtherCode {
        /// The campaign's file.
        path: PathBuf,
        /// The program, or a class that all use.
        program: String,
        /// The difference.
        problem: &'static str,
    },
    /// A planned program cannot be run.
    #[error(
        "the campaign plans the program {program}, which it does not contain; continue one that `calibrate measure` began"
    )]
    NoCode {
        /// The program.
        program: String,
    },
    /// No JDK can count what the programs execute.
    #[error(
        "counting instructions needs a JDK of version {needed} or newer, and none was found; install one in addition to {measured}"
    )]
    NoCounter {
        /// The required version.
        needed: u16,
        /// The measured JDK.
        measured: String,
    },
    /// Counting failed.
    #[error(transparent)]
    Trace(#[from] trace::TraceError),
    /// Iterations of a program do not execute the same.
    #[error("the program {program} cannot be counted: {problem}; leave it out, or report this")]
    NotCounted {
        /// The program.
        program: String,
        /// The reason.
        problem: String,
    },
    /// The JVM ended, hung, or gave an invalid answer.
    #[error(
        "the measured JVM failed: {problem}; it printed: {stderr}; what was measured is kept, run the same command again"
    )]
    Jvm {
        /// What happened.
        problem: String,
        /// The end of its standard error.
        stderr: String,
    },
    /// The JVM does not know an option.
    #[error(
        "the JVM of {jdk} refuses the options of mode {mode} ({}): {stderr}; use a JDK with HotSpot, such as OpenJDK or Temurin, or \
         another --mode", mode.jvm_options().join(" ")
    )]
    OptionsRefused {
        /// The JDK.
        jdk: String,
        /// The requested mode.
        mode: ExecutionMode,
        /// The JVM's message.
        stderr: String,
    },
    /// Not even the empty loop is compiled.
    #[error(
        "the JVM of {jdk} did not compile the empty loop at tier {tier} in {seconds} s, only {compiled}: `java -version` says which \
         compilers a JVM has (a \"Server VM\" has C1 and C2); use another JDK or another --mode"
    )]
    NoCompiler {
        /// The JDK.
        jdk: String,
        /// The expected tier, in `HotSpot`'s numbering.
        tier: u8,
        /// The waiting time in seconds.
        seconds: u64,
        /// The tiers at which anything was compiled.
        compiled: String,
    },
    /// A file or folder for the classes cannot be written.
    #[error("{} cannot be written: {source}; free some space or give write permission", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The meter failed.
    #[error("{0}; what was measured is kept, run the same command again")]
    Meter(#[from] MeterError),
    /// The meter always gives the same value.
    #[error(
        "the meter gave exactly {watts} W for {count} samples one after the other, which no real sensor does; it \
         is stuck: check it, then run the same command again"
    )]
    Constant {
        /// The value.
        watts: f64,
        /// How often.
        count: usize,
    },
    /// The campaign's file.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
}
