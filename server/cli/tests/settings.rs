//! The settings in a project's `jouled.toml` and in flags, in runs of a user.

use serde_json::Value;
use crate::support::{Folder, Run, fixture_model, jouled};

const LOOP: &str = "package p; public class NAME { int of(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }";

/// A project with a class `p.Main`, a test, and generated code.
fn project(settings: &str) -> Folder {
    let folder = Folder::new();
    folder.write("jouled.toml", settings.as_bytes());
    for (path, name) in [
        ("src/main/java/p/Main.java", "Main"),
        ("src/test/java/p/MainTest.java", "MainTest"),
        ("generated/p/Made.java", "Made"),
    ] {
        folder.write(path, LOOP.replace("NAME", name).as_bytes());
    }
    folder
}

fn report(path: &str, more: &[&str]) -> Value {
    let run = jouled(&[&["report", path, "--format", "json"], more].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// The classes, and the value of `n` in their methods `of`.
fn values(report: &Value) -> Vec<(String, Option<f64>)> {
    let methods = report["methods"].as_array().expect("methods");
    let mut values: Vec<_> = methods
        .iter()
        .filter(|method| method["method"] == "of")
        .map(|method| {
            let class = method["class"].as_str().expect("a class").to_owned();
            (class, method["worst"]["assumptions"][0]["value"].as_f64())
        })
        .collect();
    values.sort_by(|left, right| left.0.cmp(&right.0));
    values
}

fn of<const N: usize>(values: [(&str, Option<f64>); N]) -> Vec<(String, Option<f64>)> {
    let values = values
        .into_iter()
        .map(|(class, value)| (class.to_owned(), value));
    values.collect()
}

#[test]
fn a_report_of_a_tree_follows_the_projects_file() {
    let folder = project(&format!(
        "model = '{}'\nexclude = ['generated']\n[assume]\nn = 10\n'src/test/**:n' = 3\n",
        fixture_model()
    ));
    let all = report(folder.path(), &[]);
    let expected = of([("p/Main", Some(10.0)), ("p/MainTest", Some(3.0))]);
    assert_eq!(values(&all), expected);
    assert_eq!(all["model"]["structure"], "instruction");
    assert_eq!(all["problems"], serde_json::json!([]));
    // A part of the project has the settings of the project, with paths relative to the project.
    let part = report(&format!("{}/src/test", folder.path()), &[]);
    assert_eq!(values(&part), of([("p/MainTest", Some(3.0))]));
    assert_eq!(part["model"]["structure"], "instruction");
}

#[test]
fn flags_go_before_the_file() {
    let folder = project("device = 'nonsense'\nassume.n = 10\nassume.'p.MainTest.of:n' = 4");
    let flags = [
        "--device",
        "any",
        "--assume",
        "n=20",
        "--exclude",
        "generated",
    ];
    let all = report(folder.path(), &flags);
    let expected = of([("p/Main", Some(20.0)), ("p/MainTest", Some(4.0))]);
    assert_eq!(values(&all), expected);
    assert_eq!(all["model"]["device"], "any");
    let run = jouled(&["report", folder.path()]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("nonsense"), "{}", run.stderr);
}

#[test]
fn what_does_not_hold_in_the_file_is_a_warning_with_its_line() {
    let folder =
        project("device = 'any'\nhintMinimum = '5 nJ'\njavaHome = '/nowhere'\nassume.n = 2\n");
    let warned = |run: &Run| {
        assert_eq!(run.code, 0, "{}", run.stderr);
        for line in [
            "jouled.toml:2: warning: there is no setting \"hintMinimum\"; is \"hintsMinimum\" meant?",
            "jouled.toml:3: warning: javaHome is not allowed here: jouled runs programs from it",
        ] {
            assert_eq!(run.stderr.matches(line).count(), 1, "{}", run.stderr);
        }
    };
    // A warning is no reason to fail, and the rest of the file applies.
    let file = format!("{}/src/main/java/p/Main.java", folder.path());
    let annotated = jouled(&["annotate", &file, "--strict"]);
    warned(&annotated);
    assert!(annotated.stdout.contains("n = 2"), "{}", annotated.stdout);
    warned(&jouled(&["report", folder.path(), "--strict"]));
    let problems = report(folder.path(), &[])["problems"].clone();
    assert_eq!(problems[0]["line"], 2);
    assert_eq!(problems[0]["file"], "jouled.toml");
}

#[test]
fn a_file_that_is_no_toml_costs_only_itself() {
    let folder = project("assume.n = 10\ndevice = \n");
    let run = jouled(&[
        "report",
        folder.path(),
        "--assume",
        "n=7",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = run
        .stderr
        .lines()
        .filter(|line| line.starts_with("jouled.toml:2: warning: this is not valid TOML"));
    assert_eq!(told.count(), 1, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(values(&report).len(), 3);
    assert_eq!(values(&report)[0].1, Some(7.0));
}

#[test]
fn several_projects_have_no_settings_in_common() {
    let (one, other) = (project("assume.n = 1"), project("assume.n = 2"));
    let run = jouled(&["report", one.path(), other.path(), "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stderr.matches("this file is not read").count(), 2);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert!(values(&report).iter().all(|(_, value)| value.is_none()));
}

#[test]
fn code_is_compiled_for_the_release_of_the_file() {
    let folder = project("release = 11");
    folder.write(
        "src/main/java/p/Point.java",
        b"package p; record Point(int x) { }",
    );
    let path = format!("{}/src/main", folder.path());
    let run = jouled(&["report", &path]);
    assert!(run.stderr.contains("records are"), "{}", run.stderr);
    let run = jouled(&["report", &path, "--release", "17"]);
    assert_eq!(run.stderr, "");
}

#[test]
fn arguments_that_cannot_be_meant_are_refused() {
    let folder = project("");
    for wrong in [
        ["--release", "7"],
        ["--release", "x"],
        ["--exclude", "[a"],
        ["--assume", "n"],
        ["--assume", "src/[a:n=1"],
    ] {
        let run = jouled(&[&["report", folder.path()], &wrong[..]].concat());
        assert_eq!(run.code, 2, "{wrong:?}: {}", run.stderr);
    }
}
