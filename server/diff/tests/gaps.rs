//! What was not seen keeps the number of the base in a history, or has none.

use diff::{Comparison, RegressionPolicy};
use serde_json::{Value, json};
use crate::support::{compared_by, method, report_value, with};

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

/// The series with numbers of the head.
fn seen(comparison: &Comparison) -> Vec<&str> {
    let series = comparison.series.iter();
    let seen = series.filter(|series| series.of_base.is_none());
    seen.map(|series| &series.name[..]).collect()
}

/// Why a series has the number of the base, or no number.
fn reason<'c>(comparison: &'c Comparison, series: &str) -> &'c str {
    let mut gaps = comparison.gaps.iter();
    let gap = gaps.find(|gap| gap.name == series).map(|gap| &gap.reason);
    let of_base = comparison.series.iter().find(|one| one.name == series);
    let reason = gap.or(of_base.and_then(|one| one.of_base.as_ref()));
    reason.unwrap_or_else(|| panic!("nothing of {series}: {:?}", comparison.gaps))
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
    let all = ["all packages", "package p", "package q", "p.A.f(int)"];
    assert_eq!(points(&comparison), all);
    assert_eq!(seen(&comparison), ["package q"]);
    let same = of(&[here(), elsewhere()], &[here(), elsewhere()], &json!([]));
    for (one, two) in comparison.series.iter().zip(&same.series) {
        assert!((one.mean - two.mean).abs() < 1e-18, "{}", one.name);
    }
    for series in ["all packages", "package p", "p.A.f(int)", "p.A.gone"] {
        let reason = reason(&comparison, series);
        assert_eq!(reason, "src/p/A.java does not compile", "{series}");
    }
    // Whatever the base has.
    let still = of(&[elsewhere()], &[elsewhere()], &problems);
    assert_eq!(seen(&still), ["all packages"; 0]);
    assert_eq!(points(&still), ["all packages", "package q"]);
    // It is unknown where it belongs.
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
    assert_eq!(seen(&comparison), ["package q"]);
    let reason = reason(&comparison, "p.A.f(int)");
    assert_eq!(reason, "p.A.f(int) does not compile");
}

#[test]
fn what_may_hide_anything_hides_all() {
    let both = [here(), elsewhere()];
    let comparison = of(&both, &both, &error(Some("lib/a.jar"), None));
    assert_eq!(seen(&comparison), ["all packages"; 0]);
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
