//! The manual of the settings.

use std::fmt::Write;

use project_settings::{SETTINGS, Setting, SettingKind};

use super::words::{default, description, values};

const HEAD: &str = "<!-- Made by `cargo xtask settings` from server/project-settings/src/schema.rs. -->

# Settings

The same settings, with the same names, can be written in three places. If a setting is in several of them, the first
one here wins:

1. the command line, as flags in kebab-case: `--java-home DIR`,
2. the editor's settings, section `jouled`: `\"jouled.javaHome\": \"…\"` in VS Code,
   `require(\"jouled\").setup({ javaHome = \"…\" })` in Neovim,
3. `jouled.toml` in the root folder of the project. In a workspace of several folders, each folder's file applies to its own files,
   and no file applies outside of all folders.

jouled merges the lists and tables of all places. A setting that no place sets has its default.

```toml
# jouled.toml
device = \"device_1\"
hints = \"hot\"
exclude = [\"**/generated\"]

[assume]
n = 100
\"names.size()\" = 100   # quote names that have parentheses or dots
\"com.example.Matrix.multiply:n\" = 512
\"src/test/**:n\" = 10
```

The command line reads the `jouled.toml` of the folder that its path is in, or of the nearest folder above that has one,
up to the repository's. Paths in the file are relative to it. jouled reports a setting that is unknown or has a wrong
value with its line, and the others still apply. It reports a file that is not valid TOML, and takes no settings from it.
The file cannot make a program run. The file may be up to 256 KiB.
";

/// The whole manual.
pub(super) fn text() -> String {
    let mut text = HEAD.to_owned();
    for setting in SETTINGS {
        section(&mut text, setting);
    }
    text
}

// Writing to a string never fails.
fn section(text: &mut String, setting: &Setting) {
    let _ = write!(
        text,
        "\n## {}\n\n{}\n\n",
        setting.name,
        description(setting)
    );
    match setting.kind {
        SettingKind::Choice { choices, is_switch } => {
            for (place, choice) in choices.iter().enumerate() {
                let mut names = format!("`\"{}\"`", choice.name);
                if let Some(alias) = choice.alias {
                    let _ = write!(names, " or `\"{alias}\"`");
                }
                if is_switch && place == 0 {
                    names.push_str(" or `true`");
                }
                if is_switch && place + 1 == choices.len() {
                    names.push_str(" or `false`");
                }
                let _ = writeln!(text, "- {names}: {}", choice.meaning);
            }
        }
        _ => {
            let _ = writeln!(text, "- Value: {}", values(setting));
        }
    }
    if let Some(default) = default(setting) {
        let _ = writeln!(text, "- Default: `{default}`");
    }
    if setting.has_flag {
        let _ = writeln!(text, "- Flag: `--{}`", setting.flag());
    }
    if let Some(reason) = setting.not_in_project {
        let _ = writeln!(text, "- Not in `jouled.toml`: {reason}");
    }
}
