//! The settings in the manifest of the VS Code extension.

use anyhow::{Context, Result};
use project_settings::{DefaultValue, Key, SETTINGS, Setting, SettingKind};
use serde::Serialize;
use serde_json::{Value, json};

use super::words::description;

/// The section of the manifest, as its lines begin.
const SECTION: &str = "\n    \"configuration\": {\n";
const BEGIN: &str = "\n      \"properties\": {\n";
const END: &str = "\n      }\n";
const INDENT: &str = "        ";

/// Settings of the extension itself.
const OF_EXTENSION: [&str; 2] = ["\"jouled.server.", "\"jouled.trace."];

/// A property that keeps the order of its fields.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    r#type: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#enum: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enum_descriptions: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    additional_properties: Option<Number>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u16>,
    default: Value,
    scope: &'static str,
    order: usize,
    markdown_description: String,
}

#[derive(Serialize)]
struct Number {
    r#type: &'static str,
    minimum: u8,
}

impl Property {
    fn new(setting: &Setting, order: usize) -> Self {
        let has_no_default = setting.default == DefaultValue::Nothing;
        let mut property = Self {
            r#type: json!("string"),
            r#enum: None,
            enum_descriptions: None,
            items: None,
            additional_properties: None,
            minimum: None,
            maximum: None,
            default: match setting.default {
                DefaultValue::Nothing => json!(""),
                DefaultValue::Switch(on) => json!(on),
                DefaultValue::Text(text) => json!(text),
                DefaultValue::Whole(number) => json!(number),
                DefaultValue::EmptyList => json!([]),
                DefaultValue::EmptyTable => json!({}),
            },
            scope: match setting.key {
                // An opened folder must not choose a program that runs.
                Key::JavaHome => "machine",
                _ if setting.is_of_editor => "window",
                _ => "resource",
            },
            order,
            markdown_description: description(setting),
        };
        match setting.kind {
            SettingKind::Switch => property.r#type = json!("boolean"),
            SettingKind::Choice { choices, .. } => {
                property.r#enum = Some(choices.iter().map(|choice| choice.name).collect());
                let meanings = choices.iter().map(|choice| choice.meaning);
                property.enum_descriptions = Some(meanings.collect());
            }
            SettingKind::Whole { min, max } => {
                property.r#type = json!("integer");
                if has_no_default {
                    property.r#type = json!(["integer", "null"]);
                    property.default = Value::Null;
                }
                property.minimum = Some(min);
                property.maximum = Some(max);
            }
            SettingKind::Paths | SettingKind::Globs => {
                property.r#type = json!("array");
                property.items = Some(json!({"type": "string"}));
            }
            SettingKind::Assumptions => {
                property.r#type = json!("object");
                property.additional_properties = Some(Number {
                    r#type: "number",
                    minimum: 0,
                });
            }
            SettingKind::Energy | SettingKind::Text | SettingKind::Folder => {}
        }
        property
    }
}

/// The manifest with the server's settings replaced; the extension's own settings follow unchanged.
pub(super) fn replaced(manifest: &str) -> Result<String> {
    let lost = "the section of the settings is not where it was";
    let section = manifest
        .find(SECTION.trim_start_matches('\n'))
        .context(lost)?;
    let begin = section
        + manifest[section..]
            .find(BEGIN.trim_start_matches('\n'))
            .context(lost)?
        + BEGIN.len()
        - 1;
    // An empty section ends where it begins.
    let end = begin - 1 + manifest[begin - 1..].find(END).context(lost)? + 1;
    let mut properties = Vec::new();
    for (setting, order) in SETTINGS.iter().zip(1..) {
        let json = serde_json::to_string_pretty(&Property::new(setting, order))?;
        let json = json.replace('\n', &format!("\n{INDENT}"));
        properties.push(format!("{INDENT}\"jouled.{}\": {json}", setting.name));
    }
    properties.extend(of_extension(manifest.get(begin..end).unwrap_or_default()));
    Ok(format!(
        "{}{}\n{}",
        &manifest[..begin],
        properties.join(",\n"),
        &manifest[end..]
    ))
}

/// The extension's own properties, as written.
fn of_extension(properties: &str) -> Vec<String> {
    let mut own: Vec<String> = Vec::new();
    let mut is_own = false;
    for line in properties.lines() {
        let begins = line
            .strip_prefix(INDENT)
            .filter(|rest| rest.starts_with('"'));
        if let Some(name) = begins {
            is_own = OF_EXTENSION.iter().any(|prefix| name.starts_with(prefix));
            if is_own {
                own.push(String::new());
            }
        }
        if let (true, Some(property)) = (is_own, own.last_mut()) {
            if !property.is_empty() {
                property.push('\n');
            }
            property.push_str(line);
        }
    }
    let closed = own.iter().map(|property| property.trim_end_matches(','));
    closed.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = r#"{
  "name": "jouled",
  "contributes": {
    "configuration": {
      "title": "jouled",
      "properties": {
        "jouled.gone": {
          "type": "string"
        },
        "jouled.server.path": {
          "type": "string"
        },
        "jouled.trace.server": {
          "enum": [
            "off"
          ]
        }
      }
    }
  }
}
"#;

    #[test]
    fn the_servers_settings_are_replaced_and_the_extensions_own_stay() {
        let once = replaced(MANIFEST).unwrap();
        let manifest: Value = serde_json::from_str(&once).unwrap();
        let properties = &manifest["contributes"]["configuration"]["properties"];
        assert_eq!(properties["jouled.gone"], Value::Null);
        assert_eq!(properties["jouled.server.path"]["type"], "string");
        assert_eq!(properties["jouled.trace.server"]["enum"][0], "off");
        assert_eq!(properties["jouled.hints"]["default"], "hot");
        assert_eq!(properties["jouled.javaHome"]["scope"], "machine");
        assert_eq!(properties.as_object().unwrap().len(), SETTINGS.len() + 2);
        assert_eq!(replaced(&once).unwrap(), once);
    }

    #[test]
    fn a_manifest_without_the_section_is_left_alone() {
        assert!(replaced("{}").is_err());
    }
}
