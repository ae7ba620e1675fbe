//! Methods that call each other, and what a call of each of them costs.
//!
//! A call that several methods may answer goes to cheap methods more often than to expensive ones ([`Model::dispatch_power`]).
//! Calls within the group that depend on choices, branches and loops are scaled down until no cycle repeats with a probability
//! above [`MAX_GAIN`], so that recursions end.

use super::dispatch;
use frequency::Model;

/// The greatest probability with which a recursion continues.
const MAX_GAIN: f64 = 0.6;

/// The maximum number of times that the weights of choices are computed from the costs.
const ROUNDS: usize = 16;

/// The maximum number of sweeps over a group that compute the costs for given weights.
const SWEEPS: usize = 100;

/// Smaller relative changes are ignored.
const SAME: f64 = 1e-4;

/// The maximum number of times that counts are scaled down until no cycle repeats too often.
const REDUCTIONS: usize = 100;

/// The number of iterations that refine eigenvectors before each of these steps.
const ITERATIONS: usize = 12;

/// The number of iterations from new eigenvectors.
const ITERATIONS_FROM_NEW: usize = 60;

/// A gain is accepted up to [`MAX_GAIN`] times this factor.
const GAIN_TOLERANCE: f64 = 1.02;

/// The target of a call.
#[derive(Debug, Clone, Copy)]
pub(super) enum CallTarget {
    /// A member of the group, by its index.
    Inside(usize),
    /// Another method, with its energy in joules.
    Outside(f64),
    /// A method of unknown energy.
    Unpriced,
}

impl CallTarget {
    fn joules(self, of_members: &[f64]) -> Option<f64> {
        match self {
            Self::Inside(place) => Some(of_members[place]),
            Self::Outside(joules) => Some(joules),
            Self::Unpriced => None,
        }
    }
}

/// A call by a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) to: CallTarget,
    pub(super) count: f64,
    pub(super) is_certain: bool,
    /// The joules that weight this alternative of a choice, if the base of a comparison knows them.
    pub(super) weighed_as: Option<f64>,
}

impl Call {
    /// The joules that weight this alternative of a choice.
    fn weighing(&self, of_members: &[f64]) -> Option<f64> {
        let joules = self.to.joules(of_members)?;
        Some(self.weighed_as.unwrap_or(joules))
    }
}

/// A member of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    /// The energy in joules that the member itself takes.
    pub(super) own: f64,
    /// Whether it is a call that several methods may answer.
    pub(super) is_choice: bool,
    pub(super) calls: Vec<Call>,
    /// The first guess of its energy in joules, if there is one.
    pub(super) start: Option<f64>,
}

/// The energies of the members of a group, and the factor of each of their calls.
pub(super) struct Solved {
    pub(super) joules: Vec<f64>,
    pub(super) factors: Vec<Vec<f64>>,
    /// The energies of the members, in joules, that the factors were computed from.
    pub(super) weighed: Vec<f64>,
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
                *factors = dispatch::by_energy(choices, model);
            } else {
                factors.fill(1.0);
            }
        }
        limit(members, &mut factors);
        settle(members, &factors, &mut joules);
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
    }
}

fn is_near(one: f64, other: f64) -> bool {
    (one - other).abs() <= SAME * one.abs().max(f64::MIN_POSITIVE)
}

