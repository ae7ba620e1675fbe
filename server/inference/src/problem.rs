//! The input of a fit: levels in groups, cells of measurements, priors.

use thiserror::Error;

/// Levels with a common distribution, such as all operations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its name, such as `operation`.
    pub name: String,
    /// The names of its levels.
    pub levels: Vec<String>,
}

/// Measurements of one program on one device, as sufficient statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// The levels that it counts, with counts. Levels are numbered across the groups, in order.
    pub counts: Vec<(usize, f64)>,
    /// N: the number of events behind one measured value.
    pub events: f64,
    /// The number of measured values.
    pub samples: f64,
    /// Their mean.
    pub mean: f64,
    /// The sum of their squared deviations from that mean.
    pub squares: f64,
    /// The index into [`Problem::misfits`] for its program, if any.
    pub misfit: Option<usize>,
    /// The scatter of its values.
    pub noise: Noise,
}

/// The scatter of a cell's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// σ √N, with a σ that all such cells share: statements that are measured alone.
    Sigma,
    /// The observed scatter: for whole methods, whose energies and measurement noise differ by decades. A cell with one value, or
    /// with equal values, has σ √N anyway.
    Own,
}

impl Cell {
    /// The sufficient statistics of a program's values, without a misfit.
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

    /// The variance of the mean from the scatter of the values; `None` if σ determines it.
    pub(crate) fn own_variance(&self) -> Option<f64> {
        let is_own = self.noise == Noise::Own && self.samples > 1.0 && self.squares > 0.0;
        is_own.then(|| self.squares / (self.samples - 1.0) / self.samples)
    }
}

/// The priors of the groups' means and scales and of σ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priors {
    /// In units of the median over cells of the mean energy of one level in one event: m ~ Normal⁺(0.5, 0.5), τ ~ Normal⁺(0, 1),
    /// σ ~ Normal⁺(0, 1).
    Scaled,
    /// Those of Nyholm et al. 2025, equations 7 to 9, in joules: m ~ Normal⁺(0.006, 0.001), τ ~ Exponential(10³), σ ~
    /// Exponential(10³). We infer that m is bounded at 0, as the levels are.
    Paper,
}

/// How a measured mean deviates from the sum of its levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Likelihood {
    /// By an amount: y ~ Normal(cᵀθ + b, σ √N), with σ in joules and b ~ Normal(0, ω ȳ).
    #[default]
    Additive,
    /// By a factor: ln ȳ ~ Normal(ln cᵀθ, √(ω² + σ²/n)) for the mean ȳ of n values, with the relative scatter σ of a value.
    /// cᵀθ is the median of such programs; their mean is exp(ω²/2) times it.
    Factor,
}

/// The input of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// How a measured mean deviates from the sum of its levels.
    pub likelihood: Likelihood,
    /// The groups with their levels.
    pub groups: Vec<Group>,
    /// The measurements, in joules.
    pub cells: Vec<Cell>,
    /// The priors.
    pub priors: Priors,
    /// The kinds of programs that deviate in their own way. Each kind has an ω ~ Normal⁺(0, 0.5): a share of the measurement, or
    /// the standard deviation of the factor's logarithm.
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
    /// A value that a measurement cannot have.
    #[error("cell {cell}, {what}: {value} is not {expected}; see which samples it was made of")]
    Value {
        /// The cell, from 0.
        cell: usize,
        /// Its name.
        what: &'static str,
        /// The value.
        value: f64,
        /// The requirement.
        expected: &'static str,
    },
    /// No cell with noise σ has two different values, so σ cannot be determined.
    #[error(
        "the values of every cell are all the same, so their noise is unknown: a meter that reads a constant, or one \
         sample of each program; measure each program more than once with a meter that works"
    )]
    NoNoise,
    /// The median of the cells is 0 or less, so the unit has no meaning.
    #[error(
        "half of the cells have an energy of 0 or less after the baseline was subtracted; the baseline is as expensive as \
         what is measured, so run more executions of it in an iteration"
    )]
    NoUnit,
}

impl Problem {
    /// The number of levels in all groups.
    pub fn levels(&self) -> usize {
        self.groups.iter().map(|group| group.levels.len()).sum()
    }

    /// The median over cells of the mean energy of one level in one event. It is the unit of the scaled priors: programs differ
    /// in length by decades, and structures in the number of levels per event, but levels do not.
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
