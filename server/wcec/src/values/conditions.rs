//! Which comparisons are known to hold at a point of the code.

use super::{Id, Node, Values};
use bytecode::{Comparison, Op, Test};

/// Conditions further away than this are ignored.
const FARTHEST: u32 = 64;

/// At most this many comparisons are taken from one edge.
const MAX_ON_EDGE: usize = 8;

/// A comparison of two numbers that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) left: Id,
    pub(crate) comparison: Comparison,
    pub(crate) right: Id,
}

impl Condition {
    fn negated(self) -> Self {
        let comparison = self.comparison.negated();
        Self { comparison, ..self }
    }

    /// The same comparison with its sides swapped.
    pub(crate) const fn swapped(self) -> Self {
        let comparison = match self.comparison {
            Comparison::Eq => Comparison::Eq,
            Comparison::Ne => Comparison::Ne,
            Comparison::Lt => Comparison::Gt,
            Comparison::Le => Comparison::Ge,
            Comparison::Gt => Comparison::Lt,
            Comparison::Ge => Comparison::Le,
        };
        Self {
            left: self.right,
            comparison,
            right: self.left,
        }
    }
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
        let condition = self.simplified(Condition {
            left,
            comparison,
            right,
        });
        let target = self.flow.block_of(target)? as u32;
        Some((condition, target))
    }

    /// The comparison of two numbers that a comparison of its result with 0 stands for.
    fn simplified(&self, mut condition: Condition) -> Condition {
        // A truth value may be that of another one.
        for _ in 0..MAX_ON_EDGE {
            if self.node(condition.right) != Node::Number(0) {
                break;
            }
            let is_equality = matches!(condition.comparison, Comparison::Eq | Comparison::Ne);
            match self.node(condition.left) {
                Node::Compared(left, right) => {
                    condition = Condition {
                        left,
                        right,
                        ..condition
                    }
                }
                _ if !is_equality => break,
                _ => match self.tested(condition.left) {
                    Some(tested) if condition.comparison == Comparison::Ne => condition = tested,
                    Some(tested) => condition = tested.negated(),
                    None => break,
                },
            }
        }
        condition
    }

    /// The comparison whose truth a value is: the result of a call, or `boolean isBelow = a < b;`.
    fn tested(&self, id: Id) -> Option<Condition> {
        match self.node(id) {
            Node::Tested(comparison, left, right) => Some(Condition {
                left,
                comparison,
                right,
            }),
            Node::Join { block, .. } => {
                let [(from, one), (other, two)] = self.joined(id)[..] else {
                    return None;
                };
                let holds = match (self.node(one), self.node(two)) {
                    (Node::Number(1), Node::Number(0)) => true,
                    (Node::Number(0), Node::Number(1)) => false,
                    _ => return None,
                };
                let condition = self.chooses(block, from, other)?;
                Some(if holds {
                    condition
                } else {
                    condition.negated()
                })
            }
            _ => None,
        }
    }

    /// The comparison that holds exactly if control comes to a block from the first of its two predecessors.
    pub(crate) fn chooses(&self, block: u32, from: u32, other: u32) -> Option<Condition> {
        let decides = self.dominator(block);
        let comes_from = |at: u32| {
            let mut edges = self.flow.predecessors(at as usize).iter();
            at == decides
                || edges.all(|edge| edge.block() as u32 == decides && !edge.is_exceptional())
        };
        if from == other || !comes_from(from) || !comes_from(other) {
            return None;
        }
        if from == decides {
            return self.condition_on(decides, block);
        }
        self.condition_on(decides, from)
    }

    /// The comparison that decides whether control takes the edge from one block to the next.
    pub(crate) fn condition_on(&self, from: u32, to: u32) -> Option<Condition> {
        let (condition, target) = self.branch(from)?;
        let next = self.flow.instructions(from as usize).end as u32;
        let next = self.flow.block_of(next)? as u32;
        match (target == to, next == to) {
            (true, false) => Some(condition),
            (false, true) => Some(condition.negated()),
            _ => None,
        }
    }

    /// The comparisons that hold on the edge from one block to the next: those of a truth value that joins several, and of
    /// the cases of a switch, too.
    pub(crate) fn conditions_on(&self, from: u32, to: u32) -> Vec<Condition> {
        let Some(first) = self.condition_on(from, to) else {
            return self.conditions_of_cases(from, to);
        };
        let mut left = vec![first];
        let mut found = Vec::new();
        while let Some(condition) = left.pop() {
            let is_zero = self.node(condition.right) == Node::Number(0);
            let both = match (condition.comparison, self.node(condition.left)) {
                (Comparison::Ne, Node::Extreme(false, one, two))
                | (Comparison::Eq, Node::Extreme(true, one, two))
                    if is_zero
                        && left.len() + found.len() < MAX_ON_EDGE
                        && self.is_flag(one, 0)
                        && self.is_flag(two, 0) =>
                {
                    [one, two]
                }
                _ => {
                    found.push(condition);
                    continue;
                }
            };
            left.extend(both.map(|left| self.simplified(Condition { left, ..condition })));
        }
        found
    }

    /// True for a value that is 0 or 1.
    fn is_flag(&self, id: Id, depth: u32) -> bool {
        match self.node(id) {
            Node::Number(0 | 1) | Node::Tested(..) => true,
            Node::Extreme(_, one, two) | Node::OneOf(one, two) => {
                depth < 8 && self.is_flag(one, depth + 1) && self.is_flag(two, depth + 1)
            }
            _ => false,
        }
    }

    /// What is known about the number that a switch tests where control comes from it to a block.
    fn conditions_of_cases(&self, from: u32, to: u32) -> Vec<Condition> {
        let tested = self.compared.get(from as usize).copied().flatten();
        let (Some((left, _)), Some(last)) = (
            tested,
            self.flow.instructions(from as usize).end.checked_sub(1),
        ) else {
            return Vec::new();
        };
        let code = self.input.code;
        let Some(Op::Switch { index, .. }) = code.instructions.get(last).map(|last| last.op) else {
            return Vec::new();
        };
        let Some(switch) = code.switches.get(index as usize) else {
            return Vec::new();
        };
        let is_here = |target: u32| self.flow.block_of(target) == Some(to as usize);
        let cases = switch.cases.iter();
        let (here, elsewhere): (Vec<_>, Vec<_>) = cases.partition(|(_, target)| is_here(*target));
        let number = |case: &(i32, u32)| {
            let number = Node::Number(i64::from(case.0));
            self.numbers.get(&number).copied()
        };
        let of = |comparison: Comparison, right: Option<Id>| {
            right.map(|right| Condition {
                left,
                comparison,
                right,
            })
        };
        if is_here(switch.default) {
            let others = elsewhere.into_iter().take(MAX_ON_EDGE);
            return others
                .filter_map(|case| of(Comparison::Ne, number(case)))
                .collect();
        }
        match &here[..] {
            [case] => of(Comparison::Eq, number(case)).into_iter().collect(),
            [] => Vec::new(),
            cases => {
                let least = cases.iter().min().and_then(|case| number(case));
                let most = cases.iter().max().and_then(|case| number(case));
                let ends = [of(Comparison::Ge, least), of(Comparison::Le, most)];
                ends.into_iter().flatten().collect()
            }
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
            {
                found.extend(self.conditions_on(first.block() as u32, at));
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
