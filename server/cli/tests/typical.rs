//! What the command line shows about typical energies, with the real javac.

use serde_json::Value;
use std::path::Path;
use crate::support::editor::Editor;
use crate::support::{Folder, Run, fixture, jouled};

const PROGRAM: &str = "\
class Typical {
    int straight(int a, int b) { return a * b + a; }
    int cheap(int a) { return a + 1; }
    int dear(int a) { return a / 3 / 3 / 3 / 3 / 3 / 3 / 3; }
    int either(boolean x, int a) { if (x) return cheap(a); else return dear(a); }
    int times(int n) { int s = 0; for (int i = 0; i < n; i++) { s += dear(i); } return s; }
    int eight() { int s = 0; for (int i = 0; i < 8; i++) { s += cheap(i); } return s; }
    native int unknown();
    int calls() { return unknown() + 1; }
    int checked(int a) { if (a < 0) throw new IllegalArgumentException(); return a; }
}
";

/// The folder of the program.
pub(crate) fn program() -> Folder {
    let folder = Folder::new();
    folder.write("Typical.java", PROGRAM.as_bytes());
    folder
}

pub(crate) fn run(arguments: &[&str]) -> Run {
    let run = jouled(arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

fn report(paths: &[&str], more: &[&str]) -> Vec<Value> {
    let run = run(&[&["report", "--format", "json"], paths, more].concat());
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

/// The least, typical and worst energy of a method, in joules.
fn energies(method: &Value) -> [f64; 3] {
    ["/best/mean", "/typical/mean", "/worst/energy/mean"].map(|at| number(method, at))
}

#[test]
fn straight_code_costs_the_same_at_least_on_average_and_at_worst() {
    let folder = program();
    let methods = report(&[folder.path()], &["--calls", "project"]);
    for name in ["straight", "cheap", "dear", "eight"] {
        let [least, typical, worst] = energies(method(&methods, name));
        assert!(
            (least - typical).abs() <= 1e-9 * typical,
            "{name}: {least} {typical}"
        );
        assert!(
            (worst - typical).abs() <= 1e-9 * typical,
            "{name}: {worst} {typical}"
        );
    }
    let either = method(&methods, "either");
    let [least, typical, worst] = energies(either);
    assert!(
        least < typical && typical < worst,
        "{least} {typical} {worst}"
    );
    assert!(number(either, "/typical/interval/0") < typical);
    assert!(number(either, "/typical/behind/branches") > 0.0);
    let times = method(&methods, "times");
    assert!(times["worst"]["energy"].is_null());
    assert_eq!(times["worst"]["why_not"], "n has no value");
    assert!(number(times, "/best/mean") < number(times, "/typical/mean"));
    let formula = times["typical"]["formula"].as_str().expect("a formula");
    assert!(
        formula.starts_with("≈ ") && formula.ends_with("·n"),
        "{formula}"
    );
    let calls = method(&methods, "calls");
    assert_eq!(
        number(calls, "/typical/unpriced_calls").to_bits(),
        1.0_f64.to_bits()
    );
    assert_eq!(
        calls["typical"]["unpriced"][0]["method"],
        "Typical.unknown()I"
    );
    assert_eq!(calls["typical"]["why"], "unpriced calls");
    assert!(number(method(&methods, "checked"), "/typical/throws") > 0.0);
    assert!(method(&methods, "unknown")["typical"].is_null());
}

const NESTED: &str = "\
class Nested {
    static int[][] multiply(int[][] a, int[][] b, int n) {
        int[][] c = new int[4][4];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];
        return c;
    }
    static int triangle(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = i; j < n; j++) s += i * j;
        return s;
    }
    static int pairs(int[] a) {
        int s = 0;
        for (int i = 0; i < a.length - 1; i++)
            for (int j = 0; j < a.length - i - 1; j++) s += a[j] / (a[j + 1] + 1);
        return s;
    }
    static int four(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++) for (int l = 0; l < n; l++) s += i / (j + 1);
        return s;
    }
    static int each(int n) { int s = 0; for (int i = 0; i < n; i++) s += triangle(n); return s; }
    static int once(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
    static int scaled(int n) { return once(2 * n) + once(n + 3) + once(5); }
    static int around(int n) { int s = 0; for (int i = 0; i < n; i++) s += once(n * 3); return s; }
    int[] items;
    int sum() { int s = 0; for (int i = 0; i < items.length; i++) s += items[i]; return s; }
    int sums() { int s = sum(); for (int i = 0; i < items.length; i++) s += items[i]; return s; }
    int unknown(String t) { return triangle(t.hashCode()); }
    int many(int p, int q, int r) {
        int s = 0;
        for (int i = 0; i < p; i++) s += i;
        for (int i = 0; i < q; i++) s += i;
        for (int i = 0; i < r; i++) s += i;
        return s;
    }
}
";

