//! Costs as expressions over symbols, and the assumptions that they rely on.
//!
//! [`Symbol`]s are the values that a method's cost depends on. A loop's bound is a [`Polynomial`] over them, a product of their
//! powers is a [`Factor`], and a [`Cost`] is a sum of [`Term`]s: a factor times what is executed that often. [`Cost::evaluate`]
//! gives the sum at given values of the symbols, and [`Cost::widened`] reduces the size of a cost that has grown too large.
//! [`Assumptions`] say what a cost relies on although the code does not show it.
//!
//! Architecture Invariant: at the symbols' true values, a widened cost is at least the original cost.

mod assumed;
mod assumption;
mod atoms;
mod binomial;
mod cost;
mod extremes;
mod factor;
mod formula;
mod joined_factor;
mod loop_test;
mod platform;
mod polynomial;
mod range;
mod shape;
mod substitute;
mod sum;
mod symbol;
mod widen;

pub use assumption::{Assumption, AssumptionKind, Assumptions, SmallArguments, Statement, place};
pub use cost::{Cost, Term};
pub use factor::superscript;
pub use formula::{LONGEST_FORMULA, MIN_JOULES, PartPrices, formula, least_part, short_formula};
pub use loop_test::LoopTest;
pub use platform::{PlatformCondition, PlatformConditions};
pub use shape::{Atom, Ceiling, Extreme, Factor, Logarithm, Polynomial, Power, Rational};
pub use substitute::{Replacement, Substitution, ValueRange};
pub use sum::Iterations;
pub use symbol::{ITERATION, SIZES};
pub use symbol::{Measure, Place, Root, Symbol, SymbolKind};
pub use widen::{AssumedCount, Bounded, Size};
