//! The changes of a formula: which terms appeared, disappeared, grew or shrank.

use crate::cost::ReportedCost;
use crate::percent::percent;
use posterior::{Device, Features, Posterior};
use std::collections::{BTreeMap, BTreeSet};

/// Sums of the same counts in another order differ by a smaller share than this.
pub(crate) const ROUNDING: f64 = 1e-9;

/// The mean of each factor, by its key. Of several alternatives, the most expensive one counts for each factor.
type Coefficients = BTreeMap<String, Coefficient>;

#[derive(Debug, Clone, Default)]
struct Coefficient {
    /// The displayed factor.
    shown: String,
    mean: f64,
    /// Whether it counts given energies, so that it has no unit of its own.
    is_given: bool,
}

/// The changes of the terms, in words. Both costs have the same names.
pub(crate) fn changes(
    base: &ReportedCost,
    head: &ReportedCost,
    posterior: &Posterior,
    device: Device,
) -> Vec<String> {
    if !base.is_symbolic() && !head.is_symbolic() {
        return Vec::new();
    }
    let before = coefficients(base, posterior, device);
    let after = coefficients(head, posterior, device);
    let mut factors: Vec<&String> = before.keys().chain(after.keys()).collect();
    factors.sort_by_key(|factor| (*factor != "1", *factor));
    factors.dedup();
    let none = Coefficient::default();
    factors
        .into_iter()
        .filter_map(|factor| {
            let one = before.get(factor).unwrap_or(&none);
            let two = after.get(factor).unwrap_or(&none);
            if is_near(one.mean, two.mean) {
                return None;
            }
            let shown = if two.shown.is_empty() { one } else { two };
            let name = match &shown.shown[..] {
                "1" => "constant",
                name => name,
            };
            Some(if one.mean == 0.0 {
                format!("{name} term appeared{}", amount(two))
            } else if two.mean == 0.0 {
                format!("{name} term disappeared{}", amount(one))
            } else {
                let change = two.mean / one.mean - 1.0;
                format!("{} of the {name} term", percent(change))
            })
        })
        .collect()
}

fn is_near(one: f64, two: f64) -> bool {
    (one - two).abs() <= ROUNDING * one.abs().max(two.abs())
}

fn amount(coefficient: &Coefficient) -> String {
    let times = if coefficient.shown == "1" {
        String::new()
    } else {
        format!("·{}", coefficient.shown)
    };
    if coefficient.is_given {
        String::new()
    } else {
        format!(" ({}{times})", posterior::Joules(coefficient.mean))
    }
}

/// The number of terms that only one of the two has. Both costs have the same names.
pub(crate) fn terms_alone(base: &ReportedCost, head: &ReportedCost) -> usize {
    let (one, two) = (keys(base), keys(head));
    one.symmetric_difference(&two).count()
}

fn keys(cost: &ReportedCost) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for term in cost.terms() {
        all.insert(term.factor.key());
        all.extend(term.alternatives.iter().flat_map(keys));
    }
    all
}

fn coefficients(cost: &ReportedCost, posterior: &Posterior, device: Device) -> Coefficients {
    let mut sum = Coefficients::new();
    for term in cost.terms() {
        let (key, shown) = (term.factor.key(), term.factor.text(&str::to_owned));
        let own = Coefficient {
            shown: shown.clone(),
            ..coefficient(&term.features, posterior, device)
        };
        add(&mut sum, key.clone(), own);
        let mut costliest = Coefficients::new();
        for alternative in &term.alternatives {
            for (inner, one) in coefficients(alternative, posterior, device) {
                let best = costliest.entry(inner).or_default();
                if one.mean > best.mean {
                    *best = one;
                }
            }
        }
        for (inner, mut one) in costliest {
            let product = |outer: &str, inner: &str| match (outer, inner) {
                ("1", _) => inner.to_owned(),
                (_, "1") => outer.to_owned(),
                _ => format!("{outer}·{inner}"),
            };
            one.shown = product(&shown, &one.shown);
            add(&mut sum, product(&key, &inner), one);
        }
    }
    sum
}

fn add(sum: &mut Coefficients, key: String, coefficient: Coefficient) {
    let entry = sum.entry(key).or_default();
    entry.shown = coefficient.shown;
    entry.mean += coefficient.mean;
    entry.is_given |= coefficient.is_given;
}

fn coefficient(features: &Features, posterior: &Posterior, device: Device) -> Coefficient {
    Coefficient {
        shown: String::new(),
        mean: posterior.mean(features, device).0,
        is_given: features.is_empty() && features.given_joules != 0.0,
    }
}
