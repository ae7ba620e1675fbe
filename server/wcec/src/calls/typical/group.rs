//! Methods that call each other: what a call of each costs.
//!
//! A call that several methods may answer goes to those that cost little more often than to those that cost much
//! ([`Model::dispatch_power`]), so that a cycle through it that nobody takes does not grow without end. Where methods call
//! each other directly, the calls that hang on branches and loops count for less until no way round is taken with a greater
//! probability than [`GREATEST_GAIN`].

use super::dispatch;
use flow::Components;
use frequency::Model;

/// No recursion is taken to go on with a greater probability than this.
const GREATEST_GAIN: f64 = 0.95;

/// How often a group is gone through at most to find what its methods cost.
const ROUNDS: usize = 100;

/// A change by less than this share is none.
const SAME: f64 = 1e-4;

/// How often the counts of a cycle are made smaller, at most, until they are small enough.
const REDUCTIONS: usize = 24;

/// A gain that is greater than [`GREATEST_GAIN`] by no more than this factor is small enough.
const NEAR: f64 = 1.02;

/// Who is called.
#[derive(Debug, Clone, Copy)]
pub(super) enum To {
    /// A member of the group, by its place there.
    Inside(usize),
    /// Another, which costs so many joules.
    Outside(f64),
    /// Nobody knows what it costs.
    Unpriced,
}

/// A call of a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) to: To,
    pub(super) count: f64,
    pub(super) is_certain: bool,
}

/// A member of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    /// What it costs itself, in joules.
    pub(super) own: f64,
    /// True for a call that several methods may answer.
    pub(super) is_choice: bool,
    pub(super) calls: Vec<Call>,
}

/// What the members of a group cost, and by what each of their calls is multiplied.
pub(super) struct Solved {
    pub(super) joules: Vec<f64>,
    pub(super) factors: Vec<Vec<f64>>,
}

/// Finds what the members cost.
pub(super) fn solve(members: &[Member], model: &Model) -> Solved {
    let mut factors: Vec<Vec<f64>> = members
        .iter()
        .map(|member| vec![1.0; member.calls.len()])
        .collect();
    limit_cycles(members, &mut factors);
    let mut joules: Vec<f64> = members.iter().map(|member| member.own).collect();
    for _ in 0..ROUNDS {
        let mut greatest_change = 0.0_f64;
        for (at, member) in members.iter().enumerate() {
            let each = |call: &Call| match call.to {
                To::Inside(place) => Some(joules[place]),
                To::Outside(joules) => Some(joules),
                To::Unpriced => None,
            };
            if member.is_choice {
                let choices = member.calls.iter().map(|call| (call.count, each(call)));
                factors[at] = dispatch::by_energy(choices, model);
            }
            let called: f64 = member
                .calls
                .iter()
                .zip(&factors[at])
                .map(|(call, factor)| call.count * factor * each(call).unwrap_or(0.0))
                .sum();
            let new = member.own + called;
            let change = (new - joules[at]).abs() / new.abs().max(f64::MIN_POSITIVE);
            greatest_change = greatest_change.max(change);
            joules[at] = new;
        }
        if greatest_change < SAME {
            break;
        }
    }
    Solved { joules, factors }
}

