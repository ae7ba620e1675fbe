//! How sure it is which side costs more where nobody knows how often what differs is executed.
//!
//! What both sides execute cancels before anything is said. Where control flow and callees are the same on both sides, what
//! differs is executed equally often on both, so that frequencies decide nothing. Elsewhere what the head has more and
//! what the base has more are executed independently of each other.

use crate::name::qualified;
use crate::report::Method;
use crate::same_code::instructions_differ;
use posterior::{Device, Features, Posterior};
use std::collections::{BTreeMap, BTreeSet};

/// The factors at the 5th and the 95th percentile between the truth and an energy of which these shares, from 0 to 1,
/// depend on loops, on branches, on which of several methods runs, on recursion, and on what runs of other programs
/// counted.
pub type Spread = fn(shares: [f64; 6]) -> (f64, f64);

/// The 95% quantile of a standard normal distribution.
const NORMAL_95: f64 = 1.644_853_626_951_472_8;

/// How far from the middle the distribution of the factor is examined, in standard deviations, and in which steps.
const STEPS: i32 = 24;
const STEP: f64 = 0.2;

/// The smallest difference of two numbers that are not the same, as a share.
const ROUNDING: f64 = 1e-9;

/// The methods whose frequencies are not those of the other side, by the names of the head: their own, or those of a
/// method that they call.
pub(crate) struct Unaligned(BTreeSet<String>);

impl Unaligned {
    /// Of pairs of methods, and what the head calls methods of other names in the base. `all` are the methods of both sides: a
    /// call that leads elsewhere runs as often as before, but what it leads to has frequencies of its own.
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
        let own = pairs.iter().filter(|pair| is_own(pair));
        let mut open: Vec<String> = own.map(|(_, head)| qualified(head)).collect();
        let mut all: BTreeSet<String> = open.iter().cloned().collect();
        while let Some(method) = open.pop() {
            for caller in callers.get(&method[..]).into_iter().flatten() {
                if all.insert(caller.clone()) {
                    open.push(caller.clone());
                }
            }
        }
        Self(all)
    }

    pub(crate) fn has(&self, head: &Method) -> bool {
        self.0.contains(&qualified(head))
    }
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

/// What one side executes more than the other.
struct More {
    features: Features,
    mean: f64,
}

impl More {
    fn of(posterior: &Posterior, device: Device, one: &Features, other: &Features) -> Self {
        let more = |one: f64, other: f64| {
            if one.abs() > other.abs() {
                one - other
            } else {
                0.0
            }
        };
        let counts = one.iter();
        let mut features: Features = counts
            .map(|(id, count)| (id, more(count, other.count(id))))
            .collect();
        features.device_count = more(one.device_count, other.device_count);
        features.given_joules = more(one.given_joules, other.given_joules);
        let mean = posterior.mean(&features, device).0;
        Self { features, mean }
    }

    /// The shares of all that a side executes which depend on loops, branches, dispatch, recursion and what was counted.
    fn uncertain_shares(&self, side: &Method) -> Option<[f64; 6]> {
        let behind = side.typical.as_ref()?.behind;
        let parts = [
            behind.loops,
            behind.branches,
            behind.dispatch,
            behind.recursion,
            behind.measured,
            behind.scatter,
        ];
        Some(parts.map(|part| (part / self.mean).clamp(0.0, 1.0)))
    }

    /// The shares of it that may depend on loops, branches, dispatch, recursion and what was counted: as much as the side
    /// has of that, and nothing where both sides have the same.
    fn spread(&self, side: &Method, other: &Method, spread: Spread) -> Option<(f64, f64)> {
        let (side, other) = (
            side.typical.as_ref()?.behind,
            other.typical.as_ref()?.behind,
        );
        let share = |one: f64, other: f64| {
            let is_same = (one - other).abs() <= ROUNDING * one.abs().max(other.abs());
            if is_same {
                0.0
            } else {
                (one / self.mean).clamp(0.0, 1.0)
            }
        };
        let shares = [
            share(side.loops, other.loops),
            share(side.branches, other.branches),
            share(side.dispatch, other.dispatch),
            share(side.recursion, other.recursion),
            share(side.measured, other.measured),
            share(side.scatter, other.scatter),
        ];
        let is_certain = shares.iter().all(|share| *share == 0.0);
        Some(if is_certain {
            (1.0, 1.0)
        } else {
            spread(shares)
        })
    }
}

/// P(head > base) over the posterior and the frequencies, where those of the two sides are not the same; `None` where the
/// frequencies decide nothing.
pub(crate) fn p_greater(
    (posterior, device): (&Posterior, Device),
    (base, of_base): (&Method, &Features),
    (head, of_head): (&Method, &Features),
    spread: Spread,
) -> Option<f64> {
    let is_same_code = !instructions_differ(base, head, &BTreeMap::new());
    let (added, removed, of_added, of_removed);
    if is_same_code {
        // What differs are the frequencies alone: each side has its own.
        let whole = |features: &Features| More {
            features: features.clone(),
            mean: posterior.mean(features, device).0,
        };
        (added, removed) = (whole(of_head), whole(of_base));
        let shares = (
            added.uncertain_shares(head)?,
            removed.uncertain_shares(base)?,
        );
        let mut all = shares.0.iter().chain(&shares.1);
        if all.all(|share| *share == 0.0) {
            return None;
        }
        (of_added, of_removed) = (spread(shares.0), spread(shares.1));
    } else {
        added = More::of(posterior, device, of_head, of_base);
        removed = More::of(posterior, device, of_base, of_head);
        if added.features.is_zero() || removed.features.is_zero() {
            return None;
        }
        of_added = added.spread(head, base, spread)?;
        of_removed = removed.spread(base, head, spread)?;
    }
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
    Some(sum / weights)
}
