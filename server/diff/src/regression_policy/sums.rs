//! Limits of packages and modules, and a budget of all: what many methods cost together.

use super::{RegressionPolicy, percent, probability, share};
use crate::bound::Values;
use crate::cause::qualified;
use crate::cost::Cost;
use crate::pair::Comparer;
use crate::point::{Points, turning_values};
use crate::report::{Method, Report};
use crate::unrelated_difference::UnrelatedDifference;
use globset::{GlobBuilder, GlobMatcher};
use posterior::{Features, Joules};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A limit of a sum, one call of each method.
#[derive(Debug, Clone)]
pub(crate) struct SumRule {
    part: Part,
    /// The increase that is tolerated, as a share of the base.
    soft: Option<f64>,
    /// The most joules that the sum may have once the change adds to it.
    hard: Option<f64>,
}

/// What is summed up.
#[derive(Debug, Clone)]
enum Part {
    /// Everything.
    All,
    /// Packages of such names.
    Package(String, GlobMatcher),
    /// The files below such folders.
    Module(String, GlobMatcher),
}

/// A sum that has a limit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sum {
    /// What is summed up: `package shop`, `module core`, `everything`.
    pub of: String,
    /// The mean of the base in joules, one call of each method.
    pub base: f64,
    /// The mean of the head.
    pub head: f64,
    /// P(head > base) of the expected energies.
    pub p_greater: f64,
    /// How many methods say nothing of what the change adds: one side has no number of them, or their difference rests on
    /// what stands in for a type that nobody has.
    pub left_out: usize,
    /// Why it must not pass; empty where it may.
    pub reasons: Vec<String>,
}

impl Sum {
    /// What is said where the sum does not have all.
    pub(crate) fn caveat(&self) -> Option<String> {
        let methods = match self.left_out {
            0 => return None,
            1 => String::from("1 method, which adds"),
            many => format!("{many} methods, which add"),
        };
        Some(format!(
            "{}: what the change does to {methods} nothing to this sum, is not known: a side has no number, or the difference \
             rests on unknown types",
            self.of
        ))
    }
}

impl SumRule {
    pub(super) fn package(
        name: String,
        soft: Option<f64>,
        hard: Option<f64>,
    ) -> Result<Self, String> {
        let glob = glob(&name, &name.replace('.', "/"))?;
        Ok(Self {
            part: Part::Package(name, glob),
            soft,
            hard,
        })
    }

    pub(super) fn module(
        folder: String,
        soft: Option<f64>,
        hard: Option<f64>,
    ) -> Result<Self, String> {
        let plain = folder.trim_start_matches("./").trim_end_matches('/');
        let glob = glob(&folder, plain)?;
        Ok(Self {
            part: Part::Module(folder, glob),
            soft,
            hard,
        })
    }

    pub(super) const fn budget(joules: f64) -> Self {
        Self {
            part: Part::All,
            soft: None,
            hard: Some(joules),
        }
    }

    /// What the limit is called where settings are compared.
    pub(super) fn to_text(&self) -> String {
        let soft = self.soft.map(|soft| format!(" soft {}", share(soft)));
        let hard = self.hard.map(|hard| format!(" hard {}", Joules(hard)));
        format!(
            "limit of {}:{}{}",
            self.name(),
            soft.unwrap_or_default(),
            hard.unwrap_or_default()
        )
    }

    fn name(&self) -> String {
        match &self.part {
            Part::All => String::from("everything"),
            Part::Package(name, _) => format!("package {name}"),
            Part::Module(folder, _) => format!("module {folder}"),
        }
    }

    fn covers(&self, method: &Method) -> bool {
        match &self.part {
            Part::All => true,
            Part::Package(_, glob) => {
                let package = method.class.rsplit_once('/');
                glob.is_match(package.map_or("", |(package, _)| package))
            }
            Part::Module(_, glob) => method.file.as_ref().is_some_and(|file| {
                let file = file.replace('\\', "/");
                let mut folders = file.match_indices('/').map(|(at, _)| &file[..at]);
                folders.any(|folder| glob.is_match(folder))
            }),
        }
    }

    fn total(&self, report: &Report, executed: &[Option<Features>]) -> Features {
        let mut total = Features::new();
        let methods = report.methods.iter().zip(executed);
        for (_, features) in methods.filter(|(method, _)| self.covers(method)) {
            if let Some(features) = features {
                total.add_scaled(features, 1.0);
            }
        }
        total
    }
}

/// What one call of each method executes on both sides, and the methods of the head that say nothing of what it adds.
struct Executed {
    base: Vec<Option<Features>>,
    head: Vec<Option<Features>>,
    left_out: BTreeSet<usize>,
}

/// What the two sides of a pair execute is taken at the same values. A pair of which one side has no number is in neither sum,
/// and what is none of the change is the same in both.
fn executed(
    comparer: &Comparer<'_>,
    (base, head): (&Report, &Report),
    pairs: &[(usize, usize)],
    resting: &BTreeMap<String, UnrelatedDifference>,
) -> Executed {
    let read = |report: &Report| -> Vec<Option<(Cost, Values)>> {
        let methods = report.methods.iter();
        methods
            .map(|method| {
                let cost = Cost::read(method, comparer.posterior);
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
    // Where there is no code nothing is executed.
    let has_code = |method: &Method| method.not_analysed() != Some("abstract");
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

fn glob(text: &str, pattern: &str) -> Result<GlobMatcher, String> {
    let glob = GlobBuilder::new(pattern).literal_separator(true).build();
    glob.map(|glob| glob.compile_matcher())
        .map_err(|error| format!("\"{text}\" cannot be read: {}", error.kind()))
}

impl RegressionPolicy {
    /// True where sums have limits, which takes all methods.
    pub fn has_sums(&self) -> bool {
        !self.sum_rules.is_empty()
    }

    /// Holds the sums of two reports against their limits.
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
                    // From nothing any increase is over every share.
                    let is_over = |soft: f64| before <= 0.0 || increase >= soft;
                    if let Some(soft) = rule
                        .soft
                        .filter(|soft| is_over(*soft) && p >= self.confidence)
                    {
                        reasons.push(format!(
                            "P(head > base) {} and {} is over the tolerance of {}",
                            probability(p),
                            if before > 0.0 {
                                percent(increase)
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
                    reasons,
                }
            })
            .collect()
    }
}

/// JSON has no way to write what is beyond all numbers.
const fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { f64::MAX }
}
