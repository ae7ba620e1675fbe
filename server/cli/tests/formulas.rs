//! Formulas for readers: no part is below zero, and no sum is below the least energy of a call.

use serde_json::Value;
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
class Sums {
    static int pairs(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { for (int j = 0; j < i; j++) { s += j * j * j * j + j * j * j; } }
        return s;
    }
    static void hanoi(int n, int[] moves) {
        if (n <= 0) { return; }
        hanoi(n - 1, moves);
        moves[0]++;
        hanoi(n - 1, moves);
    }
    static void three(int[] moves) { hanoi(3, moves); }
    static int doubles(long n, int m) {
        int s = 0;
        for (int i = 100; i < Math.min(n, m); i <<= 1) { s++; }
        return s;
    }
    static int doubles_short_way(byte n) {
        int s = 0;
        for (int i = 100; i < Math.min(1L << 20, n); i <<= 1) { s++; }
        return s;
    }
    private static int broken(int n) { int i = \"text\"; return i + n; }
    static int calls_broken(int n) { return broken(n); }
}
";

fn explain(folder: &Folder, method: &str) -> String {
    let run = jouled(&["explain", method, folder.path(), "--calls", "project"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

/// The text after `formula`.
fn formula(text: &str) -> &str {
    let line = text.lines().find_map(|line| line.strip_prefix("formula"));
    line.expect("a formula").trim()
}

#[test]
fn a_sum_with_a_negative_term_is_told_in_binomials() {
    let folder = Folder::new();
    folder.write("Sums.java", PROGRAM.as_bytes());
    let pairs = explain(&folder, "Sums.pairs");
    assert!(formula(&pairs).contains("·C(n, 2)"), "{pairs}");
    let hanoi = explain(&folder, "Sums.hanoi");
    assert!(formula(&hanoi).contains("·(2^"), "{hanoi}");
    for text in [&pairs, &hanoi] {
        assert!(
            !formula(text).replace(" − 1)", "").contains(" − "),
            "{text}"
        );
        assert!(!formula(text).starts_with('−'), "{text}");
    }
    // A power of a number is a number.
    let three = explain(&folder, "Sums.three");
    assert!(!formula(&three).contains('^'), "{three}");
}

#[test]
fn a_callee_that_does_not_compile_adds_nothing_to_what_a_call_costs_at_least() {
    let folder = Folder::new();
    folder.write("Sums.java", PROGRAM.as_bytes());
    let run = jouled(&[
        "report",
        folder.path(),
        "--format",
        "json",
        "--calls",
        "project",
    ]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let caller = methods
        .iter()
        .find(|method| method["method"] == "calls_broken");
    let caller = caller.expect("the caller");
    let mean = |of: &str| {
        let mean = caller.pointer(of).and_then(Value::as_f64);
        mean.expect("a mean")
    };
    assert!(mean("/best/mean") <= mean("/worst/energy/mean"), "{caller}");
}

#[test]
fn a_product_of_ints_may_wrap_around_although_longs_are_compared() {
    let folder = Folder::new();
    folder.write("Sums.java", PROGRAM.as_bytes());
    let overflow = "the arithmetic of the loop's counter does not overflow";
    let wide = explain(&folder, "Sums.doubles");
    assert!(wide.contains(overflow), "{wide}");
    let narrow = explain(&folder, "Sums.doubles_short_way");
    assert!(!narrow.contains(overflow), "{narrow}");
}

/// `swapped` repeats as often as the smallest of three, over four values. `through` passes on one that it finds in an array.
/// `fallen` repeats as often as a larger one allows.
const SMALLEST: &str = "\
class Smallest {
    static int swapped(int[] a, int from, int to, int n) {
        int s = 0;
        for (int i = 0; i < n && from + i < a.length && to + i < a.length; i++) { s += i; }
        return s;
    }
    static int up(int n, int m) {
        int s = 0;
        for (int i = 0; i < n && i < m; i++) { s += i; }
        return s;
    }
    static int through(int n, int[] a) { return up(n, a[0] * a[1]); }
    interface Source { int next(); }
    static int read(Source source) { return source.next(); }
}
";

#[test]
fn nothing_is_assumed_of_a_number_that_another_one_bounds() {
    let folder = Folder::new();
    folder.write("Smallest.java", SMALLEST.as_bytes());
    for method in ["swapped", "up", "through"] {
        let text = explain(&folder, &format!("Smallest.{method}"));
        assert!(!text.contains("is at most"), "{text}");
        assert!(
            formula(&text).contains("·n") || formula(&text).contains("min("),
            "{text}"
        );
    }
}

#[test]
fn an_interface_without_a_class_is_implemented_elsewhere() {
    let folder = Folder::new();
    folder.write("Smallest.java", SMALLEST.as_bytes());
    let text = explain(&folder, "Smallest.read");
    assert!(formula(&text).contains("source.next"), "{text}");
    assert!(!text.contains("not in the numbers"), "{text}");
}

#[test]
fn merge_sort_costs_its_range_once_for_each_depth() {
    let folder = Folder::new();
    let text = include_str!("../../../tests/soundness/corpus/Divided.java");
    folder.write("Divided.java", text.as_bytes());
    let text = explain(&folder, "Divided.mergeSort");
    let cost = formula(&text);
    assert!(cost.contains("log₂") && !cost.contains('²'), "{cost}");
    // Its parts may be of any sizes.
    let text = explain(&folder, "Divided.quick");
    assert!(formula(&text).contains('²'), "{text}");
}

#[test]
fn what_an_own_search_returns_bounds_a_loop() {
    let folder = Folder::new();
    let text = include_str!("../../../tests/soundness/corpus/OwnSearches.java");
    folder.write("OwnSearches.java", text.as_bytes());
    let text = explain(&folder, "OwnSearches.all");
    assert!(formula(&text).contains("a.length²"), "{text}");
    let text = explain(&folder, "OwnSearches.stuck");
    assert!(!formula(&text).contains("a.length²"), "{text}");
}
