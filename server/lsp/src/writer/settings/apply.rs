//! Applies new settings.

use std::path::{Path, PathBuf};

use ide::Model;
use project_settings::{Configuration, FILE_NAME, Layer, SettingProblem};
use serde_json::Value;
use tokio::time::Instant;
use tower_lsp::ls_types::{MessageType, Uri};

use super::super::Writer;
use super::super::open_project::ProjectState;
use super::NewModel;
use crate::document::Document;
use crate::preparation;

impl Writer {
    pub(in crate::writer) fn take_editor(&mut self, value: &Value) {
        let (editor, problems) = Layer::from_editor(value);
        self.settings.editor = editor;
        self.warn_of(problems);
    }

    /// Sets whether the user trusts the workspace.
    pub(in crate::writer) fn take_trust(&mut self, is_trusted: bool) {
        self.settings.is_trusted = is_trusted;
        self.reconfigure();
    }

    pub(in crate::writer) fn is_trusted(&self) -> bool {
        self.settings.is_trusted
    }

    /// Reports once for each folder which settings of its file are ignored because the workspace is not trusted.
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

    /// Updates everything that depends on settings after one of their sources has changed.
    pub(in crate::writer) fn reconfigure(&mut self) {
        let changes = self.settings.resolve();
        self.look_for_profiles();
        let is_same = changes.shown.is_empty() && changes.analysed.is_empty();
        if !changes.compiler && changes.models.is_empty() && is_same {
            return;
        }
        if changes.compiler {
            self.start_compiler();
        }
        self.load_models(changes.models);
        self.show_again_in(&changes.shown);
        self.analyse_again_in(&changes.analysed);
        self.open_projects();
        self.outbox.refresh();
        let open: Vec<_> = self.documents.keys().cloned().collect();
        for uri in open {
            self.publish_diagnostics(&uri);
        }
    }

    /// Applies the settings of a folder's file. A folder that is new to the workspace waited for them.
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
        self.look_for_profiles();
        self.open_projects();
        self.compile_again_in(&[Some(folder)]);
    }

    pub(in crate::writer) fn take_model(
        &mut self,
        settings: &Configuration,
        model: &Model,
        problems: &[String],
    ) {
        let NewModel {
            first,
            of_device,
            other,
        } = self.settings.take_model(settings, model);
        if first.is_empty() && of_device.is_empty() && other.is_empty() {
            return;
        }
        self.warn(problems);
        let info = model.info();
        self.outbox.log(
            MessageType::INFO,
            format!(
                "model {} · device {} · {} mode · mapping {} · measured on {}{}",
                info.name,
                info.device,
                info.mode,
                info.mapping,
                model.hardware(),
                info.caveats_clause()
            ),
        );
        self.compile_projects_again(&first);
        self.compile_again_in(&first);
        self.show_again_in(&of_device);
        self.analyse_again_in(&other);
        self.outbox.refresh();
    }

    /// Whether a project is one of these folders, or is outside of all folders if `None` is among them.
    fn is_in(&self, key: &Path, folders: &[Option<PathBuf>]) -> bool {
        folders.iter().any(|folder| match folder {
            Some(folder) => key == folder,
            None => !self.settings.know(key),
        })
    }

    /// Shows the results of folders with their current device and settings. Nothing is compiled or analysed.
    pub(in crate::writer) fn show_again_in(&mut self, folders: &[Option<PathBuf>]) {
        for key in self.projects.keys().filter(|key| self.is_in(key, folders)) {
            self.rank_again(key);
        }
        let documents = self.documents.iter();
        let documents: Vec<Uri> = documents
            .filter(|(_, document)| self.is_in(&document.project, folders))
            .map(|(uri, _)| uri.clone())
            .collect();
        for uri in documents {
            if let Some(document) = self.documents.get_mut(&uri)
                && let Some(context) = self.settings.of(&document.project).context()
            {
                document.show_with(&context);
                self.publish_diagnostics(&uri);
            }
        }
    }

    /// Analyses the compiled classes of folders with their current model and settings, and follows their calls again. Nothing is
    /// compiled.
    pub(in crate::writer) fn analyse_again_in(&mut self, folders: &[Option<PathBuf>]) {
        let keys = self.projects.keys();
        let keys: Vec<PathBuf> = keys
            .filter(|key| self.is_in(key, folders))
            .cloned()
            .collect();
        for key in keys {
            let Some(ProjectState::Open(project)) = self.projects.get_mut(&key) else {
                continue;
            };
            project.forget_calls();
            project.index.clear();
            let (files, is_loading) = (project.compiled(), project.is_loading());
            self.index_all(&key, files);
            if !is_loading {
                self.follow_calls(&key);
            }
        }
        let documents = self.documents.iter();
        let documents = documents.filter(|(_, document)| self.is_in(&document.project, folders));
        for (uri, _) in documents {
            self.analyse_again(uri);
        }
    }

    /// Compiles whole folders again; `None` stands for outside of all folders.
    fn compile_projects_again(&mut self, folders: &[Option<PathBuf>]) {
        for (key, project) in &mut self.projects {
            let folder = self.settings.know(key).then(|| key.clone());
            if folders.contains(&folder)
                && let ProjectState::Open(project) = project
            {
                self.run += 1;
                project.start(self.run);
            }
        }
    }

    /// Compiles the open documents of folders again; `None` stands for those outside of all folders.
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

    /// Whether anything is shown for a document.
    pub(in crate::writer) fn is_enabled(&self, document: &Document) -> bool {
        self.settings.of(&document.project).settings.enable
    }

    pub(in crate::writer) fn warn_of(&self, problems: Vec<SettingProblem>) {
        for problem in problems {
            self.outbox.show_warning(problems::Problem::from(problem));
        }
    }

    pub(in crate::writer) fn warn(&self, problems: &[String]) {
        for problem in problems {
            self.outbox.show_warning(problem);
        }
    }
}
