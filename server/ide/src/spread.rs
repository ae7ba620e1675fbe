//! The uncertainty of energies that depend on how often code runs.

use frequency::{IntervalShares, Model as Frequencies};

/// The factors at the 5th and the 95th percentile between the true and the typical energy. The shares, from 0 to 1, are those
/// that depend on loops, on branches, on which of several methods runs, on recursion, and on counts of other programs.
pub fn spread_of_frequencies(shares: IntervalShares) -> (f64, f64) {
    Frequencies::built_in().interval(shares, [1.0, 1.0])
}
