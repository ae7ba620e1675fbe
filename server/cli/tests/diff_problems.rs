//! What a comparison says about code that does not compile or has no price: only what the change caused.

use crate::support::git::{commits, diff_in};

const CLEAN: &str = "class A { int f(int n) { return n; } }";
const BROKEN: &str = "class E { int q() { return nope.x(); } }";

/// The annotations and the exit code.
fn annotations(base: &[(&str, &str)], head: &[(&str, &str)]) -> (Vec<String>, i32) {
    let folder = commits(base, head);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "github"]);
    let lines = run
        .stdout
        .lines()
        .filter(|line| line.starts_with("::warning"));
    (lines.map(str::to_owned).collect(), run.code)
}

#[test]
fn an_annotation_of_several_lines_is_one_line_that_can_be_read() {
    let (warnings, code) = annotations(
        &[("src/A.java", CLEAN)],
        &[("src/A.java", &CLEAN.replace("return n", "return gone(n)"))],
    );
    assert_eq!(code, 4);
    let [warning] = &warnings[..] else {
        panic!("{warnings:?}");
    };
    assert!(
        warning.contains("cannot find symbol / symbol: "),
        "{warning}"
    );
    assert!(!warning.contains("u{a}"), "{warning}");
}

#[test]
fn an_error_of_the_base_is_not_new_where_its_file_was_moved() {
    let both = [("src/A.java", CLEAN), ("src/E.java", BROKEN)];
    let (warnings, _) = annotations(&both, &[("src/E.java", ""), ("src/m/E.java", BROKEN)]);
    assert!(warnings.is_empty(), "{warnings:?}");
    let (warnings, _) = annotations(&both, &[("src/m/E.java", BROKEN)]);
    assert_eq!(warnings.len(), 1, "one more is new: {warnings:?}");
}

#[test]
fn a_constructor_that_nobody_wrote_is_not_touched_where_a_method_does_not_compile() {
    let folder = commits(
        &[("src/A.java", CLEAN)],
        &[("src/A.java", &CLEAN.replace("return n", "return gone(n)"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4);
    assert!(
        run.stdout.contains("0 of 1 touched methods seen"),
        "{}",
        run.stdout
    );
    assert!(!run.stdout.contains("A()"), "{}", run.stdout);
    // A written one counts.
    let written = CLEAN.replace("{ int f", "{ A() { super(); } int f");
    let folder = commits(
        &[("src/A.java", &written)],
        &[(
            "src/A.java",
            &written.replace("super();", "super(); gone();"),
        )],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4);
    assert!(run.stdout.contains("not seen: A() "), "{}", run.stdout);
}

#[test]
fn a_new_callee_without_a_price_never_had_one() {
    let base = "class A { static int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }";
    let head = "class A { static native int g(int n); static int f(int n) { return g(n); } }";
    let folder = commits(&[("src/A.java", base)], &[("src/A.java", head)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    let expected = "no price in the head: A.g(int) (native)";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    assert!(!run.stdout.contains("any more"), "{}", run.stdout);
}

#[test]
fn what_calls_a_method_that_compiles_again_costs_no_more_for_that() {
    let caller = "class B { static int g(int n) { return A.f(n) + 1; } }";
    let whole = "class A { static int f(int n) { return n % 3; } }";
    let broken = whole.replace("n % 3", "n % ");
    let commits = commits(
        &[("src/A.java", &broken), ("src/B.java", caller)],
        &[("src/A.java", whole)],
    );
    let run = diff_in(commits.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let said = "in the base its energy depends on A.f(int), which does not compile";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    assert!(run.stdout.contains("0 methods cost more"), "{}", run.stdout);
    // In the other direction, the caller does not cost less.
    let back = diff_in(commits.path(), &["HEAD", "HEAD~1"]);
    assert_eq!(back.code, 4, "{}{}", back.stdout, back.stderr);
    assert!(back.stdout.contains("0 less"), "{}", back.stdout);
}
