//! Typical energies of code that depends on sizes, if a price replaces bytecode, with the real javac.

use serde_json::Value;
use crate::support::{Folder, jouled};

const PROGRAM: &str = "\
import java.util.Arrays;
class Sizes {
    static void part(int[] a, int[] b, int n) { System.arraycopy(a, 0, b, 0, n); }
    static void through(int[] a, int[] b, int n) { part(a, b, n); }
    static void five(int[] a, int[] b) { part(a, b, 5); }
    static int[] twin(int[] a) { return a.clone(); }
    static String hello(String name) { return \"Hello \" + name; }
    static int[] copied(int[] a) { return Arrays.copyOf(a, a.length); }
    static void loop(int[] a, int[] b, int n) { for (int i = 0; i < n; i++) b[i] = a[i]; }
    static String joined(String a, String b) { return a + b; }
    static String built(String a, String b) { return new StringBuilder().append(a).append(b).toString(); }
    static void sorted(int[] a) { Arrays.sort(a); }
}
";

/// The methods of the program, with values for symbols.
fn methods(assumed: &[&str]) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("Sizes.java", PROGRAM.as_bytes());
    let mut arguments = vec![
        "report",
        "--calls",
        "all",
        "--format",
        "json",
        folder.path(),
    ];
    for value in assumed {
        arguments.extend(["--assume", value]);
    }
    let run = jouled(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    report["methods"].as_array().expect("methods").clone()
}

fn method<'m>(methods: &'m [Value], name: &str) -> &'m Value {
    let mut methods = methods.iter();
    methods
        .find(|method| method["method"] == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

fn number(method: &Value, at: &str) -> f64 {
    let number = method.pointer(at).and_then(Value::as_f64);
    number.unwrap_or_else(|| panic!("no {at} in {method:#}"))
}

/// A worst case counts the Java loop whose price a copy has. The interpreters of JDK 17 and 25 need between 0.2% and 3% of it
/// for each element, and up to 15% if they also create the array.
#[test]
fn a_size_that_the_caller_knows_is_in_the_formula() {
    let [small, large] = ["8", "1008"].map(|size| {
        let n = format!("n={size}");
        let (a, name) = (format!("a.length={size}"), format!("name.length()={size}"));
        methods(&[&n, &a, &name])
    });
    for (name, most) in [
        ("part", 0.03),
        ("through", 0.03),
        ("hello", 0.03),
        ("twin", 0.15),
    ] {
        let grows = |at: &str| number(method(&large, name), at) - number(method(&small, name), at);
        let share = grows("/typical/mean") / grows("/worst/energy/mean");
        assert!(share > 0.002 && share < most, "{name}: {share}");
    }
    let five = |methods: &[Value]| number(method(methods, "five"), "/typical/mean");
    assert!((five(&small) - five(&large)).abs() < f64::EPSILON);
    let methods = methods(&[]);
    for (name, symbol) in [
        ("part", "·n"),
        ("through", "·n"),
        ("twin", "·a.length"),
        ("hello", "·name.length()"),
    ] {
        let typical = &method(&methods, name)["typical"];
        assert_eq!(typical["kind"], "tight", "{typical:#}");
        let formula = typical["formula"].as_str().expect("a formula");
        assert!(formula.ends_with(symbol), "{name}: {formula}");
    }
    let five = &method(&methods, "five")["typical"];
    assert_eq!(
        (&five["kind"], &five["formula"]),
        (&Value::from("tight"), &Value::Null)
    );
}

/// In quiet runs of both interpreters, a concatenation of two texts takes 0.8 to 1.05 times as long as a builder that joins
/// them, and a copy of 1,000 elements takes at most 2% of a loop.
#[test]
fn what_the_jvm_does_itself_costs_typically_what_was_measured() {
    let methods = methods(&["n=1000"]);
    let mean = |name: &str| number(method(&methods, name), "/typical/mean");
    let ratio = mean("joined") / mean("built");
    assert!(ratio > 0.5 && ratio < 2.0, "{ratio}");
    let ratio = mean("part") / mean("loop");
    assert!(ratio < 0.06, "{ratio}");
}

#[test]
fn a_size_that_nobody_knows_makes_a_range() {
    let unknown = methods(&[]);
    let typical = &method(&unknown, "sorted")["typical"];
    assert_eq!(
        (&typical["kind"], &typical["why"]),
        (&Value::from("open"), &Value::from("sizes")),
        "{typical:#}"
    );
    assert!(
        number(typical, "/interval/1") > 4.0 * number(typical, "/mean"),
        "{typical:#}"
    );
    let folder = Folder::new();
    folder.write("Sizes.java", PROGRAM.as_bytes());
    let explained = jouled(&["explain", "Sizes.sorted", "--calls", "all", folder.path()]).stdout;
    assert!(
        explained.contains("the code does not show how large arrays and texts are"),
        "{explained}"
    );
}
