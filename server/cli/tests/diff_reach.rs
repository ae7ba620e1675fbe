//! A comparison compiles only what a change reaches.

use serde_json::Value;
use std::path::Path;
use crate::support::git::{diff_in, git};
use crate::support::{Folder, Run};

const HEADER: &str = "<modelVersion>4.0.0</modelVersion><groupId>g</groupId><version>1</version>";

fn pom(rest: &str) -> String {
    format!("<project>{HEADER}{rest}</project>")
}

/// Four modules: `use` and `twice` depend on `core`, and `apart` on nothing.
fn project() -> Folder {
    let folder = Folder::new();
    let modules = ["core", "use", "twice", "apart"];
    let listed = modules.map(|module| format!("<module>{module}</module>"));
    let listed = listed.concat();
    let parent = pom(&format!(
        "<artifactId>all</artifactId><packaging>pom</packaging><modules>{listed}</modules>"
    ));
    folder.write("pom.xml", parent.as_bytes());
    for module in modules {
        let dependency = "<dependencies><dependency><groupId>g</groupId><artifactId>core</artifactId><version>1</version></dependency></dependencies>";
        let needs = if ["use", "twice"].contains(&module) {
            dependency
        } else {
            ""
        };
        let own = pom(&format!("<artifactId>{module}</artifactId>{needs}"));
        folder.write(&format!("{module}/pom.xml"), own.as_bytes());
    }
    for (file, text) in [
        (
            "core/src/main/java/c/Core.java",
            "package c; public class Core { public static int f(int a) { return a * 3; } }",
        ),
        (
            "core/src/test/java/c/CoreTest.java",
            "package c; class CoreTest { int t() { return Core.f(1); } }",
        ),
        (
            "use/src/main/java/u/Use.java",
            "package u; public class Use { int g(int a) { return c.Core.f(a) + 1; } }",
        ),
        (
            "twice/src/main/java/t/Twice.java",
            "package t; public class Twice { int h(int a) { return c.Core.f(c.Core.f(a)); } }",
        ),
        (
            "apart/src/main/java/p/Apart.java",
            "package p; class Apart { int i(int a) { return a; } int broken() { return nowhere; } }",
        ),
    ] {
        folder.write(file, text.as_bytes());
    }
    let root = Path::new(folder.path());
    git(root, &["init", "-q", "-b", "main"]);
    commit(&folder);
    folder
}

fn commit(folder: &Folder) {
    let root = Path::new(folder.path());
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "more"]);
}

fn edit(folder: &Folder, file: &str, from: &str, to: &str) {
    let path = Path::new(folder.path()).join(file);
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(text.contains(from), "{text}");
    std::fs::write(&path, text.replace(from, to)).expect("a file");
    commit(folder);
}

/// Compares the last two commits: the number of common methods, and the changed ones.
fn compared(folder: &Folder, options: &[&str]) -> (Run, u64, Vec<String>) {
    let arguments = [&["HEAD~1", "HEAD", "--format", "json"], options].concat();
    let run = diff_in(Path::new(folder.path()), &arguments);
    let said: Value =
        serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    let changes = said["changes"].as_array().expect("changes").iter();
    let mut names: Vec<String> = changes
        .map(|change| change["method"].as_str().expect("a name").to_owned())
        .collect();
    names.sort();
    (
        run,
        said["summary"]["matched"].as_u64().expect("a number"),
        names,
    )
}

