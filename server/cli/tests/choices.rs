//! The energy of a call with several possible targets depends on its arguments, like that of a call with one.

use serde_json::Value;
use crate::support::git::{commits, diff_in};
use crate::support::{Folder, Run, jouled};

const LOOP: &str = "{ int s = 0; for (int i = 0; i < n; i++) { s += n; } return s; }";
const DEAR: &str = "{ int s = 0; for (int i = 0; i < n; i++) { \
    s += n * 3 + (s ^ n) * 5 + (s >>> 2) * (n | 7) - (s & n) * 11 + (n ^ s) * 13 + (s * n) * 17; } return s; }";

/// The methods of a program, each with its typical energy.
struct Methods(Vec<Value>);

impl Methods {
    fn of(program: &str) -> Self {
        let folder = Folder::new();
        folder.write("Choices.java", program.as_bytes());
        let run = jouled(&[
            "report",
            "--format",
            "json",
            "--calls",
            "project",
            folder.path(),
        ]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
        Self(report["methods"].as_array().expect("methods").clone())
    }

    fn typical(&self, name: &str) -> &Value {
        let mut methods = self.0.iter();
        let method = methods.find(|method| method["method"] == name);
        &method.unwrap_or_else(|| panic!("no {name}"))["typical"]
    }

    fn mean(&self, name: &str) -> f64 {
        self.typical(name)["mean"].as_f64().expect("a number")
    }

    fn formula(&self, name: &str) -> &str {
        self.typical(name)["formula"].as_str().unwrap_or_default()
    }

    /// The upper end of the interval minus the lower end.
    fn span(&self, name: &str) -> f64 {
        let end = |at: usize| self.typical(name)["interval"][at].as_f64().expect("an end");
        end(1) / end(0)
    }

    /// Two methods cost the same, except for the instructions around the call.
    fn are_near(&self, one: &str, two: &str) {
        let (first, second) = (self.mean(one), self.mean(two));
        assert!(
            (first / second - 1.0).abs() < 0.05,
            "{one}: {first}, {two}: {second}"
        );
    }
}

fn near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 0.1, "{found} {expected}");
}

#[test]
fn what_is_passed_counts_whoever_answers() {
    let methods = Methods::of(&format!(
        "interface Shape {{ int f(int n); }}
        class Square implements Shape {{ public int f(int n) {LOOP} }}
        class Circle implements Shape {{ public int f(int n) {DEAR} }}
        abstract class Base {{ abstract int f(int n); }}
        class Left extends Base {{ int f(int n) {LOOP} }}
        class Right extends Base {{ int f(int n) {LOOP} }}
        class Use {{
            static int shape100(Shape s) {{ return s.f(100); }}
            static int shape200(Shape s) {{ return s.f(200); }}
            static int base100(Base b) {{ return b.f(100); }}
            static int base200(Base b) {{ return b.f(200); }}
            static int left100(Left b) {{ return b.f(100); }}
            static Base held;
            static int held100() {{ return held.f(100); }}
            static int parameter(Shape s, int m) {{ return s.f(2 * m); }}
            static int known(int m) {{ return parameter(new Square(), m); }}
            static int known100() {{ return known(50); }}
            static int square100() {{ return new Square().f(100); }}
        }}"
    ));
    near(methods.mean("shape200") / methods.mean("shape100"), 2.0);
    near(methods.mean("base200") / methods.mean("base100"), 2.0);
    // Two targets with the same body cost as much as one.
    methods.are_near("base100", "left100");
    methods.are_near("held100", "left100");
    methods.are_near("known100", "square100");
    for name in ["parameter", "known"] {
        let formula = methods.formula(name);
        assert!(formula.ends_with("·m"), "{name}: {formula}");
    }
    // If two targets have different energies, it matters most which of them runs, and that is not certain.
    assert!(
        methods.span("shape200") > 1.5 * methods.span("base200"),
        "{} {}",
        methods.span("shape200"),
        methods.span("base200")
    );
}

#[test]
fn a_caller_that_knows_the_object_knows_what_it_is_called_with_and_how_often() {
    let methods = Methods::of(&format!(
        "class A {{ int f(int n) {LOOP} }}
        class C extends A {{ int f(int n) {DEAR} }}
        class Use {{
            static int once(A a) {{ return a.f(100); }}
            static int often(A a, int times) {{
                int s = 0;
                for (int i = 0; i < times; i++) {{ s += a.f(20); }}
                return s;
            }}
            static int onceC() {{ return once(new C()); }}
            static int oftenC() {{ return often(new C(), 300); }}
            static int directC() {{ return new C().f(100); }}
            static int onceA() {{ return once(new A()); }}
            static int oftenA() {{ return often(new A(), 300); }}
            static int directA() {{ return new A().f(100); }}
        }}"
    ));
    methods.are_near("onceC", "directC");
    methods.are_near("onceA", "directA");
    near(methods.mean("oftenC") / methods.mean("onceC"), 60.0);
    near(methods.mean("oftenA") / methods.mean("onceA"), 60.0);
}

