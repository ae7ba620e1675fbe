//! How the values of a loop change from one iteration to the next.

use super::super::Bounds;
use super::super::linear::Linear;
use super::{Scope, linear};
use crate::values::{Id, NO_OBJECT, Node};

/// The maximum number of paths through a body that are distinguished.
const MAX_CASES: usize = 128;

/// Inner loops nested deeper than this are not examined.
const MAX_DEPTH: u32 = 4;

/// Numbers from this one on are no values of the method: they stand for the count of a loop's iterations at the beginning of
/// a block.
const COUNTS: Id = 1 << 31;

/// By how much an expression changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) least: i128,
    /// `None` if unknown.
    pub(super) most: Option<i128>,
}

/// An expression on every path through a part of the body.
#[derive(Debug)]
pub(super) struct Cases {
    pub(super) all: Vec<Linear<Id>>,
    /// False if an inner loop increases the expression by an unknown amount.
    pub(super) exact: bool,
}

impl Bounds<'_> {
    /// By how much an iteration changes an expression of joins at a loop's header, times the sign. `None` if there is no
    /// lower bound.
    pub(super) fn change(
        &mut self,
        scope: Scope<'_>,
        header: u32,
        expression: &Linear<Id>,
        sign: i128,
        depth: u32,
    ) -> Option<Change> {
        let values = scope.values;
        if depth > MAX_DEPTH {
            return None;
        }
        let joins: Vec<Id> = expression.terms.iter().map(|(join, _)| *join).collect();
        let mut starts = Vec::new();
        for from in sources(scope, &joins)? {
            if values.is_backward(from, header) {
                starts.push(substitute(scope, expression, &joins, from)?);
            }
        }
        if starts.is_empty() {
            return None;
        }
        let cases = self.expand(scope, header, starts, sign, depth)?;
        let mut change: Option<Change> = None;
        for case in cases.all {
            let difference = case.plus(expression, -1)?.times(sign)?;
            let (least, most) = self.range_of(scope, &difference);
            let least = least?;
            let most = if cases.exact { most } else { None };
            change = Some(match change {
                None => Change { least, most },
                Some(before) => Change {
                    least: before.least.min(least),
                    most: before.most.zip(most).map(|(one, two)| one.max(two)),
                },
            });
        }
        change
    }

    /// Expressions in which the joins between the loop's header and them are replaced by the joined values.
    pub(super) fn expand(
        &mut self,
        scope: Scope<'_>,
        header: u32,
        starts: Vec<Linear<Id>>,
        sign: i128,
        depth: u32,
    ) -> Option<Cases> {
        let values = scope.values;
        let begin = values.position(header);
        let mut cases = Cases {
            all: Vec::new(),
            exact: true,
        };
        for start in starts {
            if !cases.all.contains(&start) {
                cases.all.push(start);
            }
        }
        loop {
            let block_of = |id: Id| {
                let block = match values.node(id) {
                    Node::Join { block, .. } => Some(block),
                    _ => counted_before(id),
                };
                block.filter(|block| {
                    *block != header
                        && values.position(*block) > begin
                        && scope.body.contains(*block)
                })
            };
            let leaves = cases.all.iter().flat_map(|case| &case.terms);
            let last = leaves
                .filter_map(|(id, _)| block_of(*id))
                .max_by_key(|block| values.position(*block));
            let Some(block) = last else {
                return Some(cases);
            };
            let mut next: Vec<Linear<Id>> = Vec::new();
            for case in std::mem::take(&mut cases.all) {
                self.fuel = self.fuel.saturating_sub(8);
                if self.fuel == 0 || next.len() > MAX_CASES {
                    return None;
                }
                let joins: Vec<Id> = (case.terms.iter().map(|(id, _)| *id))
                    .filter(|id| block_of(*id) == Some(block))
                    .collect();
                if joins.is_empty() {
                    if !next.contains(&case) {
                        next.push(case);
                    }
                    continue;
                }
                let sources = sources(scope, &joins)?;
                let begins_loop = (sources.iter()).any(|from| values.is_backward(*from, block));
                if begins_loop {
                    // An inner loop that moves the expression in one direction only.
                    let inner = Linear {
                        constant: 0,
                        terms: (case.terms.iter())
                            .filter(|(id, _)| joins.contains(id))
                            .copied()
                            .collect(),
                    };
                    let change = self.change(scope, block, &inner, sign, depth + 1)?;
                    if change.least < 0 {
                        return None;
                    }
                    cases.exact &= change.most == Some(0);
                }
                for from in sources {
                    if begins_loop && values.is_backward(from, block) {
                        continue;
                    }
                    let replaced = substitute(scope, &case, &joins, from)?;
                    if !next.contains(&replaced) {
                        next.push(replaced);
                    }
                }
            }
            cases.all = next;
        }
    }

    /// The range of an expression, whatever its symbols are.
    pub(super) fn range_of(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
    ) -> (Option<i128>, Option<i128>) {
        let mut range = (Some(expression.constant), Some(expression.constant));
        for (id, coefficient) in &expression.terms {
            let (low, high) = self.interval(scope.values, *id, 0);
            let (low, high) = if *coefficient < 0 {
                (high, low)
            } else {
                (low, high)
            };
            let moved = |sum: Option<i128>, by: Option<i128>| {
                sum?.checked_add(by?.checked_mul(*coefficient)?)
            };
            range = (moved(range.0, low), moved(range.1, high));
        }
        range
    }
}

