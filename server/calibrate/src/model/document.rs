//! The contents of a model file.

use inference::diagnostics::QuantitySummary;
use inference::discrepancy::Discrepancy;
use inference::{Fit, Likelihood, Priors};
use posterior::{
    CovarianceDocument, Diagnostics, Document, Feature, FitRecord, FittedCell, HeldOutProgram,
    Joules, RecordedVerdict, SampledParameter, SamplerSettings, Sigma, ThinnedDraws,
};

use super::Fitted;

/// The number of draws in a model file.
const KEPT_DRAWS: usize = 200;

fn known(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl Fitted<'_> {
    pub(super) fn document(
        &self,
        draws: &[Vec<Vec<f64>>],
        priors: &[(f64, f64)],
        discrepancy: Discrepancy,
        held_out: Vec<HeldOutProgram>,
    ) -> Document {
        let measurements = self.measurements;
        let flat: Vec<Vec<f64>> = draws.iter().map(|chains| chains.concat()).collect();
        let means: Vec<f64> = flat.iter().map(|draws| mean(draws)).collect();
        let mut covariance = vec![vec![0.0; flat.len()]; flat.len()];
        for i in 0..flat.len() {
            for j in 0..=i {
                let products = flat[i]
                    .iter()
                    .zip(&flat[j])
                    .map(|(a, b)| (a - means[i]) * (b - means[j]));
                covariance[i][j] = products.sum::<f64>() / (flat[i].len() as f64 - 1.0).max(1.0);
                covariance[j][i] = covariance[i][j];
            }
        }
        let features = self
            .design
            .features
            .iter()
            .enumerate()
            .map(|(index, feature)| {
                let summary = QuantitySummary::of(&draws[index]);
                Feature {
                    name: feature.name.clone(),
                    category: feature.category,
                    label: None,
                    mean: Joules(means[index]),
                    sd: Joules(covariance[index][index].sqrt()),
                    status: feature.status,
                    diagnostics: diagnostics(&summary),
                }
            })
            .collect();
        // A compiled program scatters by a share of its energy, not by noise in each event.
        let sigma = self
            .fit
            .parameter("sigma")
            .filter(|_| self.design.problem.likelihood == Likelihood::Additive)
            .map(|parameter| parameter.summary);
        let mut hardware = measurements.provenance.hardware.clone();
        hardware.boards = measurements.devices.len().max(1) as u32;
        Document {
            json_schema: None,
            schema: posterior::SCHEMA.to_owned(),
            name: self.name.clone(),
            structure: self.design.structure.of_model(),
            mode: measurements.provenance.mode,
            jdk: measurements.provenance.jdk.clone(),
            hardware,
            provenance: self.provenance(held_out.len()),
            discrepancy: discrepancy.of_program,
            feature_discrepancy: discrepancy.of_feature,
            sigma: Sigma {
                mean: Joules(sigma.map_or(0.0, |sigma| sigma.mean)),
                sd: Joules(sigma.map_or(0.0, |sigma| sigma.sd)),
                diagnostics: sigma.map_or_else(Diagnostics::default, |sigma| diagnostics(&sigma)),
            },
            features,
            covariance: CovarianceDocument::Full {
                rows_j2: covariance,
            },
            fit: Some(self.record(&flat, priors, held_out)),
        }
    }

    fn provenance(&self, held_out: usize) -> posterior::ModelProvenance {
        let measurements = self.measurements;
        let begun = &measurements.provenance.begun;
        let mut caveats = Vec::new();
        let failures = self.fit.failures();
        if !failures.is_empty() {
            let failures: Vec<String> = failures.iter().map(ToString::to_string).collect();
            caveats.push(format!(
                "The diagnostics of this fit do not pass; it was written anyway: {}.",
                failures.join("; ")
            ));
        }
        if held_out == 0 {
            caveats.push(
                "No method was held out: the discrepancy is 0, so intervals of whole programs are too narrow."
                    .to_owned(),
            );
        }
        if measurements.devices.len() == 1 {
            caveats.push(
                "One device was measured: its level is part of the others and is given as 0."
                    .to_owned(),
            );
        }
        let mode = measurements.provenance.mode;
        if !self.design.structure.is_for(mode) {
            let structure = self.design.structure.of_model();
            caveats.push(format!(
                "The programs were executed in mode {mode}, and the {structure} structure was not made for these."
            ));
        }
        let left_out: u64 = measurements.left_out.iter().map(|left| left.samples).sum();
        if left_out > 0 {
            caveats.push(format!(
                "{left_out} samples are not in the fit; fit.left_out lists them."
            ));
        }
        let unmetered = measurements.provenance.hardware.unmetered();
        caveats.extend(unmetered.map(|statement| format!("{}.", sentence(statement))));
        let priors = match self.design.problem.priors {
            Priors::Scaled => "scaled priors",
            Priors::Paper => "the priors of Nyholm et al. 2025",
        };
        posterior::ModelProvenance {
            title: format!("{}, {}", measurements.provenance.title, begun),
            authors: Vec::new(),
            year: begun
                .get(..4)
                .and_then(|year| year.parse().ok())
                .unwrap_or(0),
            locator: None,
            method: format!(
                "calibrate {} fitted the {} structure with {priors} by NUTS to {} programs on {}.",
                env!("CARGO_PKG_VERSION"),
                self.design.structure.of_model(),
                self.design.cells.len() / measurements.devices.len().max(1),
                measurements.devices.join(", ")
            ),
            caveats,
        }
    }

    fn record(
        &self,
        flat: &[Vec<f64>],
        priors: &[(f64, f64)],
        held_out: Vec<HeldOutProgram>,
    ) -> FitRecord {
        let fit = self.fit;
        let settings = fit.settings;
        let cells = self
            .design
            .cells
            .iter()
            .zip(&self.design.problem.cells)
            .enumerate()
            .map(|(index, (names, cell))| FittedCell {
                program: names.program.clone(),
                device: names.device.clone(),
                counts: names.counts.clone(),
                events: cell.events,
                samples: cell.samples as u64,
                mean_j: cell.mean,
                sd_j: known((cell.squares / (cell.samples - 1.0)).sqrt()),
                misfit: cell
                    .misfit
                    .and_then(|kind| self.design.problem.misfits.get(kind).cloned()),
                prior_j: priors.get(index).map(|ends| [ends.0, ends.1]),
            })
            .collect();
        let parameters: Vec<SampledParameter> = fit
            .parameters
            .iter()
            .map(|parameter| SampledParameter {
                name: parameter.name.clone(),
                mean: parameter.summary.mean,
                sd: parameter.summary.sd,
                mcse_mean: known(parameter.summary.mcse_mean),
                ess_bulk: known(parameter.summary.ess_bulk),
                ess_tail: known(parameter.summary.ess_tail),
                rhat: known(parameter.summary.rhat),
            })
            .collect();
        FitRecord {
            priors: match self.design.problem.priors {
                Priors::Scaled => "scaled",
                Priors::Paper => "paper",
            }
            .to_owned(),
            sampler: SamplerSettings {
                name: format!("NUTS, {}", inference::SAMPLER),
                chains: settings.chains as u32,
                tune: 3 * settings.tune as u32,
                draws: settings.draws as u32,
                seed: settings.seed,
                target_accept: settings.target_accept,
            },
            verdict: verdict(fit),
            parameters,
            campaigns: self.measurements.campaigns.clone(),
            left_out: self.measurements.left_out.clone(),
            cells,
            held_out,
            log_bias: None,
            validation: None,
            draws: self.thinned(flat),
        }
    }

    fn thinned(&self, flat: &[Vec<f64>]) -> ThinnedDraws {
        let is_additive = self.design.problem.likelihood == Likelihood::Additive;
        let sigma: Vec<f64> = self
            .fit
            .parameter("sigma")
            .map(|parameter| parameter.draws.concat())
            .unwrap_or_default();
        let sigma: Vec<f64> = sigma
            .into_iter()
            .map(|draw| if is_additive { draw } else { 0.0 })
            .collect();
        let total = sigma.len();
        let kept = KEPT_DRAWS.min(total);
        let names = self
            .design
            .features
            .iter()
            .map(|feature| feature.name.clone());
        ThinnedDraws {
            names: names.chain(["sigma".to_owned()]).collect(),
            rows_j: (0..kept)
                .map(|row| {
                    let at = row * total / kept.max(1);
                    let values = flat.iter().map(|draws| draws[at]).chain([sigma[at]]);
                    values.map(nine_digits).collect()
                })
                .collect(),
        }
    }
}

