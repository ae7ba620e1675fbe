//! What the priors alone expect.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Exp1, StandardNormal};

use crate::problem::Priors;

/// Draws of the energy of an event that counts one level of each of so many groups, from the priors alone. In the units of
/// `unit`, the median cell mean.
pub fn prior_predictive(
    priors: Priors,
    groups: usize,
    unit: f64,
    draws: usize,
    seed: u64,
) -> Vec<f64> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut group = || {
        let (mean, scale) = match priors {
            Priors::Scaled => {
                let scale: f64 = StandardNormal.sample(&mut random);
                (unit * positive(&mut random, 0.5, 0.5), unit * scale.abs())
            }
            Priors::Paper => {
                let scale: f64 = Exp1.sample(&mut random);
                (positive(&mut random, 0.006, 0.001), 1e-3 * scale)
            }
        };
        positive(&mut random, mean, scale)
    };
    (0..draws)
        .map(|_| (0..groups).map(|_| group()).sum())
        .collect()
}

/// A normal number of a mean that is not below 0, truncated there.
fn positive(random: &mut impl Rng, mean: f64, sd: f64) -> f64 {
    loop {
        let normal: f64 = StandardNormal.sample(random);
        let value = mean + sd * normal;
        if value >= 0.0 {
            return value;
        }
    }
}
