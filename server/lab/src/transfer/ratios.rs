//! The ratio of the board's costs to those of the campaigns: a hierarchical model of its logarithm.

use anyhow::{Context, Result};

use super::board::{self, Level};
use super::campaigns;
use super::matrix::{Matrix, dot};
use super::patterns::{self, Pattern};
use super::sums::{Counts, LogCosts};

/// The standard deviations of the logarithm of the ratio: between kinds of operations, between operations of one kind, and
/// between patterns of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Effects {
    pub(crate) kind: f64,
    pub(crate) operation: f64,
    pub(crate) pattern: f64,
}

/// The steps of the search for the effects. The last one is also their resolution, so rounding does not change the result.
const STEPS: [f64; 4] = [0.08, 0.04, 0.02, 0.01];
const START: Effects = Effects {
    kind: 0.3,
    operation: 0.4,
    pattern: 0.2,
};

/// The logarithms of all patterns' costs.
pub(crate) struct Ratios {
    patterns: Vec<Pattern>,
    /// ln of the cost on the board; meaningless for patterns that the table lacks.
    board: Vec<f64>,
    /// ln of the weighted geometric mean of the costs in the campaigns.
    campaigns: Vec<f64>,
    /// The covariance of what is known about both.
    noise: Matrix,
}

/// What some patterns cost on the board, predicted from the others.
pub(crate) struct Predicted {
    /// The mean of the logarithm of each cost in joules.
    pub(crate) log_means: Vec<f64>,
    /// The covariance of the logarithms.
    pub(crate) covariance: Matrix,
}

impl Ratios {
    /// From the published table and the texts of both lists. `first_weight` is the weight of the first campaign.
    ///
    /// # Errors
    /// If a list is malformed or lacks something.
    pub(crate) fn new(
        levels: &[Level<'_>],
        patterns: &str,
        instructions: &str,
        first_weight: f64,
    ) -> Result<Self> {
        let patterns = patterns::read(patterns).context(patterns::PATTERNS)?;
        let campaigns = campaigns::read(instructions).context(campaigns::INSTRUCTIONS)?;
        let on_board = board::parts(levels);
        let counts = patterns.iter().map(|pattern| {
            if pattern.is_measured() {
                board::counts(pattern, &on_board)
            } else {
                Ok(Counts::new())
            }
        });
        let board = LogCosts::of(&counts.collect::<Result<Vec<_>>>()?, &on_board);
        let mut all = vec![0.0; patterns.len()];
        let mut noise = board.covariance;
        for (campaign, weight) in campaigns.iter().zip([first_weight, 1.0 - first_weight]) {
            let counts = patterns
                .iter()
                .map(|pattern| campaigns::counts(pattern, campaign));
            let costs = LogCosts::of(&counts.collect::<Result<Vec<_>>>()?, campaign);
            for (sum, mean) in all.iter_mut().zip(&costs.means) {
                *sum += weight * mean;
            }
            noise = Matrix::of(patterns.len(), |i, j| {
                noise.at(i, j) + weight * weight * costs.covariance.at(i, j)
            });
        }
        Ok(Self {
            patterns,
            board: board.means,
            campaigns: all,
            noise,
        })
    }

    /// The patterns.
    pub(crate) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// The places of the patterns that the table has, or of the others.
    pub(crate) fn places(&self, measured: bool) -> Vec<usize> {
        (0..self.patterns.len())
            .filter(|place| self.patterns[*place].is_measured() == measured)
            .collect()
    }

    /// ln of a pattern's cost on the board in joules.
    pub(crate) fn on_board(&self, place: usize) -> f64 {
        self.board[place]
    }

    fn ratios(&self, places: &[usize]) -> Vec<f64> {
        places
            .iter()
            .map(|place| self.board[*place] - self.campaigns[*place])
            .collect()
    }

    fn covariance(&self, effects: Effects, i: usize, j: usize) -> f64 {
        let (a, b) = (&self.patterns[i], &self.patterns[j]);
        let of = |is_shared: bool, sd: f64| if is_shared { sd * sd } else { 0.0 };
        self.noise.at(i, j)
            + of(a.kind == b.kind, effects.kind)
            + of(a.operation == b.operation, effects.operation)
            + of(i == j, effects.pattern)
    }

    /// Minus the restricted log-likelihood of the effects, up to a constant.
    ///
    /// Source: Patterson and Thompson 1971, "Recovery of inter-block information when block sizes are unequal". The mean of all
    /// ratios is integrated out, so that few kinds do not make the effects too small.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn loss(&self, effects: Effects, known: &[usize]) -> Result<f64> {
        let lower = Matrix::of(known.len(), |i, j| {
            self.covariance(effects, known[i], known[j])
        })
        .cholesky()?;
        let ratios = lower.whiten(&self.ratios(known));
        let ones = lower.whiten(&vec![1.0; known.len()]);
        let precision = dot(&ones, &ones);
        let off = dot(&ratios, &ratios) - dot(&ones, &ratios).powi(2) / precision;
        Ok(lower.half_log_determinant() + 0.5 * off + 0.5 * precision.ln())
    }

