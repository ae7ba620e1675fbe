//! A project that is compiled in the background of an editor.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use source::SourceFile;
use tokio::sync::RwLock;
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::AbortHandle;
use tokio::time::sleep;

use crate::class_cache::{CacheWriter, ClassCache, InputDigest};
use crate::events::{ServiceState, WorkspaceEvent};
use crate::known_file;
use crate::off_thread::off_thread;
use crate::trial::Trial;
use crate::{CompileError, CompiledFile, Compiler};
use jdk::Toolchain;
use project_model::Project;

/// A text is stored for the next session if it is not edited for this long.
const STORE_DELAY: Duration = Duration::from_secs(2);

/// An open project. Calls return at once, and results arrive as events. Dropping it cancels the remaining work.
#[derive(Debug)]
pub struct Workspace {
    project: Arc<Project>,
    compiler: Arc<Compiler>,
    events: UnboundedSender<WorkspaceEvent>,
    toolchain: Arc<Toolchain>,
    cache: Arc<ClassCache>,
    /// The latest job of each buffer.
    buffers: Mutex<HashMap<PathBuf, AbortHandle>>,
    /// The jobs for files on disk.
    others: Mutex<Vec<AbortHandle>>,
    /// Held by the buffers that come before the whole project, until they are compiled.
    first: Arc<RwLock<()>>,
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
    /// Starts the compiler of a project. Must be called in a tokio runtime, in which its jobs run.
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
        let Toolchain { jdk, service } = toolchain.clone();
        let started = Compiler::start(jdk, service).await;
        let state = match &started {
            Ok(_) => ServiceState::Ready,
            Err(error) => ServiceState::Failed {
                message: error.to_string(),
            },
        };
        send(&events, WorkspaceEvent::ServiceState(state));
        Ok(Self::new(project, started?, Arc::new(toolchain), events))
    }

    /// The same without waiting for the compiler: an event reports its state later, and compilations wait for it.
    ///
    /// # Errors
    ///
    /// [`CompileError::Store`] if there is no space for its classes.
    pub fn start_in_background(
        project: Project,
        toolchain: Toolchain,
        events: UnboundedSender<WorkspaceEvent>,
    ) -> Result<Self, CompileError> {
        send(
            &events,
            WorkspaceEvent::ServiceState(ServiceState::Starting),
        );
        let Toolchain { jdk, service } = toolchain.clone();
        let (compiler, started) = Compiler::start_in_background(jdk, service)?;
        let to = events.clone();
        tokio::spawn(async move {
            let state = match started.await {
                Ok(Ok(())) => ServiceState::Ready,
                Ok(Err(error)) => ServiceState::Failed {
                    message: error.to_string(),
                },
                // The runtime is shutting down.
                Err(_) => return,
            };
            send(&to, WorkspaceEvent::ServiceState(state));
        });
        Ok(Self::new(project, compiler, Arc::new(toolchain), events))
    }

    /// Opens another project with the same compiler process.
    ///
    /// # Errors
    /// [`CompileError`] if there is no space for its classes.
    pub fn beside(
        &self,
        project: Project,
        events: UnboundedSender<WorkspaceEvent>,
    ) -> Result<Self, CompileError> {
        let compiler = self.compiler.for_another_project()?;
        let toolchain = Arc::clone(&self.toolchain);
        Ok(Self::new(project, compiler, toolchain, events))
    }

    fn new(
        project: Project,
        compiler: Compiler,
        toolchain: Arc<Toolchain>,
        events: UnboundedSender<WorkspaceEvent>,
    ) -> Self {
        let project = Arc::new(project);
        let cache = ClassCache::new(
            &toolchain.service.cache_dir,
            toolchain.jdk.clone(),
            Arc::clone(&project),
        );
        Self {
            project,
            compiler: Arc::new(compiler),
            events,
            toolchain,
            cache: Arc::new(cache),
            buffers: Mutex::default(),
            others: Mutex::default(),
            first: Arc::default(),
        }
    }

    /// The project.
    pub fn project(&self) -> &Arc<Project> {
        &self.project
    }

    /// A handle to try other texts of its files, for requests that wait themselves.
    pub fn trial(&self) -> Trial {
        Trial {
            project: Arc::clone(&self.project),
            compiler: Arc::clone(&self.compiler),
        }
    }

    /// Compiles all files of the project on disk, after the buffers that come first. [`WorkspaceEvent::ProjectCompiled`]
    /// returns the number, so that the end of an earlier run is not mistaken for the end of this one.
    pub fn compile_project(&self, run: u64) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let events = self.events.clone();
        let cache = Arc::clone(&self.cache);
        let keeper = CacheWriter::start(Arc::clone(&self.cache));
        let first = Arc::clone(&self.first);
        let job = tokio::spawn(async move {
            drop(first.write().await);
            compiler.restore_folder();
            let mut show = |texts| keeper.take_texts(texts);
            let mut emit = |event| {
                if let WorkspaceEvent::Compiled(file) = &event {
                    keeper.take(file);
                }
                send(&events, event);
            };
            compiler
                .compile_project_as_read(&project, &cache, &mut show, &mut emit)
                .await;
            keeper.finish();
            emit(WorkspaceEvent::ProjectCompiled { run });
            tell_trouble(&compiler, &events);
        });
        self.remember(job.abort_handle());
    }

    /// Compiles files on disk one by one, and removes those that were deleted.
    pub fn compile_saved(&self, files: Vec<PathBuf>) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let (events, cache) = (self.events.clone(), Arc::clone(&self.cache));
        let job = tokio::spawn(async move {
            if compiler.restore_folder() {
                send(&events, WorkspaceEvent::ClassesLost);
            }
            for file in files {
                // If a file cannot be examined, compiling it reports the reason.
                if !tokio::fs::try_exists(&file).await.unwrap_or(true) {
                    cache.forget(&file);
                    compiler.forget(&file).await;
                    send(&events, WorkspaceEvent::Gone(file));
                    continue;
                }
                let before = before(&cache, &file).await;
                let compiled = compiler.compile_saved(&project, &file).await;
                send(&events, WorkspaceEvent::Compiled(compiled.clone()));
                let cache = Arc::clone(&cache);
                let keep = move || {
                    if let Some(input_digest) = cache.settle_saved(&compiled, before) {
                        cache.keep(&compiled, input_digest);
                    }
                };
                off_thread(keep).await;
            }
            tell_trouble(&compiler, &events);
        });
        self.remember(job.abort_handle());
    }

    fn remember(&self, job: AbortHandle) {
        // A panic elsewhere leaves the list intact.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        others.retain(|job| !job.is_finished());
        others.push(job);
    }

    /// Compiles a version of a buffer. Cancels an unfinished job for an older version of the same file, which then sends no
    /// event.
    pub fn compile_buffer(&self, file: &Path, version: i32, source: SourceFile) {
        self.compile(file, version, source, false);
    }

    /// The same before the project is compiled: compiles what the text needs first. An earlier session's result for the same
    /// text is sent at once; if nothing that it depends on has changed, nothing is compiled.
    pub fn compile_early_buffer(&self, file: &Path, version: i32, source: SourceFile) {
        self.compile(file, version, source, true);
    }

    fn compile(&self, file: &Path, version: i32, source: SourceFile, is_early: bool) {
        let (project, compiler) = (Arc::clone(&self.project), Arc::clone(&self.compiler));
        let (events, path) = (self.events.clone(), file.to_path_buf());
        let cache = Arc::clone(&self.cache);
        // Once the project waits for earlier buffers, later ones do not go first.
        let goes_first = Arc::clone(&self.first).try_read_owned();
        let goes_first = goes_first.ok().filter(|_| is_early);
        let job = tokio::spawn(async move {
            if is_early {
                let recalled = recall(&cache, &path, version, &source).await;
                let is_confirmed = matches!(
                    recalled,
                    Some(WorkspaceEvent::Recalled {
                        is_confirmed: true,
                        ..
                    })
                );
                if let Some(recalled) = recalled {
                    send(&events, recalled);
                }
                if is_confirmed {
                    return;
                }
            }
            let has_lost_classes = compiler.restore_folder();
            if has_lost_classes {
                send(&events, WorkspaceEvent::ClassesLost);
            }
            if is_early || has_lost_classes {
                let text = Arc::clone(source.line_index().text());
                compiler.declare_needed(&project, &path, text).await;
            }
            let before = before(&cache, &path).await;
            let compiled = compiler
                .compile_buffer(&project, &path, version, source.clone())
                .await;
            send(&events, WorkspaceEvent::Compiled(compiled.clone()));
            tell_trouble(&compiler, &events);
            drop((events, goes_first));
            let settling = Arc::clone(&cache);
            let settled = off_thread(move || {
                let input_digest = settling.settle_buffer(&path, &source, before)?;
                Some((compiled, input_digest))
            });
            if let Some((compiled, input_digest)) = settled.await.flatten() {
                // While somebody types, outdated results are not worth storing.
                sleep(STORE_DELAY).await;
                off_thread(move || cache.keep(&compiled, input_digest)).await;
            }
        });
        // A panic elsewhere leaves the map intact.
        let mut buffers = self.buffers.lock().unwrap_or_else(PoisonError::into_inner);
        buffers.retain(|_, job| !job.is_finished());
        if let Some(older) = buffers.insert(file.to_path_buf(), job.abort_handle()) {
            older.abort();
        }
    }
}