#[test]
fn lambdas_get_what_their_interface_is_called_with() {
    let methods = Methods::of(
        "interface Task { int run(int n); }
        class Use {
            static int loop(int n) { int s = 0; for (int i = 0; i < n; i++) { s += n; } return s; }
            static Task one() { return n -> { int s = 0; for (int i = 0; i < n; i++) { s += n; } return s; }; }
            static Task two(int x) { return n -> { int s = x; for (int i = 0; i < n; i++) { s += n; } return s; }; }
            static int run100(Task t) { return t.run(100); }
            static int run200(Task t) { return t.run(200); }
            static int loop100() { return loop(100); }
            static int given(int x) {
                return run100(n -> { int s = x; for (int i = 0; i < n; i++) { s += n; } return s; });
            }
        }",
    );
    near(methods.mean("run200") / methods.mean("run100"), 2.0);
    methods.are_near("run100", "loop100");
    near(methods.mean("given") / methods.mean("loop100"), 1.0);
}

#[test]
fn lengths_and_fields_pass_through_a_choice() {
    let methods = Methods::of(
        "class Box { int[] items; }
        abstract class Reader {
            int[] own;
            abstract int all(int[] values);
            abstract int boxed(Box box);
            abstract int mine();
        }
        class One extends Reader {
            int all(int[] v) { int s = 0; for (int i = 0; i < v.length; i++) { s += v[i]; } return s; }
            int boxed(Box b) { int s = 0; for (int i = 0; i < b.items.length; i++) { s += i; } return s; }
            int mine() { int s = 0; for (int i = 0; i < own.length; i++) { s += i; } return s; }
        }
        class Two extends Reader {
            int all(int[] w) { int s = 1; for (int x : w) { s += 3 * x; } return s; }
            int boxed(Box b) { int s = 1; for (int i = 0; i < b.items.length; i++) { s += 3 * i; } return s; }
            int mine() { int s = 1; for (int i = 0; i < own.length; i++) { s += 3 * i; } return s; }
        }
        class Use {
            static int ofArray(Reader r, int[] data) { return r.all(data); }
            static int ofBox(Reader r, Box box) { return r.boxed(box); }
            static int ofReceiver(Reader r) { return r.mine(); }
            static int repeated(Reader r, int[] data, int n) {
                int s = 0;
                for (int i = 0; i < n; i++) { s += r.all(data); }
                return s;
            }
        }",
    );
    for (name, end) in [
        ("ofArray", "·data.length"),
        ("ofBox", "·box.items.length"),
        ("ofReceiver", "·r.own.length"),
        ("repeated", "·data.length·n"),
    ] {
        let formula = methods.formula(name);
        assert!(formula.ends_with(end), "{name}: {formula}");
    }
}

fn compared(base: &str, head: &str) -> Run {
    let folder = commits(&[("src/A.java", base)], &[("src/A.java", head)]);
    diff_in(folder.path(), &["HEAD~1", "HEAD"])
}

const USE: &str = "class B { int g(A a) { return a.f(100); } }";

#[test]
fn a_new_override_makes_no_caller_cheaper() {
    let base = format!("class A {{ int f(int n) {LOOP} }} {USE}");
    // A more expensive target contributes to what calls cost.
    for (body, code) in [(LOOP, 0), (DEAR, 3)] {
        let head = format!("{base} class C extends A {{ int f(int n) {body} }}");
        let run = compared(&base, &head);
        assert!(!run.stdout.contains("P(less)"), "{}", run.stdout);
        assert_eq!(run.code, code, "{}", run.stdout);
    }
}

#[test]
fn a_greater_argument_is_a_regression_whoever_answers() {
    let one = format!("class A {{ int f(int n) {LOOP} }} {USE}");
    let two = format!("{one} class C extends A {{ int f(int n) {LOOP} }}");
    for base in [one, two] {
        let run = compared(&base, &base.replace("f(100)", "f(190)"));
        assert_eq!(run.code, 3, "{}", run.stdout);
        assert!(run.stdout.contains("+88%"), "{}", run.stdout);
    }
}
