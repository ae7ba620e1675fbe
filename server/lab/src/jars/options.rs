//! What is typed after `cargo xtask jars`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Options {
    /// Measure so many of the jars, picked by their digests; all where this is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) sample: Option<u64>,
    /// Measure the jars whose path or package holds this text
    #[arg(long, value_name = "TEXT")]
    pub(super) only: Option<String>,
    /// How much CPU time one jar may take
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) limit: u64,
    /// How far calls are followed
    #[arg(long, default_value = "all", value_name = "all|project|none")]
    pub(super) calls: Calls,
    /// The other jars of its package stand on the class path of each jar
    #[arg(long)]
    pub(super) with_others: bool,
    /// The program to measure, in place of one that is built of this source
    #[arg(long, value_name = "FILE")]
    pub(super) jouled: Option<PathBuf>,
    /// Measure again what was measured before
    #[arg(long)]
    pub(super) anew: bool,
    /// Fetch the jars and measure nothing
    #[arg(long)]
    pub(super) fetch: bool,
    /// Write the list again, with the packages' present versions
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
