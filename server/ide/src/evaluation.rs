//! The worst case of a method at values of its symbols.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use cost::Symbol;
use pricing::Tally;
use std::borrow::Cow;
use std::sync::Arc;

/// The value of symbols without one (except energies) where a single number is needed, for example to sort. It is never shown as
/// a result.
pub const NOMINAL: f64 = 10.0;

/// A method's cost at assumed values.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// What is executed; `None` if a symbol has no value, or too many counts are assumed.
    pub tally: Option<Tally>,
    /// The symbols without a value.
    pub missing: Vec<Arc<Symbol>>,
    /// The symbols with the value that was used.
    pub used: Vec<(Arc<Symbol>, f64)>,
}

impl Model {
    /// What a method executes in the worst case at the assumed values of its symbols.
    pub fn evaluate(&self, method: &MethodAnalysis, assumptions: &AssumedValues) -> Evaluation {
        self.evaluate_shown(&DisplayedWorst::of(self, method, assumptions), assumptions)
    }

    /// The same for a displayed worst case.
    pub fn evaluate_shown(
        &self,
        shown: &DisplayedWorst,
        assumptions: &AssumedValues,
    ) -> Evaluation {
        let told = shown
            .symbols
            .iter()
            .filter_map(|symbol| Some((Arc::clone(symbol), assumptions.value(symbol)?)));
        let used = shown.given.iter().cloned().chain(told).collect();
        match (shown.cost).evaluate(&|symbol: &Symbol| assumptions.value(symbol)) {
            Ok(tally) => Evaluation {
                tally: Some(tally).filter(|_| !shown.is_speculative()),
                missing: Vec::new(),
                used,
            },
            Err(missing) => Evaluation {
                tally: None,
                missing,
                used,
            },
        }
    }

    /// The worst case with [`NOMINAL`] for every symbol without a value; only for sorting.
    pub fn nominal<'m>(
        &self,
        method: &'m MethodAnalysis,
        assumptions: &AssumedValues,
    ) -> Cow<'m, Tally> {
        let cost = &method.cost.cost;
        match cost.constant() {
            Some(constant) if !cost.has_negative(self.pricer().means()) => Cow::Borrowed(constant),
            _ => Cow::Owned(Self::nominal_of(
                &DisplayedWorst::of(self, method, assumptions),
                assumptions,
            )),
        }
    }

    /// The same for a displayed worst case.
    pub fn nominal_of(shown: &DisplayedWorst, assumptions: &AssumedValues) -> Tally {
        let value = |symbol: &Symbol| Some(assumptions.value(symbol).unwrap_or(symbol.nominal()));
        shown.cost.evaluate(&value).unwrap_or_default()
    }
}
