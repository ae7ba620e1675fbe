//! Both sides in the energies of a run of the base.
//!
//! A measured method costs in the base what the run measured, and in the head that times the ratio of the two predictions. Other
//! methods cost their prediction times a factor, the same on both sides. So what both sides execute cancels as before, and
//! P(head > base) depends only on what differs.

use crate::base_run::{BaseRun, LogNormalNumber};
use crate::change::{Side, name};
use crate::energy_origin::EnergyOrigin;
use crate::report::Method;
use crate::same_code::instructions_differ;
use std::collections::BTreeMap;
use std::f64::consts::SQRT_2;

/// How a pair of methods is anchored.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Anchor {
    /// The factor for the predictions of both sides.
    pub(crate) factor: LogNormalNumber,
    /// How much the factors of two methods near this one differ: the standard deviation of the logarithm of their ratio. Code
    /// that only one side has may have another factor than the method.
    pub(crate) spread: f64,
    pub(crate) base: EnergyOrigin,
    head: EnergyOrigin,
}

impl Anchor {
    /// The anchor of two states of a method, of which the base is predicted with this mean; `None` if the run says nothing about
    /// them. `is_same_energy` says whether the predictions of both are the same.
    pub(crate) fn of(
        run: Option<&dyn BaseRun>,
        (base, head): (&Method, &Method),
        predicted: f64,
        is_same_energy: bool,
    ) -> Option<Self> {
        let run = run?;
        if !(predicted > 0.0 && covers_all(run, base) && covers_all(run, head)) {
            return None;
        }
        let nearby = run.factor(&base.class);
        if let Some(measured) = run.energy(&name(base)) {
            let is_same = is_same_energy && !instructions_differ(base, head, &BTreeMap::new());
            return Some(Self {
                factor: LogNormalNumber {
                    mean: measured.mean / predicted,
                    ..measured
                },
                spread: nearby.map_or(0.0, spread),
                base: EnergyOrigin::Measured,
                head: if is_same {
                    EnergyOrigin::Measured
                } else {
                    EnergyOrigin::Anchored
                },
            });
        }
        let factor = nearby?;
        Some(Self {
            factor,
            spread: spread(factor),
            base: EnergyOrigin::Anchored,
            head: EnergyOrigin::Anchored,
        })
    }
}

impl Anchor {
    /// The standard deviation of a predicted difference whose part beside the base is this large.
    pub(crate) fn sd_of_difference(&self, sd: f64, beside: f64) -> f64 {
        sd.hypot(self.spread.powi(2).exp_m1().sqrt() * beside)
    }
}

/// The standard deviation of the logarithm of the ratio of two such factors.
fn spread(of_one: LogNormalNumber) -> f64 {
    SQRT_2 * of_one.log_sd
}

/// Puts a method that is shown by itself in the energies of the run.
pub(crate) fn anchor_alone(
    run: Option<&dyn BaseRun>,
    side: &mut Side,
    method: &Method,
    is_of_head: bool,
) {
    let Some(run) = run else {
        return;
    };
    let Some(mean) = side.mean else {
        return;
    };
    side.provenance = Some(EnergyOrigin::Predicted);
    if !(mean > 0.0 && covers_all(run, method)) {
        return;
    }
    let measured = run.energy(&name(method)).filter(|_| !is_of_head);
    if let Some(measured) = measured {
        side.anchor(measured, EnergyOrigin::Measured);
    } else if let Some(factor) = run.factor(&method.class) {
        side.anchor(factor.times(mean), EnergyOrigin::Anchored);
    }
}

/// Puts both sides of a pair in the energies of the run. `relative_sd` is the uncertainty of the difference as a share of the
/// base.
pub(crate) fn anchor_pair(
    run: Option<&dyn BaseRun>,
    (base, head): (&mut Side, &mut Side),
    anchor: Option<Anchor>,
    relative_sd: f64,
) {
    if run.is_none() {
        return;
    }
    let (Some(anchor), Some(before), Some(after)) = (anchor, base.mean, head.mean) else {
        for side in [base, head] {
            side.provenance = side.mean.map(|_| EnergyOrigin::Predicted);
        }
        return;
    };
    let of_base = anchor.factor.times(before);
    // The ratio of the head to the base is independent of the factor.
    let ratio = after / before;
    let of_head = if ratio > 0.0 {
        let log_variance = (relative_sd / ratio).powi(2).ln_1p();
        LogNormalNumber {
            mean: of_base.mean * ratio,
            log_sd: (anchor.factor.log_sd.powi(2) + log_variance).sqrt(),
        }
    } else {
        anchor.factor.times(after)
    };
    base.anchor(of_base, anchor.base);
    head.anchor(of_head, anchor.head);
}

/// Whether the prediction for a method includes all that it calls.
fn covers_all(run: &dyn BaseRun, method: &Method) -> bool {
    let typical = method.typical.as_ref();
    method.not_analysed().is_none()
        && typical.is_some_and(|typical| run.is_whole(typical.unpriced_calls))
}

impl Side {
    fn anchor(&mut self, energy: LogNormalNumber, provenance: EnergyOrigin) {
        if !(energy.mean.is_finite() && energy.sd().is_finite()) {
            self.provenance = Some(EnergyOrigin::Predicted);
            return;
        }
        self.predicted = self.mean;
        self.mean = Some(energy.mean);
        self.sd = Some(energy.sd());
        self.density = energy.density();
        self.provenance = Some(provenance);
    }
}
