//! The files around a set of files that these may use.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::unit::Unit;
use crate::source_text::read;
use files::Limits;

/// The declarations of the context files whose names occur in the texts, and of those whose names occur in these. A class whose
/// name differs from its file's is not found.
pub(super) fn needed(units: &[&Unit], context: &[PathBuf], limits: &Limits) -> Vec<Unit> {
    let mut by_name: HashMap<&str, Vec<&Path>> = HashMap::new();
    for file in context {
        if let Some(name) = file.file_stem().and_then(|stem| stem.to_str()) {
            by_name.entry(name).or_default().push(file);
        }
    }
    let mut needed = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    let mut texts: Vec<_> = units.iter().map(|unit| Arc::clone(unit.text())).collect();
    while let Some(text) = texts.pop() {
        for word in text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))) {
            if !by_name.contains_key(word) || !seen.insert(word.to_owned()) {
                continue;
            }
            for file in by_name.get(word).into_iter().flatten() {
                // If a file cannot be read, javac reports its class as missing.
                if let Ok(text) = read(file, limits) {
                    let unit = Unit::new(file.to_path_buf(), text).as_declarations();
                    texts.push(Arc::clone(unit.text()));
                    needed.push(unit);
                }
            }
        }
    }
    needed
}
