//! Exceptions that leave a method: their probability, and the cost of such a call. No typical energy contains them.

use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use crate::percent::percent;
use calls::Typical;
use posterior::Joules;
use std::fmt::Write;

/// Fewer calls of unpriced methods per call do not matter.
pub(crate) const FEW_CALLS: f64 = 0.05;

/// Whether a typical energy with this many calls without a price covers the whole method.
pub fn is_whole(unpriced_calls: f64) -> bool {
    unpriced_calls < FEW_CALLS
}

/// Less likely exceptions are not mentioned.
const LEAST: f64 = 0.001;

/// A method with at least this probability to throw never returns.
const ALWAYS: f64 = 1.0 - 1e-9;

/// Whether an exception is likely enough to be mentioned.
pub(crate) fn may_throw(typical: &Typical) -> bool {
    typical.throws >= LEAST
}

/// Exceptions that leave a method.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Throws {
    /// The probability that a call ends with one: with any exception if a run of the user counted them, otherwise with one that
    /// the method throws itself.
    pub probability: f64,
    /// The mean energy of a call that ends with an exception thrown by the method itself; `None` if it throws none, or that
    /// hardly happens.
    pub mean: Option<Joules>,
    /// The number of calls of unpriced methods in such a call.
    pub unpriced_calls: f64,
}

impl Throws {
    pub(crate) fn of(model: &Model, method: &MethodAnalysis, typical: &Typical) -> Self {
        let throwing = method.throwing.as_deref();
        let mean = throwing.map(|call| model.mean(&call.tally));
        Self {
            probability: typical.throws,
            mean: mean.filter(|mean| mean.0.is_finite()),
            unpriced_calls: throwing.map_or(0.0, |call| call.unpriced_calls),
        }
    }

    /// The text about them for the middle of a sentence; `None` if an exception is too unlikely.
    pub fn text(&self) -> Option<String> {
        if self.probability < LEAST {
            return None;
        }
        if self.probability >= ALWAYS {
            return Some(String::from(
                "no call returns: the energy is that of calls that end with an exception",
            ));
        }
        let share = percent(self.probability, 1);
        let mut text =
            format!("not included: calls that end with an exception, about {share} of all");
        if let Some(mean) = self.mean {
            let _ = write!(text, ", with about {} each", mean.about());
            if self.unpriced_calls >= FEW_CALLS {
                text.push_str(" and calls without a price");
            }
        }
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_follows_the_probability() {
        let throws = |probability, mean: Option<f64>, unpriced_calls| Throws {
            probability,
            mean: mean.map(Joules),
            unpriced_calls,
        };
        assert_eq!(throws(0.0005, Some(1e-6), 0.0).text(), None);
        assert_eq!(
            throws(0.0123, Some(2e-6), 0.0).text().as_deref(),
            Some(
                "not included: calls that end with an exception, about 1.2% of all, with about 2.0 µJ each"
            )
        );
        assert_eq!(
            throws(0.5, Some(2e-6), 1.0).text().as_deref(),
            Some(
                "not included: calls that end with an exception, about 50.0% of all, with about 2.0 µJ each and calls without a \
                 price"
            )
        );
        assert_eq!(
            throws(0.25, None, 0.0).text().as_deref(),
            Some("not included: calls that end with an exception, about 25.0% of all")
        );
        assert!(
            throws(1.0, Some(1e-6), 0.0)
                .text()
                .is_some_and(|text| text.starts_with("no call returns"))
        );
    }
}
