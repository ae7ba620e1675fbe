//! Methods that call each other: what a call of each costs.
//!
//! A call that several methods may answer goes to those that cost little more often than to those that cost much
//! ([`Model::dispatch_power`]). The calls within the group that depend on choices, branches and loops count for less until no
//! way round is taken with a greater probability than [`MAX_GAIN`]: recursions end.

use super::dispatch;
use frequency::Model;

/// No recursion is taken to go on with a greater probability than this.
const MAX_GAIN: f64 = 0.6;

/// How often the weights of choices are found again from what they cost, at most.
const ROUNDS: usize = 16;

/// How often a group is gone through at most to find what its methods cost at these weights.
const SWEEPS: usize = 100;

/// Smaller relative changes are ignored.
const SAME: f64 = 1e-4;

/// How often counts are made smaller, at most, until no way round is taken too often.
const REDUCTIONS: usize = 100;

/// How often eigenvectors are refined before each of these steps.
const ITERATIONS: usize = 12;

/// How often they are refined from the beginning.
const ITERATIONS_FROM_NEW: usize = 60;

/// A gain that is greater than [`MAX_GAIN`] by no more than this factor is small enough.
const GAIN_TOLERANCE: f64 = 1.02;

/// Who is called.
#[derive(Debug, Clone, Copy)]
pub(super) enum CallTarget {
    /// A member of the group, by its place there.
    Inside(usize),
    /// Another, which costs so many joules.
    Outside(f64),
    /// Nobody knows what it costs.
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

/// A call of a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) to: CallTarget,
    pub(super) count: f64,
    pub(super) is_certain: bool,
    /// The joules that decide how often a choice takes it, where the base of a comparison knows them.
    pub(super) weighed_as: Option<f64>,
}

impl Call {
    /// The joules that decide how often a choice takes it.
    fn weighing(&self, of_members: &[f64]) -> Option<f64> {
        let joules = self.to.joules(of_members)?;
        Some(self.weighed_as.unwrap_or(joules))
    }
}

/// A member of a group.
#[derive(Debug, Clone, Default)]
pub(super) struct Member {
    /// What it costs itself, in joules.
    pub(super) own: f64,
    /// True for a call that several methods may answer.
    pub(super) is_choice: bool,
    pub(super) calls: Vec<Call>,
    /// Where to start to look for what it costs, in joules, if something is known.
    pub(super) start: Option<f64>,
}

/// What the members of a group cost, and by what each of their calls is multiplied.
pub(super) struct Solved {
    pub(super) joules: Vec<f64>,
    pub(super) factors: Vec<Vec<f64>>,
    /// The joules of the members from which the factors follow.
    pub(super) weighed: Vec<f64>,
}

/// Finds what the members cost.
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
    /// Which of the calls of `from`.
    call: usize,
    /// How often, as it counts.
    count: f64,
    /// False of a call that is made for certain.
    is_open: bool,
}

/// Makes the open calls within the group smaller until no way round is taken too often, those most that such ways lead
/// through. What a choice loses inside goes to its ways out.
///
/// The gain is the spectral radius ρ of the counts. With its left and right eigenvectors u and v the logarithm of ρ follows
/// that of a count by `p = uᵢ·aᵢⱼ·vⱼ / (ρ·u·v)`, so that the least change of logarithms which brings ρ to the greatest gain is
/// proportional to p.
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
    // A cycle that is certain ends in an exception alone.
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

/// Gives what a choice lost inside of the group to its ways out.
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

    /// The gain, where it is too great.
    fn excessive_gain(&mut self) -> Option<f64> {
        let most = MAX_GAIN * GAIN_TOLERANCE;
        let mut gain = self.gain(ITERATIONS);
        if gain <= most {
            // Another way round may have the greatest gain now, of which the vectors know little.
            self.left.fill(1.0);
            self.right.fill(1.0);
            gain = self.gain(ITERATIONS_FROM_NEW);
        }
        (gain > most).then_some(gain)
    }

    /// The greatest factor by which what is called grows on a way round: the spectral radius, by iteration. The unit matrix
    /// is added, so that a cycle of several lengths does not let the vectors swing.
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

    /// How much the gain depends on each call; nothing on those that are certain.
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

/// Makes the elements of a vector add up to their number.
fn scale(vector: &mut [f64]) {
    let mean = vector.iter().sum::<f64>() / vector.len() as f64;
    for element in vector {
        // Small elements come back where calls elsewhere have become fewer.
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
        // The first calls the second once in any case, and that the first three times on average.
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
        // The method visits ten children, each of which is a leaf or a node like itself.
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
