//! `cargo xtask settings`: generates the manuals and the manifest that list the settings from their table.

mod manual;
mod vim;
mod vscode;
mod words;

use std::fs;

use anyhow::{Context, Result, bail};
use xtask::process::workspace_root;

/// A file that is generated in full or in part.
struct Generated {
    /// Relative to the workspace.
    path: &'static str,
    /// Makes the new text from the old one.
    make: fn(&str) -> Result<String>,
}

const FILES: [Generated; 3] = [
    Generated {
        path: "docs/settings.md",
        make: |_| Ok(manual::text()),
    },
    Generated {
        path: "editors/nvim/doc/jouled.txt",
        make: vim::replaced,
    },
    Generated {
        path: "editors/vscode/package.json",
        make: vscode::replaced,
    },
];

/// Writes the files, or only checks that they are up to date.
///
/// # Errors
/// If a file cannot be read or written, has lost the place of its generated part, or, in a check, is
/// out of date.
pub(crate) fn run(check: bool) -> Result<()> {
    let mut outdated = Vec::new();
    for Generated { path, make } in FILES {
        let file = workspace_root().join(path);
        let old = match fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error).with_context(|| format!("could not read {path}")),
        };
        let new = make(&old).with_context(|| format!("could not make {path}"))?;
        if new == old {
            continue;
        }
        if check {
            outdated.push(path);
        } else {
            fs::write(&file, new).with_context(|| format!("could not write {path}"))?;
            println!("wrote {path}");
        }
    }
    if !outdated.is_empty() {
        bail!(
            "{} not as the table of settings makes it; run `cargo xtask settings`",
            outdated.join(", ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use project_settings::SETTINGS;

    #[test]
    fn each_setting_is_in_each_file() {
        let help = "x *jouled-settings*\nold\n====\nrest";
        let manifest = "    \"configuration\": {\n      \"properties\": {\n      }\n";
        let texts = [
            manual::text(),
            vim::replaced(help).unwrap(),
            vscode::replaced(manifest).unwrap(),
        ];
        for setting in SETTINGS {
            for text in &texts {
                assert!(text.contains(setting.name), "{}", setting.name);
            }
        }
    }
}
