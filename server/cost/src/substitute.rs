//! A callee's cost in terms of its caller: every symbol is replaced by what the caller passes.

use super::sum::by_sign;
use super::{Atom, Cost, Factor, Polynomial, Symbol};
use num_traits::Signed;
use std::sync::Arc;

/// A product with more terms keeps its factors as atoms.
const MAX_TERMS: usize = 16;

/// Larger powers are not multiplied out.
const LARGEST_POWER: u32 = 8;

/// The direction in which a replacement may be off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    /// It is at least the real one.
    Upper,
    /// It is at most the real one.
    Lower,
}

impl Bound {
    const fn opposite(self) -> Self {
        match self {
            Self::Upper => Self::Lower,
            Self::Lower => Self::Upper,
        }
    }

    const fn of(self, is_negative: bool) -> Self {
        if is_negative { self.opposite() } else { self }
    }
}

/// How a replacement is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// In a cost: each symbol counts as at least 0.
    Counted,
    /// Inside of an atom: symbols have their signs.
    Signed,
}

impl Reading {
    fn ceiling(self, bound: Bound, numerator: &Polynomial, divisor: i64) -> Option<Polynomial> {
        match (self, bound) {
            (Self::Counted, Bound::Upper) => Polynomial::positive_ceiling(numerator, divisor),
            // With negative symbols, the parts of a sum may be more than the sum.
            (Self::Counted, Bound::Lower) => Polynomial::exact_ceiling(numerator, divisor),
            (Self::Signed, _) => Polynomial::signed_ceiling(numerator, divisor),
        }
    }
}

/// The replacement of a symbol.
#[derive(Debug, Clone, PartialEq)]
pub enum Replacement {
    /// The symbol itself.
    Same,
    /// A number that depends on other symbols.
    Number(ValueRange),
    /// What one call of a method executes. Only for the energy of a call.
    Executed(Cost),
}

/// The limits of a value, which are equal if it is known exactly.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ValueRange {
    /// The upper limit; `None` if unknown.
    pub upper: Option<Polynomial>,
    /// The lower limit; `None` if unknown.
    pub lower: Option<Polynomial>,
}

impl ValueRange {
    /// A known value.
    pub fn exactly(value: Polynomial) -> Self {
        Self {
            upper: Some(value.clone()),
            lower: Some(value),
        }
    }

    /// Whether a limit is unknown.
    pub const fn is_partial(&self) -> bool {
        self.upper.is_none() || self.lower.is_none()
    }

    /// Takes unknown limits from another range.
    pub fn complete(&mut self, other: Self) {
        self.upper = self.upper.take().or(other.upper);
        self.lower = self.lower.take().or(other.lower);
    }

    /// The value, if it is known exactly.
    pub fn exact(&self) -> Option<&Polynomial> {
        self.upper
            .as_ref()
            .filter(|upper| self.lower.as_ref() == Some(upper))
    }

    fn end(&self, bound: Bound) -> Option<&Polynomial> {
        match bound {
            Bound::Upper => self.upper.as_ref(),
            Bound::Lower => self.lower.as_ref(),
        }
    }
}

/// Replacements for the symbols of a cost.
pub trait Substitution {
    /// The replacement of a symbol.
    fn stand(&self, symbol: &Symbol) -> Replacement;

    /// Whether the replacement of a symbol says nothing about it, so that another bound is better if there is one.
    fn is_guessed(&self, _: &Symbol) -> bool {
        false
    }

    /// True for a part of the cost that its replacements do not increase.
    fn keeps(&self, _: &Atom) -> bool {
        false
    }

    /// The largest value of a part of the cost that its replacements do not determine; `None` if no symbol can express it.
    fn largest(&self, part: &Atom) -> Option<Polynomial>;
}

impl<F: Fn(&Symbol) -> Replacement> Substitution for F {
    fn stand(&self, symbol: &Symbol) -> Replacement {
        self(symbol)
    }

