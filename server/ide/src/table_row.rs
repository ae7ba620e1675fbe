//! The numbers of a method in a table over many artifacts, with the events that they are sums of.
//!
//! Events have names, so another posterior of the same structure can price them without the code.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::typical::TypicalEnergy;
use cost::Symbol;
use pricing::Tally;
use std::collections::BTreeMap;

/// The separator of operation, data type and data size in an event's name.
const SEPARATOR: char = '|';

/// The numbers of a method. Energies are in joules per call.
#[derive(Debug, Clone)]
pub struct TableRow {
    /// What a returning call costs on average; `None` if unknown.
    pub typical: Option<TypicalEnergy>,
    /// The mean divided by the sum over the events: 1, unless the mean was moved to lie between "at least" and the worst case.
    pub typical_factor: Option<f64>,
    /// The worst case.
    pub worst: Option<WorstNumbers>,
    /// Whether the worst case has symbols without a value.
    pub worst_has_symbols: bool,
    /// Whether it lacks the energy of a callee.
    pub worst_is_incomplete: bool,
    /// The share of executed events with a price.
    pub seen: Option<f64>,
    /// By event name: the counts in a typical call and on the worst path.
    pub events: BTreeMap<String, [f64; 2]>,
}

/// The energy of a worst case, in joules.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct WorstNumbers {
    /// The mean.
    pub mean: f64,
    /// The quantile of 0.99.
    pub q99: f64,
}

impl TableRow {
    /// The numbers of a method. Numbers out of range are `None`.
    pub fn of(model: &Model, method: &MethodAnalysis, assumptions: &AssumedValues) -> Self {
        let mut row = Self {
            typical: None,
            typical_factor: None,
            worst: None,
            worst_has_symbols: false,
            worst_is_incomplete: false,
            seen: None,
            events: BTreeMap::new(),
        };
        if method.not_analysed.is_some() {
            return row;
        }
        if let Some(typical) = &method.typical {
            let tally = typical.tally_at(&|symbol: &Symbol| assumptions.value(symbol));
            let energy = model.typical_at(method, assumptions);
            let numbers = |energy: &TypicalEnergy| {
                [energy.mean.0, energy.low.0, energy.high.0]
                    .iter()
                    .all(|joules| joules.is_finite())
            };
            row.typical = energy.filter(numbers);
            row.typical_factor = row
                .typical
                .map(|typical| factor(typical.mean.0, model.mean(&tally).0));
            row.add(model, &tally, 0);
            row.seen = Some(1.0 - model.shares(&tally).unpriced);
        }
        let shown = DisplayedWorst::of(model, method, assumptions);
        let mut symbols = shown.symbols.iter();
        row.worst_has_symbols = symbols.any(|symbol| assumptions.value(symbol).is_none());
        let nominal = Model::nominal_of(&shown, assumptions);
        row.worst_is_incomplete = match &method.followed {
            Some(_) => !shown.is_whole(),
            None => model.shares(&nominal).callees_not_followed > 0.0,
        };
        if !shown.is_speculative() {
            row.worst = WorstNumbers::of(model, &nominal);
            row.add(model, &nominal, 1);
        }
        row
    }

    fn add(&mut self, model: &Model, tally: &Tally, column: usize) {
        let executed = (tally.iter()).filter(|(id, _)| model.pricer().is_executed(*id));
        for (id, count) in executed {
            let Some(pattern) = model.pricer().pattern(id).filter(|_| count.is_finite()) else {
                continue;
            };
            if count.abs() > 0.0 {
                let name = format!(
                    "{}{SEPARATOR}{}{SEPARATOR}{}",
                    pattern.operation, pattern.data_type, pattern.data_size
                );
                self.events.entry(name).or_default()[column] += count;
            }
        }
    }
}

impl WorstNumbers {
    /// The energy of a tally; `None` if it is out of range.
    pub fn of(model: &Model, tally: &Tally) -> Option<Self> {
        let numbers = Self {
            mean: model.mean(tally).0,
            q99: model.predict(tally).wcec_quantile(0.99).0,
        };
        (numbers.mean.is_finite() && numbers.q99.is_finite()).then_some(numbers)
    }
}

/// The tally of named events; `None` if the model lacks a name, because it has another structure or version.
pub fn tally_of_events<'e>(
    model: &Model,
    events: impl IntoIterator<Item = (&'e str, f64)>,
) -> Option<Tally> {
    let mut tally = Tally::new();
    for (name, count) in events {
        let mut parts = name.splitn(3, SEPARATOR);
        let (operation, data_type) = (parts.next()?, parts.next()?);
        let pattern = model.pricer().find(operation, data_type, parts.next()?)?;
        tally.add(pattern, count);
    }
    Some(tally)
}

fn factor(shown: f64, sum: f64) -> f64 {
    let factor = shown / sum;
    // Rounding in the sum does not count as a factor.
    if !factor.is_finite() || (factor - 1.0).abs() < 1e-9 {
        1.0
    } else {
        factor
    }
}
