//! A change of how often a loop repeats, or of what an unchanged branch leads to, costs more although no body changed.

use serde_json::Value;
use crate::support::git::commits;
use crate::support::jouled_with;

/// Methods `f` with the text of the base and of the head in place of `WHAT`.
const CASES: [(&str, &str, &str, &str); 33] = [
    (
        "stride",
        "static int f(int n) { int s = 0; for (int i = 0; i < n; i += WHAT) s += i; return s; }",
        "100",
        "1",
    ),
    (
        "stride_of_array",
        "static int f(int[] a) { int s = 0; for (int i = 0; i < a.length; i += WHAT) s += a[i]; return s; }",
        "8",
        "1",
    ),
    (
        "stride_of_range",
        "static int f(int a, int b) { int s = 0; for (int i = a; i < b; i += WHAT) s += i; return s; }",
        "8",
        "1",
    ),
    (
        "other_name",
        "static int f(int WHAT s += i; return s; }",
        "n) { int s = 0; for (int i = 0; i < n; i += 100)",
        "m) { int s = 0; for (int i = 0; i < m; i++)",
    ),
    (
        "shift",
        "static int f(int n) { int s = 0; while (n > 0) { n >>= WHAT; s++; } return s; }",
        "8",
        "1",
    ),
    (
        "division",
        "static int f(int n) { int s = 0; for (int i = 0; i < n / WHAT; i++) s += i; return s; }",
        "100",
        "1",
    ),
    (
        "recursion",
        "static int f(int n) { return n <= 0 ? 0 : 1 + f(n - WHAT); }",
        "10",
        "1",
    ),
    (
        "least",
        "static int f(int n) { int s = 0; for (int i = 0; i < Math.min(n, WHAT); i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "and",
        "static int f(int n) { int s = 0; for (int i = 0; i < n && i < WHAT; i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "method",
        "private static int n() { return WHAT; } static int f() { int s = 0; for (int i = 0; i < n(); i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "private_method",
        "private int n() { return WHAT; } int f() { int s = 0; for (int i = 0; i < n(); i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "method_with_argument",
        "static int n(int x) { return WHAT; } static int f(int x) { int s = 0; for (int i = 0; i < n(x + 1); i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "long_method",
        "private static long n() { return WHATL; } static long f() { long s = 0; for (long i = 0; i < n(); i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "static_field",
        "private static int n = WHAT; static int f() { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "field",
        "private int n = WHAT; int f() { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "final_field",
        "final int n; final_field() { n = WHAT; } final_field(int x) { this(); } int f() { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }",
        "10",
        "10000",
    ),
    (
        "case_of_switch",
        "static int f(int i) { return switch (i) { case 1 -> { int s = i; WHAT yield s; } default -> 0; }; }",
        "",
        "s += i * 3; s -= i / 2; s ^= i << 2; s += i * i; s *= 3; s += i % 7;",
    ),
    (
        "case_of_strings",
        "static int f(String t, int i) { switch (t) { case \"a\": int s = i; WHAT return s; default: return 3; } }",
        "",
        "s += i * 3; s -= i / 2; s ^= i << 2; s += i * i; s *= 3; s += i % 7; s -= i % 11; s *= s;",
    ),
    (
        "default_of_switch",
        "static int f(int i) { int s = i; switch (i) { case 1: return 1; case 2: return 2; default: WHAT return s; } }",
        "",
        "s += i * 3; s -= i / 2; s ^= i << 2; s += i * i; s *= 3; s += i % 7;",
    ),
    (
        "null_test",
        "static int f(Object o, int s) { if (o == null) { s += 1; WHAT } return s; }",
        "",
        "s += s * 3; s -= s / 2; s ^= s << 2; s += s * s; s *= 3; s += s % 7;",
    ),
    (
        "else_if",
        "static int f(int i) { int s = i; if (i == 1) s++; else if (i > 7) { WHAT } else s--; return s; }",
        "s += 2;",
        "s += i * 3; s -= i / 2; s ^= i << 2; s += i * i; s *= 3; s += i % 7;",
    ),
    (
        "nested_if",
        "static int f(int i, Object o) { int s = i; if (i > 1) { if (o != null) { WHAT } } return s; }",
        "s += 2;",
        "s += i * 3; s -= i / 2; s ^= i << 2; s += i * i; s *= 3; s += i % 7;",
    ),
    (
        "handler",
        "static int f(int i, int[] a) { int s = i; try { s += a[i]; } catch (RuntimeException e) { WHAT } return s; }",
        "s = 2;",
        "for (int k = 0; k < 100; k++) s += i * k;",
    ),
    (
        "body_of_open_loop",
        "static int f(java.util.Iterator<Integer> t) { int s = 0; while (t.hasNext()) { s += t.next(); WHAT } return s; }",
        "",
        "s += s * 3; s -= s / 2; s ^= s << 2; s += s * s; s *= 3; s += s % 7;",
    ),
    (
        "handed_to_each",
        "static void a(int i) {} static void b(int i) { for (int k = 0; k < 10000; k++); } static void f(java.util.List<Integer> l) { l.forEach(handed_to_each::WHAT); }",
        "a",
        "b",
    ),
    (
        "handed_to_iterable",
        "static void a(int i) {} static void b(int i) { for (int k = 0; k < 10000; k++); } static void f(Iterable<Integer> l) { l.forEach(handed_to_iterable::WHAT); }",
        "a",
        "b",
    ),
    (
        "handed_to_map",
        "static Integer a(Integer i) { return i; } static Integer b(Integer i) { for (int k = 0; k < 10000; k++); return i; } static void f(java.util.Map<Integer, Integer> m) { m.computeIfAbsent(1, handed_to_map::WHAT); }",
        "a",
        "b",
    ),
    (
        "handed_to_sort",
        "static void f(Integer[] l) { java.util.Arrays.sort(l, (x, y) -> { WHAT return x - y; }); }",
        "",
        "for (int k = 0; k < 1000; k++);",
    ),
    (
        "least_and_body",
        "static int f(int n, int x) { int s = 0; for (int i = 0; i < Math.min(n, WHAT; } return s; }",
        "10); i++) { s += i * x",
        "10000); i++) { s += i * x + 1",
    ),
    (
        "least_and_exit",
        "static int f(int n, int x) { int s = 0; for (int i = 0; i < Math.min(n, WHAT s += i * x; } return s; }",
        "10); i++) {",
        "10000); i++) { if (s == x) break;",
    ),
    (
        "least_of_nested_and_body",
        "static int f(int n, int x) { int s = 0; for (int i = 0; i < n; i++) for (int k = 0; k < Math.min(i, WHAT; } return s; }",
        "4); k++) { s += i * x",
        "4000); k++) { s += i * x + 1",
    ),
    (
        "handed_to_own",
        "interface L { void each(java.util.function.IntConsumer c); } static class M implements L { public void each(java.util.function.IntConsumer c) { for (int i = 0; i < 3; i++) c.accept(i); } } static class N implements L { public void each(java.util.function.IntConsumer c) { c.accept(1); c.accept(2); } } static void a(int i) {} static void b(int i) { for (int k = 0; k < 10000; k++); } static void f(L l) { l.each(handed_to_own::WHAT); }",
        "a",
        "b",
    ),
    (
        "handed_to_two",
        "static void a(int i) {} static void b(int i) { for (int k = 0; k < 10000; k++); } static void f(java.util.List<Integer> l) { l.forEach(handed_to_two::a); l.forEach(handed_to_two::WHAT); }",
        "a",
        "b",
    ),
];

