//! The average energy of loops over a collection, an array or a text depends on its size.

use crate::support::{Folder, Run, jouled};
use serde_json::Value;

const PROGRAM: &str = "import java.util.*;
class Sizes {
    private final List<String> names = new ArrayList<>();
    static int list(List<String> items) { int n = 0; for (String s : items) n += s.length(); return n; }
    static int arrayList(ArrayList<String> items) { int n = 0; for (String s : items) n += s.length(); return n; }
    static int set(Set<Integer> items) { int n = 0; for (Integer i : items) n += i; return n; }
    static int any(Collection<Integer> items) { int n = 0; for (Integer i : items) n += i; return n; }
    static int entries(Map<String, Integer> map) { int n = 0; for (Map.Entry<String, Integer> e : map.entrySet()) n += e.getValue(); return n; }
    static int keys(Map<String, Integer> map) { int n = 0; for (String key : map.keySet()) n += key.length(); return n; }
    static int values(Map<String, Integer> map) { int n = 0; for (Integer i : map.values()) n += i; return n; }
    static int index(List<Integer> items) { int n = 0; for (int i = 0; i < items.size(); i++) n += items.get(i); return n; }
    static int next(List<Integer> items) { int n = 0; Iterator<Integer> it = items.iterator(); while (it.hasNext()) n += it.next(); return n; }
    int field() { int n = 0; for (String s : names) n += s.length(); return n; }
    static int taken(Deque<Integer> items) { int n = 0; while (!items.isEmpty()) n += items.poll(); return n; }
    static int array(int... items) { int n = 0; for (int i : items) n += i; return n; }
    static int chars(String text) { int n = 0; for (char c : text.toCharArray()) n += c; return n; }
    static int text(String text) { int n = 0; for (int i = 0; i < text.length(); i++) n += text.charAt(i); return n; }
    static int local() { List<Integer> made = make(); int n = 0; for (Integer i : made) n += i; return n; }
    static List<Integer> make() { return new ArrayList<>(); }
    static int nested(List<Integer> one, List<Integer> two) { int n = 0; for (Integer i : one) for (Integer j : two) n += i * j; return n; }
    static boolean found(List<Integer> items, int wanted) { for (Integer i : items) if (i == wanted) return true; return false; }
    static int caught(int[] items) { int n = 0; try { for (int i : items) n += 100 / i; } catch (ArithmeticException e) { return -1; } return n; }
    static int place(int[] items, int wanted) { for (int i = 0; i < items.length; i++) if (items[i] == wanted) return i; throw new IllegalStateException(); }
    static int pairs(List<Integer> items) { int n = 0; Iterator<Integer> it = items.iterator(); while (it.hasNext()) n += it.next() * it.next(); return n; }
    static int caller(List<String> passed) { return list(passed); }
    static int unknown() { return list(Arrays.asList(System.getProperty(\"a\").split(\",\"))); }
}";

/// The methods of the program with their typical energies, at values that options set.
struct Methods(Vec<Value>);

impl Methods {
    fn at(options: &[&str]) -> Self {
        let folder = Folder::new();
        folder.write("Sizes.java", PROGRAM.as_bytes());
        let mut arguments = vec!["report", "--format", "json", "--calls", "project"];
        arguments.extend(options);
        arguments.push(folder.path());
        let Run {
            code,
            stdout,
            stderr,
        } = jouled(&arguments);
        assert_eq!(code, 0, "{stderr}");
        let report: Value = serde_json::from_str(&stdout).expect("JSON");
        Self(report["methods"].as_array().expect("methods").clone())
    }

    fn get(&self, name: &str) -> &Value {
        let mut methods = self.0.iter();
        let method = methods.find(|method| method["method"] == name);
        method.unwrap_or_else(|| panic!("no {name}"))
    }

    fn formula(&self, name: &str) -> &str {
        let formula = &self.get(name)["typical"]["formula"];
        formula.as_str().unwrap_or_default()
    }

    fn mean(&self, name: &str) -> f64 {
        let mean = &self.get(name)["typical"]["mean"];
        mean.as_f64().expect("a number")
    }
}

#[test]
fn what_a_loop_costs_follows_what_it_goes_over() {
    let methods = Methods::at(&[]);
    for (name, size) in [
        ("list", "items.size()"),
        ("arrayList", "items.size()"),
        ("set", "items.size()"),
        ("any", "items.size()"),
        ("entries", "map.size()"),
        ("keys", "map.size()"),
        ("values", "map.size()"),
        ("index", "items.size()"),
        ("next", "items.size()"),
        ("field", "names.size()"),
        ("taken", "items.size()"),
        ("array", "items.length"),
        ("chars", "text.length()"),
        ("text", "text.length()"),
        ("local", "made.size()"),
        ("found", "items.size()"),
        ("caught", "items.length"),
        ("caller", "passed.size()"),
    ] {
        let formula = methods.formula(name);
        assert!(formula.contains(&format!("J·{size}")), "{name}: {formula}");
    }
    let nested = methods.formula("nested");
    assert!(nested.contains("·one.size()·two.size()"), "{nested}");
    for method in &methods.0 {
        let formula = method["typical"]["formula"].as_str().unwrap_or_default();
        let terms = formula.matches('·').count();
        assert!(terms <= 4 && formula.chars().count() <= 60, "{formula}");
    }
    // Taking two elements at once repeats half as often; a call that returns may have found its element before the end; and the
    // size of a call's result is unknown.
    for name in ["pairs", "place", "unknown"] {
        assert_eq!(methods.formula(name), "", "{name}");
    }
}

#[test]
fn a_value_that_is_given_moves_the_average() {
    let sizes = ["0", "10", "1010"].map(|size| {
        let size = format!("items.size()={size}");
        Methods::at(&["--assume", &size])
    });
    for name in ["list", "arrayList", "set", "any", "index", "next", "found"] {
        let [none, few, many] = [0, 1, 2].map(|at: usize| sizes[at].mean(name));
        // The average of a search that may find something grows just as steadily.
        let each = (many - few) / 1000.0;
        assert!(each > 1e-8, "{name}: {each}");
        assert!(few >= none, "{name}: {none} {few}");
        let linear = none + 10.0 * each;
        // It is kept above the least energy of a call.
        assert!((few - linear).abs() <= 0.35 * few, "{name}: {few} {linear}");
        for (at, methods) in sizes.iter().enumerate() {
            let method = methods.get(name);
            let bound = |what: &str| method[what]["mean"].as_f64();
            let mean = methods.mean(name);
            let least = bound("best").expect("a number");
            assert!(mean >= least * 0.999_999, "{name} {at}: {mean} {least}");
            assert_eq!(methods.formula(name), "", "{name}");
        }
    }
    // A search that finds something goes half of the way.
    let whole = sizes[2].mean("any") - sizes[1].mean("any");
    let found = sizes[2].mean("found") - sizes[1].mean("found");
    assert!(found < whole, "{found} {whole}");
}
