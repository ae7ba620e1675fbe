//! A history gets no point of what was not seen.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

use diff::{Comparison, RegressionPolicy};
use serde_json::{Value, json};
use support::{compared_by, method, report_value, with};

fn of(base: &[Value], head: &[Value], problems: &Value) -> Comparison {
    let gate =
        RegressionPolicy::from_toml("[diff]\ntrack = [\"p.A.f\", \"p.A.gone\"]").expect("a gate");
    let head = with(report_value(head), &[("problems", problems.clone())]);
    compared_by(&report_value(base), &head, &gate, None).expect("a comparison")
}

fn points(comparison: &Comparison) -> Vec<&str> {
    let series = comparison.series.iter();
    series.map(|series| &series.name[..]).collect()
}

fn reason<'c>(comparison: &'c Comparison, series: &str) -> &'c str {
    let mut gaps = comparison.gaps.iter();
    let gap = gaps.find(|gap| gap.name == series);
    &gap.unwrap_or_else(|| panic!("no gap of {series}: {:?}", comparison.gaps))
        .reason
}

fn elsewhere() -> Value {
    let fields = [("class", json!("q/B")), ("file", json!("src/q/B.java"))];
    with(method("g", 5.0), &fields)
}

fn here() -> Value {
    with(method("f", 3.0), &[("file", json!("src/p/A.java"))])
}

fn error(file: Option<&str>, line: Option<u32>) -> Value {
    json!([{"file": file, "line": line, "severity": "error", "message": "bad"}])
}

#[test]
fn a_file_that_does_not_compile_hides_its_package_and_all() {
    let problems = error(Some("src/p/A.java"), Some(1));
    let comparison = of(&[here(), elsewhere()], &[elsewhere()], &problems);
    assert_eq!(points(&comparison), ["package q"]);
    for series in ["all packages", "package p", "p.A.f(int)", "p.A.gone"] {
        let reason = reason(&comparison, series);
        assert_eq!(reason, "src/p/A.java does not compile", "{series}");
    }
    // Whatever the base has.
    let still = of(&[elsewhere()], &[elsewhere()], &problems);
    assert_eq!(points(&still), ["all packages"; 0]);
    // Nobody knows where it belongs.
    let reason = reason(&still, "package q");
    assert_eq!(reason, "src/p/A.java does not compile");
}

#[test]
fn a_body_that_does_not_compile_hides_its_method_package_and_all() {
    let broken = with(
        here(),
        &[
            ("cost", json!([])),
            ("notes", json!(["does not compile: no code to price"])),
        ],
    );
    let comparison = of(
        &[here(), elsewhere()],
        &[broken, elsewhere()],
        &error(Some("src/p/A.java"), Some(3)),
    );
    assert_eq!(points(&comparison), ["package q"]);
    let reason = reason(&comparison, "p.A.f(int)");
    assert_eq!(reason, "p.A.f(int) does not compile");
}

#[test]
fn what_may_hide_anything_hides_all() {
    let both = [here(), elsewhere()];
    let comparison = of(&both, &both, &error(Some("lib/a.jar"), None));
    assert_eq!(points(&comparison), ["all packages"; 0]);
    assert_eq!(reason(&comparison, "package q"), "lib/a.jar: bad");
}

#[test]
fn a_name_of_nothing_is_told_and_hides_nothing() {
    let both = [here(), elsewhere()];
    let comparison = of(&both, &both, &json!([]));
    let expected = ["all packages", "package p", "package q", "p.A.f(int)"];
    assert_eq!(points(&comparison), expected);
    assert_eq!(reason(&comparison, "p.A.gone"), "no method has this name");
    let gone = of(&both, &[elsewhere()], &json!([]));
    assert_eq!(points(&gone), ["all packages", "package q"]);
    assert_eq!(reason(&gone, "p.A.f(int)"), "the head does not have it");
}
