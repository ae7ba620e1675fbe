//! The log-density of a [`Problem`] over unconstrained coordinates, with its gradient.
//!
//! Energies are in units of the median energy of one level in one event. The coordinates are:
//!
//! - u, one for each level: θ = a · softplus(u). Far above 0, this is linear, so a Gaussian stays Gaussian. Near 0, it has the
//!   mild exponential tail of a logarithm. The scale a is the level's conditional standard deviation.
//! - v, one for each group: m / τ = softplus(v). The ratio keeps its meaning over the decades that τ may span.
//! - log τ, one for each group; log σ; log ω, one for each kind of misfit.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

use crate::problem::{Likelihood, Priors, Problem};

/// Standard deviation of the half-normal prior of ω.
pub(crate) const MISFIT_PRIOR: f64 = 0.5;

/// A group's prior in the units of the density.
#[derive(Clone, Copy, Debug)]
enum Hyper {
    Scaled,
    /// Mean and standard deviation of m, rate of τ and σ.
    Paper {
        mean: f64,
        sd: f64,
        rate: f64,
    },
}

#[derive(Clone, Debug)]
struct Row {
    begin: usize,
    end: usize,
    events: f64,
    samples: f64,
    mean: f64,
    squares: f64,
    misfit: Option<usize>,
    /// The unit of ω.
    misfit_unit: f64,
    /// The variance of the mean if σ does not determine it.
    own_variance: Option<f64>,
}

impl Row {
    /// The row of a cell with a factor: the logarithm of its mean, and variances relative to that mean.
    fn of_logarithm(self) -> Self {
        let square = self.mean * self.mean;
        Self {
            events: 1.0,
            mean: self.mean.ln(),
            squares: self.squares / square,
            misfit_unit: 1.0,
            own_variance: self.own_variance.map(|variance| variance / square),
            ..self
        }
    }
}

impl Row {
    /// The variance of the mean at a given σ², without a misfit.
    fn noise_of_mean(&self, sigma_squared: f64) -> f64 {
        self.own_variance
            .unwrap_or(sigma_squared * self.events / self.samples)
    }
}

/// The density of one problem.
#[derive(Clone, Debug)]
pub(crate) struct Density {
    levels: usize,
    groups: usize,
    misfits: usize,
    group_of: Vec<usize>,
    group_size: Vec<f64>,
    hyper: Hyper,
    likelihood: Likelihood,
    /// The scale a of each level's link function.
    link: Vec<f64>,
    rows: Vec<Row>,
    columns: Vec<u32>,
    counts: Vec<f64>,
    /// θ and its derivative with respect to u at the last position.
    theta: Vec<f64>,
    slope: Vec<f64>,
    by_theta: Vec<f64>,
}

/// ln(1 + eˣ) and its derivative.
fn softplus(x: f64) -> (f64, f64) {
    let small = (-x.abs()).exp();
    let value = x.max(0.0) + small.ln_1p();
    let slope = if x >= 0.0 {
        1.0 / (1.0 + small)
    } else {
        small / (1.0 + small)
    };
    (value, slope)
}

/// The x with softplus(x) = y, for y above 0.
pub(crate) fn inverse_softplus(y: f64) -> f64 {
    // ln(eʸ − 1) = y + ln(1 − e⁻ʸ)
    y + (-(-y).exp_m1()).ln()
}

/// log Φ(x) and its derivative, for x not far below 0.
fn log_normal_cdf(x: f64) -> (f64, f64) {
    let cdf = 0.5 * libm::erfc(-x * FRAC_1_SQRT_2);
    let pdf = (-0.5 * x * x).exp() / (2.0 * PI).sqrt();
    (cdf.ln(), pdf / cdf)
}

