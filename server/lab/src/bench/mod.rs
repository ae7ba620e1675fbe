//! `cargo xtask bench`: measures jouled itself.

mod advice;
mod device;
mod diff;
mod each;
mod edit;
mod fit;
mod fit_compiled;
mod incremental;
mod known;
mod portfolio;
mod predict;
mod profile;
mod projects;
mod report;
mod start;
mod transfer;
pub(crate) mod typical;
pub(crate) mod usage;

use anyhow::Result;

#[derive(clap::Subcommand, Debug)]
pub(crate) enum Command {
    /// What edits of each rule save: predicted, and measured by interpreting kernels before and after
    Advice(advice::Options),
    /// Price all of java.base, against only decoding it and against javap
    Report(report::Options),
    /// From a change of the device to new hints and a new ranking in a project of 1,000 files
    Device(device::Options),
    /// From an edit to new hints, against javac alone, on files of three sizes
    Edit(edit::Options),
    /// From the classes of an edit to new hints in a project of 1,000 classes, calls followed
    Incremental(incremental::Options),
    /// From the start of the server to the first hints in projects of 1,000 files
    Start(start::Options),
    /// `jouled diff` of a commit of a real repository, cold and warm, against javac on the same files twice
    Diff(diff::Options),
    /// `jouled report --each` over many real jars: time, memory, and whether a run that is killed gives the same table
    Each(each::Options),
    /// Effective samples a second of `calibrate fit`, against PyMC on the same measurements; or whether both agree on compiled code
    Fit(fit::Options),
    /// Pages about a made-up table: time, memory and size
    Portfolio(portfolio::Options),
    /// How far predictions of a model are off on hand-written programs that no fit has seen
    Predict(predict::Options),
    /// What `jouled profile` says about kernels with known shares, and how much slower it makes them
    Profile(profile::Options),
    /// Prices from another machine against cells of the published table that are left out
    Transfer(transfer::Options),
    /// Typical energies against counted runs of real programs, or against their bounds
    Typical(typical::Options),
}

/// Runs a benchmark.
///
/// # Errors
/// If something cannot be built or run.
pub(crate) fn run(command: &Command) -> Result<()> {
    match command {
        Command::Advice(options) => advice::run(options),
        Command::Report(options) => report::run(options),
        Command::Device(options) => device::run(options),
        Command::Edit(options) => edit::run(options),
        Command::Incremental(options) => incremental::run(options),
        Command::Start(options) => start::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Each(options) => each::run(options),
        Command::Fit(options) => fit::run(options),
        Command::Portfolio(options) => portfolio::run(options),
        Command::Predict(options) => predict::run(options),
        Command::Profile(options) => profile::run(options),
        Command::Transfer(options) => transfer::run(options),
        Command::Typical(options) => typical::run(options),
    }
}
