//! The ratio of the board's costs to those of the campaign: a hierarchical model of its logarithm.

use std::collections::BTreeSet;

use anyhow::{Context, Result};

use super::board::{self, Level};
use super::campaigns;
use super::patterns::{self, Pattern};
use super::sums::{Counts, LogCosts};
use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// The standard deviations of the logarithm of the ratio: between kinds of operations, between operations of one kind, and
/// between patterns of one operation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RatioSpread {
    pub(crate) kind: f64,
    pub(crate) operation: f64,
    pub(crate) pattern: f64,
    /// In place of `operation`, for kinds of which nothing is transferred. Their spread need not be that of the others.
    pub(crate) untransferred_operation: f64,
}

/// The steps of the search for the effects. The last one is also their resolution, so rounding does not change the result.
const STEPS: [f64; 4] = [0.08, 0.04, 0.02, 0.01];
const START: RatioSpread = RatioSpread {
    kind: 0.3,
    operation: 0.4,
    pattern: 0.2,
    untransferred_operation: 0.4,
};

/// The logarithms of all patterns' costs.
pub(crate) struct Ratios {
    patterns: Vec<Pattern>,
    /// ln of the cost on the board; meaningless for patterns that the table lacks.
    board: Vec<f64>,
    /// ln of the cost in the campaign.
    campaign: Vec<f64>,
    /// The covariance of what is known about both.
    noise: DMatrix<f64>,
    /// Whether any price of a pattern's kind is transferred.
    is_transferred_kind: Vec<bool>,
}

/// What some patterns cost on the board, predicted from the others.
pub(crate) struct Predicted {
    /// The mean of the logarithm of each cost in joules.
    pub(crate) log_means: Vec<f64>,
    /// The covariance of the logarithms.
    pub(crate) covariance: DMatrix<f64>,
}

