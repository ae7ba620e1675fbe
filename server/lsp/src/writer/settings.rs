//! The settings that hold, and the model that they ask for.

use ide::Model;
use serde_json::Value;
use tower_lsp::ls_types::MessageType;
use workspace::configuration::{Configuration, Layer, SettingProblem};

use super::Writer;
use crate::preparation;

impl Writer {
    pub(super) fn take_editor(&mut self, value: &Value) {
        let (editor, problems) = Layer::from_editor(value);
        self.editor = match self.folders.first() {
            Some(folder) => editor.relative_to(folder),
            None => editor,
        };
        self.warn_of(problems);
    }

    pub(super) fn resolved(&self) -> Configuration {
        Configuration::resolve([&self.flags, &self.editor, &self.project])
    }

    /// Brings what follows from the settings up to date after one of their places has changed.
    pub(super) fn reconfigure(&mut self) {
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

    pub(super) fn take_model(
        &mut self,
        settings: &Configuration,
        model: Model,
        problems: &[String],
    ) {
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

    pub(super) fn warn_of(&self, problems: Vec<SettingProblem>) {
        for problem in problems {
            self.outbox.show_warning(workspace::Problem::from(problem));
        }
    }

    pub(super) fn warn(&self, problems: &[String]) {
        for problem in problems {
            self.outbox.show_warning(problem);
        }
    }
}
