//! Turns a fit into a model file.

mod document;
mod load;

use anyhow::{Context, Result};
use campaign::{Program, ProgramKind};
use inference::discrepancy::{self, Discrepancy, HeldOut};
use inference::{Fit, Likelihood};
use posterior::{HeldOutProgram, Posterior};
use pricing::{Mapping, Pricer};
use std::sync::Arc;

use crate::code::Code;
use crate::layout::text_of;
use crate::measured::{MeasuredCell, Measurements};
use crate::problem::{Design, METHODS, Structure};

pub(crate) use document::verdict;
pub(crate) use load::{load, record};

/// The probability of the interval in which the priors alone expect a cell.
const PRIOR_PROBABILITY: f64 = 0.95;
/// The number of draws from the priors.
const PRIOR_DRAWS: usize = 2000;

/// Everything that a model consists of.
pub(crate) struct Fitted<'a> {
    pub(crate) name: String,
    pub(crate) measurements: &'a Measurements,
    pub(crate) design: &'a Design,
    pub(crate) fit: &'a Fit,
}

impl Fitted<'_> {
    /// The draws of each feature, chain by chain.
    fn draws(&self) -> Vec<Vec<Vec<f64>>> {
        let features = self.design.features.iter();
        features
            .map(|feature| self.fit.linear(&feature.levels))
            .collect()
    }

    fn without_discrepancy(&self, draws: &[Vec<Vec<f64>>]) -> Result<Posterior> {
        let document = self.document(draws, &[], Discrepancy::default(), Vec::new());
        Posterior::from_json(&text_of(&document)?).context("the fit does not make a valid model")
    }

    /// The model without a discrepancy.
    ///
    /// # Errors
    /// If the fit does not give a valid model.
    pub(crate) fn first_model(&self) -> Result<Posterior> {
        self.without_discrepancy(&self.draws())
    }

    /// The text of the model file, and the model. The model without discrepancies is used to estimate them on the held-out
    /// programs.
    ///
    /// # Errors
    /// If the fit does not give a valid model.
    pub(crate) fn model(&self) -> Result<(String, Posterior)> {
        let draws = self.draws();
        let model = self.without_discrepancy(&draws)?;
        let is_factor = self.design.problem.likelihood == Likelihood::Factor;
        let log_bias = self.log_bias(model.clone())?;
        let level = log_bias.unwrap_or(0.0).exp();
        let mut held_out = self.predicted(model, |program| {
            program.held_out && METHODS.contains(&program.kind)
        })?;
        for (_, held_out) in &mut held_out {
            *held_out = held_out.scaled(level);
        }
        let all: Vec<HeldOut> = held_out.iter().map(|(_, held_out)| *held_out).collect();
        let estimate = if is_factor {
            discrepancy::Discrepancy {
                of_program: discrepancy::of_factors(&self.kernels(&held_out))
                    .or_else(|| discrepancy::of_factors(&all))
                    .unwrap_or_else(|| self.usual_misfit()),
                of_feature: 0.0,
            }
        } else {
            discrepancy::estimate(&all).unwrap_or_default()
        };
        // A fit of logarithms gives medians, but energies add up by their means.
        let to_mean = if is_factor {
            (0.5 * estimate.of_program.powi(2)).exp()
        } else {
            1.0
        };
        let draws = scaled(draws, level * to_mean);
        let programs = held_out.iter().map(|(cell, held_out)| {
            let sd = if is_factor {
                let off = estimate.of_program.powi(2) + held_out.log_variance();
                to_mean * held_out.predicted * off.exp_m1().sqrt()
            } else {
                estimate.variance(held_out).sqrt()
            };
            HeldOutProgram {
                program: cell.program.clone(),
                device: cell.device.clone(),
                measured_j: held_out.measured,
                predicted_j: to_mean * held_out.predicted,
                sd_j: Some(sd),
            }
        });
        let programs = programs.collect();
        let priors = inference::prior_intervals(
            &self.design.problem,
            PRIOR_PROBABILITY,
            PRIOR_DRAWS,
            self.fit.settings.seed,
        );
        let mut document = self.document(&draws, &priors, estimate, programs);
        if let Some(fit) = &mut document.fit {
            fit.log_bias = log_bias;
        }
        let text = text_of(&document)?;
        let model = Posterior::from_json(&text).context("the fit does not make a valid model")?;
        Ok((text, model))
    }

    /// The usual error of the fitted programs if none was held out: the root mean square over their kinds.
    fn usual_misfit(&self) -> f64 {
        let misfits: Vec<f64> = (self.design.problem.misfits.iter())
            .filter_map(|kind| self.fit.parameter(&format!("misfit:{kind}")))
            .map(|parameter| parameter.summary.mean.powi(2))
            .collect();
        (misfits.iter().sum::<f64>() / misfits.len().max(1) as f64).sqrt()
    }

    /// The held-out algorithms and loop nests. Generated methods are easier to predict than hand-written code.
    fn kernels(&self, held_out: &[(&MeasuredCell, HeldOut)]) -> Vec<HeldOut> {
        let is_kernel = |cell: &MeasuredCell| {
            let program = self.measurements.programs.get(&cell.program);
            program.is_some_and(|program| program.kind == ProgramKind::Kernel)
        };
        let kernels = held_out.iter().filter(|(cell, _)| is_kernel(cell));
        kernels.map(|(_, held_out)| *held_out).collect()
    }

    /// ln of the factor by which whole algorithms, as people write them, cost more than the fit says: single features and generated
    /// code are most of the fit. The algorithms that it has not seen are off by as much as the others, and all together tell more.
    /// `None` without any, and in the additive structure, whose features are the costs of single statements.
    fn log_bias(&self, model: Posterior) -> Result<Option<f64>> {
        if self.design.structure == Structure::Additive {
            return Ok(None);
        }
        let programs = self.measurements.programs.keys();
        let algorithms = harness::suite::algorithms_of(programs.map(String::as_str));
        let predicted = self.predicted(model, |program| algorithms.contains_key(&*program.name))?;
        Ok(discrepancy::log_bias(predicted.iter().filter_map(
            |(cell, predicted)| Some((algorithms.get(&*cell.program)?, *predicted)),
        )))
    }

    /// Some programs with their predictions by a model without discrepancies.
    fn predicted(
        &self,
        model: Posterior,
        is_wanted: impl Fn(&Program) -> bool,
    ) -> Result<Vec<(&MeasuredCell, HeldOut)>> {
        let measurements = self.measurements;
        let code = Code::of(&measurements.classes)?;
        let pricer = Pricer::new(Arc::new(model), Mapping::Stack);
        let mut held_out = Vec::new();
        for cell in &measurements.cells {
            let program = measurements.programs.get(&cell.program);
            if cell.values.is_empty() || !program.is_some_and(&is_wanted) {
                continue;
            }
            let Some(tally) = measurements.net_tally(&code, &pricer, &cell.program)? else {
                continue;
            };
            let device = pricer.posterior().device(&cell.device)?;
            let features = pricer.features(&tally);
            let energy = pricer.posterior().predict(&features, device);
            let summary = inference::Cell::of(Vec::new(), 1.0, &cell.values);
            let samples = summary.samples;
            let of_mean = if samples > 1.0 {
                summary.squares / (samples - 1.0) / samples
            } else {
                0.0
            };
            let predicted = HeldOut {
                measured: summary.mean,
                predicted: energy.mean().0,
                variance: energy.sd().0.powi(2) + of_mean,
                squares: pricer.posterior().shared_squares(&features, &features),
            };
            held_out.push((cell, predicted));
        }
        Ok(held_out)
    }
}

/// Draws of features in another unit.
fn scaled(mut draws: Vec<Vec<Vec<f64>>>, factor: f64) -> Vec<Vec<Vec<f64>>> {
    for draw in draws.iter_mut().flatten().flatten() {
        *draw *= factor;
    }
    draws
}
