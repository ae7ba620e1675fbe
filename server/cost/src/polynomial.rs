//! Polynomials over symbols, with rational coefficients.

use super::shape::{Atom, Ceiling, Extreme, Factor, Logarithm, Polynomial, Power, Rational};
use super::symbol::Symbol;
use num_traits::{CheckedAdd, CheckedMul, Signed, Zero};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

impl Polynomial {
    /// A constant.
    pub fn constant(value: i64) -> Self {
        Self::of_factor(Factor::one(), Rational::from_integer(value))
    }

    /// A symbol.
    pub fn symbol(symbol: Arc<Symbol>) -> Self {
        Self::of_atom(Atom::Symbol(symbol))
    }

    /// A factor with a coefficient.
    pub fn of_factor(factor: Factor, coefficient: Rational) -> Self {
        if coefficient.is_zero() {
            return Self::default();
        }
        Self {
            terms: vec![(factor, coefficient)],
        }
    }

    /// `max(0, ⌈p / k⌉)` for a polynomial with integer coefficients: a polynomial if it equals one for all symbols of at least 0,
    /// otherwise an atom. `None` if a number grows too large or `k` is not positive.
    pub fn positive_ceiling(numerator: &Self, divisor: i64) -> Option<Self> {
        if divisor < 1 {
            return None;
        }
        if let Some(constant) = numerator.as_constant() {
            let (numerator, denominator) = (*constant.numer(), *constant.denom());
            let divisor = i128::from(denominator) * i128::from(divisor);
            let ceiling = -(-i128::from(numerator)).div_euclid(divisor);
            return i64::try_from(ceiling.max(0)).ok().map(Self::constant);
        }
        // The product of two negative numbers is positive, but a product of two symbols counts them as 0.
        let is_counted = |factor: &Factor| {
            let negative = |(atom, power): &(Atom, u32)| match atom {
                Atom::Symbol(symbol) if !symbol.is_never_negative() => *power,
                _ => 0,
            };
            factor.powers().iter().map(negative).sum::<u32>() <= 1
        };
        let is_polynomial = numerator.terms.iter().all(|(factor, coefficient)| {
            coefficient.is_positive()
                && coefficient.is_integer()
                && coefficient.to_integer() % divisor == 0
                && is_counted(factor)
        });
        if is_polynomial {
            let counted = numerator.map_atoms(|atom| {
                let symbol = match &atom {
                    Atom::Ceiling(ceiling) => ceiling.as_counted_symbol(),
                    _ => None,
                };
                symbol.unwrap_or(atom)
            })?;
            return counted.checked_scale(Rational::new(1, divisor));
        }
        if let Some(whole) = Self::quotient_of_whole(numerator, divisor) {
            return Self::positive_ceiling(&whole, 1);
        }
        Some(Self::ceiling(numerator.clone(), divisor))
    }

    /// Whether it is one symbol.
    pub(super) fn is_symbol(&self) -> bool {
        let [(factor, coefficient)] = self.terms.as_slice() else {
            return false;
        };
        *coefficient == Rational::from_integer(1)
            && matches!(factor.powers(), [(Atom::Symbol(_), 1)])
    }

    /// Whether it counts a symbol as at least 0 that may be negative.
    fn counts_symbols(&self) -> bool {
        let may_be_negative = |(atom, _): &(Atom, u32)| match atom {
            Atom::Symbol(symbol) => !symbol.is_never_negative(),
            _ => false,
        };
        let mut factors = self.terms.iter().map(|(factor, _)| factor);
        factors.any(|factor| factor.powers().iter().any(may_be_negative))
    }

    /// The same number inside of an atom, where symbols have their signs: `max(0, n)` instead of a symbol n that may be negative.
    /// `None` if a coefficient grows too large.
    pub fn as_signed(&self) -> Option<Self> {
        self.map_atoms(|atom| match &atom {
            Atom::Symbol(symbol) if !symbol.is_never_negative() => {
                Atom::Ceiling(Arc::new(Ceiling::new(Self::of_atom(atom), 1)))
            }
            _ => atom,
        })
    }