#[test]
fn a_module_and_what_it_needs() {
    let folder = project();
    edit(
        &folder,
        "use/src/main/java/u/Use.java",
        "+ 1",
        "+ a * a * a",
    );
    let (run, matched, changes) = compared(&folder, &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_eq!(changes, ["g"]);
    // A constructor and a method each, for `use` and for `core` without its test.
    assert_eq!(matched, 4, "{}", run.stderr);
    let said = "3 of 5 source sets are left out: the change does not reach them";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert!(!run.stderr.contains("Apart"), "{}", run.stderr);
}

#[test]
fn a_module_with_all_that_depend_on_it() {
    let folder = project();
    edit(
        &folder,
        "core/src/main/java/c/Core.java",
        "a * 3",
        "a * a * a * a",
    );
    let (run, matched, changes) = compared(&folder, &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert_eq!(changes, ["f", "g", "h", "t"]);
    assert_eq!(matched, 8);
    assert!(!run.stderr.contains("Apart"), "{}", run.stderr);
}

#[test]
fn a_build_file_and_what_is_told_of_everything_take_everything() {
    let folder = project();
    edit(
        &folder,
        "use/src/main/java/u/Use.java",
        "+ 1",
        "+ a * a * a",
    );
    let file = format!("{}/series.json", folder.path());
    let also = format!("benchmark={file}");
    let (run, matched, _) = compared(&folder, &["--also", &also]);
    assert_eq!(matched, 11, "{}", run.stderr);
    folder.write(
        "jouled.toml",
        b"[[diff.limit]]\npackage = \"u\"\nhard = \"1 mJ\"\n",
    );
    commit(&folder);
    let (run, matched, _) = compared(&folder, &[]);
    assert_eq!(matched, 11, "{}", run.stderr);
    std::fs::remove_file(Path::new(folder.path()).join("jouled.toml")).expect("removed");
    commit(&folder);
    edit(
        &folder,
        "apart/pom.xml",
        "<artifactId>apart</artifactId>",
        "<artifactId>apart</artifactId><name>n</name>",
    );
    let (run, matched, _) = compared(&folder, &[]);
    assert_eq!(matched, 11, "{}", run.stderr);
}

#[test]
fn numbers_are_those_of_all_modules_together() {
    let folder = project();
    edit(
        &folder,
        "core/src/main/java/c/Core.java",
        "a * 3",
        "a * a * a * a",
    );
    let of = |options: &[&str]| {
        let (run, _, _) = compared(&folder, options);
        let said: Value = serde_json::from_str(&run.stdout).expect("JSON");
        said["changes"].clone()
    };
    let file = format!("{}/series.json", folder.path());
    let all = of(&["--also", &format!("benchmark={file}")]);
    // The second side is computed from the first if both compile against the same.
    assert_eq!(of(&[]), all);
}

#[test]
fn a_module_whose_build_script_is_read_only_in_part() {
    let folder = Folder::new();
    for (file, text) in [
        ("settings.gradle", "include 'core', 'app', 'far', 'apart'"),
        ("core/build.gradle", "plugins { id 'java' }"),
        ("app/build.gradle", "dependencies {\n  computed().each { api project(it) }\n}"),
        ("far/build.gradle", "dependencies { implementation project(':app') }"),
        ("apart/build.gradle", "plugins { id 'java' }"),
        ("core/src/main/java/c/Core.java", "package c; public class Core { public static final int N = 10; }"),
        ("app/src/main/java/a/App.java", "package a; public class App { int f() { return 1; } }"),
        ("far/src/main/java/f/Far.java", "package f; class Far { int g() { return 1; } }"),
        ("apart/src/main/java/p/Apart.java", "package p; class Apart { int i() { return 1; } }"),
    ] {
        folder.write(file, text.as_bytes());
    }
    git(Path::new(folder.path()), &["init", "-q", "-b", "main"]);
    commit(&folder);
    edit(&folder, "core/src/main/java/c/Core.java", "10", "100000");
    let (run, matched, _) = compared(&folder, &[]);
    let said = "1 of 4 source sets are left out";
    assert!(run.stderr.contains(said), "{}", run.stderr);
    assert!(run.stderr.contains("app/build.gradle:2: warning"), "{}", run.stderr);
    // Constructors of `Core`, `App` and `Far`, and a method each of the last two.
    assert_eq!(matched, 5, "{}", run.stderr);
}
