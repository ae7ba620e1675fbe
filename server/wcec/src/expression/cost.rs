//! Costs: how often each pattern is executed, as an expression over symbols.

use super::polynomial::to_f64;
use super::{Factor, Polynomial, Symbol};
use pricing::Tally;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::sync::Arc;

/// With more terms than this a product keeps its bound as one atom instead of multiplying it out.
const MOST_TERMS: usize = 64;

/// Sums of the same means in another order differ by rounding; less than this share is no difference.
const ROUNDING: f64 = 1e-12;

/// `factor × (tally + the dearest of the alternatives)`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Term {
    /// How often it is executed.
    pub factor: Factor,
    /// What is executed that often.
    pub tally: Tally,
    /// Paths of which none is the dearest for all values of the symbols; empty, or at least two. The cost of each is
    /// the sum of its terms, and the dearest is the one whose mean is the largest.
    pub alternatives: Vec<Vec<Term>>,
}

/// The worst-case cost of a piece of code: a sum of [`Term`]s.
///
/// The terms stand in ascending order of their factors: the constant part, then by degree, then by name. A factor
/// has at most one term without alternatives, and it stands before those with.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cost {
    terms: Vec<Term>,
}

impl From<Tally> for Cost {
    fn from(tally: Tally) -> Self {
        if tally.is_empty() {
            return Self::default();
        }
        Self {
            terms: vec![Term {
                factor: Factor::one(),
                tally,
                alternatives: Vec::new(),
            }],
        }
    }
}

impl FromIterator<Term> for Cost {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> Self {
        let mut terms: Vec<Term> = terms
            .into_iter()
            .filter(|term| !term.is_nothing())
            .collect();
        terms.sort_by(Term::order);
        terms.dedup_by(|later, earlier| {
            let together = later.adds_to(earlier);
            if together {
                earlier.tally.add_scaled(&later.tally, 1.0);
            }
            together
        });
        Self { terms }
    }
}

impl Term {
    fn is_nothing(&self) -> bool {
        self.tally.is_empty() && self.alternatives.is_empty()
    }

    /// By factor, those without alternatives first.
    fn order(&self, other: &Self) -> Ordering {
        let has_choice = |term: &Self| !term.alternatives.is_empty();
        (self.factor.cmp(&other.factor)).then_with(|| has_choice(self).cmp(&has_choice(other)))
    }

    /// True where the two are one term.
    fn adds_to(&self, other: &Self) -> bool {
        self.alternatives.is_empty() && other.alternatives.is_empty() && self.factor == other.factor
    }
}

impl Cost {
    /// Nothing is executed.
    pub const fn zero() -> Self {
        Self { terms: Vec::new() }
    }

    /// The terms, in a stable order.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Takes the terms out.
    pub fn into_terms(self) -> Vec<Term> {
        self.terms
    }

    /// True where no symbol decides anything.
    pub fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// What is executed where no symbol decides anything.
    pub fn as_constant(&self) -> Option<Tally> {
        self.constant().cloned()
    }

    /// The same without a copy.
    pub fn constant(&self) -> Option<&Tally> {
        const NOTHING: &Tally = &Tally::new();
        match self.terms.as_slice() {
            [] => Some(NOTHING),
            [only] if only.factor.is_one() && only.alternatives.is_empty() => Some(&only.tally),
            _ => None,
        }
    }

    /// The mean in joules where no symbol decides anything.
    pub(crate) fn constant_mean(&self, means: &[f64]) -> Option<f64> {
        if self.terms.is_empty() {
            return Some(0.0);
        }
        self.constant().map(|tally| tally.mean(means))
    }

    /// The symbols it contains, sorted by name and each once.
    pub fn symbols(&self) -> Vec<Arc<Symbol>> {
        let mut found = Vec::new();
        collect_symbols(&self.terms, &mut found);
        found
    }

    /// Adds another cost.
    pub fn add(&mut self, other: Self) {
        for term in other.terms {
            self.add_term(term);
        }
    }

    fn add_term(&mut self, term: Term) {
        if term.is_nothing() {
            return;
        }
        let at = self.terms.partition_point(|mine| mine.order(&term).is_lt());
        match self.terms.get_mut(at) {
            Some(mine) if term.adds_to(mine) => mine.tally.add_scaled(&term.tally, 1.0),
            _ => self.terms.insert(at, term),
        }
    }

