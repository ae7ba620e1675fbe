//! New settings, and what follows from them.

use std::path::{Path, PathBuf};

use ide::Model;
use serde_json::Value;
use tokio::time::Instant;
use tower_lsp::ls_types::MessageType;
use workspace::configuration::{Configuration, FILE_NAME, Layer, SettingProblem};

use super::super::Writer;
use super::super::open_project::Project;
use crate::document::Document;
use crate::preparation;

impl Writer {
    pub(in crate::writer) fn take_editor(&mut self, value: &Value) {
        let (editor, problems) = Layer::from_editor(value);
        self.settings.editor = editor;
        self.warn_of(problems);
    }

    /// Takes whether the user trusts the workspace.
    pub(in crate::writer) fn take_trust(&mut self, is_trusted: bool) {
        self.settings.is_trusted = is_trusted;
        self.reconfigure();
    }

    pub(in crate::writer) fn is_trusted(&self) -> bool {
        self.settings.is_trusted
    }

    /// Says, once for each folder, which settings of its file do not hold because the workspace is not trusted.
    pub(in crate::writer) fn warn_about_untrusted_settings(&mut self, folder: &Path) {
        let distrusted = self.settings.distrusted(folder);
        if distrusted.is_empty() || !self.told_of_distrust.insert(folder.to_path_buf()) {
            return;
        }
        let message = format!(
            "this workspace is not trusted, so {} of this file {} not used; trust it in the editor to use {0}",
            distrusted.join(" and "),
            if distrusted.len() == 1 { "is" } else { "are" },
        );
        self.warn_of(vec![SettingProblem {
            key: String::new(),
            file: Some(folder.join(FILE_NAME)),
            line: None,
            nearest: None,
            message,
        }]);
    }

    pub(in crate::writer) fn load_models(&self, settings: Vec<Configuration>) {
        for settings in settings {
            preparation::model(settings, self.mailbox.clone());
        }
    }

    /// Brings what follows from the settings up to date after one of their places has changed.
    pub(in crate::writer) fn reconfigure(&mut self) {
        let changes = self.settings.resolve();
        if !changes.compiler && changes.models.is_empty() && changes.numbers.is_empty() {
            return;
        }
        if changes.compiler {
            self.start_compiler();
        }
        self.load_models(changes.models);
        self.compile_projects_again(&changes.rankings);
        self.compile_again_in(&changes.numbers);
        self.open_projects();
        self.outbox.refresh();
        let open: Vec<_> = self.documents.keys().cloned().collect();
        for uri in open {
            self.publish_diagnostics(&uri);
        }
    }

    /// Takes the settings of a folder's file. One that is new to the workspace waited for them.
    pub(in crate::writer) fn take_project_settings(
        &mut self,
        folder: PathBuf,
        layer: Layer,
        problems: Vec<SettingProblem>,
    ) {
        if !self.folders.contains(&folder) {
            return;
        }
        self.warn_of(problems);
        let is_new = !self.settings.know(&folder);
        self.settings.take_project(folder.clone(), layer);
        self.warn_about_untrusted_settings(&folder);
        if !is_new {
            self.reconfigure();
            return;
        }
        let scope = self.settings.of(&folder);
        if scope.model.is_none() {
            self.load_models(vec![scope.settings.clone()]);
        }
        self.open_projects();
        self.compile_again_in(&[Some(folder)]);
    }

    pub(in crate::writer) fn take_model(
        &mut self,
        settings: &Configuration,
        model: &Model,
        problems: &[String],
    ) {
        let takers = self.settings.take_model(settings, model);
        if takers.is_empty() {
            return;
        }
        self.warn(problems);
        let info = model.info();
        self.outbox.log(
            MessageType::INFO,
            format!(
                "model {} · device {} · {} mode · mapping {} · measured on {}",
                info.name,
                info.device,
                info.mode,
                info.mapping,
                model.hardware()
            ),
        );
        self.compile_projects_again(&takers);
        self.compile_again_in(&takers);
    }

    /// Has whole folders compiled again, `None` for what is outside of all folders: the calls between their files and
    /// the ranking of those that are not open hold numbers of a model and settings that are no longer asked for.
    fn compile_projects_again(&mut self, folders: &[Option<PathBuf>]) {
        for (key, project) in &mut self.projects {
            let folder = self.settings.know(key).then(|| key.clone());
            if folders.contains(&folder)
                && let Project::Open(project) = project
            {
                self.run += 1;
                project.start(self.run);
            }
        }
    }

    /// Has the open documents of folders compiled again, `None` for those outside of all folders.
    fn compile_again_in(&mut self, folders: &[Option<PathBuf>]) {
        let now = Instant::now();
        for document in self.documents.values_mut() {
            let is_of = |folder: &Option<PathBuf>| match folder {
                Some(folder) => document.project == *folder,
                None => !self.settings.know(&document.project),
            };
            if folders.iter().any(is_of) {
                document.compile_again(now);
            }
        }
    }

    /// Whether anything is shown of a document.
    pub(in crate::writer) fn is_enabled(&self, document: &Document) -> bool {
        self.settings.of(&document.project).settings.enable
    }

    pub(in crate::writer) fn warn_of(&self, problems: Vec<SettingProblem>) {
        for problem in problems {
            self.outbox.show_warning(workspace::Problem::from(problem));
        }
    }

    pub(in crate::writer) fn warn(&self, problems: &[String]) {
        for problem in problems {
            self.outbox.show_warning(problem);
        }
    }
}
