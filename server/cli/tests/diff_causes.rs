//! The causes of a change: never the own code of an untouched method.

use serde_json::Value;
use crate::support::git::{commits, diff_in};

/// The causes of each changed method: `own`, `elsewhere` or the name of a method.
fn causes(base: &str, head: &str) -> Vec<(String, Vec<String>)> {
    let folder = commits(&[("A.java", base)], &[("A.java", head)]);
    // On average, every implementation runs if an object is passed on, so typical energies change in more places.
    let worst = ["HEAD~1", "HEAD", "--format", "json", "--of", "worst"];
    let run = diff_in(folder.path(), &worst);
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

/// Methods whose cost changes because of a method that is passed on: only that method's own code is a cause.
fn handed_on(hand: &str, changed: &str) {
    let text = format!("import java.util.function.*;
    class A {{
        static int each(IntUnaryOperator task, int n) {{ int sum = 0; for (int i = 0; i < n; i++) {{ sum += task.applyAsInt(i); }} return sum; }}
        static int twice(int n) {{ return n + n; }}
        static final class Twice implements IntUnaryOperator {{ public int applyAsInt(int n) {{ return n + n; }} }}
        static int start(int n) {{ return each({hand}, n); }}
        static int before(int n) {{ return start(n) + 1; }}
    }}");
    let all = causes(&text, &text.replace("return n + n", "return n * n * n + n"));
    assert_eq!(of(&all, changed), ["own"], "{hand}");
    assert_eq!(of(&all, "start"), [changed], "{hand}: {all:?}");
    assert_eq!(of(&all, "before"), ["start"], "{hand}: {all:?}");
}

#[test]
fn a_method_that_is_handed_on() {
    handed_on("A::twice", "twice");
    handed_on("new Twice()", "applyAsInt");
}

#[test]
fn a_lambda_is_the_code_of_the_method_that_it_stands_in() {
    let text = "import java.util.function.*;
    class A {
        static int each(IntUnaryOperator task, int n) { int sum = 0; for (int i = 0; i < n; i++) { sum += task.applyAsInt(i); } return sum; }
        static int start(int n) {
            return each(x -> x + x, n);
        }
        static int before(int n) { return start(n) + 1; }
    }";
    let all = causes(text, &text.replace("x -> x + x", "x -> x * x * x + x"));
    assert_eq!(of(&all, "lambda$start$0"), ["own"]);
    assert_eq!(of(&all, "before"), ["start"], "{all:?}");
    assert!(!of(&all, "start").contains(&"elsewhere"), "{all:?}");
}

#[test]
fn the_partners_of_a_recursion_of_three() {
    let text = "class A {
        static int a(int n) { return n == 0 ? 1 : b(n - 1); }
        static int b(int n) { return n == 0 ? 2 : c(n - 1); }
        static int c(int n) { return n == 0 ? 3 : a(n - 1); }
        static int start(int n) { return b(n); }
    }";
    let all = causes(text, &text.replace("a(n - 1);", "a(n - 1) * n * n;"));
    assert_eq!(of(&all, "c")[0], "own");
    for caller in ["a", "b", "start"] {
        let found = of(&all, caller);
        assert!(
            !found.contains(&"own") && !found.contains(&"elsewhere"),
            "{caller}: {all:?}"
        );
    }
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

#[test]
fn the_first_value_of_a_field_is_the_code_of_a_constructor() {
    let text = "class A {
        int[] room = new int[4];
        A(int n) { room[0] = n; }
        static A start(int n) { return new A(n); }
    }";
    let all = causes(text, &text.replace("new int[4]", "new int[4].clone()"));
    assert_eq!(of(&all, "<init>")[0], "own", "{all:?}");
    assert_eq!(of(&all, "start"), ["<init>"], "{all:?}");
}

/// For each method whose cost changed because of another one, the changed method; typical energies are compared.
fn roots(base: &str, head: &str) -> Vec<(String, String)> {
    let folder = commits(&[("A.java", base)], &[("A.java", head)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    assert!(matches!(run.code, 0 | 3), "{}", run.stderr);
    let comparison: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let name = |method: &Value| {
        let [class, method] = ["class", "method"].map(|part| method[part].as_str().expect("text"));
        format!("{class}.{method}")
    };
    let groups = comparison["groups"].as_array().expect("groups").iter();
    groups
        .flat_map(|group| {
            let root = name(&group["root"]);
            let callers = group["callers"].as_array().expect("callers").iter();
            let callers = callers.map(|caller| (name(caller), root.clone()));
            let itself = (root.clone(), root.clone());
            callers.chain([itself]).collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn what_may_answer_a_call_is_the_cause_of_whoever_makes_the_call() {
    let text = "import java.util.*; import java.util.function.*;
    class A {
        int run(IntUnaryOperator o, int n) { int s = 0; for (int i = 0; i < n; i++) s += o.applyAsInt(i); return s; }
        int a(int k) { return run(n -> {
            int s = 0; s += n;
            return s; }, k); }
        int b(int k) { return run(x -> x + 1, k); }
    }
    class R {
        Runnable r = new Runnable() { public void run() {
            int n = 3, s = 0; s += n;
        } };
        void go() { r.run(); }
    }
    abstract class S {
        abstract int s(int n);
        static int all(S[] them) { int s = 0; for (S one : them) s += one.s(3); return s; }
    }
    class T extends S { int s(int n) { int s = 1; s += n; return s; } }
    class U extends S { int s(int n) { return n; } }";
    let dearer = "s+=n*3+(s^n)*5+(s>>>2)*(n|7)-(s&n)*11+(n^s)*13+(s*n)*17;";
    let roots = roots(text, &text.replace("s += n;", dearer));
    for (caller, root) in [
        ("A.run", "A.lambda$a$0"),
        ("A.a", "A.lambda$a$0"),
        ("R.go", "R$1.run"),
        ("S.all", "T.s"),
    ] {
        let found = roots.iter().find(|(name, _)| name == caller);
        let found = found.map(|(_, root)| &root[..]);
        assert_eq!(found, Some(root), "{caller}: {roots:?}");
    }
    let own = ["A.lambda$a$0", "R$1.run", "T.s"];
    for (caller, root) in &roots {
        assert!(own.contains(&&root[..]), "{caller}: {roots:?}");
    }
}

#[test]
fn a_new_class_is_the_cause_of_callers_that_may_run_it() {
    let text = "class A {
        static int g(S one) { return one.s(3); }
        abstract static class S { abstract int s(int n); }
        static class T extends S { int s(int n) { return n; } }
        static class U extends S { int s(int n) { return n + 1; } }
    }";
    let dearer = "class B extends A.S { int s(int n) { return n * n * n + n * 7 - n / 3; } }";
    let roots = roots(text, &format!("{text} {dearer}"));
    let found = roots.iter().find(|(name, _)| name == "A.g");
    assert_eq!(found.map(|(_, root)| &root[..]), Some("B.s"), "{roots:?}");
}

#[test]
fn a_class_that_is_gone_is_the_cause_of_callers_that_might_run_it() {
    let text = "class A {
        static int g(S one) { return one.s(3); }
        static int h(S one) { return g(one) + 1; }
        abstract static class S { abstract int s(int n); }
        static class T extends S { int s(int n) { return n; } }
        static class U extends S { int s(int n) { return n + 1; } }
    }";
    let dear = "class B extends A.S { int s(int n) { return n * n * n + n * 7 - n / 3; } }";
    let roots = roots(&format!("{text} {dear}"), text);
    for caller in ["A.g", "A.h"] {
        let found = roots.iter().find(|(name, _)| name == caller);
        let found = found.map(|(_, root)| &root[..]);
        assert_eq!(found, Some("B.s"), "{roots:?}");
    }
}

#[test]
fn a_caller_whose_worst_case_alone_rose_is_folded_under_the_callee() {
    // The passed object has no new method; the worst case is that of any object.
    let text = "class A {
        static int g(S one) { return one.s(3); }
        static int h() { return g(new T()); }
        abstract static class S { abstract int s(int n); }
        static class T extends S { int s(int n) { return n; } }
        static class U extends S { int s(int n) { return n + 1; } }
    }";
    let dearer = "class B extends A.S { int s(int n) { return n * n * n + n * 7 - n / 3; } }";
    let roots = roots(text, &format!("{text} {dearer}"));
    let found = roots.iter().find(|(name, _)| name == "A.h");
    assert_eq!(found.map(|(_, root)| &root[..]), Some("B.s"), "{roots:?}");
}
