//! Methods that call each other, and what a call of each of them costs.
//!
//! A call that several methods may answer goes to cheap methods more often than to expensive ones ([`Model::dispatch_power`]).
//! Calls within the group that depend on choices, branches and loops are scaled down until no cycle repeats with a probability
//! above a limit ([`super::cycles`]), so that recursions end.

use super::cycles::{callees_first, limit};
use super::dispatch;
use super::member::{CallTarget, Member};
use frequency::Model;

/// The maximum number of times that the weights of choices are computed from the costs.
const ROUNDS: usize = 16;

/// The maximum number of sweeps over a group that compute the costs for given weights.
const SWEEPS: usize = 100;

/// Smaller relative changes are ignored.
const SAME: f64 = 1e-4;

/// The energies of the members of a group, and the factor of each of their calls.
pub(super) struct Solved {
    pub(super) joules: Vec<f64>,
    pub(super) factors: Vec<Vec<f64>>,
    /// The energies of the members, in joules, that the factors were computed from.
    pub(super) weighed: Vec<f64>,
    /// The members, callees first.
    pub(super) order: Vec<usize>,
}

/// Computes the energies of the members.
pub(super) fn solve(members: &[Member], model: &Model) -> Solved {
    let mut factors: Vec<Vec<f64>> = members
        .iter()
        .map(|member| vec![1.0; member.calls.len()])
        .collect();
    let start = |member: &Member| member.start.unwrap_or(member.own);
    let mut joules: Vec<f64> = members.iter().map(start).collect();
    let mut weighed = joules.clone();
    let order = callees_first(members);
    let choices = members.iter().filter(|member| member.is_choice);
    let mut chosen = choices.flat_map(|choice| &choice.calls).peekable();
    let are_weights_given = chosen.peek().is_some()
        && chosen
            .all(|call| call.weighed_as.is_some() || !matches!(call.to, CallTarget::Inside(_)));
    for _ in 0..ROUNDS {
        weighed.clone_from(&joules);
        for (member, factors) in members.iter().zip(&mut factors) {
            if member.is_choice {
                let choices = member.calls.iter();
                let choices = choices.map(|call| (call.count, call.weighing(&joules)));
                *factors = dispatch::by_energy(choices, member.even, model);
            } else {
                factors.fill(1.0);
            }
        }
        limit(members, &mut factors);
        settle(members, &order, &factors, &mut joules);
        let is_same = joules
            .iter()
            .zip(&weighed)
            .all(|(one, other)| is_near(*one, *other));
        if is_same || are_weights_given {
            break;
        }
    }
    Solved {
        joules,
        factors,
        weighed,
        order,
    }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * one.abs().max(f64::MIN_POSITIVE)
}

/// Solves the linear equations with these factors, in place.
fn settle(members: &[Member], order: &[usize], factors: &[Vec<f64>], joules: &mut [f64]) {
    for _ in 0..SWEEPS {
        let mut is_same = true;
        for at in order.iter().copied() {
            let member = &members[at];
            let calls = member.calls.iter().zip(&factors[at]);
            let called = calls
                .map(|(call, factor)| call.count * factor * call.to.joules(joules).unwrap_or(0.0));
            let new = member.own + called.sum::<f64>();
            is_same &= is_near(new, joules[at]);
            joules[at] = new;
        }
        if is_same {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::member::Call;
    use super::*;

    fn call(to: CallTarget, count: f64, is_certain: bool) -> Call {
        Call {
            to,
            count,
            is_certain,
            weighed_as: None,
        }
    }

    fn member(own: f64, is_choice: bool, calls: &[Call]) -> Member {
        Member {
            own,
            is_choice,
            is_method: !is_choice,
            even: 0.0,
            calls: calls.to_vec(),
            start: None,
        }
    }

    #[test]
    fn a_recursion_that_ends_is_the_sum_of_its_calls() {
        let once = member(2.0, false, &[call(CallTarget::Inside(0), 0.5, false)]);
        let solved = solve(&[once], Model::built_in());
        assert!((solved.joules[0] - 4.0).abs() < 0.01, "{:?}", solved.joules);
    }

    #[test]
    fn what_is_certain_is_called_in_full_where_a_recursion_is_cut() {
        // The first always calls the second once, which calls the first three times on average.
        let members = [
            member(1.0, false, &[call(CallTarget::Inside(1), 1.0, true)]),
            member(5.0, false, &[call(CallTarget::Inside(0), 3.0, false)]),
        ];
        let solved = solve(&members, Model::built_in());
        assert_eq!(solved.factors[0], [1.0]);
        assert!(solved.factors[1][0] < 0.4);
        assert!(solved.joules[0] >= solved.joules[1] + 0.9);
        assert!(solved.joules[1] < 200.0, "{:?}", solved.joules);
    }

    #[test]
    fn a_choice_between_a_leaf_and_a_way_back_does_not_grow_without_end() {
        // The method visits ten children, each of which is a leaf or a node like the method's own.
        let members = [
            member(1e-7, false, &[call(CallTarget::Inside(1), 10.0, false)]),
            member(
                0.0,
                true,
                &[
                    call(CallTarget::Outside(1e-7), 0.5, true),
                    call(CallTarget::Inside(0), 0.5, true),
                ],
            ),
        ];
        let solved = solve(&members, Model::built_in());
        let joules = solved.joules[0];
        assert!(joules > 5e-7 && joules < 1e-5, "{joules}");
        // One of them answers each call, however much the way back loses.
        let factors = &solved.factors[1];
        assert!(factors[1] < 0.9, "{factors:?}");
        let all = 0.5 * (factors[0] + factors[1]);
        assert!((all - 1.0).abs() < 1e-9, "{factors:?}");
    }

    #[test]
    fn one_cycle_of_certain_calls_does_not_take_the_calls_of_others_away() {
        // The first method calls each of three children, as `for (Node child : children) visit(child)` does, and now and then
        // the second, which calls the third in a recursion of their own.
        let members = [
            member(
                1e-7,
                false,
                &[
                    call(CallTarget::Inside(0), 3.0, true),
                    call(CallTarget::Inside(1), 0.1, false),
                ],
            ),
            member(1e-7, false, &[call(CallTarget::Inside(2), 0.9, false)]),
            member(
                1e-7,
                false,
                &[
                    call(CallTarget::Inside(1), 0.3, false),
                    call(CallTarget::Inside(0), 1e-3, false),
                ],
            ),
        ];
        let solved = solve(&members, Model::built_in());
        let factors = &solved.factors;
        assert!(factors[0][0] < 0.21, "{factors:?}");
        assert!(factors[0][1] > 0.5, "{factors:?}");
        assert!(factors[1][0] > 0.9 && factors[2][0] > 0.9, "{factors:?}");
        assert!(solved.joules[1] > 2e-7, "{:?}", solved.joules);
    }
}
