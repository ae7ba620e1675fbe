//! Costs as expressions over symbols.
//!
//! [`Symbol`]s are what a method's cost depends on. A loop's bound is a [`Polynomial`] over them, a product of powers
//! of them is a [`Factor`], and a [`Cost`] is a sum of [`Term`]s: a factor times what is executed that often.

mod assumed;
mod atoms;
mod binomial;
mod cost;
mod factor;
mod polynomial;
mod range;
mod substitute;
mod sum;
mod symbol;
mod widen;

pub use assumed::LoopTest;
pub use atoms::{Extreme, Logarithm};
pub use cost::{Cost, Term};
pub use factor::{Atom, Ceiling, Factor, Power, superscript};
pub use polynomial::{Polynomial, Rational};
pub(crate) use substitute::{Replacement, Substitution, ValueRange};
pub(crate) use sum::Iterations;
pub(crate) use symbol::{ITERATION, Origin, SIZES, SymbolTable};
pub use symbol::{Measure, Place, Root, Symbol, SymbolKind};
pub use widen::{AssumedCount, Bounded};
