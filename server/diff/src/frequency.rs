//! The certainty of which side costs more if it is unknown how often the differing code is executed.
//!
//! What both sides execute cancels as far as both decide alike how often. Reports of two states that were made together say
//! which parts of the energy only one of them decides. For reports that were made separately, control flow, callees and
//! estimates show that. The parts that only the head decides and those that only the base decides are independent of each
//! other.

use crate::change::{Change, Section};
use crate::name::qualified;
use crate::report::Method;
use crate::same_code::instructions_differ;
use documents::UncertaintyReport;
use posterior::{Device, Features, Posterior};
use std::collections::{BTreeMap, BTreeSet};

/// The factors between the true energy and an estimated one at the 5th and the 95th percentile. `shares`, from 0 to 1, depend
/// on loops, on branches, on which of several methods runs, on recursion, and on what runs of other programs counted.
pub type Spread = fn(shares: [f64; 7]) -> (f64, f64);

/// The 95% quantile of a standard normal distribution.
const NORMAL_95: f64 = 1.644_853_626_951_472_8;

/// How far from its centre the distribution of the factor is evaluated, in steps.
const STEPS: i32 = 24;
const STEP: f64 = 0.2;

/// The share of branches that a program takes the same way in more than 99 of 100 cases (84,203 branches of 24 programs).
const ONE_WAY: f64 = 0.69;

/// The smallest relative difference of two numbers that are not the same.
const ROUNDING: f64 = 1e-9;

/// The methods whose frequencies differ from the other side's, by their names in the head: their own, or those of a method that
/// they call. For reports that were made separately.
pub(crate) struct Unaligned {
    all: BTreeSet<String>,
    /// The methods among them for which the states have different estimates of the same thing.
    estimated_otherwise: BTreeSet<String>,
}

impl Unaligned {
    /// Finds them among pairs of methods. `renamed` has the names in the head of methods that have other names in the base, and
    /// `all` has the methods of both sides: a call with another target runs as often as before, but its target has frequencies
    /// of its own.
    pub(crate) fn of(
        pairs: &[(&Method, &Method)],
        renamed: &BTreeMap<String, String>,
        all: (&[Method], &[Method]),
    ) -> Self {
        let certain = (certain(all.0), certain(all.1));
        let is_own = |(base, head): &(&Method, &Method)| {
            let digest = |method: &Method| {
                let typical = method.typical.as_ref()?;
                typical.frequencies.clone()
            };
            let of_head: BTreeSet<&String> = head.callees.iter().collect();
            let of_base: BTreeSet<&String> = base
                .callees
                .iter()
                .map(|callee| renamed.get(callee).unwrap_or(callee))
                .collect();
            if certain.0.contains(&qualified(base)) && certain.1.contains(&qualified(head)) {
                return false;
            }
            digest(base).is_none()
                || digest(base) != digest(head)
                || of_base
                    .difference(&of_head)
                    .any(|callee| !certain.0.contains(*callee))
                || of_head
                    .difference(&of_base)
                    .any(|callee| !certain.1.contains(*callee))
        };
        let mut callers: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (_, head) in pairs {
            for callee in &head.callees {
                callers.entry(callee).or_default().push(qualified(head));
            }
        }
        let with_callers = |own: &mut dyn Iterator<Item = &(&Method, &Method)>| {
            let mut open: Vec<String> = own.map(|(_, head)| qualified(head)).collect();
            let mut all: BTreeSet<String> = open.iter().cloned().collect();
            while let Some(method) = open.pop() {
                for caller in callers.get(&method[..]).into_iter().flatten() {
                    if all.insert(caller.clone()) {
                        open.push(caller.clone());
                    }
                }
            }
            all
        };
        let mut otherwise = pairs.iter().filter(|pair| are_estimated_otherwise(pair));
        let estimated_otherwise = with_callers(&mut otherwise);
        let mut all = with_callers(&mut pairs.iter().filter(|pair| is_own(pair)));
        all.extend(estimated_otherwise.iter().cloned());
        Self {
            all,
            estimated_otherwise,
        }
    }

    fn has(&self, head: &Method) -> bool {
        self.all.contains(&qualified(head))
    }

