//! What was compiled once is not compiled again, in whatever folder it is.

use compile::{BlockingCompiler, Compilation, CompileError, Completeness, compile_blocking};
use jdk::ServiceConfig;
use project_model::DiscoverOptions;
use std::io::Write;
use std::path::Path;
use std::time::Duration;
use crate::support::{Tree, assert_complete, compile_and_keep, config, file, problems};
// Whether a process would start is what these tests ask.
use tests::jdk;

const LIMITS: &str =
    "package p;\nclass Limits { static final int MOST = 10; int f() { return 1; } }\n";
const USER: &str = "package p;\nclass User { int most() { return Limits.MOST; } }\n";

fn compile(tree: &Tree, kept: &Path) -> Compilation {
    compile_and_keep(jdk(), &tree.project(), Some(kept))
}

/// No compiler starts this fast.
fn no_compiler() -> ServiceConfig {
    ServiceConfig {
        start_limit: Duration::from_nanos(1),
        ..config()
    }
}

/// The same if nothing can be compiled.
fn recall(tree: &Tree, kept: &Path) -> Result<Compilation, CompileError> {
    compile_blocking(
        &tree.project(),
        jdk(),
        no_compiler(),
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
fn projects_that_share_a_compiler_share_no_classes() {
    let whole = tree(LIMITS);
    let part = Tree::new([("src/p/User.java", USER)]);
    let mut compiler = BlockingCompiler::default();
    let mut compile = |tree: &Tree, config| {
        compiler.compile(&tree.project(), jdk(), config, None, &mut |_, _, _| {})
    };
    assert!(compile(&whole, no_compiler()).is_err());
    assert_complete(file(&compile(&whole, config()).unwrap(), "User.java"));
    let of_part = compile(&part, config()).unwrap();
    assert_ne!(
        file(&of_part, "User.java").completeness,
        Completeness::Complete
    );
    assert_complete(file(&compile(&whole, config()).unwrap(), "User.java"));
    assert!(compile(&part, no_compiler()).is_err(), "another javac");
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
    // The user of the class was not compiled with the edited class, and need not be.
    let elsewhere = tempfile::tempdir().unwrap();
    let alone = compile(&edited, elsewhere.path());
    let recalled = recall(&edited, kept.path()).unwrap();
    for name in ["Limits.java", "User.java"] {
        assert_eq!(classes(&recalled, name), classes(&alone, name));
    }
    // Three results, and the interfaces of the texts.
    let content = std::fs::read_dir(kept.path().join("content"));
    assert_eq!(content.unwrap().count(), 3 + 1);
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
fn what_needs_something_that_is_not_there_needs_no_compiler_either() {
    let kept = tempfile::tempdir().unwrap();
    let lacking = tree(
        "package p;\nimport gone.Thing;\nclass Limits { static final int MOST = 10; int f(Thing t) { return t.g(); } }\n",
    );
    let compiled = compile(&lacking, kept.path());
    let recalled = recall(&lacking, kept.path()).unwrap();
    let [compiled, recalled] = [&compiled, &recalled].map(|one| file(one, "Limits.java"));
    assert!(compiled.unknown.types.contains("gone/Thing"));
    assert_eq!(recalled, compiled);
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
    compile(library(1), config()).unwrap();
    assert!(compile(library(2), no_compiler()).is_err());
    // The time of the file does not matter.
    assert!(compile(library(1), no_compiler()).is_ok());
}

/// A jar whose manifest has these lines besides its version.
fn jar(lines: &str, class: Option<(&str, &[u8])>) -> Vec<u8> {
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    jar.start_file("META-INF/MANIFEST.MF", options).unwrap();
    write!(jar, "Manifest-Version: 1.0\r\n{lines}\r\n").unwrap();
    if let Some((name, bytes)) = class {
        jar.start_file(name, options).unwrap();
        jar.write_all(bytes).unwrap();
    }
    jar.finish().unwrap().into_inner()
}

/// The class of a library whose constant is copied into its users.
fn library(most: u32) -> Vec<u8> {
    let text =
        format!("package lib; public class Limits {{ public static final int MOST = {most}; }}");
    let tree = Tree::new([("src/lib/Limits.java", &*text)]);
    let kept = tempfile::tempdir().unwrap();
    classes(&compile(&tree, kept.path()), "Limits.java")[0].to_vec()
}

const USER_OF_LIBRARY: &str = "package p;\nclass User { int most() { return lib.Limits.MOST; } }\n";

/// Compiles a project with `lib/first.jar` as its class path, changes something else, and asserts that no old result is used.
#[track_caller]
fn expect_that_it_counts(libraries: &[Vec<u8>; 2], set_up: impl Fn(&Tree, &[u8])) {
    let tree = Tree::new([("src/p/User.java", USER_OF_LIBRARY)]);
    let kept = tempfile::tempdir().unwrap();
    let compile = |library: usize, config| {
        set_up(&tree, &libraries[library]);
        let class_path = [tree.path("lib/first.jar"), tree.path("lib/classes")];
        let options = DiscoverOptions {
            class_path: class_path
                .into_iter()
                .filter(|entry| entry.exists())
                .collect(),
            ..DiscoverOptions::default()
        };
        let project = tree.project_of([""], &options);
        compile_blocking(
            &project,
            jdk(),
            config,
            Some(kept.path()),
            &mut |_, _, _| {},
        )
    };
    let before = compile(0, config()).unwrap();
    assert_complete(file(&before, "User.java"));
    assert!(compile(0, no_compiler()).is_ok(), "nothing has changed");
    assert!(
        compile(1, no_compiler()).is_err(),
        "the constant has changed"
    );
    let after = compile(1, config()).unwrap();
    assert_ne!(classes(&before, "User.java"), classes(&after, "User.java"));
}

#[test]
fn a_jar_that_a_manifest_names_counts_as_the_jar_itself() {
    let libraries = [1, 2].map(library);
    expect_that_it_counts(&libraries, |tree, class| {
        tree.write("lib/first.jar", jar("Class-Path: second.jar\r\n", None));
        tree.write("lib/second.jar", jar("", Some(("lib/Limits.class", class))));
    });
    // Indirectly, through another jar, in a folder, on two lines.
    expect_that_it_counts(&libraries, |tree, class| {
        tree.write(
            "lib/first.jar",
            jar("Class-Path: sec\r\n ond.jar\r\n", None),
        );
        tree.write("lib/second.jar", jar("class-path: ../third/\r\n", None));
        tree.write("third/lib/Limits.class", class);
    });
}

#[cfg(unix)]
#[test]
fn linked_classes_and_folders_of_classes_count() {
    use std::os::unix::fs::symlink;

    let libraries = [1, 2].map(library);
    expect_that_it_counts(&libraries, |tree, class| {
        tree.write("elsewhere/Limits.class", class);
        std::fs::create_dir_all(tree.path("lib/classes/lib")).unwrap();
        let link = tree.path("lib/classes/lib/Limits.class");
        if !link.exists() {
            symlink(tree.path("elsewhere/Limits.class"), link).unwrap();
        }
    });
    expect_that_it_counts(&libraries, |tree, class| {
        tree.write("elsewhere/Limits.class", class);
        std::fs::create_dir_all(tree.path("lib/classes")).unwrap();
        let link = tree.path("lib/classes/lib");
        if !link.exists() {
            symlink(tree.path("elsewhere"), link).unwrap();
            // A cycle, and a link without a target.
            symlink(tree.path("elsewhere"), tree.path("elsewhere/again")).unwrap();
            symlink("nowhere", tree.path("elsewhere/Gone.class")).unwrap();
        }
    });
}
