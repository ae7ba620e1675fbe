//! What a run of the base says about the energies of both sides.
//!
//! A measured method costs in the base what the run measured, and in the head that times the ratio of the two predictions. Other
//! methods cost their prediction times a factor, the same on both sides. So what both sides execute cancels as before, and
//! P(head > base) depends only on what differs.

use crate::change::{MethodName, Side, name};
use crate::pair::Comparer;
use crate::report::Method;
use crate::same_code::instructions_differ;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The number of points of a density.
const DENSITY_POINTS: u32 = 80;

/// How far from its median a log-normal density is drawn, in standard deviations of the logarithm.
const DENSITY_WIDTH: f64 = 3.3;

/// The origin of an energy if a profile was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// The run measured it.
    Measured,
    /// A prediction times a factor from the run: that of the method before the change, or of nearby methods.
    Anchored,
    /// A prediction of which the run says nothing.
    Predicted,
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Measured => "measured",
            Self::Anchored => "anchored",
            Self::Predicted => "predicted",
        })
    }
}

/// A log-normal energy in joules, or a factor.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogNormal {
    /// Its mean.
    pub mean: f64,
    /// The standard deviation of its logarithm.
    pub log_sd: f64,
}

/// How a profile was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProfileUse {
    /// The program that ran.
    pub program: String,
    /// The meter.
    pub meter: String,
    /// Whether the meter is a model, so that its energies are no measurements.
    pub is_modelled: bool,
    /// The number of methods of the base that the run measured as they are.
    pub measured: usize,
    /// The measured methods whose code is another one in the base. Their energies are not used.
    pub other_code: Vec<MethodName>,
    /// The number of measured methods that the base does not have.
    pub absent: usize,
    /// Whether there are factors for methods that were not measured.
    pub anchors_others: bool,
}

impl ProfileUse {
    /// Whether the profile is of the base: some of its methods are there as they ran.
    pub const fn fits(&self) -> bool {
        self.measured > 0
    }

    /// Whether the profile is of exactly this code, as far as the base has it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.fits() && self.other_code.is_empty()
    }
}

/// A run of the base whose energy was measured.
pub trait BaseRun: fmt::Debug {
    /// How it was used.
    fn profile(&self) -> &ProfileUse;

    /// The energy of a call of a method of the base, callees included; `None` if the run did not measure it, or ran other code.
    fn energy(&self, method: &MethodName) -> Option<LogNormal>;

    /// The factor for a prediction for a method of this class that was not measured.
    fn factor(&self, class: &str) -> Option<LogNormal>;

    /// Whether a prediction with this many calls without a price covers the whole method.
    fn is_whole(&self, unpriced_calls: f64) -> bool;
}

/// How a pair of methods is anchored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    /// The factor for the predictions of both sides.
    pub(crate) factor: LogNormal,
    base: Provenance,
    head: Provenance,
}

