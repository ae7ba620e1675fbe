//! Compiles a suite's programs and puts them into a campaign.

use anyhow::bail;
use calibrate::java;
use campaign::Campaign;
use harness::suite::Suite;
use harness::{Build, Counter};
use jdk::{Environment, Jdk};

/// The empty loop and the programs whose names contain a text; all where there is none.
///
/// # Errors
/// When no name contains it.
pub(crate) fn only(mut suite: Suite, text: Option<&str>) -> anyhow::Result<Suite> {
    if let Some(text) = text {
        suite.retain(text);
        if suite.sources.len() < 2 {
            bail!("no program has `{text}` in its name; try for example --only addition");
        }
    }
    Ok(suite)
}

/// Compiles the programs, even if the campaign already has them, because the contents of its file never run. Counts them and adds
/// them, unless the campaign has all of them.
pub(crate) fn prepare(
    campaign: &mut Campaign,
    suite: &Suite,
    jdk: &Jdk,
    quiet: bool,
) -> anyhow::Result<Build> {
    let say = |doing: &str| {
        if !quiet {
            crate::screen::print_message(format_args!(
                "{doing} {} programs with {jdk}",
                suite.sources.len()
            ));
        }
    };
    let cache_dir = java::cache_dir()?;
    if campaign.executed()?.len() >= suite.sources.len() {
        say("compiling");
        let build = harness::build(suite, jdk, &cache_dir)?;
        build.check_same(campaign)?;
        return Ok(build);
    }
    say("compiling and counting");
    let counter = Counter::beside(jdk, &cache_dir, &Environment::of_this_process())?;
    let build = harness::build(suite, jdk, &cache_dir)?;
    campaign.add_classes(&build.classes)?;
    campaign.add_programs(&build.programs)?;
    build.check_same(campaign)?;
    for (program, counted) in &build.count(suite, &counter)? {
        campaign.add_executed(program, &counted.executed)?;
        campaign.add_effects(program, counted.effects)?;
    }
    Ok(build)
}
