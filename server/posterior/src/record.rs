//! What a fit leaves beside its posterior: how it was sampled, what it was fitted to, some of its draws.

use serde::{Deserialize, Serialize};

/// The record of a fit. A model that was taken from a published table has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitRecord {
    /// `scaled` or `paper`.
    pub priors: String,
    /// How it was sampled.
    pub sampler: Sampler,
    /// Whether to believe it.
    pub verdict: RecordedVerdict,
    /// Every parameter that was sampled, the groups' means and scales and σ among them.
    pub parameters: Vec<SampledParameter>,
    /// The campaigns that it was fitted to.
    pub campaigns: Vec<FittedCampaign>,
    /// Samples that are not in the fit, and why.
    pub left_out: Vec<ExcludedSamples>,
    /// What was measured of each program on each device, and what it counts.
    pub cells: Vec<FittedCell>,
    /// Programs that the fit has not seen, on which the discrepancy was estimated.
    pub held_out: Vec<HeldOutProgram>,
    /// How the model did on programs that were measured after the fit; none if it was not validated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validated>,
    /// Some draws of the features and of σ.
    pub draws: ThinnedDraws,
}

/// How a posterior was sampled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sampler {
    /// The program, with its version.
    pub name: String,
    /// Independent chains.
    pub chains: u32,
    /// Draws of each chain that tuned the sampler, those of the pilot run among them.
    pub tune: u32,
    /// Draws of each chain that were kept.
    pub draws: u32,
    /// The seed.
    pub seed: u64,
    /// The acceptance statistic that was tuned to.
    pub target_accept: f64,
}

/// The diagnostics of a fit as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedVerdict {
    /// Whether all diagnostics pass: R̂ < 1.01, bulk and tail ESS > 400, no divergence, E-BFMI > 0.3.
    pub passed: bool,
    /// What does not pass, in words.
    pub failures: Vec<String>,
    /// The largest R̂ of a parameter; none where it is not defined.
    pub largest_rhat: Option<f64>,
    /// The smallest bulk ESS of a parameter.
    pub smallest_ess_bulk: Option<f64>,
    /// The smallest tail ESS of a parameter.
    pub smallest_ess_tail: Option<f64>,
    /// Draws of which the trajectory diverged.
    pub divergences: u64,
    /// E-BFMI of each chain.
    pub e_bfmi: Vec<Option<f64>>,
}

/// One sampled parameter.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SampledParameter {
    /// `level:GROUP:LEVEL`, `mean:GROUP`, `scale:GROUP`, `sigma` or `misfit:KIND`.
    pub name: String,
    /// Posterior mean, in joules but for misfits, which are shares.
    pub mean: f64,
    /// Posterior standard deviation.
    pub sd: f64,
    /// Monte Carlo standard error of the mean.
    pub mcse_mean: Option<f64>,
    /// Effective sample size of the bulk.
    pub ess_bulk: Option<f64>,
    /// Effective sample size of the tails.
    pub ess_tail: Option<f64>,
    /// Rank-normalised split R̂.
    pub rhat: Option<f64>,
}

/// A campaign that a posterior was fitted to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedCampaign {
    /// Who or what made it.
    pub title: String,
    /// When it was started, RFC 3339.
    pub begun: String,
    /// The seed of its programs and its order.
    pub seed: u64,
    /// Its devices.
    pub devices: Vec<String>,
    /// Its samples, those that were left out among them.
    pub samples: u64,
    /// Versions of what took part.
    pub versions: std::collections::BTreeMap<String, String>,
}

/// Samples that are not in the fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExcludedSamples {
    /// The program.
    pub program: String,
    /// The device.
    pub device: String,
    /// Why: `probe` (the core changed its speed) or `outlier` (Tukey's bisquare gives no weight).
    pub reason: String,
    /// How many.
    pub samples: u64,
    /// The largest distance from the other samples of the program, in their standard deviations; none for probes.
    pub furthest_sds: Option<f64>,
}

/// Measurements of one program on one device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FittedCell {
    /// The program.
    pub program: String,
    /// The device.
    pub device: String,
    /// The features that one execution counts, the device's level among them.
    pub counts: Vec<(String, f64)>,
    /// How many events one execution has.
    pub events: f64,
    /// How many samples.
    pub samples: u64,
    /// Mean energy of one execution.
    pub mean_j: f64,
    /// Standard deviation of the samples; none of a single one.
    pub sd_j: Option<f64>,
    /// The kind of misfit that its program has, of a parameter `misfit:KIND`; none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<String>,
    /// The ends of the interval in which the priors alone expect the measured mean with a probability of 95%, in joules;
    /// files of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prior_j: Option<[f64; 2]>,
}

/// A program that the fit has not seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldOutProgram {
    /// The program.
    pub program: String,
    /// The device.
    pub device: String,
    /// Mean energy of one execution as measured.
    pub measured_j: f64,
    /// As predicted.
    pub predicted_j: f64,
    /// Standard deviation of the measured mean about the predicted one, the discrepancies included; files of earlier
    /// versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd_j: Option<f64>,
}

/// How a model did on programs that were measured after the fit. Errors are shares of the measured energy; of compiled models,
/// factors less 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validated {
    /// How many programs; one code in several sizes counts once.
    pub programs: u64,
    /// Mean of the relative errors, above 0 if too much was predicted.
    pub bias: f64,
    /// Median of their absolute values.
    pub median_error: f64,
    /// Nine tenths of the absolute errors are at most this.
    pub p90_error: f64,
    /// The share of the 90% intervals that contain the measured energy.
    pub in_90_intervals: f64,
}

/// Draws of a posterior, one a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinnedDraws {
    /// The names of the features and `sigma`.
    pub names: Vec<String>,
    /// One row a draw and one value a name, in joules.
    pub rows_j: Vec<Vec<f64>>,
}

impl FitRecord {
    /// What contradicts itself, in words; empty if nothing does.
    pub(crate) fn problem(&self) -> Option<String> {
        let finite = |value: &f64| value.is_finite();
        let draws = &self.draws;
        if draws
            .rows_j
            .iter()
            .any(|row| row.len() != draws.names.len())
        {
            return Some("a row of the draws has not one value a name".to_owned());
        }
        if !draws.rows_j.iter().flatten().all(finite) {
            return Some("a draw is not finite".to_owned());
        }
        let shares = |of: &Validated| [of.bias, of.median_error, of.p90_error, of.in_90_intervals];
        if self
            .validation
            .as_ref()
            .is_some_and(|of| !shares(of).iter().all(finite))
        {
            return Some("a number of the validation is not finite".to_owned());
        }
        let wrong = self.cells.iter().find(|cell| {
            !(cell.mean_j.is_finite()
                && cell.events > 0.0
                && cell.events.is_finite()
                && cell.prior_j.is_none_or(|ends| ends.iter().all(finite))
                && cell.counts.iter().all(|(_, count)| count.is_finite()))
        });
        wrong.map(|cell| {
            format!(
                "the cell of {} on {} has a value that is not finite",
                cell.program, cell.device
            )
        })
    }
}
