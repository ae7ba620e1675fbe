//! Robust linear regression: iteratively reweighted least squares, first with Huber's weights, then with Tukey's bisquare (Huber
//! 1981, "Robust Statistics", 7.8; Beaton and Tukey 1974). The scale is the normalised median absolute residual of each step.

use nalgebra::{Cholesky, DMatrix, DVector, SymmetricEigen};

/// Gives 95% of the efficiency of least squares for normal noise.
const BISQUARE: f64 = 4.685;
const HUBER: f64 = 1.345;
/// The median of the absolute value of a standard normal variable.
const NORMAL_MAD: f64 = 0.674_489_750_196_081_7;
const ITERATIONS: usize = 200;
const TOLERANCE: f64 = 1e-9;
/// Eigenvalues need a few steps for each column.
const EIGEN_STEPS: usize = 10_000;
/// Residuals below this part of the largest value are rounding errors.
const EXACT: f64 = 1e-12;
/// A larger correlation cannot be distinguished from an endless drift.
const MOST_CORRELATION: f64 = 0.95;

/// The regressors, a row for each observation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Design {
    pub(crate) columns: usize,
    values: Vec<f64>,
}

impl Design {
    pub(crate) fn new(columns: usize) -> Self {
        Self {
            columns,
            values: Vec::new(),
        }
    }

