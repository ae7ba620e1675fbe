//! The task that owns everything that changes in a session.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::{Model, Ranked};
use serde_json::Value;
use source::SourceFile;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep_until};
use tower_lsp::ls_types::{MessageType, TextDocumentContentChangeEvent, Uri};
use workspace::configuration::{Configuration, FILE_NAME, Layer, SettingProblem};
use workspace::{CompiledFile, Completeness, ProgressStep, Severity, Workspace, WorkspaceEvent};

use crate::abilities::Abilities;
use crate::analysed::Analysed;
use crate::document::Document;
use crate::extension::hotspots::Ranking;
use crate::extension::status::ServerStatus;
use crate::outbox::Outbox;
use crate::preparation;
use crate::progress::Progress;
use crate::snapshot::{Outcome, Snapshot, State};

/// What the writer is told.
#[derive(Debug)]
pub(crate) enum Message {
    Opened {
        uri: Uri,
        text: String,
    },
    Changed {
        uri: Uri,
        changes: Vec<TextDocumentContentChangeEvent>,
    },
    Closed {
        uri: Uri,
    },
    /// The settings of the client, section `jouled`.
    Configured(Value),
    /// The settings in the project's file.
    ProjectConfigured {
        layer: Box<Layer>,
        problems: Vec<SettingProblem>,
    },
    Folders {
        added: Vec<PathBuf>,
        removed: Vec<PathBuf>,
    },
    /// These files were changed, made or removed outside of the editor.
    FilesChanged(Vec<PathBuf>),
    /// A request wants to know how a document stands; there is no answer for one that is not open.
    Snapshot {
        uri: Uri,
        reply: oneshot::Sender<Snapshot>,
    },
    Model {
        settings: Box<Configuration>,
        model: Model,
        problems: Vec<String>,
    },
    Compiler {
        generation: u64,
        /// A workspace whose process others share, and the JDK in words; or why there is none.
        compiler: Result<(Arc<Workspace>, String), String>,
    },
    Project {
        generation: u64,
        key: PathBuf,
        opened: Result<Workspace, String>,
    },
    Event {
        generation: u64,
        project: PathBuf,
        event: WorkspaceEvent,
    },
    /// The methods of a file of a project, as it is on disk.
    Indexed {
        generation: u64,
        project: PathBuf,
        file: PathBuf,
        methods: Arc<[Ranked]>,
    },
    /// A request wants to know the methods of the workspace.
    Ranking {
        reply: oneshot::Sender<Ranking>,
    },
    Analysed {
        uri: Uri,
        job: i32,
        /// `None` if the analysis failed by a fault of our own.
        analysed: Option<Box<Analysed>>,
    },
    Stop,
}

/// A folder or a single file that is compiled as a whole.
#[derive(Debug)]
enum Project {
    Opening,
    Open {
        workspace: Workspace,
        /// Whether its files are still being compiled for the first time.
        is_loading: bool,
        /// The methods of its files as they are on disk.
        index: HashMap<PathBuf, Arc<[Ranked]>>,
    },
    /// It could not be opened; the user was told.
    Failed,
}

/// Ranks the methods of one file.
type IndexJob = Box<dyn FnOnce() -> Message + Send>;

/// Starts the task that ranks the methods of one file after the other. Has to be called in a tokio
/// runtime.
fn indexer(mailbox: UnboundedSender<Message>) -> UnboundedSender<IndexJob> {
    let (sender, mut jobs) = unbounded_channel::<IndexJob>();
    tokio::spawn(async move {
        while let Some(job) = jobs.recv().await {
            // If the analysis fails by a fault of our own, the file is not among the ranked ones.
            if let Ok(message) = spawn_blocking(job).await {
                let _ = mailbox.send(message);
            }
        }
    });
    sender
}

/// More files than this that change at once are a new state of the whole project.
const FEW_FILES: usize = 50;

/// The class that a file is named after.
fn class_names(file: &Path) -> Vec<String> {
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    stem.into_iter().collect()
}

