//! `cargo xtask recovery`: whether the intervals of fits cover a known true value as often as they claim.

use anyhow::Result;
use clap::Args;
use xtask::process;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// How many campaigns of the paper's size to simulate and fit. A campaign misses many levels or none, so the coverage
    /// of the levels is known to about two points after 20 campaigns and to one point after 60
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=1000))]
    seeds: u32,
}

/// Runs the test of many campaigns and prints its counts.
///
/// # Errors
/// If a fit does not pass its diagnostics or the coverage is not between 92% and 98%.
pub(crate) fn run(options: &Options) -> Result<()> {
    process::run(
        process::cargo()
            .env("RECOVERY_SEEDS", options.seeds.to_string())
            .args([
                "test",
                "--quiet",
                "--package",
                "calibrate",
                "--test",
                "calibrate",
                "--",
            ])
            .args(["of_many_campaigns", "--ignored", "--nocapture"]),
    )
}
