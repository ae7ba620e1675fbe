//! What every command needs first: the model, the assumptions, a JDK, compiled files.

use crate::options::{Analysis, Options};
use anyhow::{Context, Result};
use ide::{Assumptions, Model};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jdk::{Jdk, ServiceConfig, Surroundings, default_cache_dir, find_jdk};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use workspace::{Compilation, DiscoverOptions, Limits, Project, compile_blocking, load_model};

/// How long javac may take for one piece of a project. Nobody waits for a keystroke here, so that a
/// generated file of many megabytes may take its time.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// The posterior, mapping and device that the options name.
pub(crate) fn model(options: &Options) -> Result<Model> {
    let posterior = load_model(options.model.as_deref(), &Limits::default())?;
    let device = posterior.device(&options.device)?;
    Ok(Model::new(Arc::new(posterior), options.mapping, device))
}

pub(crate) fn assumptions(analysis: &Analysis) -> Result<Assumptions> {
    let mut assumptions = Assumptions::default();
    for text in &analysis.assume {
        assumptions.parse(text)?;
    }
    Ok(assumptions)
}

/// The JDK that the options name, or the one that is found.
pub(crate) fn jdk(options: &Options) -> Result<Jdk> {
    Ok(find_jdk(
        options.java_home.as_deref(),
        &Surroundings::of_this_process(),
    )?)
}

/// Finds the sources below the paths and compiles them; broken files cost only themselves.
pub(crate) fn compile(
    options: &Options,
    analysis: &Analysis,
    paths: &[PathBuf],
) -> Result<(Project, Compilation, Jdk)> {
    let class_path = analysis
        .class_path
        .iter()
        .flat_map(|paths| std::env::split_paths(paths).collect::<Vec<_>>())
        .collect();
    let project = Project::discover(
        paths,
        &DiscoverOptions {
            class_path,
            ..DiscoverOptions::default()
        },
    )?;
    let jdk = jdk(options)?;
    let cache = default_cache_dir(&Surroundings::of_this_process())
        .context("there is no home directory for a cache; set XDG_CACHE_HOME")?;
    let bar = progress();
    let compilation = compile_blocking(
        &project,
        jdk.clone(),
        ServiceConfig {
            time_limit: TIME_LIMIT,
            ..ServiceConfig::new(cache)
        },
        &mut |step, done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("{step:?}"));
        },
    )?;
    bar.finish_and_clear();
    Ok((project, compilation, jdk))
}

/// A progress bar on standard error, drawn only on a terminal.
pub(crate) fn progress() -> ProgressBar {
    let target = if std::io::stderr().is_terminal() {
        ProgressDrawTarget::stderr()
    } else {
        ProgressDrawTarget::hidden()
    };
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len}");
    let bar = ProgressBar::with_draw_target(None, target);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
