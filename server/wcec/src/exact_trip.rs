//! Loops with an exact trip count.

use cost::{Polynomial, Symbol};
use std::sync::Arc;

/// How often the test of a loop is passed, exactly, unless the loop is left elsewhere.
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
    /// False where the number rests on an assumption, such as that a list keeps its size. Then it is good for averages alone.
    pub is_certain: bool,
}
