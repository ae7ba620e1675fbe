//! Decides contracts.
//!
//! The energy of a method is a quantile of its predicted distribution, for given values of the symbols of its cost. The
//! contract's condition bounds these values, and the question is whether the quantile is within the budget for all of them.
//! Bounds over boxes of values are exact upper bounds (see `form`), so *met* needs no monotonicity. *Violated* names values
//! that a caller can bring about, and at which even the least that a call costs exceeds the budget (see `proof`).

mod form;
mod given;
mod proof;
mod question;
mod search;
mod skew;
mod space;
mod symbolic;
mod text;
mod typical;

use crate::contract::BudgetedEnergy;
use crate::scope::LARGEST_INT;
use cost::Symbol;
use form::Form;
pub use given::Given;
use posterior::Joules;
pub use question::Question;
use search::{Evaluation, Search, SearchResult};
use space::{Cell, Space};
use std::collections::BTreeSet;
pub use typical::TypicalCost;

/// The status of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContractStatus {
    /// The energy is within the budget for all values that the contract covers.
    Met,
    /// It is within the budget up to some value of symbols that the contract does not bound.
    HoldsWhen,
    /// It cannot be decided.
    Undecided,
    /// At some values, it is above the budget.
    Violated,
}

impl ContractStatus {
    /// The name: `met`, `holds_when`, `undecided`, `violated`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Met => "met",
            Self::HoldsWhen => "holds_when",
            Self::Undecided => "undecided",
            Self::Violated => "violated",
        }
    }
}

/// The status of a contract, and the reasons.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The status.
    pub outcome: ContractStatus,
    /// The energy that the contract is about.
    pub promise: BudgetedEnergy,
    /// The requested quantile; for a typical energy, how certain the end of its interval is.
    pub quantile: f64,
    /// Energy and budget at the decisive values: those that break the contract, or else the largest ones.
    pub decisive: Option<Witness>,
    /// The limit up to which the budget holds, and its symbols.
    pub limit: Option<Limit>,
    /// Why it cannot be decided.
    pub reasons: Vec<VerdictReason>,
    /// The assumed values, by symbol.
    pub assumed: Vec<(String, f64)>,
    /// Names of the contract that the energy does not depend on.
    pub idle: Vec<String>,
    /// What a contract that is met assumes, for people; empty if nothing is assumed.
    pub rests_on: Vec<String>,
}

/// Energy and budget at some values of the symbols.
#[derive(Debug, Clone, PartialEq)]
pub struct Witness {
    /// The values, by symbol.
    pub values: Vec<(String, f64)>,
    /// The quantile of the energy.
    pub energy: Joules,
    /// The budget.
    pub budget: Joules,
}

impl Witness {
    /// The share of the budget that is left; negative if the energy exceeds it.
    pub fn margin(&self) -> f64 {
        1.0 - self.energy / self.budget
    }
}

/// `n ≤ 690`
#[derive(Debug, Clone, PartialEq)]
pub struct Limit {
    /// The symbols that may each have this value.
    pub symbols: Vec<String>,
    /// The value.
    pub at_most: f64,
    /// If there are several, the symbol that adds most when it is doubled.
    pub deciding: Option<String>,
}

/// Why a contract cannot be decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VerdictReason {
    /// The cost lacks something.
    Unpriced(String),
    /// The value of this symbol is unknown when the method starts.
    Opaque(String),
    /// Whoever creates an object decides which method runs: the symbol of the energy of one call.
    UnknownMethod(String),
    /// The energy grows as this symbol falls, and the contract has no smallest value for it.
    NoLeast(String),
    /// No values satisfy the condition.
    NoValues,
    /// The cost exceeds the budget, but perhaps no run costs as much.
    UpperBound,
    /// A call with the decisive values may not return, so that the contract does not cover it; why.
    MayThrow(Option<String>),
    /// The budget is inside this interval of a typical energy; what makes the interval narrower.
    Interval(String, Option<&'static str>),
    /// There are too many paths or values, or the energy is too close to the budget.
    TooClose,
}

