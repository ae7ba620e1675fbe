//! The methods of the workspace, ranked by their energy.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ide::Model;
use source::SourceFile;
use workspace::configuration::Configuration;
use workspace::{CompiledFile, Purpose};

use super::open_project::Project;
use super::{Message, Writer};
use crate::analysis_result::AnalysisResult;
use crate::call_graph::CallGraph;
use crate::call_hierarchy::Calls;
use crate::extension::hotspots::{RankedFile, Ranking};
use crate::snapshot::{Snapshot, TrackedResults};
use crate::writer::DocumentRef;

/// The methods of a file as they are ranked; none of one whose analysis fails by a fault of our own.
fn indexed(
    attempt: u64,
    project: &Path,
    file: &CompiledFile,
    model: &Model,
    settings: &Configuration,
    calls: Option<&CallGraph>,
) -> Message {
    let rank = || {
        let source = SourceFile::parse(Arc::clone(&file.text));
        AnalysisResult::ranked(model, settings, &source, file, calls)
    };
    let ranked = catch_unwind(AssertUnwindSafe(rank));
    let (methods, revision) =
        ranked.unwrap_or_else(|_| (Vec::new(), calls.and_then(CallGraph::revision)));
    Message::Indexed {
        attempt,
        project: project.to_path_buf(),
        file: file.file.clone(),
        purpose: Purpose::of(project, &file.file, &file.text),
        methods: methods.into(),
        revision,
    }
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
            indexed(
                attempt,
                &project,
                &file,
                &model,
                &settings,
                calls.as_deref(),
            )
        };
        // With the session over nobody waits for it.
        let _ = self.index_jobs.send(Box::new(ranked));
    }

    /// The same of many files at once, in as many threads as the machine has cores: who starts the editor waits for it.
    pub(super) fn index_all(&self, key: &Path, files: &[CompiledFile]) {
        let scope = self.settings.of(key);
        let Some(model) = scope.model.clone() else {
            return;
        };
        let Some(attempt) = self.attempts.get(key).copied() else {
            return;
        };
        let calls = self.calls_of(key);
        if let Some(calls) = &calls {
            for file in files {
                calls.collect(file.clone());
            }
        }
        let Some((last, others)) = files.split_last() else {
            return;
        };
        let (last, others) = (last.clone(), others.to_vec());
        let (settings, mailbox) = (scope.settings.clone(), self.mailbox.clone());
        let project = key.to_path_buf();
        let job = move || {
            let ranked = |file: &CompiledFile| {
                indexed(attempt, &project, file, &model, &settings, calls.as_deref())
            };
            let next = AtomicUsize::new(0);
            let rank_others = || {
                while let Some(file) = others.get(next.fetch_add(1, Ordering::Relaxed)) {
                    // With the session over nobody waits for it.
                    let _ = mailbox.send(ranked(file));
                }
            };
            let threads = std::thread::available_parallelism().map_or(1, usize::from);
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(rank_others);
                }
                rank_others();
            });
            ranked(&last)
        };
        // One job, so that what is saved meanwhile is ranked after it.
        let _ = self.index_jobs.send(Box::new(job));
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
                let snapshot = self.snapshot(&DocumentRef::Number(document.number))?;
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
                        purpose: indexed.purpose,
                        methods: Arc::clone(&indexed.methods),
                        is_provisional: follows && (following.awaited.is_some() || is_behind),
                    };
                    (file, ranked)
                }));
            }
        }
        for document in self.documents.values() {
            if let Some(newest) = document.outcome().and_then(TrackedResults::newest) {
                let ranked = RankedFile {
                    path: document.path.clone(),
                    purpose: document.purpose(),
                    methods: newest.ranking().into(),
                    is_provisional: self.following(&document.project).lacks(newest).is_some(),
                };
                files.insert(&document.path, ranked);
            }
        }
        files.into_values().collect()
    }
}
