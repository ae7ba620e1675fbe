//! Changes are compared at values at which the loops repeat, so that nothing is decided by a zero.

use serde_json::Value;
use crate::support::git::{commits, diff_in};

/// Methods with a loop around `BODY`.
const RANGES: [(&str, &str); 30] = [
    (
        "up",
        "static int f(int from, int to) { int s = 0; for (int i = from; i < to; i++) { BODY } return s; }",
    ),
    (
        "closed",
        "static int f(int from, int to) { int s = 0; for (int i = from; i <= to; i++) { BODY } return s; }",
    ),
    (
        "down",
        "static int f(int from, int to) { int s = 0; for (int i = to; i > from; i--) { BODY } return s; }",
    ),
    (
        "down_closed",
        "static int f(int from, int to) { int s = 0; for (int i = to - 1; i >= from; i--) { BODY } return s; }",
    ),
    (
        "stride",
        "static int f(int from, int to) { int s = 0; for (int i = from; i < to; i += 3) { BODY } return s; }",
    ),
    (
        "offset",
        "static int f(int from, int to) { int s = 0; for (int i = from + 1; i < to; i++) { BODY } return s; }",
    ),
    (
        "less_one",
        "static int f(int from, int to) { int s = 0; for (int i = 0; i < to - from - 1; i++) { BODY } return s; }",
    ),
    (
        "length",
        "static int f(int[] a, int start) { int s = 0; for (int i = start; i < a.length; i++) { BODY } return s; }",
    ),
    (
        "length_in_local",
        "static int f(int[] a, int start) { int s = 0; int n = a.length - start; for (int i = 0; i < n; i++) { BODY } return s; }",
    ),
    (
        "text",
        "static int f(String t, int start) { int s = 0; for (int i = start; i < t.length(); i++) { BODY } return s; }",
    ),
    (
        "nested",
        "static int f(int a, int b, int c) { int s = 0; for (int j = a; j < b; j++) { for (int i = b; i < c; i++) { BODY } } return s; }",
    ),
    (
        "triangle",
        "static int f(int from, int to) { int s = 0; for (int j = from; j < to; j++) { for (int i = j; i < to; i++) { BODY } } return s; }",
    ),
    (
        "fields",
        "int lo; int hi; int f() { int s = 0; for (int i = lo; i < hi; i++) { BODY } return s; }",
    ),
    (
        "final_fields",
        "final int lo = Integer.getInteger(\"a\"); final int hi = Integer.getInteger(\"b\"); int f() { int s = 0; for (int i = lo; i < hi; i++) { BODY } return s; }",
    ),
    (
        "towards",
        "static int f(int lo, int hi) { int s = 0; while (lo < hi) { int i = lo; BODY lo++; } return s; }",
    ),
    (
        "both_ends",
        "static int f(int lo, int hi) { int s = 0; while (lo < hi) { int i = lo; BODY lo++; hi--; } return s; }",
    ),
    (
        "characters",
        "static int f(char from, char to) { int s = 0; for (char i = from; i < to; i++) { BODY } return s; }",
    ),
    (
        "longs",
        "static long f(long from, long to) { long s = 0; for (long i = from; i < to; i++) { BODY } return s; }",
    ),
    (
        "ten_to_n",
        "static int f(int n) { int s = 0; for (int i = 10; i < n; i++) { BODY } return s; }",
    ),
    (
        "n_to_ten",
        "static int f(int n) { int s = 0; for (int i = n; i < 10; i++) { BODY } return s; }",
    ),
    (
        "twenty_to_n",
        "static int f(int n) { int s = 0; for (int i = 20; i < n; i++) { BODY } return s; }",
    ),
    (
        "from_negative",
        "static int f(int n) { int s = 0; for (int i = n; i < 0; i++) { BODY } return s; }",
    ),
    (
        "to_negative",
        "static int f(int n) { int s = 0; for (int i = 0; i > n; i--) { BODY } return s; }",
    ),
    (
        "to_minus_n",
        "static int f(int n) { int s = 0; for (int i = 0; i < -n; i++) { BODY } return s; }",
    ),
    (
        "negative_field",
        "int n; int f() { int s = 0; for (int i = n; i < 0; i++) { BODY } return s; }",
    ),
    (
        "minimum_of_lengths",
        "static int f(int[] a, int[] b) { int s = 0; for (int i = 0; i < Math.min(a.length, b.length) - 10; i++) { BODY } return s; }",
    ),
    (
        "minimum",
        "static int f(int a, int b) { int s = 0; for (int i = 0; i < Math.min(a, b) - 100; i++) { BODY } return s; }",
    ),
    (
        "maximum",
        "static int f(int a, int b) { int s = 0; for (int i = Math.max(a, b); i < 5; i++) { BODY } return s; }",
    ),
    (
        "third",
        "static int f(int n) { int s = 0; for (int i = 0; i < n / 3 - 10; i++) { BODY } return s; }",
    ),
    (
        "both_directions",
        "static int f(int from, int to) { int s = 0; for (int i = from; i < to; i++) { s += 1; } for (int i = to; i < from; i++) { BODY } return s; }",
    ),
];