#[test]
fn nested_loops_grow_as_they_do_and_cost_what_the_worst_case_says() {
    let folder = Folder::new();
    folder.write("Nested.java", NESTED.as_bytes());
    folder.write("jouled.toml", b"");
    let methods = report(&[folder.path()], &["--calls", "project"]);
    for (name, power) in [
        ("multiply", "n³"),
        ("triangle", "n²"),
        ("pairs", "a.length²"),
        ("four", "n⁴"),
        ("each", "n³"),
        ("scaled", "n"),
        ("around", "n²"),
    ] {
        let typical = &method(&methods, name)["typical"];
        let formula = typical["formula"].as_str().expect("a formula");
        assert!(formula.contains(power), "{name}: {formula}");
        assert_eq!(typical["kind"], "tight", "{name}");
    }
    let of = |name: &str| &method(&methods, name)["typical"];
    let formula = |name: &str| of(name)["formula"].as_str().expect("a formula");
    assert_eq!(
        formula("sums").matches("items.length").count(),
        1,
        "{}",
        formula("sums")
    );
    assert!(
        formula("many").ends_with(" + 1 more"),
        "{}",
        formula("many")
    );
    // The passed object is unknown.
    assert_eq!(of("unknown")["why"], "loops", "{}", of("unknown"));
    // If all loops of a program are counted, it executes the same for all values.
    for n in [2, 9, 40] {
        let assume = format!("[assume]\n\"n\" = {n}\n\"a.length\" = {n}\n");
        folder.write("jouled.toml", assume.as_bytes());
        let methods = report(&[folder.path()], &["--calls", "project"]);
        let names = [
            "multiply", "triangle", "pairs", "four", "each", "scaled", "around",
        ];
        for name in names {
            let [least, typical, worst] = energies(method(&methods, name));
            assert!(
                least <= typical * 1.000_001,
                "{name} at {n}: {least} {typical}"
            );
            let is_same = (typical - worst).abs() <= 1e-9 * worst;
            assert!(is_same, "{name} at {n}: {typical} {worst}");
        }
    }
}

/// The methods whose energies are not in order: at least, typical, worst. Only worst cases count that are numbers without
/// assumptions.
fn out_of_order(methods: &[Value]) -> Vec<String> {
    let is_empty = |method: &Value, at: &str| {
        let list = method.pointer(at).and_then(Value::as_array);
        list.is_none_or(Vec::is_empty)
    };
    let methods = methods.iter();
    let of = |method: &Value| {
        let mean = |at: &str| method.pointer(at).and_then(Value::as_f64);
        let typical = mean("/typical/mean")?;
        let is_certain = ["/worst/rests_on", "/worst/unpriced", "/worst/assumptions"]
            .iter()
            .all(|at| is_empty(method, at));
        let least = mean("/best/mean").filter(|least| typical < least * (1.0 - 1e-6));
        let worst = mean("/worst/energy/mean").filter(|_| is_certain);
        let worst = worst.filter(|worst| typical > worst * (1.0 + 1e-6));
        (least.is_some() || worst.is_some()).then(|| {
            format!(
                "{}.{}{}: {least:?} {typical} {worst:?}",
                method["class"], method["method"], method["descriptor"]
            )
        })
    };
    methods.filter_map(of).collect()
}

