//! What a user can type behind `jouled top`.

use super::profile::interval;
use clap::Args;
use meters::Selector;
use std::time::Duration;

pub(super) const TOP_HELP: &str = "\
Keys: q ends · ←/→ or Tab methods, threads, what else uses energy · s sorts by own code or with calls · / filters by name ·
↑/↓ chooses a row · Enter shows who calls it · p pauses

The JVM loads an agent that looks at its stacks every 10 ms; a JVM from 21 on prints a warning of that. The agent's thread ends with
jouled.

Examples:
  jouled top                     # lists the JVMs that run
  jouled top 4711
  jouled top 4711 --batch --count 3";

/// Where the energy of a running JVM goes, as it goes on.
#[derive(Debug, Args)]
pub(crate) struct Top {
    /// The process; without it, the only JVM of yours that runs, or a list of them
    #[arg(value_name = "PID")]
    pub(crate) pid: Option<u32>,
    /// What measures the energy; by default the best meter of this machine
    #[arg(long, value_name = "METER")]
    pub(crate) meter: Option<Selector>,
    /// Print plain lines instead of a live table
    #[arg(long)]
    pub(crate) batch: bool,
    /// How often plain lines are printed; without it, until the JVM or you end it
    #[arg(long, value_name = "N", requires = "batch", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) count: Option<u32>,
    /// How long to wait between two looks, such as 1s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = interval)]
    pub(crate) every: Duration,
    /// How many methods plain lines show
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) methods: usize,
}
