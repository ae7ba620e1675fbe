//! What comparisons show about numbers whenever a loop begins.

use super::super::super::Bounds;
use super::super::super::linear::Linear;
use super::super::{Scope, linear};
use crate::values::{BEGINNING, Condition, Id};
use bytecode::Comparison;

/// Blocks further away than this are not examined for indices.
const FARTHEST: u32 = 16;

impl Bounds<'_> {
    /// Linear expressions that are at least 0 whenever the loop begins.
    pub(super) fn positive_at_entry(&mut self, scope: Scope<'_>) -> Vec<Linear<Id>> {
        let mut found = Vec::new();
        for condition in self.conditions_at_entry(scope) {
            // If a compared value may have wrapped around, the comparison shows nothing.
            let sides = [condition.left, condition.right];
            if sides.iter().all(|side| is_read(scope, *side)) || self.are_whole(scope, &sides) {
                found.extend(positive(scope, &condition));
            }
        }
        found.extend(self.indices_before(scope));
        found.extend(self.maintained_at_entry(scope));
        found
    }

    /// The indices of elements that control has read or written on every path to a place in the code: it went on, so they are
    /// at least 0.
    pub(in super::super) fn indices_before(&self, scope: Scope<'_>) -> Vec<Linear<Id>> {
        let mut found = Vec::new();
        if scope.body.is_loop {
            return found;
        }
        let mut block = scope.body.header;
        for _ in 0..FARTHEST {
            let before = scope.values.dominator(block);
            if before == block {
                break;
            }
            block = before;
            let edges = self.flow.successors(block as usize);
            // An exception may have left the block before the element was read.
            if edges.iter().any(|edge| edge.is_exceptional()) {
                continue;
            }
            let accessed = (self.flow.instructions(block as usize))
                .filter_map(|at| scope.values.accessed(at as u32))
                .filter(|(_, index)| is_read(scope, *index));
            found.extend(accessed.map(|(_, index)| Linear::leaf(index)));
        }
        found
    }

    /// The same for comparisons of values that were not computed on the way: these hold whatever wraps around.
    pub(in super::super) fn read_positive_at_entry(&mut self, scope: Scope<'_>) -> Vec<Linear<Id>> {
        let conditions = self.conditions_at_entry(scope).into_iter();
        conditions
            .filter(|condition| is_read(scope, condition.left) && is_read(scope, condition.right))
            .flat_map(|condition| positive(scope, &condition))
            .collect()
    }

    /// The comparisons that hold whenever the loop begins.
    pub(in super::super) fn conditions_at_entry(&self, scope: Scope<'_>) -> Vec<Condition> {
        let values = scope.values;
        let header = scope.body.header;
        let mut conditions = values.conditions_at(header);
        let edges = self.flow.predecessors(header as usize);
        let mut outside = edges
            .iter()
            .map(|edge| edge.block() as u32)
            .filter(|from| !scope.body.contains(*from));
        if let (Some(only), None) = (outside.next(), outside.next()) {
            conditions.extend(values.conditions_on(only, header));
            conditions.extend(values.conditions_at(only));
        }
        conditions
    }
}

/// Linear expressions that are at least 0 if control comes over an edge, from comparisons of values that were not computed
/// on the way.
pub(in super::super) fn read_positive_on(
    scope: Scope<'_>,
    (from, to): (u32, u32),
) -> Vec<Linear<Id>> {
    if from == BEGINNING {
        return Vec::new();
    }
    let mut conditions = scope.values.conditions_at(from);
    conditions.extend(scope.values.conditions_on(from, to));
    let conditions = conditions.into_iter();
    conditions
        .filter(|condition| is_read(scope, condition.left) && is_read(scope, condition.right))
        .flat_map(|condition| positive(scope, &condition))
        .collect()
}

/// True for a value that is no result of arithmetic.
pub(super) fn is_read(scope: Scope<'_>, id: Id) -> bool {
    linear(scope.values, id, 0)
        .is_some_and(|value| value.is_constant() || value.constant == 0 && value.terms == [(id, 1)])
}

/// A comparison as linear expressions that are at least 0.
pub(super) fn positive(scope: Scope<'_>, condition: &Condition) -> Vec<Linear<Id>> {
    let difference = linear(scope.values, condition.left, 0)
        .zip(linear(scope.values, condition.right, 0))
        .and_then(|(left, right)| left.plus(&right, -1));
    let Some(difference) = difference else {
        return Vec::new();
    };
    let at_least = |factor: i128, less: i128| {
        let mut positive = difference.times(factor)?;
        positive.constant -= less;
        Some(positive)
    };
    let found = match condition.comparison {
        Comparison::Lt => [at_least(-1, 1), None],
        Comparison::Le => [at_least(-1, 0), None],
        Comparison::Gt => [at_least(1, 1), None],
        Comparison::Ge => [at_least(1, 0), None],
        Comparison::Eq => [at_least(1, 0), at_least(-1, 0)],
        Comparison::Ne => [None, None],
    };
    found.into_iter().flatten().collect()
}
