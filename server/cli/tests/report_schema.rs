//! The published JSON Schema accepts the reports of real input, and rejects anything else.

use jsonschema::Validator;
use serde_json::{Value, json};
use crate::support::{Folder, class, fixture, fixture_model, jouled};

fn schema() -> Validator {
    let text = include_str!("../../../model-data/report.schema.json");
    let schema: Value = serde_json::from_str(text).expect("JSON");
    jsonschema::meta::validate(&schema).expect("a schema of draft 2020-12");
    jsonschema::validator_for(&schema).expect("a schema")
}

/// A valid report of some paths.
fn report(arguments: &[&str]) -> Value {
    let mut all = vec!["report", "--format", "json"];
    all.extend(arguments);
    let run = jouled(&all);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let problems: Vec<String> = schema()
        .iter_errors(&report)
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect();
    assert_eq!(problems, Vec::<String>::new(), "{arguments:?}");
    report
}

fn method<'r>(report: &'r Value, name: &str) -> &'r Value {
    report["methods"]
        .as_array()
        .and_then(|methods| methods.iter().find(|method| method["method"] == name))
        .unwrap_or_else(|| panic!("no method {name} in {report:#}"))
}

#[test]
fn symbols_without_a_value() {
    let report = report(&[&fixture("MatrixMultiplication.java")]);
    let multiply = method(&report, "multiply");
    assert_eq!(multiply["worst"]["energy"], Value::Null);
    assert_eq!(multiply["file"], "MatrixMultiplication.java");
    assert_eq!(multiply["worst"]["assumptions"][0]["value"], Value::Null);
    let factors: Vec<_> = multiply["worst"]["cost"]
        .as_array()
        .expect("terms")
        .iter()
        .map(|term| &term["factor"])
        .collect();
    assert_eq!(factors, ["1", "N", "N²", "N³"]);
}

#[test]
fn symbols_with_a_value() {
    let report = report(&[&fixture("MatrixMultiplication.java"), "--assume", "N=3"]);
    let multiply = method(&report, "multiply");
    assert!(multiply["worst"]["energy"]["quantiles"]["0.999"].is_f64());
    assert_eq!(multiply["worst"]["assumptions"][0]["value"], 3.0);
    assert_eq!(multiply["worst"]["assumptions"][0]["source"], "given");
}

#[test]
fn an_energy_out_of_range_is_null_and_says_so() {
    let depth = 20;
    let loops = (0..depth).fold(String::new(), |loops, level| {
        loops + &format!("for (int i{level} = 0; i{level} < n; i{level}++) ")
    });
    let text = format!("class Deep {{ int f(int n) {{ int s = 0; {loops} s += n; return s; }} }}");
    let folder = Folder::new();
    let path = folder.write("Deep.java", text.as_bytes());
    let report = report(&[&path, "--assume", "n=9e18"]);
    let deep = method(&report, "f");
    assert_eq!(deep["worst"]["energy"], Value::Null);
    assert!(deep["notes"].to_string().contains("out of range"), "{deep}");
}

#[test]
fn calls_have_no_known_price() {
    let folder = Folder::new();
    let path = folder.write(
        "Caller.java",
        b"abstract class Caller { abstract int a(); int f() { return a(); } }",
    );
    let report = report(&[&path]);
    let patterns = method(&report, "f")["lines"][0]["patterns"]
        .as_array()
        .expect("patterns");
    let callee = patterns
        .iter()
        .find(|pattern| pattern["operation"] == "callee")
        .expect("a callee");
    assert_eq!(callee["mean"], Value::Null, "unknown is not 0");
    assert_eq!(method(&report, "a")["worst"]["energy"], Value::Null);
}

#[test]
fn a_folder_of_classes() {
    let folder = Folder::new();
    folder.write("p/Sum.class", &class());
    let report = report(&[folder.path()]);
    assert_eq!(report["jdk"], Value::Null);
    assert_eq!(method(&report, "of")["class"], "p/Sum");
}

#[test]
fn classes_with_a_bit_flipped() {
    let whole = class();
    let folder = Folder::new();
    for bit in 0..whole.len() * 8 {
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        folder.write(&format!("Bit{bit}.class"), &flipped);
    }
    let report = report(&[folder.path()]);
    assert!(report["problems"].as_array().expect("problems").len() > 32);
}

#[test]
fn a_broken_file_with_its_problems() {
    let folder = Folder::new();
    let path = folder.write(
        "Broken.java",
        b"class Broken { int good(int a) { return a; }\n int bad() { return \"x\"; } }",
    );
    let report = report(&[&path, "--by", "line"]);
    assert_eq!(report["problems"][0]["file"], "Broken.java");
    assert_eq!(report["problems"][0]["line"], 2);
    assert_eq!(report["problems"][0]["severity"], "error");
    assert!(method(&report, "good")["worst"]["energy"].is_object());
    assert_eq!(method(&report, "bad")["worst"]["energy"], Value::Null);
}

#[test]
fn a_model_of_the_instruction_structure() {
    let report = report(&[
        "--model",
        &fixture_model(),
        "--device",
        "any",
        &fixture("Fibonacci.java"),
        "--assume",
        "n=100",
    ]);
    assert_eq!(report["model"]["structure"], "instruction");
}

#[test]
fn a_whole_package_of_the_jdk() {
    let report = report(&["jrt:/java.base/java/util/stream"]);
    assert!(report["methods"].as_array().expect("methods").len() > 500);
}

