//! If a typical energy was moved to lie between "at least" and the worst case, its parts are scaled to add up to it again.

use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use calls::TypicalPart;
use cost::Symbol;

/// A difference below this share of the whole is a rounding error.
const ROUNDING: f64 = 1e-12;

impl Model {
    /// The parts of a method at these values. They add up to [`Model::typical_at`].
    pub(crate) fn settled_parts(
        &self,
        method: &MethodAnalysis,
        assumptions: &AssumedValues,
        parts: &[TypicalPart],
    ) -> Vec<TypicalPart> {
        let value_of = |symbol: &Symbol| assumptions.value(symbol);
        let mut parts: Vec<TypicalPart> = parts.iter().map(|part| part.at(&value_of)).collect();
        let Some(typical) = &method.typical else {
            return parts;
        };
        let estimated = self.mean(&typical.tally_at(&value_of)).0;
        let settled = self.typical_at(method, assumptions);
        let settled = settled.map_or(estimated, |energy| energy.mean.0);
        let excess = estimated - settled;
        if estimated <= 0.0 || excess.abs() <= ROUNDING * estimated {
            return parts;
        }
        let calls = parts.iter().filter(|part| part.callee.is_some());
        let calls: f64 = calls.map(|part| self.mean(&part.tally).0).sum();
        // Without a loop, the estimates of the method's own code do not exceed its worst case, so those of its calls do.
        let (of_own, of_calls) = if method.cost.loops.is_empty() && calls > excess.max(0.0) {
            (1.0, (calls - excess) / calls)
        } else {
            (settled / estimated, settled / estimated)
        };
        for part in &mut parts {
            let factor = if part.callee.is_some() {
                of_calls
            } else {
                of_own
            };
            part.tally = part.tally.scaled(factor);
        }
        parts
    }
}
