//! What becomes of compilations.

use std::path::Path;
use std::sync::Arc;

use tokio::task::spawn_blocking;
use tokio::time::Instant;
use tower_lsp::ls_types::{MessageType, Uri};
use workspace::{CompiledFile, Completeness, ProgressStep, WorkspaceEvent};

use super::projects::Project;
use super::{Message, Writer};
use crate::analysed::Analysed;
use crate::document::Document;

/// The class that a file is named after.
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

    pub(super) fn take_compiled(&mut self, key: &Path, file: CompiledFile) {
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
                let scope = self.settings.of(key);
                let Some(model) = scope.model.clone() else {
                    return;
                };
                let (uri, mailbox) = (uri.clone(), self.mailbox.clone());
                let settings = scope.settings.clone();
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

    pub(super) fn take_analysed(&mut self, uri: &Uri, job: i32, analysed: Option<Box<Analysed>>) {
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
        let project = document.project.clone();
        let Some(finished) = document.finish(job, *analysed) else {
            return;
        };
        self.outbox.refresh();
        self.tell_diagnostics(uri);
        if finished.has_new_interface {
            self.compile_dependents(&project, Some(uri), &finished.classes);
            self.show_to_other_files(uri, &finished.classes);
        }
    }

    /// Single files are projects of their own; what one of them looks like now is shown to those that
    /// name its classes.
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
