//! Typical energies of code that depends on sizes, where what runs has a price in place of bytecode, with the real javac.

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

/// The code has no branch, so that it costs on average what it costs at worst, whatever the size is.
#[test]
fn a_size_that_the_caller_knows_is_in_the_formula() {
    for size in ["1", "7", "1000"] {
        let n = format!("n={size}");
        let (a, name) = (format!("a.length={size}"), format!("name.length()={size}"));
        let methods = methods(&[&n, &a, &name]);
        for name in ["part", "through", "five", "twin", "hello"] {
            let one = method(&methods, name);
            let (typical, worst) = (
                number(one, "/typical/mean"),
                number(one, "/worst/energy/mean"),
            );
            assert!(
                (typical - worst).abs() <= 1e-9 * worst,
                "{name} at {size}: {one:#}"
            );
        }
    }
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

#[test]
fn a_size_that_nobody_knows_makes_a_range() {
    let unknown = methods(&[]);
    // What a copy of six times as many elements as are taken to be the usual number costs, which is 8.
    let larger = methods(&["a.length=48"]);
    for name in ["copied", "sorted"] {
        let typical = &method(&unknown, name)["typical"];
        assert_eq!(
            (&typical["kind"], &typical["why"]),
            (&Value::from("open"), &Value::from("sizes")),
            "{typical:#}"
        );
        let worst = number(method(&larger, name), "/worst/energy/mean");
        let highest = number(typical, "/interval/1");
        assert!(highest > 4.0 * number(typical, "/mean"), "{typical:#}");
        if name == "copied" {
            assert!(worst < highest, "{worst} {typical:#}");
        }
    }
    let folder = Folder::new();
    folder.write("Sizes.java", PROGRAM.as_bytes());
    let explained = jouled(&["explain", "Sizes.sorted", "--calls", "all", folder.path()]).stdout;
    assert!(
        explained.contains("the code does not show how large arrays and texts are"),
        "{explained}"
    );
}
