//! What a change costs a run of the base whose calls were counted.
//!
//! ```text
//! change of the run = Σ over changed methods  calls in the run · factor · direct difference
//! direct difference = difference of a call − Σ over changed callees  calls of the callee · difference of such a call
//! ```
//!
//! The energy of a call includes its callees, so a method and its caller must not both count what changed in the method. Calls
//! that only the head makes are part of the direct difference, with all that they execute. The calls of the base are those that
//! the run counted, so this is what the run itself would have cost with the code of the head.

use crate::anchor::Anchor;
use crate::base_run::BaseRun;
use crate::change::{Cause, Change, ChangeInRun, Delta, MethodName, Section, finite_or_null, name};
use crate::energy_origin::EnergyOrigin;
use crate::name::qualified;
use crate::pair::{ComparedFeatures, Comparer, Row};
use crate::report::{CallsOfOne, Method};
use posterior::Features;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};
use std::collections::{BTreeMap, BTreeSet};

/// A difference of unknown sign has this many times itself as its standard deviation.
const UNDECIDED: f64 = 100.0;

/// A larger number in a profile is damage, and could not be squared.
const MOST_JOULES: f64 = 1e100;

/// What a change costs a run of the base.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunDifference {
    /// Head minus base, in joules.
    pub mean: f64,
    /// The uncertainty of the difference, in joules.
    pub sd: f64,
    /// Its 90% interval, in joules.
    pub interval: [f64; 2],
    /// The mean as a share of the run's energy; `None` if that is unknown.
    #[serde(serialize_with = "finite_or_null")]
    pub relative: Option<f64>,
    /// P(head > base) of the expected energies of the run.
    pub p_greater: f64,
    /// The number of changed methods that ran.
    pub methods: usize,
    /// The share of the difference that comes from methods that the run measured. The energies of the others are anchored.
    pub measured: f64,
    /// The number of changed methods that did not run.
    pub not_run: usize,
    /// The changed methods that may have run, but of which the run does not say what they cost. They are not in the difference.
    pub unknown: Vec<UnknownInRun>,
    /// Where the energies of all changed methods come from.
    pub origins: OriginsOfEnergy,
}

/// A changed method whose part of a run is unknown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnknownInRun {
    /// The method.
    #[serde(flatten)]
    pub name: MethodName,
    /// Why.
    pub reason: &'static str,
}

/// How many of the energies of changed methods, on both sides, come from where.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct OriginsOfEnergy {
    /// The run measured them.
    pub measured: usize,
    /// Predictions times factors from the run.
    pub anchored: usize,
    /// Predictions alone.
    pub predicted: usize,
}

impl OriginsOfEnergy {
    pub(crate) fn of(changes: &[Change]) -> Self {
        let mut counts = Self::default();
        let sides = changes
            .iter()
            .flat_map(|change| [&change.base, &change.head]);
        for side in sides.flatten() {
            match side.provenance {
                Some(EnergyOrigin::Measured) => counts.measured += 1,
                Some(EnergyOrigin::Anchored) => counts.anchored += 1,
                Some(EnergyOrigin::Predicted) => counts.predicted += 1,
                None => {}
            }
        }
        counts
    }
}

/// What one changed method adds to a run.
struct PartOfRun {
    mean: f64,
    /// The standard deviation because of the factor.
    factor_sd: f64,
    /// The same because of the predicted difference.
    difference_sd: f64,
    /// The standard deviation with which the sign is as uncertain as P(head > base) says.
    sign_sd: f64,
    is_measured: bool,
}