    fn largest(&self, _: &Atom) -> Option<Polynomial> {
        None
    }
}

impl Cost {
    /// This cost, or more, with every symbol replaced: by the largest value if the cost rises with the symbol, by the smallest if
    /// it falls. `None` if a number grows too large, or a replacement does not fit.
    pub fn substitute(&self, by: &impl Substitution) -> Option<Self> {
        let mut sum = Self::zero();
        for term in self.terms() {
            let mut called = None;
            let mut atoms: Vec<(&Atom, u32)> = Vec::with_capacity(term.factor.powers().len());
            for (atom, power) in term.factor.powers() {
                if let Atom::Symbol(symbol) = atom
                    && let Replacement::Executed(cost) = by.stand(symbol)
                {
                    // The cost is linear in what its callees execute.
                    if *power != 1 || called.replace(cost).is_some() {
                        return None;
                    }
                    continue;
                }
                atoms.push((atom, *power));
            }
            if let Some(cost) = called {
                // The count of joules that stands for the callee's energy is the number of calls.
                let calls: f64 = term.tally.iter().map(|(_, count)| count).sum();
                sum.add(
                    cost.scaled(calls)
                        .times(&counted(&atoms, Bound::Upper, by)?),
                );
                continue;
            }
            // Subtracted parts use the lower bound.
            let (more, less) = by_sign(&term.tally);
            let upper = counted(&atoms, Bound::Upper, by)?;
            let lower = if less.is_empty() {
                Polynomial::default()
            } else {
                counted(&atoms, Bound::Lower, by)?
            };
            for (tally, bound) in [(more, &upper), (less, &lower)] {
                sum.add(Self::from(tally).times(bound));
            }
        }
        Some(sum)
    }
}

impl Polynomial {
    fn times_power(self, other: &Self, power: u32) -> Option<Self> {
        if power > LARGEST_POWER {
            return None;
        }
        let mut product = self;
        for _ in 0..power {
            product = if product.terms().len() * other.terms().len() > MAX_TERMS {
                product.as_atom()?.checked_mul(&other.as_atom()?)?
            } else {
                product.checked_mul(other)?
            };
        }
        Some(product)
    }
}

/// The product of atoms, each counted as at least 0.
fn counted(atoms: &[(&Atom, u32)], bound: Bound, by: &impl Substitution) -> Option<Polynomial> {
    let mut product = Polynomial::constant(1);
    for (atom, power) in atoms {
        product = product.times_power(&atom.bounded(bound, Reading::Counted, by)?, *power)?;
    }
    Some(product)
}

impl Polynomial {
    /// This polynomial with every symbol replaced by its value, negative or not, as an upper or lower bound.
    fn with_values(&self, bound: Bound, by: &impl Substitution) -> Option<Self> {
        let mut sum = Self::default();
        for (factor, coefficient) in self.terms() {
            let bound = bound.of(coefficient.is_negative());
            let value = match factor.powers() {
                [(Atom::Symbol(symbol), 1)] => value_of(symbol, bound, by)?,
                [(atom, 1)] => atom.bounded(bound, Reading::Signed, by)?,
                _ => product_of(factor, bound, by)?,
            };
            sum = sum.checked_add(&value.checked_scale(*coefficient)?)?;
        }
        (sum.terms().len() <= MAX_TERMS * MAX_TERMS).then_some(sum)
    }
}

/// A symbol's value, negative or not.
fn value_of(symbol: &Arc<Symbol>, bound: Bound, by: &impl Substitution) -> Option<Polynomial> {
    match by.stand(symbol) {
        Replacement::Same => Some(Polynomial::symbol(Arc::clone(symbol))),
        Replacement::Number(between) => between.end(bound).cloned(),
        Replacement::Executed(_) => None,
    }
}