#[derive(Debug)]
pub(crate) struct Writer {
    mailbox: UnboundedSender<Message>,
    outbox: Outbox,
    progress: Progress,
    abilities: Abilities,
    /// What the server was started with.
    flags: Layer,
    /// The settings of the client.
    editor: Layer,
    /// Those of the first folder's file.
    project: Layer,
    /// What follows from the three.
    settings: Configuration,
    folders: Vec<PathBuf>,
    model: Option<Model>,
    compiler: Option<Arc<Workspace>>,
    /// Counts the compilers; what comes of an earlier one is not used.
    generation: u64,
    projects: HashMap<PathBuf, Project>,
    documents: HashMap<Uri, Document>,
    /// The number of the last compilation.
    job: i32,
    /// Files that are to be indexed, one after the other: a project has many.
    index_jobs: UnboundedSender<IndexJob>,
    /// Why there is no compiler.
    trouble: Option<String>,
    /// What the client was told last.
    status: Option<ServerStatus>,
}

impl Writer {
    pub(crate) fn new(
        mailbox: UnboundedSender<Message>,
        outbox: Outbox,
        progress: Progress,
        abilities: Abilities,
        flags: Layer,
        folders: Vec<PathBuf>,
    ) -> Self {
        let index_jobs = indexer(mailbox.clone());
        Self {
            mailbox,
            outbox,
            progress,
            abilities,
            settings: Configuration::resolve([&flags]),
            flags,
            editor: Layer::default(),
            project: Layer::default(),
            folders,
            model: None,
            compiler: None,
            generation: 0,
            projects: HashMap::new(),
            documents: HashMap::new(),
            job: 0,
            index_jobs,
            trouble: None,
            status: None,
        }
    }

