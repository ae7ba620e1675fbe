//! Costs are compared at values at which the loops of both sides repeat.

use diff::{Change, RegressionPolicy, Section};
use serde_json::{Value, json};
use crate::support::{change, compared, compared_by, method, report_value, symbol, term, with};

fn of(cost: &[Value], symbols: &[&str]) -> Value {
    let symbols: Vec<Value> = symbols.iter().map(|name| symbol(name, None)).collect();
    with(
        method("f", 1.0),
        &[("cost", json!(cost)), ("assumptions", json!(symbols))],
    )
}

fn one(base: &[Value], head: &[Value], symbols: &[&str]) -> Change {
    let comparison = compared(&[of(base, symbols)], &[of(head, symbols)]);
    change(&comparison, "f").clone()
}

#[test]
fn every_loop_turns_where_they_can_all_turn() {
    for (factor, symbols) in [
        ("(to − from)", &["from", "to"][..]),
        ("(from − to − 1)", &["from", "to"]),
        ("(to − from)²", &["from", "to"]),
        ("(b − a)·(c − b)·(d − c)", &["a", "b", "c", "d"]),
        ("⌈(to − from − 4)/7⌉", &["from", "to"]),
        ("⌈log₂(to − from + 1)⌉", &["from", "to"]),
        ("2^(n − 12)", &["n"]),
        ("(n − 10)·(−n + 30)", &["n"]),
        ("(−n + 10)·n", &["n"]),
        ("min(a − b, c − b, 5)", &["a", "b", "c"]),
        ("(n·m − 2000)", &["m", "n"]),
        ("max(0, to − from)", &["from", "to"]),
        ("(to − from)⁺", &["from", "to"]),
        ("(−n)", &["n"]),
        ("⌈(−n − 3)/7⌉", &["n"]),
        ("(−n − m)", &["m", "n"]),
        ("(−n)·m", &["m", "n"]),
        ("(min(a, b) − 10)", &["a", "b"]),
        ("(min(a, b) − 100)", &["a", "b"]),
        ("(−max(a, b) + 5)", &["a", "b"]),
        ("(2·min(a, b − c, ⌈d/2⌉) − 100)", &["a", "b", "c", "d"]),
        ("(max(a, b) − 100)", &["a", "b"]),
        ("(⌈n/7⌉ − 20)", &["n"]),
        ("(⌈log₂(n + 1)⌉ − 10)", &["n"]),
        ("(n − 3000000)", &["n"]),
        ("min(−a, −b)", &["a", "b"]),
    ] {
        let with = |additions| [term("1", 5.0), term(factor, additions)];
        let change = one(&with(2.0), &with(12.0), symbols);
        assert_eq!(change.section, Section::More, "{factor}: {change:#?}");
        assert!(change.verdict.is_regression(), "{factor}");
    }
}

#[test]
fn loops_that_cannot_turn_together_are_each_looked_at() {
    let with = |up: f64, down: f64| {
        [
            term("1", 5.0),
            term("(to − from)", up),
            term("(from − to)", down),
        ]
    };
    let symbols = ["from", "to"];
    for (up, down) in [(40.0, 3.0), (3.0, 40.0), (1.0, 40.0), (40.0, 1.0)] {
        let change = one(&with(3.0, 3.0), &with(up, down), &symbols);
        assert_eq!(change.section, Section::More, "{up} {down}: {change:#?}");
    }
    let change = one(&with(3.0, 3.0), &with(1.0, 1.0), &symbols);
    assert_eq!(change.section, Section::Less, "{change:#?}");
}

#[test]
fn what_a_dearer_path_hides_is_looked_for() {
    let with = |b: f64| {
        let mut both = term("1", 1.0);
        both["alternatives"] = json!([[term("a", 100.0)], [term("b", b)]]);
        [both]
    };
    let change = one(&with(3.0), &with(30.0), &["a", "b"]);
    assert_eq!(change.section, Section::More, "{change:#?}");
}

#[test]
fn loops_over_negative_and_positive_numbers_are_each_looked_at() {
    let with = |up: f64, down: f64| [term("1", 5.0), term("n", up), term("(−n)", down)];
    for (up, down) in [(40.0, 3.0), (3.0, 40.0)] {
        let change = one(&with(3.0, 3.0), &with(up, down), &["n"]);
        assert_eq!(change.section, Section::More, "{up} {down}: {change:#?}");
    }
}

#[test]
fn what_is_counted_is_never_below_zero() {
    let with = |additions| {
        let mut length = symbol("a.length", None);
        length["kind"] = json!("array_length");
        let cost = [term("1", 5.0), term("(−a.length)", additions)];
        with(
            method("f", 1.0),
            &[("cost", json!(cost)), ("assumptions", json!([length]))],
        )
    };
    let comparison = compared(&[with(3.0)], &[with(30.0)]);
    let change = change(&comparison, "f");
    assert!(
        change.assumed.iter().all(|one| one.value >= 0.0),
        "{change:#?}"
    );
}

#[test]
fn nominal_values_stay_where_loops_turn_at_them() {
    let with = |additions| [term("⌈n/3⌉·(m − 1)", additions)];
    let change = one(&with(3.0), &with(5.0), &["m", "n"]);
    let values: Vec<f64> = change.assumed.iter().map(|one| one.value).collect();
    assert_eq!(values, [10.0, 10.0]);
}

#[test]
fn a_sum_takes_both_sides_at_the_same_values_at_which_loops_turn() {
    let gate = RegressionPolicy::from_toml("[[diff.limit]]\npackage = \"p\"\nsoft = \"2%\"")
        .expect("a gate");
    let symbols = ["from", "to"];
    let base = of(&[term("1", 5.0), term("(to − from)", 3.0)], &symbols);
    let head = of(&[term("1", 5.0), term("(to − from)", 18.0)], &symbols);
    let comparison = compared_by(&report_value(&[base]), &report_value(&[head]), &gate, None)
        .expect("a comparison");
    assert_eq!(comparison.sums[0].reasons.len(), 1, "{:?}", comparison.sums);
    assert!(comparison.sums[0].head > 2.0 * comparison.sums[0].base);
}
