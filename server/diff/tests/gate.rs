//! What may pass: tolerances, limits and acknowledgements.

use diff::{Comparison, DiffError, RegressionPolicy};
use serde_json::json;
use crate::support::{change, compared_by, method, report_value, with};

/// `f` costs a tenth more.
fn judged(toml: &str, today: Option<&str>) -> Result<Comparison, DiffError> {
    let gate = RegressionPolicy::from_toml(toml).expect("a gate");
    let base = report_value(&[method("f", 100.0)]);
    let head = report_value(&[method("f", 110.0)]);
    compared_by(&base, &head, &gate, today)
}

fn regressions(toml: &str) -> usize {
    judged(toml, Some("2026-11-21"))
        .expect("a comparison")
        .summary
        .regressions
}

#[test]
fn the_tolerance_of_all_of_a_method_and_of_a_path() {
    assert_eq!(regressions(""), 1);
    assert_eq!(regressions("[diff]\ntolerance = \"11%\""), 0);
    for scope in [
        "method = \"p.A.f\"",
        "method = \"p/A.f(I)I\"",
        "method = \"p.*.f\"",
        "method = \"p.**\"",
        "path = \"p/A.java\"",
        "path = \"p\"",
        "path = \"**/*.java\"",
    ] {
        assert_eq!(
            regressions(&format!("[[diff.limit]]\n{scope}\nsoft = \"11%\"")),
            0,
            "{scope}"
        );
    }
    for scope in [
        "method = \"p.A.g\"",
        "method = \"*.f\"",
        "path = \"q\"",
        "method = \"p.A.f(J)I\"",
    ] {
        assert_eq!(
            regressions(&format!("[[diff.limit]]\n{scope}\nsoft = \"11%\"")),
            1,
            "{scope}"
        );
    }
    let both = "[[diff.limit]]\nmethod = \"p.**\"\nsoft = \"11%\"\n[[diff.limit]]\nmethod = \"p.A.f\"\nsoft = \"5%\"";
    assert_eq!(regressions(both), 1);
}

#[test]
fn the_confidence_is_the_tables() {
    assert_eq!(regressions("[diff]\nconfidence = 0.99"), 1);
    let comparison = judged("[diff]\nconfidence = 0.99", None).expect("a comparison");
    assert!((comparison.confidence - 0.99).abs() < 1e-12);
}

#[test]
fn a_hard_limit_holds_within_the_tolerance_and_for_new_methods() {
    let toml = "[diff]\ntolerance = \"50%\"\n[[diff.limit]]\nmethod = \"p.A.*\"\nhard = \"1 nJ\"";
    let comparison = judged(toml, None).expect("a comparison");
    let reasons = &change(&comparison, "f").verdict.reasons;
    assert!(
        reasons[0].ends_with("is over the hard limit of 1.00 nJ"),
        "{reasons:?}"
    );
    assert_eq!(regressions(&toml.replace("1 nJ", "1 J")), 0);
    let gate = RegressionPolicy::from_toml(toml).expect("a gate");
    let head = report_value(&[method("f", 100.0)]);
    let comparison = compared_by(&report_value(&[]), &head, &gate, None).expect("a comparison");
    assert_eq!(comparison.summary.regressions, 1);
}

const ACKNOWLEDGED: &str = "[[diff.acknowledge]]\nmethod = \"p.A.f\"\nreason = \"the safe way costs more\"\nuntil = \"2026-12-31\"";

#[test]
fn an_acknowledged_regression_passes_up_to_its_day() {
    let on = |day| judged(ACKNOWLEDGED, Some(day)).expect("a comparison");
    for day in ["2026-11-21", "2026-12-31"] {
        let comparison = on(day);
        assert_eq!(
            (
                comparison.summary.regressions,
                comparison.summary.acknowledged
            ),
            (0, 1),
            "{day}"
        );
        let verdict = &change(&comparison, "f").verdict;
        assert_eq!(
            verdict.acknowledged.as_deref(),
            Some("the safe way costs more (until 2026-12-31)")
        );
    }
    let expired = on("2027-01-01");
    assert_eq!(expired.summary.regressions, 1);
    let notes = &change(&expired, "f").verdict.notes;
    assert_eq!(
        notes[..],
        ["its acknowledgement expired on 2026-12-31: the safe way costs more"]
    );
}

#[test]
fn an_acknowledgement_that_decides_needs_a_day_and_one_that_does_not_is_told() {
    assert_eq!(judged(ACKNOWLEDGED, None), Err(DiffError::NoDate));
    let gate = RegressionPolicy::from_toml(ACKNOWLEDGED).expect("a gate");
    let same = report_value(&[with(method("f", 1.0), &[("line", json!(4))])]);
    let comparison = compared_by(&same, &same, &gate, None).expect("a comparison");
    assert!(
        comparison.caveats[0].contains("is not needed"),
        "{:?}",
        comparison.caveats
    );
}

#[test]
fn a_gate_that_is_not_understood_is_refused() {
    for toml in [
        "[diff]\nconfidence = 2",
        "[diff]\nconfidence = 0.2",
        "[diff]\ntolerance = 5",
        "[diff]\ntolerance = \"5\"",
        "[diff]\ntolerance = \"-5%\"",
        "[diff]\ntolerence = \"5%\"",
        "[[diff.limit]]\nmethod = \"p.A\"",
        "[[diff.limit]]\nsoft = \"5%\"",
        "[[diff.limit]]\nmethod = \"a\"\npath = \"b\"\nsoft = \"5%\"",
        "[[diff.limit]]\nmethod = \"a\"\nhard = \"5 miles\"",
        "[[diff.acknowledge]]\nmethod = \"a\"\nreason = \" \"\nuntil = \"2026-12-31\"",
        "[[diff.acknowledge]]\nmethod = \"a\"\nreason = \"b\"",
        "[[diff.acknowledge]]\nmethod = \"a\"\nreason = \"b\"\nuntil = \"soon\"",
        "[diff",
    ] {
        assert!(RegressionPolicy::from_toml(toml).is_err(), "{toml}");
    }
    assert!(RegressionPolicy::from_toml("model = \"x\"\n[assume]\nn = 3").is_ok());
}