#[test]
fn at_least_is_below_typical_is_below_worst() {
    let folder = program();
    let fixtures = [
        fixture("Fibonacci.java"),
        fixture("MatrixMultiplication.java"),
        fixture("CompoundStatements.java"),
        folder.path().to_owned(),
    ];
    for calls in ["none", "project", "all"] {
        for path in &fixtures {
            let methods = report(&[path], &["--calls", calls]);
            assert_eq!(
                out_of_order(&methods),
                Vec::<String>::new(),
                "{path} {calls}"
            );
        }
    }
    let jdk = report(&["jrt:/java.base/java/util"], &[]);
    assert!(jdk.len() > 1000);
    assert_eq!(out_of_order(&jdk), Vec::<String>::new());
}

#[test]
fn report_and_explain_tell_one_interval_and_none_is_a_point() {
    let folder = program();
    let methods = report(&[folder.path()], &["--calls", "project"]);
    for name in ["straight", "cheap", "dear", "either", "times", "eight"] {
        let told = &method(&methods, name)["typical"];
        let explained = run(&[
            "explain",
            &format!("Typical.{name}"),
            folder.path(),
            "--calls",
            "project",
            "--format",
            "json",
        ]);
        let explained: Value = serde_json::from_str(&explained.stdout).expect("JSON");
        assert_eq!(explained["typical"]["interval"], told["interval"], "{name}");
        let [low, high] = [0, 1].map(|end| told["interval"][end].as_f64().expect("joules"));
        let mean = told["mean"].as_f64().expect("joules");
        // The prices are uncertain, however certain it is what runs.
        assert!(low < mean && mean < high, "{name}: {low} {mean} {high}");
    }
}

#[test]
fn methods_that_differ_much_make_a_call_of_one_of_them_open() {
    let folder = Folder::new();
    let text = "interface Rule { int at(int x); }
        class Cheap implements Rule { public int at(int x) { return x; } }
        class Dear implements Rule { public int at(int x) { for (int i = 0; i < 10000; i++) x += i; return x; } }
        interface Alike { int at(int x); }
        class One implements Alike { public int at(int x) { return x + 1; } }
        class Two implements Alike { public int at(int x) { return x - 1; } }
        class Calls { int differ(Rule r) { return r.at(3); } int alike(Alike a) { return a.at(3); } }";
    folder.write("Calls.java", text.as_bytes());
    let methods = report(&[folder.path()], &["--calls", "project"]);
    let ends = |name: &str| {
        let typical = &method(&methods, name)["typical"];
        let end = |at: usize| typical["interval"][at].as_f64().expect("joules");
        (end(0), end(1), typical["why"].as_str())
    };
    let (low, high, why) = ends("differ");
    assert_eq!(why, Some("dispatch"));
    // Each of the two may be the only one that runs.
    let mut dear = methods.iter().filter(|of| of["method"] == "at");
    let dear = dear.find(|of| of["class"] == "Dear").expect("Dear.at");
    let dear = number(dear, "/typical/mean");
    assert!(low < dear / 1000.0 && high > dear, "{low} {high} {dear}");
    // Of methods that cost the same, it does not matter which one runs.
    let (low, high, why) = ends("alike");
    assert!(high < 4.0 * low && why.is_none(), "{low} {high} {why:?}");
}

/// A method with 13 loops that only data ends: its worst case would need 13 assumed counts.
fn speculative() -> Folder {
    let folder = Folder::new();
    let loops = "while (more()) { s++; } ".repeat(13);
    let text = format!(
        "class S {{ static volatile int k; static boolean more() {{ return --k > 0; }}
         static int many() {{ int s = 0; {loops} return s; }}
         static int few() {{ int s = 0; while (more()) {{ s++; }} return s; }} }}"
    );
    folder.write("S.java", text.as_bytes());
    folder
}

