//! Classes that the build has made.

use std::collections::BTreeSet;
use std::fs::{File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use source::SourceFile;

use super::Project;

/// A folder of classes that a build makes, and the folders of the sources that it makes them from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassOutput {
    /// The folder.
    pub folder: PathBuf,
    /// The folders in which the packages of its sources begin.
    pub source_roots: Vec<PathBuf>,
}

impl Project {
    /// Binary names and bytes of the classes that the build has made of a file, if none of them is
    /// older than the file and `text` is what the file has.
    pub(crate) fn built_classes(&self, file: &Path, text: &str) -> Option<Vec<(String, Vec<u8>)>> {
        let is_of = |output: &&ClassOutput| {
            let mut roots = output.source_roots.iter();
            roots.any(|root| file.starts_with(root))
        };
        let mut outputs = self.class_outputs.iter().filter(is_of).peekable();
        outputs.peek()?;
        let source = std::fs::metadata(file).ok()?;
        if source.len() != text.len() as u64 || std::fs::read(file).ok()? != text.as_bytes() {
            return None;
        }
        let parsed = SourceFile::parse(text);
        let package: PathBuf = parsed.package().split('.').collect();
        let top_level: BTreeSet<&str> = parsed
            .classes()
            .iter()
            .filter(|class| !class.binary_name.contains('$') && !class.simple_name.is_empty())
            .map(|class| class.simple_name.as_str())
            .collect();
        if top_level.is_empty() {
            return None;
        }
        let limit = self.limits.max_class_bytes;
        outputs.find_map(|output| {
            let folder = output.folder.join(&package);
            fresh_classes(&folder, parsed.package(), &top_level, &source, limit)
        })
    }
}

/// The classes of these names and those within them.
fn fresh_classes(
    folder: &Path,
    package: &str,
    top_level: &BTreeSet<&str>,
    source: &Metadata,
    limit: u64,
) -> Option<Vec<(String, Vec<u8>)>> {
    let changed = source.modified().ok()?;
    let mut found = BTreeSet::new();
    let mut classes = Vec::new();
    for entry in std::fs::read_dir(folder).ok()?.flatten() {
        let Ok(file_name) = entry.file_name().into_string() else {
            continue;
        };
        let Some(name) = file_name.strip_suffix(".class") else {
            continue;
        };
        let outer = name.split('$').next().unwrap_or(name);
        let Some(outer) = top_level.get(outer) else {
            continue;
        };
        let metadata = entry.metadata().ok()?;
        if !metadata.is_file() || metadata.modified().ok()? < changed || metadata.len() > limit {
            return None;
        }
        let mut bytes = Vec::new();
        let file = File::open(entry.path()).ok()?;
        file.take(limit).read_to_end(&mut bytes).ok()?;
        if name == *outer {
            found.insert(*outer);
        }
        let binary_name = match package {
            "" => name.to_owned(),
            package => format!("{}/{name}", package.replace('.', "/")),
        };
        classes.push((binary_name, bytes));
    }
    classes.sort();
    (found.len() == top_level.len()).then_some(classes)
}
