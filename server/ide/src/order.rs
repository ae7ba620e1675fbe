//! Whether the energies of a method are in order: at least ≤ typical ≤ worst.

use crate::assumptions::AssumedValues;
use crate::displayed_worst::DisplayedWorst;
use crate::method_analysis::MethodAnalysis;
use crate::method_breakdown::at_least;
use crate::model::Model;
use posterior::Joules;

/// Energies that differ by a smaller share count as equal.
const SAME: f64 = 1e-6;

/// The energies of a method as displayed, with no value given for any symbol.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Order {
    /// What a call costs at least; `None` if unknown.
    pub at_least: Option<Joules>,
    /// What a returning call costs on average; `None` if it has no code.
    pub typical: Option<Joules>,
    /// The mean of the worst case, if it is a complete number without assumptions.
    pub worst: Option<Joules>,
}

impl Order {
    /// The energies of a method that was analysed with "at least".
    pub fn of(model: &Model, method: &MethodAnalysis) -> Self {
        let none = AssumedValues::default();
        let is_seen = method.not_analysed.is_none();
        let best_case = method.best_case.as_deref().filter(|_| is_seen);
        let at_least = best_case.and_then(|best_case| at_least(model, best_case, &none));
        let typical = (model.typical_at(method, &none)).filter(|_| is_seen);
        let shown = DisplayedWorst::of(model, method, &none);
        let is_certain =
            is_seen && shown.is_whole() && shown.rests_on.is_empty() && !shown.rests_on.has_more;
        let worst = model.evaluate_shown(&shown, &none).tally;
        Self {
            at_least: at_least.map(|tally| model.mean(&tally)),
            typical: typical.map(|typical| typical.mean),
            worst: worst.filter(|_| is_certain).map(|tally| model.mean(&tally)),
        }
    }

    /// Whether the typical energy is below "at least".
    pub fn is_below_at_least(&self) -> bool {
        let both = self.typical.zip(self.at_least);
        both.is_some_and(|(typical, least)| typical.0 < least.0 * (1.0 - SAME))
    }

    /// Whether the typical energy is above the worst case.
    pub fn is_above_worst(&self) -> bool {
        let both = self.typical.zip(self.worst);
        both.is_some_and(|(typical, worst)| typical.0 > worst.0 * (1.0 + SAME))
    }
}
