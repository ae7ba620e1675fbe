//! Products of powers of symbols.

use super::shape::{Atom, Ceiling, Factor, Polynomial, Power};
use super::symbol::Symbol;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

impl Ceiling {
    pub(super) fn new(numerator: Polynomial, divisor: i64) -> Self {
        let text = match (divisor, numerator.terms().len()) {
            (1, _) => format!("({numerator})"),
            (_, 0 | 1) => format!("⌈{numerator}/{divisor}⌉"),
            _ => format!("⌈({numerator})/{divisor}⌉"),
        };
        Self {
            numerator,
            divisor,
            text,
        }
    }

    /// n, if this is `max(0, n)` for a symbol n: a polynomial counts its symbols as at least 0 anyway.
    pub(super) fn as_counted_symbol(&self) -> Option<Atom> {
        if self.divisor != 1 || !self.numerator.is_symbol() {
            return None;
        }
        let (factor, _) = self.numerator.terms().first()?;
        factor.powers().first().map(|(symbol, _)| symbol.clone())
    }

    /// The dividend.
    pub const fn numerator(&self) -> &Polynomial {
        &self.numerator
    }

    /// The divisor, at least 1.
    pub const fn divisor(&self) -> i64 {
        self.divisor
    }
}

impl Power {
    pub(super) fn new(base: i64, exponent: Polynomial) -> Self {
        let text = match exponent.terms() {
            [(factor, coefficient)] if *coefficient == 1.into() && factor.degree() == 1 => {
                format!("{base}^{exponent}")
            }
            _ => format!("{base}^({exponent})"),
        };
        Self {
            base,
            exponent,
            text,
        }
    }

    /// The base, at least 2.
    pub const fn base(&self) -> i64 {
        self.base
    }

    /// The exponent.
    pub const fn exponent(&self) -> &Polynomial {
        &self.exponent
    }
}

/// A power grows faster than every polynomial, so it gets this degree.
const DEGREE_OF_POWER: u32 = 1 << 16;

/// Nothing is executed more often than this. Larger numbers are limited to it, so that a sum of energies stays a number.
const MAX_TIMES: f64 = 1e90;

impl Atom {
    /// Its text in a formula.
    pub fn text(&self) -> &str {
        match self {
            Self::Symbol(symbol) => &symbol.name,
            Self::Ceiling(ceiling) => &ceiling.text,
            Self::Power(power) => &power.text,
            Self::Logarithm(logarithm) => logarithm.text(),
            Self::Extreme(extreme) => extreme.text(),
        }
    }

    /// One of its symbols.
    pub fn symbol_of(&self) -> Option<Arc<Symbol>> {
        let mut found = Vec::new();
        self.symbols(&mut found);
        found.pop()
    }

    /// How fast it grows: the degree of its polynomial.
    fn degree(&self) -> u32 {
        match self {
            Self::Symbol(_) => 1,
            Self::Ceiling(ceiling) => ceiling.numerator.degree(),
            Self::Power(_) => DEGREE_OF_POWER,
            Self::Logarithm(_) => 0,
            Self::Extreme(extreme) => extreme.degree(),
        }
    }

    fn value(&self, value_of: &impl Fn(&Symbol) -> f64, negative_too: bool) -> f64 {
        match self {
            Self::Symbol(symbol) if negative_too => value_of(symbol),
            Self::Symbol(symbol) => value_of(symbol).max(0.0),
            Self::Ceiling(ceiling) => {
                let quotient = ceiling.numerator.raw_value(value_of) / ceiling.divisor as f64;
                quotient.ceil().max(0.0)
            }
            Self::Power(power) => {
                let power = (power.base as f64).powf(power.exponent.value(value_of));
                power.min(MAX_TIMES)
            }
            Self::Logarithm(logarithm) => logarithm.value(value_of),
            Self::Extreme(extreme) => extreme.value(value_of),
        }
    }

    pub(super) fn symbols(&self, found: &mut Vec<Arc<Symbol>>) {
        match self {
            Self::Symbol(symbol) => {
                if let Err(at) = found.binary_search(symbol) {
                    found.insert(at, Arc::clone(symbol));
                }
            }
            Self::Ceiling(ceiling) => ceiling.numerator.collect_symbols(found),
            Self::Power(power) => power.exponent.collect_symbols(found),
            Self::Logarithm(logarithm) => logarithm.argument().collect_symbols(found),
            Self::Extreme(extreme) => extreme.collect_symbols(found),
        }
    }

