//! Checks a budget for all values in a box. Halves the box until an upper bound of the energy is within the budget everywhere,
//! or until values are found at which the energy exceeds it.

use super::form::Form;
use super::question::Question;
use super::space::{Cell, Space};
use crate::contract::Relation;
use crate::range::Interval;
use crate::scope::LARGEST_INT;
use posterior::Joules;

/// The maximum number of boxes.
const MAX_CELLS: usize = 2000;
/// An energy above the budget by a smaller share is only rounding.
const ROUNDING: f64 = 1e-9;
/// A range of numbers with fractions is not divided further if it is narrower than this share of them, or than this number.
const NARROWEST: (f64, f64) = (1e-9, 1e-18);
/// Doubles have no fractions from here on, and from the double of it on, not every whole number is one.
const NO_FRACTIONS: f64 = 4_503_599_627_370_496.0;

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

    /// Whether the condition allows these values, and the budget is exceeded there.
    pub(crate) fn is_broken_at(&self, values: &[f64]) -> bool {
        self.space.allows(values) == Some(true) && self.at(values).is_broken()
    }

    /// Searches a whole finite box.
    pub(crate) fn all_of(&self, cell: &Cell) -> SearchResult {
        let mut open = vec![(cell.clone(), [0_u32; 2])];
        let mut left = MAX_CELLS;
        let mut is_known = true;
        while let Some((cell, splits)) = open.pop() {
            let is_excluded = |relation: &Relation| self.space.excludes(relation, &cell);
            if self.space.when.iter().any(is_excluded) {
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
            let is_point = highest == lowest;
            for values in [highest, lowest] {
                if self.is_broken_at(&values) {
                    return SearchResult::Broken(values);
                }
                // If it is allowed, the exact energy was within the budget.
                if is_point && self.space.allows(&values).is_none() {
                    is_known = false;
                }
            }
            if is_point {
                continue;
            }
            let Some((index, kind)) = self.widest(&cell, splits) else {
                is_known = false;
                continue;
            };
            left -= 1;
            if left == 0 {
                return SearchResult::Unknown;
            }
            let mut splits = splits;
            splits[kind] += 1;
            let (low, high) = cell[index];
            let (first, second) = if self.is_divided(index, (low, high)) {
                let middle = middle((low, high));
                let is_whole = self.space.variables[index].numbers.is_whole();
                let middle = if is_whole { middle.floor() } else { middle };
                ((low, middle), (middle, high))
            } else {
                let middle = (low + (high - low) / 2.0).floor();
                ((low, middle), (middle + 1.0, high))
            };
            let mut lower = cell.clone();
            lower[index] = first;
            let mut upper = cell;
            upper[index] = second;
            open.push((lower, splits));
            open.push((upper, splits));
        }
        if is_known {
            SearchResult::Holds
        } else {
            SearchResult::Unknown
        }
    }

    /// The variable to split next, and its kind: 0 for whole numbers, 1 for others, which take turns. `splits` counts those of each
    /// kind so far. `None` if the box is too narrow.
    fn widest(&self, cell: &Cell, splits: [u32; 2]) -> Option<(usize, usize)> {
        let of = |are_divided: bool| {
            let width = |(low, high): Interval| high / 2.0 - low / 2.0;
            let all = cell.iter().enumerate().filter(|(index, range)| {
                self.is_divided(*index, **range) == are_divided
                    && if are_divided {
                        is_wide(**range)
                    } else {
                        range.1 > range.0
                    }
            });
            all.max_by(|(_, a), (_, b)| width(**a).total_cmp(&width(**b)))
                .map(|(index, _)| (index, usize::from(are_divided)))
        };
        if splits[1] < splits[0] {
            of(true).or_else(|| of(false))
        } else {
            of(false).or_else(|| of(true))
        }
    }

    /// Whether a range is divided into two that share an end, because there are numbers between any two of it, or numbers that no
    /// double is equal to.
    fn is_divided(&self, index: usize, (low, high): Interval) -> bool {
        !self.space.variables[index].numbers.is_whole()
            || high > low && low.abs().max(high.abs()) >= NO_FRACTIONS
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

fn is_wide((low, high): Interval) -> bool {
    high - low > f64::max(NARROWEST.0 * low.abs().max(high.abs()), NARROWEST.1)
}

/// A number within a range, for very large ones in the middle of their orders of magnitude.
fn middle((low, high): Interval) -> f64 {
    if low < 0.0 && high > 0.0 {
        return 0.0;
    }
    let (small, large) = (low.abs().min(high.abs()), low.abs().max(high.abs()));
    let middle = if large > 4.0 * small.max(1.0) {
        small.max(1.0).sqrt() * large.sqrt()
    } else {
        small + (large - small) / 2.0
    };
    middle.copysign(low + high)
}
