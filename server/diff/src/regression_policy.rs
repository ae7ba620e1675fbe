//! Decides which changes may pass: the `[diff]` table of `jouled.toml`, and its verdict on each change.

mod pending;
mod scope;
mod sum_rule;
mod sums;
mod table;

use crate::change::{Change, Section, Verdict};
use crate::percent::{percent_beside, probability, share};
pub use sums::Sum;

use crate::date::Date;
use crate::error::DiffError;
use crate::quantity::Quantity;
use crate::report::{Method, Report};
use posterior::Joules;
use scope::Scope;
use serde::Serialize;
use sum_rule::SumRule;

/// The tolerated increase of a worst case, as a share of the base, if the typical energy does not show what a method's own
/// change costs and the settings have no tolerance.
pub(crate) const UNDECIDED_WORST: f64 = 1.0;

/// The rules for changes.
#[derive(Debug, Clone)]
pub struct RegressionPolicy {
    /// The smallest corrected P(head > base) of a regression.
    pub confidence: f64,
    /// The smallest increase of a regression, as a share of the base.
    pub tolerance: f64,
    /// The smallest share of what a change touches that must be seen.
    pub minimum_seen: f64,
    /// The energy that decides; `None` if it is not set.
    pub quantity: Option<Quantity>,
    /// Whether the settings have limits. Without a set energy, they apply to the worst case.
    pub has_thresholds: bool,
    /// The tolerated increase of a worst case, as a share of the base, if typical energies decide. If it is `None`, a worst
    /// case may increase unless it grows faster, or the typical energy is undecided.
    pub worst_tolerance: Option<f64>,
    /// Limits of some methods. If several tolerances apply to a method, the last one is used. All hard limits apply.
    pub rules: Vec<MethodLimits>,
    /// Regressions that were accepted.
    pub acknowledgements: Vec<Acknowledgement>,
    /// Limits of sums.
    sum_rules: Vec<SumRule>,
    /// The methods that a history tracks individually.
    tracked: Vec<Scope>,
    /// The side that the settings come from, and what the change does to them.
    pub origin: PolicyOrigin,
}

/// The side that a gate's settings come from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PolicyOrigin {
    /// The side.
    pub from: SettingsOf,
    /// What the head changes in the settings of the base, a phrase each.
    pub changes: Vec<String>,
}

/// The side whose settings decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingsOf {
    /// The base: a change cannot let itself pass.
    #[default]
    Base,
    /// The head, if requested.
    Head,
}

/// Limits of some methods.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodLimits {
    scope: Scope,
    /// The tolerated increase, as a share of the base. It replaces [`RegressionPolicy::tolerance`].
    pub soft: Option<f64>,
    /// The maximum mean energy of a call after a change, in joules.
    pub hard: Option<f64>,
}

/// A regression that somebody accepted for some time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledgement {
    scope: Scope,
    /// The reason.
    pub reason: String,
    /// The last day on which it applies.
    pub until: Date,
}

/// The upper limit of [`RegressionPolicy::negligible_share`].
const NEGLIGIBLE_SHARE: f64 = 1e-3;

/// The default of [`RegressionPolicy::confidence`].
const CONFIDENCE: f64 = 0.95;

/// The default of [`RegressionPolicy::tolerance`].
const TOLERANCE: f64 = 0.02;

/// The default of [`RegressionPolicy::minimum_seen`].
const MINIMUM_SEEN: f64 = 0.9;

impl Default for RegressionPolicy {
    fn default() -> Self {
        Self {
            confidence: CONFIDENCE,
            tolerance: TOLERANCE,
            minimum_seen: MINIMUM_SEEN,
            quantity: None,
            has_thresholds: false,
            worst_tolerance: None,
            rules: Vec::new(),
            acknowledgements: Vec::new(),
            sum_rules: Vec::new(),
            tracked: Vec::new(),
            origin: PolicyOrigin::default(),
        }
    }
}