    /// `max(0, ⌈p / k⌉)` inside of an atom, where symbols have their signs. `None` as for [`Self::positive_ceiling`].
    pub fn signed_ceiling(numerator: &Self, divisor: i64) -> Option<Self> {
        let counted = Self::positive_ceiling(numerator, divisor)?;
        if !counted.counts_symbols() {
            return Some(counted);
        }
        let whole = Self::quotient_of_whole(numerator, divisor)
            .or_else(|| numerator.checked_scale(Rational::new(1, divisor)))
            .filter(|whole| {
                whole
                    .terms
                    .iter()
                    .all(|(_, coefficient)| coefficient.is_integer())
            })
            .filter(|whole| {
                let mut atoms = whole.terms.iter().flat_map(|(factor, _)| factor.powers());
                atoms.all(|(atom, _)| matches!(atom, Atom::Symbol(_)))
            });
        Some(match whole {
            Some(whole) => Self::ceiling(whole, 1),
            None => Self::ceiling(numerator.clone(), divisor),
        })
    }

    /// The same with other atoms; `None` if a coefficient grows too large.
    fn map_atoms(&self, map: impl Fn(Atom) -> Atom) -> Option<Self> {
        let mut all = Self::default();
        for (factor, coefficient) in &self.terms {
            let powers = factor.powers().iter();
            let mapped = powers.fold(Factor::one(), |product, (atom, power)| {
                let one = Factor::of(map(atom.clone()));
                (0..*power).fold(product, |product, _| product.times(&one))
            });
            all.add_term(mapped, *coefficient)?;
        }
        Some(all)
    }

    /// The quotient, rounded up, if only the constant is not divisible: ⌈(2·n − 1)/2⌉ is n.
    fn quotient_of_whole(numerator: &Self, divisor: i64) -> Option<Self> {
        let is_constant = |factor: &Factor| factor.is_one();
        let is_whole = |(factor, coefficient): &(Factor, Rational)| {
            let powers = factor.powers().iter();
            let is_symbol = |(atom, _): &(Atom, u32)| matches!(atom, Atom::Symbol(_));
            coefficient.is_integer()
                && (is_constant(factor)
                    || coefficient.to_integer() % divisor == 0 && powers.clone().all(is_symbol))
        };
        if divisor == 1 || !numerator.terms.iter().all(is_whole) {
            return None;
        }
        let divided = numerator.checked_scale(Rational::new(1, divisor))?;
        let constant = (divided.terms.iter()).find(|(factor, _)| is_constant(factor));
        let constant = constant.map(|(_, coefficient)| *coefficient)?;
        let rounded = constant.ceil() - constant;
        divided.checked_add(&Self::of_factor(Factor::one(), rounded))
    }

    /// Whether it is at least 0, or at most 0, whatever the values of its symbols are; `None` if neither is known.
    fn sign(&self) -> Option<Ordering> {
        if let Some(constant) = self.as_constant() {
            return Some(constant.cmp(&Rational::from_integer(0)));
        }
        let is_counted = |(atom, _): &(Atom, u32)| match atom {
            Atom::Symbol(symbol) => symbol.is_never_negative(),
            _ => false,
        };
        let mut terms = self.terms.iter();
        if !terms
            .clone()
            .all(|(factor, _)| factor.powers().iter().all(is_counted))
        {
            return None;
        }
        let is_positive = terms
            .clone()
            .all(|(_, coefficient)| coefficient.is_positive());
        let is_negative = terms.all(|(_, coefficient)| coefficient.is_negative());
        match (is_positive, is_negative) {
            (true, _) => Some(Ordering::Greater),
            (_, true) => Some(Ordering::Less),
            _ => None,
        }
    }

    /// The same number for any signs of the symbols, perhaps less readable. `None` as above.
    pub fn exact_ceiling(numerator: &Self, divisor: i64) -> Option<Self> {
        let bound = Self::positive_ceiling(numerator, divisor)?;
        let is_exact = match bound.terms() {
            [] => true,
            // A single negative symbol counts as 0, and so does the whole.
            [(factor, _)] => factor.powers().iter().map(|(_, power)| power).sum::<u32>() <= 1,
            terms => terms.iter().all(|(factor, _)| {
                let symbols = factor.symbols();
                symbols.iter().all(|symbol| symbol.is_never_negative())
            }),
        };
        if is_exact || divisor < 1 {
            return Some(bound);
        }
        Some(Self::ceiling(numerator.clone(), divisor))
    }

