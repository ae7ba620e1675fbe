//! Whether the sides of a loop's test stay within their types while the loop counts.
//!
//! See the simple analysis for the argument.

use super::super::Bounds;
use super::super::fits::{Range, is_within};
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::fits::{MAX_VALUES, Use, is_moving};
use super::progress::{sources, substitute};
use super::reference::called;
use super::{ContinueCondition, Scope, linear};
use crate::values::{Id, Node};
use bytecode::{BinaryOp, Comparison, DataType};
use cost::AssumptionKind;

/// A side of a test in the first iteration, and how it continues.
struct SideOfTest {
    begins: Range,
    /// The most by which it moves from one test to the next; `None` if unknown.
    moves: Option<i128>,
    /// Its arithmetic is exact within these numbers.
    limits: Range,
}

/// The types in which sums of moving values are computed.
#[derive(Clone, Copy, Default, PartialEq)]
struct SumTypes {
    int: bool,
    long: bool,
}

impl Bounds<'_> {
    /// Notes an assumption if a counting loop may continue because a number wraps around. True if that number is an index,
    /// so that the next iteration throws.
    pub(super) fn expect_counting(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
    ) -> bool {
        let mut is_broken_off = false;
        if !self.counts_within_type(scope, staying, &mut is_broken_off) {
            self.assume(AssumptionKind::NoOverflow);
        }
        is_broken_off
    }

    fn counts_within_type(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        is_broken_off: &mut bool,
    ) -> bool {
        let condition = staying.condition;
        let sides = [condition.left, condition.right];
        if !self.are_whole_or_outside(scope, &sides, is_broken_off) {
            return false;
        }
        let data_type = self.type_of_test(staying);
        if condition.comparison == Comparison::Ne {
            // The sides meet and none goes further. That they meet is checked where it is found. An int need not meet a
            // long.
            return data_type == DataType::Int
                || sides.iter().all(|side| {
                    let types = self.types_of_side(scope, *side);
                    types.is_some_and(|(side, counters)| !side.int && !counters.int)
                });
        }
        let rising = matches!(condition.comparison, Comparison::Lt | Comparison::Le);
        let limits = limits_of(data_type);
        let (upper, lower) = if rising {
            (condition.left, condition.right)
        } else {
            (condition.right, condition.left)
        };
        let (Some(up), Some(down)) = (
            self.side_of_test(scope, upper, 1, limits),
            self.side_of_test(scope, lower, -1, limits),
        ) else {
            return false;
        };
        let equal = i128::from(matches!(
            condition.comparison,
            Comparison::Le | Comparison::Ge
        ));
        let (Some(rises), Some(falls)) = (up.moves, down.moves) else {
            return false;
        };
        let mut highest = down.begins.1;
        if let Node::Binary(BinaryOp::Div, _, _, by) = scope.values.node(lower)
            && by == upper
        {
            // From 2 on, a number is at most a quotient by itself only in the lower half.
            highest = highest.min(limits.1 / 2);
        }
        let fits_above = rises == 0 || highest - 1 + equal + rises <= up.limits.1;
        let fits_below = falls == 0 || up.begins.0 + 1 - equal - falls >= down.limits.0;
        let (moving, other) = if falls == 0 {
            (upper, lower)
        } else {
            (lower, upper)
        };
        // See the simple analysis: beyond the end of its type, such a loop has no end if the other side stays as it is.
        if fits_above && fits_below
            || equal == 1
                && rises + falls == 1
                && linear(scope.values, other, 0).is_some_and(|other| {
                    (other.terms.iter()).all(|(leaf, _)| self.stays(scope, *leaf))
                })
                && self.is_only_exit(scope.view, staying.block)
        {
            return true;
        }
        // One side moves, and every iteration uses it as an index.
        let breaks_off = rises.min(falls) == 0
            && match scope.values.node(moving) {
                Node::Join { block, variable } if block == scope.body.header => {
                    u16::try_from(variable).is_ok_and(|slot| {
                        self.breaks_off(scope.view, slot, data_type, Some(rises.max(falls)))
                    })
                }
                _ => false,
            };
        *is_broken_off |= breaks_off;
        breaks_off
    }

    /// A side of a test that moves in one direction only, given by the sign.
    fn side_of_test(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        sign: i128,
        limits: Range,
    ) -> Option<SideOfTest> {
        let header = scope.body.header;
        let whole = linear(scope.values, id, 0)?;
        let cases = self.expand(scope, header, vec![whole], sign, 0)?;
        let varying = Self::varying(scope, cases.all.first()?);
        let joins: Vec<Id> = varying.terms.iter().map(|(join, _)| *join).collect();
        let mut side = SideOfTest {
            begins: (i128::MAX, i128::MIN),
            moves: Some(0),
            limits,
        };
        let mut starts = Vec::new();
        if !joins.is_empty() {
            let change = self.change(scope, header, &varying, sign, 0)?;
            if change.least < 0 {
                return None;
            }
            let spread = self.spread(scope, &cases.all, &varying, sign);
            side.moves = (change.most.zip(spread))
                .filter(|_| cases.exact)
                .map(|(most, spread)| most + spread);
            starts = sources(scope, &joins)?;
            starts.retain(|from| !scope.values.is_backward(*from, header));
        } else if !cases.exact {
            side.moves = None;
        }
        let mut types = (SumTypes::default(), SumTypes::default());
        if !joins.is_empty() {
            types = self.types_of_side(scope, id)?;
        }
        for case in &cases.all {
            if Self::varying(scope, case) != varying {
                return None;
            }
            let mut begins: Vec<(Linear<Id>, Use)> = Vec::new();
            if joins.is_empty() {
                begins.push((case.clone(), Use::default()));
            } else {
                let of_case = self.limits_of_side(scope, types, case, limits)?;
                side.limits = (side.limits.0.max(of_case.0), side.limits.1.min(of_case.1));
            }
            for from in &starts {
                let begin = substitute(scope, case, &joins, *from)?;
                begins.push((begin, Use::over((*from, header))));
            }
            // If the test is not at the start of an iteration, the case includes what moved before it.
            for (begin, at) in begins {
                let range = self.range_over(scope, &begin, at);
                side.begins = (side.begins.0.min(range.0), side.begins.1.max(range.1));
            }
        }
        is_within(side.begins, side.limits).then_some(side)
    }

    /// The most by which what a side adds to its counters differs between two tests, in the direction of the sign.
    fn spread(
        &mut self,
        scope: Scope<'_>,
        cases: &[Linear<Id>],
        varying: &Linear<Id>,
        sign: i128,
    ) -> Option<i128> {
        let first = cases.first()?;
        let mut ends: Option<(i128, i128)> = None;
        for case in cases {
            let mut added = case.clone().plus(varying, -1)?;
            // What is the same in every iteration cancels out.
            for (id, factor) in &first.terms {
                if !varying.terms.contains(&(*id, *factor)) && self.stays(scope, *id) {
                    added = added.plus(&Linear::leaf(*id), -factor)?;
                }
            }
            let (low, high) = self.range_of(scope, &added.times(sign)?);
            let (low, high) = (low?, high?);
            ends = Some(ends.map_or((low, high), |ends| (ends.0.min(low), ends.1.max(high))));
        }
        ends.map(|(low, high)| high - low)
    }

    /// True for a value that is the same in every iteration.
    fn stays(&self, scope: Scope<'_>, id: Id) -> bool {
        let text = match scope.values.node(id) {
            Node::Called { at } => called(self.input, at)
                .filter(|called| called.class == "java/lang/String" && called.name == "length")
                .and_then(|_| scope.values.passed(at).first()),
            _ => None,
        };
        self.is_fixed(scope, text.copied().unwrap_or(id), 0)
    }

    /// The numbers within which a case of a side is computed exactly. A counter may be narrower than the side.
    fn limits_of_side(
        &mut self,
        scope: Scope<'_>,
        (side, counters): (SumTypes, SumTypes),
        case: &Linear<Id>,
        limits: Range,
    ) -> Option<Range> {
        let int = limits_of(DataType::Int);
        if !side.int && !counters.int {
            return Some(limits);
        }
        if !side.long && !counters.long {
            return Some((limits.0.max(int.0), limits.1.min(int.1)));
        }
        let varying = Self::varying(scope, case);
        let [(_, factor)] = varying.terms[..] else {
            return None;
        };
        if side.int || counters.long {
            return None;
        }
        let rest = case.clone().plus(&varying, -1)?;
        let (low, high) = self.range_of(scope, &rest);
        let ends = (int.0 * factor, int.1 * factor);
        Some((
            limits.0.max(ends.0.min(ends.1) + high?),
            limits.1.min(ends.0.max(ends.1) + low?),
        ))
    }

    /// The types in which a side of a test is computed from its counters, and those in which the iterations compute the
    /// counters. `None` if a part that is computed as an int within a long may wrap around.
    fn types_of_side(&mut self, scope: Scope<'_>, side: Id) -> Option<(SumTypes, SumTypes)> {
        let header = scope.body.header;
        let mut of_side = SumTypes::default();
        let mut of_counters = SumTypes::default();
        let mut seen = vec![side];
        let mut counters = Vec::new();
        let mut next = 0;
        let mut next_counter = 0;
        loop {
            while let Some(id) = seen.get(next).copied() {
                next += 1;
                if seen.len() > MAX_VALUES {
                    return None;
                }
                match scope.values.node(id) {
                    Node::Join { block, .. } if block == header => {
                        if !counters.contains(&id) {
                            counters.push(id);
                        }
                    }
                    Node::Join { block, .. } if scope.body.contains(block) => {
                        for (_, value) in scope.values.joined(id) {
                            if !seen.contains(value) {
                                seen.push(*value);
                            }
                        }
                    }
                    _ => {
                        let Some(data_type) = self.type_of_sum(scope, id) else {
                            continue;
                        };
                        let mut parts = Vec::new();
                        self.parts(scope, id, data_type, 0, &mut parts);
                        let moves = parts.iter().any(|part| moves_within(scope, *part));
                        let types = if next_counter == 0 {
                            &mut of_side
                        } else {
                            &mut of_counters
                        };
                        types.int |= moves && data_type == DataType::Int;
                        types.long |= moves && data_type == DataType::Long;
                        for part in parts.into_iter().filter(|part| *part != id) {
                            if self.type_of_sum(scope, part).is_none() {
                                if !seen.contains(&part) {
                                    seen.push(part);
                                }
                            } else if !is_alone(scope, part) && !self.are_whole_now(scope, &[part])
                            {
                                return None;
                            }
                        }
                    }
                }
            }
            let Some(counter) = counters.get(next_counter).copied() else {
                return Some((of_side, of_counters));
            };
            next_counter += 1;
            // What the side is computed from may also be what a counter is computed from.
            seen.clear();
            next = 0;
            let joined = scope.values.joined(counter).iter();
            let back = joined.filter(|(from, _)| scope.values.is_backward(*from, header));
            seen.extend(back.map(|(_, value)| *value));
        }
    }
}

/// True for a join in the loop, or a sum with one.
fn moves_within(scope: Scope<'_>, id: Id) -> bool {
    linear(scope.values, id, 0)
        .is_none_or(|sum| sum.terms.iter().any(|(leaf, _)| is_moving(scope, *leaf)))
}

/// True for a product that is no part of a linear expression.
fn is_alone(scope: Scope<'_>, id: Id) -> bool {
    linear(scope.values, id, 0).is_some_and(|sum| sum.terms == [(id, 1)])
}
