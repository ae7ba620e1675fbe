//! The record of a fit beside its posterior: how it was sampled, what it was fitted to, and some of its draws.

use serde::{Deserialize, Serialize};

/// The record of a fit. A model from a published table has none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FitRecord {
    /// `scaled` or `paper`.
    pub priors: String,
    /// How it was sampled.
    pub sampler: SamplerSettings,
    /// Whether to trust it.
    pub verdict: RecordedVerdict,
    /// Every sampled parameter, including the groups' means and scales and σ.
    pub parameters: Vec<SampledParameter>,
    /// The campaigns that it was fitted to.
    pub campaigns: Vec<FittedCampaign>,
    /// Samples that are not in the fit, and why.
    pub left_out: Vec<ExcludedSamples>,
    /// The measurements of each program on each device, with its counts.
    pub cells: Vec<FittedCell>,
    /// Programs that the fit has not seen, for estimating the discrepancy.
    pub held_out: Vec<HeldOutProgram>,
    /// ln of the factor by which the features are dearer than in the fit, because whole algorithms cost more than it says. `None` if
    /// the campaign has no algorithms, and in the additive structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_bias: Option<f64>,
    /// The errors on programs measured after the fit; `None` if it was not validated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validated>,
    /// Some draws of the features and of σ.
    pub draws: ThinnedDraws,
}

/// The settings of the sampler.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplerSettings {
    /// The program, with its version.
    pub name: String,
    /// Independent chains.
    pub chains: u32,
    /// Tuning draws of each chain, including the pilot run.
    pub tune: u32,
    /// Draws of each chain that were kept.
    pub draws: u32,
    /// The seed.
    pub seed: u64,
    /// The target acceptance statistic.
    pub target_accept: f64,
}

/// The diagnostics of a whole fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedVerdict {
    /// Whether all diagnostics pass: R̂ < 1.01, bulk and tail ESS > 400, no divergence, E-BFMI > 0.3.
    pub passed: bool,
    /// What failed, as messages.
    pub failures: Vec<String>,
    /// The largest R̂ of a parameter; `None` if undefined.
    pub largest_rhat: Option<f64>,
    /// The smallest bulk ESS of a parameter.
    pub smallest_ess_bulk: Option<f64>,
    /// The smallest tail ESS of a parameter.
    pub smallest_ess_tail: Option<f64>,
    /// Draws with a divergent trajectory.
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
    /// Posterior mean in joules; misfits are shares.
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
    /// What created it.
    pub title: String,
    /// When it was started, RFC 3339.
    pub begun: String,
    /// The seed of its programs and its order.
    pub seed: u64,
    /// Its devices.
    pub devices: Vec<String>,
    /// Its samples, including those left out.
    pub samples: u64,
    /// Versions of the software involved.
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
    /// The reason: `probe` (the core changed its speed) or `outlier` (Tukey's bisquare gives no weight).
    pub reason: String,
    /// The number of samples.
    pub samples: u64,
    /// The largest distance from the other samples of the program, in their standard deviations; `None` for probes.
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
    /// The features that one execution counts, including the device's level.
    pub counts: Vec<(String, f64)>,
    /// The number of events in one execution.
    pub events: f64,
    /// The number of samples.
    pub samples: u64,
    /// Mean energy of one execution.
    pub mean_j: f64,
    /// Standard deviation of the samples; `None` for a single one.
    pub sd_j: Option<f64>,
    /// The kind of its program's misfit, as in a parameter `misfit:KIND`; `None` without a misfit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub misfit: Option<String>,
    /// The ends of the interval in which the priors alone expect the measured mean with a probability of 95%, in joules; `None`
    /// in files of earlier versions.
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
    /// The measured mean energy of one execution.
    pub measured_j: f64,
    /// The predicted one.
    pub predicted_j: f64,
    /// Standard deviation of the measured mean around the predicted one, including discrepancies; `None` in files of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sd_j: Option<f64>,
}

/// The errors of a model on programs measured after the fit, as shares of the measured energy; for compiled models, factors less
/// one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validated {
    /// The number of programs. A code in several sizes counts once.
    pub programs: u64,
    /// Mean of the relative errors; above 0 if predictions were too high.
    pub bias: f64,
    /// Median of their absolute values.
    pub median_error: f64,
    /// Nine tenths of the absolute errors are at most this large.
    pub p90_error: f64,
    /// The share of the 90% intervals that contain the measured energy.
    pub in_90_intervals: f64,
}

/// Draws of a posterior, one per row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinnedDraws {
    /// The names of the features and `sigma`.
    pub names: Vec<String>,
    /// A row for each draw with a value for each name, in joules.
    pub rows_j: Vec<Vec<f64>>,
}

impl FitRecord {
    /// A message about what contradicts itself; `None` if nothing does.
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