    /// The cost of executing this as often as a bound says.
    #[must_use]
    pub fn times(&self, bound: &Polynomial) -> Self {
        let as_atom;
        let several = bound.terms().len() > 1;
        let large = self.terms.len() * bound.terms().len() > MOST_TERMS
            || self.terms.iter().any(|term| !term.alternatives.is_empty());
        let bound = if several && large {
            as_atom = bound.clone().into_atom();
            &as_atom
        } else {
            bound
        };
        let mut product = Self::zero();
        for (factor, coefficient) in bound.terms() {
            let coefficient = to_f64(*coefficient);
            for term in &self.terms {
                product.add_term(Term {
                    factor: term.factor.times(factor),
                    tally: term.tally.scaled(coefficient),
                    alternatives: scale_alternatives(&term.alternatives, coefficient),
                });
            }
        }
        product
    }

    /// The dearest of several costs. Those that another one dominates are left out.
    #[must_use]
    pub fn max_of(costs: Vec<Self>, means: &[f64]) -> Self {
        let mut kept: Vec<(Self, Coefficients, Coefficients)> = Vec::new();
        for cost in costs {
            let low = cost.coefficients(means, Side::Lower);
            let high = cost.coefficients(means, Side::Upper);
            if kept.iter().any(|(_, other, _)| other.dominates(&high)) {
                continue;
            }
            kept.retain(|(_, _, other)| !low.dominates(other));
            kept.push((cost, low, high));
        }
        if kept.len() <= 1 {
            return kept.pop().map(|(cost, _, _)| cost).unwrap_or_default();
        }
        Self {
            terms: vec![Term {
                factor: Factor::one(),
                tally: Tally::new(),
                alternatives: kept.into_iter().map(|(cost, _, _)| cost.terms).collect(),
            }],
        }
    }

    /// True where this cost is at least the other, in the mean and for all values of the symbols. False may also mean
    /// that it cannot be told.
    pub fn dominates(&self, other: &Self, means: &[f64]) -> bool {
        self.coefficients(means, Side::Lower)
            .dominates(&other.coefficients(means, Side::Upper))
    }

    /// A cost without alternatives that is at least each of the given ones: for every factor the dearest of theirs.
    #[must_use]
    pub fn envelope<'c>(costs: impl IntoIterator<Item = &'c Self>, means: &[f64]) -> Self {
        envelope(costs.into_iter().map(|cost| cost.terms.as_slice()), means)
    }

    /// The number of terms, those of the alternatives included.
    pub(crate) fn size(&self) -> usize {
        size(&self.terms)
    }

    /// The means of the factors, of the cheapest or of the dearest alternatives.
    pub(crate) fn coefficients(&self, means: &[f64], side: Side) -> Coefficients {
        let mut result = Coefficients::default();
        coefficients(&self.terms, means, side, &mut result);
        result
    }

    /// What is executed where the symbols have these values; among alternatives the one whose mean is the largest.
    ///
    /// # Errors
    /// The symbols that have no value.
    pub fn evaluate(
        &self,
        means: &[f64],
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Result<Tally, Vec<Arc<Symbol>>> {
        let mut missing = self.symbols();
        missing.retain(|symbol| value_of(symbol).is_none());
        if missing.is_empty() {
            // Every symbol has a value, so the default is never used.
            let value_of = |symbol: &Symbol| value_of(symbol).unwrap_or_default();
            Ok(evaluate_known(&self.terms, means, &value_of))
        } else {
            Err(missing)
        }
    }
}

fn evaluate_known(terms: &[Term], means: &[f64], value_of: &impl Fn(&Symbol) -> f64) -> Tally {
    let mut sum = Tally::new();
    for term in terms {
        let factor = term.factor.value(value_of);
        sum.add_scaled(&term.tally, factor);
        let mut dearest: Option<(f64, Tally)> = None;
        for alternative in &term.alternatives {
            let tally = evaluate_known(alternative, means, value_of);
            let mean = tally.mean(means);
            if dearest.as_ref().is_none_or(|(best, _)| mean > *best) {
                dearest = Some((mean, tally));
            }
        }
        if let Some((_, tally)) = dearest {
            sum.add_scaled(&tally, factor);
        }
    }
    sum
}

fn collect_symbols(terms: &[Term], found: &mut Vec<Arc<Symbol>>) {
    for term in terms {
        term.factor.collect_symbols(found);
        for alternative in &term.alternatives {
            collect_symbols(alternative, found);
        }
    }
}

