//! `calibrate compact`: a fitted model without its campaign, small enough to be shared.
//!
//! Nearly all of a model file are its covariance, its draws and its cells. What several features have in common is kept as
//! the few errors that they share most of; the standard deviation of each feature stays exactly what it was, so that
//! what is dropped is taken to be independent.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use escape::Screen;
use faer::{Mat, Side};
use posterior::{CovarianceDocument, Document, Posterior, SharedError, ThinnedDraws};

use crate::CommandResult;
use crate::layout::text_of;
use crate::model::{load, record};

/// Shared errors that are kept. With 16, intervals of whole programs are at most a few per cent wider
/// (docs/benchmarks/calibration.md).
const ERRORS: usize = 16;
/// A share of a feature's standard deviation below which an error is not kept for it.
const LEAST_SHARE: f64 = 0.03;
/// A fitted model and where the small one goes.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// A model that `calibrate fit` wrote
    #[arg(value_name = "MODEL")]
    pub model: PathBuf,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
}

/// Runs the command.
///
/// # Errors
/// If the model cannot be read or was not fitted, or the file cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<CommandResult> {
    let model = load(&arguments.model)?;
    record(&model)?;
    let text = text_of(&compact(&model))?;
    Posterior::from_json(&text).context("the compact model is not a valid model")?;
    files::write(&arguments.out, &text)
        .with_context(|| format!("cannot write {}", arguments.out.display()))?;
    let mut out = Screen::new(out);
    out.line(format_args!(
        "{} has the features of {} in {} kB",
        arguments.out.display(),
        model.name(),
        text.len().div_ceil(1000)
    ))?;
    Ok(CommandResult::Complete)
}

fn compact(model: &Posterior) -> Document {
    let mut document = model.document().clone();
    if let Some(fit) = &mut document.fit {
        fit.validation = fit.unseen();
        fit.parameters.clear();
        fit.left_out.clear();
        fit.cells.clear();
        fit.held_out.clear();
        fit.draws = ThinnedDraws {
            names: Vec::new(),
            rows_j: Vec::new(),
        };
    }
    for feature in &mut document.features {
        feature.mean.0 = digits(feature.mean.0, 6);
        feature.sd.0 = digits(feature.sd.0, 6);
        feature.diagnostics = posterior::Diagnostics::default();
    }
    if let CovarianceDocument::Full { rows_j2 } = &document.covariance {
        let names: Vec<&str> = (document.features.iter())
            .map(|feature| feature.name.as_str())
            .collect();
        let sds: Vec<f64> = (document.features.iter())
            .map(|feature| feature.sd.0)
            .collect();
        let errors = shared_errors(rows_j2, &sds, &names);
        document.covariance = CovarianceDocument::Shared { errors };
        document.provenance.caveats.push(format!(
            "The covariance is kept as the {ERRORS} errors that the features share most of; what else they share is taken to be \
             independent. The campaign, its samples and the draws are not in this file."
        ));
    }
    document
}

/// The principal components of the correlations, the largest first, in joules; none where they cannot be found.
fn shared_errors(rows_j2: &[Vec<f64>], sds: &[f64], names: &[&str]) -> Vec<SharedError> {
    let size = sds.len();
    let of_sd = |i: usize| if sds[i] > 0.0 { 1.0 / sds[i] } else { 0.0 };
    let correlations = Mat::from_fn(size, size, |i, j| rows_j2[i][j] * of_sd(i) * of_sd(j));
    let Ok(eigen) = correlations.self_adjoint_eigen(Side::Lower) else {
        return Vec::new();
    };
    let (directions, values) = (eigen.U(), eigen.S().column_vector());
    let mut errors: Vec<SharedError> = (0..size)
        .rev()
        .take(ERRORS)
        .filter(|&at| values[at] > 0.0)
        .zip(1..)
        .map(|(at, number)| SharedError {
            of: format!("principal component {number} of the correlations"),
            joules: (0..size)
                .map(|i| (i, directions[(i, at)] * values[at].sqrt()))
                .filter(|(_, share)| share.abs() >= LEAST_SHARE)
                .map(|(i, share)| (names[i].to_owned(), digits(share * sds[i], 4)))
                .collect(),
        })
        .collect();
    // Rounding must not leave a feature more shared variance than it has.
    for (name, sd) in names.iter().zip(sds) {
        let shared: f64 = (errors.iter())
            .filter_map(|error| error.joules.get(*name))
            .map(|joules| joules * joules)
            .sum();
        if shared > sd * sd {
            let by = 0.9999 * sd / shared.sqrt();
            for joules in errors
                .iter_mut()
                .filter_map(|error| error.joules.get_mut(*name))
            {
                *joules *= by;
            }
        }
    }
    errors
}

/// A number with so many significant digits.
fn digits(value: f64, count: usize) -> f64 {
    let after = count.saturating_sub(1);
    format!("{value:.after$e}").parse().unwrap_or(value)
}
