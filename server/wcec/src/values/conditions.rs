//! Which comparisons are known to hold at a point of the code.

use super::{Id, Values};
use bytecode::{Comparison, Op, Test};

/// Conditions further away than this are ignored.
const FARTHEST: u32 = 64;

/// A comparison of two numbers that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) left: Id,
    pub(crate) comparison: Comparison,
    pub(crate) right: Id,
}

impl Values<'_> {
    /// The dominators by the algorithm of Cooper, Harvey and Kennedy (2001).
    pub(super) fn find_dominators(&mut self) {
        const UNKNOWN: u32 = u32::MAX;
        let mut dominators = vec![UNKNOWN; self.flow.len()];
        if let Some(first) = dominators.first_mut() {
            *first = 0;
        }
        // Two rounds suffice for loops with one entry. Others may need more, but the rounds are limited.
        for _ in 0..4 {
            let mut changed = false;
            for block in self.order.iter().skip(1) {
                let mut nearest = UNKNOWN;
                for edge in self.flow.predecessors(*block as usize) {
                    let mut other = edge.block() as u32;
                    if dominators[other as usize] == UNKNOWN {
                        continue;
                    }
                    if nearest == UNKNOWN {
                        nearest = other;
                        continue;
                    }
                    while nearest != other {
                        if self.position(nearest) > self.position(other) {
                            nearest = dominators[nearest as usize];
                        } else {
                            other = dominators[other as usize];
                        }
                    }
                }
                changed |= std::mem::replace(&mut dominators[*block as usize], nearest) != nearest;
            }
            if !changed {
                self.dominators = dominators;
                return;
            }
        }
        // Assume no dominance at all.
        self.dominators = vec![0; self.flow.len()];
        self.compared
            .iter_mut()
            .for_each(|compared| *compared = None);
    }

    /// The comparison at the branch that ends a block, and where control goes if it holds.
    pub(crate) fn branch(&self, block: u32) -> Option<(Condition, u32)> {
        let (left, right) = (*self.compared.get(block as usize)?)?;
        let last = self.flow.instructions(block as usize).end.checked_sub(1)?;
        let Op::Branch { test, target } = self.input.code.instructions.get(last)?.op else {
            return None;
        };
        let comparison = match test {
            Test::Ints(comparison) | Test::Zero(comparison) => comparison,
            Test::References { equal: true } | Test::Null { null: true } => Comparison::Eq,
            Test::References { equal: false } | Test::Null { null: false } => Comparison::Ne,
        };
        let (left, right) = match (self.node(left), self.node(right)) {
            (super::Node::Compared(one, two), super::Node::Number(0)) => (one, two),
            _ => (left, right),
        };
        let target = self.flow.block_of(target)? as u32;
        Some((
            Condition {
                left,
                comparison,
                right,
            },
            target,
        ))
    }

    /// The comparison that holds on the edge from one block to the next.
    pub(crate) fn condition_on(&self, from: u32, to: u32) -> Option<Condition> {
        let (condition, target) = self.branch(from)?;
        let next = self.flow.instructions(from as usize).end as u32;
        let next = self.flow.block_of(next)? as u32;
        match (target == to, next == to) {
            (true, false) => Some(condition),
            (false, true) => Some(Condition {
                comparison: condition.comparison.negated(),
                ..condition
            }),
            _ => None,
        }
    }

    /// The comparisons that hold whenever a block begins.
    pub(crate) fn conditions_at(&self, block: u32) -> Vec<Condition> {
        let mut found = Vec::new();
        let mut at = block;
        for _ in 0..FARTHEST {
            let edges = self.flow.predecessors(at as usize);
            if let Some(first) = edges.first()
                && edges.iter().all(|edge| edge == first)
                && !first.is_exceptional()
                && at != 0
                && let Some(condition) = self.condition_on(first.block() as u32, at)
            {
                found.push(condition);
            }
            let Some(next) = self.dominators.get(at as usize) else {
                break;
            };
            if *next == at || *next == u32::MAX {
                break;
            }
            at = *next;
        }
        found
    }

    /// The immediate dominator of a block: the nearest block that every path to it goes through.
    pub(crate) fn dominator(&self, block: u32) -> u32 {
        self.dominators.get(block as usize).copied().unwrap_or(0)
    }
}
