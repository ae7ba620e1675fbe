//! What a method is assumed to execute if it is unknown which one runs.

use cost::{Cost, Measure, Replacement, Symbol};
use pricing::Tally;
use std::cell::RefCell;
use std::sync::Arc;

/// What a method is assumed to cost if it is unknown which one runs.
#[derive(Debug)]
pub struct Estimate {
    /// The condition under which the estimate holds.
    pub condition: String,
    /// What it then executes, besides the functions that are passed.
    pub tally: Tally,
    /// The most times that each of those runs, if any are passed.
    pub runs: Option<u32>,
}

/// A method of an object, by name and descriptor, and what it is assumed to execute.
pub type Estimated = (Arc<str>, Arc<Estimate>);

/// A cost in which estimates replace the energies of calls for which `estimate` has one, and these estimates; `None` if it
/// has none. `estimate` gets the symbol of an energy, and the method by name and descriptor.
pub fn with_estimates(
    cost: &Cost,
    estimate: &impl Fn(&Symbol, &Arc<str>) -> Option<Arc<Estimate>>,
) -> Option<(Cost, Vec<Arc<Estimate>>)> {
    let used: RefCell<Vec<Arc<Estimate>>> = RefCell::default();
    let estimated = cost.substitute(&|symbol: &Symbol| {
        let Some((_, Measure::Energy(method))) = &symbol.place else {
            return Replacement::Same;
        };
        let Some(estimate) = estimate(symbol, method) else {
            return Replacement::Same;
        };
        let cost = Cost::from(estimate.tally.clone());
        used.borrow_mut().push(estimate);
        Replacement::Executed(cost)
    })?;
    let used = used.into_inner();
    (!used.is_empty()).then_some((estimated, used))
}
