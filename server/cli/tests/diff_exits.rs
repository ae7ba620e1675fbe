//! Loops over the same value repeat equally often on both sides of a comparison. An early exit is not a certain regression, but
//! a real increase in a loop is one.

use serde_json::Value;
use crate::support::git::{commits, diff_in};
use crate::support::{Folder, jouled_with};

/// The required result of a change.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Must {
    /// Anything but a regression.
    Pass,
    More,
    NotMore,
    NotLess,
    Undecided,
}

use Must::{More, NotLess, NotMore, Pass, Undecided};

const SUM: &str = "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i] * x; } return s; }";
const LAST: &str = "int f(int[] a, int x) { int r = -1; for (int i = 0; i < a.length; i++) { if (a[i] == x) { r = i; } } return r; }";
const FIRST: &str = "int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == x) { return i; } } return -1; }";
const STOPS: &str = "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] == 0) { break; } s += a[i] * x; } return s; }";
const ASKS: &str = "boolean is(int c, int x) { return c == x; }
int f(int[] a, int x) { int s = 0; int i = 0; while (true) { int c = a[i++]; if (c == 0) { break; } if (is(c, x)) { s = 1; break; } s += c; } return s; }";
const ASKS_TWICE: &str = "boolean is(int c, int x) { return c == x; }
int f(int[] a, int x) { int s = 0; int i = 0; while (true) { int c = a[i++]; if (c == 0) { break; } if (is(c, x) || is(c, x)) { s = 1; break; } s += c; } return s; }";
const CHAIN: &str = "A next; int v; int f(A n) { int c = 0; while (n != null) { c += n.v; n = n.next; } return c; }";
const ROWS: &str = "int f(int[][] m, int x) { int c = 0; for (int i = 0; i < m.length; i++) { for (int j = 0; j < m[i].length; j++) { if (m[i][j] == x) { c = i; } } } return c; }";
const BITS: &str =
    "int f(int n) { int c = 0; while (true) { if (n == 0) { return c; } c++; n >>>= 1; } }";

