//! What becomes of the worst case of a method whose typical energy is compared.

use crate::change::{Assumed, Change, Curve, Delta};
use crate::cost::Cost;
use crate::pair::Comparer;
use crate::report::Method;
use serde::Serialize;

/// Degrees that differ by less are the same.
const MIN_DEGREE: f64 = 1e-6;

/// The worst case of a method on both sides, where it changed.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorstChange {
    /// The mean of the base in joules, at the assumed values.
    #[serde(serialize_with = "crate::change::finite_or_null")]
    pub base: Option<f64>,
    /// The mean of the head.
    #[serde(serialize_with = "crate::change::finite_or_null")]
    pub head: Option<f64>,
    /// The difference.
    pub delta: Delta,
    /// What became of the formula.
    pub formula: Vec<String>,
    /// The term that it grows with now, where it grows faster than before.
    pub growth: Option<String>,
    /// The values of its symbols.
    pub assumed: Vec<Assumed>,
    /// How it grows.
    #[serde(skip)]
    pub curve: Option<Curve>,
}

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

    /// The term that the worst case of the head grows with, where it grows faster than that of the base.
    fn growth(&self, base: &Method, head: &Method) -> Option<String> {
        let before = Cost::read(base, self.posterior)?.degree();
        let after = Cost::read(head, self.posterior)?.degree();
        (after.0 > before.0 + MIN_DEGREE).then_some(after.1)
    }
}
