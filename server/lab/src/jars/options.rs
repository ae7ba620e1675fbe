//! The options of `cargo xtask jars`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Options {
    /// How many of the jars to measure, picked by their digests [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) sample: Option<u64>,
    /// Measure the jars whose path or package contains this text
    #[arg(long, value_name = "TEXT")]
    pub(super) only: Option<String>,
    /// How much CPU time one jar may use
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: u64,
    /// How far to follow calls
    #[arg(long, default_value = "all", value_name = "all|project|none")]
    pub(super) calls: Calls,
    /// Put the jars of its package, and of the packages of the list that this one depends on, recommends or suggests, on the class
    /// path of each jar. They are priced before, outside of the limit
    #[arg(long)]
    pub(super) with_others: bool,
    /// The program to measure, instead of one built from this source
    #[arg(long, value_name = "FILE")]
    pub(super) jouled: Option<PathBuf>,
    /// Repeat earlier measurements
    #[arg(long, alias = "anew")]
    pub(super) again: bool,
    /// Fetch the jars and measure nothing
    #[arg(long)]
    pub(super) fetch: bool,
    /// Write the list again, with the packages' current versions
    #[arg(long)]
    pub(super) update_list: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Calls {
    All,
    Project,
    None,
}

impl Calls {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Project => "project",
            Self::None => "none",
        }
    }
}
