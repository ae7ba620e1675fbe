//! Polynomials, factors and atoms. They contain each other, so they are declared together; the operations of each are in a
//! separate file.

use super::symbol::Symbol;
use num_rational::Ratio;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The coefficients. All arithmetic on them is checked.
pub type Rational = Ratio<i64>;

/// A polynomial over symbols. A loop's bound is at least 0 for all values of its symbols.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Polynomial {
    /// Sorted by factor; no coefficient is 0.
    pub(super) terms: Vec<(Factor, Rational)>,
}

/// `max(0, ⌈p / k⌉)`: how often something happens, given by a polynomial that counts only if it is positive.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ceiling {
    pub(super) numerator: Polynomial,
    pub(super) divisor: i64,
    /// Its text, which also orders it among the symbols.
    pub(super) text: String,
}

/// `bᵉ` with an exponent counted as at least 0: the number of calls of a method that calls itself several times.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Power {
    pub(super) base: i64,
    pub(super) exponent: Polynomial,
    /// Its text, which also orders it among the symbols.
    pub(super) text: String,
}

/// An element of a factor's product.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub enum Atom {
    /// A symbol, counted as at least 0.
    Symbol(Arc<Symbol>),
    /// A bound that is not a polynomial.
    Ceiling(Arc<Ceiling>),
    /// A number to the power of a bound.
    Power(Arc<Power>),
    /// How often a number can be divided.
    Logarithm(Arc<Logarithm>),
    /// The smallest or the largest of several numbers.
    Extreme(Arc<Extreme>),
}

/// A product of powers of symbols: `1`, `n`, `n²`, `(n − 1)·n`. Ordered by degree, then by name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Factor {
    pub(super) degree: u32,
    /// Sorted by atom; no power is 0.
    pub(super) powers: Vec<(Atom, u32)>,
}

/// `⌈log_b(p + 1)⌉`, 0 if p is not positive: how often a number can be divided by b until 0 is left.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Logarithm {
    pub(super) text: String,
    pub(super) base: i64,
    pub(super) argument: Polynomial,
}

/// The smallest or the largest of several numbers; 0 if that is negative.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Extreme {
    pub(super) text: String,
    pub(super) is_largest: bool,
    pub(super) of: Vec<Polynomial>,
}
