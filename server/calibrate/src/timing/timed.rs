//! What was timed.

use super::statistics::Bernoulli;

/// What an instruction takes, in seconds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Timed {
    pub(super) name: &'static str,
    /// By the coarse clock.
    pub(super) coarse_s: f64,
    /// Half the width of its interval.
    pub(super) half_width_s: f64,
    /// By the fine clock.
    pub(super) fine_s: f64,
    /// Trials by the coarse clock that were not interrupted.
    pub(super) trials: u64,
}

/// All that was timed.
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