impl RegressionPolicy {
    /// A smaller relative difference of a typical energy is not reported for a method whose own code is the same.
    pub fn negligible_share(&self) -> f64 {
        let soft = self.rules.iter().filter_map(|rule| rule.soft);
        let least = soft.fold(self.tolerance, f64::min);
        NEGLIGIBLE_SHARE.min(least)
    }

    /// Decides for each change whether it may pass on a day, and notes acknowledgements that are no longer needed.
    ///
    /// # Errors
    ///
    /// [`DiffError::NoDate`] if an acknowledgement decides and the day is unknown.
    pub fn judge(
        &self,
        changes: &mut [Change],
        today: Option<Date>,
    ) -> Result<Vec<String>, DiffError> {
        let mut used = vec![false; self.acknowledgements.len()];
        for change in changes {
            let (compared, absolute) = (self.reasons(change), self.limits(change));
            let (withheld, mut reasons) = match change.rests_on {
                Some(_) => (compared, Vec::new()),
                None => (Vec::new(), compared),
            };
            reasons.extend(absolute);
            let mut verdict = Verdict {
                reasons,
                withheld,
                ..Verdict::default()
            };
            if !verdict.reasons.is_empty() || !verdict.withheld.is_empty() {
                let known = self.acknowledgements.iter().zip(&mut used);
                for (one, used) in known.filter(|(one, _)| one.scope.covers(change)) {
                    *used = true;
                    if one.until < today.ok_or(DiffError::NoDate)? {
                        let note = format!(
                            "its acknowledgement expired on {}: {}",
                            one.until, one.reason
                        );
                        verdict.notes.push(note);
                    } else {
                        verdict.acknowledged =
                            Some(format!("{} (until {})", one.reason, one.until));
                        verdict.withheld.clear();
                    }
                }
            }
            change.verdict = verdict;
        }
        let unused = self
            .acknowledgements
            .iter()
            .zip(used)
            .filter(|(_, used)| !used);
        Ok(unused
            .map(|(one, _)| {
                format!(
                    "the acknowledgement of {} in jouled.toml is not needed for this change",
                    one.scope.text
                )
            })
            .collect())
    }

    /// Tracks the same as another state of the settings. Tracking lets nothing pass, so it need not wait for a merge.
    pub fn track_as(&mut self, other: &Self) {
        self.tracked.clone_from(&other.tracked);
    }

    /// The tracked names that none of these methods has.
    pub(crate) fn tracked_nowhere<'g>(
        &'g self,
        methods: impl Iterator<Item = &'g Method>,
    ) -> impl Iterator<Item = &'g str> {
        let names: Vec<_> = methods.map(crate::change::name).collect();
        let by_name = self.tracked.iter().filter(|scope| !scope.is_of_files());
        let nowhere = by_name.filter(move |scope| !names.iter().any(|name| scope.names(name)));
        nowhere.map(|scope| &scope.text[..])
    }

    /// Whether the settings name a method: in `track`, a limit or an acknowledgement.
    pub(crate) fn tracks(&self, method: &Method) -> bool {
        let name = crate::change::name(method);
        self.tracked.iter().any(|scope| scope.names(&name))
    }

    /// The reasons why a change must not pass that come from base and head together.
    fn reasons(&self, change: &Change) -> Vec<String> {
        let mut reasons = Vec::new();
        let rules = || self.rules.iter().filter(|rule| rule.scope.covers(change));
        let tolerance = rules()
            .filter_map(|rule| rule.soft)
            .next_back()
            .unwrap_or(self.tolerance);
        if let (Section::More, Some(delta)) = (change.section, change.delta)
            && delta.p_more_corrected >= self.confidence
            && delta.relative.is_none_or(|relative| relative >= tolerance)
        {
            let increase = delta.relative.map_or_else(
                || String::from("it cost nothing before"),
                |relative| {
                    format!(
                        "{} is over the tolerance of {}",
                        percent_beside(relative, tolerance),
                        share(tolerance)
                    )
                },
            );
            reasons.push(format!(
                "P(head > base) {} and {increase}",
                probability(delta.p_more_corrected)
            ));
        }
        reasons.extend(self.worst_reason(change, tolerance));
        // Both numbers are of calls that end.
        reasons.extend(
            change.endless_loop.map(|line| {
                format!("the loop or recursion at line {line} has no exit: only an exception or the end of the program ends it")
            }),
        );
        reasons
    }

    /// The reasons that come from the head alone. What a number lacks only makes it smaller. A profile comes from outside, so it
    /// cannot let pass what is over a limit without it.
    fn limits(&self, change: &Change) -> Vec<String> {
        let mut reasons = Vec::new();
        let rules = self.rules.iter().filter(|rule| rule.scope.covers(change));
        let head = change.head.as_ref();
        let numbers = [
            (head.and_then(|head| head.mean), ""),
            (
                head.and_then(|head| head.predicted),
                " as predicted without the profile",
            ),
        ];
        for limit in rules.filter_map(|rule| rule.hard) {
            let over = numbers
                .iter()
                .find_map(|(mean, how)| Some((mean.filter(|mean| *mean > limit)?, how)));
            if let Some((mean, how)) = over {
                let (mean, limit) = (Joules(mean), Joules(limit));
                reasons.push(format!("{mean}{how} is over the hard limit of {limit}"));
            }
        }
        reasons
    }
}