async fn before(cache: &Arc<ClassCache>, file: &Path) -> Option<InputDigest> {
    let (cache, file) = (Arc::clone(cache), file.to_path_buf());
    off_thread(move || cache.before(&file)).await.flatten()
}

async fn recall(
    cache: &Arc<ClassCache>,
    file: &Path,
    version: i32,
    source: &SourceFile,
) -> Option<WorkspaceEvent> {
    let (cache, file, source) = (Arc::clone(cache), file.to_path_buf(), source.clone());
    let recalled = off_thread(move || {
        let recalled = cache.recall(&file, &source)?;
        let text = Arc::clone(source.line_index().text());
        let file = CompiledFile {
            version: Some(version),
            ..known_file(file, text, recalled.known)?
        };
        Some(WorkspaceEvent::Recalled {
            file,
            is_confirmed: recalled.is_confirmed,
        })
    });
    recalled.await.flatten()
}

/// Sends an event if the compiler does not work.
fn tell_trouble(compiler: &Compiler, events: &UnboundedSender<WorkspaceEvent>) {
    if let Some(message) = compiler.failure() {
        let state = ServiceState::Failed { message };
        send(events, WorkspaceEvent::ServiceState(state));
    }
}

/// Sends an event. If nobody is left to read it, that is fine.
fn send(events: &UnboundedSender<WorkspaceEvent>, event: WorkspaceEvent) {
    let _ = events.send(event);
}
