//! Limits how often the methods of a group call each other.
//!
//! The members are ordered callees first, by a search in depth. A call is a *way back* if its target comes no earlier. Every
//! cycle has one. Let L be the counts of the other calls, and U those of the ways back. The gain of the group is the spectral
//! radius ρ of `(I − L)⁻¹·U`: how many ways back follow one, in the long run. It is the probability that a recursion continues.
//! It does not depend on how many methods a cycle consists of.

use super::member::{CallTarget, Member};

/// The greatest probability with which a recursion continues.
const MAX_GAIN: f64 = 0.6;

/// The maximum number of times that counts are scaled down until no cycle repeats too often.
const REDUCTIONS: usize = 100;

/// The number of iterations that refine eigenvectors before each of these steps.
const ITERATIONS: usize = 6;

/// The number of iterations from new eigenvectors.
const ITERATIONS_FROM_NEW: usize = 30;

/// A gain is accepted up to [`MAX_GAIN`] times this factor.
const GAIN_TOLERANCE: f64 = 1.02;

/// The members, callees first, as far as they do not call each other.
pub(super) fn callees_first(members: &[Member]) -> Vec<usize> {
    let mut order = Vec::with_capacity(members.len());
    let mut is_seen = vec![false; members.len()];
    let mut stack: Vec<(usize, usize)> = Vec::new();
    for start in 0..members.len() {
        if !std::mem::replace(&mut is_seen[start], true) {
            stack.push((start, 0));
        }
        while let Some((member, next)) = stack.last_mut() {
            let Some(call) = members[*member].calls.get(*next) else {
                order.push(*member);
                stack.pop();
                continue;
            };
            *next += 1;
            if let CallTarget::Inside(to) = call.to
                && !std::mem::replace(&mut is_seen[to], true)
            {
                stack.push((to, 0));
            }
        }
    }
    order
}

/// Scales down open calls within the group until no recursion continues too often, and most those that lie on such cycles. The
/// calls that leave the group get what a choice loses inside. `order` is that of [`callees_first`].
///
/// With the left and right eigenvectors u and v of `L + U/ρ` for the eigenvalue 1, each call has the flow `uᵢ·aᵢⱼ·vⱼ`, divided by
/// ρ on a way back. The derivative of ln ρ with respect to the logarithm of a count is its flow divided by that of all ways
/// back. So the smallest change of the logarithms that brings ρ to its limit is proportional to the flows.
pub(super) fn limit(members: &[Member], order: &[usize], factors: &mut [Vec<f64>]) {
    let mut ways = CallMatrix::of(members, order, factors);
    for _ in 0..REDUCTIONS {
        let Some(gain) = ways.excessive_gain() else {
            break;
        };
        let shares = ways.shares(gain);
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
        for edge in ways.edges.iter_mut().filter(|edge| edge.is_back) {
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
    /// Whether it is a way back.
    is_back: bool,
}

/// The calls within a group, with eigenvectors that are refined as the counts change.
struct CallMatrix {
    members: usize,
    /// Those of callees first.
    edges: Vec<Edge>,
    left: Vec<f64>,
    right: Vec<f64>,
}

impl CallMatrix {
    fn of(members: &[Member], order: &[usize], factors: &[Vec<f64>]) -> Self {
        let mut rank = vec![0; members.len()];
        for (at, member) in order.iter().enumerate() {
            rank[*member] = at;
        }
        let mut edges = Vec::new();
        for from in order.iter().copied() {
            let member = &members[from];
            for (place, (call, factor)) in member.calls.iter().zip(&factors[from]).enumerate() {
                if let CallTarget::Inside(to) = call.to {
                    edges.push(Edge {
                        from,
                        to,
                        call: place,
                        count: call.count * factor,
                        is_open: member.is_choice || !call.is_certain,
                        is_back: rank[to] >= rank[from],
                    });
                }
            }
        }
        Self {
            members: members.len(),
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

    /// The spectral radius, by iteration. Adding the unit matrix keeps the vectors from oscillating if a cycle has several ways
    /// back.
    fn gain(&mut self, iterations: usize) -> f64 {
        let mut gain = 0.0;
        for _ in 0..iterations {
            let (mut left, mut right) = (vec![0.0; self.members], vec![0.0; self.members]);
            for edge in &self.edges {
                let of_target = if edge.is_back {
                    left[edge.to] += edge.count * self.left[edge.from];
                    self.right[edge.to]
                } else {
                    right[edge.to]
                };
                right[edge.from] += edge.count * of_target;
            }
            for edge in self.edges.iter().rev().filter(|edge| !edge.is_back) {
                left[edge.to] += edge.count * left[edge.from];
            }
            gain = right.iter().sum::<f64>() / self.right.iter().sum::<f64>();
            add(&mut self.left, &left);
            add(&mut self.right, &right);
        }
        gain
    }

    /// How much the gain depends on each call; 0 for certain calls.
    fn shares(&self, gain: f64) -> Vec<f64> {
        let flow = |edge: &Edge| {
            let flow = self.left[edge.from] * edge.count * self.right[edge.to];
            if edge.is_back { flow / gain } else { flow }
        };
        let back = self.edges.iter().filter(|edge| edge.is_back);
        let all: f64 = back.map(flow).sum();
        let share = |edge: &Edge| {
            if edge.is_open && all > 0.0 {
                flow(edge) / all
            } else {
                0.0
            }
        };
        self.edges.iter().map(share).collect()
    }
}

/// Adds a vector to another, and scales the sum so that its mean is 1.
fn add(vector: &mut [f64], other: &[f64]) {
    let sum: f64 = vector.iter().chain(other).sum();
    let mean = sum / vector.len() as f64;
    for (element, other) in vector.iter_mut().zip(other) {
        // Small elements can become important again when calls elsewhere become fewer.
        *element = ((*element + other) / mean).max(1e-6);
    }
}
