//! How close typical energies are to counted ones, and whether they are within their bounds.

mod bounds;
mod figures;
mod targets;

use std::fs;
use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::built_in_model;
use crate::frequencies::held_out;

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Check that at least ≤ typical ≤ worst in java.base of all JDKs, and in these jars, class folders and modules
    #[arg(long)]
    bounds: bool,
    /// Jars, class folders or modules such as `jrt:/java.xml`
    #[arg(requires = "bounds")]
    paths: Vec<String>,
    /// How many models to learn, each without some of the programs
    #[arg(long, default_value_t = 4)]
    folds: usize,
    /// Hold out only the programs of this fold, counted from 0; may be given several times
    #[arg(long)]
    fold: Vec<usize>,
    /// Estimate the JDK's methods like any others, instead of using what other programs counted of them
    #[arg(long)]
    without_profile: bool,
    /// Print this many of the methods with the largest errors
    #[arg(long, default_value_t = 0)]
    worst: usize,
    /// Write the predicted and the counted energy of each method as JSON
    #[arg(long)]
    save: Option<PathBuf>,
    /// Print the figures of a file written before, with intervals learned again
    #[arg(long, conflicts_with = "save")]
    saved: Option<PathBuf>,
}

/// Measures or checks.
///
/// # Errors
/// If something cannot be read, or is out of order.
pub(super) fn run(options: &Options) -> Result<()> {
    if options.bounds {
        return bounds::run(&built_in_model::load(), &options.paths);
    }
    let all = match &options.saved {
        Some(file) => held_out::with_intervals(serde_json::from_slice(&fs::read(file)?)?)?,
        None => held_out::measured(held_out::Folds {
            count: options.folds,
            only: &options.fold,
            has_profile: !options.without_profile,
        })?,
    };
    if let Some(file) = &options.save {
        fs::write(file, serde_json::to_vec(&all)?)?;
    }
    figures::print(&all.methods);
    targets::print(&all.calls);
    figures::print_worst(&all.methods, options.worst);
    Ok(())
}
