//! The arguments of `jouled top`.

use super::profile::interval;
use clap::Args;
use meters::Selector;
use std::path::PathBuf;
use std::time::Duration;

pub(super) const TOP_HELP: &str = "\
Keys: q quits · ←/→ or Tab switches between methods, threads and the rest · s sorts by
own code or with callees · / filters by name · ↑/↓ selects a row · Enter shows its
callers · p pauses

jouled loads an agent into the JVM that samples its stacks every 10 ms. A JVM of version
21 or newer prints a warning about that. The agent's thread ends when jouled ends.

Examples:
  jouled top                     # your only JVM, or a list of your JVMs
  jouled top 4711
  jouled top 4711 --batch --count 3
  jouled top 4711 --batch --out .jouled/live.jouled   # an editor shows it live";

/// Shows live where the energy of a running JVM goes.
#[derive(Debug, Args)]
pub(crate) struct Top {
    /// The process ID [default: your only running JVM; with several, jouled lists them]
    #[arg(value_name = "PID")]
    pub(crate) pid: Option<u32>,
    /// The meter [default: the most direct meter of this machine]
    #[arg(long, value_name = "METER")]
    pub(crate) meter: Option<Selector>,
    /// Show the methods of these packages or classes; the energy of all others is charged to the nearest caller in them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) package: Vec<String>,
    /// Print plain lines instead of a live table
    #[arg(long)]
    pub(crate) batch: bool,
    /// How many times --batch prints [default: until the JVM ends or you stop it]
    #[arg(long, value_name = "N", requires = "batch", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: Option<u32>,
    /// List your running JVMs with their process IDs
    #[arg(long, conflicts_with_all = ["pid", "batch"])]
    pub(crate) list: bool,
    /// With --batch, also write the measurements so far to this profile at each update; editors that have the project open
    /// show it live
    #[arg(long, value_name = "FILE", requires = "batch")]
    pub(crate) out: Option<PathBuf>,
    /// The time between two updates, such as 1s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = interval)]
    pub(crate) every: Duration,
    /// How many methods --batch prints
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) methods: usize,
}