/// A name, a method in the base and in the head, and the required result.
const CASES: [(&str, &str, &str, Must); 23] = [
    ("FirstFound", LAST, FIRST, NotMore),
    ("LastFound", FIRST, LAST, NotLess),
    ("ExitAdded", SUM, STOPS, Undecided),
    ("ExitRemoved", STOPS, SUM, Undecided),
    // The second question is a new exit, so the estimate has fewer turns. The head still executes no kind of operation more often.
    ("AskedTwice", ASKS, ASKS_TWICE, Undecided),
    (
        "Flag",
        LAST,
        "int f(int[] a, int x) { int r = -1; for (int i = 0; i < a.length && r < 0; i++) { if (a[i] == x) { r = i; } } return r; }",
        Undecided,
    ),
    (
        "Thrown",
        SUM,
        "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] == 0) { return s; } s += a[i] * x; } throw new IllegalStateException(); }",
        Undecided,
    ),
    (
        "Chain",
        CHAIN,
        "A next; int v; int f(A n) { int c = 0; while (n != null) { if (n.v == 9) { break; } c += n.v; n = n.next; } return c; }",
        Undecided,
    ),
    (
        "Forever",
        BITS,
        "int f(int n) { int c = 0; while (true) { if (n == 0) { return c; } if (c > n) { return c; } c++; n >>>= 1; } }",
        Undecided,
    ),
    (
        "Inner",
        ROWS,
        "int f(int[][] m, int x) { int c = 0; for (int i = 0; i < m.length; i++) { for (int j = 0; j < m[i].length; j++) { if (m[i][j] == x) { c = i; break; } } } return c; }",
        NotMore,
    ),
    (
        "Labelled",
        ROWS,
        "int f(int[][] m, int x) { int c = 0; all: for (int i = 0; i < m.length; i++) { for (int j = 0; j < m[i].length; j++) { if (m[i][j] == x) { c = i; break all; } } } return c; }",
        NotMore,
    ),
    (
        "Continued",
        ROWS,
        "int f(int[][] m, int x) { int c = 0; all: for (int i = 0; i < m.length; i++) { for (int j = 0; j < m[i].length; j++) { if (m[i][j] == x) { c = i; continue all; } } } return c; }",
        NotMore,
    ),
    (
        "Caller",
        "int g(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i] * x; } return s; } int f(int[][] m, int x) { int s = 0; for (int[] r : m) { s += g(r, x); } return s; }",
        "int g(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] == 0) { break; } s += a[i] * x; } return s; } int f(int[][] m, int x) { int s = 0; for (int[] r : m) { s += g(r, x); } return s; }",
        Undecided,
    ),
    (
        "MoreArguments",
        SUM,
        "int f(int[] a, int x, int end) { int s = 0; for (int i = 0; i < a.length; i++) { if (a[i] == end) { break; } s += a[i] * x; } return s; }",
        Undecided,
    ),
    (
        "Halved",
        FIRST,
        "int f(int[] a, int x) { int lo = 0; int hi = a.length - 1; while (lo <= hi) { int m = (lo + hi) >>> 1; if (a[m] < x) { lo = m + 1; } else if (a[m] > x) { hi = m - 1; } else { return m; } } return -1; }",
        Undecided,
    ),
    (
        "Locked",
        SUM,
        "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { synchronized (this) { s += a[i] * x; } } return s; }",
        More,
    ),
    (
        "LockedSearch",
        FIRST,
        "int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { synchronized (this) { if (a[i] == x) { return i; } } } return -1; }",
        More,
    ),
    (
        "Allocates",
        FIRST,
        "int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == new int[] {x}[0]) { return i; } } return -1; }",
        More,
    ),
    (
        "Calls",
        "int g(int v) { return v * v; } int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { if (a[i] == x) { return i; } } return -1; }",
        "int g(int v) { return v * v; } int f(int[] a, int x) { for (int i = 0; i < a.length; i++) { x += g(i); if (a[i] == x) { return i; } } return -1; }",
        More,
    ),
    (
        "BothHaveTheirOwn",
        "int f(int[] a, int x) { int s = 0; if (x > 3) { s = 1; } for (int i = 0; i < a.length; i++) { s += a[i] / x; } return s; }",
        "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i] * x; synchronized (this) { s ^= a[i] * 3 + a[i]; } } return s; }",
        More,
    ),
    (
        "Caught",
        "int g(int v) { return v / 3; } int f(int v) { return g(v) + g(v + 1); }",
        "int g(int v) { return v / 3; } int f(int v) { try { return g(v) + g(v + 1); } catch (IllegalStateException e) { return 0; } }",
        Pass,
    ),
    (
        "AskedOtherwise",
        "int f(int[] a, int x, int y) { int s = 0; if (x > y) { for (int v : a) { s += v; } } return s; }",
        "int f(int[] a, int x, int y) { int s = 0; if (x > 1000) { for (int v : a) { s += v; } } return s; }",
        Pass,
    ),
    (
        "AnotherLoop",
        SUM,
        "int f(int[] a, int x) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i] * x; } for (int i = 0; i < a.length; i++) { s ^= a[i]; } return s; }",
        More,
    ),
];

/// The files of one side: a class for each case.
fn files(head: bool) -> Vec<(String, String)> {
    CASES
        .iter()
        .map(|(name, before, after, _)| {
            let text = if head { after } else { before };
            let text = text
                .replace("A next", &format!("{name} next"))
                .replace("(A n)", &format!("({name} n)"));
            let text = text.replace("; ", ";\n").replace("{ ", "{\n");
            (
                format!("src/main/java/{name}.java"),
                format!("class {name} {{\n{text}\n}}\n"),
            )
        })
        .collect()
}

fn borrowed(files: &[(String, String)]) -> Vec<(&str, &str)> {
    files
        .iter()
        .map(|(name, text)| (&name[..], &text[..]))
        .collect()
}

