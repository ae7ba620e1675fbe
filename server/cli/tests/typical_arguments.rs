//! Typical energies of code that passes lengths, sizes and fields on to other methods, with the real javac.

use crate::support::{Folder, jouled};
use serde_json::Value;
use std::collections::BTreeSet;

/// The comment beside a method is the value that its typical energy follows; `-` for none.
const PROGRAM: &str = "\
import java.util.List;
class Passing {
    int[] data;
    int[] table;
    int used;
    String name;
    static int[] shared = {1, 2, 3};
    static int limit = 4;
    static int sum(int[] a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
    static int each(int[] a) { int s = 0; for (int x : a) s += x; return s; }
    static int letters(String text) { int s = 0; for (int i = 0; i < text.length(); i++) s += i; return s; }

    static int whole(int[] b) { return sum(b, b.length); } // b.length
    static int allButOne(int[] b) { return sum(b, b.length - 1); } // b.length
    static int twice(int[] b, int[] c) { return sum(b, 2 * c.length + 1); } // c.length
    static int local(int[] b) { int k = b.length; return sum(b, k); } // b.length
    static int ofText(int[] b, String text) { return sum(b, text.length()); } // text.length()
    static int ofList(int[] b, List<String> list) { return sum(b, list.size()); } // list.size()
    int ofField() { return each(data); } // data.length
    int ofOther(Passing other) { return each(other.data); } // other.data.length
    int number() { return sum(data, used); } // used
    int text() { return letters(name); } // name.length()
    int alias() { int[] mine = data; return sum(mine, mine.length); } // data.length
    static int ofClass() { return each(shared); } // shared.length
    static int ofOtherClass() { return each(Other.primes); } // Other.primes.length
    static int behind() { return bounded(); } // limit
    static int bounded() { int s = 0; for (int i = 0; i < limit; i++) s += i; return s; } // limit
    static int made(int n) { return each(new int[n]); } // n
    static int madeBefore(int n) { int[] a = new int[n + 2]; return each(a); } // n
    static int literal() { return letters(\"hello\"); } // -
    static int fixed(int[] b) { return sum(b, 12); } // -
    static int again(int[] b) { return whole(b); } // b.length

    static int replaced(int[] b, int[] c) { b = c; return sum(b, b.length); } // -
    static int counted(int[] b, int n) { n++; return sum(b, n); } // -
    int written(int n) { data = new int[n]; return each(data); } // -
    static int either(int[] b, boolean all) { int k = 3; if (all) k = b.length; return sum(b, k); } // -
    static int row(int[][] rows, int at) { return each(rows[at]); } // -
    static int replacedShared(int n) { shared = new int[n]; return each(shared); } // -
    static int backwards(int[] b) { return sum(b, 100 - b.length); } // -
}
class Other { static int[] primes = {2, 3, 5, 7}; }
";

/// The methods of the program, with this value for each symbol.
fn methods(value: Option<u32>) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("Passing.java", PROGRAM.as_bytes());
    let mut arguments = vec!["report", "--calls", "project", "--format", "json", folder.path()];
    let symbols = expected().into_iter().filter_map(|(_, symbol)| symbol);
    let values = symbols.filter_map(|symbol| Some(format!("{symbol}={}", value?)));
    let values: BTreeSet<String> = values.collect();
    for value in &values {
        arguments.extend(["--assume", value]);
    }
    let run = jouled(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    report["methods"].as_array().expect("methods").clone()
}

/// The names of the methods with a comment, and the value in it.
fn expected() -> Vec<(&'static str, Option<&'static str>)> {
    let lines = PROGRAM.lines().filter_map(|line| {
        let (code, symbol) = line.split_once(" // ")?;
        let name = code.split_once('(')?.0.rsplit(' ').next()?;
        Some((name, Some(symbol).filter(|symbol| *symbol != "-")))
    });
    lines.collect()
}

fn method<'m>(methods: &'m [Value], name: &str) -> &'m Value {
    let mut methods = methods.iter();
    let method = methods.find(|method| method["method"] == name);
    method.unwrap_or_else(|| panic!("no {name}"))
}

/// These loops have no branches beside their test, so the average call costs what the worst case says.
#[test]
fn what_a_method_passes_on_is_what_its_energy_follows() {
    let open = methods(None);
    let given = [7, 300].map(|value| methods(Some(value)));
    for (name, symbol) in expected() {
        let formula = &method(&open, name)["typical"]["formula"];
        let Some(symbol) = symbol else {
            assert_eq!(*formula, Value::Null, "{name}");
            continue;
        };
        let ends_with = format!("·{symbol}");
        let formula = formula.as_str().unwrap_or_default();
        assert!(formula.ends_with(&ends_with), "{name}: {formula}");
        for methods in &given {
            let [typical, worst] = ["/typical/mean", "/worst/energy/mean"].map(|at| {
                let number = method(methods, name).pointer(at).and_then(Value::as_f64);
                number.unwrap_or_else(|| panic!("no {at} of {name}"))
            });
            let difference = (typical - worst).abs();
            assert!(difference <= 1e-6 * worst, "{name}: {typical}, at worst {worst}");
        }
    }
}