impl Ratios {
    /// From the published table and the texts of both lists.
    ///
    /// # Errors
    /// If a list is malformed or lacks something.
    pub(crate) fn new(levels: &[Level<'_>], patterns: &str, instructions: &str) -> Result<Self> {
        let patterns = patterns::read(patterns).context(patterns::PATTERNS)?;
        let campaign = campaigns::read(instructions).context(campaigns::INSTRUCTIONS)?;
        let on_board = board::parts(levels);
        let counts = patterns.iter().map(|pattern| {
            if pattern.is_measured() {
                board::counts(pattern, &on_board)
            } else {
                Ok(Counts::new())
            }
        });
        let board = LogCosts::of(&counts.collect::<Result<Vec<_>>>()?, &on_board);
        let counts = patterns
            .iter()
            .map(|pattern| campaigns::counts(pattern, &campaign));
        let campaign = LogCosts::of(&counts.collect::<Result<Vec<_>>>()?, &campaign);
        let transferred = patterns.iter().filter(|pattern| !pattern.is_measured());
        let kinds: BTreeSet<&str> = transferred.map(|pattern| pattern.kind.as_str()).collect();
        let is_transferred_kind = patterns
            .iter()
            .map(|pattern| kinds.contains(pattern.kind.as_str()))
            .collect();
        Ok(Self {
            is_transferred_kind,
            patterns,
            board: board.means,
            campaign: campaign.means,
            noise: board.covariance + campaign.covariance,
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

    fn ratios(&self, places: &[usize]) -> DVector<f64> {
        let ratios = places
            .iter()
            .map(|place| self.board[*place] - self.campaign[*place]);
        DVector::from_iterator(places.len(), ratios)
    }

    /// The mean of the known ratios, weighted by their covariance.
    ///
    /// # Errors
    /// If the covariance is not positive definite.
    fn weighted(&self, effects: RatioSpread, known: &[usize]) -> Result<Weighted> {
        let covariance = DMatrix::from_fn(known.len(), known.len(), |i, j| {
            self.covariance(effects, known[i], known[j])
        });
        let factor = covariance
            .cholesky()
            .context("a covariance is not positive definite")?;
        let ones = factor.solve(&DVector::from_element(known.len(), 1.0));
        let ratios = self.ratios(known);
        let precision = ones.sum();
        let mean = ones.dot(&ratios) / precision;
        Ok(Weighted {
            off: ratios.add_scalar(-mean),
            factor,
            precision,
            mean,
        })
    }

    fn covariance(&self, effects: RatioSpread, i: usize, j: usize) -> f64 {
        let (a, b) = (&self.patterns[i], &self.patterns[j]);
        let of = |is_shared: bool, sd: f64| if is_shared { sd * sd } else { 0.0 };
        let operation = if self.is_transferred_kind[i] {
            effects.operation
        } else {
            effects.untransferred_operation
        };
        self.noise[(i, j)]
            + of(a.kind == b.kind, effects.kind)
            + of(a.operation == b.operation, operation)
            + of(i == j, effects.pattern)
    }

    /// Minus the restricted log-likelihood of the effects, up to a constant.
    ///
    /// Source: Patterson and Thompson 1971, "Recovery of inter-block information when block sizes are unequal". The mean of all
    /// ratios is integrated out, so that few kinds do not make the effects too small.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn loss(&self, effects: RatioSpread, known: &[usize]) -> Result<f64> {
        let weighted = self.weighted(effects, known)?;
        let half_log_determinant: f64 = weighted.factor.l_dirty().diagonal().map(f64::ln).sum();
        let off = weighted.off.dot(&weighted.factor.solve(&weighted.off));
        Ok(half_log_determinant + 0.5 * off + 0.5 * weighted.precision.ln())
    }

    /// The effects that make the ratios of the known patterns most likely.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn fit(&self, known: &[usize]) -> Result<RatioSpread> {
        let mut best = START;
        let mut least = self.loss(best, known)?;
        for step in STEPS {
            loop {
                let before = least;
                for axis in 0..4 {
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
    pub(crate) fn mean(&self, effects: RatioSpread, known: &[usize]) -> Result<(f64, f64)> {
        let weighted = self.weighted(effects, known)?;
        Ok((weighted.mean, weighted.precision.recip().sqrt()))
    }

    /// Predicts the costs of some patterns on the board from the ratios of known ones and from their own costs in the campaigns.
    ///
    /// Source: universal kriging with a constant mean; Cressie 1993, "Statistics for Spatial Data", section 3.4.
    ///
    /// # Errors
    /// If a covariance is not positive definite.
    pub(crate) fn predict(
        &self,
        effects: RatioSpread,
        known: &[usize],
        wanted: &[usize],
    ) -> Result<Predicted> {
        let weighted = self.weighted(effects, known)?;
        let shared = DMatrix::from_fn(known.len(), wanted.len(), |i, j| {
            self.covariance(effects, known[i], wanted[j])
        });
        let weights = weighted.factor.solve(&shared);
        let off = weights.tr_mul(&weighted.off);
        let log_means = wanted.iter().zip(&off);
        let log_means = log_means.map(|(wanted, off)| self.campaign[*wanted] + weighted.mean + off);
        let unexplained: Vec<f64> = weights
            .column_iter()
            .map(|column| 1.0 - column.sum())
            .collect();
        let explained = weights.tr_mul(&shared);
        let covariance = DMatrix::from_fn(wanted.len(), wanted.len(), |i, j| {
            self.covariance(effects, wanted[i], wanted[j]) - explained[(i, j)]
                + unexplained[i] * unexplained[j] / weighted.precision
        });
        Ok(Predicted {
            log_means: log_means.collect(),
            covariance,
        })
    }
}

/// Ratios and their weighted mean.
struct Weighted {
    /// The decomposition of their covariance.
    factor: Cholesky<f64, Dyn>,
    /// The mean.
    mean: f64,
    /// The inverse of the variance of the mean.
    precision: f64,
    /// What each ratio is above the mean.
    off: DVector<f64>,
}

impl RatioSpread {
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
            untransferred_operation: moved(3, self.untransferred_operation),
        }
    }
}
