//! The energy that a contract about a typical energy is compared with.

use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::{TypicalEnergy, UncertaintyReason};
use contracts::{Contract, TypicalCost, Verdict};

/// The maximum number of methods without a price that are named.
const MAX_UNPRICED: usize = 5;

/// The verdict on a contract about the typical energy of a method. `missing` says why the method has no number.
pub(crate) fn typical_verdict(
    model: &Model,
    method: &MethodAnalysis,
    contract: &Contract,
    assumptions: &AssumedValues,
    missing: Option<&str>,
) -> Verdict {
    let mut lacking: Vec<String> = missing.map(str::to_owned).into_iter().collect();
    if let Some(reason) = method.not_analysed {
        lacking.push(format!("the method has no code to price: {reason}"));
    }
    // A number at one value of its symbols says nothing about other values.
    if let Some(formula) = model.typical_formula(method, assumptions) {
        lacking.push(format!(
            "the average of a call depends on values that are not set, {formula}{}",
            remedy(method, assumptions, &formula)
        ));
    }
    let energy = if lacking.is_empty() {
        model.typical_at(method, assumptions)
    } else {
        None
    };
    let cost = energy.map(|energy| cost_of(method, &energy));
    contract.answer_typical(cost.as_ref(), &lacking)
}

/// `; set them, as in …`, with a value that the formula names.
fn remedy(method: &MethodAnalysis, assumptions: &AssumedValues, formula: &str) -> String {
    let terms = method.typical.iter().flat_map(|typical| typical.terms());
    let mut symbols = terms
        .flat_map(|term| &term.factors)
        .map(|(symbol, _)| symbol);
    let unset = symbols.find(|symbol| {
        assumptions.value(symbol).is_none() && formula.contains(symbol.name.as_str())
    });
    unset.map_or_else(String::new, |symbol| {
        format!("; set them, as in `--assume '{}=100'`", symbol.name)
    })
}

fn cost_of(method: &MethodAnalysis, energy: &TypicalEnergy) -> TypicalCost {
    let known = method.typical.iter().flat_map(|typical| typical.unpriced());
    let mut unpriced: Vec<String> = known
        .filter(|(_, calls)| *calls > 0.0)
        .take(MAX_UNPRICED)
        .map(|(method, _)| format!("{} has no price", method.replace('/', ".")))
        .collect();
    if unpriced.is_empty() && energy.unpriced_calls > 0.0 {
        unpriced.push(String::from(if method.followed.is_some() {
            "methods that it calls have no price"
        } else {
            "calls are not followed"
        }));
    }
    let open = energy
        .open
        .filter(|open| *open != UncertaintyReason::Unpriced);
    TypicalCost {
        low: energy.low,
        high: energy.high,
        why: open.map(UncertaintyReason::name),
        remedy: open.and_then(UncertaintyReason::remedy),
        unpriced,
    }
}
