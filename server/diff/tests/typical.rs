//! Comparisons of typical energies, with handmade reports.

use diff::render::{Format, render};
use diff::{Change, Comparison, DiffError, Quantity, RegressionPolicy, Section};
use serde_json::{Value, json};
use crate::support::{change, compared_by, report_value, symbol, term};

/// A term that executes another operation.
fn other(executions: f64) -> Value {
    json!({
        "factor": "1", "mean": 0.0, "sd": 0.0,
        "features": {"operation:division": executions, "data_type:int": executions, "data_size:load": executions},
        "device_count": executions, "n_noise": executions,
    })
}

/// A typical energy of these terms; `loops` joules depend on loops.
fn typical(cost: &[Value], loops: f64, frequencies: &str) -> Value {
    json!({
        "mean": 1e-8, "sd": 1e-9, "interval": [5e-9, 2e-8], "kind": "tight", "why": null,
        "unpriced_calls": 0.0, "unpriced": [], "throws": 0.0, "formula": null, "cost": cost,
        "behind": {"branches": 0.0, "loops": loops, "dispatch": 0.0}, "frequencies": frequencies,
    })
}

/// A method whose worst case executes `worst` additions.
fn method(name: &str, typical: &Value, worst: f64) -> Value {
    json!({
        "class": "p/A", "method": name, "descriptor": "(I)I", "file": "p/A.java", "line": 3, "typical": typical,
        "worst": {
            "energy": null, "why_not": null, "formula": null, "cost": [term("1", worst)], "assumptions": [],
            "own": null, "unpriced": [], "rests_on": [],
        },
        "best": {"mean": 1e-9, "sd": 0.0},
        "provenance": {"modelled": 1.0, "transferred": 0.0, "approximated": 0.0, "unpriced": 0.0}, "clipped": 0.0,
        "callees": [], "unresolved": [], "notes": [], "lines": [crate::support::line(3, worst)],
    })
}

fn report(methods: &[Value]) -> Value {
    let mut report = report_value(methods);
    report["schema"] = json!("jouled.report/2");
    report
}

fn compared(base: &Value, head: &Value, toml: &str) -> Comparison {
    let gate = RegressionPolicy::from_toml(toml).expect("settings");
    let (base, head) = (
        report(std::slice::from_ref(base)),
        report(std::slice::from_ref(head)),
    );
    compared_by(&base, &head, &gate, None).expect("a comparison")
}

fn changed(base: &Value, head: &Value) -> (Comparison, Change) {
    let comparison = compared(base, head, "");
    let change = change(&comparison, "f").clone();
    (comparison, change)
}

#[test]
fn typical_energies_decide_where_nobody_names_another() {
    let (base, head) = (
        typical(&[term("1", 100.0)], 0.0, "a"),
        typical(&[term("1", 200.0)], 0.0, "b"),
    );
    let (comparison, change) = changed(&method("f", &base, 500.0), &method("f", &head, 500.0));
    assert_eq!(comparison.of, Quantity::Typical);
    assert_eq!(change.section, Section::More);
    assert!(change.verdict.is_regression() && change.worst.is_none());
    let relative = change.delta.and_then(|delta| delta.relative);
    assert!(
        (relative.expect("a share") - 1.0).abs() < 1e-9,
        "what both execute cancels"
    );
    // If requested, the worst case alone decides.
    let worst = compared(
        &method("f", &base, 500.0),
        &method("f", &head, 500.0),
        "[diff]\nof = \"worst\"",
    );
    assert_eq!(worst.of, Quantity::Worst);
    assert!(worst.changes.is_empty());
}

#[test]
fn nothing_changes_where_the_typical_tally_is_the_same() {
    let one = method("f", &typical(&[term("1", 100.0)], 1e-6, "a"), 500.0);
    let comparison = compared(&one, &one, "");
    assert!(comparison.changes.is_empty() && comparison.summary.unchanged == 1);
}

#[test]
fn other_frequencies_make_it_uncertain_which_side_costs_more() {
    // Both sides have most of their energy in loops, which run different code.
    let (base, head) = ([other(100.0)], [term("1", 130.0)]);
    let at = |frequencies: &str, loops: (f64, f64)| {
        let base = method("f", &typical(&base, loops.0, "a"), 500.0);
        let head = method("f", &typical(&head, loops.1, frequencies), 500.0);
        changed(&base, &head)
            .1
            .delta
            .expect("a difference")
            .p_greater
    };
    let same = at("a", (1.0, 2.0));
    let others = at("b", (1.0, 2.0));
    let certain = at("b", (0.0, 0.0));
    assert!(
        (certain - same).abs() < 1e-12,
        "no part hangs on frequencies"
    );
    let distance = |p: f64| (p - 0.5).abs();
    assert!(distance(others) < distance(same) - 0.01, "{others} {same}");
}