impl Comparer<'_> {
    /// The anchor of two states of a method, of which the base is predicted with this mean; `None` if the run says nothing about
    /// them. `is_same_energy` says whether the predictions of both are the same.
    pub(crate) fn anchor(
        &self,
        (base, head): (&Method, &Method),
        predicted: f64,
        is_same_energy: bool,
    ) -> Option<Anchor> {
        let run = self.run?;
        if !(predicted > 0.0 && covers_all(run, base) && covers_all(run, head)) {
            return None;
        }
        if let Some(measured) = run.energy(&name(base)) {
            let is_same = is_same_energy && !instructions_differ(base, head, &BTreeMap::new());
            return Some(Anchor {
                factor: LogNormal {
                    mean: measured.mean / predicted,
                    ..measured
                },
                base: Provenance::Measured,
                head: if is_same {
                    Provenance::Measured
                } else {
                    Provenance::Anchored
                },
            });
        }
        Some(Anchor {
            factor: run.factor(&base.class)?,
            base: Provenance::Anchored,
            head: Provenance::Anchored,
        })
    }

    /// Puts a method that is shown by itself in the energies of the run.
    pub(crate) fn anchor_alone(&self, side: &mut Side, method: &Method, is_of_head: bool) {
        let Some(run) = self.run else {
            return;
        };
        let Some(mean) = side.mean else {
            return;
        };
        side.provenance = Some(Provenance::Predicted);
        if !(mean > 0.0 && covers_all(run, method)) {
            return;
        }
        let measured = run.energy(&name(method)).filter(|_| !is_of_head);
        if let Some(measured) = measured {
            side.anchor(measured, Provenance::Measured);
        } else if let Some(factor) = run.factor(&method.class) {
            side.anchor(factor.times(mean), Provenance::Anchored);
        }
    }

    /// Puts both sides of a pair in the energies of the run. `relative_sd` is the uncertainty of the difference as a share of the
    /// base.
    pub(crate) fn anchor_pair(
        &self,
        (base, head): (&mut Side, &mut Side),
        anchor: Option<Anchor>,
        relative_sd: f64,
    ) {
        if self.run.is_none() {
            return;
        }
        let (Some(anchor), Some(before), Some(after)) = (anchor, base.mean, head.mean) else {
            for side in [base, head] {
                side.provenance = side.mean.map(|_| Provenance::Predicted);
            }
            return;
        };
        let of_base = anchor.factor.times(before);
        // The ratio of the head to the base is independent of the factor.
        let ratio = after / before;
        let of_head = if ratio > 0.0 {
            let log_variance = (relative_sd / ratio).powi(2).ln_1p();
            LogNormal {
                mean: of_base.mean * ratio,
                log_sd: (anchor.factor.log_sd.powi(2) + log_variance).sqrt(),
            }
        } else {
            anchor.factor.times(after)
        };
        base.anchor(of_base, anchor.base);
        head.anchor(of_head, anchor.head);
    }
}

/// Whether the prediction for a method includes all that it calls.
fn covers_all(run: &dyn BaseRun, method: &Method) -> bool {
    let typical = method.typical.as_ref();
    method.not_analysed().is_none()
        && typical.is_some_and(|typical| run.is_whole(typical.unpriced_calls))
}

impl LogNormal {
    fn times(self, factor: f64) -> Self {
        Self {
            mean: self.mean * factor,
            ..self
        }
    }

    /// The standard deviation.
    fn sd(self) -> f64 {
        self.mean * self.log_sd.powi(2).exp_m1().sqrt()
    }

    /// The mean and the standard deviation of a difference with this factor, which is independent of it.
    pub(crate) fn of_difference(self, mean: f64, sd: f64) -> (f64, f64) {
        let more = self.log_sd.powi(2).exp_m1();
        let variance = (more + 1.0) * sd * sd + more * mean * mean;
        (self.mean * mean, self.mean * variance.sqrt())
    }

    /// Points (J, 1/J) of the density from left to right; empty if nothing is uncertain.
    fn density(self) -> Vec<(f64, f64)> {
        let log_mean = self.mean.ln() - self.log_sd.powi(2) / 2.0;
        let at = |z: f64| (log_mean + self.log_sd * z).exp();
        let (low, high) = (at(-DENSITY_WIDTH), at(DENSITY_WIDTH));
        let step = (high - low) / f64::from(DENSITY_POINTS - 1);
        if !step.is_finite() || step <= 0.0 {
            return Vec::new();
        }
        let points = (0..DENSITY_POINTS).map(|place| step.mul_add(f64::from(place), low));
        let density = |energy: f64| {
            let z = (energy.ln() - log_mean) / self.log_sd;
            (-0.5 * z * z).exp() / (energy * self.log_sd * (2.0 * std::f64::consts::PI).sqrt())
        };
        points
            .map(|energy| (energy, density(energy)))
            .filter(|(_, density)| density.is_finite())
            .collect()
    }
}

impl Side {
    fn anchor(&mut self, energy: LogNormal, provenance: Provenance) {
        if !(energy.mean.is_finite() && energy.sd().is_finite()) {
            self.provenance = Some(Provenance::Predicted);
            return;
        }
        self.predicted = self.mean;
        self.mean = Some(energy.mean);
        self.sd = Some(energy.sd());
        self.density = energy.density();
        self.provenance = Some(provenance);
    }
}