    /// Adds a row with a value for each column.
    pub(crate) fn push(&mut self, row: impl Iterator<Item = f64>) {
        let end = self.values.len() + self.columns;
        self.values.extend(row.take(self.columns));
        self.values.resize(end, 0.0);
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[f64]> {
        self.values.chunks_exact(self.columns.max(1))
    }

    /// Each row times its factor.
    fn scaled(&self, factors: impl Iterator<Item = f64>) -> Self {
        let rows = self.rows().zip(factors);
        Self {
            columns: self.columns,
            values: rows
                .flat_map(|(row, factor)| row.iter().map(move |value| value * factor))
                .collect(),
        }
    }

    /// The design with columns of length 1, and the original lengths; `None` if a column is 0.
    fn normalised(&self) -> Option<(Self, Vec<f64>)> {
        let mut squares = vec![0.0; self.columns];
        for row in self.rows() {
            for (sum, value) in squares.iter_mut().zip(row) {
                *sum += value * value;
            }
        }
        let lengths: Vec<f64> = squares.iter().map(|square: &f64| square.sqrt()).collect();
        let is_length = |length: &f64| *length > 0.0 && length.is_finite();
        if self.columns == 0 || !lengths.iter().all(is_length) {
            return None;
        }
        let mut unit = self.clone();
        for row in unit.values.chunks_exact_mut(self.columns) {
            for (value, length) in row.iter_mut().zip(&lengths) {
                *value /= length;
            }
        }
        Some((unit, lengths))
    }

    /// The products of the columns, weighted by row.
    fn products(&self, weights: impl Iterator<Item = f64>) -> DMatrix<f64> {
        let mut products = DMatrix::zeros(self.columns, self.columns);
        for (row, weight) in self.rows().zip(weights) {
            for (a, value) in row.iter().enumerate() {
                for (b, other) in row.iter().enumerate().take(a + 1) {
                    products[(a, b)] += weight * value * other;
                }
            }
        }
        for a in 0..self.columns {
            for b in 0..a {
                products[(b, a)] = products[(a, b)];
            }
        }
        products
    }

    /// The coefficients of weighted least squares.
    fn solve(&self, observed: &[f64], weights: &[f64]) -> Option<Vec<f64>> {
        let mut right = DVector::zeros(self.columns);
        for ((row, y), weight) in self.rows().zip(observed).zip(weights) {
            for (at, value) in row.iter().enumerate() {
                right[at] += weight * value * y;
            }
        }
        let products = self.products(weights.iter().copied());
        let solved = Cholesky::new(products)?.solve(&right);
        let solved: Vec<f64> = solved.iter().copied().collect();
        let is_known = solved.iter().all(|value| value.is_finite());
        is_known.then_some(solved)
    }

    fn residuals(&self, observed: &[f64], coefficients: &[f64]) -> Vec<f64> {
        let rows = self.rows().zip(observed);
        rows.map(|(row, y)| y - sum_of_products(row, coefficients))
            .collect()
    }

    /// The largest singular value divided by the smallest, with columns of length 1 (Belsley, Kuh and Welsch 1980, "Regression
    /// Diagnostics", 3.2). Infinite if columns depend on each other.
    pub(crate) fn condition_number(&self) -> f64 {
        let Some((unit, _)) = self.normalised() else {
            return f64::INFINITY;
        };
        let ones = std::iter::repeat(1.0);
        let found = SymmetricEigen::try_new(unit.products(ones), f64::EPSILON, EIGEN_STEPS);
        let Some(SymmetricEigen {
            eigenvalues: values,
            ..
        }) = found
        else {
            return f64::INFINITY;
        };
        let largest = values.iter().copied().fold(0.0, f64::max);
        let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
        if smallest > 0.0 && largest.is_finite() {
            (largest / smallest).sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// The largest influence of an observation on its own prediction: the largest diagonal element of the hat matrix. 1 if
    /// columns depend on each other.
    fn largest_leverage(&self) -> f64 {
        let ones = std::iter::repeat(1.0);
        let solver = self
            .normalised()
            .and_then(|(unit, _)| Some((Cholesky::new(unit.products(ones))?, unit)));
        let Some((solver, unit)) = solver else {
            return 1.0;
        };
        let leverages = unit.rows().map(|row| {
            let solved = solver.solve(&DVector::from_column_slice(row));
            sum_of_products(row, solved.as_slice())
        });
        let largest = leverages.fold(0.0, f64::max);
        if largest < 1.0 { largest } else { 1.0 }
    }
}

fn sum_of_products(row: &[f64], coefficients: &[f64]) -> f64 {
    let pairs = row.iter().zip(coefficients);
    pairs.map(|(value, coefficient)| value * coefficient).sum()
}

/// The result of a regression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fit {
    pub(crate) coefficients: Vec<f64>,
    /// The standard errors of the coefficients.
    pub(crate) errors: Vec<f64>,
    /// The number of observations minus that of coefficients.
    pub(crate) freedom: usize,
    /// The weight of each observation, from 0 to 1.
    weights: Vec<f64>,
}

impl Fit {
    /// Fits one observation for each row, in time order; `None` if they do not determine the coefficients.
    pub(crate) fn of(design: &Design, observed: &[f64]) -> Option<Self> {
        let freedom = observed.len().checked_sub(design.columns)?;
        let (unit, lengths) = design.normalised().filter(|_| freedom > 0)?;
        let largest = observed.iter().fold(0.0, |most: f64, y| most.max(y.abs()));
        let least = Some(EXACT * largest).filter(|least| *least > 0.0 && least.is_finite())?;
        // If more than half of all residuals are 0, the others are outliers.
        let scale_of = |residuals: &[f64]| spread(residuals).max(least);
        let mut weights = vec![1.0; observed.len()];
        let mut solved = unit.solve(observed, &weights)?;
        for weight_of in [huber, bisquare] {
            for _ in 0..ITERATIONS {
                let residuals = unit.residuals(observed, &solved);
                let scale = scale_of(&residuals);
                weights = residuals.iter().map(|r| weight_of(r / scale)).collect();
                let next = unit.solve(observed, &weights)?;
                let size = next.iter().fold(0.0, |most: f64, b| most.max(b.abs()));
                let moved = next.iter().zip(&solved);
                let moved = moved.fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
                solved = next;
                if moved <= TOLERANCE * size {
                    break;
                }
            }
        }
        let residuals = unit.residuals(observed, &solved);
        let errors = errors(&unit, &residuals, scale_of(&residuals), freedom)?;
        let by_length = |values: &[f64]| -> Vec<f64> {
            let pairs = values.iter().zip(&lengths);
            pairs.map(|(value, length)| value / length).collect()
        };
        let fit = Self {
            coefficients: by_length(&solved),
            errors: by_length(&errors),
            freedom,
            weights,
        };
        let mut all = fit.coefficients.iter().chain(&fit.errors);
        all.all(|value| value.is_finite()).then_some(fit)
    }

    /// The largest condition number of the weighted observations without any one of them. A single observation far from all
    /// others would decide coefficients alone, and its residual would not show that. Without an observation of leverage h, the
    /// smallest eigenvalue loses at most the part h (Belsley, Kuh and Welsch 1980, 2.1).
    pub(crate) fn condition_number(&self, design: &Design) -> f64 {
        let roots = self.weights.iter().map(|weight| weight.sqrt());
        let counting = design.scaled(roots);
        let rest = 1.0 - counting.largest_leverage();
        if rest > 0.0 {
            counting.condition_number() / rest.sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// The prediction for a row.
    pub(crate) fn predict(&self, row: &[f64]) -> f64 {
        sum_of_products(row, &self.coefficients)
    }
}

fn huber(residual: f64) -> f64 {
    (HUBER / residual.abs()).min(1.0)
}

fn bisquare(residual: f64) -> f64 {
    let ratio = residual / BISQUARE;
    if ratio.abs() < 1.0 {
        (1.0 - ratio * ratio).powi(2)
    } else {
        0.0
    }
}

/// The derivative of residual × weight.
fn bisquare_slope(residual: f64) -> f64 {
    let square = (residual / BISQUARE).powi(2);
    if square < 1.0 {
        (1.0 - square) * (1.0 - 5.0 * square)
    } else {
        0.0
    }
}

fn spread(residuals: &[f64]) -> f64 {
    let mut sizes: Vec<f64> = residuals.iter().map(|residual| residual.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = |place: usize| sizes.get(place).copied().unwrap_or(0.0);
    let median = f64::midpoint(
        middle(sizes.len() / 2),
        middle(sizes.len().saturating_sub(1) / 2),
    );
    median / NORMAL_MAD
}

/// Standard errors of an M-estimator with Huber's correction for few observations (Huber 1981, (6.5) of chapter 7). If
/// observations drift, they count as fewer independent ones.
fn errors(unit: &Design, residuals: &[f64], scale: f64, freedom: usize) -> Option<Vec<f64>> {
    let count = residuals.len() as f64;
    let standard = || residuals.iter().map(|residual| residual / scale);
    let slopes: Vec<f64> = standard().map(bisquare_slope).collect();
    let slope = slopes.iter().sum::<f64>() / count;
    if slope.is_nan() || slope <= 0.0 {
        return None;
    }
    let varies = slopes.iter().map(|one| (one - slope).powi(2)).sum::<f64>() / count;
    let correction = 1.0 + unit.columns as f64 / count * varies / (slope * slope);
    let influences: Vec<f64> = standard().map(|r| r * bisquare(r)).collect();
    let squares: f64 = influences.iter().map(|one| one * one).sum();
    let variance = (correction * scale / slope).powi(2) * squares / freedom as f64;
    let variance = variance * inflation(&influences);
    let inverse = Cholesky::new(unit.products(std::iter::repeat(1.0)))?.inverse();
    let errors = (0..unit.columns).map(|at| (variance * inverse[(at, at)]).sqrt());
    Some(errors.collect())
}

/// How many values of a sequence have the same information as one independent value: (1 + ρ) / (1 − ρ), with the correlation ρ of
/// neighbours (Bayley and Hammersley 1946, "The effective number of independent observations in an autocorrelated time series").
/// Never below 1.
fn inflation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let neighbours = values.iter().zip(values.iter().skip(1));
    let products: f64 = neighbours.map(|(a, b)| (a - mean) * (b - mean)).sum();
    let correlation = (products / squares).clamp(0.0, MOST_CORRELATION);
    if correlation.is_nan() {
        return 1.0;
    }
    (1.0 + correlation) / (1.0 - correlation)
}

/// How well a regression predicts observations that it has not seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Predicted {
    /// Pearson's correlation of prediction and observation; `None` if one of them is constant.
    pub(crate) correlation: Option<f64>,
    /// The mean absolute error divided by the mean observation.
    pub(crate) nmae: f64,
}

impl Predicted {
    /// Predicts each fold by a regression on all others; `None` if one cannot be fitted.
    pub(crate) fn of(design: &Design, observed: &[f64], folds: &[usize]) -> Option<Self> {
        let mut each: Vec<usize> = folds.to_vec();
        each.sort_unstable();
        each.dedup();
        let mut pairs: Vec<(f64, f64)> = Vec::with_capacity(observed.len());
        for fold in each {
            let mut others = Design::new(design.columns);
            let mut observed_others = Vec::new();
            for ((row, y), of) in design.rows().zip(observed).zip(folds) {
                if *of != fold {
                    others.push(row.iter().copied());
                    observed_others.push(*y);
                }
            }
            let fit = Fit::of(&others, &observed_others)?;
            for ((row, y), of) in design.rows().zip(observed).zip(folds) {
                if *of == fold {
                    pairs.push((fit.predict(row), *y));
                }
            }
        }
        let count = pairs.len() as f64;
        let mean = |of: fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
        let (predicted, seen) = (mean(|pair| pair.0), mean(|pair| pair.1));
        let error = pairs.iter().map(|(p, y)| (p - y).abs()).sum::<f64>() / count;
        let product = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>();
        let both = product(&|(p, y)| (p - predicted) * (y - seen));
        let one = product(&|(p, _)| (p - predicted).powi(2));
        let other = product(&|(_, y)| (y - seen).powi(2));
        let correlation = both / (one * other).sqrt();
        let found = Self {
            correlation: correlation
                .is_finite()
                .then(|| correlation.clamp(-1.0, 1.0)),
            nmae: error / seen,
        };
        found.nmae.is_finite().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::{Design, Fit, Predicted};

    /// Every twelfth observation is an outlier.
    fn example() -> (Design, Vec<f64>) {
        let mut state = 7_u64;
        let mut uniform = || {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            state as f64 / f64::from(1_u32 << 31)
        };
        let (mut design, mut observed) = (Design::new(3), Vec::new());
        for at in 0..60 {
            let row = [
                (1000.0 * uniform()).round(),
                (50.0 * uniform()).round(),
                1.0,
            ];
            let noise = uniform() + uniform() + uniform() - 1.5;
            let outlier = if at % 12 == 5 { 80.0 } else { 0.0 };
            observed.push(0.02 * row[0] + 0.5 * row[1] + 3.0 + noise + outlier);
            design.push(row.into_iter());
        }
        (design, observed)
    }

    fn assert_near(found: f64, expected: f64) {
        assert!(
            (found / expected - 1.0).abs() < 1e-6,
            "{found} is not {expected}"
        );
    }

    /// From statsmodels 0.15.0 and `NumPy` 2.4.6 with the same numbers: `f = sm.RLM(y, X,
    /// sm.robust.norms.TukeyBiweight(4.685)).fit(maxiter=500, tol=1e-12, conv='coefs', scale_est='mad')`, `u = f.resid / f.scale;
    /// v = u * numpy.where(abs(u) < 4.685, (1 - (u / 4.685)**2)**2, 0); v -= v.mean()`, `r = (v[1:] * v[:-1]).sum() /
    /// (v**2).sum()`; `f.params` and `f.bse * ((1 + r) / (1 - r))**0.5`.
    #[test]
    fn coefficients_and_errors_are_those_of_statsmodels() {
        let (design, observed) = example();
        // A drift: `y + numpy.arange(60) // 15`, with r = 0.61.
        let drifted: Vec<f64> = (0..60_u8)
            .zip(&observed)
            .map(|(at, y)| y + f64::from(at / 15))
            .collect();
        let expected = [
            (
                [0.019_741_095_136_5, 0.501_606_347_207, 3.015_613_262_47],
                [
                    0.000_255_080_590_628,
                    0.004_430_315_910_45,
                    0.188_697_962_787,
                ],
            ),
            (
                [0.020_156_721_565_3, 0.472_063_370_857, 5.082_316_066_41],
                [0.001_278_700_389_64, 0.022_208_850_414_5, 0.945_929_119_678],
            ),
        ];
        for (observed, (params, errors)) in [observed, drifted].iter().zip(expected) {
            let fit = Fit::of(&design, observed).expect("a fit");
            for (found, expected) in fit.coefficients.iter().zip(params) {
                assert_near(*found, expected);
            }
            for (found, expected) in fit.errors.iter().zip(errors) {
                assert_near(*found, expected);
            }
            assert_eq!(fit.freedom, 57);
        }
    }

    #[test]
    fn what_only_outliers_tell_apart_is_not_told_apart() {
        let mut design = Design::new(2);
        let mut observed = Vec::new();
        for at in 0..40 {
            // The second column differs from the first only in four rows, which are far off.
            let one = f64::from(1 + at % 7);
            let is_outlier = at % 10 == 3;
            let other = if is_outlier {
                0.0
            } else {
                one + 0.01 * f64::from(at % 3)
            };
            design.push([one, other].into_iter());
            let noise = 0.1 * f64::from(at % 5 - 2);
            observed.push(
                one + other
                    + noise
                    + if is_outlier {
                        500.0 + 90.0 * f64::from(at)
                    } else {
                        0.0
                    },
            );
        }
        assert!(design.condition_number() < 15.0);
        let fit = Fit::of(&design, &observed);
        assert!(fit.is_none_or(|fit| fit.condition_number(&design) > 15.0));
    }

    /// From `NumPy` 2.4.6: `s = numpy.linalg.svd(X / numpy.linalg.norm(X, axis=0), compute_uv=False); s[0] / s[-1]`.
    #[test]
    fn the_condition_number_is_that_of_numpy() {
        let (mut design, _) = example();
        assert_near(design.condition_number(), 5.456_094_750_734_79);
        let mut doubled = Design::new(2);
        for row in design.rows() {
            doubled.push([row[0], 2.0 * row[0]].into_iter());
        }
        assert!(doubled.condition_number() > 1e6);
        design.columns = 0;
        assert!(design.condition_number().is_infinite());
    }

    /// From the same statsmodels fit for each fold: `numpy.corrcoef(p, y)[0, 1]`, `mean(abs(p - y)) / mean(y)`.
    #[test]
    fn the_cross_validation_is_that_of_statsmodels() {
        let (design, observed) = example();
        let folds: Vec<usize> = (0..60).map(|at| at / 12).collect();
        let found = Predicted::of(&design, &observed, &folds).expect("predictions");
        assert_near(
            found.correlation.expect("a correlation"),
            0.527_031_054_017_35,
        );
        assert_near(found.nmae, 0.223_295_294_187_772);
    }

    /// The largest `x · (XᵀX)⁻¹x` over the rows x, in exact arithmetic (Python's `fractions`).
    #[test]
    fn the_largest_leverage_is_that_of_the_hat_matrix() {
        let (mut design, _) = example();
        assert_near(design.largest_leverage(), 0.104_195_820_545_633_32);
        design.push([0.0, 1e6, 0.0].into_iter());
        assert!(design.largest_leverage() > 0.999);
        design.columns = 0;
        assert_near(design.largest_leverage(), 1.0);
    }

    #[test]
    fn what_tells_no_coefficients_is_none() {
        let mut design = Design::new(2);
        for _ in 0..5 {
            design.push([1.0, 0.0].into_iter());
        }
        assert_eq!(Fit::of(&design, &[1.0; 5]), None);
        assert_eq!(Fit::of(&Design::new(0), &[]), None);
        let mut exact = Design::new(1);
        for at in 1..9 {
            exact.push([f64::from(at)].into_iter());
        }
        let twice: Vec<f64> = exact.rows().map(|row| 2.0 * row[0]).collect();
        let fit = Fit::of(&exact, &twice).expect("a fit");
        assert_near(fit.coefficients[0], 2.0);
        assert!(fit.errors[0] < 1e-9, "{fit:?}");
    }
}
