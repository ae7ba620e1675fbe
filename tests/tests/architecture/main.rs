//! The order of the crates and the tidiness of the tree, checked.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test fail like the test itself"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use rooms::{Rooms, circles};
use serde_json::Value;

mod rooms;

/// Who builds on whom, without a step between. A crate builds on nothing else of this workspace.
const ARROWS: [(&str, &[&str]); 32] = [
    (
        "jouled",
        &[
            "advice",
            "diff",
            "escape",
            "files",
            "ide",
            "jdk",
            "lsp",
            "meters",
            "profile",
            "profile-forms",
            "profiler",
            "programs",
            "source",
            "workspace",
        ],
    ),
    ("advice", &["attributes", "source"]),
    ("attributes", &[]),
    ("lsp", &["escape", "ide", "source", "workspace"]),
    ("diff", &["documents", "escape", "posterior"]),
    (
        "workspace",
        &[
            "attributes",
            "counts",
            "escape",
            "files",
            "flow",
            "frequency",
            "ide",
            "jdk",
            "posterior",
            "pricing",
            "programs",
            "source",
            "wcec",
        ],
    ),
    (
        "ide",
        &[
            "bytecode",
            "contracts",
            "documents",
            "escape",
            "frequency",
            "posterior",
            "pricing",
            "source",
            "wcec",
        ],
    ),
    ("contracts", &["posterior", "pricing", "wcec"]),
    ("wcec", &["bytecode", "flow", "frequency", "pricing"]),
    ("frequency", &["bytecode", "flow"]),
    ("flow", &["bytecode"]),
    ("pricing", &["bytecode", "posterior"]),
    (
        "calibrate",
        &[
            "bytecode",
            "campaign",
            "escape",
            "files",
            "harness",
            "inference",
            "jdk",
            "meters",
            "posterior",
            "pricing",
            "programs",
        ],
    ),
    ("harness", &["campaign", "files", "jdk", "meters", "trace"]),
    ("campaign", &["files", "posterior"]),
    (
        "counts",
        &["bytecode", "files", "frequency", "jdk", "programs"],
    ),
    (
        "profiler",
        &[
            "counts",
            "files",
            "jdk",
            "meters",
            "profile",
            "programs",
            "recording",
        ],
    ),
    ("trace", &["jdk"]),
    (
        "jdk",
        &["attributes", "files", "package-managers", "programs"],
    ),
    ("meters", &["files", "programs"]),
    ("bytecode", &[]),
    ("documents", &[]),
    ("escape", &[]),
    ("files", &[]),
    ("inference", &[]),
    ("package-managers", &[]),
    ("posterior", &[]),
    ("profile", &["escape", "posterior"]),
    ("profile-forms", &["escape", "profile"]),
    ("programs", &[]),
    ("recording", &[]),
    ("source", &[]),
];

/// What stands behind the crate `ide`, and who sees it through that crate alone.
const BEHIND_IDE: [&str; 7] = [
    "bytecode",
    "contracts",
    "flow",
    "frequency",
    "posterior",
    "pricing",
    "wcec",
];
const BEFORE_IDE: [&str; 2] = ["jouled", "lsp"];

/// Developers' crates: they may use any other, and none but themselves may use them.
const DEVELOPERS: [&str; 4] = ["xtask", "lab", "tests", "soundness"];

/// Packages that the crate `xtask` may be built of: whoever tries the project waits for them before it says anything.
const MOST_PACKAGES_OF_XTASK: usize = 25;

/// Crates that compute and do nothing else: what they work on is handed to them.
const PURE: [&str; 18] = [
    "bytecode",
    "contracts",
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
    "profile",
    "profile-forms",
    "recording",
    "source",
    "wcec",
];

/// What a pure crate has no use for.
const OUTSIDE_WORLD: [(&str, &[&str]); 2] = [
    ("std", &["fs", "process", "net"]),
    ("tokio", &["fs", "process", "net"]),
];

const LONGEST_FILE_LINES: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

struct Package {
    name: String,
    folder: PathBuf,
    /// Roots of the targets that are built from it.
    roots: Vec<PathBuf>,
    /// What it is built on, tests left out.
    dependencies: BTreeSet<String>,
}

fn packages() -> Vec<Package> {
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
        })
        .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
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
fn bare(code: &str) -> String {
    code.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .map(|line| line.split("//").next().unwrap_or_default())
        .flat_map(str::chars)
        .filter(|character| !character.is_whitespace())
        .collect()
}

/// The modules of the outside world that a piece of code names, unit tests at its end left out.
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

/// The crates of this workspace that a package builds on.
fn of_this_workspace(package: &Package) -> BTreeSet<&str> {
    let dependencies = package.dependencies.iter().map(String::as_str);
    let is_ours = |name: &&str| ARROWS.iter().any(|(known, _)| known == name);
    dependencies.filter(is_ours).collect()
}

