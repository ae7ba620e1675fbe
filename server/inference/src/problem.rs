//! What is fitted: levels in groups, cells of measurements, priors.

use thiserror::Error;

/// Levels that are drawn from one distribution, such as all operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name, such as `operation`.
    pub name: String,
    /// The names of its levels.
    pub levels: Vec<String>,
}

/// Measurements of one program on one device, by their sufficient statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Which levels it counts and how often; a level is numbered through the groups in their order.
    pub counts: Vec<(usize, f64)>,
    /// N: how many events one measured value has executed.
    pub events: f64,
    /// How many values were measured.
    pub samples: f64,
    /// Their mean.
    pub mean: f64,
    /// The sum of their squared deviations from that mean.
    pub squares: f64,
    /// Which of [`Problem::misfits`] its program has, if any.
    pub misfit: Option<usize>,
    /// What its values scatter by.
    pub noise: Noise,
}

/// What the values of a cell scatter by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// σ √N, with the σ that all such cells have in common: statements that are measured alone.
    Sigma,
    /// What they are seen to scatter by, as whole methods do, of which the energies differ by decades and the meter's noise with
    /// them. A cell of one value, or of the same values, has σ √N anyway.
    Own,
}

impl Cell {
    /// The sufficient statistics of some values of a program without a misfit.
    pub fn of(counts: Vec<(usize, f64)>, events: f64, values: &[f64]) -> Self {
        let samples = values.len() as f64;
        let mean = values.iter().sum::<f64>() / samples;
        let squares = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self {
            counts,
            events,
            samples,
            mean,
            squares,
            misfit: None,
            noise: Noise::Sigma,
        }
    }

    /// The variance of the mean by the scatter of the values; none where σ tells it.
    pub(crate) fn own_variance(&self) -> Option<f64> {
        let is_own = self.noise == Noise::Own && self.samples > 1.0 && self.squares > 0.0;
        is_own.then(|| self.squares / (self.samples - 1.0) / self.samples)
    }
}

/// The priors of the groups' means and scales and of σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priors {
    /// In units of the median over the cells of the mean energy that one level has in one event: m ~ Normal⁺(0.5, 0.5), τ ~ Normal⁺(0, 1), σ ~ Normal⁺(0, 1).
    Scaled,
    /// Those of Nyholm et al. 2025, equations 7 to 9, in joules: m ~ Normal⁺(0.006, 0.001), τ ~ Exponential(10³),
    /// σ ~ Exponential(10³). That m is bounded at 0 is inferred, as is the bound of the levels.
    Paper,
}

/// How a measured mean is off from the sum of its levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likelihood {
    /// By an amount: y ~ Normal(cᵀθ + b, σ √N), with σ in joules and b ~ Normal(0, ω ȳ).
    #[default]
    Additive,
    /// By a factor: ln ȳ ~ Normal(ln cᵀθ, √(ω² + σ²/n)) for the mean ȳ of n values, with the relative scatter σ of a value.
    /// cᵀθ is the median of such programs; their mean is exp(ω²/2) times it.
    Factor,
}

/// Everything that a fit needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// How a measured mean is off from the sum of its levels.
    pub likelihood: Likelihood,
    /// The groups with their levels.
    pub groups: Vec<Group>,
    /// What was measured, in joules.
    pub cells: Vec<Cell>,
    /// The priors.
    pub priors: Priors,
    /// The kinds of programs that are off by their own amount or factor, one ω ~ Normal⁺(0, 0.5) a kind: a share of what
    /// was measured, or the standard deviation of the factor's logarithm.
    pub misfits: Vec<String>,
}

