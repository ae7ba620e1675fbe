//! What comparisons show about numbers whenever a loop begins.

use super::super::super::Bounds;
use super::super::super::fits::LONGEST_ARRAY;
use super::super::super::linear::Linear;
use super::super::{Scope, linear};
use crate::values::{BEGINNING, Condition, Id, Node};
use bytecode::Comparison;

/// Blocks further away than this are not examined for indices.
const FARTHEST: u32 = 16;

/// A linear expression that is at least 0, and the comparison that shows it, if one does.
pub(super) type Shown = (Linear<Id>, Option<Condition>);

impl Bounds<'_> {
    /// Linear expressions that are at least 0 whenever the loop begins, if the values that were compared are whole.
    pub(super) fn positive_at_entry(&mut self, scope: Scope<'_>) -> Vec<Shown> {
        let mut found = shown(scope, self.conditions_at_entry(scope));
        let mut other = indices_before(scope);
        other.extend(self.maintained_at_entry(scope));
        found.extend(other.into_iter().map(|positive| (positive, None)));
        found
    }

    /// True if a comparison shows something about a value and what the other compared values are computed from. If one of
    /// those may have wrapped around, it shows nothing. The value itself may be anything.
    pub(super) fn shows_for(
        &mut self,
        scope: Scope<'_>,
        shown_by: Option<Condition>,
        itself: Id,
    ) -> bool {
        shown_by.is_none_or(|condition| {
            [condition.left, condition.right]
                .into_iter()
                .all(|side| side == itself || self.are_whole_now(scope, &[side]))
        })
    }

    /// The same about the compared values, whatever they are computed from.
    pub(super) fn shows(&mut self, scope: Scope<'_>, shown_by: Option<Condition>) -> bool {
        shown_by.is_none_or(|condition| {
            [condition.left, condition.right]
                .into_iter()
                .all(|side| is_read(scope, side) || self.are_whole_now(scope, &[side]))
        })
    }

    /// Linear expressions of values that are at least 0 whenever the loop begins, whatever has wrapped around: from comparisons
    /// of single values.
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
        if header == 0 {
            // Control also comes from the method's entry.
            return conditions;
        }
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

/// The indices of elements that control has read or written on every path to a place in the code: it went on, so they are at
/// least 0.
pub(in super::super) fn indices_before(scope: Scope<'_>) -> Vec<Linear<Id>> {
    let before = scope.values.dominator(scope.body.header);
    if scope.body.is_loop || before == scope.body.header || before == u32::MAX {
        return Vec::new();
    }
    let indices = indices_up_to(scope, before).into_iter();
    indices.map(Linear::leaf).collect()
}

/// The indices of elements that control has read or written on every path to the end of a block.
fn indices_up_to(scope: Scope<'_>, block: u32) -> Vec<Id> {
    let mut found = Vec::new();
    let mut at = block;
    for _ in 0..FARTHEST {
        let used = scope.values.indices_used_in(at).into_iter();
        found.extend(used.filter(|index| is_read(scope, *index)));
        let before = scope.values.dominator(at);
        if before == at || before == u32::MAX {
            break;
        }
        at = before;
    }
    found
}

/// Linear expressions of values that are at least 0 if control comes over an edge, from comparisons of single values and from
/// the indices of elements that control has read or written on every path.
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
    let mut found: Vec<Linear<Id>> = conditions
        .filter(|condition| is_read(scope, condition.left) && is_read(scope, condition.right))
        .flat_map(|condition| positive(scope, &condition))
        .collect();
    for index in indices_up_to(scope, from) {
        let index = Linear::leaf(index);
        found.extend(Linear::constant(LONGEST_ARRAY - 1).plus(&index, -1));
        found.push(index);
    }
    found
}

/// Comparisons as linear expressions that are at least 0.
pub(super) fn shown(scope: Scope<'_>, conditions: Vec<Condition>) -> Vec<Shown> {
    let each = conditions.into_iter().flat_map(|condition| {
        let positive = positive(scope, &condition).into_iter();
        positive.map(move |positive| (positive, Some(condition)))
    });
    each.collect()
}

/// True for a value that is no sum of others, so that its linear form is what the code compares. What it is computed from
/// may have wrapped around.
pub(super) fn is_read(scope: Scope<'_>, id: Id) -> bool {
    matches!(scope.values.node(id), Node::Number(_))
        || linear(scope.values, id, 0)
            .is_some_and(|value| value.constant == 0 && value.terms == [(id, 1)])
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
