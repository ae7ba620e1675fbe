//! A loop that repeats exactly so often.

use crate::expression::{Polynomial, Symbol};
use std::sync::Arc;

/// How often a loop repeats, exactly, if nothing but one test leaves it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExactTrip {
    /// The block at which the loop is entered.
    pub(crate) header: u32,
    /// The block of the test.
    pub(crate) test: u32,
    /// The number; it may depend on the iterations of loops around this one.
    pub(crate) bound: Polynomial,
    /// The number of the iteration, which bounds of loops inside refer to.
    pub(crate) index: Option<Arc<Symbol>>,
}
