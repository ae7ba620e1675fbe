//! The classes that the build produced.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use jdk::CompiledClass;
use source::SourceFile;

/// Prefixes of the packages of annotation processors that add members to classes. javac alone produces other classes from such
/// code, even if it finds no errors.
const CHANGES_CLASSES: [&str; 1] = ["lombok."];

/// The build's classes of a file.
#[derive(Debug)]
pub struct BuiltClasses {
    /// The classes.
    pub classes: Vec<CompiledClass>,
    /// Whether they belong to the text: the file has this text, and no class is older than the file.
    pub is_fresh: bool,
}

/// Whether javac without annotation processors produces other classes of a text than the build.
pub fn needs_processors(text: &str) -> bool {
    let mut imports = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("import "));
    imports.any(|import| {
        let import = import.trim_start();
        let import = import
            .strip_prefix("static ")
            .unwrap_or(import)
            .trim_start();
        CHANGES_CLASSES
            .iter()
            .any(|package| import.starts_with(package))
    })
}

/// The classes of a file in the build's output folder, if all classes that the text declares are there. Class files over
/// `limit` bytes count as missing.
pub fn built_classes(output: &Path, file: &Path, text: &str, limit: u64) -> Option<BuiltClasses> {
    if !output.is_dir() {
        return None;
    }
    let parsed = SourceFile::parse(text);
    let package: PathBuf = parsed.package().split('.').collect();
    let names: BTreeSet<&str> = parsed
        .classes()
        .iter()
        .filter(|class| !class.binary_name.contains('$') && !class.simple_name.is_empty())
        .map(|class| class.simple_name.as_str())
        .collect();
    if names.is_empty() {
        return None;
    }
    let (classes, oldest) = read(&output.join(package), parsed.package(), &names, limit)?;
    Some(BuiltClasses {
        classes,
        is_fresh: is_unchanged_since(file, text, oldest),
    })
}

/// Whether a file has this text, and was not written after a time.
fn is_unchanged_since(file: &Path, text: &str, time: SystemTime) -> bool {
    let changed = std::fs::metadata(file).and_then(|file| file.modified());
    changed.is_ok_and(|changed| changed <= time)
        && files::read(file, text.len() as u64).is_ok_and(|bytes| bytes == text.as_bytes())
}

/// The classes with these names and their nested classes, and the time of the oldest.
fn read(
    folder: &Path,
    package: &str,
    names: &BTreeSet<&str>,
    limit: u64,
) -> Option<(Vec<CompiledClass>, SystemTime)> {
    let mut found = BTreeSet::new();
    let mut oldest: Option<SystemTime> = None;
    let mut classes = Vec::new();
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let Ok(file_name) = entry.file_name().into_string() else {
            continue;
        };
        let Some(name) = file_name.strip_suffix(".class") else {
            continue;
        };
        let outer = name.split('$').next().unwrap_or(name);
        let Some(outer) = names.get(outer) else {
            continue;
        };
        let metadata = entry.metadata().ok()?;
        if !metadata.is_file() || metadata.len() > limit {
            return None;
        }
        let made = metadata.modified().ok()?;
        oldest = Some(oldest.map_or(made, |oldest| oldest.min(made)));
        let bytes = files::read(&entry.path(), limit).ok()?;
        if name == *outer {
            found.insert(*outer);
        }
        let binary_name = match package {
            "" => name.to_owned(),
            package => format!("{}/{name}", package.replace('.', "/")),
        };
        classes.push(CompiledClass {
            binary_name,
            source: None,
            bytes,
        });
    }
    classes.sort_by(|left, right| left.binary_name.cmp(&right.binary_name));
    (found.len() == names.len()).then_some((classes, oldest?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_say_what_needs_processors() {
        for text in [
            "package p;\nimport lombok.Data;\n",
            "import  static lombok.AccessLevel.PRIVATE;",
            "\timport lombok.extern.slf4j.*;",
        ] {
            assert!(needs_processors(text), "{text}");
        }
        for text in [
            "import lombokx.Data;",
            "// lombok.Data",
            "class A { String s = \"lombok.\"; }",
        ] {
            assert!(!needs_processors(text), "{text}");
        }
    }
}