    /// `baseᵉ`, with the exponent counted as at least 0.
    pub fn power(base: i64, exponent: Self) -> Self {
        let known = exponent.as_constant().and_then(|exponent| {
            let times = exponent.ceil().to_integer().max(0);
            base.checked_pow(u32::try_from(times).ok()?)
        });
        if let Some(known) = known {
            return Self::constant(known);
        }
        let power = Power::new(base, exponent);
        Self::of_atom(Atom::Power(Arc::new(power)))
    }

    /// How often a number can be divided by a base of at least 2 until 0 is left.
    pub fn logarithm(base: i64, argument: Self) -> Self {
        Logarithm::of_constant(base, &argument).map_or_else(
            || Self::of_atom(Atom::Logarithm(Arc::new(Logarithm::new(base, argument)))),
            Self::constant,
        )
    }

    /// The smallest or the largest of several numbers; 0 if that is negative. Symbols have their signs. `None` without numbers,
    /// and if a number grows too large.
    pub fn extreme(is_largest: bool, numbers: impl IntoIterator<Item = Self>) -> Option<Self> {
        let mut kept: Vec<Self> = Vec::new();
        let mut has_needless = false;
        for number in numbers {
            // The largest counts as at least 0 anyway.
            let number = match number.as_ceiling().filter(|_| is_largest) {
                Some(numerator) => numerator.clone(),
                None => number,
            };
            if is_largest && number.as_constant().is_some_and(|one| !one.is_positive()) {
                has_needless = true;
                continue;
            }
            // If the sign of the difference is known, one of the two never decides.
            let mut decides = true;
            let mut differences = Vec::with_capacity(kept.len());
            for other in &kept {
                let difference = number.checked_add(&other.checked_scale((-1).into())?)?;
                let sign = difference.sign();
                decides &= sign.is_none_or(|sign| sign.is_ne() && sign.is_gt() == is_largest);
                differences.push(sign);
            }
            if decides {
                let mut differences = differences.into_iter();
                kept.retain(|_| differences.next().flatten().is_none());
                kept.push(number);
            }
        }
        kept.sort();
        match kept.as_slice() {
            [] => has_needless.then(|| Self::constant(0)),
            [only] => Self::signed_ceiling(only, 1),
            _ => Some(Self::of_atom(Atom::Extreme(Arc::new(Extreme::new(
                is_largest, kept,
            ))))),
        }
    }

    /// The number of which it is the larger one and 0.
    fn as_ceiling(&self) -> Option<&Self> {
        let [(factor, coefficient)] = self.terms.as_slice() else {
            return None;
        };
        match factor.powers() {
            [(Atom::Ceiling(ceiling), 1)]
                if ceiling.divisor() == 1 && *coefficient == Rational::from_integer(1) =>
            {
                Some(ceiling.numerator())
            }
            _ => None,
        }
    }

    pub(super) fn of_atom(atom: Atom) -> Self {
        Self::of_factor(Factor::of(atom), Rational::from_integer(1))
    }

    /// The same value as a single atom. `None` if a coefficient grows too large.
    pub(super) fn as_atom(&self) -> Option<Self> {
        Some(Self::ceiling(self.as_signed()?, 1))
    }

    fn ceiling(numerator: Self, divisor: i64) -> Self {
        Self::of_atom(Atom::Ceiling(Arc::new(Ceiling::new(numerator, divisor))))
    }

    /// The factors with their non-zero coefficients, in ascending order.
    pub fn terms(&self) -> &[(Factor, Rational)] {
        &self.terms
    }

    /// The coefficient of a factor.
    pub(super) fn coefficient(&self, factor: &Factor) -> Rational {
        self.terms
            .binary_search_by(|(mine, _)| mine.cmp(factor))
            .map_or_else(|_| Rational::zero(), |at| self.terms[at].1)
    }