fn size(terms: &[Term]) -> usize {
    terms
        .iter()
        .map(|term| {
            1 + term
                .alternatives
                .iter()
                .map(|terms| size(terms))
                .sum::<usize>()
        })
        .sum()
}

fn scale_alternatives(alternatives: &[Vec<Term>], by: f64) -> Vec<Vec<Term>> {
    alternatives
        .iter()
        .map(|terms| {
            terms
                .iter()
                .map(|term| Term {
                    factor: term.factor.clone(),
                    tally: term.tally.scaled(by),
                    alternatives: scale_alternatives(&term.alternatives, by),
                })
                .collect()
        })
        .collect()
}

fn envelope<'t>(paths: impl IntoIterator<Item = &'t [Term]>, means: &[f64]) -> Cost {
    let mut upper: Vec<(Factor, f64, Tally)> = Vec::new();
    for terms in paths {
        for term in flatten(terms, means).terms {
            let mean = term.tally.mean(means);
            match upper
                .iter_mut()
                .find(|(factor, _, _)| *factor == term.factor)
            {
                Some(entry) if mean > entry.1 => *entry = (term.factor, mean, term.tally),
                None if mean > 0.0 => upper.push((term.factor, mean, term.tally)),
                Some(_) | None => {}
            }
        }
    }
    let mut result = Cost::zero();
    for (factor, _, tally) in upper {
        result.add_term(Term {
            factor,
            tally,
            alternatives: Vec::new(),
        });
    }
    result
}

/// The terms with every choice replaced by its envelope.
fn flatten(terms: &[Term], means: &[f64]) -> Cost {
    let mut flat = Cost::zero();
    for term in terms {
        if !term.tally.is_empty() {
            flat.add_term(Term {
                factor: term.factor.clone(),
                tally: term.tally.clone(),
                alternatives: Vec::new(),
            });
        }
        for inner in envelope(term.alternatives.iter().map(Vec::as_slice), means).terms {
            flat.add_term(Term {
                factor: inner.factor.times(&term.factor),
                ..inner
            });
        }
    }
    flat
}

/// Which end of the range that the alternatives span.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Lower,
    Upper,
}

/// The mean in joules of each factor, sorted by factor.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Coefficients {
    pub(crate) means: Vec<(Factor, f64)>,
}

impl Coefficients {
    fn add(&mut self, factor: Factor, mean: f64) {
        // Nearly always they come in order.
        if self.means.last().is_none_or(|(last, _)| *last < factor) {
            self.means.push((factor, mean));
            return;
        }
        match self.means.binary_search_by(|(mine, _)| mine.cmp(&factor)) {
            Ok(at) => self.means[at].1 += mean,
            Err(at) => self.means.insert(at, (factor, mean)),
        }
    }

    fn get(&self, factor: &Factor) -> f64 {
        self.means
            .binary_search_by(|(mine, _)| mine.cmp(factor))
            .map_or(0.0, |at| self.means[at].1)
    }

    fn dominates(&self, other: &Self) -> bool {
        let covers = other
            .means
            .iter()
            .all(|(factor, mean)| at_least(self.get(factor), *mean));
        let harmless = self
            .means
            .iter()
            .all(|(factor, mean)| *mean >= 0.0 || at_least(*mean, other.get(factor)));
        covers && harmless
    }
}

/// True where `one` is at least `two`, or below it by no more than rounding.
pub(crate) fn at_least(one: f64, two: f64) -> bool {
    one >= two - ROUNDING * two.abs()
}

fn coefficients(terms: &[Term], means: &[f64], side: Side, result: &mut Coefficients) {
    for term in terms {
        if !term.tally.is_empty() {
            result.add(term.factor.clone(), term.tally.mean(means));
        }
        let paths: Vec<Coefficients> = term
            .alternatives
            .iter()
            .map(|alternative| {
                let mut path = Coefficients::default();
                coefficients(alternative, means, side, &mut path);
                path
            })
            .collect();
        let mut factors: Vec<&Factor> = paths
            .iter()
            .flat_map(|path| path.means.iter().map(|(factor, _)| factor))
            .collect();
        factors.sort();
        factors.dedup();
        for factor in factors {
            let values = paths.iter().map(|path| path.get(factor));
            let mean = match side {
                Side::Lower => values.fold(f64::INFINITY, f64::min),
                Side::Upper => values.fold(f64::NEG_INFINITY, f64::max),
            };
            result.add(factor.times(&term.factor), mean);
        }
    }
}
