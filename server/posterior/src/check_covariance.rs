//! Builds the covariance that a model file describes, or says why it is none.

use std::collections::HashMap;

use ndarray::Array2;

use crate::covariance::Covariance;
use crate::document::{CovarianceDocument, Document, Feature};
use crate::error::ModelError;

/// The tolerance per feature for symmetry, unit diagonal and positive semidefiniteness of the correlations. Covariances estimated
/// from draws and printed with at least 10 digits stay below it.
const CORRELATION_TOLERANCE: f64 = 1e-9;

/// Builds the covariance that the document describes.
pub(crate) fn covariance(document: &Document) -> Result<Covariance, ModelError> {
    let sds: Vec<f64> = document
        .features
        .iter()
        .map(|feature| feature.sd.0)
        .collect();
    let names: Vec<&str> = document
        .features
        .iter()
        .map(|feature| feature.name.as_str())
        .collect();
    match &document.covariance {
        CovarianceDocument::Diagonal {} => Ok(Covariance::diagonal(&sds)),
        CovarianceDocument::Full { rows_j2 } => {
            checked("rows_j2", rows_j2, &sds, &names).map(Covariance::Full)
        }
        CovarianceDocument::LogNormal { features, log_rows } => {
            log_normal(features, log_rows, &document.features)
        }
    }
}

/// The named features are log-normal, and `log_rows` is the covariance of their logarithms. The others are uncorrelated.
fn log_normal(
    names: &[String],
    log_rows: &[Vec<f64>],
    features: &[Feature],
) -> Result<Covariance, ModelError> {
    let places: HashMap<&str, usize> = features
        .iter()
        .map(|feature| feature.name.as_str())
        .zip(0..)
        .collect();
    let mut rows = vec![None; features.len()];
    let (mut means, mut log_sds) = (Vec::new(), Vec::new());
    for (row, name) in names.iter().enumerate() {
        let found = places.get(name.as_str()).copied();
        let found = found.filter(|place| rows.get(*place) == Some(&None));
        let Some((place, feature)) = found.and_then(|at| Some((at, features.get(at)?))) else {
            return Err(ModelError::invalid(
                format!("covariance.features[{row}]"),
                "no feature has this name, or the name occurs twice",
                "name each log-normal feature once",
            ));
        };
        let (mean, sd) = (feature.mean.0, feature.sd.0);
        let variance = log_rows.get(row).and_then(|values| values.get(row));
        let variance = variance.copied().unwrap_or_default();
        let stated = mean * variance.exp_m1().sqrt();
        if !(mean > 0.0 && sd > 0.0 && (stated - sd).abs() <= sd * CORRELATION_TOLERANCE) {
            return Err(ModelError::invalid(
                format!("covariance.log_rows[{row}] (feature `{name}`)"),
                format!(
                    "mean_j {mean:e}, sd_j {sd:e} and the variance {variance:e} of the logarithm are not those of a \
                     log-normal price"
                ),
                "give a price above 0, and sd_j = mean_j · √(exp(variance) − 1)",
            ));
        }
        if let Some(of_feature) = rows.get_mut(place) {
            *of_feature = Some(row);
        }
        means.push(mean);
        log_sds.push(variance.sqrt());
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    if let Some(row) = log_rows
        .iter()
        .position(|row| row.iter().any(|value| *value < 0.0))
    {
        return Err(ModelError::invalid(
            format!("covariance.log_rows[{row}]"),
            "a covariance of logarithms is below 0, which these prices never have",
            "they share the ratio of two machines; give a covariance of 0 or more",
        ));
    }
    let relative = checked("log_rows", log_rows, &log_sds, &names)?.mapv(f64::exp_m1);
    Ok(Covariance::LogNormal {
        variances: features
            .iter()
            .map(|feature| feature.sd.0.powi(2))
            .collect(),
        rows,
        means,
        relative,
    })
}

/// Checks shape, symmetry, agreement with the standard deviations, and positive semidefiniteness.
fn checked(
    field: &str,
    rows: &[Vec<f64>],
    sds: &[f64],
    names: &[&str],
) -> Result<Array2<f64>, ModelError> {
    let size = sds.len();
    if rows.len() != size {
        return Err(ModelError::invalid(
            format!("covariance.{field}"),
            format!("{} rows for {size} features", rows.len()),
            "give one row for each feature, in the order of the features",
        ));
    }
    let mut matrix = Array2::zeros((size, size));
    for (i, row) in rows.iter().enumerate() {
        let place = || format!("covariance.{field}[{i}] (feature `{}`)", names[i]);
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
            format!("covariance.{field}[{i}] (feature `{}`)", names[i]),
            "the matrix is not positive semidefinite: \
             some combination of features would have a negative variance",
            "estimate it from all draws together, without rounding its entries",
        ));
    }
    Ok(matrix)
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
