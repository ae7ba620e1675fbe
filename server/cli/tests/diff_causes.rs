//! What a change is blamed on: never the own code of a method that nobody touched.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_json::Value;
use support::git::{diff_in, git};

/// The causes of each changed method: `own`, `elsewhere` or the name of a method.
fn causes(base: &str, head: &str) -> Vec<(String, Vec<String>)> {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    for text in [base, head] {
        std::fs::write(folder.path().join("A.java"), text).expect("a file");
        git(folder.path(), &["add", "-A"]);
        git(folder.path(), &["commit", "-q", "-m", "more"]);
    }
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    assert!(matches!(run.code, 0 | 3), "{}", run.stderr);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let schema: Value =
        serde_json::from_str(include_str!("../../../model-data/diff.schema.json")).expect("JSON");
    jsonschema::validate(&schema, &comparison).expect("it is of the schema");
    let changes = comparison["changes"].as_array().expect("changes").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    changes
        .map(|change| {
            let causes = change["causes"].as_array().expect("causes").iter();
            let causes = causes.map(|cause| match cause["kind"].as_str() {
                Some("callee") => text(&cause["method"]["method"]),
                Some("own_lines") => String::from("own"),
                _ => text(&cause["kind"]),
            });
            (text(&change["method"]), causes.collect())
        })
        .collect()
}

fn of<'c>(causes: &'c [(String, Vec<String>)], method: &str) -> Vec<&'c str> {
    let found = causes.iter().find(|(name, _)| name == method);
    let (_, causes) = found.unwrap_or_else(|| panic!("no {method} in {causes:?}"));
    causes.iter().map(String::as_str).collect()
}

#[test]
fn the_partner_of_a_recursion() {
    let text = "class A {
        static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
        static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
        static int start(int n) { return even(n); }
    }";
    let all = causes(text, &text.replace("even(n - 1);", "even(n - 1) * n * n;"));
    assert_eq!(of(&all, "odd")[0], "own");
    for caller in ["even", "start"] {
        assert!(!of(&all, caller).contains(&"own"), "{caller}: {all:?}");
    }
}

#[test]
fn a_method_that_is_handed_on() {
    let text = "class A {
        interface Task { int run(int n); }
        static final class Twice implements Task { public int run(int n) { return n + n; } }
        static int each(Task task, int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += task.run(i); } return sum; }
        static int start(int n) { return each(new Twice(), n); }
    }";
    let all = causes(text, &text.replace("return n + n", "return n * n * n + n"));
    assert_eq!(of(&all, "run"), ["own"]);
    for (caller, found) in &all {
        assert!(
            caller == "run" || !found.contains(&String::from("own")),
            "{all:?}"
        );
    }
    assert!(all.len() >= 2, "{all:?}");
}

#[test]
fn a_callee_whose_difference_is_zero_at_the_values_of_the_comparison() {
    let text = "class A {
        static int span(int from, int to) { int sum = 0; for (int i = from; i < to; i++) { sum += i; } return sum; }
        static int start(int from, int to) { return span(from, to) + 1; }
    }";
    let all = causes(text, &text.replace("sum += i;", "sum += i * i * i * i;"));
    assert_eq!(of(&all, "span"), ["own"]);
    assert_eq!(of(&all, "start"), ["span"]);
}

#[test]
fn a_constant_of_another_class_and_one_of_its_own() {
    let text = "class A {
        static int loop() { int sum = 0; for (int i = 0; i < K.N; i++) { sum += i; } return sum; }
        static int own() { int sum = 0; for (int i = 0; i < 7; i++) { sum += i; } return sum; }
    }
    class K { static final int N = 10; }";
    let all = causes(
        text,
        &text.replace("N = 10", "N = 100").replace("i < 7", "i < 9"),
    );
    assert_eq!(of(&all, "loop"), ["elsewhere"]);
    assert_eq!(of(&all, "own"), ["own"]);
}
