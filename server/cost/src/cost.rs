//! Costs: the counts of patterns as expressions over symbols.

use super::polynomial::to_f64;
use super::{Factor, Polynomial, Symbol};
use pricing::{PathSpread, Tally};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// If a product had more terms, its bound stays one atom instead of being multiplied out.
const MAX_TERMS: usize = 64;

/// Sums of the same means in another order differ by rounding. A smaller share is not a difference.
const ROUNDING: f64 = 1e-12;

/// `factor × tally`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Term {
    /// How often it is executed.
    pub factor: Factor,
    /// What is executed that often.
    pub tally: Tally,
}

/// The worst-case cost of a piece of code: a sum of [`Term`]s, one for each factor.
///
/// The terms are in ascending order of their factors: the constant part, then by degree, then by name.
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
            }],
        }
    }
}

impl FromIterator<Term> for Cost {
    fn from_iter<I: IntoIterator<Item = Term>>(terms: I) -> Self {
        let terms = terms.into_iter().filter(|term| !term.tally.is_empty());
        let mut terms: Vec<Term> = terms.collect();
        terms.sort_by(|one, two| one.factor.cmp(&two.factor));
        terms.dedup_by(|later, earlier| {
            let together = later.factor == earlier.factor;
            if together {
                earlier.tally.add_scaled(&later.tally, 1.0);
            }
            together
        });
        Self { terms }
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

    /// Returns the terms by value.
    pub fn into_terms(self) -> Vec<Term> {
        self.terms
    }

    /// Whether it has no symbols.
    pub fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// What is executed, if there are no symbols.
    pub fn as_constant(&self) -> Option<Tally> {
        self.constant().cloned()
    }

    /// The same without a copy.
    pub fn constant(&self) -> Option<&Tally> {
        const NOTHING: &Tally = &Tally::new();
        match self.terms.as_slice() {
            [] => Some(NOTHING),
            [only] if only.factor.is_one() => Some(&only.tally),
            _ => None,
        }
    }

    /// The mean in joules, if there are no symbols.
    pub fn constant_mean(&self, means: &[f64]) -> Option<f64> {
        if self.terms.is_empty() {
            return Some(0.0);
        }
        self.constant().map(|tally| tally.mean(means))
    }

    /// The symbols that it contains, sorted by name, without duplicates.
    pub fn symbols(&self) -> Vec<Arc<Symbol>> {
        let mut found = Vec::new();
        for term in &self.terms {
            term.factor.collect_symbols(&mut found);
        }
        found
    }

    /// What is executed as often as a factor says.
    pub fn tally_of(&self, factor: &Factor) -> Option<&Tally> {
        let at = self
            .terms
            .binary_search_by(|term| term.factor.cmp(factor))
            .ok()?;
        Some(&self.terms[at].tally)
    }

    /// Adds another cost.
    pub fn add(&mut self, other: Self) {
        for term in other.terms {
            self.add_term(term);
        }
    }

    pub(super) fn add_term(&mut self, term: Term) {
        if term.tally.is_empty() {
            return;
        }
        match self
            .terms
            .binary_search_by(|mine| mine.factor.cmp(&term.factor))
        {
            Ok(at) => self.terms[at].tally.add_scaled(&term.tally, 1.0),
            Err(at) => self.terms.insert(at, term),
        }
    }

    /// The cost of executing this as often as a bound says.
    #[must_use]
    pub fn times(&self, bound: &Polynomial) -> Self {
        let as_atom;
        let several = bound.terms().len() > 1;
        let bound = if several && self.terms.len() * bound.terms().len() > MAX_TERMS {
            as_atom = bound.as_atom();
            as_atom.as_ref().unwrap_or(bound)
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
                });
            }
        }
        product
    }

    /// This cost times a number.
    #[must_use]
    pub fn scaled(&self, by: f64) -> Self {
        self.map_tallies(&|tally| tally.scaled(by))
    }

    /// This cost with every tally replaced.
    #[must_use]
    pub fn map_tallies(&self, change: &impl Fn(&Tally) -> Tally) -> Self {
        let terms = self.terms.iter().map(|term| Term {
            factor: term.factor.clone(),
            tally: change(&term.tally),
        });
        terms.collect()
    }

    /// A cost that is at least each of several, in the mean and for all values of the symbols. If one of them is at least all
    /// others, it is that one; otherwise, each factor has the largest amount that one of them executes. With a spread, its
    /// distribution is also as wide as those of the others.
    #[must_use]
    pub fn max_of(
        costs: impl IntoIterator<Item = Self>,
        means: &[f64],
        spread: Option<PathSpread<'_>>,
    ) -> Self {
        let mut costs: Vec<Self> = costs.into_iter().collect();
        // Neighbours are merged in rounds, because merging all into one cost would go through it for each of them.
        while costs.len() > 1 {
            let mut rest = costs.into_iter();
            let pairs = std::iter::from_fn(|| Some((rest.next()?, rest.next())));
            let merged = pairs.map(|(one, two)| match two {
                Some(two) => one.or_more(two, means, spread),
                None => one,
            });
            costs = merged.collect();
        }
        costs.pop().unwrap_or_default()
    }

    fn or_more(self, other: Self, means: &[f64], spread: Option<PathSpread<'_>>) -> Self {
        if self.dominates(&other, means) {
            return self.as_wide_as(&other, spread);
        }
        if other.dominates(&self, means) {
            return other.as_wide_as(&self, spread);
        }
        if self.has_negative(means) || other.has_negative(means) {
            let (one, two) = (self.in_binomials(), other.in_binomials());
            return one.envelope(two, means, spread).out_of_binomials();
        }
        self.envelope(other, means, spread)
    }

    /// This cost with a distribution that is at least as wide as another's, for each of its factors.
    #[must_use]
    pub fn as_wide_as(mut self, other: &Self, spread: Option<PathSpread<'_>>) -> Self {
        let Some(spread) = spread else {
            return self;
        };
        for term in &other.terms {
            let found = (self.terms).binary_search_by(|mine| mine.factor.cmp(&term.factor));
            if let Ok(at) = found {
                spread.widen(&mut self.terms[at].tally, spread.weight(&term.tally));
            }
        }
        self
    }

    /// Whether no factor has a larger weight than in the other cost.
    pub fn is_no_wider(&self, other: &Self, spread: PathSpread<'_>) -> bool {
        let of_other = |factor: &Factor| {
            let tally = other.tally_of(factor);
            tally.map_or(0.0, |tally| spread.weight(tally))
        };
        let mut terms = self.terms.iter();
        terms.all(|term| at_least(of_other(&term.factor), spread.weight(&term.tally)))
    }

    /// For every factor, the tally with the larger mean; none if the larger mean is zero.
    fn envelope(self, other: Self, means: &[f64], spread: Option<PathSpread<'_>>) -> Self {
        let mut rest = other.terms.into_iter().peekable();
        let mut larger: Vec<Term> = Vec::with_capacity(self.terms.len());
        let alone = |term: Term, larger: &mut Vec<Term>| {
            if term.tally.mean(means) > 0.0 {
                larger.push(term);
            }
        };
        for term in self.terms {
            while let Some(before) = rest.next_if(|next| next.factor < term.factor) {
                alone(before, &mut larger);
            }
            match rest.next_if(|next| next.factor == term.factor) {
                Some(rival) => {
                    let is_less = term.tally.mean(means) < rival.tally.mean(means);
                    let (mut chosen, left) = if is_less {
                        (rival, term)
                    } else {
                        (term, rival)
                    };
                    if let Some(spread) = spread {
                        spread.widen(&mut chosen.tally, spread.weight(&left.tally));
                    }
                    larger.push(chosen);
                }
                None => alone(term, &mut larger),
            }
        }
        for term in rest {
            alone(term, &mut larger);
        }
        Self { terms: larger }
    }

    /// Whether some factor has a negative coefficient.
    pub fn has_negative(&self, means: &[f64]) -> bool {
        self.terms.iter().any(|term| term.tally.mean(means) < 0.0)
    }

    /// This cost, or more, without the terms whose mean is negative.
    #[must_use]
    pub fn without_negative_terms(&self, means: &[f64]) -> Self {
        let terms = self.terms.iter();
        let kept = terms.filter(|term| term.tally.mean(means) >= 0.0);
        kept.cloned().collect()
    }

    /// Whether this cost is at least the other, in the mean and for all values of the symbols. False may also mean that it is
    /// unknown.
    pub fn dominates(&self, other: &Self, means: &[f64]) -> bool {
        let (one, two) = (self.coefficients(means), other.coefficients(means));
        if one.covers(&two) {
            return true;
        }
        (one.has_negative() || two.has_negative()) && one.in_binomials().covers(&two.in_binomials())
    }

    fn coefficients(&self, means: &[f64]) -> Coefficients {
        let terms = self.terms.iter();
        Coefficients(
            terms
                .map(|term| (term.factor.clone(), term.tally.mean(means)))
                .collect(),
        )
    }

    /// What is executed if the symbols have these values.
    ///
    /// # Errors
    /// The symbols without a value.
    pub fn evaluate(
        &self,
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Result<Tally, Vec<Arc<Symbol>>> {
        let mut missing = self.symbols();
        missing.retain(|symbol| value_of(symbol).is_none());
        if !missing.is_empty() {
            return Err(missing);
        }
        // Every symbol has a value, so the default is never used.
        let value_of = |symbol: &Symbol| value_of(symbol).unwrap_or_default();
        let mut sum = Tally::new();
        for term in &self.terms {
            sum.add_scaled(&term.tally, term.factor.value(&value_of));
        }
        Ok(sum)
    }
}

/// The mean in joules of each factor, sorted by factor.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Coefficients(pub(super) Vec<(Factor, f64)>);

impl Coefficients {
    fn get(&self, factor: &Factor) -> f64 {
        self.0
            .binary_search_by(|(mine, _)| mine.cmp(factor))
            .map_or(0.0, |at| self.0[at].1)
    }

    fn has_negative(&self) -> bool {
        self.0.iter().any(|(_, mean)| *mean < 0.0)
    }

    /// Whether each coefficient is at least the other's.
    fn covers(&self, other: &Self) -> bool {
        let mut others = other.0.iter();
        let mut own = self.0.iter();
        others.all(|(factor, mean)| at_least(self.get(factor), *mean))
            && own.all(|(factor, mean)| *mean >= 0.0 || at_least(*mean, other.get(factor)))
    }
}

/// Whether `one` is at least `two`, or smaller only by rounding.
fn at_least(one: f64, two: f64) -> bool {
    one >= two - ROUNDING * two.abs()
}
