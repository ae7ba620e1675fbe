//! A line's part of the typical energy of its method.

use crate::throws::FEW_CALLS;
use posterior::Joules;
use pricing::Tally;

/// A line's part of the typical energy of its method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TypicalLine {
    /// What an average call of the method executes on the line, callees included.
    pub tally: Tally,
    /// The mean of that.
    pub mean: Joules,
    /// Its share of the method, from 0 to 1.
    pub share: f64,
    /// How often the line is executed in a call that returns.
    pub count: f64,
    /// What the callees of the line execute each time.
    pub called_once: Tally,
    /// The number of calls of unpriced methods each time.
    pub unpriced_calls: f64,
    /// Whether it is one of the lines that together have most of the energy of their method.
    pub is_hot: bool,
    /// Whether it is outside of methods: a field's initialiser, which has no share of a method.
    pub is_initialiser: bool,
}

impl TypicalLine {
    pub(crate) fn has_calls(&self) -> bool {
        !self.called_once.is_empty() || self.unpriced_calls > 0.0
    }

    /// Whether there are more than a few calls without a price.
    pub fn has_unpriced_calls(&self) -> bool {
        self.unpriced_calls >= FEW_CALLS
    }
}
