//! Branches with criss-cross merges do not have a single common base.

use std::path::Path;
use crate::support::git::{commits, diff_in, git};

fn commit(folder: &Path, name: &str, text: &str) -> String {
    std::fs::write(folder.join(name), text).expect("a file");
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "more"]);
    git(folder, &["rev-parse", "HEAD"])
}

#[test]
fn several_merge_bases_are_named() {
    let a = "class A { int f(int n) { return n; } }";
    let b = "class B { int g(int n) { return n; } }";
    let folder = commits(&[("A.java", a)], &[("B.java", b)]);
    let folder = folder.path();
    git(folder, &["branch", "one"]);
    git(folder, &["checkout", "-q", "-b", "two"]);
    let dear =
        "class A { int f(int n) { for (int i = 0; i < 99; i++) { n += i * n; } return n; } }";
    let tip_of_two = commit(folder, "A.java", dear);
    git(folder, &["checkout", "-q", "one"]);
    let tip_of_one = commit(folder, "C.java", "class C { }");
    let compared = || diff_in(folder, &["two...one"]);
    assert!(!compared().stdout.contains("merge bases"));
    git(folder, &["merge", "-q", "--no-edit", &tip_of_two]);
    git(folder, &["checkout", "-q", "two"]);
    git(folder, &["merge", "-q", "--no-edit", &tip_of_one]);
    git(folder, &["checkout", "-q", "one"]);
    commit(folder, "D.java", "class D { }");
    let run = compared();
    assert!(
        run.stdout.contains("two and one have 2 merge bases: "),
        "{}",
        run.stdout
    );
    for id in [&tip_of_one, &tip_of_two] {
        assert!(run.stdout.contains(&id[..12]), "{id}: {}", run.stdout);
    }
    let said: serde_json::Value =
        serde_json::from_str(&diff_in(folder, &["two...one", "--format", "json"]).stdout)
            .expect("JSON");
    assert!(said["caveats"].to_string().contains("2 merge bases"));
}

#[test]
fn a_side_without_a_name_is_a_mistake() {
    let text = |body: &str| format!("class A {{ int f(int n) {{ return {body}; }} }}");
    let folder = commits(&[("A.java", &text("n"))], &[("A.java", &text("n * n * n"))]);
    for sides in [
        &["...HEAD"][..],
        &["..HEAD"],
        &["HEAD..."],
        &["HEAD.."],
        &["..."],
        &[".."],
        &[""],
        &[" "],
        &["", "HEAD"],
        &["HEAD", ""],
    ] {
        let run = diff_in(folder.path(), sides);
        assert_eq!(run.code, 2, "{sides:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.is_empty());
        let said = "has no name; write both, as in main...HEAD";
        assert!(run.stderr.contains(said), "{}", run.stderr);
    }
}

#[test]
fn one_commit_on_both_sides_is_told() {
    let folder = commits(&[("A.java", "class A { }")], &[("B.java", "class B { }")]);
    let said = "base and head are the same commit";
    for sides in [&["HEAD...HEAD"][..], &["HEAD..main"], &["HEAD", "HEAD"]] {
        let run = diff_in(folder.path(), sides);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
    for sides in [&["HEAD~1...HEAD"][..], &["HEAD"]] {
        let run = diff_in(folder.path(), sides);
        assert!(!run.stdout.contains(said), "{}", run.stdout);
    }
}