impl Question<'_> {
    /// Decides the contract.
    pub fn answer(&self) -> Verdict {
        let space = Space::new(self.contract, self.cost, self.scope);
        let mut verdict = Verdict {
            outcome: ContractStatus::Undecided,
            promise: BudgetedEnergy::Worst,
            quantile: self.contract.quantile,
            decisive: None,
            limit: None,
            reasons: Vec::new(),
            assumed: Vec::new(),
            rests_on: Vec::new(),
            idle: space
                .variables
                .iter()
                .filter(|variable| variable.symbol.is_none())
                .map(|variable| variable.name.clone())
                .collect(),
        };
        let Some((mut cell, assumed)) = space.bounds(self.assumed) else {
            verdict.reasons.push(VerdictReason::NoValues);
            return verdict;
        };
        verdict.assumed = assumed
            .iter()
            .map(|index| (space.variables[*index].name.clone(), cell[*index].0))
            .collect();
        let form = Form::new(self.cost, self.pricer, self.device);
        self.bound_below(&space, &mut cell, &mut verdict.reasons);
        self.bound_above(&space, &mut cell);
        let search = Search {
            question: self,
            space: &space,
            form: form.as_ref(),
        };
        if verdict.reasons.is_empty() {
            search.decide(&cell, &mut verdict);
        }
        if verdict.outcome != ContractStatus::Violated && !self.unpriced.is_empty() {
            verdict.outcome = ContractStatus::Undecided;
            let unpriced = self.unpriced.iter().cloned().map(VerdictReason::Unpriced);
            verdict.reasons.extend(unpriced);
        }
        if matches!(
            verdict.outcome,
            ContractStatus::Met | ContractStatus::HoldsWhen
        ) {
            verdict.rests_on = self.rests_on.to_vec();
        }
        verdict
    }

    /// Sets a lower bound of variables without one. Symbols count as at least 0, except in differences, where a smaller one
    /// means more.
    fn bound_below(&self, space: &Space, cell: &mut Cell, reasons: &mut Vec<VerdictReason>) {
        for index in 0..cell.len() {
            if cell[index].0.is_finite() {
                continue;
            }
            let at_zero = (0.0_f64.min(cell[index].1), cell[index].1);
            let mut raised = cell.clone();
            raised[index] = at_zero;
            if self.highest(space, cell) != self.highest(space, &raised) {
                reasons.push(VerdictReason::NoLeast(space.variables[index].name.clone()));
            }
            // A smaller value may allow larger ones of other variables, or be the only one that is allowed.
            let high = cell[index].1;
            cell[index].0 = if space.is_only_limited(index) && high >= 1.0 {
                0.0
            } else {
                space.variables[index].numbers.limits().0.min(high)
            };
        }
    }

    /// Sets an upper bound of variables without one, if they neither increase the energy nor decrease the budget.
    fn bound_above(&self, space: &Space, cell: &mut Cell) {
        for index in 0..cell.len() {
            let (low, high) = cell[index];
            if high.is_finite() {
                continue;
            }
            let least = |cell: &Cell| self.contract.budget.range(&space.budget_range(cell)).0;
            let mut lowest = cell.clone();
            lowest[index] = (low, low);
            let grows = self.highest(space, &lowest) != self.highest(space, cell);
            if !grows && least(&lowest) <= least(cell) {
                // Only the condition depends on it.
                cell[index].1 = space.variables[index].numbers.limits().1.max(low);
            }
        }
    }

    /// The largest value of each factor in a cell.
    fn highest(&self, space: &Space, cell: &Cell) -> Vec<f64> {
        let of = |symbol: &Symbol| {
            let (low, high) = form::range_of(space, cell, symbol);
            // If others have no largest value, a large one also shows whether this one matters.
            (low, high.min(LARGEST_INT.max(low)))
        };
        let mut factors = Vec::new();
        collect_factors(self.cost.terms(), &of, &mut factors);
        factors
    }
}

fn collect_factors(
    terms: &[cost::Term],
    of: &impl Fn(&Symbol) -> (f64, f64),
    found: &mut Vec<f64>,
) {
    for term in terms {
        found.push(term.factor.range(of).1);
    }
}

