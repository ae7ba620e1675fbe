//! `jouled explain` on programs whose sums are computed by hand from the energies of their parts, with the real javac.

use serde_json::Value;
use crate::support::{Folder, Run, compiled, jouled};

const PROGRAM: &str = "\
import java.util.function.IntUnaryOperator;
class Root {
    static int leaf(int a) { return a + a; }
    static int twice(int a) { return leaf(a) + leaf(a); }
    static int all(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += twice(i); }
        return s + leaf(n);
    }
    static int either(boolean b) { return b ? twice(1) : leaf(1); }
    static int apply(IntUnaryOperator f, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) { s += f.applyAsInt(i); }
        return s;
    }
    static int lambda() { return apply(x -> x + 1, 5); }
    static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
    static int even(int n) { return n == 0 ? leaf(1) : odd(n - 1); }
    static int odd(int n) { return n == 0 ? 0 : even(n - 1); }
    static int over(int a) { return a; }
    static int over(long a, String... b) { return 1; }
    static int wide(Wide wide) { return wide.at(3); }
    static int may(boolean b, int n) {
        if (b) {
            return 0;
        }
        return all(n);
    }
    Root(int a) { leaf(a); }
    static class Inner { int deep() { return leaf(2); } }
}
interface Wide { int at(int i); }
class Cheap implements Wide { public int at(int i) { return i; } }
class Dear implements Wide { public int at(int i) { return Root.twice(i); } }
";

fn program() -> Folder {
    let folder = Folder::new();
    folder.write("Root.java", PROGRAM.as_bytes());
    folder
}

fn run(folder: &Folder, method: &str, more: &[&str]) -> Run {
    let given = ["explain", method, folder.path(), "--calls", "project"];
    jouled(&[&given[..], more].concat())
}

