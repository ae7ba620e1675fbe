//! Crates that compute touch neither files nor processes.

use crate::tree::{bare, packages, rust_files};

/// Crates that only compute: callers pass them their input.
const PURE: [&str; 21] = [
    "bytecode",
    "calls",
    "contracts",
    "cost",
    "diff",
    "documents",
    "escape",
    "flow",
    "frequency",
    "ide",
    "inference",
    "lsp",
    "package-managers",
    "posterior",
    "pricing",
    "problems",
    "profile",
    "profile-forms",
    "recording",
    "source",
    "wcec",
];

/// What a pure crate must not use.
const OUTSIDE_WORLD: [(&str, &[&str]); 2] = [
    ("std", &["fs", "process", "net"]),
    ("tokio", &["fs", "process", "net"]),
];

/// The modules of the outside world that a piece of code names, without the unit tests at its end.
fn outside_world(code: &str) -> Vec<String> {
    let code = bare(code);
    let mut found = Vec::new();
    for (library, modules) in OUTSIDE_WORLD {
        let prefix = format!("{library}::");
        for (start, _) in code.match_indices(&prefix) {
            let rest = &code[start + prefix.len()..];
            let named: Vec<&str> = match rest.strip_prefix('{') {
                Some(group) => group[..group.find(';').unwrap_or(group.len())]
                    .split([',', '{', '}'])
                    .collect(),
                None => vec![rest],
            };
            for module in modules {
                let names_it = |name: &&str| {
                    name.strip_prefix(module).is_some_and(|after| {
                        !after.starts_with(|c: char| c.is_alphanumeric() || c == '_')
                    })
                };
                if named.iter().any(names_it) {
                    found.push(format!("{library}::{module}"));
                }
            }
        }
    }
    found
}

#[test]
fn crates_that_compute_touch_neither_files_nor_processes() {
    for package in packages() {
        if !PURE.contains(&package.name.as_str()) {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let found = outside_world(&std::fs::read_to_string(&file).unwrap());
            assert!(found.is_empty(), "{} uses {found:?}", file.display());
        }
    }
}

#[test]
fn the_search_for_the_outside_world_finds_every_way_to_name_it() {
    for (code, expected) in [
        ("use std::fs;", "std::fs"),
        ("use std::fs::File;", "std::fs"),
        (
            "use std::{\n    collections::HashMap,\n    fs,\n};",
            "std::fs",
        ),
        ("use std::{io, process::{Command, Stdio}};", "std::process"),
        (
            "fn f() { tokio::process::Command::new(\"a\"); }",
            "tokio::process",
        ),
    ] {
        assert_eq!(outside_world(code), [expected], "{code}");
    }
    for code in [
        "use std::fmt; // not std::fs",
        "use std::{fmt, io};",
        "use crate::fs::File;",
        "fn f() {}\n#[cfg(test)]\nmod tests { use std::fs; }",
    ] {
        assert!(outside_world(code).is_empty(), "{code}");
    }
}
