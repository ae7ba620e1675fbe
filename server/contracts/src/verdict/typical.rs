//! Decides contracts about typical energies.

use super::{ContractStatus, Verdict, VerdictReason, Witness};
use crate::contract::{BudgetedEnergy, Contract};
use posterior::Joules;

/// The probability that the true value does not exceed an end of the interval.
const SURE: f64 = 0.95;

/// The average of a call that returns, with an interval that contains the true value in 90 of 100 cases.
#[derive(Debug, Clone, PartialEq)]
pub struct TypicalCost {
    /// The lower end.
    pub low: Joules,
    /// The upper end.
    pub high: Joules,
    /// Why the interval spans an order of magnitude, in a word or two.
    pub why: Option<&'static str>,
    /// What makes the interval narrower, as a request.
    pub remedy: Option<&'static str>,
    /// The parts that the numbers lack, for people.
    pub unpriced: Vec<String>,
}

impl Contract {
    /// Decides a contract about a typical energy. `cost` is `None` if the method has no code to price, and `missing` says why.
    pub fn answer_typical(&self, cost: Option<&TypicalCost>, missing: &[String]) -> Verdict {
        let budget = Joules(self.budget.value(&|_: &str| 0.0));
        let mut verdict = Verdict {
            outcome: ContractStatus::Undecided,
            promise: BudgetedEnergy::Typical,
            quantile: SURE,
            decisive: None,
            limit: None,
            reasons: Vec::new(),
            assumed: Vec::new(),
            idle: Vec::new(),
            rests_on: Vec::new(),
        };
        let unpriced = cost.iter().flat_map(|cost| &cost.unpriced);
        let lacking = unpriced
            .chain(missing)
            .cloned()
            .map(VerdictReason::Unpriced);
        let lacking: Vec<VerdictReason> = lacking.collect();
        let Some(cost) = cost else {
            verdict.reasons = lacking;
            return verdict;
        };
        let at = |energy: Joules| {
            Some(Witness {
                values: Vec::new(),
                energy,
                budget,
            })
        };
        if cost.low.0 > budget.0 {
            // Something without a price cannot make it cheaper.
            verdict.outcome = ContractStatus::Violated;
            verdict.decisive = at(cost.low);
        } else if cost.high.0 <= budget.0 && lacking.is_empty() {
            verdict.outcome = ContractStatus::Met;
            verdict.decisive = at(cost.high);
        } else if cost.high.0 <= budget.0 {
            verdict.reasons = lacking;
            verdict.decisive = at(cost.high);
        } else {
            verdict
                .reasons
                .push(VerdictReason::Interval(interval(cost), cost.remedy));
            verdict.reasons.extend(lacking);
        }
        verdict
    }
}

/// `1.1 µJ to 8.0 µJ (dispatch)`
fn interval(cost: &TypicalCost) -> String {
    let why = cost.why.map(|why| format!(" ({why})"));
    let (low, high) = (cost.low.about(), cost.high.about());
    format!("{low} to {high}{}", why.unwrap_or_default())
}
