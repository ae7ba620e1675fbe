//! What every command needs first: the model, a JDK, compiled files.

use crate::settings::Settings;
use anyhow::{Context, Result};
use ide::Model;
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

/// The posterior, mapping and device that the settings name.
pub(crate) fn model(settings: &Settings) -> Result<Model> {
    let all = &settings.all;
    let posterior = load_model(all.model.as_deref(), &Limits::default())?;
    let device = posterior.device(&all.device)?;
    Ok(Model::new(Arc::new(posterior), all.mapping, device))
}

/// The JDK that the settings name, or the one that is found.
pub(crate) fn jdk(settings: &Settings) -> Result<Jdk> {
    Ok(find_jdk(
        settings.all.java_home.as_deref(),
        &Surroundings::of_this_process(),
    )?)
}

/// The paths that can be searched for Java code, and the others with why they cannot.
pub(crate) fn readable(paths: &[PathBuf]) -> (Vec<PathBuf>, Vec<(PathBuf, anyhow::Error)>) {
    let (mut found, mut unread) = (Vec::new(), Vec::new());
    for path in paths {
        match Project::check(path) {
            Ok(()) => found.push(path.clone()),
            Err(error) => unread.push((path.clone(), error.into())),
        }
    }
    (found, unread)
}

/// Finds the sources below the paths and compiles them; broken files cost only themselves.
pub(crate) fn compile(
    settings: &Settings,
    paths: &[PathBuf],
) -> Result<(Project, Compilation, Jdk)> {
    let project = Project::discover(
        paths,
        &DiscoverOptions {
            class_path: settings.all.class_path.clone(),
            exclude: settings.all.exclude.within(&settings.root),
            release: settings.all.release,
            ..DiscoverOptions::default()
        },
    )?;
    let jdk = jdk(settings)?;
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
