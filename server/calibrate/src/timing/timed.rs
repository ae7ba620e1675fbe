//! The results of a timing.

use super::statistics::Bernoulli;

/// The time of an instruction, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timed {
    pub(super) name: &'static str,
    /// By the coarse clock.
    pub(super) coarse_s: f64,
    /// Half the width of its interval.
    pub(super) half_width_s: f64,
    /// By the fine clock.
    pub(super) fine_s: f64,
    /// Uninterrupted coarse-clock trials.
    pub(super) trials: u64,
}

/// All results.
#[derive(Clone, Debug)]
pub(super) struct Report {
    pub(super) jdk: String,
    pub(super) resolution_s: f64,
    pub(super) length: u16,
    pub(super) confidence: f64,
    pub(super) overhead: Bernoulli,
    pub(super) overhead_fine_s: f64,
    pub(super) instructions: Vec<Timed>,
}
