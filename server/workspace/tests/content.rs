//! What was compiled once is not compiled again, wherever it lies.
#![expect(
    clippy::unwrap_used,
    reason = "a test's helpers fail the test by panicking"
)]

mod support;

use jdk::ServiceConfig;
use std::path::Path;
use support::{Tree, assert_complete, config, file, jdk, problems};
use workspace::{Compilation, CompileError, compile_blocking};

const LIMITS: &str =
    "package p;\nclass Limits { static final int MOST = 10; int f() { return 1; } }\n";
const USER: &str = "package p;\nclass User { int most() { return Limits.MOST; } }\n";

fn compile(tree: &Tree, kept: &Path) -> Compilation {
    compile_blocking(
        &tree.project(),
        jdk(),
        config(),
        Some(kept),
        &mut |_, _, _| {},
    )
    .unwrap()
}

/// The same where nothing can be compiled.
fn recall(tree: &Tree, kept: &Path) -> Result<Compilation, CompileError> {
    let no_compiler = ServiceConfig {
        cache_dir: tree.path("src/p/User.java"),
        ..config()
    };
    compile_blocking(
        &tree.project(),
        jdk(),
        no_compiler,
        Some(kept),
        &mut |_, _, _| {},
    )
}

fn classes<'c>(compilation: &'c Compilation, name: &str) -> Vec<&'c [u8]> {
    let classes = file(compilation, name).classes.iter();
    classes.map(|class| &*class.bytes).collect()
}

fn tree(limits: &str) -> Tree {
    Tree::new([("src/p/Limits.java", limits), ("src/p/User.java", USER)])
}

#[test]
fn the_same_files_elsewhere_need_no_compiler() {
    let kept = tempfile::tempdir().unwrap();
    let (first, second) = (tree(LIMITS), tree(LIMITS));
    assert!(recall(&first, kept.path()).is_err(), "nothing is known yet");
    let compiled = compile(&first, kept.path());
    let recalled = recall(&second, kept.path()).unwrap();
    for name in ["Limits.java", "User.java"] {
        assert_complete(file(&recalled, name));
        assert!(file(&recalled, name).file.starts_with(second.path("")));
        assert_eq!(classes(&recalled, name), classes(&compiled, name));
    }
}

#[test]
fn a_body_that_changes_costs_its_own_file_alone() {
    let kept = tempfile::tempdir().unwrap();
    compile(&tree(LIMITS), kept.path());
    let edited = tree(&LIMITS.replace("return 1", "return 2"));
    compile(&edited, kept.path());
    // The user of the class was not compiled with the edited one, and needs not be.
    let elsewhere = tempfile::tempdir().unwrap();
    let alone = compile(&edited, elsewhere.path());
    let recalled = recall(&edited, kept.path()).unwrap();
    for name in ["Limits.java", "User.java"] {
        assert_eq!(classes(&recalled, name), classes(&alone, name));
    }
    assert_eq!(
        std::fs::read_dir(kept.path().join("content"))
            .unwrap()
            .count(),
        3
    );
}

#[test]
fn a_constant_that_changes_costs_those_that_may_use_it() {
    let kept = tempfile::tempdir().unwrap();
    let before = compile(&tree(LIMITS), kept.path());
    let edited = tree(&LIMITS.replace("10", "1000"));
    assert!(recall(&edited, kept.path()).is_err());
    let after = compile(&edited, kept.path());
    assert_ne!(classes(&before, "User.java"), classes(&after, "User.java"));
}

#[test]
fn what_does_not_compile_is_tried_again() {
    let kept = tempfile::tempdir().unwrap();
    let broken =
        tree("package p;\nclass Limits { static final int MOST = 10; int f() { return x; } }\n");
    for _ in 0..2 {
        let compiled = compile(&broken, kept.path());
        assert_eq!(
            problems(file(&compiled, "Limits.java")),
            [(2, "cannot find symbol")]
        );
        assert_complete(file(&compiled, "User.java"));
    }
}

#[test]
fn a_class_path_of_other_content_is_another() {
    let kept = tempfile::tempdir().unwrap();
    let tree = tree(LIMITS);
    let library = |number: u8| {
        let mut project = tree.project();
        tree.write("lib/x.properties", [b'0' + number]);
        project.class_path.push(tree.path("lib"));
        project
    };
    let compile = |project, config| {
        compile_blocking(
            &project,
            jdk(),
            config,
            Some(kept.path()),
            &mut |_, _, _| {},
        )
    };
    let no_compiler = || ServiceConfig {
        cache_dir: tree.path("src/p/User.java"),
        ..config()
    };
    compile(library(1), config()).unwrap();
    assert!(compile(library(2), no_compiler()).is_err());
    // The time of the file tells nothing.
    assert!(compile(library(1), no_compiler()).is_ok());
}
