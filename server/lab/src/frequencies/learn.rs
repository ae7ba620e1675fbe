//! A model of frequencies, learned from counted runs.

use anyhow::Result;
use frequency::{
    BRANCH_FEATURES, BranchLeaf, Dispatch, FREQUENCIES, LOOP_FEATURES, LoopLeaf, ModelDocument,
    Switches,
};
use serde_json::json;

use super::dataset::{self, Dataset, ExecutedMethod};
use super::grow::{Examples, MeanLoss, grow};

const BRANCH_LEAVES: usize = 160;
const LOOP_LEAVES: usize = 24;
/// A leaf needs at least this many branches or loops.
const MIN_BRANCHES: usize = 40;
const MIN_LOOPS: usize = 25;
/// The branches of a method together weigh at most as much as this many executions, so that one hot loop does not dominate.
const MAX_METHOD_WEIGHT: f64 = 100.0;
/// A loop weighs at most as much as this many entries.
const MAX_LOOP_WEIGHT: f64 = 100.0;
/// No probability is closer to 0 or 1: what never happened in these runs may happen in others.
const MIN_PROBABILITY: f64 = 0.000_5;
/// Means and moments use counts up to this quantile of their leaf, and larger counts count as the quantile. Otherwise the
/// few loops that repeat far more often would dominate.
const HIGHEST_QUANTILE: f64 = 0.99;

/// Which mean of loop counts the frequencies are computed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mean {
    /// The geometric mean of `1 + count`, minus one.
    Geometric,
    Arithmetic,
}

/// The model learned from all families except some.
pub(super) fn document(data: &Dataset, without: &[usize], mean: Mean) -> Result<ModelDocument> {
    let base: ModelDocument = serde_json::from_str(FREQUENCIES)?;
    let known = data.without(without);
    let ran: Vec<&ExecutedMethod> = known.iter().map(AsRef::as_ref).collect();
    let (branches, loops) = (branch_examples(&ran), loop_examples(&ran));
    let branch_tree = grow(
        &branches,
        BRANCH_FEATURES,
        MeanLoss::Log,
        BRANCH_LEAVES,
        MIN_BRANCHES,
        |members| branch_leaf(&branches, members),
    );
    let loop_tree = grow(
        &loops,
        LOOP_FEATURES,
        MeanLoss::Square,
        LOOP_LEAVES,
        MIN_LOOPS,
        |members| loop_leaf(&loops, members, mean),
    );
    Ok(ModelDocument {
        provenance: json!({
            "how": "Learned by `cargo xtask frequencies` from block counts of real programs on JDK 17, compiled with C1.",
            "programs": data.families,
            "runs": data.runs,
            "branches": branches.weights.len(),
            "loops": loops.weights.len(),
            "receivers": "At calls in the programs' own code that name a class of the JDK.",
        }),
        branches: branch_tree,
        loops: loop_tree,
        switches: switches(&ran, &base.switches),
        caught: caught(&ran),
        dispatch: Dispatch {
            receivers: data.receivers.shares(without),
            ..base.dispatch
        },
        ..base
    })
}

/// The weight of one execution in a method with this many executions.
pub(super) fn share_of(executions: u64) -> f64 {
    (MAX_METHOD_WEIGHT / executions as f64).min(1.0)
}

fn branch_examples(ran: &[&ExecutedMethod]) -> Examples {
    let mut examples = Examples::default();
    for one in ran {
        let executed = one.execution.branches.iter();
        let all: u64 = executed.map(|branch| branch.taken + branch.not_taken).sum();
        if all == 0 {
            continue;
        }
        for (branch, features) in one.execution.branches.iter().zip(&one.branches) {
            let count = branch.taken + branch.not_taken;
            let Some(features) = features.as_ref().filter(|_| count > 0) else {
                continue;
            };
            examples.features.push(features.clone());
            examples.weights.push(count as f64 * share_of(all));
            examples.targets.push(branch.taken as f64 / count as f64);
        }
    }
    examples
}

fn branch_leaf(examples: &Examples, members: &[u32]) -> BranchLeaf {
    let (mut weight, mut sum) = (0.0, 0.0);
    for at in members {
        let at = *at as usize;
        weight += examples.weights[at];
        sum += examples.weights[at] * examples.targets[at];
    }
    let taken = (sum + 0.5) / (weight + 1.0);
    BranchLeaf {
        taken: rounded(taken.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY)),
    }
}

/// The targets are the logarithms of the counts plus one.
fn loop_examples(ran: &[&ExecutedMethod]) -> Examples {
    let mut examples = Examples::default();
    for found in ran.iter().flat_map(|one| &one.loops) {
        let trips = found.returns as f64 / found.entries as f64;
        examples.features.push(found.features.clone());
        examples
            .weights
            .push((found.entries as f64).min(MAX_LOOP_WEIGHT));
        examples.targets.push(trips.ln_1p());
    }
    examples
}

