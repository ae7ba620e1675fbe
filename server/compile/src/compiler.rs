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

/// A resident javac with the classes that it has produced so far.
///
/// The classes are in a private temporary folder until this is dropped. Each further file is compiled against these classes and
/// never against sources.
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
    /// [`CompileError`] if javac does not start, or there is no space for its classes.
    pub async fn start(jdk: Jdk, config: ServiceConfig) -> Result<Self, CompileError> {
        let feature = jdk.version.feature;
        let service = JavacService::start(jdk, config).await?;
        Self::sharing(LazyCompiler::started(service), feature)
    }

    /// A compiler for a project of its own, with a javac of this feature version that others may use as well.
    ///
    /// # Errors
    /// [`CompileError::Store`] if there is no space for its classes.
    pub(super) fn sharing(service: LazyCompiler, jdk: u16) -> Result<Self, CompileError> {
        let store = Arc::new(ClassStore::new().map_err(CompileError::Store)?);
        Ok(Self {
            service,
            jdk,
            store,
            unreadable: RefusedJars::default(),
        })
    }

    /// Starts a compiler in the background. Its requests wait until it has started. The second result arrives once it has
    /// started, or says why it has not. Must be called in a tokio runtime.
    ///
    /// # Errors
    ///
    /// [`CompileError::Store`] if there is no space for its classes.
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

    /// A compiler for another project. It shares the process but has its own classes.
    ///
    /// # Errors
    ///
    /// [`CompileError::Store`] if there is no space for its classes.
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

    /// Creates the folder of the classes again if it was deleted. Returns true if so: then all files must be compiled again.
    pub(crate) fn restore_folder(&self) -> bool {
        // If no folder can be created, storing classes reports the reason.
        self.store.restore_folder().unwrap_or(false)
    }

    /// Why the compiler does not work, if that is so since the last request.
    pub(crate) fn failure(&self) -> Option<String> {
        self.service.failure()
    }

    /// Compiles the text of a buffer against the project's classes. Later buffers see its declarations.
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

    /// Compiles the declarations of the project's files that a text names, and of those that these name, so that the text can
    /// be compiled before the project.
    pub async fn declare_needed(&self, project: &Project, file: &Path, text: impl Into<Arc<str>>) {
        let unit = Unit::new(file.to_path_buf(), text.into());
        let others = project.sources.iter().chain(&project.context);
        let others = others.filter(|source| *source != file);
        let (others, limits) = (others.cloned().collect::<Vec<_>>(), project.limits.clone());
        let needed = off_thread(move || context::needed(&[&unit], &others, &limits)).await;
        self.declare(project, needed.unwrap_or_default()).await;
    }

    /// Compiles declarations, set by set: each set follows those that it can use.
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
                // Errors in a declaration are reported with its file.
                self.compile_units(project, set, piece, Destination::Declarations)
                    .await;
            }
        }
    }

    /// Compiles a file on disk against the project's classes.
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
        // One unit in, one unit out.
        let unit = compiled.unwrap_or_else(|| Unit::new(file, Arc::from("")));
        unit.into_file()
    }

    /// Removes the classes of a deleted file, so that no other file is compiled against them.
    pub async fn forget(&self, file: &Path) {
        let (store, file) = (Arc::clone(&self.store), file.to_path_buf());
        // Other files see what cannot be removed until the project is compiled again.
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