/// The verdict on a fit.
pub(crate) fn verdict(fit: &Fit) -> RecordedVerdict {
    let failures = fit.failures();
    let over = |value: fn(&QuantitySummary) -> f64, better: fn(f64, f64) -> bool| {
        let mut worst: Option<f64> = None;
        for parameter in &fit.parameters {
            let value = known(value(&parameter.summary))?;
            if worst.is_none_or(|worst| better(worst, value)) {
                worst = Some(value);
            }
        }
        worst
    };
    RecordedVerdict {
        passed: failures.is_empty(),
        failures: failures.iter().map(ToString::to_string).collect(),
        largest_rhat: over(|summary| summary.rhat, |worst, value| value > worst),
        smallest_ess_bulk: over(|summary| summary.ess_bulk, |worst, value| value < worst),
        smallest_ess_tail: over(|summary| summary.ess_tail, |worst, value| value < worst),
        divergences: fit
            .diverging
            .iter()
            .flatten()
            .filter(|diverging| **diverging)
            .count() as u64,
        e_bfmi: fit.e_bfmi.iter().map(|value| known(*value)).collect(),
    }
}

fn diagnostics(summary: &QuantitySummary) -> Diagnostics {
    let positive = |value: f64| known(value).filter(|value| *value > 0.0);
    Diagnostics {
        mcse: known(summary.mcse_mean).map(Joules),
        ess: positive(summary.ess_bulk),
        rhat: positive(summary.rhat),
    }
}

/// A statement with a capital letter.
fn sentence(statement: &str) -> String {
    let mut letters = statement.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Far fewer digits than a draw has are enough to distinguish it.
fn nine_digits(value: f64) -> f64 {
    format!("{value:.8e}").parse().unwrap_or(value)
}
