//! What a profile says about methods that it did not measure.
#![cfg(target_os = "linux")]

use serde_json::Value;
use crate::support::{Folder, Run, compiled, jdk, jouled};

/// The last method has the same code as the others, and is never called.
const PROGRAM: &str = "\
public class Loops {
    static long sink;
    static long one(long n) {
        long v = n;
        for (int i = 0; i < 300_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    static long two(long n) {
        long v = n;
        for (int i = 0; i < 600_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    static long three(long n) {
        long v = n;
        for (int i = 0; i < 450_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
    public static void main(String[] args) {
        for (int round = 0; round < 300; round++) { sink += one(round) + two(round) + three(round); }
    }
    static long never(long n) {
        long v = n;
        for (int i = 0; i < 600_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
}
";

fn profiled(folder: &Folder) -> String {
    folder.write("src/Loops.java", PROGRAM.as_bytes());
    for (name, bytes) in compiled("Loops.java", PROGRAM) {
        folder.write(&format!("classes/{name}.class"), &bytes);
    }
    let file = format!("{}/run.jouled", folder.path());
    let classes = format!("{}/classes", folder.path());
    let java = jdk().java().display().to_string();
    let meter = "cpu-time:tdp=65,cpus=2";
    let arguments = [
        "profile", "--meter", meter, "--out", &file, "--", &java, "-cp", &classes, "Loops",
    ];
    let run = jouled(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    file
}

fn json(run: &Run, schema: &str) -> Value {
    assert_eq!(run.code, 0, "{}", run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    document
}

#[test]
fn a_method_that_was_not_measured_is_anchored_by_those_of_its_class() {
    let folder = Folder::new();
    let file = profiled(&folder);
    let source = format!("{}/src", folder.path());
    let run = jouled(&["report", "--profile", &file, "--format", "json", &source]);
    let report = json(&run, include_str!("../../../model-data/report.schema.json"));
    let of = |name: &str| {
        let methods = report["methods"].as_array().expect("methods");
        let found = methods.iter().find(|method| method["method"] == name);
        found.expect("the method").clone()
    };
    let number = |value: &Value| value.as_f64().expect("a number");
    let never = of("never");
    let anchored = &never["anchored"];
    assert_eq!(anchored["nearest"], "class", "{never}");
    assert!(number(&anchored["methods"]) >= 3.0, "{anchored}");
    let joules = &anchored["joules_per_call"];
    let predicted = number(&never["typical"]["mean"]);
    let ratio = number(&joules[0]) / (predicted * number(&anchored["factor"][0]));
    assert!((ratio - 1.0).abs() < 1e-9, "{anchored}");
    // The same code was measured under another name.
    let two = of("two");
    let measured = number(&two["measured"]["joules_per_call"][0]);
    assert!(
        number(&joules[1]) < measured && measured < number(&joules[2]),
        "{measured}: {anchored}"
    );
    assert_eq!(two["anchored"], Value::Null, "it was measured");

    let text = jouled(&["report", "--profile", &file, &source]);
    assert_eq!(text.code, 0, "{}", text.stderr);
    let never = text.stdout.lines().find(|line| line.ends_with("never(long)"));
    let never = never.expect("its row");
    assert!(
        never.trim_start().starts_with('≈') && never.contains("×/÷"),
        "{never}"
    );
    assert!(text.stdout.contains("anchored, not measured"), "{}", text.stdout);
    let mut rows = text.stdout.lines().filter(|line| line.contains("Loops."));
    assert!(
        rows.all(|line| line.chars().count() <= 120),
        "{}",
        text.stdout
    );

    let explain = |more: &[&str]| {
        let all = ["explain", "--profile", &file, "Loops.never", &source];
        jouled(&[&all[..], more].concat())
    };
    let explained = explain(&[]);
    assert!(
        explained.stdout.contains("  anchored       ≈ ")
            && explained.stdout.contains(" measured methods of its class"),
        "{}",
        explained.stdout
    );
    let schema = include_str!("../../../model-data/explain.schema.json");
    let explained = json(&explain(&["--format", "json"]), schema);
    assert_eq!(explained["anchored"]["nearest"], "class", "{explained}");
}

#[test]
fn a_run_that_measured_two_methods_anchors_nothing() {
    let folder = Folder::new();
    let file = profiled(&folder);
    // Only two methods of the measured code are here.
    let two = PROGRAM.replace("three(long n)", "other(long n)").replace("three(", "other(");
    let two = two.replace("main(String[] args)", "start(String[] args)");
    folder.write("src/Loops.java", two.as_bytes());
    let source = format!("{}/src", folder.path());
    let run = jouled(&["report", "--profile", &file, "--format", "json", &source]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!run.stdout.contains("\"anchored\""), "{}", run.stdout);
    let text = jouled(&["report", "--profile", &file, &source]);
    assert!(!text.stdout.contains("anchored"), "{}", text.stdout);
}
