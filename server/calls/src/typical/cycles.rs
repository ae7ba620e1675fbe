//! Limits how often the methods of a group call each other.

use super::member::{Call, CallTarget, Member};
use flow::Components;

/// The greatest factor by which the number of calls may grow on a cycle, for each call.
const MAX_GAIN: f64 = 0.6;

/// The maximum number of times that counts are scaled down until no cycle repeats too often.
const REDUCTIONS: usize = 100;

/// The number of iterations that refine eigenvectors before each of these steps.
const ITERATIONS: usize = 12;

/// The number of iterations from new eigenvectors.
const ITERATIONS_FROM_NEW: usize = 60;

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
pub(super) fn limit(members: &[Member], factors: &mut [Vec<f64>]) {
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
    // Fewer steps than needed, if anything: then all calls lose the same.
    while let Some(gain) = ways.excessive_gain() {
        for edge in &mut ways.edges {
            edge.count *= MAX_GAIN / gain;
        }
    }
    let mut lost = vec![0.0; members.len()];
    for edge in &ways.edges {
        let call = &members[edge.from].calls[edge.call];
        if call.count > 0.0 {
            let factor = &mut factors[edge.from][edge.call];
            lost[edge.from] += call.count * *factor - edge.count;
            *factor = edge.count / call.count;
        }
    }
    for ((member, factors), lost) in members.iter().zip(factors).zip(lost) {
        if member.is_choice {
            fill_up(member, factors, lost);
        }
    }
}

/// Gives the calls that leave the group what a choice lost inside.
fn fill_up(member: &Member, factors: &mut [f64], lost: f64) {
    let calls = member.calls.iter().zip(factors);
    let leaving = calls.filter(|(call, _)| !matches!(call.to, CallTarget::Inside(_)));
    let leaving: Vec<_> = leaving.collect();
    let counts = leaving.iter().map(|(call, factor)| call.count * **factor);
    let outside: f64 = counts.sum();
    if outside > 0.0 {
        for (_, factor) in leaving {
            *factor *= 1.0 + lost / outside;
        }
    }
}

/// Whether a count may be scaled down.
fn is_open(member: &Member, call: &Call) -> bool {
    member.is_choice || !call.is_certain
}

/// Opens certain calls that lie on a cycle of certain calls, such as `for (Node child : children) visit(child)`, whose count is
/// known as a number of children. Nothing else could limit such a cycle. All other calls of the group would lose everything to
/// it in vain.
fn open_certain_cycles(members: &[Member], edges: &mut [Edge]) {
    let components = Components::find(members.len(), 0..members.len() as u32, |from, followed| {
        let member = &members[from as usize];
        loop {
            let call = member.calls.get(*followed as usize)?;
            *followed += 1;
            if let CallTarget::Inside(to) = call.to
                && !is_open(member, call)
            {
                return Some(to as u32);
            }
        }
    });
    for edge in edges {
        edge.is_open |= components.of[edge.from] == components.of[edge.to];
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
                        is_open: is_open(member, call),
                    });
                }
            }
        }
        open_certain_cycles(members, &mut edges);
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
