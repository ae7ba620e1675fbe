//! The text about a setting that every manual contains.

use project_settings::{DefaultValue, Setting, SettingKind};

/// The possible values, in words.
pub(super) fn values(setting: &Setting) -> String {
    match setting.kind {
        SettingKind::Text => "text".to_owned(),
        SettingKind::Folder => "the path of a folder".to_owned(),
        SettingKind::Energy => "an energy: a number and a unit".to_owned(),
        SettingKind::Assumptions => "a table of symbols and numbers".to_owned(),
        kind => kind.expected(),
    }
}

/// The default, as it is written; `None` if it cannot be written.
pub(super) fn default(setting: &Setting) -> Option<String> {
    match setting.default {
        DefaultValue::Nothing => None,
        DefaultValue::Switch(on) => Some(on.to_string()),
        DefaultValue::Text(text) => Some(format!("\"{text}\"")),
        DefaultValue::Whole(number) => Some(number.to_string()),
        DefaultValue::EmptyList => Some("[]".to_owned()),
        DefaultValue::EmptyTable => Some("{}".to_owned()),
    }
}

/// All sentences of a description.
pub(super) fn description(setting: &Setting) -> String {
    if setting.details.is_empty() {
        format!("{}.", setting.summary)
    } else {
        format!("{}. {}", setting.summary, setting.details)
    }
}
