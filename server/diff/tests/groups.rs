//! Changes are listed under their root cause, the most expensive first.

use diff::render::{Format, render};
use diff::{Comparison, RegressionPolicy};
use serde_json::{Value, json};
use crate::support::{compared, compared_by, line, method, report_value, with};

/// A method with its own lines and callees. With its callees, it executes `total` additions.
fn calling(name: &str, own: f64, total: f64, callees: &[&str]) -> Value {
    let callees: Vec<String> = callees
        .iter()
        .map(|name| format!("p/A.{name}(I)I"))
        .collect();
    with(
        method(name, total),
        &[
            ("lines", json!([line(3, own)])),
            ("callees", json!(callees)),
        ],
    )
}

/// The roots with their callers.
fn groups(comparison: &Comparison) -> Vec<(&str, Vec<&str>)> {
    let groups = comparison.groups.iter();
    groups
        .map(|group| {
            let callers = group.callers.iter().map(|name| &name.method[..]);
            (&group.root.method[..], callers.collect())
        })
        .collect()
}

fn two_causes() -> Comparison {
    let of = |leaf: f64, other: f64| {
        [
            calling("leaf", leaf, leaf, &[]),
            calling("middle", 5.0, 5.0 + 3.0 * leaf, &["leaf"]),
            calling("top", 5.0, 10.0 + 4.0 * leaf, &["middle", "leaf"]),
            calling("other", other, other, &[]),
            calling("user", 5.0, 5.0 + other, &["other"]),
        ]
    };
    compared(&of(10.0, 10.0), &of(20.0, 300.0))
}

#[test]
fn callers_are_folded_under_the_method_that_was_changed() {
    assert_eq!(
        groups(&two_causes()),
        [("other", vec!["user"]), ("leaf", vec!["top", "middle"])]
    );
}

#[test]
fn every_change_is_in_one_group_and_a_circle_that_nobody_began_holds_up_nobody() {
    let of = |cost: f64| {
        [
            calling("a", 1.0, cost, &["b"]),
            calling("b", 1.0, cost, &["a"]),
            calling("c", 1.0, cost, &["a"]),
        ]
    };
    for comparison in [compared(&of(5.0), &of(9.0)), two_causes()] {
        let mut all: Vec<&str> = groups(&comparison)
            .into_iter()
            .flat_map(|(root, callers)| std::iter::once(root).chain(callers))
            .collect();
        all.sort_unstable();
        let mut changes: Vec<&str> = comparison
            .changes
            .iter()
            .map(|change| &change.name.method[..])
            .collect();
        changes.sort_unstable();
        assert_eq!(all, changes);
    }
}

#[test]
fn the_forms_have_one_entry_a_cause() {
    let comparison = two_causes();
    let text = render(&comparison, Format::Text, None);
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(at("  p.A.other(int)") < at("↳ caller p.A.user(int) +"));
    assert!(at("↳ caller p.A.user(int) +") < at("  p.A.leaf(int)"));
    assert!(at("  p.A.leaf(int)") < at("↳ caller p.A.top(int) +"));
    assert!(text.contains("5 energy regressions"), "{text}");
    let markdown = render(&comparison, Format::Markdown, None);
    let rows = markdown.lines().filter(|line| line.starts_with("| <code>"));
    assert_eq!(rows.count(), 2, "{markdown}");
    assert!(markdown.contains("caller p.A.middle(int)"), "{markdown}");
    let html = render(&comparison, Format::Html, None);
    assert_eq!(html.matches("<tr class=\"regression\">").count(), 2);
    assert!(html.contains("<summary>2 callers</summary>"));
    let json: Value = serde_json::from_str(&render(&comparison, Format::Json, None)).expect("JSON");
    assert_eq!(json["groups"][1]["root"]["method"], "leaf");
    assert_eq!(json["groups"][1]["callers"][0]["method"], "top");
}

#[test]
fn a_caller_that_must_not_pass_shows_though_its_cause_may() {
    let gate = RegressionPolicy::from_toml("[[diff.limit]]\nmethod = \"p.A.top\"\nhard = \"1 nJ\"")
        .expect("a gate");
    let of = |leaf: f64| {
        [
            calling("leaf", leaf, leaf, &[]),
            calling("top", 5.0, 900.0 + leaf, &["leaf"]),
        ]
    };
    let (base, head) = (report_value(&of(1000.0)), report_value(&of(1001.0)));
    let comparison = compared_by(&base, &head, &gate, None).expect("a comparison");
    assert_eq!(comparison.summary.regressions, 1);
    for format in [Format::Text, Format::Markdown, Format::Html] {
        let text = render(&comparison, format, None);
        assert!(text.contains("is over the hard limit of"), "{text}");
    }
}
