//! What a history gets for a head that was not seen.

use serde_json::Value;
use crate::support::git::{commits, diff_in};

#[test]
fn a_head_with_a_syntax_error_makes_no_point_at_zero() {
    let text = "package p; class A { int f(int n) { return n; } }";
    let settings = "[diff]\ntrack = [\"p.A.f\", \"p.A.gone\"]\n";
    let folder = commits(
        &[("jouled.toml", settings), ("src/p/A.java", text)],
        &[("src/p/A.java", &text.replace("return", "return return"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "benchmark"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let before = diff_in(
        folder.path(),
        &["HEAD~1", "HEAD~1", "--format", "benchmark"],
    );
    let (before, after): (Value, Value) = (
        serde_json::from_str(&before.stdout).expect("JSON"),
        serde_json::from_str(&run.stdout).expect("JSON"),
    );
    let entries = before.as_array().expect("entries").iter();
    for (one, two) in entries.zip(after.as_array().expect("entries")) {
        assert_eq!((&one["name"], &one["value"]), (&two["name"], &two["value"]));
        let extra = two["extra"].as_str().expect("text");
        assert!(
            extra.contains("; the number of the base, since p.A"),
            "{extra}"
        );
    }
    assert_eq!(after.as_array().map(Vec::len), Some(3));
    for said in [
        "benchmark: the base's value for all packages, package p",
        "benchmark: no point for p.A.gone",
    ] {
        assert!(run.stderr.contains(said), "{said}: {}", run.stderr);
    }
    // It is reported if the series are requested.
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert!(!run.stderr.contains("benchmark:"), "{}", run.stderr);
}

#[test]
fn a_number_that_rests_on_what_was_not_seen_makes_no_point() {
    let a =
        "package p; public class A { public static int f(int n) { return n * n * n + n / 3; } }";
    let b = "package q; public class B { public static int h(int n) { return p.A.f(n) + 1; } }";
    let c = "package r; class C { int k(int n) { return q.B.h(n) + 1; } int other(int n) { return n; } }";
    let settings = "[diff]\ntrack = [\"p.A.f\", \"q.B.h\", \"r.C.*\"]\n";
    for edited in [
        a.replace("return", "return return"),
        a.replace("n * n * n", "gone.X.y(n)"),
        a.replace("n * n * n", "nowhere"),
        a.replace("int f(int n)", "int f(gone.T t, int n)"),
    ] {
        let folder = commits(
            &[
                ("jouled.toml", settings),
                ("p/A.java", a),
                ("q/B.java", b),
                ("r/C.java", c),
            ],
            &[("p/A.java", &edited)],
        );
        let points = |states: [&str; 2]| -> Vec<(String, String)> {
            let run = diff_in(
                folder.path(),
                &[&states[..], &["--format", "benchmark"]].concat(),
            );
            let mut messages = run
                .stderr
                .lines()
                .filter(|line| line.starts_with("benchmark: "));
            assert!(
                !messages.any(|line| line.contains("\\u{a}")),
                "{}",
                run.stderr
            );
            let points: Value = serde_json::from_str(&run.stdout).expect("JSON");
            let points = points.as_array().expect("points").iter();
            let point = |point: &Value| {
                let name = point["name"].as_str().expect("a name").to_owned();
                (name, point["value"].to_string())
            };
            points.map(point).collect()
        };
        assert_eq!(
            points(["HEAD~1", "HEAD"]),
            points(["HEAD~1", "HEAD~1"]),
            "{edited}"
        );
    }
}
