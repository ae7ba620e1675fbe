//! Each public type has a name that no other crate uses for its own type, and that its own crate uses for no other type.

use crate::DEVELOPERS;
use crate::tree::{packages, rust_files};
use std::collections::{BTreeMap, BTreeSet};

/// Names that several crates use for a type: code gives them with their crate, as in `recording::Thread`. A new type needs
/// a new name, and a name that only one crate still uses leaves the list.
const SHARED: [&str; 53] = [
    "Allocation",
    "Arguments",
    "Bounded",
    "Call",
    "Callee",
    "Change",
    "Class",
    "ClassFile",
    "Code",
    "Command",
    "Comparison",
    "Compilation",
    "Counter",
    "Counts",
    "Environment",
    "Estimate",
    "Expression",
    "Format",
    "Frame",
    "FrameKind",
    "Group",
    "Header",
    "Jvm",
    "Limit",
    "Loop",
    "Method",
    "MethodName",
    "Model",
    "Node",
    "Options",
    "Parameter",
    "Part",
    "Problem",
    "Program",
    "Reading",
    "Relation",
    "Report",
    "Sample",
    "Scope",
    "Scratch",
    "Severity",
    "Source",
    "Stack",
    "Structure",
    "SymbolKind",
    "Term",
    "Thread",
    "Tool",
    "Transfer",
    "Unit",
    "Verdict",
    "Wait",
    "WaitKind",
];

/// Names that several files of a crate declare for a type which other files see. A new one needs a new name.
const SHARED_IN_CRATE: [(&str, &str); 7] = [
    // The arguments of each command are `command::Arguments`.
    ("calibrate", "Arguments"),
    ("calls", "Callee"),
    // A build without Parquet has others in their place.
    ("rows", "ParquetForm"),
    ("rows", "RowsReader"),
    ("wcec", "Node"),
    ("wcec", "Values"),
    ("wcec", "Writes"),
];

/// Who sees a type.
#[derive(Clone, Copy, PartialEq)]
enum Seen {
    /// Other crates.
    ByCrates,
    /// At least other files of its crate.
    ByFiles,
}

/// The types that a file declares and others see, without the unit tests at its end.
fn declared(code: &str, seen: Seen) -> Vec<&str> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let kinds = ["struct", "enum", "trait", "type", "union"];
    let lines = code.lines().filter_map(|line| {
        let public = line.trim_start().strip_prefix("pub")?;
        let rest = match public.strip_prefix('(') {
            Some(inner) if seen == Seen::ByFiles => inner.split_once(')')?.1,
            Some(_) => return None,
            None => public,
        };
        let mut words = rest.strip_prefix(' ')?.split_whitespace();
        words.next().filter(|kind| kinds.contains(kind))?;
        let name = words.next()?;
        let end = name.find(|sign: char| !sign.is_alphanumeric() && sign != '_');
        Some(&name[..end.unwrap_or(name.len())])
    });
    lines.collect()
}

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let mut crates: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        if !package.folder.join("src/lib.rs").is_file() {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            let code = std::fs::read_to_string(file).unwrap();
            for name in declared(&code, Seen::ByCrates) {
                let of_name = crates.entry(name.to_owned()).or_default();
                of_name.insert(package.name.clone());
            }
        }
    }
    crates.retain(|_, crates| crates.len() > 1);
    let shared: BTreeSet<&str> = SHARED.into_iter().collect();
    let found: BTreeSet<&str> = crates.keys().map(String::as_str).collect();
    let new: Vec<_> = crates
        .iter()
        .filter(|(name, _)| !shared.contains(name.as_str()))
        .collect();
    assert!(new.is_empty(), "name one of each differently: {new:?}");
    let free: Vec<_> = shared.difference(&found).collect();
    assert!(
        free.is_empty(),
        "no longer shared, take them off the list: {free:?}"
    );
}

#[test]
fn a_type_has_a_name_of_its_own_within_its_crate() {
    let mut found: BTreeSet<(String, String)> = BTreeSet::new();
    for package in packages() {
        if DEVELOPERS.contains(&package.name.as_str()) {
            continue;
        }
        let mut names: BTreeSet<String> = BTreeSet::new();
        for file in rust_files(&package.folder.join("src")) {
            let code = std::fs::read_to_string(file).unwrap();
            for name in declared(&code, Seen::ByFiles) {
                if !names.insert(name.to_owned()) {
                    found.insert((package.name.clone(), name.to_owned()));
                }
            }
        }
    }
    let shared = SHARED_IN_CRATE.map(|(of, name)| (of.to_owned(), name.to_owned()));
    let shared = BTreeSet::from(shared);
    let new: Vec<_> = found.difference(&shared).collect();
    assert!(new.is_empty(), "name one of each differently: {new:?}");
    let free: Vec<_> = shared.difference(&found).collect();
    assert!(
        free.is_empty(),
        "no longer shared, take them off the list: {free:?}"
    );
}

#[test]
fn the_search_for_types_sees_them() {
    let code = "pub struct One<T>(T);\n    pub enum Two {\npub(crate) struct Three;\npub trait Four: Copy {\npub type Five = u8;\n\
                struct Six;\npub fn seven() {}\n#[cfg(test)]\nmod tests { \npub struct Eight;\n}";
    assert_eq!(
        declared(code, Seen::ByCrates),
        ["One", "Two", "Four", "Five"]
    );
    assert_eq!(
        declared(code, Seen::ByFiles),
        ["One", "Two", "Three", "Four", "Five"]
    );
}