    /// Takes the first settings, then messages until [`Message::Stop`].
    pub(crate) async fn work(mut self, settings: Value, mut messages: UnboundedReceiver<Message>) {
        let folder = self.folders.first().cloned();
        let (project, problems) = match folder {
            Some(folder) => spawn_blocking(move || Layer::of_project(&folder))
                .await
                .unwrap_or_default(),
            None => Default::default(),
        };
        self.project = project;
        self.warn_of(problems);
        self.take_editor(&settings);
        self.settings = self.resolved();
        preparation::model(self.settings.clone(), self.mailbox.clone());
        self.start_compiler();
        loop {
            self.tell_status();
            let due = self.documents.values().filter(|doc| self.is_ready(doc));
            let next = due.filter_map(Document::due).min();
            tokio::select! {
                message = messages.recv() => match message {
                    None | Some(Message::Stop) => break,
                    Some(message) => self.take(message),
                },
                () = sleep_until(next.unwrap_or_else(Instant::now)), if next.is_some() => {
                    self.compile_due(Instant::now());
                }
            }
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Opened { uri, text } => self.open(uri, text),
            Message::Changed { uri, changes } => {
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.change(changes, self.abilities.encoding, Instant::now());
                }
            }
            Message::Closed { uri } => self.close(&uri),
            Message::Configured(value) => {
                self.take_editor(&value);
                self.reconfigure();
            }
            Message::ProjectConfigured { layer, problems } => {
                self.project = *layer;
                self.warn_of(problems);
                self.reconfigure();
            }
            Message::FilesChanged(paths) => self.change_files(paths),
            Message::Folders { added, removed } => self.change_folders(added, &removed),
            Message::Snapshot { uri, reply } => {
                if let Some(snapshot) = self.snapshot(&uri) {
                    // Who cancelled the request does not want the answer.
                    let _ = reply.send(snapshot);
                }
            }
            Message::Model {
                settings,
                model,
                problems,
            } => self.take_model(&settings, model, &problems),
            Message::Compiler {
                generation,
                compiler,
            } if generation == self.generation => self.take_compiler(compiler),
            Message::Project {
                generation,
                key,
                opened,
            } if generation == self.generation => self.take_project(&key, opened),
            Message::Event {
                generation,
                project,
                event,
            } if generation == self.generation => self.take_event(&project, event),
            Message::Indexed {
                generation,
                project,
                file,
                methods,
            } if generation == self.generation => {
                if let Some(Project::Open { index, .. }) = self.projects.get_mut(&project) {
                    index.insert(file, methods);
                }
            }
            Message::Ranking { reply } => {
                // Who cancelled the request does not want the answer.
                let _ = reply.send(self.ranking());
            }
            Message::Analysed { uri, job, analysed } => self.take_analysed(&uri, job, analysed),
            Message::Stop
            | Message::Compiler { .. }
            | Message::Project { .. }
            | Message::Indexed { .. }
            | Message::Event { .. } => {}
        }
    }

    fn open(&mut self, uri: Uri, text: String) {
        // What is no file has no project that it could be compiled in.
        let Some(path) = uri.to_file_path().filter(|path| path.file_name().is_some()) else {
            return;
        };
        if uri.scheme().as_str() != "file" {
            return;
        }
        let path = path.into_owned();
        let project = self.project_of(&path);
        self.open_project(&project);
        let document = Document::new(path, project, text, Instant::now());
        self.documents.insert(uri, document);
    }

    fn close(&mut self, uri: &Uri) {
        let Some(document) = self.documents.remove(uri) else {
            return;
        };
        // A single file is a project only as long as it is open.
        let key = document.project;
        let is_used = self.documents.values().any(|other| other.project == key);
        if self.folders.contains(&key) {
            // From now on it counts as it is on disk.
            if let Some(Project::Open { workspace, .. }) = self.projects.get(&key) {
                workspace.compile_saved(vec![document.path]);
            }
        } else if !is_used {
            self.projects.remove(&key);
        }
    }

    /// The innermost folder of the workspace that a file is in, or the file itself.
    fn project_of(&self, path: &Path) -> PathBuf {
        let around = self
            .folders
            .iter()
            .filter(|folder| path.starts_with(folder));
        let innermost = around.max_by_key(|folder| folder.components().count());
        innermost.map_or_else(|| path.to_path_buf(), Clone::clone)
    }

    fn open_project(&mut self, key: &Path) {
        let Some(compiler) = &self.compiler else {
            return;
        };
        if self.projects.contains_key(key) {
            return;
        }
        self.projects.insert(key.to_path_buf(), Project::Opening);
        preparation::project(
            key.to_path_buf(),
            &self.settings,
            Arc::clone(compiler),
            self.generation,
            self.mailbox.clone(),
        );
    }

    fn start_compiler(&mut self) {
        self.generation += 1;
        self.compiler = None;
        self.trouble = None;
        self.projects.clear();
        preparation::compiler(&self.settings, self.generation, self.mailbox.clone());
    }

    fn take_editor(&mut self, value: &Value) {
        let (editor, problems) = Layer::from_editor(value);
        self.editor = match self.folders.first() {
            Some(folder) => editor.relative_to(folder),
            None => editor,
        };
        self.warn_of(problems);
    }

    fn resolved(&self) -> Configuration {
        Configuration::resolve([&self.flags, &self.editor, &self.project])
    }

    /// Brings what follows from the settings up to date after one of their places has changed.
    fn reconfigure(&mut self) {
        let settings = self.resolved();
        let old = std::mem::replace(&mut self.settings, settings);
        if self.settings == old {
            return;
        }
        if !self.settings.compiles_like(&old) {
            self.start_compiler();
        }
        if self.settings.has_the_model_of(&old) {
            self.compile_all_again();
        } else {
            preparation::model(self.settings.clone(), self.mailbox.clone());
        }
        self.outbox.refresh();
    }

    fn change_folders(&mut self, added: Vec<PathBuf>, removed: &[PathBuf]) {
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in added {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        let now = Instant::now();
        let moved: Vec<(Uri, PathBuf)> = self
            .documents
            .iter()
            .map(|(uri, document)| (uri.clone(), self.project_of(&document.path)))
            .collect();
        for (uri, project) in moved {
            if let Some(document) = self.documents.get_mut(&uri)
                && document.project != project
            {
                document.project = project;
                document.compile_again(now);
            }
        }
        let (folders, documents) = (&self.folders, &self.documents);
        self.projects.retain(|key, _| {
            folders.contains(key) || documents.values().any(|document| document.project == *key)
        });
        self.open_projects();
    }

    fn open_projects(&mut self) {
        let of_documents = self.documents.values().map(|document| &document.project);
        let keys: Vec<PathBuf> = self.folders.iter().chain(of_documents).cloned().collect();
        for key in keys {
            self.open_project(&key);
        }
    }

    fn take_model(&mut self, settings: &Configuration, model: Model, problems: &[String]) {
        if !settings.has_the_model_of(&self.settings) {
            return;
        }
        self.warn(problems);
        let info = model.info();
        self.outbox.log(
            MessageType::INFO,
            format!(
                "model {} · device {} · {} mode · mapping {} · measured on {}",
                info.name, info.device, info.mode, info.mapping, info.hardware
            ),
        );
        self.model = Some(model);
        self.compile_all_again();
    }

    fn take_compiler(&mut self, compiler: Result<(Arc<Workspace>, String), String>) {
        match compiler {
            Ok((workspace, jdk)) => {
                self.outbox
                    .log(MessageType::INFO, format!("compiling with {jdk}"));
                self.compiler = Some(workspace);
                self.open_projects();
                self.compile_all_again();
            }
            Err(message) => {
                self.outbox.show_error(&message);
                self.trouble = Some(message);
                self.outbox.refresh();
            }
        }
    }

    fn take_project(&mut self, key: &Path, opened: Result<Workspace, String>) {
        // It may have been closed in the meantime.
        let Some(project) = self.projects.get_mut(key) else {
            return;
        };
        match opened {
            Ok(workspace) => {
                for problem in &workspace.project().problems {
                    let kind = match problem.severity {
                        Severity::Error | Severity::Warning => MessageType::WARNING,
                        Severity::Info => MessageType::INFO,
                    };
                    self.outbox.log(kind, problem);
                }
                workspace.compile_project();
                *project = Project::Open {
                    workspace,
                    is_loading: true,
                    index: HashMap::new(),
                };
                self.compile_due(Instant::now());
            }
            Err(message) => {
                *project = Project::Failed;
                self.outbox.show_error(message);
            }
        }
    }

    fn take_event(&mut self, key: &Path, event: WorkspaceEvent) {
        let is_folder = self.folders.iter().any(|folder| folder == key);
        match event {
            WorkspaceEvent::Compiled(file) => self.take_compiled(key, file),
            WorkspaceEvent::Progress { done, total, what } => {
                if is_folder {
                    self.progress.report(key, done, total, &what.to_string());
                }
                if what == ProgressStep::Compiling {
                    // Declarations are there, or more classes: what lacked them has another chance
                    // before the rest of the project is done.
                    let now = Instant::now();
                    let documents = self.documents.values_mut().filter(|doc| doc.project == key);
                    for document in documents.filter(|document| document.outcome().is_none()) {
                        document.compile_again(now);
                    }
                }
            }
            WorkspaceEvent::ProjectCompiled => {
                if let Some(Project::Open { is_loading, .. }) = self.projects.get_mut(key) {
                    *is_loading = false;
                }
                self.progress.end(key);
                // What was compiled before could not see all of the project.
                let now = Instant::now();
                let documents = self.documents.values_mut();
                for document in documents.filter(|document| document.project == key) {
                    document.compile_again(now);
                }
            }
            WorkspaceEvent::Gone(file) => {
                if let Some(Project::Open { index, .. }) = self.projects.get_mut(key) {
                    index.remove(&file);
                }
                self.compile_dependents(key, None, &class_names(&file));
            }
            WorkspaceEvent::ServiceState(_) => {}
        }
    }

    fn take_compiled(&mut self, key: &Path, file: CompiledFile) {
        let is_loading = matches!(
            self.projects.get(key),
            Some(Project::Open {
                is_loading: true,
                ..
            })
        );
        let Some(job) = file.version else {
            if !is_loading {
                // It was changed outside of the editor; what else it declares is not known.
                self.compile_dependents(key, None, &class_names(&file.file));
            }
            self.index(key, file);
            return;
        };
        let mut documents = self.documents.iter_mut();
        let Some((uri, document, source)) = documents.find_map(|(uri, document)| {
            let source = document.awaited(job)?.clone();
            (document.path == file.file).then_some((uri, document, source))
        }) else {
            // The text of another file was shown to a single one, or a newer text overtook this.
            if key != file.file && !self.folders.iter().any(|folder| folder == key) {
                self.compile_dependents(key, None, &class_names(&file.file));
            }
            return;
        };
        // It may only lack what is still being compiled; another attempt follows.
        let is_early = is_loading && file.completeness != Completeness::Complete;
        document.missing = file
            .missing_dependency()
            .filter(|_| !is_early)
            .map(str::to_owned);
        match file.completeness {
            _ if is_early => document.give_up(job),
            Completeness::Failed => {
                document.fail(job);
                for problem in &file.problems {
                    self.outbox.log(MessageType::LOG, problem);
                }
                self.outbox.refresh();
            }
            Completeness::Partial | Completeness::Complete => {
                // Without a model there are no numbers; its arrival compiles again.
                let Some(model) = self.model.clone() else {
                    return;
                };
                let (uri, mailbox) = (uri.clone(), self.mailbox.clone());
                let settings = self.settings.clone();
                tokio::spawn(async move {
                    let analysis =
                        spawn_blocking(move || Analysed::new(model, &settings, &source, &file));
                    let analysed = analysis.await.ok().map(Box::new);
                    // With the session over nobody waits for it.
                    let _ = mailbox.send(Message::Analysed { uri, job, analysed });
                });
            }
        }
    }

    /// Has the methods of a file ranked that is as it is on disk.
    fn index(&self, project: &Path, file: CompiledFile) {
        let Some(model) = self.model.clone() else {
            return;
        };
        let (generation, project) = (self.generation, project.to_path_buf());
        let settings = self.settings.clone();
        let ranked = move || {
            let source = SourceFile::parse(Arc::clone(&file.text));
            let analysed = Analysed::new(model, &settings, &source, &file);
            Message::Indexed {
                generation,
                project,
                file: file.file,
                methods: analysed.ranking().into(),
            }
        };
        // With the session over nobody waits for it.
        let _ = self.index_jobs.send(Box::new(ranked));
    }

    /// The methods of all files: of open ones as they are now, of others as they are on disk.
    fn ranking(&self) -> Ranking {
        let mut files: HashMap<&PathBuf, Arc<[Ranked]>> = HashMap::new();
        for project in self.projects.values() {
            if let Project::Open { index, .. } = project {
                files.extend(
                    index
                        .iter()
                        .map(|(file, methods)| (file, Arc::clone(methods))),
                );
            }
        }
        for document in self.documents.values() {
            if let Some(newest) = document.outcome().and_then(Outcome::newest) {
                files.insert(&document.path, newest.ranking().into());
            }
        }
        let owned = files
            .into_iter()
            .map(|(file, methods)| (file.clone(), methods));
        owned.collect()
    }

    /// Tells the client how the server does, when that has changed.
    fn tell_status(&mut self) {
        let is_loading = self.projects.values().any(|project| {
            matches!(
                project,
                Project::Opening
                    | Project::Open {
                        is_loading: true,
                        ..
                    }
            )
        });
        let is_starting = self.compiler.is_none() || self.model.is_none();
        let states: Vec<State> = self
            .documents
            .values()
            .map(|document| self.state_of(document))
            .collect();
        let has = |state: State| states.contains(&state);
        let is_busy = is_loading || is_starting || has(State::Compiling);
        let state = if self.trouble.is_some() {
            State::NoJdk
        } else if is_busy {
            State::Compiling
        } else if has(State::MissingDependency) {
            State::MissingDependency
        } else if has(State::Broken) {
            State::Broken
        } else {
            State::Fresh
        };
        let message = match state {
            State::NoJdk => self.trouble.clone(),
            State::MissingDependency => self
                .documents
                .values()
                .find_map(|document| document.missing.clone()),
            State::Fresh | State::Compiling | State::Broken => None,
        };
        let status = ServerStatus::new(state, state != State::Compiling, message);
        if self.status.as_ref() != Some(&status) {
            self.outbox.status(status.clone());
            self.status = Some(status);
        }
    }

    fn take_analysed(&mut self, uri: &Uri, job: i32, analysed: Option<Box<Analysed>>) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let Some(analysed) = analysed else {
            document.fail(job);
            let path = document.path.display();
            self.outbox.show_error(format!(
                "{path} could not be analysed by a fault of jouled; please report it with the file"
            ));
            return;
        };
        for error in analysed.file.errors() {
            self.outbox.log(MessageType::WARNING, error);
        }
        let Some(finished) = document.finish(job, *analysed) else {
            return;
        };
        self.outbox.refresh();
        if finished.has_new_interface {
            let project = document.project.clone();
            self.compile_dependents(&project, Some(uri), &finished.classes);
            self.show_to_other_files(uri, &finished.classes);
        }
    }

    /// Single files are projects of their own; what one of them looks like now is shown to those that
    /// name its classes.
    fn show_to_other_files(&mut self, uri: &Uri, classes: &[String]) {
        let Some(changed) = self.documents.get(uri) else {
            return;
        };
        let is_single = |document: &Document| document.project == document.path;
        if !is_single(changed) {
            return;
        }
        for other in self.documents.values() {
            let is_beside = is_single(other) && other.path != changed.path;
            if let Some(Project::Open { workspace, .. }) = self.projects.get(&other.project)
                && is_beside
                && other.mentions(classes)
            {
                self.job = self.job.wrapping_add(1);
                let text = Arc::clone(changed.source().line_index().text());
                workspace.compile_buffer(&changed.path, self.job, text);
            }
        }
    }

    /// Has open documents of a project compiled again that name one of the classes.
    fn compile_dependents(&mut self, project: &Path, changed: Option<&Uri>, classes: &[String]) {
        let now = Instant::now();
        for (uri, document) in &mut self.documents {
            let is_other = document.project == project && Some(uri) != changed;
            if is_other && document.mentions(classes) {
                document.compile_again(now);
            }
        }
    }

    /// Files have changed outside of the editor.
    fn change_files(&mut self, paths: Vec<PathBuf>) {
        let own = self.folders.first().map(|folder| folder.join(FILE_NAME));
        if let (Some(own), Some(folder)) = (own, self.folders.first())
            && paths.contains(&own)
        {
            preparation::project_settings(folder.clone(), self.mailbox.clone());
        }
        let is_open = |path: &PathBuf| self.documents.values().any(|doc| doc.path == *path);
        let mut by_project: HashMap<PathBuf, Vec<PathBuf>> = HashMap::new();
        for path in paths {
            let project = self.project_of(&path);
            // What is open counts as it is in the editor.
            let is_java = path
                .extension()
                .is_some_and(|extension| extension == "java");
            if is_java && self.folders.contains(&project) && !is_open(&path) {
                by_project.entry(project).or_default().push(path);
            }
        }
        for (project, paths) in by_project {
            let Some(Project::Open { workspace, .. }) = self.projects.get(&project) else {
                continue;
            };
            if paths.len() > FEW_FILES {
                // Another branch was checked out, or the like: what belongs to the project is looked
                // up anew.
                self.projects.remove(&project);
                self.open_project(&project);
            } else {
                workspace.compile_saved(paths);
            }
        }
    }

    fn is_ready(&self, document: &Document) -> bool {
        self.model.is_some()
            && matches!(
                self.projects.get(&document.project),
                Some(Project::Open { .. })
            )
    }

    fn compile_all_again(&mut self) {
        let now = Instant::now();
        for document in self.documents.values_mut() {
            document.compile_again(now);
        }
    }

    fn compile_due(&mut self, now: Instant) {
        if self.model.is_none() {
            return;
        }
        for document in self.documents.values_mut() {
            let Some(Project::Open {
                workspace,
                is_loading,
                ..
            }) = self.projects.get(&document.project)
            else {
                continue;
            };
            if document.due().is_some_and(|due| due <= now) {
                self.job = self.job.wrapping_add(1);
                let text = document.start(self.job);
                if *is_loading {
                    workspace.compile_early_buffer(&document.path, self.job, text);
                } else {
                    workspace.compile_buffer(&document.path, self.job, text);
                }
            }
        }
    }

    fn snapshot(&self, uri: &Uri) -> Option<Snapshot> {
        let document = self.documents.get(uri)?;
        Some(Snapshot {
            source: document.source().clone(),
            abilities: self.abilities,
            outcome: document.outcome().cloned(),
            state: self.state_of(document),
            is_enabled: self.settings.enable,
            lens: self.settings.lens,
        })
    }

    fn state_of(&self, document: &Document) -> State {
        if self.trouble.is_some() {
            State::NoJdk
        } else if document.is_compiling() {
            State::Compiling
        } else if document.missing.is_some() {
            State::MissingDependency
        } else if document.outcome().is_none_or(Outcome::has_stale_parts) {
            State::Broken
        } else {
            State::Fresh
        }
    }

    fn warn_of(&self, problems: Vec<SettingProblem>) {
        for problem in problems {
            self.outbox.show_warning(workspace::Problem::from(problem));
        }
    }

    fn warn(&self, problems: &[String]) {
        for problem in problems {
            self.outbox.show_warning(problem);
        }
    }
}
