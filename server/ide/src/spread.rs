//! How uncertain energies are that depend on how often things run.

use frequency::{Model as Frequencies, Shares};

/// The factors at the 5th and the 95th percentile between the truth and a typical energy of which these shares, from 0 to
/// 1, depend on loops, on branches, on which of several methods runs, on recursion, and on what runs of
/// other programs counted.
pub fn spread_of_frequencies(shares: Shares) -> (f64, f64) {
    Frequencies::built_in().interval(shares, 0.0)
}
