//! The packages of the workspace and their files.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    /// Roots of the targets that are built from it.
    pub(crate) roots: Vec<PathBuf>,
    /// The packages that it depends on, apart from its tests.
    pub(crate) dependencies: BTreeSet<String>,
    /// The names by which it may use other packages, including in tests.
    pub(crate) usable: BTreeSet<String>,
}

pub(crate) fn packages() -> Vec<Package> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    metadata["packages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|package| Package {
            name: text(&package["name"]),
            folder: Path::new(&text(&package["manifest_path"]))
                .parent()
                .unwrap()
                .to_path_buf(),
            roots: package["targets"]
                .as_array()
                .unwrap()
                .iter()
                .map(|target| PathBuf::from(text(&target["src_path"])))
                .collect(),
            dependencies: package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|dependency| dependency["kind"] != "dev")
                .map(|dependency| text(&dependency["name"]))
                .collect(),
            usable: package["dependencies"]
                .as_array()
                .unwrap()
                .iter()
                .map(|dependency| {
                    let name = dependency["rename"].as_str();
                    name.map_or_else(|| text(&dependency["name"]), str::to_owned)
                })
                .collect(),
        })
        .collect()
}

pub(crate) fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if !matches!(
                path.file_name().and_then(|name| name.to_str()),
                Some("target" | "corpus" | "artifacts")
            ) {
                files.extend(rust_files(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// A piece of code without spaces and comments, and without the unit tests at its end.
pub(crate) fn bare(code: &str) -> String {
    code.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(str::chars)
        .filter(|character| !character.is_whitespace())
        .collect()
}
