//! Limits of packages and modules, and a budget of everything.

use diff::render::{Format, render};
use diff::{Comparison, Outcome, RegressionPolicy};
use serde_json::{Value, json};
use crate::support::{compared_by, method, report_value, with};

/// Ten methods of a package that each cost a hundredth more, which is within the tolerance of each.
fn side(additions: f64) -> Value {
    let all: Vec<Value> = (0..10)
        .map(|number| {
            with(
                method(&format!("f{number}"), additions),
                &[
                    ("class", json!("shop/cart/A")),
                    ("file", json!("core/src/A.java")),
                ],
            )
        })
        .collect();
    report_value(&all)
}

fn judged(toml: &str, base: f64, head: f64) -> Comparison {
    let gate = RegressionPolicy::from_toml(toml).expect("a gate");
    compared_by(&side(base), &side(head), &gate, None).expect("a comparison")
}

fn limit(scope: &str, limits: &str) -> String {
    format!("[[diff.limit]]\n{scope}\n{limits}\n")
}

#[test]
fn a_sum_fails_where_no_method_does() {
    for scope in [
        "package = \"shop.cart\"",
        "package = \"shop.*\"",
        "package = \"shop.**\"",
        "module = \"core\"",
        "module = \"./core/\"",
    ] {
        let comparison = judged(&limit(scope, "soft = \"0.5%\""), 100.0, 101.0);
        assert_eq!(comparison.outcome, Outcome::Regression, "{scope}");
        assert_eq!(comparison.summary.regressions, 1, "{scope}");
        assert!(comparison.regressions().next().is_none());
        let lenient = judged(&limit(scope, "soft = \"5%\""), 100.0, 101.0);
        assert_eq!(lenient.outcome, Outcome::NoRegression, "{scope}");
    }
    for scope in [
        "package = \"shop\"",
        "package = \"cart\"",
        "module = \"src\"",
    ] {
        let comparison = judged(&limit(scope, "soft = \"0%\""), 100.0, 101.0);
        assert_eq!(comparison.outcome, Outcome::NoRegression, "{scope}");
    }
}

#[test]
fn a_hard_limit_of_a_sum_and_a_budget_hold_for_who_adds_to_it() {
    for toml in [
        limit("package = \"shop.cart\"", "hard = \"1 nJ\""),
        String::from("[diff]\nbudget = \"1 nJ\"\n"),
    ] {
        assert_eq!(judged(&toml, 100.0, 100.5).outcome, Outcome::Regression);
        // A change that makes the sum cheaper need not bring it below the limit.
        assert_eq!(judged(&toml, 100.0, 99.0).outcome, Outcome::NoRegression);
        assert_eq!(judged(&toml, 100.0, 100.0).outcome, Outcome::NoRegression);
        let wide = toml.replace("1 nJ", "1 J");
        assert_eq!(judged(&wide, 100.0, 100.5).outcome, Outcome::NoRegression);
    }
}

#[test]
fn every_form_says_which_sum_it_is() {
    let toml = limit("package = \"shop.cart\"", "hard = \"1 nJ\"");
    let comparison = judged(&toml, 100.0, 100.5);
    for format in [
        Format::Text,
        Format::Json,
        Format::Markdown,
        Format::Sarif,
        Format::Junit,
        Format::Github,
        Format::Html,
    ] {
        let text = render(&comparison, format, None);
        assert!(text.contains("package shop.cart"), "{format:?}: {text}");
        assert!(text.contains("1.00 nJ"), "{format:?}: {text}");
    }
}

/// Two methods; these fields replace fields of the second one.
fn two(additions: f64, second: &[(&str, Value)]) -> Value {
    let one = with(method("one", 100.0), &[("class", json!("shop/cart/A"))]);
    let two = with(method("two", additions), &[("class", json!("shop/cart/A"))]);
    report_value(&[one, with(two, second)])
}

#[test]
fn a_sum_says_of_how_many_methods_it_knows_no_difference() {
    let toml = limit("package = \"shop.cart\"", "soft = \"1%\"");
    let gate = RegressionPolicy::from_toml(&toml).expect("a gate");
    let lost = [("notes", json!(["does not compile: no code to price"]))];
    let stood_in = [("unresolved", json!(["lib.Gone"]))];
    // Without the second method, the sums are the same, whichever side lacks it.
    for (base, head, left_out) in [
        (two(100.0, &[]), two(900.0, &lost), 1),
        (two(100.0, &lost), two(900.0, &[]), 1),
        (two(100.0, &[]), two(900.0, &stood_in), 1),
        (two(100.0, &stood_in), two(100.0, &stood_in), 0),
    ] {
        let comparison = compared_by(&base, &head, &gate, None).expect("a comparison");
        let [sum] = &comparison.sums[..] else {
            panic!("{:?}", comparison.sums);
        };
        assert_eq!(sum.left_out, left_out);
        assert!((sum.base - sum.head).abs() < 1e-18, "{sum:?}");
        assert!(sum.reasons.is_empty(), "{sum:?}");
        let caveats = comparison.caveats.iter();
        let told = caveats.filter(|caveat| caveat.starts_with("package shop.cart: "));
        assert_eq!(told.count(), left_out, "{:?}", comparison.caveats);
    }
}

#[test]
fn a_limit_of_nothing_says_so() {
    for (limited, is_told) in [("shop.cart", false), ("shop.card", true)] {
        let toml = limit(&format!("package = \"{limited}\""), "soft = \"1%\"");
        let gate = RegressionPolicy::from_toml(&toml).expect("a gate");
        let comparison = compared_by(&two(100.0, &[]), &two(100.0, &[]), &gate, None);
        let caveats = comparison.expect("a comparison").caveats;
        let is_said = |caveat: &String| caveat.contains("neither side has a method in it");
        assert_eq!(caveats.iter().any(is_said), is_told, "{caveats:?}");
    }
}

#[test]
fn limits_of_two_things_are_refused() {
    for toml in [
        limit("package = \"a\"\nmodule = \"b\"", "soft = \"1%\""),
        limit("package = \"a\"\nmethod = \"b\"", "soft = \"1%\""),
        limit("package = \"a\"", ""),
        limit("package = \"[\"", "soft = \"1%\""),
        String::from("[diff]\nbudget = \"5\""),
    ] {
        assert!(RegressionPolicy::from_toml(&toml).is_err(), "{toml}");
    }
}
