//! How well a sampler explored a posterior.
//!
//! The definitions are those of Vehtari, Gelman, Simpson, Carpenter and Bürkner 2021, "Rank-normalization, folding, and
//! localization: an improved R̂ for assessing convergence of MCMC" (VGSCB below), as in `ArviZ`; for the energy, those of
//! Betancourt 2016, "Diagnosing suboptimal cotangent disintegrations in Hamiltonian Monte Carlo". Every function takes the draws
//! of one quantity, chain by chain, with chains of equal length. It returns NaN if the quantity is not defined: fewer than 4
//! draws, chains of different lengths, a draw that is not finite, or draws that are all equal. NaN never passes a check.

mod chains;
mod effective;
mod energy;
mod rank;

pub use effective::{ess_bulk, ess_mean, ess_tail, mcse_mean};
pub use energy::e_bfmi;
pub use rank::rhat;

/// Mean, spread and diagnostics of one quantity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantitySummary {
    /// Posterior mean.
    pub mean: f64,
    /// Posterior standard deviation.
    pub sd: f64,
    /// Monte Carlo standard error of the mean.
    pub mcse_mean: f64,
    /// Effective sample size in the bulk.
    pub ess_bulk: f64,
    /// Effective sample size in the tails: the smaller of those of the 5% and the 95% quantile.
    pub ess_tail: f64,
    /// Rank-normalised split R̂.
    pub rhat: f64,
}

impl QuantitySummary {
    /// Summarises the draws of one quantity, chain by chain.
    pub fn of(chains: &[Vec<f64>]) -> Self {
        let (mean, sd) = chains::mean_and_sd(chains);
        Self {
            mean,
            sd,
            mcse_mean: mcse_mean(chains),
            ess_bulk: ess_bulk(chains),
            ess_tail: ess_tail(chains),
            rhat: rhat(chains),
        }
    }
}
