//! `cargo xtask jars`: how much of real jars the analysis covers, and how long it takes.
//!
//! `list.tsv` names the packages, their versions and the digests of their jars. The jars are fetched into a cache folder. A
//! run continues where an earlier one with the same program and options ended.

mod dependencies;
pub(crate) mod fetch;
pub(crate) mod list;
pub(crate) mod measure;
mod options;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use xtask::process;

use list::Jar;

pub(crate) use options::Options;

/// The path of the list, relative to the root of the workspace.
const LIST: &str = "server/lab/src/jars/list.tsv";

/// Fetches what is missing, measures, and prints the table.
///
/// # Errors
/// If the list cannot be read, nothing can be fetched or the program cannot be built.
pub(crate) fn run(options: &Options) -> Result<()> {
    let cache = cache()?;
    if options.update_list {
        return fetch::update(&process::workspace_root().join(LIST), &cache);
    }
    let jars = fetched(&cache)?;
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

/// The jars to measure. A sample is evenly spread over their digests.
fn chosen<'j>(options: &Options, jars: &'j [Jar]) -> Vec<&'j Jar> {
    let is_wanted = |jar: &&Jar| {
        let text = options.only.as_deref().unwrap_or_default();
        jar.path.contains(text) || jar.package.contains(text)
    };
    let mut chosen: Vec<&Jar> = jars.iter().filter(is_wanted).collect();
    if let Some(sample) = options.sample {
        chosen = spread(chosen, sample as usize);
    }
    chosen
}

/// The jars of the list, after missing ones were fetched.
///
/// # Errors
/// If the list cannot be read or nothing can be fetched.
pub(crate) fn fetched(cache: &Path) -> Result<Vec<Jar>> {
    fetch::present(list::read(&process::workspace_root().join(LIST))?, cache)
}

/// So many of the jars, evenly spread over their digests.
pub(crate) fn spread(mut jars: Vec<&Jar>, wanted: usize) -> Vec<&Jar> {
    jars.sort_by(|one, two| one.digest.cmp(&two.digest));
    let all = jars.len();
    if wanted < all {
        jars = (0..wanted).map(|at| jars[at * all / wanted]).collect();
    }
    jars
}

/// The folder of the jars and the results.
pub(crate) fn cache() -> Result<PathBuf> {
    let home = std::env::var_os("XDG_CACHE_HOME").map_or_else(
        || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")),
        |cache| Some(PathBuf::from(cache)),
    );
    let cache = home.context("there is no home directory for a cache; set XDG_CACHE_HOME")?;
    Ok(cache.join("jouled-jars"))
}