/// A class for each case, with the text of a side.
fn classes(is_head: bool) -> String {
    let classes = CASES.iter().map(|(name, methods, base, head)| {
        let what = if is_head { head } else { base };
        format!("class {name} {{ {} }}", methods.replace("WHAT", what))
    });
    classes.collect::<Vec<_>>().join("\n")
}

/// The exit code, and the changes of the methods `f` by class.
fn compared(base: &str, head: &str) -> (i32, Value) {
    let folder = commits(&[("A.java", base)], &[("A.java", head)]);
    let arguments = [
        "diff", "--calls", "all", "HEAD~1", "HEAD", "--format", "json",
    ];
    let run = jouled_with(&arguments, |command| {
        command.current_dir(folder.path());
    });
    let comparison = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    (run.code, comparison)
}

#[test]
fn what_multiplies_rounds_or_makes_a_branch_dear_is_a_regression() {
    let (code, comparison) = compared(&classes(false), &classes(true));
    assert_eq!(code, 3);
    let changes = comparison["changes"].as_array().expect("changes");
    for (name, ..) in CASES {
        let of_case = |change: &&Value| change["class"] == name && change["method"] == "f";
        let change = changes.iter().find(of_case);
        let change = change.unwrap_or_else(|| panic!("{name} is not listed"));
        let reasons = change["verdict"]["reasons"].as_array().map_or(0, Vec::len);
        assert!(reasons > 0, "{name}: {change:#}");
    }
}

#[test]
fn the_way_back_is_none() {
    let (code, comparison) = compared(&classes(true), &classes(false));
    let regressions: Vec<_> = comparison["changes"]
        .as_array()
        .expect("changes")
        .iter()
        .filter(|change| {
            change["verdict"]["reasons"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        })
        .map(|change| &change["class"])
        .collect();
    assert_eq!((code, &regressions[..]), (0, &[][..]));
}

#[test]
fn what_an_object_does_with_itself_is_no_matter_of_other_classes() {
    let classes = |body: &str| {
        format!(
            "final class A {{ int g() {{ return hashCode(); }} boolean e(Object o) {{ return equals(o); }} }}
            class P {{ int g() {{ return hashCode(); }} }} class Q extends P {{ public int hashCode() {{ return 7; }} }}
            class L {{ java.util.function.IntSupplier r() {{ return () -> hashCode(); }} }}
            class B {{ public int hashCode() {{ {body} return 1; }} public boolean equals(Object o) {{ {body} return o == this; }} }}"
        )
    };
    let (code, comparison) = compared(&classes(""), &classes("for (int i = 0; i < 1000; i++);"));
    assert_eq!(code, 3);
    let changes = comparison["changes"].as_array().expect("changes");
    assert_eq!(changes.len(), 2, "{changes:#?}");
    assert!(changes.iter().all(|change| change["class"] == "B"));
}