#[test]
fn what_is_only_added_costs_more_however_often_it_runs() {
    let base = method("f", &typical(&[term("1", 100.0)], 1.0, "a"), 500.0);
    let head = typical(&[term("1", 101.0)], 2.0, "b");
    let (_, change) = changed(&base, &method("f", &head, 505.0));
    assert_eq!(change.section, Section::More, "{:?}", change.delta);
    // If the code is the same, nothing was added. Other frequencies alone decide nothing.
    let (_, change) = changed(&base, &method("f", &head, 500.0));
    assert_eq!(change.section, Section::Undecided, "{:?}", change.delta);
}

#[test]
fn an_open_energy_is_shown_as_one() {
    let base = typical(&[term("1", 100.0)], 0.0, "a");
    let mut head = typical(&[term("1", 200.0)], 0.0, "b");
    head["why"] = json!("loops");
    let (comparison, change) = changed(&method("f", &base, 500.0), &method("f", &head, 500.0));
    let open = |side: Option<diff::Side>| side.and_then(|side| side.open);
    assert_eq!(
        (open(change.base), open(change.head)),
        (None, Some(String::from("loops")))
    );
    let text = render(&comparison, Format::Text, None);
    let told = "only an order of magnitude is known: head (because of loops)";
    assert!(text.contains(told), "{text}");
}

#[test]
fn calls_without_a_price_are_a_change() {
    let base = typical(&[term("1", 100.0)], 0.0, "a");
    let mut head = base.clone();
    head["unpriced_calls"] = json!(3.0);
    let (_, change) = changed(&method("f", &base, 500.0), &method("f", &head, 500.0));
    assert_eq!(change.section, Section::Unpriced);
    assert_eq!(
        change.unpriced.new,
        ["0.00 → 3.00 calls of methods without a price"]
    );
}

#[test]
fn a_typical_energy_that_nobody_knows_is_a_change() {
    let known = method("f", &typical(&[term("1", 100.0)], 0.0, "a"), 500.0);
    let unknown = method("f", &Value::Null, 500.0);
    for (base, head) in [(&known, &unknown), (&unknown, &known), (&unknown, &unknown)] {
        let (_, change) = changed(base, head);
        assert_eq!(change.section, Section::Unpriced);
    }
}

#[test]
fn a_worst_case_that_grows_faster_is_a_regression_of_its_own() {
    let energy = typical(&[term("1", 100.0)], 0.0, "a");
    let with = |factor: &str| {
        let mut method = method("f", &energy, 500.0);
        method["worst"]["cost"] = json!([term("1", 5.0), term(factor, 5.0)]);
        method["worst"]["assumptions"] = json!([symbol("n", None)]);
        method
    };
    let (comparison, change) = changed(&with("n"), &with("n²"));
    assert_eq!(
        change.verdict.reasons,
        ["the worst case grows faster: with n² now"]
    );
    assert!(change.delta.is_none(), "the typical energy is the same");
    let text = render(&comparison, Format::Text, None);
    assert!(text.contains("worst case: n² term appeared"), "{text}");
    assert!(!text.contains("order of magnitude"), "{text}");
    assert!(
        text.starts_with("base main → head topic\ntypical energies · "),
        "{text}"
    );
    // The other direction is not a regression.
    let (_, change) = changed(&with("n²"), &with("n"));
    assert_eq!(change.verdict.reasons, Vec::<String>::new());
}

#[test]
fn a_worst_case_has_a_tolerance_of_its_own() {
    let energy = typical(&[term("1", 100.0)], 0.0, "a");
    let (base, head) = (method("f", &energy, 500.0), method("f", &energy, 700.0));
    assert_eq!(compared(&base, &head, "").summary.regressions, 0);
    let reasons = |toml: &str| {
        let comparison = compared(&base, &head, toml);
        change(&comparison, "f").verdict.reasons.join("; ")
    };
    assert_eq!(reasons("[diff]\nworst = \"50%\""), "");
    let reason = reasons("[diff]\nworst = \"25%\"");
    assert!(
        reason.starts_with("the worst case costs more: P(head > base) > 0.9999 and +40"),
        "{reason}"
    );
}