impl Density {
    /// The density of a checked problem.
    pub(crate) fn new(problem: &Problem) -> Self {
        let unit = problem.unit();
        let group_of: Vec<usize> = problem
            .groups
            .iter()
            .enumerate()
            .flat_map(|(index, group)| std::iter::repeat_n(index, group.levels.len()))
            .collect();
        let levels = group_of.len();
        let mut columns = Vec::new();
        let mut counts = Vec::new();
        let rows: Vec<Row> = problem
            .cells
            .iter()
            .map(|cell| {
                let begin = columns.len();
                for (level, count) in &cell.counts {
                    columns.push(*level as u32);
                    counts.push(*count);
                }
                let row = Row {
                    begin,
                    end: columns.len(),
                    events: cell.events,
                    samples: cell.samples,
                    mean: cell.mean / unit,
                    squares: cell.squares / (unit * unit),
                    misfit: cell.misfit,
                    misfit_unit: cell.mean / unit,
                    own_variance: cell.own_variance().map(|variance| variance / (unit * unit)),
                };
                match problem.likelihood {
                    Likelihood::Additive => row,
                    Likelihood::Factor => row.of_logarithm(),
                }
            })
            .collect();
        let hyper = match problem.priors {
            Priors::Scaled => Hyper::Scaled,
            Priors::Paper => Hyper::Paper {
                mean: 0.006 / unit,
                sd: 0.001 / unit,
                rate: 1e3 * unit,
            },
        };
        Self {
            levels,
            groups: problem.groups.len(),
            misfits: problem.misfits.len(),
            group_size: problem
                .groups
                .iter()
                .map(|group| group.levels.len() as f64)
                .collect(),
            group_of,
            hyper,
            likelihood: problem.likelihood,
            link: vec![1.0; levels],
            rows,
            columns,
            counts,
            theta: vec![0.0; levels],
            slope: vec![0.0; levels],
            by_theta: vec![0.0; levels],
        }
    }

    pub(crate) const fn dimension(&self) -> usize {
        self.levels + 2 * self.groups + 1 + self.misfits
    }

    pub(crate) const fn levels(&self) -> usize {
        self.levels
    }

    pub(crate) fn group_of(&self, level: usize) -> usize {
        self.group_of[level]
    }

    pub(crate) const fn groups(&self) -> usize {
        self.groups
    }

    pub(crate) fn set_link(&mut self, scales: Vec<f64>) {
        self.link = scales;
    }

    pub(crate) fn link(&self) -> &[f64] {
        &self.link
    }

    /// The input of least squares for each cell: its levels with their counts, its mean, and the inverse of its variance at a
    /// given σ, with one ω for all kinds.
    pub(crate) fn weighted_rows(
        &self,
        sigma: f64,
        misfit: f64,
    ) -> impl Iterator<Item = (&[u32], &[f64], f64, f64)> {
        self.rows.iter().map(move |row| {
            let own = row.misfit.map_or(0.0, |_| misfit * row.misfit_unit);
            let variance = row.noise_of_mean(sigma * sigma) + own * own;
            let (mean, variance) = match self.likelihood {
                Likelihood::Additive => (row.mean, variance),
                Likelihood::Factor => {
                    let mean = row.mean.exp();
                    (mean, variance * mean * mean)
                }
            };
            let range = row.begin..row.end;
            (
                &self.columns[range.clone()],
                &self.counts[range],
                mean,
                1.0 / variance,
            )
        })
    }

    pub(crate) const fn misfits(&self) -> usize {
        self.misfits
    }