/// A product that counts negative factors: exact values instead of its symbols, or bounds of factors that are never negative.
fn product_of(factor: &Factor, bound: Bound, by: &impl Substitution) -> Option<Polynomial> {
    let is_known = |symbol: &Arc<Symbol>| match by.stand(symbol) {
        Replacement::Same => true,
        Replacement::Number(between) => between.exact().is_some(),
        Replacement::Executed(_) => false,
    };
    let symbols = factor.symbols();
    let is_exact = symbols.iter().all(is_known);
    if !is_exact && !symbols.iter().all(|symbol| symbol.is_never_negative()) {
        return None;
    }
    let mut product = Polynomial::constant(1);
    for (atom, power) in factor.powers() {
        let value = match atom {
            Atom::Symbol(symbol) if is_exact => value_of(symbol, bound, by)?,
            atom => atom.bounded(bound, Reading::Signed, by)?,
        };
        if *power > LARGEST_POWER {
            return None;
        }
        for _ in 0..*power {
            product = product.checked_mul(&value)?;
        }
    }
    Some(product)
}

impl Atom {
    /// An upper bound of the value (at least 0) with every symbol replaced.
    pub(super) fn counted_with(&self, by: &impl Substitution) -> Option<Polynomial> {
        self.bounded(Bound::Upper, Reading::Counted, by)
    }

    /// A bound of the value (at least 0) with every symbol replaced.
    fn bounded(
        &self,
        bound: Bound,
        reading: Reading,
        by: &impl Substitution,
    ) -> Option<Polynomial> {
        if bound == Bound::Upper && by.keeps(self) {
            return Some(Polynomial::of_atom(self.clone()));
        }
        if let Some(value) = self.told(bound, reading, by) {
            return Some(value);
        }
        match bound {
            Bound::Upper => by.largest(self),
            Bound::Lower => Some(Polynomial::default()),
        }
    }

    /// `None` if the replacements of the symbols do not determine it.
    fn told(&self, bound: Bound, reading: Reading, by: &impl Substitution) -> Option<Polynomial> {
        match self {
            Self::Symbol(symbol) => match by.stand(symbol) {
                Replacement::Same => {
                    reading.ceiling(bound, &Polynomial::symbol(Arc::clone(symbol)), 1)
                }
                Replacement::Number(between) => reading.ceiling(bound, between.end(bound)?, 1),
                Replacement::Executed(_) => None,
            },
            Self::Ceiling(ceiling) => {
                let numerator = ceiling.numerator().with_values(bound, by)?;
                reading.ceiling(bound, &numerator, ceiling.divisor())
            }
            Self::Power(power) => {
                let exponent = power.exponent().with_values(bound, by)?;
                Some(Polynomial::power(power.base(), exponent))
            }
            Self::Logarithm(logarithm) => {
                let argument = logarithm.argument().with_values(bound, by)?;
                Some(Polynomial::logarithm(logarithm.base(), argument))
            }
            Self::Extreme(extreme) => {
                let is_largest = extreme.is_largest();
                let value = |number: &Polynomial| number.with_values(bound, by);
                // Each number is at most the largest, and at least the smallest.
                if is_largest == (bound == Bound::Lower) {
                    let is_guessed = |number: &&Polynomial| {
                        let mut symbols = number.symbols().into_iter();
                        symbols.any(|symbol| by.is_guessed(&symbol))
                    };
                    let (guessed, known): (Vec<_>, Vec<_>) =
                        extreme.of().iter().partition(is_guessed);
                    return [known, guessed].into_iter().find_map(|numbers| {
                        let numbers = numbers.into_iter().filter_map(value);
                        reading.ceiling(bound, &Polynomial::extreme(is_largest, numbers)?, 1)
                    });
                }
                let numbers = extreme.of().iter().map(value);
                let numbers = numbers.collect::<Option<Vec<_>>>()?;
                reading.ceiling(bound, &Polynomial::extreme(is_largest, numbers)?, 1)
            }
        }
    }
}