/// A problem that cannot be fitted.
#[derive(Debug, Error, Clone, PartialEq)]
#[non_exhaustive]
pub enum ProblemError {
    /// There is nothing to fit.
    #[error("there is no {what} to fit; measure some programs first")]
    Empty {
        /// What is missing.
        what: &'static str,
    },
    /// A value is not a number that a measurement can have.
    #[error("cell {cell}, {what}: {value} is not {expected}; see which samples it was made of")]
    Value {
        /// The cell, from 0.
        cell: usize,
        /// Which value.
        what: &'static str,
        /// What it is.
        value: f64,
        /// What it must be.
        expected: &'static str,
    },
    /// No cell of σ has two values, or all values of every such cell are the same: σ cannot be known.
    #[error(
        "the values of every cell are all the same, so their noise cannot be told: a meter that reads a constant, or one \
         sample of each program; measure each program more than once with a meter that works"
    )]
    NoNoise,
    /// The cells are 0 or below at the median, so that the unit has no meaning.
    #[error(
        "half of the cells have an energy of 0 or less after the baseline was subtracted; the baseline is as expensive as \
         what is measured, so run more executions of it in an iteration"
    )]
    NoUnit,
}

impl Problem {
    /// How many levels all groups have.
    pub fn levels(&self) -> usize {
        self.groups.iter().map(|group| group.levels.len()).sum()
    }

    /// The median over the cells of the mean energy that one level has in one event, the unit of the scaled priors: programs
    /// differ in length by decades, and structures in how many levels an event has, but levels do not.
    pub(crate) fn unit(&self) -> f64 {
        let of_level = |cell: &Cell| {
            let levels: f64 = cell.counts.iter().map(|(_, count)| count.abs()).sum();
            cell.mean / if levels > 0.0 { levels } else { cell.events }
        };
        let mut means: Vec<f64> = self.cells.iter().map(of_level).collect();
        means.sort_unstable_by(f64::total_cmp);
        means.get(means.len() / 2).copied().unwrap_or(f64::NAN)
    }

    pub(crate) fn check(&self) -> Result<(), ProblemError> {
        if self.cells.is_empty() {
            return Err(ProblemError::Empty { what: "cell" });
        }
        let levels = self.levels();
        if levels == 0 {
            return Err(ProblemError::Empty { what: "level" });
        }
        for (index, cell) in self.cells.iter().enumerate() {
            let wrong = |what, value, expected| {
                Err(ProblemError::Value {
                    cell: index,
                    what,
                    value,
                    expected,
                })
            };
            if !cell.mean.is_finite() {
                return wrong("mean", cell.mean, "finite");
            }
            if self.likelihood == Likelihood::Factor {
                if cell.mean <= 0.0 {
                    return wrong("mean", cell.mean, "above 0, so it has no logarithm");
                }
                if let Some((_, count)) = cell.counts.iter().find(|(_, count)| *count < 0.0) {
                    return wrong(
                        "count",
                        *count,
                        "at least 0, so a sum may have no logarithm",
                    );
                }
            }
            if !(cell.squares.is_finite() && cell.squares >= 0.0) {
                return wrong("sum of squares", cell.squares, "finite and at least 0");
            }
            if !(cell.samples.is_finite() && cell.samples >= 1.0) {
                return wrong("number of samples", cell.samples, "at least 1");
            }
            if !(cell.events.is_finite() && cell.events > 0.0) {
                return wrong("number of events", cell.events, "above 0");
            }
            if let Some(misfit) = cell.misfit
                && misfit >= self.misfits.len()
            {
                return wrong("number of a misfit", misfit as f64, "that of a misfit");
            }
            if cell.counts.is_empty() {
                return wrong("number of levels", 0.0, "above 0");
            }
            for (level, count) in &cell.counts {
                if *level >= levels {
                    return wrong("number of a level", *level as f64, "that of a level");
                }
                if !count.is_finite() {
                    return wrong("count", *count, "finite");
                }
            }
        }
        let of_sigma = |cell: &&Cell| cell.own_variance().is_none();
        if self
            .cells
            .iter()
            .filter(of_sigma)
            .all(|cell| cell.squares <= 0.0)
        {
            return Err(ProblemError::NoNoise);
        }
        if self.unit().is_nan() || self.unit() <= 0.0 {
            return Err(ProblemError::NoUnit);
        }
        Ok(())
    }
}
