//! A cost as text: `0.4 µJ + 1.9 µJ·n`.

use crate::model::Model;
use posterior::Joules;
use std::fmt::Write;
use wcec::{Cost, Term};

/// The cost as a sum of mean energies times factors, on the model's device.
pub fn formula(cost: &Cost, model: &Model) -> String {
    let text = sum(cost.terms(), model);
    if text.is_empty() {
        String::from("0 J")
    } else {
        text
    }
}

fn sum(terms: &[Term], model: &Model) -> String {
    let mut text = String::new();
    for term in terms {
        let mean = model.mean(&term.tally);
        if let Some(calls) = model.given(&term.tally) {
            // A factor of it is an energy itself.
            text.push_str(if text.is_empty() { "" } else { " + " });
            if (calls - 1.0).abs() > f64::EPSILON {
                let _ = write!(text, "{calls}·");
            }
            let _ = write!(text, "{}", term.factor);
        } else if !term.tally.is_empty() && mean.0 != 0.0 {
            let sign = match (text.is_empty(), mean.0 < 0.0) {
                (true, true) => "−",
                (true, false) => "",
                (false, true) => " − ",
                (false, false) => " + ",
            };
            text.push_str(sign);
            text.push_str(&mean.abs().to_string());
            if !term.factor.is_one() {
                let _ = write!(text, "·{}", term.factor);
            }
        }
        if !term.alternatives.is_empty() {
            if !text.is_empty() {
                text.push_str(" + ");
            }
            let alternatives: Vec<String> = term
                .alternatives
                .iter()
                .map(|alternative| {
                    let text = sum(alternative, model);
                    if text.is_empty() {
                        String::from("0 J")
                    } else {
                        text
                    }
                })
                .collect();
            let _ = write!(text, "max({})", alternatives.join(", "));
            if !term.factor.is_one() {
                let _ = write!(text, "·{}", term.factor);
            }
        }
    }
    text
}

/// The least energy that stands in the formula of a cost; `None` where none does.
pub(crate) fn least_part(cost: &Cost, model: &Model) -> Option<Joules> {
    least_of(cost.terms(), model)
}

fn least_of(terms: &[Term], model: &Model) -> Option<Joules> {
    let parts = terms.iter().flat_map(|term| {
        let own = model.given(&term.tally).is_none() && !term.tally.is_empty();
        let own = own.then(|| model.mean(&term.tally));
        let alternatives = term.alternatives.iter();
        own.into_iter()
            .chain(alternatives.filter_map(|terms| least_of(terms, model)))
    });
    parts.min_by(|one, two| one.0.total_cmp(&two.0))
}
