//! The archives from which javac starts faster, created before the tests, which start javac hundreds of times.

use anyhow::{Context, Result};
use jdk::{
    ArchiveCreation, BlockingJavac, Environment, ServiceConfig, cache_folder_path, find_jdks,
};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// More cache folders of jouled to create them in, besides this user's; existing archives stay
    folders: Vec<PathBuf>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let own = cache_folder_path();
    for jdk in find_jdks(None, &Environment::of_this_process()).jdks {
        for folder in options.folders.iter().chain(&own) {
            let config = ServiceConfig {
                archive: ArchiveCreation::BeforeStart,
                ..ServiceConfig::new(folder)
            };
            BlockingJavac::start(jdk.clone(), config)
                .with_context(|| format!("javac of {jdk} does not start"))?;
        }
    }
    Ok(())
}