#[test]
fn a_worst_case_that_doubles_is_seen_where_the_typical_energy_hardly_differs() {
    let judged = |head: f64, worst: f64, toml: &str| {
        let energies = [1000.0, head].map(|count| typical(&[term("1", count)], 0.0, "a"));
        let (base, head) = (
            method("f", &energies[0], 500.0),
            method("f", &energies[1], worst),
        );
        change(&compared(&base, &head, toml), "f").verdict.reasons.join("; ")
    };
    for head in [999.0, 1001.0] {
        let reason = judged(head, 1500.0, "");
        assert!(
            reason.starts_with("the worst case costs more: P(head > base) > 0.9999 and +200%"),
            "{reason}"
        );
        assert_eq!(judged(head, 900.0, ""), "");
        assert_eq!(judged(head, 1500.0, "[diff]\nworst = \"900%\""), "");
    }
    // A change that saves more than the tolerance on average may cost more in the worst case.
    assert_eq!(judged(900.0, 1500.0, ""), "");
}

#[test]
fn limits_that_name_no_energy_hold_for_the_worst_case() {
    let (base, head) = (
        typical(&[term("1", 100.0)], 0.0, "a"),
        typical(&[term("1", 200.0)], 0.0, "b"),
    );
    let (base, head) = (method("f", &base, 500.0), method("f", &head, 500.0));
    for toml in [
        "[diff]\ntolerance = \"5%\"",
        "[diff]\nconfidence = 0.9",
        "[diff]\nbudget = \"1 J\"",
        "[[diff.limit]]\nmethod = \"p.A.f\"\nhard = \"1 J\"",
    ] {
        let comparison = compared(&base, &head, toml);
        assert_eq!(comparison.of, Quantity::Worst, "{toml}");
        let notices = comparison.caveats.iter();
        assert_eq!(
            notices
                .filter(|caveat| caveat.contains("of = \"typical\""))
                .count(),
            1
        );
    }
    for toml in [
        "[diff]\ntolerance = \"5%\"\nof = \"typical\"",
        "[diff]\nminimumSeen = \"50%\"",
        "[diff]\nworst = \"25%\"\ntolerance = \"5%\"",
    ] {
        let comparison = compared(&base, &head, toml);
        assert_eq!(comparison.of, Quantity::Typical, "{toml}");
        assert_eq!(comparison.caveats, Vec::<String>::new());
    }
    let refused = RegressionPolicy::from_toml("[diff]\nof = \"best\"").expect_err("is refused");
    assert_eq!(
        refused,
        "of = \"best\" is neither \"typical\" nor \"worst\""
    );
}

#[test]
fn reports_without_typical_energies_are_compared_by_their_worst_cases() {
    let old = report_value(&[crate::support::method("f", 500.0)]);
    let new = report(&[method("f", &typical(&[term("1", 100.0)], 0.0, "a"), 700.0)]);
    let comparison =
        compared_by(&old, &new, &RegressionPolicy::default(), None).expect("a comparison");
    assert_eq!(comparison.of, Quantity::Worst);
    assert_eq!(change(&comparison, "f").section, Section::More);
    assert!(
        comparison
            .caveats
            .iter()
            .any(|caveat| caveat.contains("jouled.report/1"))
    );
    let gate = RegressionPolicy::from_toml("[diff]\nof = \"typical\"").expect("settings");
    let refused = compared_by(&old, &new, &gate, None);
    assert_eq!(refused.err(), Some(DiffError::NoTypical { side: "base" }));
}

#[test]
fn what_a_mean_over_callees_moves_a_little_is_counted_and_not_listed() {
    let with = |executed: f64, worst: f64| {
        let cost = [term("1", executed)];
        method("f", &typical(&cost, 0.0, "a"), worst)
    };
    let little = compared(&with(10_000.0, 500.0), &with(10_001.0, 500.0), "");
    assert!(little.changes.is_empty() && little.summary.unchanged == 1);
    let told = "untouched methods whose energy changes by less than 0.1%";
    assert!(little.caveats[0].starts_with(told), "{:?}", little.caveats);
    let calling = |executed: f64, calls: f64| {
        let mut method = with(executed, 500.0);
        method["typical"]["unpriced_calls"] = json!(calls);
        method
    };
    let changes = |calls: f64| {
        let (base, head) = (calling(10_000.0, 20.0), calling(10_001.0, calls));
        compared(&base, &head, "").changes.len()
    };
    assert_eq!((changes(20.001), changes(21.0)), (0, 1));
    // A change of its own code, a worst case, or settings that count smaller shares make it a change.
    let own = with(10_000.0, 500.0);
    let mut other = with(10_001.0, 500.0);
    other["lines"] = json!([crate::support::line(3, 501.0)]);
    assert_eq!(compared(&own, &other, "").changes.len(), 1);
    let worst = compared(&own, &with(10_001.0, 900.0), "");
    assert_eq!(worst.changes.len(), 1);
    let toml = "[diff]\nof = \"typical\"\ntolerance = \"0%\"";
    assert_eq!(
        compared(&own, &with(10_001.0, 500.0), toml).changes.len(),
        1
    );
}
