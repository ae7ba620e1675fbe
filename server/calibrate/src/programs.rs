//! Puts the programs of a suite into a campaign.

use campaign::Campaign;
use harness::Counter;
use harness::suite::Suite;
use jdk::{Jdk, Surroundings};

use crate::java;

/// Compiles and counts the programs, unless the campaign has them all.
pub(crate) fn store(
    campaign: &mut Campaign,
    suite: &Suite,
    jdk: &Jdk,
    quiet: bool,
) -> anyhow::Result<()> {
    if campaign.executed()?.len() >= suite.sources.len() {
        return Ok(());
    }
    if !quiet {
        crate::screen::tell(format_args!(
            "compiling and counting {} programs with {jdk}",
            suite.sources.len()
        ));
    }
    let cache_dir = java::cache_dir()?;
    let counter = Counter::beside(jdk, &cache_dir, &Surroundings::of_this_process())?;
    let build = harness::build(suite, jdk, &counter, &cache_dir)?;
    campaign.add_classes(&build.classes)?;
    campaign.add_programs(&build.programs)?;
    for (program, executed) in &build.executed {
        campaign.add_executed(program, executed)?;
    }
    Ok(())
}
