//! What the priors alone expect of each cell.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, Exp1, StandardNormal};

use crate::hierarchy::MISFIT_PRIOR;
use crate::problem::{Cell, Likelihood, Priors, Problem};
use crate::quantile::quantile;

/// For each cell, the central interval that contains a share of the measured means that the priors alone expect, in the cells'
/// unit. Empty for a problem without a unit.
///
/// One draw has the groups' means and scales, every level, σ and the misfits. A cell is the sum of its levels, off by the misfit
/// of its kind and the noise of its samples.
pub fn prior_intervals(problem: &Problem, share: f64, draws: usize, seed: u64) -> Vec<(f64, f64)> {
    let unit = problem.unit();
    if !(unit.is_finite() && unit > 0.0) {
        return Vec::new();
    }
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut means = vec![Vec::with_capacity(draws); problem.cells.len()];
    for _ in 0..draws {
        let draw = Draw::of(problem, unit, &mut random);
        for (cell, means) in problem.cells.iter().zip(&mut means) {
            means.push(draw.mean_of(cell, problem.likelihood, &mut random));
        }
    }
    let tail = (1.0 - share) / 2.0;
    let ends = |means: &Vec<f64>| (quantile(means, tail), quantile(means, 1.0 - tail));
    means.iter().map(ends).collect()
}

/// All parameters, drawn from their priors.
struct Draw {
    levels: Vec<f64>,
    sigma: f64,
    misfits: Vec<f64>,
}

impl Draw {
    fn of(problem: &Problem, unit: f64, random: &mut impl Rng) -> Self {
        let mut levels = Vec::with_capacity(problem.levels());
        for group in &problem.groups {
            let (mean, scale) = match problem.priors {
                Priors::Scaled => (
                    unit * positive(random, 0.5, 0.5),
                    unit * half_normal(random, 1.0),
                ),
                Priors::Paper => (positive(random, 0.006, 0.001), 1e-3 * exponential(random)),
            };
            levels.extend(group.levels.iter().map(|_| positive(random, mean, scale)));
        }
        Self {
            levels,
            sigma: match (problem.likelihood, problem.priors) {
                (Likelihood::Factor, _) => half_normal(random, 1.0),
                (Likelihood::Additive, Priors::Scaled) => unit * half_normal(random, 1.0),
                (Likelihood::Additive, Priors::Paper) => 1e-3 * exponential(random),
            },
            misfits: (problem.misfits.iter())
                .map(|_| half_normal(random, MISFIT_PRIOR))
                .collect(),
        }
    }

    fn mean_of(&self, cell: &Cell, likelihood: Likelihood, random: &mut impl Rng) -> f64 {
        let levels = cell.counts.iter();
        let expected: f64 = levels
            .filter_map(|(level, count)| Some(count * self.levels.get(*level)?))
            .sum();
        let misfit = cell.misfit.and_then(|kind| self.misfits.get(kind));
        let off = misfit.map_or(0.0, |share| share * normal(random));
        match likelihood {
            Likelihood::Additive => {
                let noise = self.sigma * (cell.events / cell.samples).sqrt() * normal(random);
                expected * (1.0 + off) + noise
            }
            Likelihood::Factor => {
                let noise = self.sigma / cell.samples.sqrt() * normal(random);
                expected * (off + noise).exp()
            }
        }
    }
}

fn normal(random: &mut impl Rng) -> f64 {
    StandardNormal.sample(random)
}

fn half_normal(random: &mut impl Rng, scale: f64) -> f64 {
    scale * normal(random).abs()
}

fn exponential(random: &mut impl Rng) -> f64 {
    Exp1.sample(random)
}

/// A normal random number, truncated at 0, with a mean of at least 0.
fn positive(random: &mut impl Rng, mean: f64, sd: f64) -> f64 {
    loop {
        let value = mean + sd * normal(random);
        if value >= 0.0 {
            return value;
        }
    }
}
