//! A resident javac with the classes of one project.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use jdk::{CompileRequest, JavacService, Jdk, ServiceConfig};
use source::SourceFile;
use tokio::sync::oneshot;

use super::batches::declaration_pieces;
use super::context;
use super::error::CompileError;
use super::lazy_compiler::LazyCompiler;
use super::refused_jars::RefusedJars;
use super::store::{ClassStore, Destination};
use super::unit::Unit;
use crate::compiled_file::CompiledFile;
use crate::off_thread::off_thread;
use crate::source_text;
use project_model::Project;

/// A resident javac with the classes that it has made so far.
///
/// Its classes lie in a private temporary folder until it is dropped, so that each further file is
/// compiled against classes and never against sources.
#[derive(Debug)]
pub struct Compiler {
    pub(super) service: LazyCompiler,
    /// The feature version of its JDK.
    pub(super) jdk: u16,
    pub(super) store: Arc<ClassStore>,
    pub(super) unreadable: RefusedJars,
}

impl Compiler {
    /// Starts the compiler.
    ///
    /// # Errors
    /// [`CompileError`] if javac does not start or there is no room for its classes.
    pub async fn start(jdk: Jdk, config: ServiceConfig) -> Result<Self, CompileError> {
        let store = Arc::new(ClassStore::new().map_err(CompileError::Store)?);
        let feature = jdk.version.feature;
        let service = JavacService::start(jdk, config).await?;
        Ok(Self {
            service: LazyCompiler::started(service),
            jdk: feature,
            store,
            unreadable: RefusedJars::default(),
        })
    }

    /// A compiler that starts in the background: its requests wait until then. The second result comes
    /// once it has started, or why it has not. Has to be called in a tokio runtime.
    ///
    /// # Errors
    /// [`CompileError::Store`] if there is no room for its classes.
    pub fn start_in_background(
        jdk: Jdk,
        config: ServiceConfig,
    ) -> Result<(Self, oneshot::Receiver<Result<(), CompileError>>), CompileError> {
        let store = Arc::new(ClassStore::new().map_err(CompileError::Store)?);
        let feature = jdk.version.feature;
        let (service, started) = LazyCompiler::start(jdk, config);
        let compiler = Self {
            service,
            jdk: feature,
            store,
            unreadable: RefusedJars::default(),
        };
        Ok((compiler, started))
    }

    /// A compiler for another project: it shares the process and has its own classes.
    ///
    /// # Errors
    /// [`CompileError::Store`] if there is no room for its classes.
    pub fn for_another_project(&self) -> Result<Self, CompileError> {
        let store = Arc::new(ClassStore::new().map_err(CompileError::Store)?);
        let service = self.service.clone();
        Ok(Self {
            service,
            jdk: self.jdk,
            store,
            unreadable: self.unreadable.clone(),
        })
    }

    /// Sees to the folder of the classes: where it was swept away there is a new one. True if so; then all files have to be
    /// compiled again.
    pub(crate) fn restore_folder(&self) -> bool {
        // What keeps a new folder from being made is told with the classes that cannot be kept.
        self.store.restore_folder().unwrap_or(false)
    }

    /// Why the compiler is out of order, if it is since the last request.
    pub(crate) fn failure(&self) -> Option<String> {
        self.service.failure()
    }

    /// Compiles the text of one buffer against the project's classes. Later buffers see its
    /// declarations.
    pub async fn compile_buffer(
        &self,
        project: &Project,
        file: &Path,
        version: i32,
        source: SourceFile,
    ) -> CompiledFile {
        let unit = Unit::parsed(file.to_path_buf(), source);
        CompiledFile {
            version: Some(version),
            ..self.compile_alone(project, unit).await
        }
    }

    /// Compiles the declarations of those files of the project that a text names, and of those that
    /// these name, so that the text compiles before the project does.
    pub async fn declare_needed(&self, project: &Project, file: &Path, text: impl Into<Arc<str>>) {
        let unit = Unit::new(file.to_path_buf(), text.into());
        let others = project.sources.iter().chain(&project.context);
        let others = others.filter(|source| *source != file);
        let (others, limits) = (others.cloned().collect::<Vec<_>>(), project.limits.clone());
        let needed = off_thread(move || context::needed(&[&unit], &others, &limits)).await;
        self.declare(project, needed.unwrap_or_default()).await;
    }

    /// Compiles declarations, those of a set after those that it sees.
    pub(super) async fn declare(&self, project: &Project, declarations: Vec<Unit>) {
        let mut by_set: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
        for unit in declarations {
            by_set
                .entry(project.set_of(unit.file()))
                .or_default()
                .push(unit);
        }
        for (set, units) in by_set {
            let units = self.not_built(project, set, units).await;
            for piece in declaration_pieces(units) {
                // What is wrong with a declaration is reported with its file.
                self.compile_units(project, set, piece, Destination::Declarations)
                    .await;
            }
        }
    }

    /// Compiles a file as it is on disk against the project's classes.
    pub async fn compile_saved(&self, project: &Project, file: &Path) -> CompiledFile {
        let (path, limits) = (file.to_path_buf(), project.limits.clone());
        let read = off_thread(move || source_text::read(&path, &limits)).await;
        let read = read.unwrap_or_else(|| Err("it could not be read".to_owned()));
        let unit = match read {
            Ok(text) => Unit::new(file.to_path_buf(), text),
            Err(message) => return Unit::failed(file.to_path_buf(), message).into_file(),
        };
        self.compile_alone(project, unit).await
    }

    async fn compile_alone(&self, project: &Project, unit: Unit) -> CompiledFile {
        let file = unit.file().clone();
        let set = project.set_of(&file);
        let compiled = self
            .compile_units(project, set, vec![unit], Destination::Classes)
            .await;
        let compiled = compiled.into_iter().next();
        // One unit goes in and one comes out.
        let unit = compiled.unwrap_or_else(|| Unit::new(file, Arc::from("")));
        unit.into_file()
    }

    /// Removes the classes of a file that is gone, so that others no longer compile against them.
    pub async fn forget(&self, file: &Path) {
        let (store, file) = (Arc::clone(&self.store), file.to_path_buf());
        // What cannot be removed is seen by other files until the project is compiled again.
        let _ = off_thread(move || store.put(&file, 0, Vec::new(), Destination::Classes)).await;
    }

    pub(super) fn request(&self, project: &Project, set: usize, units: &[Unit]) -> CompileRequest {
        let mut class_path = self.store.folders(&project.visible_from(set));
        class_path.extend(project.class_path_of(set).iter().cloned());
        self.unreadable.leave_out(&mut class_path);
        CompileRequest {
            sources: units.iter().map(Unit::source).collect(),
            class_path,
            release: project.release,
            language_level: project.language_level_of(set, self.jdk),
            keep_warm: true,
            ..CompileRequest::default()
        }
    }
}