    /// Whether a change is undecided also because the two sides do not share estimates.
    pub(crate) fn is_alone(&self, change: &Change, methods: [&Method; 2]) -> bool {
        let has_parts = |method: &Method| {
            let typical = method.typical.as_ref();
            typical.is_some_and(|typical| typical.apart.is_some())
        };
        change.section == Section::Undecided
            && change.delta.is_some_and(|delta| delta.mean != 0.0)
            && self.has(methods[1])
            && !methods.iter().all(|method| has_parts(method))
    }

    /// A warning if changes are undecided because the two reports do not share estimates. `are_revisions` says whether both were
    /// made for this comparison.
    pub(crate) fn caveat<'r>(
        &self,
        changes: impl Iterator<Item = (&'r Change, [&'r Method; 2])>,
        are_revisions: bool,
    ) -> Option<String> {
        let methods = match changes
            .filter(|(change, methods)| self.is_alone(change, *methods))
            .count()
        {
            0 => return None,
            1 => String::from("1 method is"),
            many => format!("{many} methods are"),
        };
        let remedy = if are_revisions {
            "with the same class path on both sides and without --calls none, jouled uses the same estimates for both"
        } else {
            "a comparison of the two revisions uses the same estimates for both"
        };
        Some(format!(
            "{methods} undecided also because each side estimates by itself how often code runs; {remedy} and may decide more"
        ))
    }
}

/// Whether neither state has all estimates of the other. Added code has estimates of its own.
fn are_estimated_otherwise((base, head): &(&Method, &Method)) -> bool {
    let estimates = |method: &Method| -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let typical = method.typical.iter();
        for estimate in typical.flat_map(|typical| &typical.estimates) {
            *counts.entry(estimate.clone()).or_default() += 1;
        }
        counts
    };
    let (before, after) = (estimates(base), estimates(head));
    let has_all = |one: &BTreeMap<String, usize>, other: &BTreeMap<String, usize>| {
        other
            .iter()
            .all(|(estimate, count)| one.get(estimate).is_some_and(|known| known >= count))
    };
    !has_all(&before, &after) && !has_all(&after, &before)
}

/// The methods of which no part depends on frequencies.
fn certain(methods: &[Method]) -> BTreeSet<String> {
    let is_certain = |method: &&Method| {
        method.typical.as_ref().is_some_and(|typical| {
            let behind = typical.behind;
            let parts = [
                behind.loops,
                behind.branches,
                behind.dispatch,
                behind.recursion,
                behind.measured,
            ];
            parts.iter().all(|part| *part == 0.0)
        })
    };
    methods.iter().filter(is_certain).map(qualified).collect()
}

/// The parts in joules of what a side executes that depend on loops, branches, dispatch, recursion and counted runs, their
/// standard deviation, and what not every call executes.
type Parts = [f64; 7];

fn parts(behind: UncertaintyReport) -> Parts {
    [
        behind.loops.max(behind.exits),
        behind.branches,
        behind.dispatch,
        behind.recursion,
        behind.measured,
        behind.scatter,
        // Older reports lack it.
        behind.unsure.max(behind.loops).max(behind.branches),
    ]
}

/// What one side executes in addition to the other.
struct More {
    features: Features,
    mean: f64,
}

impl More {
    /// What `one` executes in addition, plus the share `kept` of what both execute, which does not cancel.
    fn of(
        (posterior, device): (&Posterior, Device),
        one: &Features,
        other: &Features,
        kept: f64,
    ) -> Self {
        let more = |one: f64, other: f64| {
            let is_more = one.abs() - other.abs() > ROUNDING * one.abs();
            if is_more {
                one - (1.0 - kept) * other
            } else {
                kept * one
            }
        };
        let counts = one.iter();
        let mut features: Features = counts
            .map(|(id, count)| (id, more(count, other.count(id))))
            .filter(|(_, count)| *count != 0.0)
            .collect();
        features.device_count = more(one.device_count, other.device_count);
        features.given_joules = more(one.given_joules, other.given_joules);
        let mean = posterior.mean(&features, device).0;
        Self { features, mean }
    }

    /// The factors between which it lies if it has as much uncertainty as these parts of the whole side.
    fn spread(&self, parts: Parts, spread: Spread) -> (f64, f64) {
        let shares = parts.map(|part| share(part, self.mean));
        if shares.iter().all(|share| *share == 0.0) {
            (1.0, 1.0)
        } else {
            spread(shares)
        }
    }
}

