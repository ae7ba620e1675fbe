//! Whether the momentum that a sampler draws again reaches all energies of the posterior.

use super::chains::variance;

/// The estimated Bayesian fraction of missing information of one chain (Betancourt 2016, equation 3): the mean squared step of
/// the Hamiltonian from draw to draw, divided by its variance. Below 0.3, the chain does not reach the tails.
///
/// `energy` has the Hamiltonian at each draw.
pub fn e_bfmi(energy: &[f64]) -> f64 {
    if energy.len() < 4 {
        return f64::NAN;
    }
    let steps: f64 = energy
        .windows(2)
        .map(|pair| (pair[1] - pair[0]).powi(2))
        .sum::<f64>()
        / (energy.len() - 1) as f64;
    steps / variance(energy)
}
