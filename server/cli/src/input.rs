//! What every command needs first: the model, a JDK, and compiled files.

mod command_input;
mod two_states;

pub(crate) use command_input::{CommandInput, Input, Inside, empty_folders, is_classes};
pub(crate) use two_states::{LeftOut, follow_each, follow_two, is_alike};

use crate::settings::Settings;
use anyhow::{Context, Result};
use compile::{BlockingCompiler, Compilation};
use files::Limits;
use ide::{Library, Model, Program, ProgramClass, ProgramCode, UnseenCode};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use jdk::{Environment, Jdk, ServiceConfig, find_jdk};
use libraries::{JdkLibrary, LibraryPath};
use model_registry::load_model;
use problems::{Problem, Severity};
use project_model::{DiscoverOptions, Project};
use project_settings::{Calls, FILE_NAME};
use source::SourceFile;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time limit of javac for one batch of a project. Nobody waits for a keystroke here, so a generated file of many megabytes
/// may take its time.
const TIME_LIMIT: Duration = Duration::from_mins(2);

/// The posterior, mapping and device of the settings, for code that uses their JDK.
pub(crate) fn model(settings: &Settings) -> Result<Model> {
    let model = model_of_any_jdk(settings)?;
    // Class files of a project can be read without a JDK.
    Ok(match jdk(settings) {
        Ok(jdk) => model.for_jdk(jdk.version.feature.into()),
        Err(_) => model,
    })
}

/// The same for code whose JDK is unknown.
pub(crate) fn model_of_any_jdk(settings: &Settings) -> Result<Model> {
    let all = &settings.all;
    let posterior = load_model(all.model.as_deref(), &Limits::default())?;
    if all.model.is_none() {
        mention_this_machine();
    }
    let device = posterior.device(&all.device)?;
    Ok(Model::new(Arc::new(posterior), all.mapping, device))
}

/// Tells a user who has chosen no model, once, that a command can measure this machine.
fn mention_this_machine() {
    let folder = jdk::cache_folder().ok();
    if let Some(hint) = folder.and_then(|folder| model_registry::take_first_run_hint(&folder.path))
    {
        crate::screen::print_message(format_args!("jouled: {hint}"));
    }
}

/// The JDK of the settings, or the one that is found.
pub(crate) fn jdk(settings: &Settings) -> Result<Jdk> {
    Ok(find_jdk(
        settings.all.java_home.as_deref(),
        &Environment::of_this_process(),
    )?)
}

/// The cache folder.
pub(crate) fn cache() -> Result<PathBuf> {
    let folder = jdk::cache_folder();
    let folder =
        folder.context("no folder is writable; set XDG_CACHE_HOME or TMPDIR to one that is");
    Ok(folder?.path)
}

/// The number of files around the paths that are compiled because calls may lead into them. More would delay the first answer about
/// a single file by minutes.
const MAX_CALLED_FILES: usize = 2_000;

/// Finds the sources below the paths, and what they are compiled against.
pub(crate) fn discover(settings: &Settings, paths: &[PathBuf]) -> Result<Project> {
    let options = DiscoverOptions {
        class_path: settings.all.class_path.clone(),
        exclude: settings.all.exclude.within(&settings.root),
        release: settings.all.release,
        cache: jdk::cache_folder_path(),
        ..DiscoverOptions::default()
    };
    Ok(Project::discover(paths, &options)?)
}

/// The paths that can be searched for Java code, and the others with the reasons why they cannot.
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

/// Finds and compiles the sources below the paths. A file with errors does not affect the others.
pub(crate) fn compile(
    compiler: &mut BlockingCompiler,
    settings: &Settings,
    paths: &[PathBuf],
) -> Result<(Project, Compilation, Jdk)> {
    let mut project = discover(settings, paths)?;
    if let Some(changed) = &settings.changed {
        project.keep_reached(changed);
    }
    let jdk = jdk(settings)?;
    check_release(settings, &jdk)?;
    let cache = cache()?;
    let bar = progress();
    let (called, unseen) = called_files(settings, &mut project);
    let mut compilation = compiler.compile_with(
        &project,
        &called,
        jdk.clone(),
        ServiceConfig {
            time_limit: TIME_LIMIT,
            ..ServiceConfig::new(cache.clone())
        },
        Some(&cache),
        &mut |step, done, total| {
            bar.set_length(total as u64);
            bar.set_position(done as u64);
            bar.set_message(format!("{step:?}"));
        },
    )?;
    compilation.unseen = unseen;
    bar.finish_and_clear();
    Ok((project, compilation, jdk))
}

