//! Loops with an exact trip count.

use cost::{Polynomial, Symbol};
use std::sync::Arc;

/// Exactly how often the test of a loop passes, unless the loop is left elsewhere.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactTrip {
    /// The block at which the loop is entered.
    pub header: u32,
    /// The block of the test.
    pub test: u32,
    /// The number; it may depend on the iterations of enclosing loops.
    pub bound: Polynomial,
    /// The iteration's number, which bounds of inner loops refer to.
    pub index: Option<Arc<Symbol>>,
    /// False if the number relies on an assumption, such as that a list keeps its size. It is then only good for averages.
    pub is_certain: bool,
}
