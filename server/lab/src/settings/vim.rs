//! The settings in the help file of the Neovim plug-in.

use anyhow::{Context, Result};
use project_settings::{SETTINGS, Setting, SettingKind};
use std::fmt::Write;

use super::words::{default, description, values};

/// The widest line of a help file.
const WIDTH: usize = 78;

const TAG: &str = "*jouled-settings*\n";
const NEXT_SECTION: &str = "\n====";

const HEAD: &str = "
You can write the same settings in the file `jouled.toml` in the project's
root. Those of Neovim take precedence; lists and tables are merged.
`cargo xtask settings` generates this section.
";

/// The help file with a new section of settings.
pub(super) fn replaced(help: &str) -> Result<String> {
    let start = help
        .find(TAG)
        .with_context(|| format!("there is no {TAG}"))?
        + TAG.len();
    let length = help[start..]
        .find(NEXT_SECTION)
        .context("no section follows that of the settings")?;
    let mut section = HEAD.to_owned();
    for setting in SETTINGS {
        describe(&mut section, setting);
    }
    Ok(format!(
        "{}{section}{}",
        &help[..start],
        &help[start + length..]
    ))
}

// Writing to a string never fails.
fn describe(text: &mut String, setting: &Setting) {
    let default = default(setting).map_or_else(String::new, |value| format!("; default {value}"));
    let _ = writeln!(
        text,
        "\n{} ~\n    {}{}",
        setting.name,
        values(setting),
        default.replace("[]", "{}")
    );
    wrapped(text, "    ", &description(setting));
    if let SettingKind::Choice { choices, .. } = setting.kind {
        for choice in choices {
            wrapped(
                text,
                "      ",
                &format!("\"{}\": {}", choice.name, choice.meaning),
            );
        }
    }
}

fn wrapped(text: &mut String, indent: &str, words: &str) {
    let mut line = String::new();
    for word in words.split_whitespace() {
        let width = indent.len() + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && width > WIDTH {
            let _ = writeln!(text, "{indent}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{indent}{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_section_of_the_settings_is_replaced() {
        let help = "before\nSETTINGS  *jouled-settings*\nFORMER\n\n====\nafter\n";
        let once = replaced(help).unwrap();
        assert!(once.starts_with("before\nSETTINGS  *jouled-settings*\n\nYou can write"));
        assert!(once.ends_with("\n\n====\nafter\n") && !once.contains("FORMER"));
        assert_eq!(replaced(&once).unwrap(), once);
        assert!(once.lines().all(|line| line.chars().count() <= WIDTH));
        assert!(replaced("no section").is_err());
    }
}