/// The changes between two texts of one file, and the exit code.
fn compared(base: &str, head: &str) -> (i32, Value) {
    let folder = commits(&[("A.java", base)], &[("A.java", head)]);
    let arguments = ["HEAD~1", "HEAD", "--format", "json", "--of", "worst"];
    let run = diff_in(folder.path(), &arguments);
    let comparison = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    (run.code, comparison)
}

/// A class for each range, with this body in its loop.
fn classes(body: &str) -> String {
    let classes = RANGES
        .iter()
        .map(|(name, method)| format!("class {name} {{ {} }}\n", method.replace("BODY", body)));
    classes.collect()
}

#[test]
fn a_dearer_body_costs_more_whatever_the_range() {
    let (code, comparison) = compared(
        &classes("s += i;"),
        &classes("s += i * i * i + i * s - i * 3;"),
    );
    assert_eq!(code, 3);
    let changes = comparison["changes"].as_array().expect("changes");
    for (name, _) in RANGES {
        let change = changes.iter().find(|change| change["class"] == name);
        let change = change.unwrap_or_else(|| panic!("{name} is not listed"));
        assert_eq!(change["section"], "more", "{name}: {change:#}");
        let relative = change["delta"]["relative"].as_f64().expect("a share");
        assert!(relative > 0.3, "{name}: {relative} {}", change["assumed"]);
        assert_eq!(
            change["verdict"]["reasons"].as_array().map(Vec::len),
            Some(1),
            "{name}"
        );
    }
    // And in the other direction.
    let (code, comparison) = compared(
        &classes("s += i * i * i + i * s - i * 3;"),
        &classes("s += i;"),
    );
    assert_eq!(code, 0);
    let changes = comparison["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), RANGES.len());
    for change in changes {
        assert_eq!(change["section"], "less", "{change:#}");
    }
}

#[test]
fn other_names_of_a_range_are_no_change_and_hide_none() {
    let renamed = |body: &str| {
        let mut text = String::new();
        let classes = classes(body);
        for word in classes.split_inclusive(|end: char| !(end.is_alphanumeric() || end == '_')) {
            let name = word.trim_end_matches(|end: char| !(end.is_alphanumeric() || end == '_'));
            let other = match name {
                "from" => "up",
                "to" => "end",
                "start" => "at",
                "n" => "z",
                name => name,
            };
            text.push_str(other);
            text.push_str(&word[name.len()..]);
        }
        text
    };
    let (code, comparison) = compared(&classes("s += i;"), &renamed("s += i;"));
    assert_eq!(code, 0, "{comparison:#}");
    let changes = comparison["changes"].as_array().expect("changes");
    assert!(changes.is_empty(), "{changes:#?}");
    let (code, comparison) = compared(&classes("s += i;"), &renamed("s += i * i * i + i * s;"));
    assert_eq!(code, 3);
    let changes = comparison["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), RANGES.len(), "{changes:#?}");
    for change in changes {
        assert_eq!(change["section"], "more", "{change:#}");
    }
}

#[test]
fn given_values_hold_even_where_nothing_turns_at_them() {
    let text = "class A { static int f(int from, int to) { int s = 0; for (int i = from; i < to; i++) { s += i; } return s; } }";
    let dearer = text.replace("s += i;", "s += i * i * i;");
    let folder = commits(&[("A.java", text)], &[("A.java", &dearer)]);
    let with = |values: &[&str]| {
        diff_in(
            folder.path(),
            &[&["HEAD~1", "HEAD", "--of", "worst"], values].concat(),
        )
    };
    let run = with(&["--assume", "from=7", "--assume", "to=7"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let run = with(&["--assume", "from=7"]);
    assert_eq!(run.code, 3, "{}", run.stdout);
    assert!(run.stdout.contains("from = 7, to = 17"), "{}", run.stdout);
}