    /// The value, if it has no symbols.
    pub fn as_constant(&self) -> Option<Rational> {
        match self.terms.as_slice() {
            [] => Some(Rational::zero()),
            [(factor, value)] if factor.is_one() => Some(*value),
            _ => None,
        }
    }

    /// The largest degree of a factor.
    pub fn degree(&self) -> u32 {
        self.terms
            .iter()
            .map(|(factor, _)| factor.degree())
            .max()
            .unwrap_or(0)
    }

    /// The sum; `None` if a coefficient grows too large.
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let mut sum = self.clone();
        for (factor, coefficient) in &other.terms {
            sum.add_term(factor.clone(), *coefficient)?;
        }
        Some(sum)
    }

    /// The product; `None` if a coefficient grows too large.
    pub fn checked_mul(&self, other: &Self) -> Option<Self> {
        let mut product = Self::default();
        for (one, a) in &self.terms {
            for (two, b) in &other.terms {
                product.add_term(one.times(two), a.checked_mul(b)?)?;
            }
        }
        Some(product)
    }

    /// The product with a number; `None` if a coefficient grows too large.
    pub fn checked_scale(&self, by: Rational) -> Option<Self> {
        if by.is_zero() {
            return Some(Self::default());
        }
        let terms = self
            .terms
            .iter()
            .map(|(factor, coefficient)| Some((factor.clone(), coefficient.checked_mul(&by)?)))
            .collect::<Option<_>>()?;
        Some(Self { terms })
    }

    fn add_term(&mut self, factor: Factor, coefficient: Rational) -> Option<()> {
        match self.terms.binary_search_by(|(mine, _)| mine.cmp(&factor)) {
            Ok(at) => {
                let sum = self.terms[at].1.checked_add(&coefficient)?;
                if sum.is_zero() {
                    self.terms.remove(at);
                } else {
                    self.terms[at].1 = sum;
                }
            }
            Err(at) if !coefficient.is_zero() => self.terms.insert(at, (factor, coefficient)),
            Err(_) => {}
        }
        Some(())
    }

    /// The value, at least 0, for these values of the symbols.
    pub fn value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        self.terms
            .iter()
            .map(|(factor, coefficient)| factor.value(value_of) * to_f64(*coefficient))
            .sum::<f64>()
            .max(0.0)
    }

    /// The value with negative symbols counted as negative.
    pub(super) fn raw_value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        self.terms
            .iter()
            .map(|(factor, coefficient)| factor.raw_value(value_of) * to_f64(*coefficient))
            .sum()
    }

    /// The symbols that it contains, sorted by name, without duplicates.
    pub fn symbols(&self) -> Vec<Arc<Symbol>> {
        let mut found = Vec::new();
        self.collect_symbols(&mut found);
        found
    }

    pub(super) fn collect_symbols(&self, found: &mut Vec<Arc<Symbol>>) {
        for (factor, _) in &self.terms {
            factor.collect_symbols(found);
        }
    }
}

/// The nearest double-precision number.
pub(super) fn to_f64(number: Rational) -> f64 {
    *number.numer() as f64 / *number.denom() as f64
}

impl fmt::Display for Polynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        let mut terms: Vec<_> = self.terms.iter().rev().collect();
        // `n − start` and not `−start + n`.
        let added = |(_, coefficient): &&(Factor, Rational)| coefficient.is_positive();
        if let Some(first) = terms.iter().position(added) {
            terms[..=first].rotate_right(1);
        }
        for (index, (factor, coefficient)) in terms.into_iter().enumerate() {
            match (index, coefficient.is_negative()) {
                (0, false) => {}
                (0, true) => f.write_str("−")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" − ")?,
            }
            let (numerator, denominator) =
                (coefficient.numer().unsigned_abs(), *coefficient.denom());
            match (factor.is_one(), numerator) {
                (true, _) => write!(f, "{numerator}")?,
                (false, 1) => write!(f, "{factor}")?,
                (false, _) => write!(f, "{numerator}·{factor}")?,
            }
            if denominator != 1 {
                write!(f, "/{denominator}")?;
            }
        }
        Ok(())
    }
}
