//! The settings of both sides.

use super::model;
use crate::options::{self, SettingsOf};
use crate::settings::Settings;
use anyhow::{Context, Result};
use project_settings::FILE_NAME;
use std::path::Path;

/// The texts of both sides' `jouled.toml`, if they have one, and other differences between them.
#[derive(Default)]
pub(super) struct SettingsTexts {
    pub(super) base: Option<String>,
    pub(super) head: Option<String>,
    /// What the head changes in other settings that affect the result, a phrase each.
    pub(super) others: Vec<String>,
}

/// The texts of both sides. Excluded files, the model, values and calls decide what may pass, just like limits, so they come
/// from the same side.
pub(super) fn texts(
    arguments: &options::Diff,
    head: &mut Settings,
    base: &Settings,
) -> Result<SettingsTexts> {
    let (before, after) = (&base.all, &head.all);
    let is_same_model = model::is_same(base, head)
        && (&before.device, before.mapping) == (&after.device, after.mapping);
    let others = [
        (before.exclude != after.exclude, "other files are excluded"),
        (before.assume != after.assume, "other values are assumed"),
        (before.calls != after.calls, "other calls are followed"),
        (!is_same_model, "another model, device or mapping"),
    ];
    let others = others.into_iter().filter(|(is_other, _)| *is_other);
    let others = others.map(|(_, phrase)| String::from(phrase)).collect();
    if arguments.settings == SettingsOf::Base {
        let all = &mut head.all;
        all.exclude = base.all.exclude.clone();
        all.assume = base.all.assume.clone();
        all.calls = base.all.calls;
        all.model.clone_from(&base.all.model);
        all.device.clone_from(&base.all.device);
        all.mapping = base.all.mapping;
    }
    Ok(SettingsTexts {
        base: settings_text(&base.root)?,
        head: settings_text(&head.root)?,
        others,
    })
}

/// The text of the `jouled.toml` in a folder, if there is one.
pub(super) fn settings_text(folder: &Path) -> Result<Option<String>> {
    match files::read_text(&folder.join(FILE_NAME), files::SETTINGS) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{FILE_NAME} cannot be read")),
    }
}
