//! The task that owns documents, settings, projects and results.
//!
//! Each file has one subject: messages, settings, projects, the results of compilations, diagnostics, the index of the workspace,
//! and the state for the client.

mod diagnostics;
mod index;
mod indexer;
mod known_profiles;
mod message;
mod open_project;
mod profiles;
mod projects;
mod results;
mod settings;
mod status;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use compile::Workspace;
use libraries::Libraries;
use project_settings::Layer;
use serde_json::Value;
use source::SourceFile;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep, sleep_until};
use tower_lsp::ls_types::Uri;

use crate::client_capabilities::ClientCapabilities;
use crate::document::Document;
use crate::extension::status::ServerStatus;
use crate::outbox::Outbox;
use crate::progress::Progress;
use crate::snapshot::Snapshot;
use crate::trial::{DocumentTrial, TrialPricing};

pub(crate) use message::{DocumentRef, Message};

use indexer::{IndexJob, indexer};
use known_profiles::FolderProfiles;
use open_project::{Indexed, ProjectState};
use settings::Settings;

/// How long the follow-up work of a new text waits for the editor's requests right after the edit.
const PREPARATION_DELAY: Duration = Duration::from_millis(15);

#[derive(Debug)]
pub(crate) struct Writer {
    mailbox: UnboundedSender<Message>,
    outbox: Outbox,
    progress: Progress,
    capabilities: ClientCapabilities,
    settings: Settings,
    /// Folders whose ignored settings were reported to the user.
    told_of_distrust: HashSet<PathBuf>,
    folders: Vec<PathBuf>,
    compiler: Option<Arc<Workspace>>,
    /// The number of the current compiler. Results of earlier ones are ignored.
    generation: u64,
    projects: HashMap<PathBuf, ProjectState>,
    /// The libraries that the projects call.
    libraries: Arc<Libraries>,
    /// The number of the current attempt to open each project. Results of earlier ones are ignored.
    attempts: HashMap<PathBuf, u64>,
    /// The number of the last attempt.
    attempt: u64,
    /// The number of the last compilation of all files of a project.
    run: u64,
    documents: HashMap<Uri, Document>,
    /// The number of the last opened document.
    opened: u32,
    /// The number of the last compilation.
    job: i32,
    /// Files to index one after the other, because a project has many.
    index_jobs: UnboundedSender<IndexJob>,
    /// What the projects lack on this machine.
    lacks: HashMap<PathBuf, String>,
    /// What of that was reported to the user.
    told_lacks: HashSet<String>,
    /// The profiles of folders.
    profiles: FolderProfiles,
    /// Why there is no compiler.
    trouble: Option<String>,
    /// The last such reason that was reported to the user, until there is a compiler.
    told_trouble: Option<String>,
    /// When the compiler was last started.
    compiler_started: Instant,
    /// The last status sent to the client.
    status: Option<ServerStatus>,
}

impl Writer {
    pub(crate) fn new(
        mailbox: UnboundedSender<Message>,
        outbox: Outbox,
        progress: Progress,
        capabilities: ClientCapabilities,
        flags: Layer,
        folders: Vec<PathBuf>,
        is_trusted: bool,
    ) -> Self {
        let index_jobs = indexer(mailbox.clone());
        // Before anything else starts.
        libraries::expect_counts();
        project_model::set_opened_folders(&folders);
        Self {
            mailbox,
            outbox,
            progress,
            capabilities,
            settings: Settings::new(flags, folders.first().cloned(), is_trusted),
            told_of_distrust: HashSet::new(),
            folders,
            compiler: None,
            generation: 0,
            projects: HashMap::new(),
            libraries: Arc::default(),
            attempts: HashMap::new(),
            attempt: 0,
            run: 0,
            documents: HashMap::new(),
            opened: 0,
            job: 0,
            index_jobs,
            lacks: HashMap::new(),
            told_lacks: HashSet::new(),
            profiles: FolderProfiles::default(),
            trouble: None,
            told_trouble: None,
            compiler_started: Instant::now(),
            status: None,
        }
    }