#[test]
fn no_output_has_a_worst_case_that_rests_on_too_many_assumed_counts() {
    let folder = speculative();
    let calls = ["--calls", "project"];
    let of = |command: &[&str]| run(&[command, &[folder.path()], &calls[..]].concat()).stdout;
    let table = of(&["report"]);
    let row = |name: &str| {
        let row = table.lines().find(|line| line.contains(name));
        row.expect("a row")
    };
    assert!(row("S.many()").contains(" -  "), "{table}");
    assert!(!row("S.few()").contains(" -  "), "{table}");
    // The marks are explained.
    assert!(table.contains("-: no number"), "{table}");
    assert!(table.contains("[assumes N]: "), "{table}");
    let methods = report(&[folder.path()], &calls);
    let many = &method(&methods, "many")["worst"];
    assert!(
        many["energy"].is_null() && many["speculative"] == true,
        "{many}"
    );
    let reason = many["why_not"].as_str().expect("a reason");
    assert!(reason.contains("13 assumed counts"), "{reason}");
    assert!(method(&methods, "few")["worst"]["energy"]["mean"].is_f64());
    let csv = of(&["report", "--format", "csv"]);
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let at = head
        .iter()
        .position(|name| *name == "worst_j")
        .expect("a column");
    let cell = |name: &str| {
        let row = csv.lines().find(|line| line.contains(name)).expect("a row");
        row.split(',').nth(at).expect("a cell").to_owned()
    };
    assert_eq!(cell("S.many()"), "");
    assert!(cell("S.few()").parse::<f64>().is_ok());
    for format in ["markdown", "html", "csv", "sarif"] {
        let text = of(&["report", "--format", format]);
        assert!(text.contains("13 assumed counts"), "{format}: {text}");
    }
    let explained = of(&["explain", "S.many"]);
    assert!(
        explained.contains("no number: it would rest on 13 assumed counts"),
        "{explained}"
    );
    assert!(!explained.contains("total"), "{explained}");
    let explained = of(&["explain", "S.many", "--format", "json"]);
    let explained: Value = serde_json::from_str(&explained).expect("JSON");
    assert!(explained["total"].is_null() && explained["why_not"].is_string());
}

/// If the energy depends on what other programs counted, the reason says so.
#[test]
fn the_reason_of_a_range_is_what_most_of_it_depends_on() {
    let folder = Folder::new();
    folder.write(
        "T.java",
        b"class T { static Object make() { return new java.text.SimpleDateFormat(\"yyyy\"); } }",
    );
    let explained = run(&[
        "explain",
        "T.make",
        folder.path(),
        "--calls",
        "all",
        "--format",
        "json",
    ]);
    let explained: Value = serde_json::from_str(&explained.stdout).expect("JSON");
    let typical = &explained["typical"];
    let part = |name: &str| number(typical, &format!("/behind/{name}"));
    let largest = ["loops", "branches", "dispatch"]
        .map(part)
        .into_iter()
        .fold(0.0, f64::max);
    assert!(part("measured") > largest, "{typical:#}");
    assert_eq!(typical["why"], "counted runs", "{typical:#}");
    let text = run(&["explain", "T.make", folder.path(), "--calls", "all"]).stdout;
    assert!(
        text.contains("how often this run executes code that was counted in other runs"),
        "{text}"
    );
}

#[test]
fn listings_have_typical_energies_first() {
    let folder = program();
    let listing = |format: &str| {
        run(&[
            "report",
            "--calls",
            "project",
            "--format",
            format,
            folder.path(),
        ])
        .stdout
    };
    let csv = listing("csv");
    assert!(csv.starts_with("method,file,line,typical_j,"), "{csv}");
    let markdown = listing("markdown");
    assert!(
        markdown.starts_with("| method | typical energy of a call | worst case |"),
        "{markdown}"
    );
    let html = listing("html");
    assert!(
        html.find("typical energy of a call") < html.find("worst case"),
        "{html}"
    );
    assert!(listing("sarif").contains(": ≈ "));
}