/// Makes the uncertain calls on cycles smaller that lead through no choice.
fn limit_cycles(members: &[Member], factors: &mut [Vec<f64>]) {
    let direct = |at: usize| {
        let calls = members[at].calls.iter().enumerate();
        let is_direct = !members[at].is_choice;
        calls.filter_map(move |(number, call)| match call.to {
            To::Inside(place) if is_direct => Some((number, place, call)),
            _ => None,
        })
    };
    let needs: Vec<Vec<u32>> = (0..members.len())
        .map(|at| direct(at).map(|(_, place, _)| place as u32).collect())
        .collect();
    let components = Components::find(members.len(), 0..members.len() as u32, |node, followed| {
        let next = needs[node as usize].get(*followed as usize).copied();
        *followed += 1;
        next
    });
    for component in 0..components.len() {
        let nodes = components.nodes(component);
        let first = components.of[nodes[0] as usize];
        let is_cycle = nodes.len() > 1 || needs[nodes[0] as usize].contains(&nodes[0]);
        if !is_cycle {
            continue;
        }
        let mut place_of = rustc_hash::FxHashMap::default();
        place_of.extend(nodes.iter().zip(0_usize..));
        for round in 1..=REDUCTIONS {
            let inside: Vec<Vec<(usize, f64)>> = nodes
                .iter()
                .map(|node| {
                    let at = *node as usize;
                    let calls = direct(at).filter_map(|(number, place, call)| {
                        let place = place_of.get(&(place as u32))?;
                        Some((*place, call.count * factors[at][number]))
                    });
                    calls.collect()
                })
                .collect();
            let gain = gain(&inside);
            if gain <= GREATEST_GAIN * NEAR {
                break;
            }
            for node in nodes {
                let at = *node as usize;
                for (number, place, call) in direct(at) {
                    // A cycle that is certain ends in an exception alone.
                    let is_reduced = !call.is_certain || round == REDUCTIONS;
                    if components.of[place] == first && is_reduced {
                        factors[at][number] *= GREATEST_GAIN / gain;
                    }
                }
            }
        }
    }
}

/// The greatest factor by which what is called grows on a way round a group: the spectral radius of its counts, by
/// iteration.
fn gain(inside: &[Vec<(usize, f64)>]) -> f64 {
    const ROUNDS: usize = 40;
    let mut vector = vec![1.0_f64; inside.len()];
    let mut gains = [0.0_f64; ROUNDS];
    for gain in &mut gains {
        let next: Vec<f64> = inside
            .iter()
            .map(|edges| edges.iter().map(|(to, count)| vector[*to] * count).sum())
            .collect();
        let greatest = next.iter().copied().fold(0.0, f64::max);
        *gain = greatest;
        if greatest <= 0.0 {
            return f64::MIN_POSITIVE;
        }
        vector = next.into_iter().map(|value| value / greatest).collect();
    }
    // A cycle of several lengths lets the factor swing: its geometric mean counts.
    let last = &gains[ROUNDS / 2..];
    (last.iter().map(|gain| gain.ln()).sum::<f64>() / last.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(to: To, count: f64, is_certain: bool) -> Call {
        Call {
            to,
            count,
            is_certain,
        }
    }

    fn member(own: f64, is_choice: bool, calls: &[Call]) -> Member {
        Member {
            own,
            is_choice,
            calls: calls.to_vec(),
        }
    }

    #[test]
    fn a_recursion_that_ends_is_the_sum_of_its_calls() {
        let once = member(2.0, false, &[call(To::Inside(0), 0.5, false)]);
        let solved = solve(&[once], Model::built_in());
        assert!((solved.joules[0] - 4.0).abs() < 0.01, "{:?}", solved.joules);
    }

    #[test]
    fn what_is_certain_is_called_in_full_where_a_recursion_is_cut() {
        // The first calls the second once in any case, and that the first three times on average.
        let members = [
            member(1.0, false, &[call(To::Inside(1), 1.0, true)]),
            member(5.0, false, &[call(To::Inside(0), 3.0, false)]),
        ];
        let solved = solve(&members, Model::built_in());
        assert_eq!(solved.factors[0], [1.0]);
        assert!(solved.factors[1][0] < 0.4);
        assert!(solved.joules[0] >= solved.joules[1] + 0.9);
        assert!(solved.joules[1] < 200.0, "{:?}", solved.joules);
    }

    #[test]
    fn a_choice_between_a_leaf_and_a_way_back_does_not_grow_without_end() {
        // The method visits ten children, each of which is a leaf or a node like itself.
        let members = [
            member(1e-7, false, &[call(To::Inside(1), 10.0, false)]),
            member(
                0.0,
                true,
                &[
                    call(To::Outside(1e-7), 0.5, true),
                    call(To::Inside(0), 0.5, true),
                ],
            ),
        ];
        let solved = solve(&members, Model::built_in());
        let joules = solved.joules[0];
        assert!(joules > 1e-6 && joules < 1e-3, "{joules}");
    }
}
