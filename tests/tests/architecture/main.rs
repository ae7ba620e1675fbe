//! Checks the dependencies between crates and files, and the conventions of the source tree.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test fail like the test itself"
)]

mod names;
mod printing;
mod processes;
mod pure;
mod reads;
mod rooms;
mod tree;
mod used;

use rooms::{Rooms, circles};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tree::{Package, packages, root, rust_files};

/// The direct dependencies between crates. A crate uses no other crate of this workspace.
const ARROWS: [(&str, &[&str]); 47] = [
    (
        "jouled",
        &[
            "advice",
            "batch",
            "compile",
            "containers",
            "diff",
            "escape",
            "files",
            "git-revisions",
            "ide",
            "jdk",
            "libraries",
            "lsp",
            "meters",
            "model-registry",
            "portfolio",
            "problems",
            "profile",
            "profile-forms",
            "profiler",
            "programs",
            "project-model",
            "project-settings",
            "rows",
            "savings",
            "source",
            "trend",
        ],
    ),
    ("batch", &["escape", "files", "programs"]),
    ("containers", &["files"]),
    (
        "portfolio",
        &["batch", "escape", "files", "posterior", "rows"],
    ),
    ("rows", &[]),
    ("trend", &["escape", "posterior"]),
    (
        "lsp",
        &[
            "advice",
            "compile",
            "escape",
            "files",
            "ide",
            "jdk",
            "libraries",
            "model-registry",
            "problems",
            "project-model",
            "project-settings",
            "savings",
            "source",
        ],
    ),
    (
        "savings",
        &["advice", "attributes", "diff", "ide", "posterior", "source"],
    ),
    ("advice", &["attributes", "source"]),
    ("attributes", &[]),
    ("diff", &["documents", "escape", "posterior"]),
    (
        "libraries",
        &[
            "calls",
            "containers",
            "cost",
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
            "problems",
            "project-settings",
            "run-file",
            "wcec",
        ],
    ),
    (
        "compile",
        &[
            "attributes",
            "files",
            "ide",
            "jdk",
            "problems",
            "project-model",
            "source",
        ],
    ),
    (
        "git-revisions",
        &[
            "files",
            "ide",
            "problems",
            "programs",
            "project-model",
            "project-settings",
        ],
    ),
    (
        "project-model",
        &[
            "containers",
            "files",
            "jdk",
            "problems",
            "programs",
            "project-settings",
            "source",
        ],
    ),
    ("project-settings", &["escape", "files", "ide", "problems"]),
    (
        "ide",
        &[
            "bytecode",
            "calls",
            "contracts",
            "cost",
            "documents",
            "escape",
            "frequency",
            "posterior",
            "pricing",
            "profile",
            "source",
            "wcec",
        ],
    ),
    ("contracts", &["cost", "posterior", "pricing", "wcec"]),
    (
        "calls",
        &["bytecode", "cost", "flow", "frequency", "pricing", "wcec"],
    ),
    (
        "wcec",
        &["bytecode", "cost", "documents", "flow", "pricing"],
    ),
    ("cost", &["posterior", "pricing"]),
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
            "model-registry",
            "posterior",
            "pricing",
            "programs",
        ],
    ),
    (
        "harness",
        &["campaign", "files", "jdk", "meters", "posterior", "trace"],
    ),
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
            "run-file",
        ],
    ),
    ("trace", &["jdk"]),
    (
        "jdk",
        &["attributes", "files", "package-managers", "programs"],
    ),
    ("meters", &["files", "programs"]),
    ("model-registry", &["files", "jdk", "posterior"]),
    ("bytecode", &[]),
    ("documents", &[]),
    ("escape", &[]),
    ("files", &[]),
    ("inference", &[]),
    ("package-managers", &[]),
    ("posterior", &[]),
    ("problems", &[]),
    ("profile", &["escape", "posterior"]),
    ("profile-forms", &["escape", "profile"]),
    ("programs", &[]),
    ("recording", &[]),
    ("run-file", &["files", "profile"]),
    ("source", &[]),
];

