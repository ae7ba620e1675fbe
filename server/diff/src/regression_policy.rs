//! Which changes may pass: the `[diff]` table of `jouled.toml`, and what it says about a change.

mod pending;
mod scope;
mod sum_rule;
mod sums;
mod table;

use crate::change::{Change, Section, Verdict};
use crate::percent::{percent, probability, share};
pub use sums::Sum;

use crate::date::Date;
use crate::error::DiffError;
use crate::quantity::Quantity;
use crate::report::{Method, Report};
use posterior::Joules;
use scope::Scope;
use serde::Serialize;
use sum_rule::SumRule;

/// The increase of a worst case that is tolerated, as a share of the base, where the typical energy does not tell what a
/// method's own change costs, and the settings name no tolerance.
const UNDECIDED_WORST: f64 = 1.0;

/// What must hold of a change.
#[derive(Debug, Clone)]
pub struct RegressionPolicy {
    /// The least corrected P(head > base) of a regression.
    pub confidence: f64,
    /// The least increase of a regression, as a share of the base.
    pub tolerance: f64,
    /// The least share of what a change touches that has to be seen.
    pub minimum_seen: f64,
    /// The energy that decides; `None` where nobody names one.
    pub quantity: Option<Quantity>,
    /// True where settings have limits, which without a named energy hold for the worst case.
    pub has_thresholds: bool,
    /// The increase of a worst case that is tolerated, as a share of the base, where typical energies decide. `None`
    /// tolerates any that grows no faster, but for what typical energies leave undecided.
    pub worst_tolerance: Option<f64>,
    /// Limits of some methods; of several tolerances the last holds, of several hard limits each.
    pub rules: Vec<Rule>,
    /// Regressions that were accepted.
    pub acknowledgements: Vec<Acknowledgement>,
    /// Limits of sums.
    sum_rules: Vec<SumRule>,
    /// The methods that a history follows one by one.
    tracked: Vec<Scope>,
    /// Whose settings these are, and what the change makes of them.
    pub origin: Origin,
}

/// Which side's settings a gate is made of.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// The side.
    pub from: SettingsOf,
    /// What the head changes in the settings of the base, a phrase each.
    pub changes: Vec<String>,
}

/// A side whose settings decide.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SettingsOf {
    /// The base's: a change cannot let itself pass.
    #[default]
    Base,
    /// The head's, where somebody asked for it.
    Head,
}

/// Limits of some methods.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    scope: Scope,
    /// The increase that is tolerated, as a share of the base, in place of [`RegressionPolicy::tolerance`].
    pub soft: Option<f64>,
    /// The most joules, in the mean, that a call may cost after a change.
    pub hard: Option<f64>,
}

/// A regression that somebody accepted for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledgement {
    scope: Scope,
    /// Why.
    pub reason: String,
    /// The last day that it holds on.
    pub until: Date,
}

/// The most that [`RegressionPolicy::negligible_share`] can be.
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
            origin: Origin::default(),
        }
    }
}

impl RegressionPolicy {
    /// A typical energy that differs by a smaller share in a method whose own code is the same is not told.
    pub fn negligible_share(&self) -> f64 {
        let soft = self.rules.iter().filter_map(|rule| rule.soft);
        let least = soft.fold(self.tolerance, f64::min);
        NEGLIGIBLE_SHARE.min(least)
    }

    /// Says of each change whether it may pass on a day, and of each acknowledgement that nothing needs it any more.
    ///
    /// # Errors
    /// [`DiffError::NoDate`] where an acknowledgement decides and no day is known.
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

    /// Takes what another state of the settings tracks. That lets nothing pass, so that it need not wait for a merge.
    pub fn track_as(&mut self, other: &Self) {
        self.tracked.clone_from(&other.tracked);
    }

    /// What the settings name and none of these methods is called.
    pub(crate) fn tracked_nowhere<'g>(
        &'g self,
        methods: impl Iterator<Item = &'g Method>,
    ) -> impl Iterator<Item = &'g str> {
        let names: Vec<_> = methods.map(crate::change::name).collect();
        let by_name = self.tracked.iter().filter(|scope| !scope.is_of_files());
        let nowhere = by_name.filter(move |scope| !names.iter().any(|name| scope.names(name)));
        nowhere.map(|scope| &scope.text[..])
    }

    /// True of a method that the settings name, in `track`, a limit or an acknowledgement.
    pub(crate) fn tracks(&self, method: &Method) -> bool {
        let name = crate::change::name(method);
        self.tracked.iter().any(|scope| scope.names(&name))
    }

    /// Why a change must not pass by what base and head say together.
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
                        percent(relative),
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
        reasons
    }

    /// Why it must not pass by what the head says alone. What a number lacks only makes it smaller.
    fn limits(&self, change: &Change) -> Vec<String> {
        let mut reasons = Vec::new();
        let rules = self.rules.iter().filter(|rule| rule.scope.covers(change));
        let head = change.head.as_ref().and_then(|head| head.mean);
        for limit in rules.filter_map(|rule| rule.hard) {
            if let Some(mean) = head.filter(|mean| *mean > limit) {
                let (mean, limit) = (Joules(mean), Joules(limit));
                reasons.push(format!("{mean} is over the hard limit of {limit}"));
            }
        }
        reasons
    }
}

impl RegressionPolicy {
    /// Why a worst case must not pass beside the typical energy: it grows faster, or costs more than is tolerated of it.
    /// `negligible` is the difference that is tolerated of the typical energy.
    fn worst_reason(&self, change: &Change, negligible: f64) -> Option<String> {
        let worst = change.worst.as_ref()?;
        if let Some(growth) = &worst.growth {
            return Some(format!("the worst case grows faster: with {growth} now"));
        }
        // A typical energy that does not tell which side costs more has not seen what the method's own change does, nor has one
        // that hardly differs: what a callee costs on average hardly depends on what it is passed.
        let relative = change.delta.as_ref().and_then(|delta| delta.relative);
        let hardly_differs = relative.is_some_and(|relative| relative.abs() < negligible);
        let is_undecided =
            change.is_own && (change.section == Section::Undecided || hardly_differs);
        let tolerance = self
            .worst_tolerance
            .or_else(|| is_undecided.then_some(UNDECIDED_WORST))?;
        let delta = worst.delta;
        let is_more = delta.p_more_corrected >= self.confidence && delta.mean > 0.0;
        let is_over = delta.relative.is_none_or(|relative| relative >= tolerance);
        (is_more && is_over).then(|| {
            let increase = delta.relative.map_or_else(
                || String::from("from 0 J"),
                |relative| format!("{} over", percent(relative)),
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
    /// What decides, and what a reader must know about that.
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
