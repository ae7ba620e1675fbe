//! How far the weights of the methods that may answer a call are from counted shares.

use std::collections::BTreeMap;

use frequency::Model;

use crate::frequencies::call_shares::{CallShares, TargetShare};

/// The share of energies below an interval, and above it.
const OUTSIDE: f64 = 0.05;
/// The compared probabilities that any target is as likely as any other.
const EVEN: [f64; 6] = [0.0, 0.1, 0.2, 0.3, 0.5, 1.0];
/// The compared powers of energies in weights.
const POWERS: [f64; 4] = [0.0, 0.25, 0.5, 1.0];
/// What weights add to energies in joules.
const MIN_JOULES: f64 = 1e-9;
/// A call has one target if this share of its executions has.
const ONE: f64 = 0.99;

/// Prints for groups of calls with similarly many targets how often a single one ran, and how often an interval from the weights
/// contains the counted average of the estimated energies. The calls of one method in a program together count as one.
pub(super) fn print(calls: &[CallShares]) {
    let mut counts: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for call in calls {
        *counts.entry((&call.program, &call.named)).or_default() += 1.0;
    }
    let weight = |call: &CallShares| 1.0 / counts[&(&*call.program, &*call.named)];
    let mut groups: BTreeMap<(bool, usize), Vec<&CallShares>> = BTreeMap::new();
    for call in calls.iter().filter(|call| is_known(call)) {
        let group = match call.targets.len() {
            0..=2 => 2,
            3..=4 => 4,
            5..=16 => 16,
            _ => usize::MAX,
        };
        groups
            .entry((call.is_of_jdk, group))
            .or_default()
            .push(call);
    }
    println!("calls that several methods may answer, by the number of methods:");
    for ((is_of_jdk, most), of) in groups {
        let all: f64 = of.iter().map(|call| weight(call)).sum();
        let share = |holds: &dyn Fn(&CallShares) -> bool| {
            let found = of.iter().filter(|call| holds(call));
            100.0 * found.map(|call| weight(call)).sum::<f64>() / all
        };
        let one = share(&|call| call.targets.iter().any(|target| target.counted >= ONE));
        let inside = EVEN.map(|even| format!("{:.0}%", share(&|call| is_inside(call, even))));
        let named = if is_of_jdk {
            "a JDK type"
        } else {
            "an own type"
        };
        let most = if most == usize::MAX {
            String::from("more")
        } else {
            format!("up to {most}")
        };
        println!(
            "  on {named}, {most}: {all:.0} methods, {} sites, one target {one:.0}%, inside {}",
            of.len(),
            inside.join(" "),
        );
    }
    println!("  inside the interval if the weights are even with the probability {EVEN:?}");
    for is_of_jdk in [false, true] {
        let of = calls.iter().filter(|call| call.is_of_jdk == is_of_jdk);
        let of: Vec<&CallShares> = of.filter(|call| is_known(call)).collect();
        for power in POWERS {
            let ratio = |call: &&CallShares| (ratio(call, power).ln(), weight(call));
            let mut errors: Vec<(f64, f64)> = of.iter().map(ratio).collect();
            errors.retain(|(error, _)| error.is_finite());
            let all: f64 = errors.iter().map(|(_, weight)| weight).sum();
            let mean = errors
                .iter()
                .map(|(error, weight)| error * weight)
                .sum::<f64>()
                / all;
            errors.sort_by(|one, two| one.0.abs().total_cmp(&two.0.abs()));
            let quantile = |share: f64| {
                let mut before = 0.0;
                let found = errors.iter().find(|(_, weight)| {
                    before += weight;
                    before >= share * all
                });
                found.map_or(f64::NAN, |(error, _)| error.abs().exp())
            };
            println!(
                "  on {}, weights with energy to the power of -{power}: factor of the mean energy {:.2} in the median, {:.1} at p90; \
                 geometric mean {:.2}",
                if is_of_jdk {
                    "a JDK type"
                } else {
                    "an own type"
                },
                quantile(0.5),
                quantile(0.9),
                mean.exp(),
            );
        }
    }
}

/// The mean energy of a call if energies have this power in the weights, divided by that with the counted shares.
fn ratio(call: &CallShares, power: f64) -> f64 {
    let change = Model::built_in().dispatch_power() - power;
    let weight = |target: &TargetShare| target.weight * (target.joules + MIN_JOULES).powf(change);
    let targets = || call.targets.iter();
    let total: f64 = targets().map(weight).sum();
    let said = targets().map(|target| weight(target) * target.joules);
    let counted = targets().map(|target| target.counted * target.joules);
    said.sum::<f64>() / total / counted.sum::<f64>()
}

/// Whether nearly all executions went to known methods.
fn is_known(call: &CallShares) -> bool {
    let counted = call.targets.iter().map(|target| target.counted);
    let weight = call.targets.iter().map(|target| target.weight);
    counted.sum::<f64>() >= ONE && weight.sum::<f64>() > 0.0
}

fn is_inside(call: &CallShares, even: f64) -> bool {
    let total: f64 = call.targets.iter().map(|target| target.weight).sum();
    let mut sorted: Vec<&TargetShare> = call.targets.iter().collect();
    sorted.sort_by(|one, two| one.joules.total_cmp(&two.joules));
    let of_each = even / sorted.len() as f64;
    let probability = |target: &TargetShare| (1.0 - even) * target.weight / total + of_each;
    let low = end(sorted.iter().copied(), probability);
    let high = end(sorted.iter().rev().copied(), probability);
    let counted = call.targets.iter();
    let counted: f64 = counted.map(|target| target.counted * target.joules).sum();
    // A sum of shares may be a little below 1.
    counted >= low * ONE && counted <= high / ONE
}

/// The energy in joules of the first target from which on at most [`OUTSIDE`] of the calls are left out before it.
fn end<'c>(
    targets: impl Iterator<Item = &'c TargetShare>,
    probability: impl Fn(&TargetShare) -> f64,
) -> f64 {
    let mut before = 0.0;
    let mut last = f64::NAN;
    for target in targets {
        before += probability(target);
        last = target.joules;
        if before > OUTSIDE {
            break;
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rare_target_is_inside_if_weights_may_say_nothing() {
        let target = |weight: f64, joules: f64, counted: f64| TargetShare {
            weight,
            joules,
            counted,
        };
        let call = CallShares {
            program: String::new(),
            named: String::new(),
            calls: 10,
            is_of_jdk: false,
            targets: vec![target(0.99, 1.0, 0.0), target(0.01, 100.0, 1.0)],
        };
        assert!(is_known(&call));
        assert!(!is_inside(&call, 0.0) && is_inside(&call, 0.2));
    }
}
