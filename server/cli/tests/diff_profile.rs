//! `jouled diff --profile`: both sides in the energies of a run of the base.
#![cfg(target_os = "linux")]

use crate::support::git::{commits, diff_in};
use crate::support::{Folder, Run, compiled, jdk, jouled};
use serde_json::Value;

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
        for (int round = 0; round < 400; round++) { sink += one(round) + two(round) + three(round); }
    }
    static long never(long n) {
        long v = n;
        for (int i = 0; i < 600_000; i++) { v = v * 31 + (v >>> 7) / 3; }
        return v;
    }
}
";

/// The loop of `one`.
const LOOP: &str = "for (int i = 0; i < 300_000; i++) { v = v * 31 + (v >>> 7) / 3; }";

/// A profile of a program, in a folder of its own.
fn profiled(name: &str, text: &str) -> (Folder, String) {
    let folder = Folder::new();
    for (class, bytes) in compiled(&format!("{name}.java"), text) {
        folder.write(&format!("classes/{class}.class"), &bytes);
    }
    let file = format!("{}/run.jouled", folder.path());
    let classes = format!("{}/classes", folder.path());
    let java = jdk().java().display().to_string();
    let meter = "cpu-time:tdp=65,cpus=2";
    let run = jouled(&[
        "profile", "--meter", meter, "--out", &file, "--", &java, "-cp", &classes, name,
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    (folder, file)
}

fn json(run: &Run) -> Value {
    let document: Value = serde_json::from_str(&run.stdout)
        .unwrap_or_else(|error| panic!("{error}: {} {}", run.stdout, run.stderr));
    let schema = include_str!("../../../model-data/diff.schema.json");
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let problems: Vec<String> = validator
        .iter_errors(&document)
        .map(|error| error.to_string())
        .collect();
    assert!(problems.is_empty(), "{problems:#?}");
    document
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn change<'d>(document: &'d Value, method: &str) -> &'d Value {
    let changes = document["changes"].as_array().expect("changes");
    let found = changes.iter().find(|change| change["method"] == method);
    found.unwrap_or_else(|| panic!("{method} is not in {document}"))
}

/// What the profile measured for a call of a method.
fn measured(profile: &str, source: &Folder, method: &str) -> f64 {
    let run = jouled(&["report", "--profile", profile, "--format", "json", source.path()]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods");
    let found = methods.iter().find(|one| one["method"] == method);
    number(&found.expect("the method")["measured"]["joules_per_call"][0])
}

fn state(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("Loops.java", text.as_bytes());
    folder
}

fn diff(profile: &str, base: &Folder, head: &Folder, more: &[&str]) -> Run {
    let all = ["diff", "--profile", profile, base.path(), head.path()];
    jouled(&[&all[..], more].concat())
}

/// Two numbers that differ only by rounding.
fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= 1e-9 * one.abs().max(two.abs())
}

#[test]
fn an_edited_method_costs_what_was_measured_times_the_predicted_ratio() {
    let (_folder, profile) = profiled("Loops", PROGRAM);
    let base = state(PROGRAM);

    // A comment costs nothing, exactly.
    let commented = state(&PROGRAM.replace("return v;", "return v; // the same"));
    let run = diff(&profile, &base, &commented, &["--format", "json", "--strict"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let document = json(&run);
    assert_eq!(document["changes"].as_array().map(Vec::len), Some(0));
    let used = &document["profile"];
    assert!(number(&used["measured"]) >= 3.0, "{used}");
    assert_eq!(used["other_code"], Value::Array(Vec::new()));
    assert_eq!(used["anchors_others"], true);

    // One loop runs twice, one method that did not run has a longer loop, and one method is new.
    let twice = PROGRAM
        .replace(LOOP, &format!("{LOOP}\n{LOOP}"))
        .replace("static long never(long n) {", "static long fresh(long n) { return n * 3; }\n    static long never(long n) {\n        n *= 5;");
    let head = state(&twice);
    let run = diff(&profile, &base, &head, &["--format", "json"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let document = json(&run);
    let one = change(&document, "one");
    let per_call = measured(&profile, &base, "one");
    assert_eq!(one["base"]["provenance"], "measured", "{one}");
    assert_eq!(one["head"]["provenance"], "anchored", "{one}");
    assert!(is_near(number(&one["base"]["mean"]), per_call), "{one}");
    let ratio = number(&one["head"]["mean"]) / per_call;
    assert!((ratio - 2.0).abs() < 1e-4, "{one}");
    let predicted = number(&one["head"]["predicted"]) / number(&one["base"]["predicted"]);
    assert!(is_near(ratio, predicted), "{one}");
    let delta = &one["delta"];
    assert!(is_near(number(&delta["mean"]), per_call * (ratio - 1.0)), "{one}");
    assert!(number(&delta["p_greater"]) > 0.9999, "{one}");
    // The loop is the measured one, so only the measurement is uncertain.
    let relative = |side: &str| number(&one[side]["sd"]) / number(&one[side]["mean"]);
    assert!((relative("base") - relative("head")).abs() < 1e-4, "{one}");
    let of_delta = number(&delta["sd"]) / number(&delta["mean"]);
    assert!((relative("base") - of_delta).abs() < 1e-4, "{one}");
    // The same factor anchors both sides of what did not run, and what is new.
    let never = change(&document, "never");
    let factor = |side: &Value| number(&side["mean"]) / number(&side["predicted"]);
    for side in ["base", "head"] {
        assert_eq!(never[side]["provenance"], "anchored", "{never}");
    }
    assert!(is_near(factor(&never["base"]), factor(&never["head"])), "{never}");
    let fresh = change(&document, "fresh");
    assert_eq!(fresh["head"]["provenance"], "anchored", "{fresh}");
    assert!(is_near(factor(&fresh["head"]), factor(&never["head"])), "{fresh}");
    // The run called `one` 400 times, and the others not at all.
    let run = &document["run"];
    let in_run = &one["run"];
    assert_eq!(in_run["calls"], 400, "{one}");
    assert!(is_near(number(&in_run["mean"]), 400.0 * number(&delta["mean"])), "{one}");
    assert_eq!(never["run"]["calls"], 0, "{never}");
    assert!(is_near(number(&run["mean"]), number(&in_run["mean"])), "{run}");
    let share = number(&run["mean"]) / number(&used["joules"]);
    assert!(is_near(number(&run["relative"]), share) && 0.0 < share && share < 1.0, "{run}");
    assert!(number(&run["p_greater"]) > 0.9999, "{run}");
    assert!((number(&run["measured"]) - 1.0).abs() < 1e-9, "{run}");
    assert_eq!((&run["methods"], &run["not_run"]), (&Value::from(1), &Value::from(1)), "{run}");
    assert!(number(&run["origins"]["measured"]) >= 1.0, "{run}");
    // The model alone gives other energies, and the same relative change.
    let plain = json(&jouled(&["diff", base.path(), head.path(), "--format", "json"]));
    let without = change(&plain, "one");
    assert!(without["base"].get("provenance").is_none(), "{without}");
    assert!(without.get("run").is_none() && plain.get("run").is_none());
    assert!(is_near(number(&without["delta"]["relative"]), number(&delta["relative"])));
    assert!(!is_near(number(&without["delta"]["mean"]), number(&delta["mean"])));

    for (format, row) in [
        ("text", "Loops.one(long)"),
        ("markdown", "Loops.one"),
        ("html", "Loops.one"),
        ("csv", "more,Loops,one"),
    ] {
        let shown = diff(&profile, &base, &head, &["--format", format]).stdout;
        let found = shown
            .lines()
            .find(|line| line.contains(row) && line.contains("measured"));
        let found = found.unwrap_or_else(|| panic!("{format}: {shown}"));
        assert!(found.contains("anchored"), "{format}: {found}");
        if format != "csv" {
            assert!(shown.contains("400 calls in the run"), "{format}: {shown}");
            assert!(shown.contains(" is in methods that the run measured"), "{format}: {shown}");
        }
    }
    let worst = json(&diff(&profile, &base, &head, &["--of", "worst", "--format", "json"]));
    assert!(worst["caveats"].to_string().contains("worst cases"), "{worst}");
    assert!(change(&worst, "one")["base"].get("provenance").is_none());
}

#[test]
fn a_revision_is_anchored_by_a_profile_of_it() {
    let (_folder, profile) = profiled("Loops", PROGRAM);
    let base = state(PROGRAM);
    let twice = PROGRAM.replace(LOOP, &format!("{LOOP}\n{LOOP}"));
    let other = "class Other { int f(int n) { return n; } }";
    let repository = commits(
        &[("Loops.java", PROGRAM), ("Other.java", other)],
        &[("Loops.java", &twice)],
    );
    let arguments = ["HEAD~1", "HEAD", "--profile", &profile, "--format", "json"];
    let document = json(&diff_in(repository.path(), &arguments));
    assert!(number(&document["profile"]["measured"]) >= 3.0, "{document}");
    let one = change(&document, "one");
    let per_call = measured(&profile, &base, "one");
    assert!(is_near(number(&one["base"]["mean"]), per_call), "{one}");
    assert!((number(&one["head"]["mean"]) / per_call - 2.0).abs() < 1e-4, "{one}");
    // Its caller was measured, too, and costs more only because of it.
    let main = change(&document, "main");
    assert_eq!(main["base"]["provenance"], "measured", "{main}");
    assert_eq!(main["head"]["provenance"], "anchored", "{main}");
    assert_eq!(main["causes"][0]["kind"], "callee", "{main}");
    // What the loop costs more counts once.
    assert!(main.get("run").is_none(), "{main}");
    let (run, more) = (&document["run"], &one["run"]["mean"]);
    assert!(is_near(number(&run["mean"]), number(more)), "{run}");
    assert!(is_near(number(more), 400.0 * number(&one["delta"]["mean"])), "{one}");

    // Nor does it count in a caller that changed as well: `main` itself adds a few operations.
    let both = twice.replace("sink += one(round)", "sink += round * 3; sink += one(round)");
    let repository = commits(
        &[("Loops.java", PROGRAM), ("Other.java", other)],
        &[("Loops.java", &both), ("Other.java", other)],
    );
    let document = json(&diff_in(repository.path(), &arguments));
    let in_run = |method: &str| number(&change(&document, method)["run"]["mean"]);
    let (of_main, of_one) = (in_run("main"), in_run("one"));
    assert!(0.0 < of_main && of_main < of_one * 1e-3, "{of_main} {of_one}");
    let delta = number(&change(&document, "main")["delta"]["mean"]);
    assert!(delta > of_one * 0.1, "{delta} {of_one}");
    assert!(is_near(number(&document["run"]["mean"]), of_main + of_one), "{document}");
    assert_eq!(document["changes"].as_array().map(Vec::len), Some(2), "{document}");
}

#[test]
fn a_profile_of_other_code_is_named_and_not_used() {
    let program = PROGRAM.replace("Loops", "Others");
    let (_folder, profile) = profiled("Others", &program);
    let base = state(PROGRAM);
    let head = state(&PROGRAM.replace(LOOP, &format!("{LOOP}\n{LOOP}")));
    let run = diff(&profile, &base, &head, &[]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        run.stdout.contains("does not fit the base, so all energies are predicted"),
        "{}",
        run.stdout
    );
    let document = json(&diff(&profile, &base, &head, &["--format", "json"]));
    let plain = json(&jouled(&["diff", base.path(), head.path(), "--format", "json"]));
    assert_eq!(document["profile"]["measured"], 0, "{document}");
    assert_eq!(document["changes"], plain["changes"]);
    // With --strict, a comparison that passes lacks the profile that it was promised.
    let cheaper = diff(&profile, &head, &base, &["--strict"]);
    assert_eq!(cheaper.code, 4, "{}", cheaper.stdout);
    assert_eq!(diff(&profile, &head, &base, &[]).code, 0);

    // A method that changed since the run is not measured any more.
    let (_folder, profile) = profiled("Loops", PROGRAM);
    let since = state(&PROGRAM.replacen("return v;", "return v + 1;", 1));
    let run = diff(&profile, &since, &head, &[]);
    assert!(
        run.stdout.contains("the base has other code than the profile measured in 1 method: Loops.one(long)"),
        "{}",
        run.stdout
    );
    let document = json(&diff(&profile, &since, &head, &["--format", "json"]));
    assert_eq!(document["profile"]["other_code"][0]["method"], "one");
    assert_ne!(change(&document, "one")["base"]["provenance"], "measured");
    let strict = diff(&profile, &since, &state(&PROGRAM.replace("return v;", "return v + 1;")), &["--strict"]);
    assert_eq!(strict.code, 4, "{}", strict.stdout);
}

/// Nothing that a developer gave is silently ignored.
#[test]
fn a_profile_that_shows_no_calls_says_why() {
    let folder = Folder::new();
    for (class, bytes) in compiled("Loops.java", PROGRAM) {
        folder.write(&format!("classes/{class}.class"), &bytes);
    }
    let file = format!("{}/uncounted.jouled", folder.path());
    let classes = format!("{}/classes", folder.path());
    let java = jdk().java().display().to_string();
    let meter = "cpu-time:tdp=65,cpus=2";
    let run = jouled(&[
        "profile", "--no-counts", "--meter", meter, "--out", &file, "--", &java, "-cp", &classes, "Loops",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let base = state(PROGRAM);
    let cheaper = state(&PROGRAM.replace("450_000", "250_000"));
    let document = json(&diff(&file, &base, &cheaper, &["--format", "json"]));
    let note = "the profile uncounted.jouled does not show what a call cost, so all energies are predicted: it has no counts of calls";
    assert!(document["caveats"].to_string().contains(note), "{document}");
    assert!(document.get("run").is_none(), "{document}");
    let plain = json(&jouled(&["diff", base.path(), cheaper.path(), "--format", "json"]));
    assert_eq!(document["changes"], plain["changes"]);
    assert_eq!(diff(&file, &base, &cheaper, &["--strict"]).code, 4);

    folder.write("broken.jouled", b"no profile");
    let broken = format!("{}/broken.jouled", folder.path());
    let run = diff(&broken, &base, &cheaper, &[]);
    assert_eq!((run.code, &run.stdout[..]), (1, ""), "{}", run.stderr);
    assert!(run.stderr.contains("broken.jouled"), "{}", run.stderr);
}

/// The energies of a compiled run are far below those of the model's interpreter. A limit holds for the prediction, too.
#[test]
fn a_profile_lets_nothing_pass_that_is_over_a_limit_without_it() {
    let (_folder, profile) = profiled("Loops", PROGRAM);
    let limit = "[diff]\nof = \"typical\"\n[[diff.limit]]\nmethod = \"Loops.never\"\nhard = \"100 mJ\"\n";
    let (base, head) = (state(PROGRAM), state(&PROGRAM.replace("static long never(long n) {", "static long never(long n) {\n n *= 5;")));
    for folder in [&base, &head] {
        folder.write("jouled.toml", limit.as_bytes());
    }
    let document = json(&diff(&profile, &base, &head, &["--format", "json"]));
    let never = change(&document, "never");
    assert_eq!(never["head"]["provenance"], "anchored", "{never}");
    assert!(number(&never["head"]["mean"]) < 0.1, "{never}");
    let reasons = never["verdict"]["reasons"].to_string();
    assert!(reasons.contains("as predicted without the profile is over the hard limit"), "{reasons}");
    assert_eq!(document["outcome"], "regression");
}
