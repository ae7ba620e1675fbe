//! What is asked of a contract.

use crate::contract::Contract;
use cost::{Cost, Symbol};
use posterior::Device;
use pricing::Pricer;

/// A contract and what it is checked against.
pub struct Question<'q> {
    /// The contract.
    pub contract: &'q Contract,
    /// The worst-case cost of the method.
    pub cost: &'q Cost,
    /// The parts of the method that are not in the cost, for people. With any of them a contract can be violated, but
    /// not met.
    pub unpriced: &'q [String],
    /// What the cost rests on although the code does not show it, for people. A contract that is met by such a cost is
    /// met only if all of that is so.
    pub rests_on: &'q [String],
    /// True where no single path need cost as much as the cost says.
    pub is_upper_bound: bool,
    /// The model.
    pub pricer: &'q Pricer,
    /// The device.
    pub device: Device,
    /// Values assumed for symbols that the contract does not bound.
    pub assumed: &'q dyn Fn(&Symbol) -> Option<f64>,
}

impl std::fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Question")
            .field("contract", &self.contract)
            .field("cost", &self.cost)
            .field("unpriced", &self.unpriced)
            .finish_non_exhaustive()
    }
}
