//! The options of the benchmark.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde::Serialize;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The JDK that runs the programs, instead of the one that jouled finds
    #[arg(long)]
    pub(super) jdk: Option<PathBuf>,
    /// How much the kernels do: 100 is about half a minute of CPU time
    #[arg(long, default_value_t = 40)]
    pub(super) rounds: u32,
    /// How often each run is repeated
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) runs: u32,
    /// JoularJX's jar, which then measures the same kernels; beside it the jars that its manifest names
    #[arg(long, value_name = "JAR", conflicts_with = "program")]
    pub(super) joularjx: Option<PathBuf>,
    /// Measure only how much slower this program becomes, instead of the kernels
    #[arg(long, value_enum)]
    pub(super) program: Option<Program>,
    /// For --program: the CPU time of a plain run, without its start, in minutes
    #[arg(long, value_name = "N", default_value_t = 1.0, value_parser = minutes, requires = "program")]
    pub(super) minutes: f64,
    /// For --program javac: the folder of sources to compile
    #[arg(long, value_name = "FOLDER")]
    pub(super) sources: Option<PathBuf>,
    /// For --program jetty: the folder of the jars of Debian's libjetty9-java and libservlet-api-java
    #[arg(long, value_name = "FOLDER", default_value = "/usr/share/java")]
    pub(super) jars: PathBuf,
    /// The program to run, instead of a new release build
    #[arg(long)]
    pub(super) jouled: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

fn minutes(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    let number = number.filter(|number| (0.05..=600.0).contains(number));
    number.ok_or_else(|| String::from("write minutes from 0.05 to 600"))
}

/// A program that is profiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Program {
    /// javac compiles the files of --sources again and again
    Javac,
    /// A servlet in Jetty answers two clients on this machine
    Jetty,
    /// Two threads run the same methods
    Threads,
    /// A local Spark job groups, joins and sorts
    Spark,
    /// A suite of tests runs in the engine of Debian's junit5; each must be in the table of tests
    Junit,
    /// A program in Kotlin makes and sums orders; the lines of its source must be in the table of lines
    Kotlin,
}