impl Search<'_> {
    fn decide(&self, cell: &Cell, verdict: &mut Verdict) {
        let names = |indices: &[usize]| -> Vec<String> {
            let of = |index: &usize| self.space.variables[*index].name.clone();
            indices.iter().map(of).collect()
        };
        let unbounded: Vec<usize> = (0..cell.len())
            .filter(|index| cell[*index].1.is_infinite())
            .collect();
        if unbounded.is_empty() {
            match self.all_of(cell) {
                SearchResult::Holds => {
                    self.kept(ContractStatus::Met, cell, verdict);
                }
                SearchResult::Broken(values) => {
                    self.violated(&values, verdict);
                    verdict.limit = self.smaller_limit(cell, &values);
                }
                SearchResult::Unknown => verdict.reasons.push(VerdictReason::TooClose),
            }
            return;
        }
        let opaque: Vec<usize> = unbounded
            .iter()
            .copied()
            .filter(|index| {
                let variable = &self.space.variables[*index];
                variable.is_energy() || !variable.is_chosen_by_caller()
            })
            .collect();
        let budget = &self.question.contract.budget;
        let quantile = self.question.contract.quantile;
        if self.form.is_some_and(|form| {
            symbolic::holds_everywhere(form, self.space, cell, budget, quantile)
        }) {
            let mut sample = cell.clone();
            for index in &unbounded {
                sample[*index].1 = LARGEST_INT.max(sample[*index].0);
            }
            self.kept(ContractStatus::Met, &sample, verdict);
            return;
        }
        let (energies, counts): (Vec<usize>, Vec<usize>) =
            (opaque.iter()).partition(|index| self.space.variables[**index].is_energy());
        let reasons = names(&counts).into_iter().map(VerdictReason::Opaque);
        verdict.reasons.extend(reasons);
        let reasons = names(&energies)
            .into_iter()
            .map(VerdictReason::UnknownMethod);
        verdict.reasons.extend(reasons);
        if opaque
            .iter()
            .any(|index| self.space.variables[*index].is_energy())
        {
            // A limit of an energy would be of no use in a condition.
            let mut least = cell.clone();
            for index in &unbounded {
                least[*index].1 = least[*index].0;
            }
            if let SearchResult::Broken(values) = self.all_of(&least) {
                verdict.reasons.clear();
                self.violated(&values, verdict);
            }
            return;
        }
        match self.largest(cell, &unbounded) {
            Ok((most, Some(values))) if self.is_promised_for_all(&unbounded) => {
                verdict.reasons.clear();
                self.violated(&values, verdict);
                verdict.limit = Some(Limit {
                    symbols: names(&unbounded),
                    at_most: most,
                    deciding: None,
                });
            }
            Ok((most, _)) => {
                let mut largest = cell.clone();
                for index in &unbounded {
                    largest[*index].1 = most.max(cell[*index].0);
                }
                let is_int = |index: &usize| self.space.variables[*index].is_int();
                if most >= LARGEST_INT && unbounded.iter().all(is_int) {
                    verdict.reasons.clear();
                    self.kept(ContractStatus::Met, &largest, verdict);
                    return;
                }
                let outcome = if opaque.is_empty() {
                    ContractStatus::HoldsWhen
                } else {
                    ContractStatus::Undecided
                };
                if self.kept(outcome, &largest, verdict) {
                    verdict.limit = Some(Limit {
                        deciding: self.deciding(&largest, &unbounded),
                        symbols: names(&unbounded),
                        at_most: most,
                    });
                }
            }
            Err(SearchResult::Broken(values)) => {
                verdict.reasons.clear();
                self.violated(&values, verdict);
            }
            Err(_) => verdict.reasons.push(VerdictReason::TooClose),
        }
    }

    /// A budget that names a symbol applies to all its values.
    fn is_promised_for_all(&self, unbounded: &[usize]) -> bool {
        let mut names = BTreeSet::new();
        self.question.contract.budget.collect_names(&mut names);
        let named = names.iter().filter_map(|name| self.space.of_name(name));
        named.into_iter().any(|index| unbounded.contains(&index))
    }

    /// Values break a contract only if every call with them surely does. Otherwise, it remains undecided.
    fn violated(&self, values: &[f64], verdict: &mut Verdict) {
        verdict.outcome = ContractStatus::Violated;
        verdict.decisive = Some(self.decisive(values));
        let Some(doubts) = self.doubts(values) else {
            return;
        };
        // A method may refuse large values.
        let smallest = self.smallest_broken(values);
        if let Some(smallest) = smallest.filter(|values| self.doubts(values).is_none()) {
            verdict.decisive = Some(self.decisive(&smallest));
            return;
        }
        verdict.outcome = ContractStatus::Undecided;
        for doubt in doubts {
            if !verdict.reasons.contains(&doubt) {
                verdict.reasons.push(doubt);
            }
        }
    }

    /// The verdict on a box in which the budget is never exceeded, with the end at which less of it is left. Nothing else makes a
    /// contract met: values that the condition allows and that exceed the budget contradict any proof, and so may break the contract.
    /// Whether there are none.
    fn kept(&self, outcome: ContractStatus, cell: &Cell, verdict: &mut Verdict) -> bool {
        let highest: Vec<f64> = cell.iter().map(|range| range.1).collect();
        let lowest: Vec<f64> = cell.iter().map(|range| range.0).collect();
        let is_tighter = self.at(&lowest).margin() < self.at(&highest).margin();
        let ends = if is_tighter {
            [lowest, highest]
        } else {
            [highest, lowest]
        };
        if let Some(values) = ends.iter().find(|values| self.is_broken_at(values)) {
            verdict.reasons.clear();
            self.violated(values, verdict);
            return false;
        }
        // The condition may exclude an end of the box.
        let shown = ends.iter().find(|values| !self.at(values).is_broken());
        verdict.outcome = outcome;
        verdict.decisive = shown.map(|values| self.decisive(values));
        true
    }

    fn decisive(&self, values: &[f64]) -> Witness {
        let Evaluation { energy, budget } = self.at(values);
        // What may have any value decides nothing, nor does what no caller chooses. The sum with 0 is never −0.
        let variables = self.space.variables.iter().zip(values);
        let shown = variables
            .filter(|(variable, value)| value.abs() < f64::MAX && variable.is_chosen_by_caller());
        Witness {
            values: shown
                .map(|(variable, value)| (variable.name.clone(), *value + 0.0))
                .collect(),
            energy,
            budget,
        }
    }

    /// The largest value of the deciding symbol for which a broken contract would hold.
    fn smaller_limit(&self, cell: &Cell, values: &[f64]) -> Option<Limit> {
        let ranging: Vec<usize> = (0..cell.len())
            .filter(|index| cell[*index].1 > cell[*index].0)
            .filter(|index| {
                let variable = &self.space.variables[*index];
                variable.numbers.is_whole() && variable.is_chosen_by_caller()
            })
            .collect();
        let deciding = self.most_growing(values, &ranging, 0.5)?;
        let mut cell = cell.clone();
        cell[deciding].1 = f64::INFINITY;
        let (most, _) = self.largest(&cell, &[deciding]).ok()?;
        Some(Limit {
            symbols: vec![self.space.variables[deciding].name.clone()],
            at_most: most,
            deciding: None,
        })
    }

    /// If there are several symbols, the one that adds most when it is doubled.
    fn deciding(&self, cell: &Cell, among: &[usize]) -> Option<String> {
        if among.len() < 2 {
            return None;
        }
        let values: Vec<f64> = cell.iter().map(|range| range.1).collect();
        let index = self.most_growing(&values, among, 2.0)?;
        Some(self.space.variables[index].name.clone())
    }

    /// The variable whose multiplication by a factor changes the energy most.
    fn most_growing(&self, values: &[f64], among: &[usize], by: f64) -> Option<usize> {
        let before = self.at(values).energy.0;
        let change = |index: usize| {
            let mut changed = values.to_vec();
            changed[index] = (changed[index].max(1.0) * by).floor();
            (self.at(&changed).energy.0 - before).abs()
        };
        let changes = among.iter().map(|index| (*index, change(*index)));
        changes
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }
}
