//! The compiler for callers without an async runtime.

use std::path::Path;

use jdk::{Jdk, ServiceConfig};

use super::compiler::Compiler;
use super::error::CompileError;
use super::texts::Texts;
use crate::class_cache::ContentCache;
use crate::{CompiledFile, ProgressStep, WorkspaceEvent};
use problems::Problem;
use project_model::Project;

/// The result of compiling a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Compilation {
    /// Its files, sorted.
    pub files: Vec<CompiledFile>,
}

impl Compilation {
    /// The problems of all files.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.files.iter().flat_map(|file| &file.problems)
    }
}

/// Compiles a project and waits for it. `progress` gets the current step, and the number of finished files and of all files.
/// With a folder for classes, files that were compiled before are not compiled again. If that is true of all files, javac is
/// not started.
///
/// # Errors
///
/// [`CompileError`] if javac does not start, or if this is called from async code. Errors in the files are in the
/// [`Compilation`].
pub fn compile_blocking(
    project: &Project,
    jdk: Jdk,
    config: ServiceConfig,
    kept: Option<&Path>,
    progress: &mut (dyn FnMut(ProgressStep, usize, usize) + Send),
) -> Result<Compilation, CompileError> {
    let runtime = crate::runtime::open()?;
    let mut files = Vec::new();
    let compiled = runtime.block_on(async {
        let mut texts = Texts::read(project).await;
        let mut cache =
            kept.and_then(|folder| ContentCache::new(folder, &jdk, project, &texts.all()));
        if let Some(cache) = &mut cache {
            texts.take_known(cache.recall());
        }
        if texts.is_known() && cache.is_some() {
            files = texts.into_files();
            return Ok(());
        }
        let compiler = Compiler::start(jdk, config).await?;
        let mut collect = |event| match event {
            WorkspaceEvent::Compiled(file) => files.push(file),
            WorkspaceEvent::Progress { done, total, what } => progress(what, done, total),
            WorkspaceEvent::ServiceState(_)
            | WorkspaceEvent::Recalled { .. }
            | WorkspaceEvent::RecalledAll(_)
            | WorkspaceEvent::ProjectCompiled { .. }
            | WorkspaceEvent::ClassesLost
            | WorkspaceEvent::Gone(_) => {}
        };
        compiler.compile_texts(project, texts, &mut collect).await;
        if let Some(cache) = &cache {
            cache.keep(&files);
        }
        Ok::<_, CompileError>(())
    });
    // An archive for faster starts may still be being created; do not wait for it.
    runtime.shutdown_background();
    compiled?;
    files.sort_by(|left, right| left.file.cmp(&right.file));
    Ok(Compilation { files })
}
