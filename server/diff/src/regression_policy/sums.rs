//! Limits of packages and modules, and a budget of everything: what many methods cost together.

use super::RegressionPolicy;
use crate::bound::Values;
use crate::cost::ReportedCost;
use crate::name::qualified;
use crate::pair::Comparer;
use crate::percent::{percent_beside, probability, share};
use crate::point::{Points, turning_values};
use crate::report::{Method, Report};
use crate::unrelated_difference::UnrelatedDifference;
use documents::NotAnalysed;
use posterior::{Features, Joules};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A sum that has a limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sum {
    /// What is summed: `package shop`, `module core`, `everything`.
    pub of: String,
    /// The mean of the base in joules, one call of each method.
    pub base: f64,
    /// The mean of the head.
    pub head: f64,
    /// P(head > base) of the expected energies.
    pub p_greater: f64,
    /// The number of methods that do not show what the change adds: one side has no number for them, or their difference comes
    /// from the stand-in for a missing type.
    pub left_out: usize,
    /// Whether neither side has a method in it.
    #[serde(skip)]
    pub is_of_nothing: bool,
    /// Why it must not pass; empty if it may.
    pub reasons: Vec<String>,
}

impl Sum {
    /// A warning if the sum is not complete.
    pub(crate) fn caveat(&self) -> Option<String> {
        if self.is_of_nothing {
            return Some(format!(
                "{}: neither side has a method in it, so its limit checks nothing; correct its name in jouled.toml",
                self.of
            ));
        }
        let methods = match self.left_out {
            0 => return None,
            1 => String::from("1 method"),
            many => format!("{many} methods"),
        };
        Some(format!(
            "{}: the sum leaves out {methods}, whose change is not known: a side has no number, or the difference \
             rests on unknown types",
            self.of
        ))
    }
}

/// What one call of each method executes on both sides, and the methods of the head that do not show what the change adds.
struct Executed {
    base: Vec<Option<Features>>,
    head: Vec<Option<Features>>,
    left_out: BTreeSet<usize>,
}

/// Both sides of a pair are evaluated at the same values. A pair of which one side has no number is in neither sum. If the
/// change did not cause a difference, both sums count what the base executes.
fn executed(
    comparer: &Comparer<'_>,
    (base, head): (&Report, &Report),
    pairs: &[(usize, usize)],
    resting: &BTreeMap<String, UnrelatedDifference>,
) -> Executed {
    let read = |report: &Report| -> Vec<Option<(ReportedCost, Values)>> {
        let methods = report.methods.iter();
        methods
            .map(|method| {
                let cost = ReportedCost::read(method, comparer.posterior);
                let cost = cost.filter(|_| method.not_analysed().is_none())?;
                let values = turning_values(method, Some(&cost));
                Some((cost, values))
            })
            .collect()
    };
    let mut sides = [read(base), read(head)];
    for &(one, two) in pairs {
        let (before, after) = (&base.methods[one], &head.methods[two]);
        let [of_base, of_head] = &mut sides;
        if before.cost != after.cost
            && let (Some((cost, values)), Some((head_cost, head_values))) =
                (&mut of_base[one], &mut of_head[two])
            && let Some(point) = Points::new(
                (before, cost),
                (after, head_cost),
                comparer.posterior,
                comparer.device,
            )
            .first()
        {
            (*values, *head_values) = (point.base, point.head);
        }
    }
    let [mut of_base, mut of_head] = sides.map(|side| -> Vec<Option<Features>> {
        let costs = side.into_iter();
        costs
            .map(|known| known.map(|(cost, values)| cost.at(&values, comparer.posterior)))
            .collect()
    });
    let mut left_out = BTreeSet::new();
    let mut alone: BTreeSet<usize> = (0..head.methods.len()).collect();
    for &(one, two) in pairs {
        alone.remove(&two);
        if of_base[one].is_some() != of_head[two].is_some() {
            (of_base[one], of_head[two]) = (None, None);
            left_out.insert(two);
        } else if resting.contains_key(&qualified(&head.methods[two])) {
            of_head[two].clone_from(&of_base[one]);
            left_out.insert(two);
        }
    }
    // Without code, nothing is executed.
    let has_code = |method: &Method| method.not_analysed() != Some(NotAnalysed::Abstract);
    left_out.extend(
        alone
            .into_iter()
            .filter(|&place| of_head[place].is_none() && has_code(&head.methods[place])),
    );
    Executed {
        base: of_base,
        head: of_head,
        left_out,
    }
}

impl RegressionPolicy {
    /// Whether sums have limits, which need all methods.
    pub fn has_sums(&self) -> bool {
        !self.sum_rules.is_empty()
    }

    /// Compares the sums of two reports with their limits.
    pub(crate) fn sums(
        &self,
        comparer: &Comparer<'_>,
        (base, head): (&Report, &Report),
        pairs: &[(usize, usize)],
        resting: &BTreeMap<String, UnrelatedDifference>,
    ) -> Vec<Sum> {
        if self.sum_rules.is_empty() {
            return Vec::new();
        }
        let executed = executed(comparer, (base, head), pairs, resting);
        let rules = self.sum_rules.iter();
        rules
            .map(|rule| {
                let (one, two) = (
                    rule.total(base, &executed.base),
                    rule.total(head, &executed.head),
                );
                let left_out = executed.left_out.iter();
                let left_out = left_out.filter(|&&place| rule.covers(&head.methods[place]));
                let mean = |features| comparer.posterior.mean(features, comparer.device).0;
                let (before, after) = (mean(&one), mean(&two));
                let p = comparer
                    .posterior
                    .compare(&two, &one, comparer.device)
                    .p_greater;
                let increase = (after - before) / before;
                let mut reasons = Vec::new();
                if !after.is_finite() {
                    reasons.push(String::from("its sum is out of range"));
                } else if after > before {
                    // Any increase from nothing exceeds every share.
                    let is_over = |soft: f64| before <= 0.0 || increase >= soft;
                    if let Some(soft) = rule
                        .soft
                        .filter(|soft| is_over(*soft) && p >= self.confidence)
                    {
                        reasons.push(format!(
                            "P(head > base) {} and {} is over the tolerance of {}",
                            probability(p),
                            if before > 0.0 {
                                percent_beside(increase, soft)
                            } else {
                                String::from("from 0 J")
                            },
                            share(soft)
                        ));
                    }
                    if let Some(hard) = rule.hard.filter(|hard| after > *hard) {
                        reasons.push(format!(
                            "{} is over the hard limit of {}",
                            Joules(after),
                            Joules(hard)
                        ));
                    }
                }
                Sum {
                    of: rule.name(),
                    base: finite(before),
                    head: finite(after),
                    p_greater: p,
                    left_out: left_out.count(),
                    is_of_nothing: !(base.methods.iter().chain(&head.methods))
                        .any(|method| rule.covers(method)),
                    reasons,
                }
            })
            .collect()
    }
}

/// JSON cannot represent infinity.
const fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { f64::MAX }
}
