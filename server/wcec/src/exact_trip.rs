//! A loop that repeats exactly so often.

use cost::{Polynomial, Symbol};
use std::sync::Arc;

/// How often a loop repeats, exactly, if nothing but one test leaves it.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactTrip {
    /// The block at which the loop is entered.
    pub header: u32,
    /// The block of the test.
    pub test: u32,
    /// The number; it may depend on the iterations of loops around this one.
    pub bound: Polynomial,
    /// The number of the iteration, which bounds of loops inside refer to.
    pub index: Option<Arc<Symbol>>,
}
