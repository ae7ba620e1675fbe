//! What became of a formula: which of its terms appeared, disappeared, grew or shrank.

use crate::cost::Cost;
use crate::percent::percent;
use posterior::{Device, Features, Posterior};
use std::collections::BTreeMap;

/// Sums of the same counts in another order differ by less than this share.
pub(crate) const ROUNDING: f64 = 1e-9;

/// The mean of each factor; of alternatives the dearest for each factor.
type Coefficients = BTreeMap<String, Coefficient>;

#[derive(Debug, Clone, Copy, Default)]
struct Coefficient {
    mean: f64,
    /// True where it counts energies that somebody gives, so that it has no unit of its own.
    is_given: bool,
}

/// The changes of the terms in words. `names` says what the head calls the symbols of the base.
pub(crate) fn changes(
    base: &Cost,
    head: &Cost,
    names: &BTreeMap<String, String>,
    posterior: &Posterior,
    device: Device,
) -> Vec<String> {
    if !base.is_symbolic() && !head.is_symbolic() {
        return Vec::new();
    }
    let renamed = |name: &str| names.get(name).cloned().unwrap_or_else(|| name.to_owned());
    let kept = |name: &str| name.to_owned();
    let before = coefficients(base, &renamed, posterior, device);
    let after = coefficients(head, &kept, posterior, device);
    let mut factors: Vec<&String> = before.keys().chain(after.keys()).collect();
    factors.sort_by_key(|factor| (*factor != "1", *factor));
    factors.dedup();
    factors
        .into_iter()
        .filter_map(|factor| {
            let one = before.get(factor).copied().unwrap_or_default();
            let two = after.get(factor).copied().unwrap_or_default();
            let (is_small, was_small) = (two.mean.abs(), one.mean.abs());
            if (two.mean - one.mean).abs() <= ROUNDING * is_small.max(was_small) {
                return None;
            }
            let name = if factor == "1" {
                String::from("constant")
            } else {
                factor.clone()
            };
            Some(if one.mean == 0.0 {
                format!("{name} term appeared{}", amount(two, factor))
            } else if two.mean == 0.0 {
                format!("{name} term disappeared{}", amount(one, factor))
            } else {
                let change = two.mean / one.mean - 1.0;
                format!("{} of the {name} term", percent(change))
            })
        })
        .collect()
}

fn amount(coefficient: Coefficient, factor: &str) -> String {
    let times = if factor == "1" {
        String::new()
    } else {
        format!("·{factor}")
    };
    if coefficient.is_given {
        String::new()
    } else {
        format!(" ({}{times})", posterior::Joules(coefficient.mean))
    }
}

/// True where both have the same terms.
pub(crate) fn is_same_formula(
    base: &Cost,
    head: &Cost,
    posterior: &Posterior,
    device: Device,
) -> bool {
    changes(base, head, &BTreeMap::new(), posterior, device).is_empty()
}

fn coefficients(
    cost: &Cost,
    name_of: &dyn Fn(&str) -> String,
    posterior: &Posterior,
    device: Device,
) -> Coefficients {
    let mut sum = Coefficients::new();
    for term in cost.terms() {
        let factor = term.factor.text(name_of);
        add(
            &mut sum,
            factor.clone(),
            coefficient(&term.features, posterior, device),
        );
        let mut dearest = Coefficients::new();
        for alternative in &term.alternatives {
            for (inner, one) in coefficients(alternative, name_of, posterior, device) {
                let best = dearest.entry(inner).or_default();
                if one.mean > best.mean {
                    *best = one;
                }
            }
        }
        for (inner, one) in dearest {
            let product = match (&factor[..], &inner[..]) {
                ("1", _) => inner,
                (_, "1") => factor.clone(),
                _ => format!("{factor}·{inner}"),
            };
            add(&mut sum, product, one);
        }
    }
    sum
}

fn add(sum: &mut Coefficients, factor: String, coefficient: Coefficient) {
    let entry = sum.entry(factor).or_default();
    entry.mean += coefficient.mean;
    entry.is_given |= coefficient.is_given;
}

fn coefficient(features: &Features, posterior: &Posterior, device: Device) -> Coefficient {
    Coefficient {
        mean: posterior.mean(features, device).0,
        is_given: features.is_empty() && features.given_joules != 0.0,
    }
}
