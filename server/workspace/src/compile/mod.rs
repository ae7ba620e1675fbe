//! Java files to classes, as many as compile.

mod blocking;
mod built;
mod context;
mod lazy_compiler;
mod project;
mod reduction;
mod refused_jars;
mod store;
mod stubs;

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::{OmittedLines, UnresolvedNames};
use jdk::{CompileRequest, JavacError, JavacService, Jdk, ServiceConfig};
use source::{Omitted, OmittedKind, SourceFile};
use tokio::sync::oneshot;

use crate::{Problem, Project, Severity};
use lazy_compiler::LazyCompiler;
use reduction::Unit;
use refused_jars::RefusedJars;
use store::ClassStore;

pub use blocking::{Compilation, compile_blocking};
pub(crate) use project::{holds_no_code, read as read_source};

/// A compiled class.
#[derive(Clone, PartialEq, Eq)]
pub struct ClassBytes {
    /// Its binary name with slashes.
    pub binary_name: String,
    /// The class file.
    pub bytes: Arc<[u8]>,
}

impl fmt::Debug for ClassBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "ClassBytes({}, {} bytes)",
            self.binary_name,
            self.bytes.len()
        )
    }
}

/// How much of a file became classes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Completeness {
    /// All of it.
    Complete,
    /// All but what [`CompiledFile::omitted`] lists.
    Partial,
    /// Nothing.
    Failed,
}

/// What became of one version of a Java file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledFile {
    /// The file.
    pub file: PathBuf,
    /// The version of the editor's buffer, `None` for the file on disk.
    pub version: Option<i32>,
    /// The text that was compiled.
    pub text: Arc<str>,
    /// Its classes, in the order in which javac made them. Their line tables are those of the
    /// text; the bodies of omitted code only throw and must not be priced.
    pub classes: Vec<ClassBytes>,
    /// What javac has against it, and other reasons why something is missing.
    pub problems: Vec<Problem>,
    /// The code that was taken out so that the rest compiles.
    pub omitted: Vec<Omitted>,
    /// What only compiles because something stands in for what is not there.
    pub unknown: UnresolvedNames,
    /// Whether anything is missing.
    pub completeness: Completeness,
    /// Whether the classes are those that the build has made, since javac alone does not make them.
    pub is_from_build: bool,
}

impl CompiledFile {
    /// The first package that javac misses: something that the text needs is not in the project and not on its class path.
    pub fn missing_package(&self) -> Option<&str> {
        // javac's messages are asked for in English.
        self.problems.iter().find_map(|problem| {
            let rest = problem.message.strip_prefix("package ")?;
            rest.split_once(" does not exist").map(|(name, _)| name)
        })
    }

    /// The lines without code that the text has there.
    pub fn lines_left_out(&self) -> Vec<RangeInclusive<u32>> {
        let left_out = self.left_out().into_iter();
        left_out.map(|part| part.lines).collect()
    }

    /// The lines that were taken out, each with the first error in them.
    pub fn left_out(&self) -> Vec<OmittedLines> {
        let reason = |omitted: &Omitted| {
            let inside = |problem: &&Problem| {
                problem.severity == Severity::Error
                    && problem
                        .line
                        .is_some_and(|line| omitted.lines.contains(&line))
            };
            let first = self.problems.iter().find(inside)?;
            Some(first.message.clone())
        };
        // Without an annotation or an import there is as much code as before.
        let code = self.omitted.iter().filter(|omitted| {
            matches!(
                omitted.kind,
                OmittedKind::Body | OmittedKind::FieldValue | OmittedKind::Member
            )
        });
        let left_out = code.map(|omitted| OmittedLines {
            lines: omitted.lines.clone(),
            reason: reason(omitted),
        });
        left_out.collect()
    }
}

/// What is being done for a project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ProgressStep {
    /// Reading files.
    Reading,
    /// Compiling the declarations that files see of each other.
    Declarations,
    /// Compiling the files.
    Compiling,
}

impl fmt::Display for ProgressStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading files",
            Self::Declarations => "compiling declarations",
            Self::Compiling => "compiling",
        })
    }
}

/// Why nothing can be compiled at all.
#[derive(Debug, thiserror::Error)]
pub enum CompileError {
    /// The compiler does not start.
    #[error(transparent)]
    Service(#[from] JavacError),
    /// There is no folder for compiled classes.
    #[error(
        "no temporary folder for compiled classes could be made: {0}; set TMPDIR to one that is writable"
    )]
    Store(io::Error),
}

/// A resident javac with the classes that it has made so far.
///
/// Its classes lie in a private temporary folder until it is dropped, so that each further file is
/// compiled against classes and never against sources.
#[derive(Debug)]
pub struct Compiler {
    service: LazyCompiler,
    /// The feature version of its JDK.
    jdk: u16,
    store: Arc<ClassStore>,
    unreadable: RefusedJars,
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

    /// A compiler that starts in the background: what it is asked for waits. The second result comes
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

    /// A compiler for another project: the process is shared, the classes are kept apart.
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
        let compiled = self
            .compile_units(
                project,
                project.set_of(file),
                vec![unit],
                Destination::Classes,
            )
            .await;
        let compiled = compiled.into_iter().next();
        // One unit goes in and one comes out.
        let unit = compiled.unwrap_or_else(|| Unit::new(file.to_path_buf(), Arc::from("")));
        CompiledFile {
            version: Some(version),
            ..unit.into_file()
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
    async fn declare(&self, project: &Project, declarations: Vec<Unit>) {
        let mut by_set: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
        for unit in declarations {
            by_set
                .entry(project.set_of(unit.file()))
                .or_default()
                .push(unit);
        }
        for (set, units) in by_set {
            let units = self.not_built(project, set, units).await;
            for piece in project::declaration_pieces(units) {
                // What is wrong with a declaration is reported with its file.
                self.compile_units(project, set, piece, Destination::Declarations)
                    .await;
            }
        }
    }

    /// Compiles a file as it is on disk against the project's classes.
    pub async fn compile_saved(&self, project: &Project, file: &Path) -> CompiledFile {
        let (path, limits) = (file.to_path_buf(), project.limits.clone());
        let read = off_thread(move || project::read(&path, &limits)).await;
        let read = read.unwrap_or_else(|| Err("it could not be read".to_owned()));
        let unit = match read {
            Ok(text) => Unit::new(file.to_path_buf(), text),
            Err(message) => return Unit::failed(file.to_path_buf(), message).into_file(),
        };
        let compiled = self
            .compile_units(
                project,
                project.set_of(file),
                vec![unit],
                Destination::Classes,
            )
            .await;
        let compiled = compiled.into_iter().next();
        // One unit goes in and one comes out.
        let unit = compiled.unwrap_or_else(|| Unit::new(file.to_path_buf(), Arc::from("")));
        unit.into_file()
    }

    /// Removes the classes of a file that is gone, so that others no longer compile against them.
    pub async fn forget(&self, file: &Path) {
        let (store, file) = (Arc::clone(&self.store), file.to_path_buf());
        // What cannot be removed is seen by other files until the project is compiled anew.
        let _ = off_thread(move || store.put(&file, 0, Vec::new(), Destination::Classes)).await;
    }

    fn request(&self, project: &Project, set: usize, units: &[Unit]) -> CompileRequest {
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

/// Where classes are put for other files to see.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Destination {
    /// Beside the project's other classes.
    Classes,
    /// Behind them: they have declarations only.
    Declarations,
}

/// Runs work that would hold up an async thread. `None` if it panicked or the runtime is shutting
/// down.
pub(crate) async fn off_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<T> {
    tokio::task::spawn_blocking(work).await.ok()
}
