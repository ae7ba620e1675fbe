//! The input for a verdict.

use super::given::Given;
use crate::contract::Contract;
use crate::scope::Scope;
use cost::{Cost, Symbol};
use posterior::Device;
use pricing::Pricer;
use wcec::BestCase;

/// A contract, and the method that it is checked against.
pub struct Question<'q> {
    /// The contract.
    pub contract: &'q Contract,
    /// The worst-case cost of the method.
    pub cost: &'q Cost,
    /// The names that the source declares around the method, as far as they are known.
    pub scope: &'q Scope,
    /// The parts of the method that are not in the cost, for people. If there are any, a contract can be violated, but not met.
    pub unpriced: &'q [String],
    /// What the cost assumes that the code does not show, for people. A contract that such a cost meets is met only under these
    /// assumptions.
    pub rests_on: &'q [String],
    /// What calls with given values cost at least: only that shows that a contract is violated.
    pub least: &'q dyn Fn(&Given<'_>) -> BestCase,
    /// The model.
    pub pricer: &'q Pricer,
    /// The device.
    pub device: Device,
    /// The values assumed for symbols that the contract does not bound.
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
