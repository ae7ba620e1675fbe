//! A comparison analyses only what may differ, with the same result as if it had analysed everything.

use std::path::Path;
use crate::support::Folder;
use crate::support::git::{commits, diff_in};
use crate::support::{Run, jouled};

const LEAF: &str = "package p; public class Leaf { public static int f(int n) { return n + 1; } public int g(int n) { return n; } }";
const MIDDLE: &str = "package p; public class Middle extends Leaf { static int twice(int n) { return f(n) + f(2 * n); } }";
const LAMBDA: &str = "package p; class Lambda { interface Op { int at(int n); } static int apply(Op op, int n) { return op.at(n); } static int run(int n) { return apply(x -> Leaf.f(x), n) + apply(x -> x, n); } }";
const ROOT: &str = "package q; class Root { int all(p.Leaf leaf, int n) { return leaf.g(n); } static int none() { return 3; } Object made() { return new Object() { public int hashCode() { return p.Leaf.f(2); } }; } }";

fn files() -> Vec<(&'static str, &'static str)> {
    vec![
        ("src/p/Leaf.java", LEAF),
        ("src/p/Middle.java", MIDDLE),
        ("src/p/Lambda.java", LAMBDA),
        ("src/q/Root.java", ROOT),
    ]
}

#[test]
fn all_forms_say_what_they_say_of_everything() {
    let edits: [(&str, &str, String); 8] = [
        (
            "a callee",
            "src/p/Leaf.java",
            LEAF.replace("n + 1", "n * n + 1"),
        ),
        (
            "a loop in a callee",
            "src/p/Leaf.java",
            LEAF.replace(
                "{ return n + 1; }",
                "{ int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
            ),
        ),
        (
            "a method that replaces another",
            "src/p/Middle.java",
            MIDDLE.replace(
                "static int twice",
                "public int g(int n) { return n * n * n; } static int twice",
            ),
        ),
        (
            "another superclass",
            "src/p/Middle.java",
            MIDDLE.replace(" extends Leaf", "").replace("f(", "Leaf.f("),
        ),
        (
            "a new class",
            "src/q/More.java",
            String::from(
                "package q; class More extends p.Leaf { public int g(int n) { return n * n; } }",
            ),
        ),
        ("a class that is gone", "src/p/Lambda.java", String::new()),
        (
            "a class that does not compile",
            "src/p/Leaf.java",
            LEAF.replace("return n;", "return nothing;"),
        ),
        (
            "other lines",
            "src/q/Root.java",
            ROOT.replace("{ return 3; }", "{\n// three\nreturn 3; }"),
        ),
    ];
    for (what, file, text) in edits {
        let folder = commits(&files(), &[(file, &text)]);
        for format in ["json", "html"] {
            let arguments = ["HEAD~1", "HEAD", "--format", format];
            let some = diff_in(folder.path(), &arguments);
            // The series of a history are about all methods.
            let series = Folder::new();
            let also = format!("benchmark={}/series.json", series.path());
            let all = diff_in(
                folder.path(),
                &[&arguments[..], &["--also", &also]].concat(),
            );
            assert_eq!(some.stdout, all.stdout, "{what}");
            // Series without a number are reported if series are requested.
            let lines = all.stderr.lines();
            let others: Vec<&str> = lines
                .filter(|line| !line.starts_with("benchmark: "))
                .collect();
            let told: Vec<&str> = some.stderr.lines().collect();
            assert_eq!((some.code, told), (all.code, others), "{what}");
        }
    }
}

