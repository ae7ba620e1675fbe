//! Each public type has a name that no other crate uses for its own type.

use crate::tree::{packages, rust_files};
use std::collections::{BTreeMap, BTreeSet};

/// Names that several crates use for a type: code gives them with their crate, as in `recording::Thread`. A new type needs
/// a new name, and a name that only one crate still uses leaves the list.
const SHARED: [&str; 80] = [
    "Allocation",
    "Arguments",
    "Assumptions",
    "BadAssumption",
    "Bounded",
    "Call",
    "CallTree",
    "Callee",
    "Change",
    "Class",
    "ClassFile",
    "Code",
    "Command",
    "Comparison",
    "Compilation",
    "Cost",
    "Counter",
    "Counts",
    "Device",
    "Document",
    "Environment",
    "Estimate",
    "Event",
    "Executed",
    "Expression",
    "Format",
    "Frame",
    "FrameKind",
    "Group",
    "Header",
    "Input",
    "Instruction",
    "Jdk",
    "Jvm",
    "Limit",
    "LineReport",
    "Location",
    "Loop",
    "Method",
    "MethodName",
    "Model",
    "ModelError",
    "Node",
    "Options",
    "Origin",
    "Parameter",
    "Part",
    "Problem",
    "Program",
    "Progress",
    "Reading",
    "Recording",
    "Relation",
    "Report",
    "Revision",
    "Rule",
    "Sample",
    "Sampler",
    "Scope",
    "Scratch",
    "Series",
    "Severity",
    "Shares",
    "Source",
    "Stack",
    "Status",
    "Structure",
    "Summary",
    "Switch",
    "SymbolKind",
    "Term",
    "Thread",
    "Tool",
    "Transfer",
    "Tree",
    "Unit",
    "Verdict",
    "Wait",
    "WaitKind",
    "Work",
];

/// The public types that a file declares, without the unit tests at its end.
fn declared(code: &str) -> Vec<&str> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let kinds = ["struct", "enum", "trait", "type", "union"];
    let lines = code.lines().filter_map(|line| {
        let mut words = line.trim_start().strip_prefix("pub ")?.split_whitespace();
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
            for name in declared(&code) {
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
fn the_search_for_types_sees_them() {
    let code = "pub struct One<T>(T);\n    pub enum Two {\npub(crate) struct Three;\npub trait Four: Copy {\npub type Five = u8;\n\
                struct Six;\npub fn seven() {}\n#[cfg(test)]\nmod tests { \npub struct Eight;\n}";
    assert_eq!(declared(code), ["One", "Two", "Four", "Five"]);
}
