//! Costs as expressions over symbols.
//!
//! [`Symbol`]s are what a method's cost depends on. A loop's bound is a [`Polynomial`] over them, a product of powers
//! of them is a [`Factor`], and a [`Cost`] is a sum of [`Term`]s: a factor times what is executed that often.

mod assumed;
mod atoms;
mod binomial;
mod cost;
mod factor;
mod loop_test;
mod polynomial;
mod range;
mod shape;
mod substitute;
mod sum;
mod symbol;
mod symbol_table;
mod widen;

pub use cost::{Cost, Term};
pub use factor::superscript;
pub use loop_test::LoopTest;
pub use shape::{Atom, Ceiling, Extreme, Factor, Logarithm, Polynomial, Power, Rational};
pub(crate) use substitute::{Replacement, Substitution, ValueRange};
pub(crate) use sum::Iterations;
pub(crate) use symbol::{ITERATION, SIZES};
pub use symbol::{Measure, Place, Root, Symbol, SymbolKind};
pub(crate) use symbol_table::{Origin, SymbolTable};
pub use widen::{AssumedCount, Bounded};
