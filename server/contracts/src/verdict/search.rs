//! Checks a budget for all values in a box. Halves the box until an upper bound of the energy is within the budget everywhere,
//! or until values are found at which the energy exceeds it.

use super::form::Form;
use super::question::Question;
use super::space::{Cell, LARGEST_INT, Space};
use crate::contract::Relation;
use posterior::Joules;

/// The maximum number of boxes.
const MAX_CELLS: usize = 2000;
/// An energy above the budget by a smaller share is only rounding.
const ROUNDING: f64 = 1e-9;

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum SearchResult {
    /// The budget holds for all values in the box.
    Holds,
    /// The budget is exceeded at these values.
    Broken(Vec<f64>),
    /// The energy is too close, or the box too large.
    Unknown,
}

/// The energy and the budget for a value of every variable.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Evaluation {
    pub(crate) energy: Joules,
    pub(crate) budget: Joules,
}

impl Evaluation {
    pub(crate) fn is_broken(self) -> bool {
        // A number that is NaN keeps no promise.
        let within = self.energy.0 <= self.budget.0 + ROUNDING * self.budget.0.abs();
        !within
    }

    /// The share of the budget that is left; negative if it is exceeded.
    pub(crate) fn margin(self) -> f64 {
        1.0 - self.energy / self.budget
    }
}

/// Searches boxes.
#[derive(Debug)]
pub(crate) struct Search<'q> {
    pub(crate) question: &'q Question<'q>,
    pub(crate) space: &'q Space,
    /// `None` if the cost has too many terms.
    pub(crate) form: Option<&'q Form>,
}

impl Search<'_> {
    /// Energy and budget at values of the variables.
    pub(crate) fn at(&self, values: &[f64]) -> Evaluation {
        let question = self.question;
        let value_of = |index: Option<usize>| index.and_then(|index| values.get(index)).copied();
        let budget = question.contract.budget.value(&|name: &str| {
            value_of(self.space.of_name(name)).map_or(f64::NAN, |value| value.max(0.0))
        });
        let tally = question
            .cost
            .evaluate(&|symbol: &cost::Symbol| value_of(self.space.of_symbol(symbol)))
            .unwrap_or_default();
        let features = question.pricer.features(&tally);
        let energy = question
            .pricer
            .posterior()
            .predict(&features, question.device)
            .wcec_quantile(question.contract.quantile);
        Evaluation {
            energy,
            budget: Joules(budget),
        }
    }

    fn is_allowed(&self, values: &[f64]) -> bool {
        let of = |name: &str| {
            let index = self.space.of_name(name);
            index
                .and_then(|index| values.get(index))
                .copied()
                .unwrap_or(f64::NAN)
        };
        self.question
            .contract
            .when
            .iter()
            .all(|relation| relation.holds(&of))
    }

    /// Searches a whole finite box.
    pub(crate) fn all_of(&self, cell: &Cell) -> SearchResult {
        let mut open = vec![cell.clone()];
        let mut left = MAX_CELLS;
        while let Some(cell) = open.pop() {
            let is_excluded = |relation: &Relation| self.space.excludes(relation, &cell);
            if self.question.contract.when.iter().any(is_excluded) {
                continue;
            }
            let budget = &self.question.contract.budget;
            let (least, _) = budget.range(&self.space.budget_range(&cell));
            let quantile = self.question.contract.quantile;
            let holds = |form: &Form| form.holds(self.space, &cell, least, quantile);
            if self.form.is_some_and(holds) {
                continue;
            }
            let highest: Vec<f64> = cell.iter().map(|range| range.1).collect();
            let lowest: Vec<f64> = cell.iter().map(|range| range.0).collect();
            for values in [highest, lowest] {
                if self.is_allowed(&values) && self.at(&values).is_broken() {
                    return SearchResult::Broken(values);
                }
            }
            let widest = cell
                .iter()
                .enumerate()
                .filter(|(_, (low, high))| high > low)
                .max_by(|(_, a), (_, b)| (a.1 - a.0).total_cmp(&(b.1 - b.0)));
            let Some((index, &(low, high))) = widest else {
                // At this single point, the exact energy was within the budget.
                continue;
            };
            left -= 1;
            if left == 0 {
                return SearchResult::Unknown;
            }
            let middle = (low + (high - low) / 2.0).floor();
            let mut lower = cell.clone();
            lower[index] = (low, middle);
            let mut upper = cell;
            upper[index] = (middle + 1.0, high);
            open.push(lower);
            open.push(upper);
        }
        SearchResult::Holds
    }

    /// The largest number that these unbounded variables may all have, found by doubling and halving. Also returns values that
    /// break the budget just above it, if there are any. If there is no such number, returns the result for the smallest box.
    pub(crate) fn largest(
        &self,
        cell: &Cell,
        unbounded: &[usize],
    ) -> Result<(f64, Option<Vec<f64>>), SearchResult> {
        let lowest = unbounded.iter().map(|index| cell[*index].0);
        let base = lowest.fold(0.0, f64::max);
        let holds = |most: f64| {
            let mut cell = cell.clone();
            for index in unbounded {
                cell[*index].1 = most.max(cell[*index].0);
            }
            self.all_of(&cell)
        };
        match holds(base) {
            SearchResult::Holds => {}
            other => return Err(other),
        }
        let (mut good, mut step) = (base, 1.0);
        let mut bad = loop {
            let next = (base + step).min(LARGEST_INT);
            if next <= good {
                return Ok((good, None));
            }
            if holds(next) != SearchResult::Holds {
                break next;
            }
            good = next;
            step *= 2.0;
        };
        while bad - good > 1.0 {
            let middle = (good + (bad - good) / 2.0).floor();
            if holds(middle) == SearchResult::Holds {
                good = middle;
            } else {
                bad = middle;
            }
        }
        Ok(match holds(bad) {
            SearchResult::Broken(values) => (good, Some(values)),
            SearchResult::Holds | SearchResult::Unknown => (good, None),
        })
    }
}
