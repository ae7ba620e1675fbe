//! The state of the documents and the server.

use std::fmt::Write;
use std::path::Path;

use super::Writer;
use super::open_project::ProjectState;
use crate::document::Document;
use crate::extension::status::ServerStatus;
use crate::snapshot::{CallGraphProgress, PendingWork, State, TrackedResults};

impl Writer {
    pub(super) fn state_of(&self, document: &Document) -> State {
        let project = self.projects.get(&document.project);
        if self.trouble.is_some() {
            State::NoJdk
        } else if document.is_compiling() || project.is_some_and(ProjectState::is_loading) {
            // It is compiled again with the whole project.
            State::Compiling
        } else if document.missing.is_some() {
            State::MissingDependency
        } else if document
            .outcome()
            .is_none_or(TrackedResults::has_stale_parts)
        {
            State::Broken
        } else if self.lacks(document).is_some() {
            State::Compiling
        } else {
            State::Fresh
        }
    }

    /// What the numbers of a document still lack.
    fn lacks(&self, document: &Document) -> Option<PendingWork> {
        let newest = document.outcome().and_then(TrackedResults::newest)?;
        self.following(&document.project).lacks(newest)
    }

    /// How far the calls of a project have been followed.
    pub(super) fn following(&self, key: &Path) -> CallGraphProgress {
        match self.projects.get(key) {
            Some(ProjectState::Open(project)) => CallGraphProgress {
                awaited: project.awaited.map(|awaited| {
                    if project.is_loading() {
                        PendingWork::Files
                    } else {
                        awaited
                    }
                }),
                revision: project.calls.revision(),
            },
            Some(ProjectState::Opening) => CallGraphProgress {
                awaited: Some(PendingWork::Files),
                revision: None,
            },
            // The numbers are final.
            Some(ProjectState::Failed) | None => CallGraphProgress {
                awaited: None,
                revision: None,
            },
        }
    }

    /// What the ranking of a project lacks while its files are priced again.
    fn ranks(&self, key: &Path) -> Option<PendingWork> {
        let Some(ProjectState::Open(project)) = self.projects.get(key) else {
            return None;
        };
        let revision = project.calls.revision()?;
        let is_behind = project
            .index
            .values()
            .any(|indexed| indexed.revision != Some(revision));
        is_behind.then_some(PendingWork::Callees)
    }

    /// What projects still lack, the earliest work first.
    fn awaited(&self) -> Option<PendingWork> {
        let projects = self.projects.keys();
        let mut awaited: Vec<PendingWork> = projects
            .filter(|key| self.settings.of(key).settings.enable)
            .filter_map(|key| self.following(key).awaited.or_else(|| self.ranks(key)))
            .collect();
        awaited.sort();
        awaited.first().copied()
    }

    /// A description of how accurate the typical energies of the projects' methods are; `None` if there are none.
    fn accuracy(&self) -> Option<String> {
        let open = self.projects.values().filter_map(|project| match project {
            ProjectState::Open(project) => Some(project),
            ProjectState::Opening | ProjectState::Failed => None,
        });
        let methods = open.flat_map(|project| project.index.values());
        let methods = methods.flat_map(|indexed| indexed.methods.iter());
        let (mut all, mut tight, mut counted) = (0_u64, 0_u64, 0_u64);
        for method in methods.filter(|method| method.mean.is_some()) {
            all += 1;
            tight += u64::from(!method.is_open);
            counted += u64::from(method.is_counted);
        }
        let share = |part: u64| ide::percent(part as f64 / all as f64, 0);
        (all > 0).then(|| {
            let mut text = format!(
                "{} of {all} methods have a tight typical energy: within a factor of 2 in 90 of 100 cases",
                share(tight)
            );
            if counted > 0 {
                // Writing to a string never fails.
                let _ = write!(
                    text,
                    "; counts of a run replace the estimates of {}",
                    share(counted)
                );
            }
            text
        })
    }

    /// Sends the server's status to the client if it has changed.
    pub(super) fn publish_status(&mut self) {
        let is_loading = self.projects.values().any(ProjectState::is_loading);
        let is_starting = self.compiler.is_none() || self.settings.lacks_model();
        let documents = self.documents.values();
        let documents = documents.filter(|document| self.is_enabled(document));
        let states: Vec<State> = documents
            .clone()
            .map(|document| self.state_of(document))
            .collect();
        let has = |state: State| states.contains(&state);
        let of_documents = documents.filter_map(|document| self.lacks(document));
        let awaited = self.awaited().or_else(|| of_documents.min());
        let is_busy = is_loading || is_starting || awaited.is_some() || has(State::Compiling);
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
            State::MissingDependency => self.documents.values().find_map(|document| {
                let package = document.missing.as_ref()?;
                // The cause is a dependency that the build files name but this machine lacks.
                let lack = self.lacks.get(&document.project);
                Some(lack.map_or_else(|| not_on_class_path(package), Clone::clone))
            }),
            State::Compiling => Some(awaited.unwrap_or(PendingWork::Files).words().to_owned()),
            State::Fresh => self.accuracy(),
            State::Broken => None,
        };
        let status = ServerStatus::new(
            state,
            state != State::Compiling,
            message,
            self.settings.modes(),
        );
        if self.status.as_ref() != Some(&status) {
            self.outbox.status(status.clone());
            self.status = Some(status);
        }
    }
}

fn not_on_class_path(package: &str) -> String {
    format!(
        "the package {package} is neither in the project nor on its class path; add the dependency that contains it to the build file, or \
         set classPath"
    )
}
