//! The compiler for callers without an async runtime.

use std::path::{Path, PathBuf};

use ide::UnseenCode;
use jdk::{JavacService, Jdk, ServiceConfig};
use tokio::runtime::Runtime;

use super::compiler::Compiler;
use super::error::CompileError;
use super::lazy_compiler::LazyCompiler;
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
    /// Files around the project that were compiled only because its calls may lead into them, sorted.
    pub called: Vec<CompiledFile>,
    /// What further files around it may declare that were not compiled.
    pub unseen: Option<UnseenCode>,
}

impl Compilation {
    /// The problems of the project's own files.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.files.iter().flat_map(|file| &file.problems)
    }
}

/// Compiles a project and waits for it: [`BlockingCompiler::compile`] for one project.
///
/// # Errors
///
/// Those of [`BlockingCompiler::compile`].
pub fn compile_blocking(
    project: &Project,
    jdk: Jdk,
    config: ServiceConfig,
    kept: Option<&Path>,
    progress: &mut (dyn FnMut(ProgressStep, usize, usize) + Send),
) -> Result<Compilation, CompileError> {
    BlockingCompiler::default().compile(project, jdk, config, kept, progress)
}

/// A javac that compiles one project after the other. They share its process, which starts when the first one needs it, but no
/// classes.
#[derive(Debug, Default)]
pub struct BlockingCompiler {
    /// `None` only before the first project and during drop.
    runtime: Option<Runtime>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    service: LazyCompiler,
    jdk: Jdk,
    config: ServiceConfig,
}

impl BlockingCompiler {
    /// [`Self::compile`] for a project with these files around it, which are sorted.
    ///
    /// # Errors
    ///
    /// Those of [`Self::compile`].
    pub fn compile_with(
        &mut self,
        project: &Project,
        called: &[PathBuf],
        jdk: Jdk,
        config: ServiceConfig,
        kept: Option<&Path>,
        progress: &mut (dyn FnMut(ProgressStep, usize, usize) + Send),
    ) -> Result<Compilation, CompileError> {
        let is_called = |file: &PathBuf| called.binary_search(file).is_ok();
        let mut all = project.clone();
        all.sources.extend(called.iter().cloned());
        all.sources.sort();
        all.context.retain(|file| !is_called(file));
        let compilation = self.compile(&all, jdk, config, kept, progress)?;
        let files = compilation.files.into_iter();
        let (called, files) = files.partition(|file| is_called(&file.file));
        Ok(Compilation {
            files,
            called,
            unseen: None,
        })
    }

    /// Compiles a project and waits for it. `progress` gets the current step, and the number of finished files and of all files.
    /// With a folder for classes, files that were compiled before are not compiled again. If that is true of all files, javac is
    /// not started.
    ///
    /// # Errors
    ///
    /// [`CompileError`] if javac does not start, or if this is called from async code. Errors in the files are in the
    /// [`Compilation`].
    pub fn compile(
        &mut self,
        project: &Project,
        jdk: Jdk,
        config: ServiceConfig,
        kept: Option<&Path>,
        progress: &mut (dyn FnMut(ProgressStep, usize, usize) + Send),
    ) -> Result<Compilation, CompileError> {
        let runtime = match self.runtime.take() {
            Some(runtime) => runtime,
            None => crate::runtime::open()?,
        };
        let runtime = self.runtime.insert(runtime);
        let running = &mut self.running;
        let mut files = Vec::new();
        runtime.block_on(async {
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
            let feature = jdk.version.feature;
            let alike = running
                .take()
                .filter(|running| running.jdk == jdk && running.config == config);
            let running = match alike {
                Some(alike) => running.insert(alike),
                None => running.insert(Running {
                    service: LazyCompiler::started(
                        JavacService::start(jdk.clone(), config.clone()).await?,
                    ),
                    jdk,
                    config,
                }),
            };
            let compiler = Compiler::sharing(running.service.clone(), feature)?;
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
        })?;
        files.sort_by(|left, right| left.file.cmp(&right.file));
        Ok(Compilation {
            files,
            called: Vec::new(),
            unseen: None,
        })
    }
}

impl Drop for BlockingCompiler {
    fn drop(&mut self) {
        // An archive for faster starts may still be being created; do not wait for it.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