/// The explanation as JSON, valid by its schema.
fn explained(folder: &Folder, method: &str, more: &[&str]) -> Value {
    let run = run(folder, method, &[&["--format", "json"], more].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let explanation: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let schema: Value =
        serde_json::from_str(include_str!("../../../model-data/explain.schema.json"))
            .expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems = validator.iter_errors(&explanation);
    let problems: Vec<String> = problems
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect();
    assert_eq!(problems, Vec::<String>::new(), "{explanation:#}");
    explanation
}

fn number(value: &Value, at: &str) -> f64 {
    let found = value.pointer(at).and_then(Value::as_f64);
    found.expect("a number")
}

#[track_caller]
fn same(one: f64, two: f64) {
    assert!(
        (one - two).abs() <= 1e-9 * one.abs().max(two.abs()),
        "{one} and {two}"
    );
}

fn calls(of: &Value) -> &Vec<Value> {
    of["calls"].as_array().expect("calls")
}

/// The calls with this name together: number and mean.
fn sum_of(of: &Value, name: &str) -> (f64, f64) {
    let named = calls(of).iter().filter(|call| call["method"] == name);
    named.fold((0.0, 0.0), |(times, mean), call| {
        (
            times + number(call, "/times"),
            mean + call["mean"].as_f64().unwrap_or_default(),
        )
    })
}

/// The energy of every node is what it executes itself plus its calls.
fn adds_up(node: &Value) {
    let Some(own) = node["own"].as_f64() else {
        return;
    };
    let of_calls: f64 = calls(node)
        .iter()
        .filter_map(|call| call["mean"].as_f64())
        .sum();
    let elsewhere = node["chosen_elsewhere"].as_f64().unwrap_or_default();
    same(number(node, "/mean"), own + of_calls + elsewhere);
    calls(node).iter().for_each(adds_up);
}

#[test]
fn a_tree_is_the_hand_made_sum_of_its_parts() {
    let folder = program();
    let mean_of = |method: &str| number(&explained(&folder, method, &[]), "/total/mean");
    let (leaf, twice) = (mean_of("Root.leaf"), mean_of("Root.twice"));
    let all = explained(&folder, "Root.all", &["--assume", "n=10"]);
    let tree = &all["tree"];
    adds_up(tree);
    let (times, mean) = sum_of(tree, "twice");
    same(times, 10.0);
    same(mean, 10.0 * twice);
    let (times, mean) = sum_of(tree, "leaf");
    same(times, 1.0);
    same(mean, leaf);
    same(number(tree, "/own"), number(&all, "/own/mean"));
    same(
        number(&all, "/total/mean"),
        number(&all, "/own/mean") + 10.0 * twice + leaf,
    );
    // Two calls of leaf in each of ten calls of twice.
    let deeper = calls(tree)
        .iter()
        .find(|call| call["method"] == "twice")
        .expect("twice");
    let (times, mean) = sum_of(deeper, "leaf");
    same(times, 20.0);
    same(mean, 20.0 * leaf);
    assert_eq!(calls(tree)[0]["line"], 7);
    // All shares of the first level and the method's own share add up to 1.
    let shares: f64 = calls(tree).iter().map(|call| number(call, "/share")).sum();
    same(shares + number(tree, "/own") / number(tree, "/mean"), 1.0);
    assert_eq!(tree["is_nominal"], false);
}

#[test]
fn the_total_and_what_the_method_has_of_it_are_those_of_the_report() {
    let folder = program();
    let arguments = [
        "report",
        "--format",
        "json",
        "--calls",
        "project",
        "--assume",
        "n=10",
        folder.path(),
    ];
    let report: Value = serde_json::from_str(&jouled(&arguments).stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    for name in ["leaf", "twice", "all"] {
        let reported = methods
            .iter()
            .find(|method| method["method"] == name)
            .expect("the method");
        // A symbol that the method does not depend on has no value there.
        let has_symbol = reported["worst"]["assumptions"]
            .as_array()
            .is_some_and(|symbols| !symbols.is_empty());
        let assume: &[&str] = if has_symbol {
            &["--assume", "n=10"]
        } else {
            &[]
        };
        let explained = explained(&folder, &format!("Root.{name}"), assume);
        for (at, of) in [("/total", "/worst/energy"), ("/own", "/worst/own")] {
            for number_of in ["/mean", "/sd", "/quantiles/0.999"] {
                same(
                    number(&explained, &format!("{at}{number_of}")),
                    number(reported, &format!("{of}{number_of}")),
                );
            }
        }
        assert_eq!(explained["symbols"], reported["worst"]["assumptions"]);
    }
}

#[test]
fn what_is_not_on_the_costliest_path_takes_nothing() {
    let folder = program();
    let either = explained(&folder, "Root.either", &[]);
    adds_up(&either["tree"]);
    assert_eq!(sum_of(&either["tree"], "leaf"), (0.0, 0.0));
    same(sum_of(&either["tree"], "twice").0, 1.0);
    // The most expensive of several implementations runs.
    let wide = explained(&folder, "Root.wide", &[]);
    adds_up(&wide["tree"]);
    let of_class = |class: &str| {
        let found = calls(&wide["tree"])
            .iter()
            .find(|call| call["class"] == class);
        number(found.expect("the class"), "/times")
    };
    assert_eq!((of_class("Dear"), of_class("Cheap")), (1.0, 0.0));
}

#[test]
fn lambdas_and_recursions_have_their_place() {
    let folder = program();
    let lambda = explained(&folder, "Root.lambda", &[]);
    adds_up(&lambda["tree"]);
    let body = calls(&lambda["tree"])
        .iter()
        .find(|call| call["is_handed"] == true);
    same(number(body.expect("the lambda"), "/times"), 5.0);
    let factorial = explained(&folder, "Root.factorial", &["--assume", "n=6"]);
    adds_up(&factorial["tree"]);
    same(sum_of(&factorial["tree"], "factorial").0, 6.0);
    same(
        number(&factorial, "/own/mean"),
        number(&factorial, "/total/mean"),
    );
    // The methods of a recursion share its tree.
    let even = explained(&folder, "Root.even", &[]);
    adds_up(&even["tree"]);
    assert_eq!(even["tree"]["is_nominal"], false);
    assert_eq!(even["rests_on"][0]["kind"], "count");
    assert!(number(&even, "/total/mean") > number(&even, "/own/mean"));
}

#[test]
fn depth_and_quantiles_are_as_asked_for() {
    let folder = program();
    let shallow = explained(&folder, "Root.all", &["--assume", "n=10", "--depth", "1"]);
    let twice = calls(&shallow["tree"])
        .iter()
        .find(|call| call["method"] == "twice");
    let twice = twice.expect("twice");
    assert_eq!(twice["cut"], "depth");
    assert!(calls(twice).is_empty() && twice["own"].is_null());
    let asked = ["--quantile", "0.9995", "--quantile", "0.25"];
    let quantiles = explained(&folder, "Root.leaf", &asked)["total"]["quantiles"].clone();
    let names: Vec<&String> = quantiles.as_object().expect("quantiles").keys().collect();
    assert_eq!(names, ["0.25", "0.9995"]);
    let text = run(&folder, "Root.leaf", &asked).stdout;
    assert!(text.contains("p25") && text.contains("p99.95"), "{text}");
    assert_eq!(run(&folder, "Root.leaf", &["--quantile", "1"]).code, 2);
}

#[test]
fn a_method_is_found_by_many_names_or_candidates_are_listed() {
    let folder = program();
    for (name, signature) in [
        ("leaf", "Root.leaf(int)"),
        ("Root.over(int)", "Root.over(int)"),
        ("Root.over(long,String...)", "Root.over(long, String[])"),
        (
            "Root.over(J[Ljava/lang/String;)I",
            "Root.over(long, String[])",
        ),
        ("Root.Inner.deep", "Root$Inner.deep()"),
        ("Root$Inner.deep", "Root$Inner.deep()"),
        ("Root.<init>", "Root.<init>(int)"),
        ("Root", "Root.<init>(int)"),
    ] {
        assert_eq!(
            explained(&folder, name, &[])["signature"],
            signature,
            "{name}"
        );
    }
    let several = run(&folder, "Root.over", &[]);
    assert_eq!(several.code, 2);
    for part in ["2 methods", "Root.over(int)\n", "Root.over(long, String[])"] {
        assert!(several.stderr.contains(part), "{}", several.stderr);
    }
    let unknown = run(&folder, "Root.levf", &[]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .stderr
            .contains("similar names:\n  |   Root.leaf(int)"),
        "{}",
        unknown.stderr
    );
    assert!(!unknown.stderr.contains('<'), "{}", unknown.stderr);
    // A class that is also among the class files is suggested only once.
    let text = "class Copy { int only() { return 1; } }";
    folder.write("Copy.java", text.as_bytes());
    let classes = Folder::new();
    classes.write("Copy.class", &compiled("Copy.java", text)[0].1);
    let again = jouled(&["explain", "Copy.onyl", folder.path(), classes.path()]);
    let proposed = again.stderr.matches("Copy.only()").count();
    assert_eq!(proposed, 1, "{}", again.stderr);
    assert_eq!(run(&folder, "Wide.at", &[]).code, 2);
}

#[test]
fn classes_and_the_present_folder_are_explained_too() {
    let folder = Folder::new();
    for (name, bytes) in compiled("Root.java", PROGRAM) {
        folder.write(&format!("{name}.class"), &bytes);
    }
    let of_source = explained(&program(), "Root.all", &["--assume", "n=3"]);
    let of_classes = explained(&folder, "Root.all", &["--assume", "n=3"]);
    assert_eq!(of_source["tree"], of_classes["tree"]);
    let here = program();
    let run = crate::support::jouled_with(&["explain", "Root.twice"], |command| {
        command
            .current_dir(here.path())
            .env("JOULED_CALLS", "project");
    });
    assert_eq!(run.code, 0, "{}", run.stderr);
    let line = run
        .stdout
        .lines()
        .find(|line| line.contains("line 4: Root.leaf(int)"));
    assert!(
        line.is_some_and(|line| line.contains('%')),
        "{}",
        run.stdout
    );
}

#[test]
fn the_energy_over_a_symbol_is_that_at_each_of_its_values() {
    let folder = program();
    let plot = folder.path().to_owned() + "/all.svg";
    let varied = ["--vary", "n=1..9", "--points", "3", "--plot", &plot];
    let series = explained(&folder, "Root.all", &varied);
    let points = series["vary"]["points"].as_array().expect("points");
    let values: Vec<f64> = points.iter().map(|point| number(point, "/value")).collect();
    assert_eq!(values, [1.0, 5.0, 9.0]);
    for point in points {
        let assumed = format!("n={}", number(point, "/value"));
        let alone = explained(&folder, "Root.all", &["--assume", &assumed]);
        same(number(point, "/total/mean"), number(&alone, "/total/mean"));
        same(
            number(point, "/total/quantiles/0.999"),
            number(&alone, "/total/quantiles/0.999"),
        );
    }
    let svg = std::fs::read_to_string(&plot).expect("a plot");
    for part in [
        "<svg ",
        "Root.all(int)",
        "device any",
        "interpreter mode",
        "p5 to p95",
        "</svg>",
    ] {
        assert!(svg.contains(part), "{part} is not in\n{svg}");
    }
    let line = svg.split("<polyline points=\"").nth(1).expect("a line");
    assert_eq!(
        line.split('"').next().map(|line| line.split(' ').count()),
        Some(3)
    );
    let text = run(&folder, "Root.all", &["--vary", "n=1..9", "--points", "3"]).stdout;
    assert_eq!(
        text.lines()
            .filter(|line| line.trim_start().starts_with("9 "))
            .count(),
        1,
        "{text}"
    );
    for wrong in [
        &["--vary", "m=1..9"][..],
        &["--vary", "n=9..1"],
        &["--vary", "n=0..9", "--log"],
        &["--plot", "x.svg"],
    ] {
        assert_eq!(run(&folder, "Root.all", wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn the_worst_path_is_told_with_its_branches_and_targets_and_the_cheapest_beside_it() {
    let folder = program();
    let texts = |of: &Value| -> Vec<String> {
        let decisions = of["worst_path"]["decisions"].as_array().expect("decisions");
        decisions
            .iter()
            .map(|decision| format!("{}: {}", decision["line"], decision["text"]))
            .collect()
    };
    let may = explained(&folder, "Root.may", &["--assume", "n=10"]);
    assert_eq!(texts(&may)[0], r#"24: "condition false, on to line 27""#);
    assert_eq!(may["worst_path"]["is_nominal"], false);
    // The other path costs only the mean of the way out.
    let (total, cheapest) = (number(&may, "/total/mean"), number(&may, "/cheapest/mean"));
    assert!(cheapest > 0.0 && 20.0 * cheapest < total, "{cheapest}");
    let all = explained(&folder, "Root.all", &["--assume", "n=10"]);
    assert_eq!(texts(&all), [r#"7: "loop, n = 10 times""#]);
    let wide = explained(&folder, "Root.wide", &[]);
    assert!(
        texts(&wide)[0].contains("Dear.at, more expensive than Cheap.at"),
        "{wide:#}"
    );

    let text = run(&folder, "Root.may", &[]).stdout;
    assert!(
        text.contains("a call that returns costs at least "),
        "{text}"
    );
    assert!(
        text.contains("\nworst path, with n at a nominal value (10 for counts and sizes)\n  line 24: condition false, on to line 27\n"),
        "{text}"
    );
    let text = run(&folder, "Root.wide", &[]).stdout;
    assert!(text.contains("\nat least "), "{text}");
}

#[test]
fn a_path_that_was_chosen_on_all_devices_says_so_beside_the_numbers_of_one() {
    let folder = program();
    let is_of_mixture = |method: &str, device: &str| {
        let told = explained(&folder, method, &["--device", device]);
        let json = told["worst_path"]["is_of_mixture"].as_bool();
        let text = run(&folder, method, &["--device", device]).stdout;
        let note = format!("the most expensive on the mixture of all devices; on {device} alone");
        assert_eq!(json, Some(text.contains(&note)), "{text}");
        json
    };
    assert_eq!(is_of_mixture("Root.wide", "device_1"), Some(true));
    assert_eq!(is_of_mixture("Root.wide", "any"), Some(false));
    // There is only one path.
    assert_eq!(is_of_mixture("Root.all", "device_1"), Some(false));
}

#[test]
fn quantiles_that_allow_for_another_path_say_so() {
    let folder = Folder::new();
    let text = include_str!("../../../tests/soundness/corpus/WiderPaths.java");
    folder.write("WiderPaths.java", text.as_bytes());
    let notes = |method: &str| {
        let explanation = explained(&folder, method, &[]);
        let notes = explanation["notes"].as_array().cloned().unwrap_or_default();
        notes.iter().any(|note| note.to_string().contains("another path"))
    };
    // A lock is less well known than a new object, which costs more on average.
    assert!(notes("WiderPaths.either"));
    assert!(!notes("WiderPaths.locks"));
}

#[test]
fn a_line_of_the_jdk_stands_with_its_file() {
    let folder = Folder::new();
    let text = "class A { static String f(StringBuilder b, Object o) { return b.insert(0, o).toString(); } }";
    folder.write("A.java", text.as_bytes());
    let run = jouled(&["explain", "A.f", folder.path(), "--calls", "all"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let assumed = run.stdout.split("\nassumed: ").nth(1).expect("assumptions");
    let (of_jdk, own): (Vec<&str>, Vec<&str>) = assumed
        .lines()
        .skip(1)
        .filter(|line| line.ends_with(')') && !line.ends_with("(in the libraries)"))
        .partition(|line| line.contains("(AbstractStringBuilder.java:"));
    assert!(!of_jdk.is_empty(), "{assumed}");
    for line in of_jdk {
        assert!(line.contains(", in AbstractStringBuilder."), "{line}");
    }
    for line in own {
        assert!(line.ends_with(" (A.java:1, in A.f)"), "{line}");
    }
}

const FIELDS: &str = "\
import java.util.List;
class Fields {
    int a, b, c, d, e;
    long many(int n) {
        long s = 0;
        for (int i = 0; i < a; i++) { s += i; }
        for (int i = 0; i < b; i++) { s += i * s; }
        for (int i = 0; i < c; i++) { s += i + 7 * s; }
        for (int i = 0; i < d; i++) { s += i + 7 * s + 3 * i; }
        for (int i = 0; i < n; i++) { s += i + 7 * s + 3 * i + help(e); }
        return s;
    }
    long help(int k) { long s = 0; for (int i = 0; i < k; i++) { s += i; } return s; }
    static int walk(int n) { return isEnd(n) ? 1 : walk(n / 3) + walk(n / 5); }
    static boolean isEnd(int n) { return Boolean.getBoolean(\"end\") && n > 7; }
    static long sum(List<String> names, int n) {
        long s = 0;
        for (int i = 0; i < n; i++) { s += i; }
        for (String name : names) { s += name.length(); }
        return s;
    }
    static long twice(List<String> names) { return sum(names, 2) + sum(names, 3); }
}
";

#[test]
fn every_number_of_an_explanation_uses_the_values_of_the_formula() {
    let folder = Folder::new();
    folder.write("Fields.java", FIELDS.as_bytes());
    let many = explained(&folder, "Fields.many", &[]);
    let shown = many["symbols"].as_array().expect("symbols");
    assert_eq!(shown.len(), 3, "{many:#}");
    let assumed = many["rests_on"].as_array().expect("assumptions");
    let counts = assumed.iter().filter(|one| one["kind"] == "count");
    let decisions = many["worst_path"]["decisions"].to_string();
    for count in counts.clone() {
        let (name, at_most) = (count["symbol"].as_str().expect("a name"), &count["at_most"]);
        assert!(
            decisions.contains(&format!("loop, {name} = {at_most} times")),
            "{decisions}"
        );
    }
    assert_eq!(counts.count(), 3);
    // With the nominal values of the displayed symbols given, the whole is the same.
    let given: Vec<String> = shown
        .iter()
        .map(|symbol| format!("{}=10", symbol["symbol"].as_str().expect("a name")))
        .collect();
    let at = explained(&folder, "Fields.many", &["--assume", &given.join(",")]);
    let (total, tree) = (number(&at, "/total/mean"), number(&many, "/tree/mean"));
    assert!((tree - total).abs() < 1e-6 * total, "{tree} {total}");

    // Of a recursion of unknown depth, one call counts in all numbers.
    let walk = explained(&folder, "Fields.walk", &[]);
    let (total, tree) = (number(&walk, "/total/mean"), number(&walk, "/tree/mean"));
    assert!((tree - total).abs() < 1e-6 * total, "{tree} {total}");
    assert!(number(&walk, "/own/mean") < total, "{walk:#}");
}

#[test]
fn assumptions_are_counted_as_in_the_report() {
    let folder = Folder::new();
    folder.write("Fields.java", FIELDS.as_bytes());
    let report = jouled(&["report", folder.path(), "--calls", "all"]);
    let row = |name: &str| {
        let mut lines = report.stdout.lines();
        let row = lines.find(|line| line.contains(name)).expect("a row");
        let count = row.split("[assumes ").nth(1).expect("assumptions");
        count.split(']').next().expect("a number").to_owned()
    };
    for (method, name, lines) in [
        ("Fields.many", "Fields.many(int)", 3),
        ("Fields.twice", "Fields.twice(List)", 2),
    ] {
        let text = jouled(&["explain", method, folder.path(), "--calls", "all"]).stdout;
        let assumed = text.split("\nassumed: ").nth(1).expect("assumptions");
        let said = format!("([assumes {}] in `jouled report`)", row(name));
        assert!(assumed.lines().next().expect("a line").ends_with(&said), "{text}");
        let numbered = assumed.lines().filter(|line| line.contains(". ") && line.starts_with("  "));
        assert_eq!(numbered.count().to_string(), row(name), "{text}");
        assert!(assumed.lines().count() > lines, "{text}");
    }
}

#[test]
fn a_range_says_where_the_code_leaves_it_open() {
    let folder = Folder::new();
    folder.write("Fields.java", FIELDS.as_bytes());
    let run = jouled(&["explain", "Fields.twice", folder.path(), "--calls", "all"]);
    let sentence = run.stdout.lines().find(|line| line.starts_with("A call"));
    let sentence = sentence.expect("a sentence");
    let (_, place) = sentence.split_once(", above all ").expect("a place");
    assert!(place.starts_with("in Fields.sum(List, int) on line 22; "), "{sentence}");
    let run = jouled(&["explain", "Fields.sum", folder.path(), "--calls", "all"]);
    let sentence = run.stdout.lines().find(|line| line.starts_with("A call"));
    let sentence = sentence.expect("a sentence");
    assert!(sentence.contains(", above all "), "{sentence}");
    assert!(sentence.contains(" on line 19"), "{sentence}");
}