/// Counts also vary within a loop, but a run only records the loop's mean. So the moments are those of the loops' means.
fn loop_leaf(examples: &Examples, members: &[u32], mean: Mean) -> LoopLeaf {
    let most = highest(examples, members);
    let mut sums = [0.0; 5];
    for at in members {
        let at = *at as usize;
        let (weight, target) = (examples.weights[at], examples.targets[at]);
        let trips = target.exp_m1().min(most);
        for (sum, value) in
            (sums.iter_mut()).zip([1.0, target, trips, trips * trips, trips * trips * trips])
        {
            *sum += weight * value;
        }
    }
    let [weight, logarithm, first, second, third] = sums;
    let of = |sum: f64| if weight > 0.0 { sum / weight } else { 0.0 };
    let average = of(first);
    let moment = |sum: f64, power: i32| {
        let moment = of(sum) / average.powi(power);
        if moment.is_finite() {
            rounded(moment)
        } else {
            1.0
        }
    };
    LoopLeaf {
        trips: rounded(match mean {
            Mean::Geometric => of(logarithm).exp_m1(),
            Mean::Arithmetic => average,
        }),
        square: moment(second, 2),
        cube: moment(third, 3),
    }
}

/// The quantile of a leaf's counts that replaces all counts above it.
fn highest(examples: &Examples, members: &[u32]) -> f64 {
    let mut counts: Vec<(f64, f64)> = (members.iter())
        .map(|at| {
            (
                examples.targets[*at as usize],
                examples.weights[*at as usize],
            )
        })
        .collect();
    counts.sort_by(|one, two| one.0.total_cmp(&two.0));
    let all: f64 = counts.iter().map(|(_, weight)| weight).sum();
    let mut below = 0.0;
    let found = counts.iter().find(|(_, weight)| {
        below += weight;
        below >= all * HIGHEST_QUANTILE
    });
    found.map_or(0.0, |(target, _)| target.exp_m1())
}

/// The share of the default case over all switches, each method capped as its branches are.
fn switches(ran: &[&ExecutedMethod], base: &Switches) -> Switches {
    let (mut weight, mut sum) = (0.0, 0.0);
    for one in ran {
        let defaults = dataset::with_view(&one.bytes, one.method, |view| {
            view.code
                .switches
                .iter()
                .map(|switch| switch.default)
                .collect::<Vec<u32>>()
        });
        let all: u64 = (one.execution.switches.iter())
            .flat_map(|switch| &switch.arms)
            .map(|arm| arm.count)
            .sum();
        if all == 0 {
            continue;
        }
        for (switch, default) in one
            .execution
            .switches
            .iter()
            .zip(defaults.unwrap_or_default())
        {
            for arm in &switch.arms {
                let executions = arm.count as f64 * share_of(all);
                weight += executions;
                sum += if arm.target == default {
                    executions
                } else {
                    0.0
                };
            }
        }
    }
    Switches {
        default: if weight > 0.0 {
            rounded(sum / weight)
        } else {
            base.default
        },
        throws: base.throws,
    }
}

/// How often a protected block is left to a handler.
fn caught(ran: &[&ExecutedMethod]) -> f64 {
    let (mut handlers, mut protected) = (0.0, 0.0);
    for one in ran {
        let (reached, executed) = one.handled;
        if executed > 0 {
            let share = share_of(executed);
            handlers += reached as f64 * share;
            protected += executed as f64 * share;
        }
    }
    if protected > 0.0 {
        rounded(handlers / protected)
    } else {
        0.0
    }
}

/// Four digits: more would only lengthen the file.
fn rounded(value: f64) -> f64 {
    if value == 0.0 {
        return 0.0;
    }
    let scale = 10_f64.powi(3 - value.abs().log10().floor() as i32);
    (value * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hot_method_weighs_no_more_than_its_cap() {
        assert!((share_of(50) - 1.0).abs() < 1e-12);
        assert!((share_of(1_000_000) * 1_000_000.0 - MAX_METHOD_WEIGHT).abs() < 1e-6);
    }

    #[test]
    fn the_leaf_of_loops_has_its_means_and_moments() {
        let examples = Examples {
            features: vec![Vec::new(); 2],
            weights: vec![1.0, 1.0],
            targets: vec![1_f64.ln_1p(), 7_f64.ln_1p()],
        };
        let leaf = loop_leaf(&examples, &[0, 1], Mean::Arithmetic);
        // (1 + 49) / 2 over 16, (1 + 343) / 2 over 64.
        assert_eq!((leaf.trips, leaf.square, leaf.cube), (4.0, 1.563, 2.688));
        let leaf = loop_leaf(&examples, &[0, 1], Mean::Geometric);
        assert!((leaf.trips - 3.0).abs() < 1e-9, "{leaf:?}");
    }
}
