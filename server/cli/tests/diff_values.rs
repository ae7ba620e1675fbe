//! A value that comes from changed code decides how often other code runs: that is seen, or said not to be.

use serde_json::Value;

use crate::support::git::{commits, diff_in};
use crate::support::jouled_with;

type Files<'f> = &'f [(&'f str, &'f str)];

fn compared(base: Files<'_>, head: Files<'_>) -> Value {
    let folder = commits(base, head);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// What is said of a class with the number 10, and then with another one.
fn with_other(text: &str, number: &str) -> Value {
    let changed = text.replace("10", number);
    assert_ne!(text, changed);
    compared(&[("src/A.java", text)], &[("src/A.java", &changed)])
}

const LOOP: &str = "long s = 0; for (int i = 0; i < k; i++) s += i; return s;";

#[test]
fn a_value_behind_a_call_that_is_not_followed_is_not_seen() {
    for text in [
        "class A { long f(C c) { int k = c.most(); LOOP } } class C { int most() { return 10; } } class D extends C { int most() { return 7; } }",
        "class A { long f(I c) { int k = c.most(); LOOP } } interface I { int most(); } class C implements I { public int most() { return 10; } } class D implements I { public int most() { return 7; } }",
        "class A { long f(C c) { return g(c.most()); } long g(int k) { LOOP } } class C { int most() { return 10; } } class D extends C { int most() { return 7; } }",
        "class A { long f(C c) { int k = c.all().length; LOOP } } class C { int[] all() { return new int[10]; } } class D extends C { int[] all() { return new int[7]; } }",
        "class A { static final Integer N = 10; long f() { int k = N; LOOP } }",
        "class A { static int n() { return 10; } static final java.util.concurrent.atomic.AtomicInteger N = new java.util.concurrent.atomic.AtomicInteger(n()); long f() { int k = N.get(); LOOP } }",
        "class A { static final java.util.function.IntSupplier N = () -> 10; long f() { int k = N.getAsInt(); LOOP } }",
        "class A { enum E { X(10); final int n; E(int n) { this.n = n; } } long f(E e) { int k = e.n; LOOP } }",
    ] {
        let text = text.replace("LOOP", LOOP);
        let said = with_other(&text, "100_000");
        assert_eq!(said["outcome"], "incomplete", "{text}\n{said:#}");
        let missing = said["seen"]["missing"].as_array().expect("a list");
        assert!(
            missing.iter().any(|one| {
                let reason = one["reason"].as_str().unwrap_or_default();
                reason.contains("may return another value") || reason.contains("may have another value")
            }),
            "{text}\n{missing:#?}"
        );
    }
}

/// Nothing in the project overrides these methods.
#[test]
fn a_value_behind_the_only_method_that_can_answer_is_seen() {
    for text in [
        "class A { long f(C c) { int k = c.most(); LOOP } } class C { int most() { return 10; } }",
        "class A { long f(I c) { int k = c.most(); LOOP } } interface I { int most(); } class C implements I { public int most() { return 10; } }",
        "class A { long f(C c) { return g(c.most()); } long g(int k) { LOOP } } class C { int most() { return 10; } }",
        "class A { long f(C c) { int k = c.all().length; LOOP } } class C { int[] all() { return new int[10]; } }",
    ] {
        let text = text.replace("LOOP", LOOP);
        let said = with_other(&text, "100_000");
        assert_eq!(said["outcome"], "regression", "{text}\n{said:#}");
        let missing = said["seen"]["missing"].as_array().expect("a list");
        assert!(missing.is_empty(), "{text}\n{missing:#?}");
    }
}

#[test]
fn callers_in_files_that_stay_as_they_are_count_too() {
    let caller = format!("class A {{ long f(C c) {{ int k = c.most(); {LOOP} }} }}");
    let called = |number: &str| {
        format!(
            "class C {{ int most() {{ return {number}; }} }} class D extends C {{ int most() {{ return 7; }} }}"
        )
    };
    let sides = ["10", "100_000"].map(called);
    let files = |called| [("src/A.java", &caller[..]), ("src/C.java", called)];
    let said = compared(&files(&sides[0]), &files(&sides[1]));
    assert_eq!(said["outcome"], "incomplete", "{said:#}");
    assert_eq!(
        said["seen"]["missing"][0]["reason"],
        "it may return another value, but A.f(C) was compared at the same c.most() on both sides"
    );
}

#[test]
fn a_value_that_decides_nothing_is_no_reason_to_wait() {
    for (text, other) in [
        // A text, which no loop depends on.
        ("class A { long f(C c, int k) { c.most(); LOOP } } class C { String most() { return \"10\"; } }", "11"),
        // A value that no cost depends on.
        ("class A { int f(C c) { return c.most() + 1; } } class C { int most() { return 10; } }", "11"),
        // The same method with other code is compared as it is.
        ("class A { long f(C c) { int k = c.most(); LOOP } } class C { int[] a; int most() { return a.length + 10; } }", "a.length * 2"),
    ] {
        let said = with_other(&text.replace("LOOP", LOOP), other);
        assert_ne!(said["outcome"], "incomplete", "{text}\n{said:#}");
    }
}

#[test]
fn a_worst_case_that_a_passed_value_multiplies_is_a_regression_of_who_passes_it() {
    for text in [
        "class A { static int n() { return 10; } static long f() { return g(n()); } static long g(int k) { LOOP } }",
        "class A { static final int N = 10; final int k; A(int k) { this.k = k; } static long f() { return new A(N).g(); } long g() { LOOP } }",
    ] {
        let said = with_other(&text.replace("LOOP", LOOP), "100_000");
        assert_eq!(said["outcome"], "regression", "{text}\n{said:#}");
        let changes = said["changes"].as_array().expect("a list");
        let blamed: Vec<_> = changes
            .iter()
            .filter(|one| one["verdict"]["reasons"].as_array().is_some_and(|reasons| !reasons.is_empty()))
            .map(|one| one["method"].as_str().unwrap_or_default())
            .collect();
        assert_eq!(blamed, ["f"], "{text}\n{said:#}");
    }
}

#[test]
fn a_worst_case_that_a_callee_increases_as_much_is_that_callees() {
    let text = |step: &str| {
        format!(
            "class A {{ static long f(int[] a) {{ return g(a) + 1; }} static long g(int[] a) {{ long s = 0; for (int x : a) {{ {step} }} return s; }} }}"
        )
    };
    let sides = ["s += x;", "if (x == 7) { s += Integer.reverse(x) * x / 3 + Integer.bitCount(x); } s += x;"].map(text);
    let said = compared(&[("src/A.java", &sides[0])], &[("src/A.java", &sides[1])]);
    let changes = said["changes"].as_array().expect("a list");
    for change in changes {
        let reasons = change["verdict"]["reasons"].to_string();
        let is_caller = change["method"] == "f";
        assert!(!is_caller || !reasons.contains("the worst case costs more"), "{said:#}");
    }
}

#[test]
fn a_loop_that_nothing_leaves_any_more_is_a_regression() {
    for (text, other) in [
        ("class A { void f(int n) { while (n > 0) n--; } }", "true"),
        ("class A { int f(int n) { int s = 0; for (; n > 0; n--) { s += n; if (s < 0) { s = 0; } } return s; } }", ""),
        ("class A { int f(int n) { if (n > 5) { do { n++; } while (n > 0); } return n; } }", "true"),
    ] {
        let changed = text.replace("n > 0", other);
        let changed = changed.replace("while (true); } return n;", "while (true); } else { return n; }");
        let changed = if other.is_empty() { changed.replace(" return s;", "") } else { changed };
        let said = compared(&[("src/A.java", text)], &[("src/A.java", &changed)]);
        assert_eq!(said["outcome"], "regression", "{changed}\n{said:#}");
        let reasons = said["changes"][0]["verdict"]["reasons"].to_string();
        assert!(reasons.contains("has no exit: only an exception or the end of the program ends it"), "{reasons}");
    }
}

#[test]
fn a_new_recursion_without_an_exit_fails_the_gate() {
    let base = "class A { int f(int n) { return n <= 0 ? 0 : f(n - 1); } int g(int n) { return n <= 0 ? 0 : f(n); } }";
    for changed in [
        base.replace("return n <= 0 ? 0 : f(n - 1);", "return f(n - 1);"),
        base.replace("return n <= 0 ? 0 : f(n - 1);", "if (n > 0) return f(n - 1); else return f(n);"),
        base.replace("n <= 0 ? 0 : f(n", "g(n"),
    ] {
        let said = compared(&[("src/A.java", base)], &[("src/A.java", &changed)]);
        assert_eq!(said["outcome"], "regression", "{changed}\n{said:#}");
        let reasons = said["changes"].to_string();
        assert!(reasons.contains("recursion at line 1 has no exit"), "{reasons}");
    }
}

#[test]
fn a_recursion_with_an_exit_of_any_kind_ends() {
    for body in [
        "if (n < 0) return 0; return f(n);",
        "if (n < 0) throw new Error(); return f(n);",
        "try { return f(n); } catch (StackOverflowError e) { return 0; }",
        "return new Object() { int f() { return n; } }.f();",
        "return n > 0 ? new B().f(n) : 0;",
    ] {
        let text = |body: &str| {
            format!("class A {{ int f(int n) {{ {body} }} }} class B extends A {{ int f(int n) {{ return 1; }} }}")
        };
        let said = compared(
            &[("src/A.java", &text("return n;"))],
            &[("src/A.java", &text(body))],
        );
        assert!(!said.to_string().contains("has no exit"), "{body}\n{said:#}");
    }
}

#[test]
fn a_loop_with_an_exit_of_any_kind_ends() {
    for loops in [
        "while (true) { if (n++ > 5) return; }",
        "while (true) { if (n++ > 5) break; }",
        "while (true) { if (n++ > 5) throw new Error(); }",
        "try { while (true) { n = 5 / n; } } catch (ArithmeticException e) { }",
        "a: for (;;) { for (;;) { if (n++ > 5) break a; } }",
    ] {
        let text = |body: &str| format!("class A {{ void f(int n) {{ {body} }} }}");
        let said = compared(
            &[("src/A.java", &text("while (n > 0) n--;"))],
            &[("src/A.java", &text(loops))],
        );
        assert!(!said.to_string().contains("has no exit"), "{loops}\n{said:#}");
    }
}

#[test]
fn estimates_of_each_side_alone_let_nothing_pass() {
    let text = |more: &str| {
        format!("class A {{ static long f(int from, int to) {{ long s = 0; for (int i = from; i < to; i++) {{ s += i; {more} }} return s; }} }}")
    };
    let sides = ["", "s ^= i * 3;"].map(text);
    let folder = commits(
        &[("src/A.java", &sides[0])],
        &[("src/A.java", &sides[1])],
    );
    let run = |revisions: [&str; 2], calls: &str| {
        jouled_with(
            &["diff", revisions[0], revisions[1], "--calls", calls],
            |command| {
                command.current_dir(folder.path());
            },
        )
    };
    for (calls, code) in [("project", 3), ("none", 4)] {
        let run = run(["HEAD~1", "HEAD"], calls);
        assert_eq!(run.code, code, "{calls}: {}{}", run.stdout, run.stderr);
    }
    // Less code may be estimated apart.
    let run = run(["HEAD", "HEAD~1"], "none");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}