#[test]
fn the_statistics_count_tight_methods_and_those_with_unpriced_calls() {
    let folder = program();
    let arguments = ["report", "--stats", "--calls", "project", folder.path()];
    let json = run(&[&arguments[..], &["--format", "json"]].concat()).stdout;
    let shares = &serde_json::from_str::<Value>(&json).expect("JSON")["shares"];
    assert_eq!(shares["typical_below_at_least"], 0);
    assert_eq!(shares["typical_above_worst"], 0);
    let methods = report(&[folder.path()], &["--calls", "project"]);
    let tight = methods
        .iter()
        .filter(|method| method["typical"]["kind"] == "tight");
    assert_eq!(shares["typical_tight"], tight.count());
    let unpriced = methods.iter().filter(|method| {
        let calls = method["typical"]["unpriced_calls"].as_f64();
        calls.is_some_and(|calls| calls > 0.0)
    });
    assert_eq!(shares["typical_with_unpriced_calls"], unpriced.count());
    let executed = ["modelled", "transferred", "approximated", "unpriced"].map(|origin| {
        let share = &shares[format!("executed_{origin}")];
        share.as_f64().expect("a share")
    });
    assert!((executed.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{executed:?}");
    assert!(executed[0] > 0.2 && executed[1] > 0.2, "{executed:?}");
    let text = run(&arguments).stdout;
    let transferred = format!(
        "{:.1}%  of the operations in a typical call have a price transferred from another machine",
        100.0 * executed[1]
    );
    assert!(text.contains(&transferred), "{text}");
    assert!(text.contains("have a tight typical energy"), "{text}");
}

#[test]
fn an_explanation_begins_with_the_typical_energy() {
    let folder = program();
    let explain = |method: &str, more: &[&str]| {
        run(&[
            &["explain", method, folder.path(), "--calls", "project"],
            more,
        ]
        .concat())
        .stdout
    };
    let text = explain("Typical.eight", &[]);
    let sentence = text.find("A call that returns costs about ");
    assert!(
        sentence.is_some() && sentence < text.find("worst case"),
        "{text}"
    );
    assert!(text.contains("Typical.cheap(int), 8.0 times"), "{text}");
    let json: Value =
        serde_json::from_str(&explain("Typical.eight", &["--format", "json"])).expect("JSON");
    let parts = json["typical_parts"].as_array().expect("parts");
    let sum: f64 = parts.iter().filter_map(|part| part["mean"].as_f64()).sum();
    let whole = number(&json, "/typical/mean");
    assert!((sum - whole).abs() < 1e-9 * whole, "{sum} {whole}");
    let open = explain("Typical.times", &[]);
    assert!(open.contains("costs about "), "{open}");
    assert!(
        explain("Typical.checked", &[]).contains("not included: calls that end with an exception")
    );
    assert!(
        explain("Typical.calls", &[]).contains("1 call without a price, most of Typical.unknown()")
    );
}

#[test]
fn rows_add_up_to_a_typical_energy_that_is_held_below_the_worst_case() {
    // The estimate of getProperty alone is above the worst case of the method, which knows the key.
    let folder = Folder::new();
    let text = "class A { static String os() { return System.getProperty(\"os.name\"); } }";
    folder.write("A.java", text.as_bytes());
    let arguments = ["explain", "A.os", folder.path(), "--calls", "all"];
    let json = jouled(&[&arguments[..], &["--format", "json"]].concat()).stdout;
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let whole = number(&json, "/typical/mean");
    let worst = number(&json, "/total/mean");
    assert!((whole - worst).abs() < 1e-9 * worst, "{whole} {worst}");
    let parts = json["typical_parts"].as_array().expect("parts");
    let sum = |key: &str| -> f64 { parts.iter().filter_map(|part| part[key].as_f64()).sum() };
    assert!((sum("mean") - whole).abs() < 1e-9 * whole, "{parts:?}");
    assert!((sum("share") - 1.0).abs() < 1e-9, "{parts:?}");
    let own = parts.iter().find(|part| part["callee"].is_null());
    let own = own.and_then(|part| part["mean"].as_f64()).expect("a row");
    let least = number(&json, "/own/mean");
    assert!((own - least).abs() < 1e-9 * least, "{own} {least}");
}

#[test]
fn lines_have_their_part_of_the_typical_energy() {
    let folder = program();
    let path = format!("{}/Typical.java", folder.path());
    let text = run(&["annotate", &path, "--calls", "project"]).stdout;
    let line = |part: &str| {
        let mut lines = text.lines();
        lines
            .find(|line| line.contains(part))
            .unwrap_or_else(|| panic!("no {part}: {text}"))
    };
    assert!(line("int straight(").contains(" · 100%"), "{text}");
    assert!(line("int calls()").contains(" + ?"), "{text}");
}

#[test]
fn contracts_speak_of_the_typical_energy_too() {
    let check = |contract: &str, body: &str| {
        let folder = Folder::new();
        let text = format!("class A {{\n    {contract}\n    {body}\n    native int unknown();\n}}");
        folder.write("A.java", text.as_bytes());
        let run = jouled(&["check", folder.path(), "--calls", "project"]);
        (run.code, run.stdout)
    };
    let straight = "int f(int a) { return a / 3; }";
    let (code, text) = check("//@ energy typical <= 1 J;", straight);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("met: the upper end of the average's interval: "),
        "{text}"
    );
    let (code, text) = check("//@ energy typical <= 1 pJ;", straight);
    assert_eq!(code, 3, "{text}");
    assert!(
        text.contains("violated: the lower end of the average's interval: "),
        "{text}"
    );
    let looped =
        "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i / 3; } return s; }";
    let (code, text) = check("//@ energy typical <= 1 uJ;", looped);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("undecided: the average of a call depends on values that are not set, ≈ "),
        "{text}"
    );
    assert!(
        text.contains("; set them, as in `--assume 'n=100'`"),
        "{text}"
    );
    // The budget is above the usual energy, but one of two targets exceeds it.
    let differing = "interface R { int at(int x); } static class C implements R { public int at(int x) { return x; } }
        static class D implements R { public int at(int x) { for (int i = 0; i < 10000; i++) x += i; return x; } }
        int f(R r) { return r.at(3); }";
    let budgeted = differing.replace("int f(", "//@ energy typical <= 100 uJ;\n int f(");
    let (code, text) = check("", &budgeted);
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("lies in that interval; if only one class is used, declare or create that class"),
        "{text}"
    );
    // A call without a price meets no contract.
    let (code, text) = check(
        "//@ energy typical <= 1 J;",
        "int f() { return unknown(); }",
    );
    assert_eq!(code, 0, "{text}");
    assert!(
        text.contains("undecided: A.unknown()I has no price"),
        "{text}"
    );
    for wrong in [
        "energy typical <= 1 J @ 0.9",
        "energy typical <= 1 J when a > 3",
        "energy typical <= 1 J * a",
    ] {
        let (_, text) = check(&format!("//@ {wrong};"), straight);
        assert!(text.contains("0 contracts"), "{wrong}: {text}");
    }
}