/// The files around a project that are compiled because its calls may lead into them, sorted, and what further such files may
/// declare.
fn called_files(settings: &Settings, project: &mut Project) -> (Vec<PathBuf>, Option<UnseenCode>) {
    if settings.all.calls == Calls::None {
        return (Vec::new(), None);
    }
    let mut called: Vec<PathBuf> = compile::called_files(project).collect();
    let others = called.split_off(called.len().min(MAX_CALLED_FILES));
    called.sort();
    if others.is_empty() {
        return (called, None);
    }
    // It decides contracts: an override in a file that was not compiled may cost more.
    let message = format!(
        "the calls may reach {} files around these paths, of which {} were not compiled: their methods have no price, and neither have calls \
         that they may answer; name a folder that holds all of them",
        called.len() + others.len(),
        others.len()
    );
    let problem = Problem::new(Severity::Error, None, message);
    project.problems.push(problem);
    let unseen = compile::unseen_in(&others, &project.limits);
    (called, Some(unseen))
}

/// Rejects a release that the JDK's javac does not support, because javac's own message does not say that.
fn check_release(settings: &Settings, jdk: &Jdk) -> Result<()> {
    let newest = jdk.version.feature;
    // As in `javac --help` of each JDK.
    let oldest = match newest {
        20.. => 8,
        12..20 => 7,
        _ => 6,
    };
    if let Some(release) = settings.all.release
        && !(oldest..=newest).contains(&release)
    {
        anyhow::bail!(
            "`release` is {release}, and JDK {newest} compiles for {oldest} to {newest}; set another in {FILE_NAME}, or name another JDK \
             by `javaHome`"
        );
    }
    Ok(())
}

/// The code of compiled files and of those that they call.
pub(crate) fn program_code(compilation: &Compilation) -> ProgramCode {
    let mut code = ProgramCode::default();
    for file in compilation.files.iter().chain(&compilation.called) {
        let source = SourceFile::parse(Arc::clone(&file.text));
        code.classes.extend(file.program_classes(&source));
        let name = Arc::from(&*file.file.to_string_lossy());
        code.unseen.push((name, file.unseen(&source)));
    }
    // A file has a name.
    code.unseen
        .push((Arc::from(""), compilation.unseen.clone()));
    code
}

/// Follows the calls of classes into the JDK and these jars, if that is requested.
pub(crate) fn follow(
    calls: Calls,
    model: &Model,
    jdk: Option<&Jdk>,
    class_path: &[PathBuf],
    code: ProgramCode,
) -> Result<Option<Program>> {
    if calls == Calls::None || code.classes.is_empty() {
        return Ok(None);
    }
    let (library, problems) = called(calls, model, jdk, class_path, &code.classes)?;
    for problem in problems {
        crate::screen::print_message(format_args!("{problem}"));
    }
    Ok(Some(Program::new(model, code, library).0))
}

/// Libraries, and the problems with them.
type Called = (Option<Arc<dyn Library>>, Vec<Problem>);

/// The libraries into which the calls of classes are followed.
pub(crate) fn called(
    calls: Calls,
    model: &Model,
    jdk: Option<&Jdk>,
    class_path: &[PathBuf],
    classes: &[ProgramClass],
) -> Result<Called> {
    match (calls, jdk) {
        (Calls::All, Some(jdk)) => libraries(model, jdk, class_path, classes),
        _ => Ok((None, Vec::new())),
    }
}

/// The costs of the JDK's methods, from the cache or computed now.
pub(crate) fn library(model: &Model, jdk: &Jdk) -> Result<Arc<dyn Library>> {
    Ok(Arc::new(jdk_library(model, jdk)?.0))
}

/// The costs of the methods of the JDK, of those of its modules that the classes name, and of the jars, from the cache or
/// computed now.
fn libraries(
    model: &Model,
    jdk: &Jdk,
    class_path: &[PathBuf],
    classes: &[ProgramClass],
) -> Result<Called> {
    let (library, cache) = jdk_library(model, jdk)?;
    let classes = classes.iter().map(|class| &*class.bytes);
    let (path, problems) =
        LibraryPath::open_or_make(library, model, &cache, class_path, classes, &mut tell_start);
    Ok((Some(Arc::new(path)), problems))
}

/// Announces work that takes some time.
pub(crate) fn tell_start(library: &str) {
    crate::screen::print_message(format_args!(
        "pricing the methods of {library}; this happens once"
    ));
}

/// The costs of the JDK's methods, from the cache or computed now, and the cache folder.
pub(crate) fn jdk_library(model: &Model, jdk: &Jdk) -> Result<(JdkLibrary, PathBuf)> {
    let cache = cache()?;
    if let Some(library) = JdkLibrary::open(jdk, model, &cache)? {
        return Ok((library, cache));
    }
    crate::screen::print_message(format_args!(
        "pricing the methods of JDK {}; this happens once, and the result is kept in {}",
        jdk.version.full,
        cache.display()
    ));
    let library = JdkLibrary::open_or_make(jdk, model, &cache)?;
    Ok((library, cache))
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