    /// Its rank among atoms with the same text.
    const fn rank(&self) -> u8 {
        match self {
            Self::Symbol(_) => 0,
            Self::Ceiling(_) => 1,
            Self::Power(_) => 2,
            Self::Logarithm(_) => 3,
            Self::Extreme(_) => 4,
        }
    }
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Atom {}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Symbol(one), Self::Symbol(two)) => one.cmp(two),
            (Self::Ceiling(one), Self::Ceiling(two)) => one
                .text
                .cmp(&two.text)
                .then_with(|| one.divisor.cmp(&two.divisor))
                .then_with(|| one.numerator.cmp(&two.numerator)),
            (Self::Power(one), Self::Power(two)) => one
                .text
                .cmp(&two.text)
                .then_with(|| one.base.cmp(&two.base))
                .then_with(|| one.exponent.cmp(&two.exponent)),
            (Self::Logarithm(one), Self::Logarithm(two)) => one.cmp(two),
            (Self::Extreme(one), Self::Extreme(two)) => one.cmp(two),
            (one, two) => (one.text().cmp(two.text())).then_with(|| one.rank().cmp(&two.rank())),
        }
    }
}

impl Factor {
    /// The factor of code that is executed a constant number of times.
    pub const fn one() -> Self {
        Self {
            degree: 0,
            powers: Vec::new(),
        }
    }

    pub(super) fn of(atom: Atom) -> Self {
        Self {
            degree: atom.degree(),
            powers: vec![(atom, 1)],
        }
    }

    /// Whether it is `1`.
    pub const fn is_one(&self) -> bool {
        self.powers.is_empty()
    }

    /// The atoms with their powers, which are at least 1, by ascending name.
    pub fn powers(&self) -> &[(Atom, u32)] {
        &self.powers
    }

    /// How fast it grows: the sum of the powers.
    pub const fn degree(&self) -> u32 {
        self.degree
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Self) -> Self {
        let mut powers = self.powers.clone();
        for (atom, power) in &other.powers {
            match powers.binary_search_by(|(mine, _)| mine.cmp(atom)) {
                Ok(at) => powers[at].1 = powers[at].1.saturating_add(*power),
                Err(at) => powers.insert(at, (atom.clone(), *power)),
            }
        }
        Self {
            degree: self.degree.saturating_add(other.degree),
            powers,
        }
    }

    /// The product with a power of an atom that it does not contain.
    pub(super) fn times_atom(&self, atom: &Atom, power: u32) -> Self {
        if power == 0 {
            return self.clone();
        }
        let mut powers = self.powers.clone();
        let at = powers.partition_point(|(mine, _)| mine < atom);
        powers.insert(at, (atom.clone(), power));
        Self {
            degree: (self.degree).saturating_add(atom.degree().saturating_mul(power)),
            powers,
        }
    }

    /// The value, at least 0, for these values of the symbols.
    pub fn value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        self.product(value_of, false)
    }

    /// The value with negative symbols counted as negative.
    pub(super) fn raw_value(&self, value_of: &impl Fn(&Symbol) -> f64) -> f64 {
        self.product(value_of, true)
    }

    fn product(&self, value_of: &impl Fn(&Symbol) -> f64, negative_too: bool) -> f64 {
        self.powers
            .iter()
            .map(|(atom, power)| {
                let power = i32::try_from(*power).unwrap_or(i32::MAX);
                atom.value(value_of, negative_too).powi(power)
            })
            .product()
    }

    /// The symbols that it contains, sorted by name, without duplicates.
    pub fn symbols(&self) -> Vec<Arc<Symbol>> {
        let mut found = Vec::new();
        self.collect_symbols(&mut found);
        found
    }

    pub(super) fn collect_symbols(&self, found: &mut Vec<Arc<Symbol>>) {
        for (atom, _) in &self.powers {
            atom.symbols(found);
        }
    }
}

impl PartialOrd for Factor {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Factor {
    fn cmp(&self, other: &Self) -> Ordering {
        self.degree
            .cmp(&other.degree)
            .then_with(|| self.powers.cmp(&other.powers))
    }
}

impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_one() {
            return f.write_str("1");
        }
        for (index, (atom, power)) in self.powers.iter().enumerate() {
            if index > 0 {
                f.write_str("·")?;
            }
            f.write_str(atom.text())?;
            f.write_str(&superscript(*power))?;
        }
        Ok(())
    }
}

/// The text of a power: `²`, and nothing for 1.
pub fn superscript(power: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    if power == 1 {
        return String::new();
    }
    let digits = power.to_string();
    let digits = digits.bytes();
    digits
        .map(|digit| DIGITS[usize::from(digit - b'0')])
        .collect()
}