/// The crates behind `ide`, and the crates that use them only through `ide`.
const BEHIND_IDE: [&str; 9] = [
    "bytecode",
    "calls",
    "contracts",
    "cost",
    "flow",
    "frequency",
    "posterior",
    "pricing",
    "wcec",
];
const BEFORE_IDE: [&str; 2] = ["jouled", "lsp"];

/// Developers' crates: they may use any other crate, and no crate except these may use them.
const DEVELOPERS: [&str; 4] = ["xtask", "lab", "tests", "soundness"];

/// The most packages that the crate `xtask` may need: a newcomer waits for them before seeing any output.
const MOST_PACKAGES_OF_XTASK: usize = 25;

const LONGEST_FILE_LINES: usize = 800;

/// The crates of this workspace that a package depends on.
fn of_this_workspace(package: &Package) -> BTreeSet<&str> {
    let dependencies = package.dependencies.iter().map(String::as_str);
    let is_ours = |name: &&str| ARROWS.iter().any(|(known, _)| known == name);
    dependencies.filter(is_ours).collect()
}

#[test]
fn crates_depend_on_their_arrows_and_on_nothing_else() {
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

/// Crates without remaining arrows are removed until none is left. If some remain, they form a cycle.
#[test]
fn the_arrows_form_no_cycle() {
    let mut open: Vec<(&str, &[&str])> = ARROWS.to_vec();
    while !open.is_empty() {
        let left: BTreeSet<&str> = open.iter().map(|(name, _)| *name).collect();
        let before = open.len();
        open.retain(|(_, below)| below.iter().any(|name| left.contains(name)));
        assert!(open.len() < before, "a circle among {left:?}");
    }
}

#[test]
fn cli_and_lsp_use_the_analysis_through_its_facade() {
    for package in packages() {
        if BEFORE_IDE.contains(&package.name.as_str()) {
            let mut past = of_this_workspace(&package);
            past.retain(|name| BEHIND_IDE.contains(name));
            assert!(past.is_empty(), "{} names {past:?}", package.name);
        }
    }
}

/// The modules of the library and of each binary of a package, without tests and examples.
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

/// A crate's public items are at its root, or in a public module of its root: nobody reaches through a module to another.
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

/// Whether the comments of a file have a block of code that rustdoc runs.
fn has_examples(text: &str) -> bool {
    let comments = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("//"));
    let mut fences = comments.filter_map(|line| line.get(1..)?.trim_start().strip_prefix("```"));
    let mut found = false;
    while let Some(first) = fences.next() {
        found |= first != "text";
        // The end of the block.
        fences.next();
    }
    found
}

/// The manifest of a crate without examples says so: rustdoc takes as long to look for them as to compile the crate.
#[test]
fn examples_in_the_documentation_are_run() {
    for package in packages() {
        let manifest = std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap();
        let has_examples = rust_files(&package.folder.join("src"))
            .iter()
            .any(|file| has_examples(&std::fs::read_to_string(file).unwrap()));
        assert!(
            !(has_examples && manifest.contains("doctest = false")),
            "{} has examples",
            package.name
        );
    }
}

/// The manifest of a library without unit tests says so: cargo would compile the library once more to run none. One with unit
/// tests must not say so, because they would never run.
#[test]
fn libraries_without_unit_tests_are_not_built_for_tests() {
    let is_test = |line: &str| {
        let line = line.trim_start();
        ["#[test]", "#[tokio::test", "proptest!"]
            .iter()
            .any(|mark| line.starts_with(mark))
    };
    for package in packages() {
        if !package.folder.join("src/lib.rs").is_file() {
            continue;
        }
        let manifest = std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap();
        let has_tests = rust_files(&package.folder.join("src"))
            .iter()
            .any(|file| std::fs::read_to_string(file).unwrap().lines().any(is_test));
        assert_eq!(
            manifest.contains("test = false\nbench = false\n"),
            !has_tests,
            "the library {} {} unit tests",
            package.name,
            if has_tests { "has" } else { "has no" }
        );
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
