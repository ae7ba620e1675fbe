//! Handles the results of compilations.

use std::path::Path;
use std::sync::Arc;

use compile::{CompiledFile, Completeness, ProgressStep, ServiceState, WorkspaceEvent};
use project_settings::Calls;
use source::SourceFile;
use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tower_lsp::ls_types::{MessageType, Uri};

use super::message::ResultOrigin;
use super::open_project::ProjectState;
use super::{Message, Writer};
use crate::analysis_result::AnalysisResult;
use crate::call_graph::{CallGraph, CallGraphReady};
use crate::document::Document;
use crate::snapshot::PendingWork;

/// The class with the same name as a file.
fn class_names(file: &Path) -> Vec<String> {
    let stem = file
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    stem.into_iter().collect()
}

impl Writer {
    pub(super) fn take_event(&mut self, key: &Path, event: WorkspaceEvent) {
        let is_folder = self.folders.iter().any(|folder| folder == key);
        match event {
            WorkspaceEvent::Compiled(file) => self.take_compiled(key, file),
            WorkspaceEvent::Recalled { file, is_confirmed } => {
                self.take_recalled(key, file, ResultOrigin::Recalled { is_confirmed });
            }
            WorkspaceEvent::RecalledAll(files) => self.take_all_recalled(key, files),
            WorkspaceEvent::Progress { done, total, what } => {
                // An earlier compilation that was replaced may report after the end of the current one.
                let is_loading = self.projects.get(key).is_some_and(ProjectState::is_loading);
                if is_folder && is_loading {
                    self.progress.report(key, done, total, &what.to_string());
                }
                if what == ProgressStep::Compiling {
                    // There are new declarations or classes, so files that lacked them are tried again before the rest of the
                    // project is done.
                    let now = Instant::now();
                    let documents = self.documents.values_mut().filter(|doc| doc.project == key);
                    for document in documents.filter(|document| document.outcome().is_none()) {
                        document.compile_again(now);
                    }
                }
            }
            WorkspaceEvent::ProjectCompiled { run } => {
                let Some(ProjectState::Open(project)) = self.projects.get_mut(key) else {
                    return;
                };
                if !project.finish(run) {
                    return;
                }
                self.progress.end(key);
                self.follow_calls(key);
                // What was compiled before could not see the whole project.
                let now = Instant::now();
                let documents = self.documents.values_mut();
                for document in documents.filter(|document| document.project == key) {
                    document.compile_again(now);
                }
            }
            WorkspaceEvent::Gone(file) => {
                if let Some(ProjectState::Open(project)) = self.projects.get_mut(key) {
                    project.index.remove(&file);
                    project.files.remove(&file);
                }
                self.compile_dependents(key, None, &class_names(&file));
            }
            WorkspaceEvent::ClassesLost => self.compile_project_again(key),
            WorkspaceEvent::ServiceState(ServiceState::Failed { message }) => {
                self.compiler_failed(message);
            }
            WorkspaceEvent::ServiceState(_) => {}
        }
    }

