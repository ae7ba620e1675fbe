//! How much of the energy of a method that belongs to a group lies in the recursion itself.
//!
//! A method belongs to a group as soon as any of its calls may lead back to it, however rarely. `HashMap.get` calls
//! `Object.hashCode`, which for a list calls the `hashCode` of its elements. But nearly all keys are strings, and their
//! `hashCode` is in no group. So the calls below each member are followed, those with the most energy first. Energy of methods
//! that are reached without a repetition does not depend on how deep the recursion is. The rest does: it lies in calls of a
//! method that is already running, or too deep to be followed.

use super::group::Solved;
use super::member::{CallTarget, Member};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The maximum number of calls that are followed below a member.
const MAX_FOLLOWED: usize = 96;

/// Calls with no more than this share of the member's energy are not followed.
const MIN_SHARE: f64 = 1e-3;

/// Smaller groups are computed by one thread.
const MIN_PARALLEL: usize = 64;

/// The energies in joules, one for each member, that lie in calls of running methods or too deep.
pub(super) fn repeated(members: &[Member], solved: &Solved) -> Vec<f64> {
    let steps: Vec<Step> = (members.iter().zip(&solved.factors))
        .map(|(member, factors)| Step::of(member, factors, &solved.joules))
        .collect();
    let of = |member: usize| below(&steps, member, solved.joules[member]);
    if members.len() < MIN_PARALLEL {
        return (0..members.len()).map(of).collect();
    }
    (0..members.len()).into_par_iter().map(of).collect()
}

/// What one call of a member executes: itself and outside the group, and by which members.
struct Step {
    /// The joules of its own and of methods outside the group.
    outside: f64,
    is_method: bool,
    /// The called members with the joules of these calls, those with the most first.
    inside: Vec<(u32, f64)>,
}

impl Step {
    fn of(member: &Member, factors: &[f64], joules: &[f64]) -> Self {
        let mut outside = member.own;
        let mut inside = Vec::new();
        for (call, factor) in member.calls.iter().zip(factors) {
            let count = call.count * factor;
            match call.to {
                CallTarget::Inside(place) if count * joules[place] > 0.0 => {
                    inside.push((place as u32, count * joules[place]));
                }
                CallTarget::Inside(_) | CallTarget::Unpriced => {}
                CallTarget::Outside(each) => outside += count * each,
            }
        }
        inside.sort_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        Self {
            outside,
            is_method: member.is_method,
            inside,
        }
    }
}

/// Calls of a member that are not yet followed.
#[derive(PartialEq)]
struct Open {
    /// The joules of all of these calls.
    joules: f64,
    member: u32,
    /// The index of the caller among the followed calls, if it has one.
    caller: Option<u32>,
}

impl Eq for Open {}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_joules = self.joules.total_cmp(&other.joules);
        by_joules.then_with(|| (other.member, other.caller).cmp(&(self.member, self.caller)))
    }
}

/// The energy of a member in joules that lies in calls of running methods or too deep.
fn below(steps: &[Step], member: usize, joules: f64) -> f64 {
    let mut known = 0.0;
    let mut followed: Vec<(u32, Option<u32>)> = Vec::new();
    let mut open = BinaryHeap::from([Open {
        joules,
        member: member as u32,
        caller: None,
    }]);
    while followed.len() < MAX_FOLLOWED
        && let Some(next) = open.pop()
    {
        let at = followed.len() as u32;
        followed.push((next.member, next.caller));
        let step = &steps[next.member as usize];
        let inside: f64 = step.inside.iter().map(|(_, joules)| joules).sum();
        let times = next.joules / (step.outside + inside).max(f64::MIN_POSITIVE);
        known += times * step.outside;
        for (member, of_call) in &step.inside {
            let of_calls = times * of_call;
            if of_calls <= MIN_SHARE * joules {
                break;
            }
            if !steps[*member as usize].is_method || !is_running(&followed, at, *member) {
                open.push(Open {
                    joules: of_calls,
                    member: *member,
                    caller: Some(at),
                });
            }
        }
    }
    (joules - known).clamp(0.0, joules.max(0.0))
}

/// Whether a member is among a followed call and its callers.
fn is_running(followed: &[(u32, Option<u32>)], last: u32, member: u32) -> bool {
    let mut at = Some(last);
    while let Some((running, caller)) = at.map(|at| followed[at as usize]) {
        if running == member {
            return true;
        }
        at = caller;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::group::solve;
    use super::super::member::Call;
    use super::*;
    use frequency::Model;

    fn call(to: CallTarget, count: f64) -> Call {
        Call {
            to,
            count,
            is_certain: false,
            weighed_as: None,
        }
    }

    fn member(own: f64, is_method: bool, calls: &[Call]) -> Member {
        Member {
            own,
            is_choice: !is_method,
            is_method,
            even: 0.0,
            calls: calls.to_vec(),
            start: None,
        }
    }

    fn shares(members: &[Member]) -> Vec<f64> {
        let solved = solve(members, Model::built_in());
        let repeated = repeated(members, &solved);
        let pairs = repeated.iter().zip(&solved.joules);
        pairs.map(|(repeated, joules)| repeated / joules).collect()
    }

    #[test]
    fn a_method_that_rarely_leads_to_a_recursion_hardly_depends_on_its_depth() {
        // A map's `get` calls `hashCode`, which is a string's for most keys. A list's calls those of its elements, and a map.
        let members = [
            member(1e-7, true, &[call(CallTarget::Inside(1), 1.0)]),
            member(
                0.0,
                false,
                &[
                    call(CallTarget::Outside(1e-7), 0.94),
                    call(CallTarget::Inside(2), 0.06),
                ],
            ),
            member(
                1e-7,
                true,
                &[
                    call(CallTarget::Inside(1), 10.0),
                    call(CallTarget::Inside(0), 0.1),
                ],
            ),
        ];
        let shares = shares(&members);
        assert!(shares[0] < 0.15, "{shares:?}");
        assert!(shares[1] < 0.15, "{shares:?}");
    }

    #[test]
    fn a_tree_depends_on_its_depth() {
        // One of the calls of a node visits a child, with half of the energy.
        let members = [member(1e-7, true, &[call(CallTarget::Inside(0), 0.5)])];
        assert!((shares(&members)[0] - 0.5).abs() < 0.01);
    }

    #[test]
    fn what_is_called_in_a_long_chain_is_too_deep_to_be_known() {
        let length = 4 * MAX_FOLLOWED;
        let members: Vec<Member> = (0..length)
            .map(|at| {
                let is_last = at + 1 == length;
                let next = Call {
                    is_certain: !is_last,
                    ..call(
                        CallTarget::Inside((at + 1) % length),
                        if is_last { 1e-9 } else { 1.0 },
                    )
                };
                member(1e-7, true, &[next])
            })
            .collect();
        // The limit of the gain would cut such a chain, so it is solved here without that.
        let joules: Vec<f64> = (0..length).map(|at| (length - at) as f64 * 1e-7).collect();
        let solved = Solved {
            factors: vec![vec![1.0]; length],
            weighed: joules.clone(),
            order: (0..length).rev().collect(),
            joules,
        };
        let repeated = repeated(&members, &solved);
        let share = |at: usize| repeated[at] / solved.joules[at];
        assert!((share(0) - 0.75).abs() < 0.01, "{}", share(0));
        assert!(share(length / 2 + 1) < 0.6 && share(length - 10) < 0.01);
    }
}
