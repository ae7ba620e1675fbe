//! The methods of the workspace, ranked by their energy.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use compile::CompiledFile;
use ide::RankableFile;
use project_model::Purpose;
use source::SourceFile;

use super::message::RankedAgain;
use super::open_project::{Indexed, ProjectState};
use super::{Message, Writer};
use crate::analysis_result::AnalysisResult;
use crate::call_graph::CallGraph;
use crate::call_hierarchy::CallHierarchy;
use crate::extension::hotspots::{RankedFile, Ranking};
use crate::pricing_context::PricingContext;
use crate::snapshot::{Snapshot, TrackedResults};
use crate::writer::DocumentRef;

/// The ranked methods of a file; empty if its analysis fails because of an internal error.
fn indexed(
    attempt: u64,
    project: &Path,
    file: &CompiledFile,
    context: &Arc<PricingContext>,
    calls: Option<&CallGraph>,
) -> Message {
    let rank = || {
        let source = SourceFile::parse(Arc::clone(&file.text));
        let (methods, revision) = AnalysisResult::rankable(context, &source, file, calls);
        let ranked = context.ranking(&file.file, &methods);
        (methods, ranked, revision)
    };
    let nothing = |_| {
        let revision = calls.and_then(CallGraph::revision);
        (RankableFile::default(), Arc::from([]), revision)
    };
    let (methods, ranked, revision) = catch_unwind(AssertUnwindSafe(rank)).unwrap_or_else(nothing);
    Message::Indexed {
        attempt,
        project: project.to_path_buf(),
        file: file.file.clone(),
        purpose: Purpose::of(project, &file.file, &file.text),
        methods: Arc::new(methods),
        ranked,
        revision,
        context: Arc::clone(context),
    }
}

/// Runs a job for each file, with a thread for each core.
fn for_each<F: Sync>(files: &[F], job: impl Fn(&F) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            job(file);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
}

impl Writer {
    /// Ranks the methods of a file in its saved state.
    pub(super) fn index(&self, project: &Path, file: Arc<CompiledFile>) {
        let Some(context) = self.settings.of(project).context() else {
            return;
        };
        let Some(attempt) = self.attempts.get(project).copied() else {
            return;
        };
        let calls = self.calls_of(project);
        let project = project.to_path_buf();
        let ranked = move || indexed(attempt, &project, &file, &context, calls.as_deref());
        // After the session, there is no receiver.
        let _ = self.index_jobs.send(Box::new(ranked));
    }

    /// The same for many files at once, because a user who starts the editor waits for it.
    pub(super) fn index_all(&self, key: &Path, mut files: Vec<Arc<CompiledFile>>) {
        let Some(context) = self.settings.of(key).context() else {
            return;
        };
        let Some(attempt) = self.attempts.get(key).copied() else {
            return;
        };
        let calls = self.calls_of(key);
        let Some(last) = files.pop() else {
            return;
        };
        let (mailbox, project) = (self.mailbox.clone(), key.to_path_buf());
        let job = move || {
            let ranked = |file: &Arc<CompiledFile>| {
                indexed(attempt, &project, file, &context, calls.as_deref())
            };
            for_each(&files, |file| {
                // After the session, there is no receiver.
                let _ = mailbox.send(ranked(file));
            });
            ranked(&last)
        };
        // A single job, so files saved in the meantime are ranked after it.
        let _ = self.index_jobs.send(Box::new(job));
    }

    /// Ranks the methods of a project for another device or other values. Nothing is analysed.
    pub(super) fn rank_again(&self, key: &Path) {
        let Some(context) = self.settings.of(key).context() else {
            return;
        };
        let (Some(attempt), Some(ProjectState::Open(open))) =
            (self.attempts.get(key).copied(), self.projects.get(key))
        else {
            return;
        };
        let indexed = open.index.iter();
        let indexed: Vec<_> = indexed
            .map(|(path, indexed)| (path.clone(), Arc::clone(&indexed.file)))
            .collect();
        let project = key.to_path_buf();
        let job = move || {
            let files = Mutex::new(Vec::with_capacity(indexed.len()));
            for_each(&indexed, |(path, file)| {
                let methods = context.ranking(path, file);
                let again = RankedAgain {
                    path: path.clone(),
                    file: Arc::clone(file),
                    methods,
                };
                let mut files = files.lock().unwrap_or_else(PoisonError::into_inner);
                files.push(again);
            });
            Message::RankedAgain {
                attempt,
                project,
                files: files.into_inner().unwrap_or_else(PoisonError::into_inner),
            }
        };
        // After the files that are already ranked.
        let _ = self.index_jobs.send(Box::new(job));
    }

    pub(super) fn take_indexed(&mut self, key: &Path, path: PathBuf, mut indexed: Indexed) {
        let Some(context) = self.settings.of(key).context() else {
            return;
        };
        if !indexed.context.is(&context) {
            if !indexed.context.analyses_like(&context) {
                // It is ranked again.
                return;
            }
            indexed.methods = context.ranking(&path, &indexed.file);
        }
        if let Some(ProjectState::Open(project)) = self.projects.get_mut(key) {
            project.index.insert(path, indexed);
        }
    }

    pub(super) fn take_ranked_again(&mut self, key: &Path, files: Vec<RankedAgain>) {
        let Some(ProjectState::Open(project)) = self.projects.get_mut(key) else {
            return;
        };
        for again in files {
            let known = project.index.get_mut(&again.path);
            if let Some(known) = known.filter(|known| Arc::ptr_eq(&known.file, &again.file)) {
                known.methods = again.methods;
            }
        }
    }

    /// The calls in the project of a file.
    pub(super) fn calls_around(&self, path: &Path) -> Option<CallHierarchy> {
        let has_file = |project: &ProjectState| matches!(project, ProjectState::Open(open) if open.index.contains_key(path));
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
        if scope.settings.calls == project_settings::Calls::None {
            return None;
        }
        Some(CallHierarchy {
            program: self.calls_of(key)?.program()?,
            model: scope.model.clone()?,
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

    /// The methods of all files: open files as in the editor, others as on disk.
    pub(super) fn ranking(&self) -> Ranking {
        let mut files: HashMap<&PathBuf, RankedFile> = HashMap::new();
        for (key, project) in &self.projects {
            if let ProjectState::Open(project) = project {
                let following = self.following(key);
                let follows = self.settings.of(key).settings.calls != project_settings::Calls::None;
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