    pub(super) fn take_compiled(&mut self, key: &Path, file: CompiledFile) {
        let is_loading = self.projects.get(key).is_some_and(ProjectState::is_loading);
        let Some(job) = file.version else {
            if !is_loading {
                // It was changed outside of the editor, so its other declarations are unknown.
                self.compile_dependents(key, None, &class_names(&file.file));
            }
            let file = Arc::new(file);
            if let Some(ProjectState::Open(project)) = self.projects.get_mut(key) {
                project.files.insert(file.file.clone(), Arc::clone(&file));
            }
            self.index(key, file);
            return;
        };
        let mut documents = self.documents.iter_mut();
        let Some((uri, document, source)) = documents.find_map(|(uri, document)| {
            let source = document.awaited(job)?.clone();
            (document.path == file.file).then_some((uri, document, source))
        }) else {
            // The text of another file was given to a single one, or a newer text came first.
            if key != file.file && !self.folders.iter().any(|folder| folder == key) {
                self.compile_dependents(key, None, &class_names(&file.file));
            }
            return;
        };
        // It may only lack what is still being compiled, so another attempt follows.
        let is_early = (is_loading || document.is_outdated(job))
            && file.completeness != Completeness::Complete;
        document.missing = file
            .missing_package()
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
                let uri = uri.clone();
                self.analyse(key, uri, source, file, ResultOrigin::Compiled);
            }
        }
    }

    /// Shows the results of an earlier session for files that are not compiled yet.
    fn take_all_recalled(&mut self, key: &Path, files: Vec<CompiledFile>) {
        let Some(ProjectState::Open(project)) = self.projects.get_mut(key) else {
            return;
        };
        let files: Vec<Arc<CompiledFile>> = files.into_iter().map(Arc::new).collect();
        for file in &files {
            let known = project.files.entry(file.file.clone());
            known.or_insert_with(|| Arc::clone(file));
        }
        self.index_all(key, files);
    }

    /// Follows the calls of a project whose files are all compiled.
    pub(super) fn follow_calls(&mut self, key: &Path) {
        let context = self.settings.of(key).context();
        let Some(ProjectState::Open(project)) = self.projects.get_mut(key) else {
            return;
        };
        let calls = Arc::clone(&project.calls);
        let Some(context) = context.filter(|context| context.settings.calls != Calls::None) else {
            project.awaited = None;
            return;
        };
        let files = project.compiled();
        let project = Arc::clone(project.workspace.project());
        let (libraries, progress) = (Arc::clone(&self.libraries), self.progress.clone());
        let (outbox, mailbox) = (self.outbox.clone(), self.mailbox.clone());
        let key = key.to_path_buf();
        tokio::task::spawn_blocking(move || {
            let class_path = &project.class_path;
            let called = calls.start(&context, &files, class_path, &libraries);
            let tell_followed = {
                let (key, calls, mailbox) = (key.clone(), Arc::clone(&calls), mailbox.clone());
                let awaits_libraries = called.is_some();
                move || {
                    let started = CallGraphReady {
                        key: key.clone(),
                        calls: Arc::clone(&calls),
                        awaits_libraries,
                    };
                    // After the session, there is no receiver.
                    let _ = mailbox.send(Message::CallsFollowed(started));
                }
            };
            tell_followed();
            let Some(called) = called else {
                return;
            };
            // The end of the session does not wait for this.
            std::thread::spawn(move || {
                let mut report =
                    |name: &str, done, total| progress.report_library(&key, name, done, total);
                calls.add_libraries(&called, &libraries, &mut report, &mut |added| {
                    for problem in added.problems {
                        outbox.log(MessageType::WARNING, problem);
                    }
                    if added.has_new_costs {
                        tell_followed();
                    }
                });
                progress.end(&key);
                let _ = mailbox.send(Message::LibrariesFollowed { key, calls });
            });
        });
    }

    /// The result of an open document's text from an earlier session.
    fn take_recalled(&mut self, key: &Path, file: CompiledFile, basis: ResultOrigin) {
        let awaited = self.documents.iter().find_map(|(uri, document)| {
            let source = document.awaited(file.version?)?;
            (document.path == file.file).then(|| (uri.clone(), source.clone()))
        });
        if let Some((uri, source)) = awaited {
            self.analyse(key, uri, source, file, basis);
        }
    }

    /// Prices the classes of a document.
    fn analyse(
        &self,
        key: &Path,
        uri: Uri,
        source: SourceFile,
        file: CompiledFile,
        basis: ResultOrigin,
    ) {
        // Without a model, there are no numbers. When a model arrives, the text is compiled again.
        let (Some(context), Some(job)) = (self.settings.of(key).context(), file.version) else {
            return;
        };
        let mailbox = self.mailbox.clone();
        // A result of an earlier session is not the newest state of its file.
        let calls = self
            .calls_of(key)
            .filter(|_| basis == ResultOrigin::Compiled);
        let earlier = self.documents.get(&uri).and_then(Document::outcome);
        let earlier = earlier.and_then(|outcome| outcome.newest()).cloned();
        tokio::spawn(async move {
            let analysis = spawn_blocking(move || {
                let (file, calls, earlier) = (Arc::new(file), calls.as_deref(), earlier.as_deref());
                AnalysisResult::new(context, source, file, calls, earlier)
            });
            let analysed = analysis.await.ok().map(Box::new);
            // After the session, there is no receiver.
            let _ = mailbox.send(Message::Analysed {
                uri,
                job,
                analysed,
                basis,
            });
        });
    }

    /// Analyses the displayed result of a document again, from the same classes.
    pub(super) fn analyse_again(&self, uri: &Uri) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let Some(context) = self.settings.of(&document.project).context() else {
            return;
        };
        // A result of an earlier session is already being compiled again.
        let outcome = document.outcome();
        let outcome = outcome.filter(|outcome| !outcome.is_unconfirmed);
        let results = outcome.map(|outcome| Arc::clone(&outcome.results));
        for before in results.iter().flat_map(|results| results.iter()) {
            let (before, context) = (Arc::clone(before), Arc::clone(&context));
            let calls = self.calls_of(&document.project);
            let (uri, mailbox) = (uri.clone(), self.mailbox.clone());
            spawn_blocking(move || {
                let analysed = Box::new(before.analysed_again(context, calls.as_deref()));
                // After the session, there is no receiver.
                let _ = mailbox.send(Message::AnalysedAgain {
                    uri,
                    before,
                    analysed,
                });
            });
        }
    }

    pub(super) fn take_analysed_again(
        &mut self,
        uri: &Uri,
        before: &Arc<AnalysisResult>,
        analysed: AnalysisResult,
    ) {
        let Some(document) = self.documents.get(uri) else {
            return;
        };
        let (analysed, is_outdated) = self.brought_up_to_date(&document.project, analysed);
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.exchange(before, analysed) {
            self.outbox.refresh();
            self.publish_diagnostics(uri);
            if is_outdated {
                self.analyse_again(uri);
            }
        } else if self.is_shown_outdated(uri) {
            // Other settings or another profile have replaced it by a copy, which needs its own analysis.
            self.analyse_again(uri);
        }
    }

    /// Whether the displayed result of a document needs another analysis.
    fn is_shown_outdated(&self, uri: &Uri) -> bool {
        let Some(document) = self.documents.get(uri) else {
            return false;
        };
        let results = document.outcome().map(|outcome| &outcome.results);
        let mut results = results.into_iter().flat_map(|results| results.iter());
        results.any(|result| self.is_outdated(&document.project, result))
    }

    /// Whether a result rests on other settings, or another state of its callees, than the current ones.
    fn is_outdated(&self, project: &Path, result: &AnalysisResult) -> bool {
        let Some(now) = self.settings.of(project).context() else {
            return false;
        };
        let calls = self.projects.get(project).and_then(ProjectState::calls);
        let revision = calls.and_then(|calls| calls.revision());
        !result.context.analyses_like(&now)
            || result.is_to_be_followed && result.revision != revision
    }

    /// A result for display with the current settings and callees, which may have changed during its analysis. True if it needs
    /// another analysis.
    fn brought_up_to_date(&self, project: &Path, result: AnalysisResult) -> (AnalysisResult, bool) {
        let Some(now) = self.settings.of(project).context() else {
            return (result, false);
        };
        let is_outdated = self.is_outdated(project, &result);
        if result.context.analyses_like(&now) && !result.context.is(&now) {
            (result.shown_with(&now), is_outdated)
        } else {
            (result, is_outdated)
        }
    }

    /// From now on, the numbers of all files include callees.
    pub(super) fn take_followed(&mut self, started: &CallGraphReady) {
        // The followed calls may be outdated: other settings, or another state of the build files.
        let Some(ProjectState::Open(project)) = self.projects.get(&started.key) else {
            return;
        };
        if !Arc::ptr_eq(&project.calls, &started.calls) {
            return;
        }
        let files = project.compiled();
        if let Some(ProjectState::Open(project)) = self.projects.get_mut(&started.key)
            && project.awaited == Some(PendingWork::Callees)
        {
            project.awaited = started.awaits_libraries.then_some(PendingWork::Libraries);
        }
        self.index_all(&started.key, files);
        let documents = self.documents.iter();
        let shown = documents.filter(|(_, document)| document.project == started.key);
        for uri in shown.map(|(uri, _)| uri) {
            self.analyse_again(uri);
        }
    }

    /// The numbers of a project are final.
    pub(super) fn end_following(&mut self, key: &Path, calls: &Arc<CallGraph>) {
        if let Some(ProjectState::Open(project)) = self.projects.get_mut(key)
            && Arc::ptr_eq(&project.calls, calls)
        {
            project.awaited = None;
            self.outbox.refresh();
        }
    }

    pub(super) fn take_analysed(
        &mut self,
        uri: &Uri,
        job: i32,
        analysed: Option<Box<AnalysisResult>>,
        basis: ResultOrigin,
    ) {
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let Some(analysed) = analysed else {
            if basis != ResultOrigin::Compiled {
                // The compiler's own classes will follow.
                return;
            }
            document.fail(job);
            let path = document.path.display();
            self.outbox.show_error(format!(
                "{path} could not be analysed because of an error in jouled; please report it with the file"
            ));
            return;
        };
        if let ResultOrigin::Recalled { is_confirmed } = basis {
            document.recall(job, *analysed, is_confirmed);
            self.outbox.refresh();
            return;
        }
        for error in analysed.file.errors() {
            self.outbox.log(MessageType::WARNING, error);
        }
        let has_new_costs = analysed.has_new_costs;
        let project = document.project.clone();
        let (analysed, is_outdated) = self.brought_up_to_date(&project, *analysed);
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        let Some(finished) = document.finish(job, analysed) else {
            return;
        };
        if is_outdated {
            self.analyse_again(uri);
        }
        self.outbox.refresh();
        let replaced = finished.replaced;
        spawn_blocking(move || drop(replaced));
        self.publish_diagnostics(uri);
        if finished.has_new_interface || has_new_costs {
            self.compile_dependents(&project, Some(uri), &finished.classes);
        }
        if finished.has_new_interface {
            self.show_to_other_files(uri, &finished.classes);
        }
    }

    /// Single files are separate projects. Shows the current text of one to those that name its classes.
    pub(super) fn show_to_other_files(&mut self, uri: &Uri, classes: &[String]) {
        let Some(changed) = self.documents.get(uri) else {
            return;
        };
        let is_single = |document: &Document| document.project == document.path;
        if !is_single(changed) {
            return;
        }
        for other in self.documents.values() {
            let is_beside = is_single(other) && other.path != changed.path;
            if let Some(ProjectState::Open(project)) = self.projects.get(&other.project)
                && is_beside
                && other.mentions(classes)
            {
                self.job = self.job.wrapping_add(1);
                let source = changed.source().clone();
                project
                    .workspace
                    .compile_buffer(&changed.path, self.job, source);
            }
        }
    }

    /// Compiles open documents of a project again if they name one of the classes.
    pub(super) fn compile_dependents(
        &mut self,
        project: &Path,
        changed: Option<&Uri>,
        classes: &[String],
    ) {
        let now = Instant::now();
        for (uri, document) in &mut self.documents {
            let is_other = document.project == project && Some(uri) != changed;
            if is_other && document.mentions(classes) {
                document.compile_again(now);
            }
        }
    }
}
