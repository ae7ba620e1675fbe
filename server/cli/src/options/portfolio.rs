//! The arguments of `jouled portfolio`.

use clap::Args;
use ide::Joules;
use std::path::PathBuf;

pub(super) const PORTFOLIO_HELP: &str = "\
The pages:
  index.html      services, ranked by the number of expensive methods in their own code
  libraries.html  libraries, and which services contain which version
  hotspots.html   the most expensive methods of all services, each counted once
  services/       a page for each service, with its methods
  libraries/      a page for each library, with its methods

The pages load nothing and need no server: open index.html in a browser, or copy
the folder to a web server. Everybody who can open them sees the names in the tables.

A typical energy is that of one call. No table says how often methods are called, so
the pages count and rank methods, but do not add their energies up. An unknown energy
is shown as –, never as 0.

Exit codes:
  0  all tables are in the site
  1  a table could not be read: its name is on the first page, and the site has
     the others. If no table can be read, nothing is written
  2  usage

Examples:
  jouled report --each services/ --out energy
  jouled portfolio energy --out site
  jouled portfolio team-a/energy team-b/rows.parquet --out site --floor 100uJ";

/// Makes static pages about many services.
#[derive(Debug, Args)]
pub(crate) struct Portfolio {
    /// Tables (.parquet, .csv, .ndjson), folders with tables, or folders of `jouled report --each`, which also say what was not analysed
    #[arg(required = true, value_name = "ROWS")]
    pub(crate) tables: Vec<PathBuf>,
    /// The folder for the pages; an earlier site in it is replaced, and a folder with anything else is refused
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// A method counts as expensive from this typical energy of a call, such as 100uJ or 2mJ
    #[arg(long, value_name = "ENERGY", default_value = "1 mJ", value_parser = energy)]
    pub(crate) floor: Joules,
    /// The maximum number of methods in a table: the most expensive ones
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) methods: u32,
}

fn energy(text: &str) -> Result<Joules, String> {
    Joules::parse(text)
        .ok_or_else(|| String::from("write a number with a unit, such as 100uJ or 2mJ"))
}