#[test]
fn a_release_that_the_jdk_does_not_have_is_named() {
    let folder = commits(&files(), &[("jouled.toml", "release = 99\n")]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    let all = format!("{}{}", run.stdout, run.stderr);
    assert!(![0, 3].contains(&run.code), "{all}");
    assert!(all.contains("`release` is 99"), "{all}");
    assert!(!all.contains("Exception"), "{all}");
}

#[test]
fn a_first_file_without_classes_is_no_obstacle() {
    let folder = commits(
        &[("src/p/A.java", "package p;"), ("src/p/Leaf.java", LEAF)],
        &[("src/p/Leaf.java", &LEAF.replace("n + 1", "n"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    let sources = folder.path().join("src").display().to_string();
    let run = jouled(&["report", "--format", "json", &sources]);
    let report: Result<serde_json::Value, _> = serde_json::from_str(&run.stdout);
    assert!(report.is_ok(), "{}", run.stdout);
}

/// Uses missing names in ways that javac's classes do not show once the names exist.
const USER: &str = "package p; import q.Fast; class User extends q.Base {
    @Fast int f(int n) { return q.Helper.work(n) + 1; }
    int g(int n) { return f(n) + 2; }
    int h(int n) { return size(n); }
    int k(r.Item item) { return item == null ? 1 : 2; }
}";

/// The types that are missing at first.
const MISSING: [(&str, &str); 4] = [
    (
        "src/q/Helper.java",
        "package q; public class Helper { public static int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }",
    ),
    (
        "src/q/Base.java",
        "package q; public class Base { protected int size(int n) { return n * n; } }",
    ),
    // No call leads to it, so the classes that use it are the same.
    ("src/r/Item.java", "package r; public interface Item { }"),
    (
        "src/q/Fast.java",
        "package q; public @interface Fast { int value() default 1; }",
    ),
];

/// A comparison as JSON and its exit code, without the problems, because these count the analysed methods.
fn compared(folder: &Path, sides: [&str; 2], options: &[&str]) -> (serde_json::Value, Run) {
    let arguments = [&sides[..], &["--format", "json"], options].concat();
    let run = diff_in(folder, &arguments);
    let mut json: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    json.as_object_mut().expect("an object").remove("problems");
    (json, run)
}

#[test]
fn a_file_whose_unknown_names_are_the_same_is_not_examined() {
    let other = ("src/p/Leaf.java", LEAF.replace("n + 1", "n * n + 1"));
    let folder = commits(
        &[("src/p/Leaf.java", LEAF), ("src/p/User.java", USER)],
        &[(other.0, &other.1)],
    );
    let (json, run) = compared(folder.path(), ["HEAD~1", "HEAD"], &[]);
    assert_eq!(json["seen"]["touched"], 1, "{json}");
    // The names are reported for analysed methods.
    assert!(
        !run.stderr.contains("these names are neither"),
        "{}",
        run.stderr
    );
    let series = Folder::new();
    let also = format!("benchmark={}/series.json", series.path());
    let (all, of_all) = compared(folder.path(), ["HEAD~1", "HEAD"], &["--also", &also]);
    assert!(
        of_all.stderr.contains("these names are neither"),
        "{}",
        of_all.stderr
    );
    assert_eq!((json, run.code), (all, of_all.code));
}

#[test]
fn a_file_whose_unknown_names_become_known_is_examined_in_both_directions() {
    let series = Folder::new();
    for missing in MISSING {
        let folder = commits(&[("src/p/User.java", USER)], &[missing]);
        for sides in [["HEAD~1", "HEAD"], ["HEAD", "HEAD~1"]] {
            let told = format!("{} {sides:?}", missing.0);
            let (json, run) = compared(folder.path(), sides, &[]);
            let also = format!("benchmark={}/series.json", series.path());
            let (all, of_all) = compared(folder.path(), sides, &["--also", &also]);
            assert_eq!((&json, run.code), (&all, of_all.code), "{told}");
            let named = match missing.0 {
                "src/q/Helper.java" => vec!["p.User.f(int)"],
                "src/q/Base.java" => vec!["p.User.<init>()", "p.User.h(int)"],
                "src/r/Item.java" => vec!["p.User.k(Item)"],
                // An annotation costs nothing.
                _ => continue,
            };
            let unseen = json["seen"]["missing"].as_array().expect("methods").iter();
            let unseen: Vec<&str> = unseen.filter_map(|one| one["method"].as_str()).collect();
            for name in named {
                assert!(unseen.contains(&name), "{told}: {name}: {unseen:?}");
            }
            assert_eq!(run.code, 4, "{told}: {json:#}");
        }
    }
}

#[test]
fn a_page_shows_each_file_once_although_a_method_is_new() {
    let edited = LEAF
        .replace("n + 1", "n * n + 1")
        .replace("public int g", "static int added(int n) { return n; } public int g");
    let base = [("src/p/Leaf.java", LEAF), ("src/p/Middle.java", MIDDLE)];
    let more = MIDDLE.replace("static int twice", "static int more() { return 1; } static int twice");
    let head = [("src/p/Leaf.java", &*edited), ("src/p/Middle.java", &*more)];
    let folder = commits(&base, &head);
    let page = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "html"]).stdout;
    let times = |text: &str| page.matches(text).count();
    assert_eq!(times("<summary>src/p/Leaf.java</summary>"), 1, "{page}");
    assert_eq!(times("<summary>src/p/Middle.java</summary>"), 1, "{page}");
    // Both sides are there: the classes, and the methods that only the head has.
    assert_eq!(times("public class Leaf"), 2, "{page}");
    assert_eq!(times("public class Middle"), 2, "{page}");
    assert_eq!(times("static int added"), 1, "{page}");
}