impl RegressionPolicy {
    /// The reason why a worst case must not pass besides a typical energy: it grows faster, or it increases beyond its
    /// tolerance. `negligible` is the tolerance of the typical energy.
    fn worst_reason(&self, change: &Change, negligible: f64) -> Option<String> {
        let worst = change.worst.as_ref()?;
        if let Some(growth) = &worst.growth {
            return Some(format!("the worst case grows faster: with {growth} now"));
        }
        // An undecided typical energy does not show what a change does. Neither does one that hardly differs, because a
        // callee's average hardly depends on its arguments.
        let relative = change.delta.as_ref().and_then(|delta| delta.relative);
        let hardly_differs = relative.is_some_and(|relative| relative.abs() < negligible);
        let is_undecided =
            change.answers_for_worst && (change.section == Section::Undecided || hardly_differs);
        let tolerance = self
            .worst_tolerance
            .or_else(|| is_undecided.then_some(UNDECIDED_WORST))?;
        let delta = worst.delta;
        let is_more = delta.p_more_corrected >= self.confidence && delta.mean > 0.0;
        let is_over = delta.relative.is_none_or(|relative| relative >= tolerance);
        (is_more && is_over).then(|| {
            let increase = delta.relative.map_or_else(
                || String::from("from 0 J"),
                |relative| format!("{} over", percent_beside(relative, tolerance)),
            );
            let tolerance = share(tolerance);
            let tolerance = if self.worst_tolerance.is_some() {
                format!("the tolerance of {tolerance}")
            } else {
                format!("the {tolerance} allowed where the typical energy does not show what the change costs")
            };
            format!(
                "the worst case costs more: P(head > base) {} and {increase} {tolerance}",
                probability(delta.p_more_corrected),
            )
        })
    }
}

impl Quantity {
    /// The energy that decides, and a warning about the choice.
    pub(crate) fn of(
        gate: &RegressionPolicy,
        base: &Report,
        head: &Report,
    ) -> Result<(Self, Option<String>), DiffError> {
        let lacking = [("base", base), ("head", head)]
            .into_iter()
            .find(|(_, report)| !report.has_typical);
        match (gate.quantity, lacking) {
            (Some(Self::Typical), Some((side, _))) => Err(DiffError::NoTypical { side }),
            (Some(quantity), _) => Ok((quantity, None)),
            (None, _) if gate.has_thresholds => Ok((
                Self::Worst,
                Some(String::from(
                    "jouled.toml sets limits but does not say for which energy, so they apply to the worst case: write \
                     of = \"worst\" in its table [diff] to keep that, or of = \"typical\" for the average of a call",
                )),
            )),
            (None, Some((side, _))) => Ok((
                Self::Worst,
                Some(format!(
                    "the report of the {side} is a jouled.report/1 without typical energies, so jouled compares worst \
                     cases; make it again"
                )),
            )),
            (None, None) => Ok((Self::Typical, None)),
        }
    }
}