/// How often the iterations of the scope's [counted](Scope::counted) loop have come to their end, before a block.
pub(super) const fn count_before(block: u32) -> Id {
    COUNTS | block
}

/// The block before which a count is taken, if this is one.
const fn counted_before(id: Id) -> Option<u32> {
    if id >= COUNTS && id != NO_OBJECT {
        Some(id & !COUNTS)
    } else {
        None
    }
}

/// The predecessors of the block of some joins.
pub(super) fn sources(scope: Scope<'_>, joins: &[Id]) -> Option<Vec<u32>> {
    let is_value = |id: &&Id| counted_before(**id).is_none();
    let Some(join) = joins.iter().find(is_value) else {
        return Some(scope.values.predecessors(counted_before(*joins.first()?)?));
    };
    let mut sources: Vec<u32> = (scope.values.joined(*join).iter())
        .map(|(from, _)| *from)
        .collect();
    sources.dedup();
    Some(sources)
}

/// An expression in which the joins of one block are replaced by their values from one predecessor.
pub(super) fn substitute(
    scope: Scope<'_>,
    expression: &Linear<Id>,
    joins: &[Id],
    from: u32,
) -> Option<Linear<Id>> {
    let mut result = expression.clone();
    for join in joins {
        let coefficient = (expression.terms.iter()).find(|(id, _)| id == join)?.1;
        let value = match counted_before(*join) {
            Some(block) => count_over(scope, (from, block)),
            None => value_over(scope, *join, from)?,
        };
        result = result
            .plus(&Linear::leaf(*join), -coefficient)?
            .plus(&value, coefficient)?;
    }
    Some(result)
}

fn value_over(scope: Scope<'_>, join: Id, from: u32) -> Option<Linear<Id>> {
    let mut over = (scope.values.joined(join).iter()).filter(|(source, _)| *source == from);
    let (_, value) = over.next()?;
    // A block that control may leave in the middle can leave two values.
    if over.next().is_some() {
        return None;
    }
    linear(scope.values, *value, 0)
}

/// The count after an edge: one more if it ends an iteration of the counted loop.
fn count_over(scope: Scope<'_>, (from, to): (u32, u32)) -> Linear<Id> {
    let ends = scope.counted == Some(to) && scope.values.is_backward(from, to);
    let mut count = Linear::leaf(count_before(from));
    count.constant += i128::from(ends);
    count
}