fn share(part: f64, of: f64) -> f64 {
    if part > 0.0 {
        (part / of).clamp(0.0, 1.0)
    } else {
        0.0
    }
}

/// The parts that only one side decides, and the share of what both execute that therefore does not cancel; `None` if all of it
/// cancels.
fn decided_apart(
    unaligned: &Unaligned,
    [base, head]: [&Method; 2],
    means: [f64; 2],
) -> Option<([Parts; 2], f64)> {
    let typical = [base.typical.as_ref()?, head.typical.as_ref()?];
    if let [Some(of_base), Some(of_head)] = typical.map(|typical| typical.apart) {
        let apart = [parts(of_base), parts(of_head)];
        let shares = [0, 1].map(|side| {
            let [known @ .., _, _] = apart[side];
            let most = known.into_iter().fold(0.0, f64::max);
            share(most, means[side])
        });
        return Some((apart, shares[0].min(shares[1])));
    }
    if !unaligned.has(head) {
        return None;
    }
    let behind = typical.map(|typical| parts(typical.behind));
    let is_same_code = !instructions_differ(base, head, &BTreeMap::new());
    if is_same_code || unaligned.estimated_otherwise.contains(&qualified(head)) {
        // Each side has frequencies of its own.
        return Some((behind, 1.0));
    }
    // Parts that depend on the same on both sides are decided alike.
    let apart = [0, 1].map(|side| {
        let other = behind[1 - side];
        let mut all = behind[side];
        for (part, other) in all.iter_mut().zip(other) {
            if (*part - other).abs() <= ROUNDING * part.abs().max(other.abs()) {
                *part = 0.0;
            }
        }
        all
    });
    Some((apart, 0.0))
}

/// P(head > base) over the posterior and the frequencies, if those of the two sides differ; `None` if the frequencies decide
/// nothing.
pub(crate) fn p_greater(
    ground: (&Posterior, Device),
    (base, of_base): (&Method, &Features),
    (head, of_head): (&Method, &Features),
    (unaligned, spread): (&Unaligned, Spread),
) -> Option<f64> {
    let (posterior, device) = ground;
    let means = [of_base, of_head].map(|features| posterior.mean(features, device).0);
    let (apart, kept) = decided_apart(unaligned, [base, head], means)?;
    let added = More::of(ground, of_head, of_base, kept);
    let removed = More::of(ground, of_base, of_head, kept);
    let exits_of = |method: &Method| {
        let apart = method.typical.as_ref().and_then(|typical| typical.apart);
        apart.map_or(0.0, |apart| apart.exits)
    };
    // If an exit is never taken, everything runs as before. If it is always taken, nothing runs.
    let or_one_way = |p: f64, exits: f64| {
        let one_way = ONE_WAY * exits;
        (1.0 - one_way).mul_add(p, one_way / 2.0)
    };
    if removed.features.is_zero() {
        return None;
    }
    if added.features.is_zero() {
        // Perhaps the head executes less of everything only because it leaves a loop where the base does not.
        let exits = share(exits_of(head), means[1].min(removed.mean));
        let p = || posterior.compare(of_head, of_base, device).p_greater;
        return (exits > 0.0).then(|| or_one_way(p(), exits));
    }
    let exits = share(exits_of(base), removed.mean).max(share(exits_of(head), added.mean));
    let of_added = added.spread(apart[1], spread);
    let of_removed = removed.spread(apart[0], spread);
    let logarithm = |factor: f64| factor.clamp(1e-9, 1e9).ln().abs() / NORMAL_95;
    let up = logarithm(of_added.1).hypot(logarithm(of_removed.0));
    let down = logarithm(of_added.0).hypot(logarithm(of_removed.1));
    if up == 0.0 && down == 0.0 {
        return None;
    }
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in -STEPS..=STEPS {
        let z = f64::from(step) * STEP;
        let weight = (-0.5 * z * z).exp();
        let factor = (z * if z < 0.0 { down } else { up }).exp();
        let more = added.features.scaled(factor);
        sum += weight
            * posterior
                .compare(&more, &removed.features, device)
                .p_greater;
        weights += weight;
    }
    Some(or_one_way(sum / weights, exits))
}
