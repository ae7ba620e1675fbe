//! The progress bar of a campaign.

use std::time::Duration;

use escape::plain;
use harness::Step;
use indicatif::{ProgressBar, ProgressStyle};

/// How often the spinner moves.
const TICK: Duration = Duration::from_millis(100);

/// A bar with the remaining time, or a hidden one.
pub(crate) fn bar(total: u64, done: u64, quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style =
        ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed}, {eta} left {wide_msg}")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(total)
        .with_style(style)
        .with_position(done);
    bar.reset_eta();
    bar
}

/// A spinner for work of unknown length; hidden if `quiet`.
pub(crate) fn spinner(quiet: bool) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {elapsed}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner());
    let spinner = ProgressBar::new_spinner().with_style(style);
    spinner.enable_steady_tick(TICK);
    spinner
}

/// Updates the bar.
pub(crate) fn show(bar: &ProgressBar, step: Step<'_>) {
    match step {
        Step::Launched { launch } => bar.set_message(format!("launch {}", launch + 1)),
        Step::Tuned { program } => bar.set_message(plain(&format!("tuning {program}"))),
        Step::Sampled { program } => {
            bar.set_message(plain(program));
            bar.inc(1);
        }
    }
}
