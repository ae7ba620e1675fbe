//! A change of code that is not analysed does not pass: links, submodules, folders that are not searched.

use std::path::Path;
use crate::support::Run;
use crate::support::git::{commits, diff_in, git};

const CHEAP: &str = "package p; class A { static int f(int a) { return a; } }";
const DEAR: &str = "package p; class A { static int f(int a) { int s = 0; for (int i = 0; i < a; i++) { s += i * a; } return s; } }";
const OTHER: &str = "package p; class B { static int g(int a) { return a; } }";

fn compared(folder: &Path) -> Run {
    diff_in(folder, &["HEAD~1", "HEAD"])
}

fn is_incomplete(run: &Run, said: &str) {
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "more"]);
}

#[test]
fn files_that_no_search_finds_are_missed_by_name() {
    for name in [
        "build/p/A.java",
        "node_modules/p/A.java",
        ".hidden/p/A.java",
        "src/p/A.JAVA",
    ] {
        let beside = ("src/p/B.java", OTHER);
        // One that changes there, one that is moved there, and one that is moved away.
        let changed = commits(&[beside, (name, CHEAP)], &[(name, DEAR)]);
        let hidden = commits(
            &[beside, ("src/p/A.java", CHEAP)],
            &[("src/p/A.java", ""), (name, DEAR)],
        );
        let shown = commits(
            &[beside, (name, CHEAP)],
            &[(name, ""), ("src/p/A.java", DEAR)],
        );
        for folder in [changed, hidden, shown] {
            let said = format!("not seen: {name}");
            is_incomplete(&compared(folder.path()), &said);
        }
    }
}

#[test]
fn what_the_base_excludes_and_what_has_no_methods_counts_nowhere() {
    let settings = ("jouled.toml", "exclude = [\".mvn/**\"]\n");
    let (wrapper, module) = (".mvn/wrapper/A.java", "src/module-info.java");
    let folder = commits(
        &[
            settings,
            (wrapper, CHEAP),
            ("src/p/B.java", OTHER),
            (module, "module a { }"),
        ],
        &[(wrapper, DEAR), (module, "module a { exports p; }")],
    );
    let run = compared(folder.path());
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn what_describes_a_package_or_a_module_hides_neither_classes_nor_an_error() {
    let beside = ("src/p/B.java", OTHER);
    let (package, module) = ("src/p/package-info.java", "src/module-info.java");
    let described = "/** Text. */ @Deprecated package p;";
    for (name, before, after, said) in [
        (package, CHEAP, DEAR, "not seen: src/p/package-info.java"),
        (package, described, DEAR, "not seen: src/p/package-info.java"),
        (package, described, "package p", "src/p/package-info.java has a syntax error"),
        (module, "module a { }", "module a { requires ; }", "src/module-info.java has a syntax error"),
    ] {
        let folder = commits(&[beside, (name, before)], &[(name, after)]);
        is_incomplete(&compared(folder.path()), said);
    }
    let whole = "import p.B; /** Text. */ @Deprecated open module a.b { requires static transitive c.d; requires java.base; exports p to e, f.g; \
                 opens q; uses p.B; provides p.S with p.B, q.C; }";
    let folder = commits(
        &[beside, (module, "module a { }"), (package, "package p;")],
        &[(module, whole), (package, "@Deprecated(since = \"1\")\npackage p;\n\nimport q.Text;\n")],
    );
    let run = compared(folder.path());
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_code_passes_nothing() {
    let folder = commits(
        &[
            ("src/p/A.java", CHEAP),
            ("other/A.txt", DEAR),
            ("src/p/B.java", OTHER),
        ],
        &[("src/p/A.java", "")],
    );
    let folder = folder.path();
    let link = |target: &str| {
        let _ = std::fs::remove_file(folder.join("src/p/A.java"));
        std::os::unix::fs::symlink(target, folder.join("src/p/A.java")).expect("a link");
    };
    link("../../other/A.txt");
    let said = "not seen: src/p/A.java";
    is_incomplete(&diff_in(folder, &["HEAD~1"]), said);
    commit(folder);
    is_incomplete(&diff_in(folder, &["HEAD~2", "HEAD"]), said);
    // The same link on both sides is not a change, but another target is.
    std::fs::write(folder.join("src/p/B.java"), OTHER.replace("a;", "1;")).expect("a file");
    assert_eq!(diff_in(folder, &["HEAD"]).code, 0);
    commit(folder);
    assert_eq!(compared(folder).code, 0);
    link("../../other/B.txt");
    is_incomplete(&diff_in(folder, &["HEAD"]), said);
    commit(folder);
    is_incomplete(&compared(folder), said);
}

#[test]
fn a_submodule_that_moves_on_passes_nothing() {
    let inner = commits(&[("p/A.java", CHEAP)], &[("p/A.java", DEAR)]);
    let folder = commits(&[("src/p/B.java", OTHER)], &[("README", "more")]);
    let folder = folder.path();
    let add = [
        "submodule",
        "add",
        "-q",
        &inner.path().display().to_string(),
        "inner",
    ];
    git(folder, &add);
    let said = "not seen: inner";
    is_incomplete(&diff_in(folder, &["HEAD"]), said);
    commit(folder);
    is_incomplete(&compared(folder), said);
    // If it stays the same, it is not a change.
    std::fs::write(folder.join("src/p/B.java"), OTHER.replace("a;", "1;")).expect("a file");
    assert_eq!(diff_in(folder, &["HEAD"]).code, 0);
    git(&folder.join("inner"), &["checkout", "-q", "HEAD~1"]);
    commit(folder);
    is_incomplete(&compared(folder), said);
}

#[test]
fn a_class_that_gets_dearer_in_another_package_is_a_regression() {
    let moved = DEAR.replace("package p", "package q");
    let folder = commits(
        &[("src/p/A.java", CHEAP)],
        &[("src/p/A.java", ""), ("src/q/A.java", &moved)],
    );
    let run = compared(folder.path());
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
}

#[test]
fn files_that_are_not_checked_out_are_not_gone() {
    let folder = commits(
        &[("src/p/A.java", CHEAP), ("src/p/B.java", OTHER)],
        &[("README", "more")],
    );
    let folder = folder.path();
    std::fs::remove_file(folder.join("src/p/A.java")).expect("a file");
    assert_eq!(diff_in(folder, &["HEAD"]).code, 0);
    git(folder, &["update-index", "--skip-worktree", "src/p/A.java"]);
    let said = "not checked out: src/p/A.java; compare commits";
    is_incomplete(&diff_in(folder, &["HEAD"]), said);
}
