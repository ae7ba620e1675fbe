//! How accurate `jouled profile` is, and how much it slows programs down.

mod jetty;
mod joularjx;
mod kernels;
mod languages;
mod options;
mod programs;
mod runs;

use anyhow::{Context, Result};
use xtask::process;

use crate::java;
pub(crate) use options::Options;

/// Measures.
///
/// # Errors
/// If something cannot be built or run.
pub(crate) fn run(options: &Options) -> Result<()> {
    let java = match &options.jdk {
        Some(home) => home.join("bin").join("java"),
        None => java::ensure()?.first().context("there is no JDK")?.java(),
    };
    let jouled = match &options.jouled {
        Some(jouled) => jouled.clone(),
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    match options.program {
        Some(program) => programs::run(options, program, &jouled, &java),
        None => kernels::run(options, &jouled, &java),
    }
}
