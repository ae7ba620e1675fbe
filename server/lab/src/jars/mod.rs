//! `cargo xtask jars`: how far the analysis reaches on real jars, and what it takes.
//!
//! `list.tsv` names the packages, their versions and the digests of their jars; the jars themselves are fetched into a cache
//! folder. A run goes on where an earlier one with the same program and options ended.

pub(crate) mod fetch;
pub(crate) mod list;
mod measure;
mod table;

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use xtask::process;

use list::Jar;

/// Where the list lies, seen from the root of the workspace.
const LIST: &str = "server/lab/src/jars/list.tsv";

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct Options {
    /// Measure so many of the jars, picked by their digests; all where this is left out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    sample: Option<u64>,
    /// Measure the jars whose path or package holds this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// How much CPU time one jar may take
    #[arg(long, default_value_t = 120, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// How far calls are followed
    #[arg(long, default_value = "all", value_name = "all|project|none")]
    calls: Calls,
    /// The other jars of its package stand on the class path of each jar
    #[arg(long)]
    with_others: bool,
    /// The program to measure, in place of one that is built of this source
    #[arg(long, value_name = "FILE")]
    jouled: Option<PathBuf>,
    /// Measure again what was measured before
    #[arg(long)]
    anew: bool,
    /// Fetch the jars and measure nothing
    #[arg(long)]
    fetch: bool,
    /// Write the list anew, with the packages' present versions
    #[arg(long)]
    update_list: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Calls {
    All,
    Project,
    None,
}

impl Calls {
    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Project => "project",
            Self::None => "none",
        }
    }
}

/// Fetches what is missing, measures, and prints the table.
///
/// # Errors
/// When the list cannot be read, nothing can be fetched or the program cannot be built.
pub(crate) fn run(options: &Options) -> Result<()> {
    let list = process::workspace_root().join(LIST);
    let cache = cache()?;
    if options.update_list {
        return fetch::update(&list, &cache);
    }
    let jars = list::read(&list)?;
    let jars = fetch::present(jars, &cache)?;
    let chosen = chosen(options, &jars);
    println!("{} jars in {}", jars.len(), cache.display());
    if options.fetch {
        return Ok(());
    }
    let jouled = match &options.jouled {
        Some(jouled) => jouled
            .canonicalize()
            .with_context(|| format!("could not find {}", jouled.display()))?,
        None => process::build(&["jouled"], true)?.join("jouled"),
    };
    let results = measure::all(options, &jouled, &cache, &jars, &chosen)?;
    table::print(&results, options.limit);
    Ok(())
}

/// The jars that are measured: evenly spread over their digests where it is a sample.
fn chosen<'j>(options: &Options, jars: &'j [Jar]) -> Vec<&'j Jar> {
    let is_wanted = |jar: &&Jar| {
        let text = options.only.as_deref().unwrap_or_default();
        jar.path.contains(text) || jar.package.contains(text)
    };
    let mut chosen: Vec<&Jar> = jars.iter().filter(is_wanted).collect();
    if let Some(sample) = options.sample {
        chosen.sort_by(|one, two| one.digest.cmp(&two.digest));
        let (all, wanted) = (chosen.len(), sample as usize);
        if wanted < all {
            chosen = (0..wanted).map(|at| chosen[at * all / wanted]).collect();
        }
    }
    chosen
}

/// The folder that the jars and the results are kept in.
pub(crate) fn cache() -> Result<PathBuf> {
    let home = std::env::var_os("XDG_CACHE_HOME").map_or_else(
        || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")),
        |cache| Some(PathBuf::from(cache)),
    );
    let cache = home.context("there is no home directory for a cache; set XDG_CACHE_HOME")?;
    Ok(cache.join("jouled-jars"))
}