#[test]
fn crates_build_on_their_arrows_and_on_nothing_else() {
    for package in packages() {
        if DEVELOPERS.contains(&package.name.as_str()) {
            continue;
        }
        let Some((_, arrows)) = ARROWS.iter().find(|(name, _)| *name == package.name) else {
            panic!(
                "{} has no place among the crates: give it one in this test and in ARCHITECTURE.md",
                package.name
            );
        };
        let arrows: BTreeSet<&str> = arrows.iter().copied().collect();
        assert_eq!(of_this_workspace(&package), arrows, "{}", package.name);
    }
}

/// Where no arrow leads from a crate to one that stands before it in the list, they form no circle.
#[test]
fn the_arrows_form_no_circle() {
    let mut open: Vec<(&str, &[&str])> = ARROWS.to_vec();
    while !open.is_empty() {
        let left: BTreeSet<&str> = open.iter().map(|(name, _)| *name).collect();
        let before = open.len();
        open.retain(|(_, below)| below.iter().any(|name| left.contains(name)));
        assert!(open.len() < before, "a circle among {left:?}");
    }
}

#[test]
fn whoever_shows_the_analysis_sees_it_through_its_facade() {
    for package in packages() {
        if BEFORE_IDE.contains(&package.name.as_str()) {
            let mut past = of_this_workspace(&package);
            past.retain(|name| BEHIND_IDE.contains(name));
            assert!(past.is_empty(), "{} names {past:?}", package.name);
        }
    }
}

/// The rooms of the library and of each binary of a package, tests and examples left out.
fn rooms(package: &Package) -> Vec<Rooms> {
    let source = package.folder.join("src");
    let roots = package
        .roots
        .iter()
        .filter(|root| root.starts_with(&source));
    roots.map(|root| Rooms::read(root)).collect()
}

#[test]
fn no_file_needs_a_file_that_needs_it() {
    let mut found = Vec::new();
    for package in packages() {
        let rooms = rooms(&package);
        let circles = rooms.iter().flat_map(|rooms| circles(&rooms.arrows()));
        for arrow in circles.flatten() {
            let short = |file: &Path| {
                let file = file.strip_prefix(&package.folder).unwrap_or(file);
                file.display().to_string()
            };
            let names: Vec<String> = arrow.names.into_iter().collect();
            let (from, to) = (short(&arrow.from), short(&arrow.to));
            found.push(format!(
                "{} {from} -> {to}: {}",
                package.name,
                names.join(", ")
            ));
        }
    }
    assert!(
        found.is_empty(),
        "these files need each other; let what both need stand in a file of its own\n{}",
        found.join("\n")
    );
}

/// What a crate hands out stands at its root, or in a room that its root opens: nobody goes through a room to another.
#[test]
fn no_crate_goes_past_the_facade_of_another() {
    let packages = packages();
    let is_room = |name: &String| name.starts_with(|first: char| first.is_ascii_lowercase());
    for package in &packages {
        for rooms in rooms(package) {
            for (file, names) in rooms.foreign() {
                let [of, inside @ ..] = names else { continue };
                if packages.iter().any(|other| other.name == *of) {
                    let passed = inside.split_last().map_or(&[][..], |(_, passed)| passed);
                    assert!(
                        passed.iter().filter(|name| is_room(name)).count() <= 1,
                        "{} goes past the facade: {}",
                        file.display(),
                        names.join("::")
                    );
                }
            }
        }
    }
}

#[test]
fn only_the_crate_lsp_knows_the_protocol() {
    for package in packages() {
        let protocol: Vec<&String> = package
            .dependencies
            .iter()
            .filter(|name| name.contains("lsp") && *name != "lsp")
            .collect();
        assert_eq!(
            protocol.is_empty(),
            package.name != "lsp",
            "{} depends on {protocol:?}",
            package.name
        );
    }
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
fn the_search_for_the_outside_world_sees_every_way_to_name_it() {
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

/// The ways to name a type by which a process is started, unit tests at the end left out.
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
fn the_search_for_processes_sees_every_way_to_name_them() {
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
        "use programs::{Command, Program};",
        "use crate::process::Command;",
        "use super::process;",
        "use crate::process::{Limits, ServiceProcess};\nuse std::io;",
        "// std::process::Command",
        "#[cfg(test)]\nmod tests { use std::process::Command; }",
    ] {
        assert!(starts_processes(code).is_empty(), "{code}");
    }
}

/// Where a piece of code opens or reads a file by itself, unit tests at its end left out: what comes from a path goes
/// through the crate `files`, and what comes from a pipe is taken up to a limit.
fn unbounded(code: &str) -> Vec<&'static str> {
    /// How far before a read its limit stands, in letters.
    const NEAR: usize = 200;
    let code = bare(code);
    let opened = [
        "fs::read(",
        "fs::read_to_string(",
        "File::open(",
        "OpenOptions::new().read(true)",
        "fs::OpenOptions",
    ];
    let read = [".read_to_end(", ".read_to_string("];
    let without_limit = |what: &&str| {
        code.match_indices(*what).any(|(at, _)| {
            let before = &code.as_bytes()[at.saturating_sub(NEAR)..at];
            !String::from_utf8_lossy(before).contains(".take(")
        })
    };
    let opens = opened.into_iter().filter(|what| code.contains(what));
    opens
        .chain(read.into_iter().filter(without_limit))
        .collect()
}