/// The cases with another result than required.
fn wrong(comparison: &Value) -> Vec<String> {
    let changes = comparison["changes"].as_array().expect("changes");
    let found = |name: &str| {
        let mut changes = changes.iter();
        changes.find(|change| change["class"] == name && change["method"] == "f")
    };
    let wrong = CASES.iter().filter_map(|(name, _, _, must)| {
        let change = found(name)?;
        let section = change["section"].as_str().expect("a section");
        let reasons = change["verdict"]["reasons"].as_array().map_or(0, Vec::len);
        let share = change["delta"]["relative"].as_f64();
        let is_right = match must {
            Pass => reasons == 0 && share.is_some_and(|share| share.abs() < 0.05),
            More => section == "more",
            NotMore => section != "more",
            NotLess => section != "less",
            Undecided => section == "undecided",
        };
        (!is_right).then(|| format!("{name}: {section}, not {must:?}: {}", change["delta"]))
    });
    let missing = CASES.iter().filter(|(name, ..)| found(name).is_none());
    let missing = missing.map(|(name, ..)| format!("{name}: no change"));
    wrong.chain(missing).collect()
}

#[test]
fn early_exits_are_no_certain_regression_and_real_costs_in_loops_are() {
    let (before, after) = (files(false), files(true));
    let repository = commits(&borrowed(&before), &borrowed(&after));
    let run = diff_in(repository.path(), &["main~1", "main", "--format", "json"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(wrong(&comparison), Vec::<String>::new());
}

#[test]
fn what_both_ways_of_a_changed_condition_do_alike_is_not_open() {
    let text = |asked: &str| {
        format!(
            "class Locked {{\nint k;\nint f(int x) {{\nif ({asked} > 5) {{\nsynchronized (this) {{ k += x; }}\n}} else {{\n\
             synchronized (this) {{ k -= x; }}\n}}\nreturn k;\n}}\n}}\n"
        )
    };
    let (before, after) = (text("x"), text("x * x % 7"));
    let repository = commits(&[("Locked.java", &before)], &[("Locked.java", &after)]);
    let run = diff_in(repository.path(), &["main~1", "main", "--format", "json"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(
        comparison["changes"][0]["section"], "more",
        "{}",
        run.stdout
    );
}

#[test]
fn reports_that_were_made_one_by_one_say_no_more_than_they_know() {
    let reports = [false, true].map(|head| {
        let folder = Folder::new();
        for (name, text) in files(head) {
            folder.write(&name, text.as_bytes());
        }
        let run = jouled_with(
            &["report", "--format", "json", "--calls", "project", "."],
            |command| {
                command.current_dir(folder.path());
            },
        );
        let report = folder.write("report.json", run.stdout.as_bytes());
        (folder, report)
    });
    let [(folder, before), (_kept, after)] = &reports;
    let run = diff_in(folder.path().as_ref(), &[before, after, "--format", "json"]);
    assert_eq!(run.code, 3, "{} {}", run.stdout, run.stderr);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let caveats = comparison["caveats"].as_array().expect("caveats");
    let is_said = |caveat: &Value| {
        let caveat = caveat.as_str();
        caveat.is_some_and(|caveat| caveat.contains("each side estimates by itself"))
    };
    assert!(caveats.iter().any(is_said), "{caveats:?}");
    let changes = comparison["changes"].as_array().expect("changes");
    for (name, _, _, must) in CASES.iter().filter(|(.., must)| *must != More) {
        let change = changes.iter().find(|change| change["class"] == *name);
        let section = change.and_then(|change| change["section"].as_str());
        // It need not be known which side costs more, but the wrong one must not be claimed.
        let is_wrong = match must {
            NotMore | Undecided => section == Some("more"),
            NotLess => section == Some("less"),
            More | Pass => false,
        };
        assert!(!is_wrong, "{name}: {change:?}");
    }
}