    /// Applies the first settings, then handles messages until [`Message::Stop`].
    pub(crate) async fn work(mut self, settings: Value, mut messages: UnboundedReceiver<Message>) {
        let folders = self.folders.clone();
        let read = move || -> Vec<_> {
            let layers = folders.iter().map(|folder| Layer::of_project(folder));
            folders.iter().cloned().zip(layers).collect()
        };
        self.take_editor(&settings);
        for (folder, (layer, problems)) in spawn_blocking(read).await.unwrap_or_default() {
            self.settings.take_project(folder.clone(), layer);
            self.warn_of(problems);
            self.warn_about_untrusted_settings(&folder);
        }
        self.settings.resolve();
        self.load_models(self.settings.of_models());
        self.look_for_profiles();
        self.keep_looking_for_profiles();
        self.start_compiler();
        loop {
            self.publish_status();
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
            Message::Opened { uri, version, text } => {
                self.recover();
                self.open(uri, version, text);
            }
            Message::Changed {
                uri,
                version,
                changes,
            } => {
                self.recover();
                if let Some(document) = self.documents.get_mut(&uri) {
                    document.version = version;
                    document.change(changes, self.capabilities.encoding, Instant::now());
                }
            }
            Message::Closed { uri } => self.close(&uri),
            Message::Configured(value) => {
                self.take_editor(&value);
                self.reconfigure();
            }
            Message::Trusted(is_trusted) => self.take_trust(is_trusted),
            Message::ProjectConfigured {
                folder,
                layer,
                problems,
            } => self.take_project_settings(folder, *layer, problems),
            Message::FilesChanged(paths) => {
                self.recover();
                self.change_files(paths);
            }
            Message::Profile { folder, found } => self.take_profile(&folder, found),
            Message::LookForProfiles => self.look_for_profiles(),
            Message::Folders { added, removed } => self.change_folders(added, &removed),
            Message::Snapshot { of, reply } => {
                if let Some(snapshot) = self.snapshot(&of) {
                    // The request may have been cancelled.
                    let _ = reply.send(snapshot);
                }
            }
            Message::Trial { uri, reply } => {
                if let Some(trial) = self.trial(uri) {
                    let _ = reply.send(trial);
                }
            }
            Message::HintsAnswered(number) => {
                let mut documents = self.documents.values_mut();
                if let Some(document) = documents.find(|document| document.number == number) {
                    document.answered(Instant::now());
                }
            }
            Message::Model {
                settings,
                model,
                problems,
                hint,
            } => {
                if let Some(hint) = hint {
                    self.outbox.show_info(hint);
                }
                self.take_model(&settings, &model, &problems);
            }
            Message::Compiler {
                generation,
                compiler,
            } if generation == self.generation => self.take_compiler(compiler),
            Message::Project {
                attempt,
                key,
                opened,
                lack,
                is_whole,
            } if self.attempts.get(&key) == Some(&attempt) => {
                if is_whole {
                    self.missing_dependencies_found(&key, lack.map(|lack| *lack));
                }
                self.take_project(&key, opened, is_whole);
            }
            Message::Event {
                attempt,
                project,
                event,
            } if self.attempts.get(&project) == Some(&attempt) => {
                self.take_event(&project, event);
            }
            Message::Indexed {
                attempt,
                project,
                file,
                purpose,
                methods,
                ranked,
                revision,
                context,
            } if self.attempts.get(&project) == Some(&attempt) => {
                let indexed = Indexed {
                    purpose,
                    file: methods,
                    methods: ranked,
                    revision,
                    context,
                };
                self.take_indexed(&project, file, indexed);
            }
            Message::RankedAgain {
                attempt,
                project,
                files,
            } if self.attempts.get(&project) == Some(&attempt) => {
                self.take_ranked_again(&project, files);
            }
            Message::AnalysedAgain {
                uri,
                before,
                analysed,
            } => self.take_analysed_again(&uri, &before, *analysed),
            Message::ProjectOf { path, reply } => {
                if let Some(project) = self.runnable_project(&path) {
                    let _ = reply.send(project);
                }
            }
            Message::Ranking { reply } => {
                // A cancelled request does not need the answer.
                let _ = reply.send(self.ranking());
            }
            Message::Calls { path, reply } => {
                if let Some(calls) = self.calls_around(&path) {
                    let _ = reply.send((calls, self.open_files()));
                }
            }
            Message::CompilerReady { generation } if generation == self.generation => {
                self.told_trouble = None;
                self.show_notices();
            }
            Message::AskBuildTool(file) => self.ask_build_tool(file),
            Message::BuildToolAnswered { key } => self.reopen(&key),
            Message::CallsFollowed(started) => self.take_followed(&started),
            Message::LibrariesFollowed { key, calls } => self.end_following(&key, &calls),
            Message::Analysed {
                uri,
                job,
                analysed,
                basis,
            } => self.take_analysed(&uri, job, analysed, basis),
            Message::Stop
            | Message::Compiler { .. }
            | Message::CompilerReady { .. }
            | Message::Project { .. }
            | Message::Indexed { .. }
            | Message::RankedAgain { .. }
            | Message::Event { .. } => {}
        }
    }

