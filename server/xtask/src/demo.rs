//! `cargo xtask demo`: the quickest way to see what jouled does.

use anyhow::Result;

use crate::process;
use crate::tools::java;

const EXAMPLES: [&str; 2] = [
    "tests/fixtures/java/MatrixMultiplication.java",
    "tests/fixtures/java/Fibonacci.java",
];

/// Builds jouled and shows two programs with the energy of each line.
///
/// # Errors
/// When there is no JDK and none can be installed, or when the build or the program fails.
pub(crate) fn run() -> Result<()> {
    if let Some(jdk) = java::ensure()?.first() {
        println!("{jdk}");
    }
    let binaries = process::build(&["jouled"], true)?;
    let mut jouled = process::command(binaries.join("jouled"));
    process::run(jouled.arg("annotate").args(EXAMPLES))
}