impl PartOfRun {
    /// `None` if it is out of range.
    fn of(calls: u64, delta: &Delta, anchor: &Anchor) -> Option<Self> {
        let (mean, sd) = (calls as f64 * delta.mean, calls as f64 * delta.sd);
        let factor_sd = mean.abs() * anchor.factor.relative_sd();
        let difference_sd = (sd * sd - factor_sd * factor_sd).max(0.0).sqrt();
        let is_in_range = |joules: f64| joules.abs() < MOST_JOULES;
        (is_in_range(mean) && is_in_range(sd)).then(|| Self {
            mean,
            factor_sd,
            difference_sd,
            sign_sd: sd_of_sign(mean, delta.p_greater),
            is_measured: anchor.base == EnergyOrigin::Measured,
        })
    }
}

impl RunDifference {
    /// Adds up what changed in the methods of these rows, and notes in each what it adds.
    pub(crate) fn of(
        run: &dyn BaseRun,
        comparer: &Comparer<'_>,
        rows: &mut [Row<'_>],
        renamed: &BTreeMap<String, String>,
    ) -> Self {
        let changed: BTreeSet<String> = (rows.iter())
            .filter(|row| row.compared.is_some())
            .map(|row| qualified(row.head))
            .collect();
        let mut parts = Vec::new();
        let (mut not_run, mut unknown) = (0, Vec::new());
        for row in rows.iter_mut().filter(|row| is_source(&row.change)) {
            let calls = run.calls(&name(row.base));
            if calls == Some(0) {
                not_run += 1;
                row.change.run = Some(ChangeInRun::default());
                continue;
            }
            let compared = row.compared.as_ref();
            let anchor = compared.and_then(|compared| compared.anchor);
            let (Some(calls), Some(compared), Some(anchor)) = (calls, compared, anchor) else {
                unknown.push(UnknownInRun {
                    name: row.change.name.clone(),
                    reason: if calls.is_none() {
                        "other code ran, or it was not counted"
                    } else if compared.is_none() {
                        "a side has no number"
                    } else {
                        "a side lacks a price, or nothing nearby was measured"
                    },
                });
                continue;
            };
            let direct = direct((row.base, row.head), compared, &changed, renamed);
            let (delta, _) = comparer.delta((row.base, row.head), &direct);
            let Some(part) = PartOfRun::of(calls, &delta, &anchor) else {
                unknown.push(UnknownInRun {
                    name: row.change.name.clone(),
                    reason: "its energy is out of range",
                });
                continue;
            };
            row.change.run = Some(ChangeInRun {
                calls,
                mean: part.mean,
                sd: calls as f64 * delta.sd,
            });
            parts.push(part);
        }
        let of_run = run.profile().joules.filter(|joules| *joules > 0.0);
        let mut cost = added(&parts);
        cost.relative = of_run.map(|joules| cost.mean / joules);
        cost.not_run = not_run;
        cost.unknown = unknown;
        cost
    }
}

/// Whether a method itself changed, or costs something else although nothing that it calls changed.
fn is_source(change: &Change) -> bool {
    if change.delta.is_some() {
        let mut causes = change.causes.iter();
        causes.any(|cause| matches!(cause, Cause::OwnLines { .. } | Cause::Elsewhere))
    } else {
        change.is_own && matches!(change.section, Section::Unpriced | Section::Broken)
    }
}

/// The difference without that of changed callees, which count themselves.
fn direct(
    (base, head): (&Method, &Method),
    compared: &ComparedFeatures,
    changed: &BTreeSet<String>,
    renamed: &BTreeMap<String, String>,
) -> ComparedFeatures {
    let own = qualified(head);
    let mut without = compared.head.clone();
    for before in &base.calls {
        let callee = renamed.get(&before.callee).unwrap_or(&before.callee);
        let mut calls = head.calls.iter();
        let Some(after) = calls.find(|after| after.callee == *callee) else {
            continue;
        };
        // A recursion is a part of the method's own cost.
        let counts_itself = (before.is_choice || changed.contains(callee)) && *callee != own;
        if counts_itself && before.times > 0.0 && after.times > 0.0 {
            without = without.difference(&difference_of_calls(before, after));
        }
    }
    ComparedFeatures {
        base: compared.base.clone(),
        head: without,
        is_same: compared.is_same,
        anchor: compared.anchor,
    }
}

/// By how much more the calls of the base execute in the head.
fn difference_of_calls(before: &CallsOfOne, after: &CallsOfOne) -> Features {
    let as_often = after.executed.scaled(before.times / after.times);
    as_often.difference(&before.executed)
}

/// The standard deviation of a normal distribution with this mean and this probability of values above 0.
fn sd_of_sign(mean: f64, p_greater: f64) -> f64 {
    if mean == 0.0 {
        return 0.0;
    }
    let p = if mean > 0.0 {
        p_greater
    } else {
        1.0 - p_greater
    };
    let z = Normal::standard().inverse_cdf(p.clamp(0.5, 1.0));
    mean.abs() * z.recip().min(UNDECIDED)
}

/// The 90% interval. Factors cannot change the sign, so a difference of certain sign is log-normal.
fn interval(mean: f64, sd: f64, sign_sd: f64) -> [f64; 2] {
    let z = Normal::standard().inverse_cdf(0.95);
    if mean == 0.0 || sign_sd * z >= mean.abs() {
        // Undecided: it may as well be nothing, or the opposite.
        let sd = sd.max(sign_sd.min(sd + mean.abs()));
        return [mean - z * sd, mean + z * sd];
    }
    let log_sd = (sd / mean).powi(2).ln_1p().sqrt();
    let at = |z: f64| mean * (log_sd * z - log_sd * log_sd / 2.0).exp();
    let (one, two) = (at(-z), at(z));
    [one.min(two), one.max(two)]
}

/// The sum of the parts. The errors of predictions are taken to be the same in all parts, as are those of factors from nearby
/// methods; each measured factor has an error of its own.
fn added(parts: &[PartOfRun]) -> RunDifference {
    let sum = |of: &dyn Fn(&PartOfRun) -> f64| parts.iter().map(of).sum::<f64>();
    let variance_of_factors = |keep: &dyn Fn(&PartOfRun) -> bool| {
        let kept = || parts.iter().filter(|part| keep(part));
        let measured = kept().filter(|part| part.is_measured);
        let anchored = kept().filter(|part| !part.is_measured);
        measured.map(|part| part.factor_sd.powi(2)).sum::<f64>()
            + anchored.map(|part| part.factor_sd).sum::<f64>().powi(2)
    };
    let mean = sum(&|part| part.mean);
    let difference_sd = sum(&|part| part.difference_sd);
    let sd = (variance_of_factors(&|_| true) + difference_sd.powi(2)).sqrt();
    // A factor changes the size of a difference, never its sign. It matters only if some methods cost more and others less.
    let more = sum(&|part| part.mean.max(0.0));
    let less = sum(&|part| (-part.mean).max(0.0));
    let of_factors = if more > 0.0 && less > 0.0 {
        let shares = variance_of_factors(&|part| part.mean > 0.0) / more.powi(2)
            + variance_of_factors(&|part| part.mean < 0.0) / less.powi(2);
        more.min(less).powi(2) * shares
    } else {
        0.0
    };
    let undecided = sum(&|part| part.sign_sd);
    let sign_sd = undecided.hypot(of_factors.sqrt());
    let p_greater = if mean == 0.0 {
        0.5
    } else if sign_sd > 0.0 {
        Normal::standard().cdf(mean / sign_sd)
    } else {
        f64::from(mean > 0.0)
    };
    let all = more + less;
    let measured = sum(&|part| {
        if part.is_measured {
            part.mean.abs()
        } else {
            0.0
        }
    });
    RunDifference {
        mean,
        sd,
        interval: interval(mean, sd, sign_sd),
        relative: None,
        p_greater,
        methods: parts.len(),
        measured: if all > 0.0 { measured / all } else { 0.0 },
        not_run: 0,
        unknown: Vec::new(),
        origins: OriginsOfEnergy::default(),
    }
}
