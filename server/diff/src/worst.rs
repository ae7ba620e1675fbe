//! The worst case of a method whose typical energy is compared.

use crate::change::{Change, WorstChange};
use crate::cost::ReportedCost;
use crate::pair::Comparer;
use crate::report::Method;

/// A smaller difference between degrees is not a difference.
const MIN_DEGREE: f64 = 1e-6;

/// A worst case grows faster if its limit is at least this many times that of the base.
const HIGHER_LIMIT: f64 = 2.0;

impl Comparer<'_> {
    /// The change of the worst case; `None` if it did not change.
    pub(crate) fn worst(&self, base: &Method, head: &Method) -> Option<WorstChange> {
        let Change {
            base: before,
            head: after,
            delta,
            formula,
            assumed,
            curve,
            ..
        } = self.pair(base, head)?.change;
        let delta = delta.filter(|delta| delta.mean != 0.0 || !formula.is_empty());
        let growth = delta.and_then(|_| self.growth(base, head));
        delta.map(|delta| WorstChange {
            base: before.and_then(|side| side.mean),
            head: after.and_then(|side| side.mean),
            delta,
            formula,
            growth,
            assumed,
            curve,
        })
    }

    /// The term that the worst case of the head grows with, if it grows faster or further than that of the base. Worst cases
    /// that rest on too many assumed counts for a number do not show how they grow either.
    fn growth(&self, base: &Method, head: &Method) -> Option<String> {
        if base.no_worst.is_some() && head.no_worst.is_some() {
            return None;
        }
        let before = ReportedCost::read(base, self.posterior)?;
        let after = ReportedCost::read(head, self.posterior)?;
        let (degree, text) = after.degree();
        if degree > before.degree().0 + MIN_DEGREE {
            return Some(text);
        }
        let ((before, _), (after, text)) = (before.limit()?, after.limit()?);
        (after >= HIGHER_LIMIT * before).then_some(text)
    }
}
