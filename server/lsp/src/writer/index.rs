//! The methods of the workspace, ranked by their energy.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::SourceFile;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;
use workspace::CompiledFile;

use super::projects::Project;
use super::{Message, Writer};
use crate::analysed::Analysed;
use crate::call_hierarchy::Calls;
use crate::extension::hotspots::{RankedFile, Ranking};
use crate::snapshot::{Outcome, Snapshot};
use crate::writer::Which;

/// Ranks the methods of one file.
pub(super) type IndexJob = Box<dyn FnOnce() -> Message + Send>;

/// Starts the task that ranks the methods of one file after the other. Has to be called in a tokio
/// runtime.
pub(super) fn indexer(mailbox: UnboundedSender<Message>) -> UnboundedSender<IndexJob> {
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

impl Writer {
    /// Has the methods of a file ranked that is as it is on disk.
    pub(super) fn index(&self, project: &Path, file: CompiledFile) {
        let scope = self.settings.of(project);
        let Some(model) = scope.model.clone() else {
            return;
        };
        let Some(attempt) = self.attempts.get(project).copied() else {
            return;
        };
        let calls = self.calls_of(project);
        if let Some(calls) = &calls {
            calls.collect(file.clone());
        }
        let project = project.to_path_buf();
        let settings = scope.settings.clone();
        let ranked = move || {
            let source = SourceFile::parse(Arc::clone(&file.text));
            let analysed = Analysed::new(model, &settings, &source, &file, calls.as_deref());
            Message::Indexed {
                attempt,
                project,
                file: file.file,
                methods: analysed.ranking().into(),
                revision: analysed.revision,
            }
        };
        // With the session over nobody waits for it.
        let _ = self.index_jobs.send(Box::new(ranked));
    }

    /// Who calls whom in the project that a file belongs to.
    pub(super) fn calls_around(&self, path: &Path) -> Option<Calls> {
        let has_file = |project: &Project| matches!(project, Project::Open(open) if open.index.contains_key(path));
        let of_document = self
            .documents
            .values()
            .find(|document| document.path == path);
        let key = match of_document {
            Some(document) => &document.project,
            None => {
                self.projects
                    .iter()
                    .find(|(_, project)| has_file(project))?
                    .0
            }
        };
        let scope = self.settings.of(key);
        if scope.settings.calls == workspace::configuration::Calls::None {
            return None;
        }
        Some(Calls {
            program: self.calls_of(key)?.program()?,
            assume: scope.settings.assume.clone(),
            methods: self.ranking(),
        })
    }

    /// The documents with their files.
    pub(super) fn open_files(&self) -> Vec<(PathBuf, Snapshot)> {
        let documents = self.documents.values();
        documents
            .filter_map(|document| {
                let snapshot = self.snapshot(&Which::Number(document.number))?;
                Some((document.path.clone(), snapshot))
            })
            .collect()
    }

    /// The methods of all files: of open ones as they are now, of others as they are on disk.
    pub(super) fn ranking(&self) -> Ranking {
        let mut files: HashMap<&PathBuf, RankedFile> = HashMap::new();
        for (key, project) in &self.projects {
            if let Project::Open(project) = project {
                let following = self.following(key);
                let follows =
                    self.settings.of(key).settings.calls != workspace::configuration::Calls::None;
                files.extend(project.index.iter().map(|(file, indexed)| {
                    let is_behind =
                        indexed.revision.is_none() || indexed.revision != following.revision;
                    let ranked = RankedFile {
                        path: file.clone(),
                        methods: Arc::clone(&indexed.methods),
                        is_provisional: follows && (following.awaited.is_some() || is_behind),
                    };
                    (file, ranked)
                }));
            }
        }
        for document in self.documents.values() {
            if let Some(newest) = document.outcome().and_then(Outcome::newest) {
                let ranked = RankedFile {
                    path: document.path.clone(),
                    methods: newest.ranking().into(),
                    is_provisional: self.following(&document.project).lacks(newest).is_some(),
                };
                files.insert(&document.path, ranked);
            }
        }
        files.into_values().collect()
    }
}