    fn rows_of_sigma(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.own_variance.is_none())
    }

    /// The mean number of samples in cells with noise σ.
    pub(crate) fn samples_per_cell(&self) -> f64 {
        let (cells, samples) = self
            .rows_of_sigma()
            .fold((0.0, 0.0), |(cells, samples), row| {
                (cells + 1.0, samples + row.samples)
            });
        samples / f64::max(cells, 1.0)
    }

    /// σ, from the scatter within the cells alone.
    pub(crate) fn pure_noise(&self) -> f64 {
        let of_sigma = self.rows_of_sigma();
        let (squares, freedom) = of_sigma.fold((0.0, 0.0), |(squares, freedom), row| {
            (
                squares + row.squares / row.events,
                freedom + row.samples - 1.0,
            )
        });
        f64::sqrt(squares / f64::max(freedom, 1.0))
    }

    /// The parameters in natural form, in the order θ, m, τ, σ, ω. Energies are in units of the median energy of one level in one
    /// event.
    pub(crate) fn natural(&self, position: &[f64]) -> Vec<f64> {
        let (levels, groups) = (self.levels, self.groups);
        let mut natural = Vec::with_capacity(position.len());
        natural.extend(
            position[..levels]
                .iter()
                .zip(&self.link)
                .map(|(u, scale)| scale * softplus(*u).0),
        );
        for group in 0..groups {
            let scale = position[levels + groups + group].exp();
            natural.push(scale * softplus(position[levels + group]).0);
        }
        natural.extend(position[levels + groups..].iter().map(|log| log.exp()));
        natural
    }

    /// The coordinates of parameters in natural form: the inverse of [`Density::natural`].
    pub(crate) fn position(&self, natural: &[f64]) -> Vec<f64> {
        let (levels, groups) = (self.levels, self.groups);
        let mut position = Vec::with_capacity(natural.len());
        position.extend(
            natural[..levels]
                .iter()
                .zip(&self.link)
                .map(|(theta, scale)| inverse_softplus(theta / scale)),
        );
        for group in 0..groups {
            let ratio = natural[levels + group] / natural[levels + groups + group];
            position.push(inverse_softplus(ratio));
        }
        position.extend(natural[levels + groups..].iter().map(|value| value.ln()));
        position
    }

    /// Computes the log-density up to a constant, and its gradient.
    pub(crate) fn evaluate(&mut self, position: &[f64], gradient: &mut [f64]) -> f64 {
        gradient.fill(0.0);
        let (levels, groups) = (self.levels, self.groups);
        let mut log_density = 0.0;
        for (level, u) in position[..levels].iter().enumerate() {
            let (value, slope) = softplus(*u);
            self.theta[level] = self.link[level] * value;
            self.slope[level] = self.link[level] * slope;
            // The Jacobian dθ/du is the logistic function, whose logarithm has the derivative 1 − logistic.
            log_density += slope.ln();
            gradient[level] = 1.0 - slope;
        }
        self.by_theta.fill(0.0);
        log_density += self.likelihood(position, gradient);
        log_density += self.levels_prior(position, gradient);
        for group in 0..groups {
            log_density += self.hyper_prior(group, position, gradient);
        }
        for ((gradient, by_theta), slope) in
            gradient.iter_mut().zip(&self.by_theta).zip(&self.slope)
        {
            *gradient += by_theta * slope;
        }
        log_density
    }

    fn likelihood(&mut self, position: &[f64], gradient: &mut [f64]) -> f64 {
        let at = self.levels + 2 * self.groups;
        let log_sigma = position[at];
        let variance = (2.0 * log_sigma).exp();
        let mut log_density = 0.0;
        let mut by_log_sigma = 0.0;
        for row in &self.rows {
            let range = row.begin..row.end;
            let (columns, counts) = (&self.columns[range.clone()], &self.counts[range]);
            let mut predicted = 0.0;
            for (column, count) in columns.iter().zip(counts) {
                predicted += count * self.theta[*column as usize];
            }
            // The logarithm has the derivative 1 / cᵀθ.
            let (expected, by_sum) = match self.likelihood {
                Likelihood::Additive => (predicted, 1.0),
                Likelihood::Factor => {
                    let predicted = predicted.max(f64::MIN_POSITIVE);
                    (predicted.ln(), 1.0 / predicted)
                }
            };
            let residual = row.mean - expected;
            let noise = row.noise_of_mean(variance);
            let own = row.misfit.map_or(0.0, |kind| {
                (2.0 * position[at + 1 + kind]).exp() * row.misfit_unit * row.misfit_unit
            });
            // The values scatter around their mean by the noise, and that mean scatters around the prediction by both.
            let of_mean = noise + own;
            log_density -= 0.5 * (of_mean.ln() + residual * residual / of_mean);
            let by_variance = 0.5 * (residual * residual / of_mean - 1.0) / of_mean;
            if row.own_variance.is_none() {
                let scaled = row.squares / (variance * row.events);
                log_density -= (row.samples - 1.0) * log_sigma + 0.5 * scaled;
                by_log_sigma += scaled - (row.samples - 1.0);
                by_log_sigma += 2.0 * by_variance * noise;
            }
            if let Some(kind) = row.misfit {
                gradient[at + 1 + kind] += 2.0 * by_variance * own;
            }
            let weighted = by_sum * residual / of_mean;
            for (column, count) in columns.iter().zip(counts) {
                self.by_theta[*column as usize] += count * weighted;
            }
        }
        // The priors of σ and ω, and the Jacobians of their logarithms.
        let sigma = log_sigma.exp();
        log_density += log_sigma;
        by_log_sigma += 1.0;
        match self.hyper {
            Hyper::Scaled => {
                log_density -= 0.5 * variance;
                by_log_sigma -= variance;
            }
            Hyper::Paper { rate, .. } => {
                log_density -= rate * sigma;
                by_log_sigma -= rate * sigma;
            }
        }
        gradient[at] = by_log_sigma;
        for (log_misfit, gradient) in position[at + 1..].iter().zip(&mut gradient[at + 1..]) {
            let scaled = (2.0 * log_misfit).exp() / (MISFIT_PRIOR * MISFIT_PRIOR);
            log_density += log_misfit - 0.5 * scaled;
            *gradient += 1.0 - scaled;
        }
        log_density
    }

    /// θ ~ Normal⁺(m, τ): −log τ − (θ/τ − m/τ)²/2 − log Φ(m/τ).
    fn levels_prior(&mut self, position: &[f64], gradient: &mut [f64]) -> f64 {
        let (levels, groups) = (self.levels, self.groups);
        let mut log_density = 0.0;
        for group in 0..groups {
            let (ratio, slope) = softplus(position[levels + group]);
            let (log_cdf, by_ratio) = log_normal_cdf(ratio);
            let size = self.group_size[group];
            log_density -= size * (position[levels + groups + group] + log_cdf);
            gradient[levels + group] -= size * by_ratio * slope;
            gradient[levels + groups + group] -= size;
        }
        for level in 0..levels {
            let group = self.group_of[level];
            let (ratio, slope) = softplus(position[levels + group]);
            let inverse_scale = (-position[levels + groups + group]).exp();
            let scaled = self.theta[level] * inverse_scale;
            let difference = scaled - ratio;
            log_density -= 0.5 * difference * difference;
            self.by_theta[level] -= difference * inverse_scale;
            gradient[levels + group] += difference * slope;
            gradient[levels + groups + group] += difference * scaled;
        }
        log_density
    }

    fn hyper_prior(&self, group: usize, position: &[f64], gradient: &mut [f64]) -> f64 {
        let (at_ratio, at_scale) = (self.levels + group, self.levels + self.groups + group);
        let (ratio, slope) = softplus(position[at_ratio]);
        let log_scale = position[at_scale];
        let scale = log_scale.exp();
        let mean = scale * ratio;
        let (mut log_density, by_mean, by_scale) = match self.hyper {
            Hyper::Scaled => {
                let deviation = (mean - 0.5) / 0.5;
                (
                    -0.5 * (deviation * deviation + scale * scale),
                    -deviation / 0.5,
                    -scale,
                )
            }
            Hyper::Paper {
                mean: centre,
                sd,
                rate,
            } => {
                let deviation = (mean - centre) / sd;
                (
                    -0.5 * deviation * deviation - rate * scale,
                    -deviation / sd,
                    -rate,
                )
            }
        };
        // (log τ, v) → (τ, m): τ² times the logistic function of v.
        log_density += 2.0 * log_scale + slope.ln();
        gradient[at_ratio] += by_mean * scale * slope + 1.0 - slope;
        gradient[at_scale] += by_mean * mean + by_scale * scale + 2.0;
        log_density
    }
}

#[cfg(test)]
mod tests;
