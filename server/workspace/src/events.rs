//! A project that is worked on while an editor goes on.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;

use crate::{CompileError, CompiledFile, Compiler, ProgressStep, Project, Toolchain};

/// What happened in a workspace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkspaceEvent {
    /// A version of a file was compiled, or could not be.
    Compiled(CompiledFile),
    /// Work on the project goes on.
    Progress {
        /// Files that are done.
        done: usize,
        /// Files of the project.
        total: usize,
        /// What is being done.
        what: ProgressStep,
    },
    /// A file is not there any more; neither are its classes.
    Gone(PathBuf),
    /// All files of the project were compiled, as far as they can be.
    ProjectCompiled,
    /// The compiler starts or stops.
    ServiceState(ServiceState),
}

/// The state of the compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServiceState {
    /// It starts.
    Starting,
    /// It takes requests.
    Ready,
    /// It does not start; nothing can be compiled.
    Failed {
        /// Why, and what to do about it.
        message: String,
    },
}

/// An open project. Calls return at once and results arrive as events. What is still to be compiled when
/// it is dropped is given up.
#[derive(Debug)]
pub struct Workspace {
    project: Arc<Project>,
    compiler: Arc<Compiler>,
    events: UnboundedSender<WorkspaceEvent>,
    /// The newest job of each buffer.
    buffers: Mutex<HashMap<PathBuf, AbortHandle>>,
    /// The jobs for files on disk.
    others: Mutex<Vec<AbortHandle>>,
}

impl Drop for Workspace {
    fn drop(&mut self) {
        let buffers = self
            .buffers
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        let others = self
            .others
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        for job in buffers.values().chain(others.iter()) {
            job.abort();
        }
    }
}

impl Workspace {
    /// Starts the compiler of a project. Has to be called in a tokio runtime, which its jobs
    /// then run in.
    ///
    /// # Errors
    /// [`CompileError`], which is also sent as [`ServiceState::Failed`].
    pub async fn start(
        project: Project,
        toolchain: Toolchain,
        events: UnboundedSender<WorkspaceEvent>,
    ) -> Result<Self, CompileError> {
        send(
            &events,
            WorkspaceEvent::ServiceState(ServiceState::Starting),
        );
        let started = Compiler::start(toolchain.jdk, toolchain.service).await;
        let state = match &started {
            Ok(_) => ServiceState::Ready,
            Err(error) => ServiceState::Failed {
                message: error.to_string(),
            },
        };
        send(&events, WorkspaceEvent::ServiceState(state));
        Ok(Self::new(project, started?, events))
    }

    /// Opens another project with the same compiler process.
    ///
    /// # Errors
    /// [`CompileError`] if there is no room for its classes.
    pub fn beside(
        &self,
        project: Project,
        events: UnboundedSender<WorkspaceEvent>,
    ) -> Result<Self, CompileError> {
        let compiler = self.compiler.for_another_project()?;
        Ok(Self::new(project, compiler, events))
    }

    fn new(project: Project, compiler: Compiler, events: UnboundedSender<WorkspaceEvent>) -> Self {
        Self {
            project: Arc::new(project),
            compiler: Arc::new(compiler),
            events,
            buffers: Mutex::default(),
            others: Mutex::default(),
        }
    }

    /// The project.
    pub fn project(&self) -> &Arc<Project> {
        &self.project
    }

    /// Compiles all files of the project as they are on disk.
    pub fn compile_project(&self) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let events = self.events.clone();
        let job = tokio::spawn(async move {
            let mut emit = |event| send(&events, event);
            compiler.compile_project(&project, &mut emit).await;
            emit(WorkspaceEvent::ProjectCompiled);
        });
        self.remember(job.abort_handle());
    }

    /// Compiles files as they are on disk, one after the other, and forgets those that are gone.
    pub fn compile_saved(&self, files: Vec<PathBuf>) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let events = self.events.clone();
        let job = tokio::spawn(async move {
            for file in files {
                // A file that cannot be looked at is compiled, which says why.
                if !tokio::fs::try_exists(&file).await.unwrap_or(true) {
                    compiler.forget(&file).await;
                    send(&events, WorkspaceEvent::Gone(file));
                    continue;
                }
                let compiled = compiler.compile_saved(&project, &file).await;
                send(&events, WorkspaceEvent::Compiled(compiled));
            }
        });
        self.remember(job.abort_handle());
    }

    fn remember(&self, job: AbortHandle) {
        // A panic elsewhere leaves the list whole.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.retain(|job| !job.is_finished());
        others.push(job);
    }

    /// Compiles a version of a buffer. A job for an older version of the same file that has not
    /// finished is given up: no event comes of it.
    pub fn compile_buffer(&self, file: &Path, version: i32, text: impl Into<Arc<str>>) {
        self.compile(file, version, text.into(), false);
    }

    /// The same before the project has been compiled: what the text needs of it comes first.
    pub fn compile_early_buffer(&self, file: &Path, version: i32, text: impl Into<Arc<str>>) {
        self.compile(file, version, text.into(), true);
    }

    fn compile(&self, file: &Path, version: i32, text: Arc<str>, is_early: bool) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let (events, path) = (self.events.clone(), file.to_path_buf());
        let job = tokio::spawn(async move {
            if is_early {
                let text = Arc::clone(&text);
                compiler.declare_needed(&project, &path, text).await;
            }
            let compiled = compiler
                .compile_buffer(&project, &path, version, text)
                .await;
            send(&events, WorkspaceEvent::Compiled(compiled));
        });
        // A panic elsewhere leaves the map whole.
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        buffers.retain(|_, job| !job.is_finished());
        if let Some(older) = buffers.insert(file.to_path_buf(), job.abort_handle()) {
            older.abort();
        }
    }
}

/// Sends an event; with nobody left to read it there is nothing to do.
fn send(events: &UnboundedSender<WorkspaceEvent>, event: WorkspaceEvent) {
    let _ = events.send(event);
}