#[test]
fn what_is_no_report_is_refused() {
    let schema = schema();
    let whole = report(&[
        &fixture("MatrixMultiplication.java"),
        &fixture("Fibonacci.java"),
        "--assume",
        "n=100",
    ]);
    let at = |name: &str| {
        let methods = whole["methods"].as_array().expect("methods");
        let index = methods.iter().position(|method| method["method"] == name);
        format!("/methods/{}", index.expect("the method"))
    };
    let (open, given) = (at("multiply"), at("fibonacci"));
    let mistakes = [
        (String::from("/schema"), json!("jouled.report/1")),
        (String::from("/tool/version"), json!(1)),
        (String::from("/model/digest"), json!("7d54")),
        (String::from("/model/structure"), json!("linear")),
        (String::from("/model/mapping"), json!("stack")),
        (String::from("/jdk"), json!(17)),
        (String::from("/methods"), json!({})),
        (String::from("/problems"), json!([{ "message": "?" }])),
        (String::from("/stats/loops"), json!(-1)),
        (String::from("/stats/call_sites_priced"), json!(0.5)),
        (format!("{open}/class"), json!(null)),
        (format!("{open}/descriptor"), json!(["int"])),
        (format!("{open}/line"), json!(1.5)),
        (format!("{open}/worst/energy"), json!({ "mean": 1.0 })),
        (format!("{open}/worst/assumptions/0/source"), json!("given")),
        (format!("{open}/provenance/modelled"), json!(1.5)),
        (format!("{open}/worst/cost/0/factor"), json!(1)),
        (format!("{open}/worst/cost/0/features"), json!(["addition"])),
        (format!("{open}/worst/cost/0/n_noise"), json!("1")),
        (format!("{given}/worst/energy/mean"), json!("1 nJ")),
        (format!("{given}/worst/energy/sd"), json!(-1e-9)),
        (format!("{given}/worst/energy/quantiles/0.99"), json!(null)),
        (format!("{given}/worst/assumptions/0/value"), json!(-1)),
        (format!("{given}/worst/assumptions/0/source"), json!(null)),
        (format!("{given}/typical/interval"), json!([1e-9])),
        (format!("{given}/typical/kind"), json!("sure")),
        (format!("{given}/typical/throws"), json!(1.5)),
        (format!("{given}/lines/0/line"), json!(null)),
        (format!("{given}/lines/0/patterns/0/count"), json!("2")),
    ];
    for (place, value) in mistakes {
        let mut damaged = whole.clone();
        *damaged
            .pointer_mut(&place)
            .unwrap_or_else(|| panic!("no {place}")) = value.clone();
        assert!(!schema.is_valid(&damaged), "accepts {place} = {value}");
    }
    // Every member of every object is required, and no other is allowed. Only a model of another JDK may add one.
    for place in ["", "/tool", "/model", "/stats", &open, &given]
        .map(str::to_owned)
        .into_iter()
        .chain(
            [
                "/typical",
                "/typical/behind",
                "/worst",
                "/worst/cost/0",
                "/worst/assumptions/0",
                "/provenance",
                "/lines/0",
                "/lines/0/quantiles",
                "/lines/0/patterns/0",
                "/worst/energy",
                "/best",
            ]
            .map(|part| format!("{given}{part}")),
        )
    {
        let object = |report: &mut Value| {
            report
                .pointer_mut(&place)
                .and_then(Value::as_object_mut)
                .unwrap_or_else(|| panic!("no object {place}"))
                .clone()
        };
        let members = object(&mut whole.clone());
        for name in members.keys().filter(|name| *name != "other_jdk") {
            let mut damaged = whole.clone();
            let target = damaged.pointer_mut(&place).and_then(Value::as_object_mut);
            target.expect("an object").remove(name);
            assert!(!schema.is_valid(&damaged), "accepts {place} without {name}");
        }
        let mut damaged = whole.clone();
        let target = damaged.pointer_mut(&place).and_then(Value::as_object_mut);
        target.expect("an object").insert("other".into(), json!(1));
        assert!(!schema.is_valid(&damaged), "accepts {place}/other");
    }
}

/// Tables for other programs and for readers have the same numbers as the JSON.
#[test]
fn tables_have_what_a_call_costs_at_least() {
    let fixture = fixture("MatrixMultiplication.java");
    let report = report(&[&fixture]);
    let least = &method(&report, "multiply")["best"]["mean"];
    let least = least.as_f64().expect("a number");
    let run = jouled(&["report", "--format", "csv", &fixture]);
    let mut lines = run.stdout.lines();
    let columns: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let column = columns.iter().position(|name| *name == "at_least_j");
    let row = lines.find(|line| line.contains(".multiply("));
    // Before this field, only the method's name contains commas, and it is quoted.
    let (_, behind) = row.and_then(|row| row.split_once("\",")).expect("a row");
    let value = behind.split(',').nth(column.expect("the column") - 1);
    let value: f64 = value.and_then(|value| value.parse().ok()).expect("joules");
    assert!((value - least).abs() <= 1e-9 * least, "{value} {least}");
    for format in ["markdown", "html"] {
        let page = jouled(&["report", "--format", format, &fixture]).stdout;
        assert!(page.contains("at least") && !page.contains(">–<"), "{page}");
    }
}

/// `-0` looks like a mistake, and some programs compare it with 0 as text.
#[test]
fn no_number_is_minus_zero() {
    let fixture = fixture("MatrixMultiplication.java");
    for format in ["json", "csv"] {
        let run = jouled(&["report", "--format", format, &fixture]);
        for zero in [":-0.0,", ":-0,", ",-0,", ":-0.0}"] {
            assert!(!run.stdout.contains(zero), "{format}: {}", run.stdout);
        }
    }
}