#[test]
fn whatever_is_read_of_a_path_is_read_up_to_a_limit() {
    for package in packages() {
        let name = package.name.as_str();
        if DEVELOPERS.contains(&name) || name == "files" {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            if file.file_stem().is_some_and(|stem| stem == "tests") {
                continue;
            }
            let found = unbounded(&std::fs::read_to_string(&file).unwrap());
            assert!(
                found.is_empty(),
                "{} has {found:?}: use files::open, files::read or files::read_from",
                file.display()
            );
        }
    }
}

#[test]
fn the_search_for_reads_without_a_limit_sees_them() {
    for code in [
        "let text = std::fs::read_to_string(path)?;",
        "let bytes = fs::read(path)?;",
        "let bytes = tokio::fs::read(path).await?;",
        "let file = File::open(path)?;",
        "let file = std::fs::OpenOptions::new().read(true).open(path)?;",
        "stream\n    .read_to_end(&mut bytes)?;",
    ] {
        assert!(!unbounded(code).is_empty(), "{code}");
    }
    for code in [
        "let bytes = files::read(path, files::MODEL)?;",
        "stream.take(limit).read_to_end(&mut bytes)?;",
        "// never fs::read(path)",
        "fs::read_dir(path)?;",
    ] {
        assert!(unbounded(code).is_empty(), "{code}");
    }
}

/// What writes to standard output or standard error, and where it may stand: each of these places escapes what it writes,
/// or asks for nothing but a terminal.
const PRINTING: [&str; 7] = [
    "println!",
    "print!(",
    "::stdout()",
    "::stderr()",
    "/dev/std",
    ".show_message",
    ".log_message",
];
const MAY_PRINT: [(&str, &str); 6] = [
    ("server/cli/src/screen.rs", ""),
    ("server/calibrate/src/screen.rs", ""),
    ("server/lsp/src/outbox.rs", ""),
    ("server/lsp/src/server.rs", "tokio::io::stdout()"),
    ("server/cli/src/lsp.rs", "fcntl_setpipe_size("),
    ("server/cli/src/input.rs", "ProgressDrawTarget::stderr()"),
];

#[test]
fn text_goes_out_where_it_is_escaped_and_nowhere_else() {
    for package in packages() {
        if DEVELOPERS.contains(&package.name.as_str()) {
            continue;
        }
        for file in rust_files(&package.folder.join("src")) {
            let name = file.strip_prefix(root()).unwrap_or(&file);
            let name = name.to_string_lossy().replace('\\', "/");
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text
                .lines()
                .take_while(|line| line.trim() != "#[cfg(test)]");
            for line in code.filter(|line| !line.trim_start().starts_with("//")) {
                let prints = PRINTING.iter().any(|word| line.contains(word));
                let is_allowed = line.contains(".is_terminal()")
                    || MAY_PRINT
                        .iter()
                        .any(|(place, how)| name.ends_with(place) && line.contains(how));
                assert!(
                    !prints || is_allowed,
                    "{name} prints past the screen: {line}"
                );
            }
        }
    }
}

#[test]
fn xtask_is_built_of_few_packages() {
    let output = Command::new(env!("CARGO"))
        .args(["tree", "--package", "xtask", "--prefix", "none"])
        .args(["--offline", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    let tree = String::from_utf8_lossy(&output.stdout);
    let packages: BTreeSet<&str> = tree.lines().filter(|line| !line.is_empty()).collect();
    assert!(
        (1..=MOST_PACKAGES_OF_XTASK).contains(&packages.len()),
        "{packages:#?}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn every_crate_says_what_it_is_for() {
    for package in packages() {
        for root in &package.roots {
            let text = std::fs::read_to_string(root).unwrap();
            assert!(
                text.starts_with("//! "),
                "{} does not begin with a description",
                root.display()
            );
        }
    }
}

#[test]
fn every_crate_takes_the_lints_of_the_workspace() {
    for package in packages() {
        let manifest = std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap();
        assert!(
            manifest.contains("[lints]\nworkspace = true"),
            "{} has no `lints.workspace = true`",
            package.name
        );
    }
}

#[test]
fn no_file_is_too_long_to_read() {
    for folder in ["server", "tests", "fuzz"] {
        for file in rust_files(&root().join(folder)) {
            let lines = std::fs::read_to_string(&file).unwrap().lines().count();
            assert!(
                lines <= LONGEST_FILE_LINES,
                "{} has {lines} lines: split it by subject",
                file.display()
            );
        }
    }
}