#[test]
fn what_a_lambda_captures_is_not_taken_for_what_a_call_passes() {
    let folder = Folder::new();
    let text = "interface Taker { void accept(Object o); default Taker andThen(Taker after) { return o -> { accept(o); after.accept(o); }; } }
        class Calls { static void f(Taker t) { t.andThen(x -> {}).accept(new StringBuilder()); } }";
    folder.write("Calls.java", text.as_bytes());
    let methods = report(&[folder.path()], &["--calls", "project"]);
    let unpriced = method(&methods, "f")["typical"]["unpriced"].to_string();
    assert!(!unpriced.contains("StringBuilder.accept"), "{unpriced}");
}

/// Methods with a large part that is certain, followed by a loop of unknown count.
const RANGES: &str = "\
class Ranges {
    static int k;
    static boolean more(int s) { return (s & 7) != k; }
    static int heavy(int a) { int s = a / 3 / 3 / 3 / 3 / 3 / 3 / 3; while (more(s)) { s = s * 31 + 7; } return s; }
    static int outer(int a) { int s = heavy(a) / 3; while (more(s)) { s += heavy(s); } return s; }
}
";

/// `410 nJ–4.0 µJ` after a sign in the text, if it is a range of joules.
fn range_after<'t>(text: &'t str, sign: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(sign)?;
    rest.split_once(" (").map(|(range, _)| range)
}