/// Solves the linear equations with these factors, in place.
fn settle(members: &[Member], factors: &[Vec<f64>], joules: &mut [f64]) {
    for _ in 0..SWEEPS {
        let mut is_same = true;
        for (at, (member, factors)) in members.iter().zip(factors).enumerate() {
            let calls = member.calls.iter().zip(factors);
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

/// A call within the group.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: usize,
    to: usize,
    /// The index among the calls of `from`.
    call: usize,
    /// The count, as scaled down so far.
    count: f64,
    /// Whether the count may be scaled down: false for a call that is certain.
    is_open: bool,
}

/// Scales down open calls within the group until no cycle repeats too often, and most those that lie on such cycles. The calls
/// that leave the group get what a choice loses inside.
///
/// The gain is the spectral radius ρ of the counts. With its left and right eigenvectors u and v, the derivative of ln ρ with
/// respect to the logarithm of a count is `p = uᵢ·aᵢⱼ·vⱼ / (ρ·u·v)`. So the smallest change of the logarithms that brings ρ to
/// its limit is proportional to p.
fn limit(members: &[Member], factors: &mut [Vec<f64>]) {
    let mut ways = CallMatrix::of(members, factors);
    for _ in 0..REDUCTIONS {
        let Some(gain) = ways.excessive_gain() else {
            break;
        };
        let shares: Vec<f64> = ways.shares();
        let squares: f64 = shares.iter().map(|share| share * share).sum();
        if squares <= 0.0 {
            break;
        }
        let step = (gain / MAX_GAIN).ln() / squares;
        for (edge, share) in ways.edges.iter_mut().zip(&shares) {
            edge.count *= (-share * step).exp();
        }
    }
    // A cycle of certain calls can only end with an exception.
    while let Some(gain) = ways.excessive_gain() {
        for edge in &mut ways.edges {
            edge.count *= MAX_GAIN / gain;
        }
    }
    for edge in &ways.edges {
        let call = &members[edge.from].calls[edge.call];
        if call.count > 0.0 {
            factors[edge.from][edge.call] = edge.count / call.count;
        }
    }
    for (member, factors) in members.iter().zip(factors) {
        if member.is_choice {
            fill_up(member, factors);
        }
    }
}

/// Gives the calls that leave the group what a choice lost inside.
fn fill_up(member: &Member, factors: &mut [f64]) {
    let (mut lost, mut outside) = (0.0, 0.0);
    for (call, factor) in member.calls.iter().zip(&*factors) {
        match call.to {
            CallTarget::Inside(_) => lost += call.count * (1.0 - factor),
            CallTarget::Outside(_) | CallTarget::Unpriced => outside += call.count,
        }
    }
    if outside > 0.0 {
        for (call, factor) in member.calls.iter().zip(factors) {
            if !matches!(call.to, CallTarget::Inside(_)) {
                *factor *= 1.0 + lost / outside;
            }
        }
    }
}

/// The calls within a group, with eigenvectors that are refined as the counts change.
struct CallMatrix {
    edges: Vec<Edge>,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl CallMatrix {
    fn of(members: &[Member], factors: &[Vec<f64>]) -> Self {
        let mut edges = Vec::new();
        for (from, (member, factors)) in members.iter().zip(factors).enumerate() {
            for (place, (call, factor)) in member.calls.iter().zip(factors).enumerate() {
                if let CallTarget::Inside(to) = call.to {
                    edges.push(Edge {
                        from,
                        to,
                        call: place,
                        count: call.count * factor,
                        is_open: member.is_choice || !call.is_certain,
                    });
                }
            }
        }
        Self {
            edges,
            left: vec![1.0; members.len()],
            right: vec![1.0; members.len()],
        }
    }

    /// The gain, if it is too large.
    fn excessive_gain(&mut self) -> Option<f64> {
        let most = MAX_GAIN * GAIN_TOLERANCE;
        let mut gain = self.gain(ITERATIONS);
        if gain <= most {
            // Another cycle, of which these vectors know little, may have the greatest gain now.
            self.left.fill(1.0);
            self.right.fill(1.0);
            gain = self.gain(ITERATIONS_FROM_NEW);
        }
        (gain > most).then_some(gain)
    }

    /// The greatest factor by which the number of calls grows on a cycle: the spectral radius, by iteration. Adding the unit
    /// matrix keeps the vectors from oscillating if a cycle has several lengths.
    fn gain(&mut self, iterations: usize) -> f64 {
        let mut gain = 0.0;
        for _ in 0..iterations {
            let (mut left, mut right) = (self.left.clone(), self.right.clone());
            for edge in &self.edges {
                right[edge.from] += edge.count * self.right[edge.to];
                left[edge.to] += edge.count * self.left[edge.from];
            }
            let sum = |vector: &[f64]| vector.iter().sum::<f64>();
            gain = sum(&right) / sum(&self.right) - 1.0;
            scale(&mut left);
            scale(&mut right);
            (self.left, self.right) = (left, right);
        }
        gain
    }

    /// How much the gain depends on each call; 0 for certain calls.
    fn shares(&self) -> Vec<f64> {
        let each = |edge: &Edge| self.left[edge.from] * edge.count * self.right[edge.to];
        let all: f64 = self.edges.iter().map(each).sum();
        let share = |edge: &Edge| {
            if edge.is_open && all > 0.0 {
                each(edge) / all
            } else {
                0.0
            }
        };
        self.edges.iter().map(share).collect()
    }
}

/// Scales a vector so that its mean is 1.
fn scale(vector: &mut [f64]) {
    let mean = vector.iter().sum::<f64>() / vector.len() as f64;
    for element in vector {
        // Small elements can become important again when calls elsewhere become fewer.
        *element = (*element / mean).max(1e-6);
    }
}

#[cfg(test)]
mod tests {
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
    }
}
