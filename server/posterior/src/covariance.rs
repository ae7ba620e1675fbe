//! The covariance of the features: its validation and its quadratic form.

use ndarray::Array2;

use crate::error::ModelError;
use crate::sum::CompensatedSum;

/// The tolerance per feature for symmetry, unit diagonal and positive semidefiniteness of the correlations. Covariances estimated
/// from draws and printed with at least 10 digits stay below it.
const CORRELATION_TOLERANCE: f64 = 1e-9;

/// Cov(θ) in square joules.
#[derive(Clone, Debug)]
pub(crate) enum Covariance {
    /// The variances of uncorrelated features.
    Diagonal(Vec<f64>),
    /// Every pair of features.
    Full(Array2<f64>),
}

impl Covariance {
    pub(crate) fn diagonal(sds: &[f64]) -> Self {
        Self::Diagonal(sds.iter().map(|sd| sd * sd).collect())
    }

    /// Checks shape, symmetry, agreement with the standard deviations, and positive semidefiniteness.
    pub(crate) fn full(rows: &[Vec<f64>], sds: &[f64], names: &[&str]) -> Result<Self, ModelError> {
        let size = sds.len();
        if rows.len() != size {
            return Err(ModelError::invalid(
                "covariance.rows_j2",
                format!("{} rows for {size} features", rows.len()),
                "give one row for each feature, in the order of the features",
            ));
        }
        let mut matrix = Array2::zeros((size, size));
        for (i, row) in rows.iter().enumerate() {
            let place = || format!("covariance.rows_j2[{i}] (feature `{}`)", names[i]);
            if row.len() != size {
                return Err(ModelError::invalid(
                    place(),
                    format!("{} values for {size} features", row.len()),
                    "give one value for each feature, in the order of the features",
                ));
            }
            for (j, &value) in row.iter().enumerate() {
                let bound = sds[i] * sds[j];
                let slack = bound * CORRELATION_TOLERANCE;
                if !value.is_finite() {
                    return Err(ModelError::invalid(
                        place(),
                        format!("the value for `{}` is not finite", names[j]),
                        "a covariance is a finite number of square joules",
                    ));
                }
                if i == j && (value - bound).abs() > slack {
                    return Err(ModelError::invalid(
                        place(),
                        format!(
                            "the variance {value:e} is not the square of sd_j {:e}",
                            sds[i]
                        ),
                        "take both from the same draws",
                    ));
                }
                if value.abs() > bound + slack {
                    return Err(ModelError::invalid(
                        place(),
                        format!(
                            "the value for `{}` exceeds the product of both sd_j: \
                             the matrix is not positive semidefinite",
                            names[j]
                        ),
                        "take covariance and sd_j from the same draws",
                    ));
                }
                if (value - rows[j].get(i).copied().unwrap_or(value)).abs() > slack {
                    return Err(ModelError::invalid(
                        place(),
                        format!("the value for `{}` differs from its mirror image", names[j]),
                        "a covariance is symmetric",
                    ));
                }
                matrix[(i, j)] = value;
            }
        }
        if let Some(i) = not_semidefinite(&matrix, sds) {
            return Err(ModelError::invalid(
                format!("covariance.rows_j2[{i}] (feature `{}`)", names[i]),
                "the matrix is not positive semidefinite: \
                 some combination of features would have a negative variance",
                "estimate it from all draws together, without rounding its entries",
            ));
        }
        Ok(Self::Full(matrix))
    }

    pub(crate) fn variance(&self, index: usize) -> f64 {
        match self {
            Self::Diagonal(variances) => variances.get(index).copied(),
            Self::Full(matrix) => matrix.get((index, index)).copied(),
        }
        .unwrap_or(f64::NAN)
    }

    /// The row of `index` times the sparse vector: the covariance of that feature and cᵀθ.
    pub(crate) fn row_dot(&self, index: usize, counts: &[(usize, f64)]) -> f64 {
        match self {
            Self::Diagonal(variances) => counts
                .iter()
                .find(|entry| entry.0 == index)
                .map_or(0.0, |entry| {
                    entry.1 * variances.get(index).copied().unwrap_or(f64::NAN)
                }),
            Self::Full(matrix) => {
                let mut sum = CompensatedSum::default();
                for &(j, count) in counts {
                    sum.add_product(count, matrix.get((index, j)).copied().unwrap_or(f64::NAN));
                }
                sum.value()
            }
        }
    }

    /// cᵀ Cov c of a sparse vector. Rounding may make it slightly negative.
    pub(crate) fn quadratic(&self, counts: &[(usize, f64)]) -> f64 {
        let mut sum = CompensatedSum::default();
        for &(i, count) in counts {
            match self {
                Self::Diagonal(_) => sum.add_product(count * count, self.variance(i)),
                Self::Full(_) => sum.add_product(count, self.row_dot(i, counts)),
            }
        }
        sum.value()
    }
}

/// Finds a feature at which the pivoted Cholesky decomposition of the correlations fails.
///
/// Source: Higham 2002, "Accuracy and Stability of Numerical Algorithms", section 10.3. With complete pivoting, the decomposition
/// of a semidefinite matrix ends in a zero block. That of an indefinite matrix ends in a block with a negative pivot, or with
/// non-zero entries beside zero pivots.
fn not_semidefinite(covariance: &Array2<f64>, sds: &[f64]) -> Option<usize> {
    let size = sds.len();
    let tolerance = CORRELATION_TOLERANCE * size as f64;
    let mut left = Array2::from_shape_fn((size, size), |(i, j)| {
        let bound = sds[i] * sds[j];
        if bound > 0.0 {
            covariance[(i, j)] / bound
        } else {
            covariance[(i, j)]
        }
    });
    let mut open: Vec<usize> = (0..size).collect();
    loop {
        if let Some(&negative) = open.iter().find(|&&i| left[(i, i)] < -tolerance) {
            return Some(negative);
        }
        let pivot = *open
            .iter()
            .max_by(|&&a, &&b| left[(a, a)].total_cmp(&left[(b, b)]))?;
        if left[(pivot, pivot)] <= tolerance {
            return open
                .iter()
                .copied()
                .find(|&i| open.iter().any(|&j| left[(i, j)].abs() > 2.0 * tolerance));
        }
        open.retain(|&i| i != pivot);
        let diagonal = left[(pivot, pivot)];
        for &i in &open {
            let factor = left[(i, pivot)] / diagonal;
            for &j in &open {
                let update = factor * left[(pivot, j)];
                left[(i, j)] -= update;
            }
        }
    }
}
