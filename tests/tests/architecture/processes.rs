//! Only one crate starts processes.

use crate::DEVELOPERS;
use crate::tree::{bare, packages, rust_files};

/// The names in the code for types that start processes, without the unit tests at the end.
fn starts_processes(code: &str) -> Vec<&'static str> {
    let code = bare(code);
    let mut found = Vec::new();
    for library in ["std", "tokio"] {
        for (start, _) in code.match_indices(&format!("{library}::")) {
            let statement = code[start..].split(';').next().unwrap_or_default();
            let Some((_, named)) = statement.split_once("process::") else {
                // The module as a whole, with everything in it.
                let names_module = |name: &str| {
                    let name = name.trim_matches([':', '{', '}']);
                    name == "process"
                        || name.ends_with("::process")
                        || name.starts_with("processas")
                };
                if statement[library.len()..].split(',').any(names_module) {
                    found.push("process");
                }
                continue;
            };
            let named = match named.strip_prefix('{') {
                Some(group) => group.split('}').next().unwrap_or_default(),
                None => named,
            };
            let is_start = |name: &str| {
                ["Command", "*", "self"]
                    .iter()
                    .any(|start| name.starts_with(start))
            };
            if named.split(',').any(is_start) {
                found.push("process::Command");
            }
        }
    }
    found
}

#[test]
fn only_the_crate_programs_starts_processes() {
    for package in packages() {
        if package.name == "programs" || DEVELOPERS.contains(&package.name.as_str()) {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let found = starts_processes(&std::fs::read_to_string(&file).unwrap());
            assert!(
                found.is_empty(),
                "{} names {found:?}: take programs::Command",
                file.display()
            );
        }
    }
}

#[test]
fn the_search_for_processes_finds_every_way_to_name_them() {
    for code in [
        "use std::process::Command;",
        "use std::process::{Child, Command, Stdio};",
        "use std::process::Command as Other;",
        "use std::{io, process::{Command, Stdio}};",
        "fn f() { std::process::Command::new(\"a\"); }",
        "fn f() { tokio::process::Command::new(\"a\"); }",
        "use tokio::process::*;",
        "use std::process;",
        "use std::{io, process};",
        "use std::process as p;",
    ] {
        assert!(!starts_processes(code).is_empty(), "{code}");
    }
    for code in [
        "use std::process::{Child, ExitCode, Stdio};",
        "use programs::{Command, AllowedProgram};",
        "use crate::process::Command;",
        "use super::process;",
        "use crate::process::{Limits, ServiceProcess};\nuse std::io;",
        "// std::process::Command",
        "#[cfg(test)]\nmod tests { use std::process::Command; }",
    ] {
        assert!(starts_processes(code).is_empty(), "{code}");
    }
}