    /// The effects that make the ratios of the known patterns most likely.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn fit(&self, known: &[usize]) -> Result<Effects> {
        let mut best = START;
        let mut least = self.loss(best, known)?;
        for step in STEPS {
            loop {
                let before = least;
                for axis in 0..3 {
                    for sign in [-1.0, 1.0] {
                        let tried = best.moved(axis, sign * step);
                        let loss = self.loss(tried, known)?;
                        if loss < least {
                            (best, least) = (tried, loss);
                        }
                    }
                }
                if before - least < 1e-9 {
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The mean of the logarithm of the ratio over all kinds, and its standard deviation.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn mean(&self, effects: Effects, known: &[usize]) -> Result<(f64, f64)> {
        let lower = Matrix::of(known.len(), |i, j| {
            self.covariance(effects, known[i], known[j])
        })
        .cholesky()?;
        let ones = lower.whiten(&vec![1.0; known.len()]);
        let precision = dot(&ones, &ones);
        let mean = dot(&ones, &lower.whiten(&self.ratios(known))) / precision;
        Ok((mean, precision.recip().sqrt()))
    }

    /// Predicts the costs of some patterns on the board from the ratios of known ones and from their own costs in the campaigns.
    ///
    /// Source: universal kriging with a constant mean; Cressie 1993, "Statistics for Spatial Data", section 3.4.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn predict(
        &self,
        effects: Effects,
        known: &[usize],
        wanted: &[usize],
    ) -> Result<Predicted> {
        let lower = Matrix::of(known.len(), |i, j| {
            self.covariance(effects, known[i], known[j])
        })
        .cholesky()?;
        let ratios = lower.whiten(&self.ratios(known));
        let ones = lower.whiten(&vec![1.0; known.len()]);
        let precision = dot(&ones, &ones);
        let mean = dot(&ones, &ratios) / precision;
        let off: Vec<f64> = ratios
            .iter()
            .zip(&ones)
            .map(|(ratio, one)| ratio - mean * one)
            .collect();
        let shared: Vec<Vec<f64>> = wanted
            .iter()
            .map(|wanted| {
                let row = known
                    .iter()
                    .map(|known| self.covariance(effects, *wanted, *known));
                lower.whiten(&row.collect::<Vec<_>>())
            })
            .collect();
        let unexplained: Vec<f64> = shared.iter().map(|row| 1.0 - dot(row, &ones)).collect();
        let log_means = wanted
            .iter()
            .zip(&shared)
            .map(|(wanted, row)| self.campaigns[*wanted] + mean + dot(row, &off))
            .collect();
        let covariance = Matrix::of(wanted.len(), |i, j| {
            self.covariance(effects, wanted[i], wanted[j]) - dot(&shared[i], &shared[j])
                + unexplained[i] * unexplained[j] / precision
        });
        Ok(Predicted {
            log_means,
            covariance,
        })
    }
}

impl Effects {
    fn moved(self, axis: usize, by: f64) -> Self {
        // On multiples of the resolution, so that the order of steps leaves no rounding errors.
        let moved = |own: usize, value: f64| {
            let value = if own == axis { value + by } else { value };
            (value.max(STEPS[3]) / STEPS[3]).round() * STEPS[3]
        };
        Self {
            kind: moved(0, self.kind),
            operation: moved(1, self.operation),
            pattern: moved(2, self.pattern),
        }
    }
}
