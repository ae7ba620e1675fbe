//! What becomes of the worst case of a method whose typical energy is compared.

use crate::change::{Change, WorstChange};
use crate::cost::Cost;
use crate::pair::Comparer;
use crate::report::Method;

/// Degrees that differ by less are the same.
const MIN_DEGREE: f64 = 1e-6;

/// A worst case that grows up to so many times the limit of the base grows faster.
const HIGHER_LIMIT: f64 = 2.0;

impl Comparer<'_> {
    /// What became of the worst case, `None` where nothing did.
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

    /// The term that the worst case of the head grows with, where it grows faster than that of the base, or further.
    fn growth(&self, base: &Method, head: &Method) -> Option<String> {
        let before = Cost::read(base, self.posterior)?;
        let after = Cost::read(head, self.posterior)?;
        let (degree, text) = after.degree();
        if degree > before.degree().0 + MIN_DEGREE {
            return Some(text);
        }
        let ((before, _), (after, text)) = (before.limit()?, after.limit()?);
        (after >= HIGHER_LIMIT * before).then_some(text)
    }
}