#[test]
fn every_output_tells_the_same_interval() {
    let folder = Folder::new();
    let file = folder.write("Ranges.java", RANGES.as_bytes());
    let calls = ["--calls", "project"];
    let rows = run(&[&["report", &file], &calls[..]].concat()).stdout;
    let methods = report(&[&file], &calls);
    let mut editor = Editor::start(Path::new(folder.path()), |command| {
        command.args(calls);
    });
    editor.open(Path::new(&file), RANGES);
    let mut lenses = Vec::new();
    editor.wait_for_methods(Path::new(&file), |methods| {
        lenses = methods.to_vec();
        let is_settled = methods.iter().all(|method| !method.contains('…'));
        is_settled && methods.iter().any(|method| method.contains("(loops)"))
    });
    let annotated = run(&[&["annotate", &file], &calls[..]].concat()).stdout;
    for name in ["heavy", "outer"] {
        let row = rows
            .lines()
            .find(|row| row.contains(&format!("Ranges.{name}(")));
        let row = row.and_then(|row| row.strip_prefix("≈ ")).expect("a row");
        let (row, rest) = row.split_once("  ").expect("columns");
        assert!(rest.contains("  ("), "the reason for the range: {rest}");
        let lens = lenses
            .iter()
            .find(|lens| lens.starts_with(&format!("{name}: ")));
        let lens = range_after(lens.expect("a lens"), "≈ ").expect("a range");
        assert_eq!(row, lens, "{name}");
        let text = annotated.lines();
        let mut lens = (text.clone().zip(text.skip(1)))
            .filter(|(_, line)| line.contains(&format!("int {name}(")))
            .map(|(lens, _)| range_after(lens, "≈ "));
        assert_eq!(lens.next().flatten(), Some(row), "{name}");
        let explained = run(&[&["explain", name, &file], &calls[..]].concat()).stdout;
        let (low, high) = row.split_once('–').expect("two ends");
        assert!(explained.contains(high), "{name}: {row} in {explained}");
        // An end without a unit has the unit of the other end.
        let unit = |end: &str| end.split_once(' ').map(|(_, unit)| unit.to_owned());
        let low = match unit(low) {
            Some(_) => low.to_owned(),
            None => format!("{low} {}", unit(high).expect("a unit")),
        };
        assert!(explained.contains(&low), "{name}: {row} in {explained}");
        // The least energy of a call is the reason for the lower end.
        let method = method(&methods, name);
        let [least, interval] = ["/best/mean", "/typical/interval/0"].map(|at| number(method, at));
        assert!(
            interval > 0.8 * least && interval <= least,
            "{name}: {interval} and {least}"
        );
    }
    editor.end();
}

#[test]
fn a_call_that_throws_has_its_own_energy() {
    const THROWING: &str = "\
class Throwing {
    static int checked(int a) { if (a < 0) { throw new IllegalArgumentException(); } return a; }
    static int never(int a) { throw new IllegalArgumentException(); }
    static int same(int a) { return a; }
    static RuntimeException made(int a) { return new IllegalArgumentException(); }
    static int called(int a) { if (a < 0) { throw made(a); } return a; }
    static int made(int a, int b) { made(a); return a; }
    static void again(RuntimeException e) { throw e; }
}
";
    let folder = Folder::new();
    let file = folder.write("Throwing.java", THROWING.as_bytes());
    let methods = report(&[&file], &["--calls", "project"]);
    let typical = |name: &str| number(method(&methods, name), "/typical/mean");
    let thrown = |name: &str| number(method(&methods, name), "/typical/thrown/mean");
    let is_near = |one: f64, other: f64| (one / other - 1.0).abs() < 1e-9;
    // The comparison, and then everything that the method executes when it always throws.
    let comparison = typical("checked") - typical("same");
    let found = thrown("checked");
    let expected = comparison + typical("never");
    assert!(is_near(found, expected), "{found} and {expected}");
    assert!(
        thrown("called") > comparison + typical("made"),
        "a callee's energy is part of it"
    );
    assert!(
        method(&methods, "same")
            .pointer("/typical/thrown")
            .is_some_and(Value::is_null)
    );
    for name in ["never", "again"] {
        assert!(
            is_near(number(method(&methods, name), "/typical/throws"), 1.0),
            "{name}"
        );
    }
    let explain = |name: &str| run(&["explain", name, &file, "--calls", "project"]).stdout;
    let joules = |text: &str| {
        text.split_once(", with about ")
            .map(|(_, rest)| rest.to_owned())
    };
    assert!(joules(&explain("Throwing.checked")).is_some_and(|rest| rest.contains("J each")));
    assert!(explain("Throwing.never").contains("no call returns"));
}
