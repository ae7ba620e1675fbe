//! What a model predicts for the programs of a campaign, beside what was measured.

use anyhow::{Context, Result};
use campaign::Campaign;
use harness::suite::BASELINE;
use posterior::{Device, Features};
use pricing::Pricer;

use crate::code::{Code, effects_of};
use crate::energies::{self, MeasuredEnergy};

/// The share of measurements that an interval should contain.
pub const INTERVAL: f64 = 0.9;

/// A program with its prediction.
#[derive(Clone, Debug)]
pub struct Prediction {
    /// The name.
    pub program: String,
    /// The measured energy of an iteration.
    pub measured: MeasuredEnergy,
    /// What an iteration executes besides the empty loop.
    pub features: Features,
    /// The mean of the predicted energy of an iteration, in joules.
    pub predicted_j: f64,
    /// The middle of the prediction, in joules: the median if a program is off by a factor, and the mean otherwise.
    pub central_j: f64,
    /// The ends of the interval that contains [`INTERVAL`] of its distribution, in joules.
    pub interval_j: (f64, f64),
    /// The error of the prediction, by [`posterior::Posterior::error_of`].
    pub error: f64,
    /// The share of executions without a price.
    pub unpriced: f64,
}

impl Prediction {
    /// Whether the interval contains the measurement.
    pub fn is_covered(&self) -> bool {
        let (low, high) = self.interval_j;
        (low..=high).contains(&self.measured.joules)
    }

    /// Half of the interval's width as a share of the prediction.
    pub fn half_width(&self) -> f64 {
        let (low, high) = self.interval_j;
        (high - low) / 2.0 / self.predicted_j.abs()
    }
}

/// The prediction and the measurement of each program of the campaign's first device.
///
/// # Errors
/// If the campaign lacks something, or a class cannot be read.
pub fn predictions(
    campaign: &Campaign,
    pricer: &Pricer,
    device: Device,
) -> Result<Vec<Prediction>> {
    let classes = campaign.classes()?;
    let executed = campaign.executed()?;
    let code = Code::of(&classes)?;
    let baseline = executed
        .get(BASELINE)
        .context("the empty loop was not counted; measure again")?;
    let here = campaign
        .devices()?
        .first()
        .context("nothing was measured")?
        .id;
    let energies = energies::of(campaign, here)?;
    let effects = campaign.effects()?;
    let effects = |name: &str| effects.get(name).copied().unwrap_or_default();
    let mut predictions = Vec::new();
    for (name, energy) in energies.iter().filter(|(name, _)| *name != BASELINE) {
        let program = executed
            .get(name)
            .with_context(|| format!("{name} was not counted; measure again"))?;
        let mut net = code.net_tally(pricer, program, Some(baseline))?;
        let more = effects(name).without(effects(BASELINE));
        pricer.add_effects(&mut net, effects_of(more));
        let features = pricer.features(&net);
        let shares = pricer.shares(&code.tally(pricer, program)?);
        let predicted = pricer.posterior().predict(&features, device);
        let tail = (1.0 - INTERVAL) / 2.0;
        let central = if pricer.posterior().is_off_by_factors() {
            predicted.quantile(0.5)
        } else {
            predicted.mean()
        };
        predictions.push(Prediction {
            program: name.clone(),
            measured: *energy,
            features,
            predicted_j: predicted.mean().0,
            central_j: central.0,
            interval_j: (predicted.quantile(tail).0, predicted.quantile(1.0 - tail).0),
            error: pricer.posterior().error_of(central.0, energy.joules),
            unpriced: shares.unpriced,
        });
    }
    Ok(predictions)
}