    fn open(&mut self, uri: Uri, version: i32, text: String) {
        // A document that is not a file has no project to be compiled in.
        let Some(path) = uri.to_file_path().filter(|path| path.file_name().is_some()) else {
            return;
        };
        if uri.scheme().as_str() != "file" {
            return;
        }
        let path = path.into_owned();
        let project = self.project_of(&path);
        self.open_project(&project);
        self.opened = self.opened.wrapping_add(1);
        let numbers = (self.opened, version);
        let document = Document::new(numbers, path, project, text, Instant::now());
        self.documents.insert(uri, document);
    }

    fn close(&mut self, uri: &Uri) {
        let Some(document) = self.documents.remove(uri) else {
            return;
        };
        if !document.diagnostics.is_empty() {
            self.outbox.diagnostics(uri, &[]);
        }
        // A single file is a project only while it is open.
        let key = document.project;
        let is_used = self.documents.values().any(|other| other.project == key);
        if self.folders.contains(&key) {
            // From now on, its saved state counts.
            if let Some(ProjectState::Open(project)) = self.projects.get_mut(&key) {
                project.compile_saved(vec![document.path]);
            }
        } else if !is_used {
            self.projects.remove(&key);
        }
    }

    fn snapshot(&self, of: &DocumentRef) -> Option<Snapshot> {
        let document = match of {
            DocumentRef::Uri(uri) => self.documents.get(uri),
            DocumentRef::Number(number) => {
                let mut documents = self.documents.values();
                documents.find(|document| document.number == *number)
            }
        }?;
        let settings = &self.settings.of(&document.project).settings;
        Some(Snapshot {
            document: document.number,
            version: document.version,
            source: document.source().clone(),
            capabilities: self.capabilities,
            outcome: document.outcome().cloned(),
            state: self.state_of(document),
            calls: self.following(&document.project),
            is_enabled: settings.enable,
            lens: settings.lens,
        })
    }

    /// A document with everything needed to compile and price other texts of it.
    fn trial(&self, uri: Uri) -> Option<DocumentTrial> {
        let document = self.documents.get(&uri)?;
        let Some(ProjectState::Open(project)) = self.projects.get(&document.project) else {
            return None;
        };
        let (trial, program) = (project.workspace.trial(), project.calls.program());
        let snapshot = self.snapshot(&DocumentRef::Uri(uri))?;
        Some(DocumentTrial {
            snapshot,
            pricing: TrialPricing { trial, program },
        })
    }

    fn is_ready(&self, document: &Document) -> bool {
        self.settings.of(&document.project).model.is_some()
            && self.is_enabled(document)
            && matches!(
                self.projects.get(&document.project),
                Some(ProjectState::Open(_))
            )
    }

    fn compile_all_again(&mut self) {
        let now = Instant::now();
        for document in self.documents.values_mut() {
            document.compile_again(now);
        }
    }

    fn compile_due(&mut self, now: Instant) {
        for document in self.documents.values_mut() {
            let scope = self.settings.of(&document.project);
            if scope.model.is_none() || !scope.settings.enable {
                continue;
            }
            let Some(ProjectState::Open(project)) = self.projects.get(&document.project) else {
                continue;
            };
            if document.due().is_some_and(|due| due <= now) {
                self.job = self.job.wrapping_add(1);
                let source = document.start(self.job);
                prepare(source.clone());
                if project.is_loading() {
                    project
                        .workspace
                        .compile_early_buffer(&document.path, self.job, source);
                } else {
                    project
                        .workspace
                        .compile_buffer(&document.path, self.job, source);
                }
            }
        }
    }
}

/// Finds what an analysis needs of the text alone while javac compiles it, which takes longer. The editor's requests right after
/// an edit go first.
fn prepare(source: SourceFile) {
    tokio::spawn(async move {
        sleep(PREPARATION_DELAY).await;
        // A failure here occurs again, and is reported, when the result is needed.
        let _ = spawn_blocking(move || (source.methods().len(), source.interface_digest())).await;
    });
}
