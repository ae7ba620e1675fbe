//! Whether machine arithmetic gives the numbers that a bound is computed from.
//!
//! See the module with the same name for the simple analysis. A value that cannot be shown to fit its type is assumed to
//! fit.

use super::super::Bounds;
use super::super::fits::{LONGEST_ARRAY, Range, is_within, wraps_outside};
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::to_linear;
use super::corners::is_computed_in;
use super::interval::Interval;
use super::number::read_positive_on;
use super::progress::{sources, substitute};
use super::reference::called;
use super::{ContinueCondition, Scope, linear};
use crate::method::MethodInput;
use crate::values::{Id, Node};
use bytecode::{BinaryOp, Comparison, DataType};
use cost::AssumptionKind;
use std::rc::Rc;

/// At most this many values of one loop are examined.
pub(super) const MAX_VALUES: usize = 256;

/// An edge from one block to another.
pub(super) type Edge = (u32, u32);

/// Further away than any number of a program.
pub(super) const FAR: i128 = 1 << 80;

/// A value on which a bound rests.
#[derive(Clone, Copy, PartialEq)]
struct UsedValue {
    id: Id,
    /// The edge over which control reaches its use.
    over: Option<Edge>,
    /// The local of the loop that begins with this value.
    begins: Option<u16>,
}

/// A side of a test in the first iteration, and how it continues.
struct SideOfTest {
    begins: Range,
    /// The most by which it moves from one test to the next; `None` if unknown.
    moves: Option<i128>,
    /// Where it and its counter fit their types.
    limits: Range,
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

    /// Notes an assumption if a number may wrap around that is computed before the loop, or from values that the loop does
    /// not change.
    pub(super) fn expect_whole(&mut self, scope: Scope<'_>, ids: &[Id]) {
        if !self.are_whole(scope, ids) {
            self.assume(AssumptionKind::NoOverflow);
        }
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
        if condition.comparison == Comparison::Ne {
            // The sides meet and none goes further. That they meet is checked where it is found.
            return true;
        }
        let rising = matches!(condition.comparison, Comparison::Lt | Comparison::Le);
        let data_type = self.type_of_test(staying);
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
        let fits_above = rises == 0 || down.begins.1 - 1 + equal + rises <= up.limits.1;
        let fits_below = falls == 0 || up.begins.0 + 1 - equal - falls >= down.limits.0;
        // See the simple analysis: beyond the end of its type, such a loop has no end.
        if fits_above && fits_below
            || equal == 1 && rises + falls == 1 && self.is_only_exit(scope.view, staying.block)
        {
            return true;
        }
        // One side moves, and every iteration uses it as an index.
        let moving = if falls == 0 { upper } else { lower };
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

    /// The type that the test at the end of a block compares in.
    pub(super) fn type_of_test(&self, staying: &ContinueCondition) -> DataType {
        let at = self.flow.instructions(staying.block as usize).end;
        let before = at.checked_sub(2);
        let before = before.and_then(|before| self.input.code.instructions.get(before));
        match before.map(|instruction| instruction.op) {
            Some(bytecode::Op::Compare(DataType::Long)) => DataType::Long,
            _ => DataType::Int,
        }
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
        let mut side: Option<SideOfTest> = None;
        for case in &cases.all {
            let varying = Self::varying(scope, case);
            let joins: Vec<Id> = varying.terms.iter().map(|(join, _)| *join).collect();
            let mut begins: Vec<(Linear<Id>, Option<Edge>)> = Vec::new();
            let mut moves = Some(0);
            let limits = limits_with_counters(scope, case, &joins, limits)?;
            if joins.is_empty() {
                begins.push((case.clone(), None));
            } else {
                let change = self.change(scope, header, &varying, sign, 0)?;
                if change.least < 0 {
                    return None;
                }
                moves = change.most;
                for from in sources(scope, &joins)? {
                    if !scope.values.is_backward(from, header) {
                        let begin = substitute(scope, case, &joins, from)?;
                        begins.push((begin, Some((from, header))));
                    }
                }
            }
            // If the test is not at the start of an iteration, the case includes what moved before it.
            for (begin, over) in begins {
                let range = self.range_over(scope, &begin, over);
                if !is_within(range, limits) {
                    return None;
                }
                side = Some(match side {
                    None => SideOfTest {
                        begins: range,
                        moves,
                        limits,
                    },
                    Some(known) => SideOfTest {
                        begins: (known.begins.0.min(range.0), known.begins.1.max(range.1)),
                        moves: known.moves.zip(moves).map(|(one, two)| one.max(two)),
                        limits: (known.limits.0.max(limits.0), known.limits.1.min(limits.1)),
                    },
                });
            }
        }
        if !cases.exact {
            side.as_mut()?.moves = None;
        }
        side
    }

    /// The range of an expression when the loop begins, using what is known to hold then.
    pub(super) fn range_at(&mut self, scope: Scope<'_>, expression: &Linear<Id>) -> Range {
        self.range_over(scope, expression, None)
    }

    /// The range of an expression that counts only if control comes over an edge.
    pub(super) fn range_over(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        over: Option<Edge>,
    ) -> Range {
        let (low, high) = self.range_of(scope, expression);
        let mut range = (low.unwrap_or(-FAR), high.unwrap_or(FAR));
        let mut known = self.read_positive_at_entry(scope);
        known.extend(
            over.into_iter()
                .flat_map(|edge| read_positive_on(scope, edge)),
        );
        for positive in known {
            // expression ≥ expression − positive, and ≤ expression + positive.
            for sign in [1, -1] {
                let Some(rest) = expression.clone().plus(&positive, -sign) else {
                    continue;
                };
                if rest.terms.len() >= expression.terms.len() + positive.terms.len() {
                    continue;
                }
                let (low, high) = self.range_of(scope, &rest);
                if sign > 0 {
                    range.0 = range.0.max(low.unwrap_or(-FAR));
                } else {
                    range.1 = range.1.min(high.unwrap_or(FAR));
                }
            }
        }
        range
    }

    /// True if everything that values depend on has its mathematical value, apart from what the current loop changes.
    pub(super) fn are_whole(&mut self, scope: Scope<'_>, ids: &[Id]) -> bool {
        let mut is_outside = false;
        self.are_whole_or_outside(scope, ids, &mut is_outside) && !is_outside
    }

    /// True if everything that values depend on has its mathematical value, or if the first iteration throws because a value
    /// that has wrapped around is used as an index. The flag is set if that may happen.
    pub(super) fn are_whole_or_outside(
        &mut self,
        scope: Scope<'_>,
        ids: &[Id],
        is_outside: &mut bool,
    ) -> bool {
        let ids = ids.iter();
        let mut seen: Vec<UsedValue> = ids
            .map(|id| UsedValue {
                id: *id,
                over: None,
                begins: None,
            })
            .collect();
        let mut next = 0;
        while let Some(used) = seen.get(next).copied() {
            next += 1;
            if next > MAX_VALUES {
                return false;
            }
            if !self.is_whole(scope, used, &mut seen, is_outside) {
                return false;
            }
        }
        true
    }

    /// The range of a sum, all of whose parts fit the type in which it is computed.
    pub(super) fn range_of_sum(
        &mut self,
        scope: Scope<'_>,
        sum: &Linear<Id>,
        data_type: DataType,
        over: Option<Edge>,
    ) -> Range {
        let limits = limits_of(data_type);
        let mut range = (sum.constant, sum.constant);
        for (id, factor) in &sum.terms {
            let (low, high) = self.interval(scope.values, *id, 0);
            let low = low.map_or(limits.0, |low| low.max(limits.0));
            let high = high.map_or(limits.1, |high| high.min(limits.1));
            let ends = (low.saturating_mul(*factor), high.saturating_mul(*factor));
            range.0 = range.0.saturating_add(ends.0.min(ends.1));
            range.1 = range.1.saturating_add(ends.0.max(ends.1));
        }
        let (low, high) = self.range_over(scope, sum, over);
        (low.max(range.0), high.min(range.1))
    }

    /// True if a value within a range fits its type, or throws in the first iteration after it has wrapped around.
    fn fits_or_is_outside(
        &mut self,
        scope: Scope<'_>,
        (range, data_type): (Range, DataType),
        begins: Option<u16>,
        is_outside: &mut bool,
    ) -> bool {
        if is_within(range, limits_of(data_type)) {
            return true;
        }
        let index = begins.filter(|_| data_type == DataType::Int);
        let used = index.and_then(|slot| self.indexes(scope.view, slot));
        let wraps_outside = used.is_some_and(|used| wraps_outside(range, used));
        *is_outside |= wraps_outside;
        wraps_outside
    }

    /// Checks one value, and adds the values it depends on to the work list.
    fn is_whole(
        &mut self,
        scope: Scope<'_>,
        UsedValue { id, over, begins }: UsedValue,
        seen: &mut Vec<UsedValue>,
        is_outside: &mut bool,
    ) -> bool {
        let values = scope.values;
        let mut follow_used = |used: UsedValue| {
            if !seen.contains(&used) {
                seen.push(used);
            }
        };
        let mut follow = |id: Id| {
            follow_used(UsedValue {
                id,
                over,
                begins: None,
            });
        };
        match values.node(id) {
            Node::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl,
                data_type,
                ..,
            ) => {
                let Some(whole) = linear(values, id, 0) else {
                    return false;
                };
                if whole.terms == [(id, 1)] {
                    // A product of two unknown numbers, or a shift by one.
                    if let Node::Binary(_, _, left, right) = values.node(id) {
                        follow(left);
                        follow(right);
                    }
                    let range = self.range_over(scope, &whole, over);
                    return self.fits_or_is_outside(scope, (range, data_type), begins, is_outside);
                }
                let mut moves = false;
                for (leaf, _) in &whole.terms {
                    follow(*leaf);
                    moves |= is_moving(scope, *leaf);
                }
                negated_in(scope, id, 0).into_iter().for_each(&mut follow);
                // An int within a long sum wraps around on its own.
                let is_mixed = data_type == DataType::Long && has_int_sum(scope, id, 0);
                if is_mixed || moves {
                    return !is_mixed;
                }
                let range = self.range_of_sum(scope, &whole, data_type, over);
                self.fits_or_is_outside(scope, (range, data_type), begins, is_outside)
            }
            // Only the value that is shifted bounds the result.
            Node::Binary(BinaryOp::Shr, _, left, _) => {
                follow(left);
                true
            }
            Node::Binary(_, _, left, right)
            | Node::Extreme(_, left, right)
            | Node::OneOf(left, right)
            | Node::Between(left, right) => {
                follow(left);
                follow(right);
                true
            }
            Node::Negated(of) => {
                follow(of);
                let range = self.range_over(scope, &Linear::leaf(of), over);
                is_moving(scope, of) || can_be_negated(range)
            }
            Node::Truncated(of) => {
                follow(of);
                is_within(
                    self.range_over(scope, &Linear::leaf(of), over),
                    limits_of(DataType::Int),
                )
            }
            Node::Join { block, variable } if block == scope.body.header => {
                let slot = u16::try_from(variable).ok();
                let slot = slot.filter(|_| scope.body.is_loop);
                for (from, value) in values.joined(id) {
                    if !values.is_backward(*from, block) {
                        follow_used(UsedValue {
                            id: *value,
                            over: Some((*from, block)),
                            begins: slot,
                        });
                    }
                }
                true
            }
            Node::Join { block, .. } => {
                let around = self.around.iter().find(|body| body.header == block);
                if let Some(body) = around.map(Rc::clone) {
                    return self.counts_whole(scope, id, &body);
                }
                // It is known how far the counter of a finished loop got.
                let is_counted = self.is_counted_whole(scope, id, block);
                for (from, value) in values.joined(id) {
                    if !(is_counted && values.is_backward(*from, block)) {
                        follow_used(UsedValue {
                            id: *value,
                            over: Some((*from, block)),
                            begins: begins.filter(|_| !is_counted),
                        });
                    }
                }
                true
            }
            Node::Allocated { length, .. } => {
                let sum = linear(values, length, 0).filter(|_| is_int_sum(values.node(length)));
                let Some(sum) = sum.filter(|sum| sum.terms != [(length, 1)]) else {
                    follow(length);
                    return true;
                };
                // If a length wraps around to a negative number, there is no array.
                let (least, _) = limits_of(DataType::Int);
                let range = self.range_of_sum(scope, &sum, DataType::Int, over);
                let mut moves = false;
                for (leaf, _) in &sum.terms {
                    follow(*leaf);
                    moves |= is_moving(scope, *leaf);
                }
                moves || is_within(range, (least, -2 * least - 1))
            }
            Node::Length(of) | Node::Narrow(_, of) => {
                follow(of);
                true
            }
            Node::Called { at } => {
                if passes_on(self.input, at) {
                    values.passed(at).iter().for_each(|passed| follow(*passed));
                }
                true
            }
            _ => true,
        }
    }

    /// True if a counter of an enclosing loop stays within the int range.
    pub(super) fn counts_whole(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        body: &Rc<super::Body>,
    ) -> bool {
        let outer = Scope { body, ..scope };
        let value = body
            .index
            .as_ref()
            .and_then(|index| self.counter_value(outer, id, index));
        let value = value.and_then(|value| to_linear(&value));
        value
            .is_some_and(|value| is_within(self.range_of_symbols(&value), limits_of(DataType::Int)))
    }

    /// The range that a type and an instruction allow.
    pub(super) fn interval_of_source(&self, node: Node) -> Interval {
        let known = match node {
            Node::Entry(slot) => self.range_of_argument(slot),
            Node::Field { at, .. } => self.range_of_field(at),
            Node::Called { at } => self.range_of_result(at),
            Node::Length(_) => Some((0, LONGEST_ARRAY)),
            _ => None,
        };
        known.map_or((None, None), |(low, high)| (Some(low), Some(high)))
    }
}

/// True for a sum, a difference or a multiple.
pub(super) fn is_sum(node: Node) -> bool {
    matches!(
        node,
        Node::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl,
            ..
        )
    )
}

/// True for a sum, a difference or a multiple of ints.
fn is_int_sum(node: Node) -> bool {
    is_sum(node) && matches!(node, Node::Binary(_, DataType::Int, ..))
}

/// True if the least number of a type, which has no opposite, is not in a range. A range of more than ints is one of longs.
pub(super) fn can_be_negated(range: Range) -> bool {
    let (int, long) = (limits_of(DataType::Int), limits_of(DataType::Long));
    range.0 > int.0 || range.1 > int.1 && range.0 > long.0
}

/// The numbers that a side of a test can be while the joins in it fit their types. `None` for several ints in a test of longs.
fn limits_with_counters(
    scope: Scope<'_>,
    side: &Linear<Id>,
    joins: &[Id],
    limits: Range,
) -> Option<Range> {
    let is_of_longs = limits == limits_of(DataType::Long);
    let is_long = |join: &Id| is_computed_in(scope, *join, DataType::Long);
    if !is_of_longs || joins.iter().all(is_long) {
        return Some(limits);
    }
    let (least, most) = limits_of(DataType::Int);
    match side.terms[..] {
        [(_, 1)] => Some((side.constant + least, side.constant + most)),
        [(_, -1)] => Some((side.constant - most, side.constant - least)),
        _ => None,
    }
}

/// True for a join that the current loop sets again in each iteration.
fn is_moving(scope: Scope<'_>, id: Id) -> bool {
    match scope.values.node(id) {
        Node::Join { block, .. } => scope.body.contains(block),
        _ => false,
    }
}

/// True for a call whose result is one of its numeric arguments, or an array with such a length.
fn passes_on(input: &MethodInput<'_>, at: u32) -> bool {
    called(input, at).is_some_and(|called| match &*called.class {
        "java/lang/Math" | "java/lang/StrictMath" | "java/lang/Integer" | "java/lang/Long" => {
            &*called.name == "abs"
        }
        "java/util/Arrays" => called.name.starts_with("copyOf"),
        _ => false,
    })
}

/// The negated numbers in a sum: an int that is negated in a sum of longs wraps around on its own.
fn negated_in(scope: Scope<'_>, id: Id, depth: u32) -> Vec<Id> {
    match scope.values.node(id) {
        Node::Negated(_) => vec![id],
        node @ Node::Binary(_, DataType::Long, left, right)
            if is_sum(node) && depth < super::MAX_DEPTH =>
        {
            let mut found = negated_in(scope, left, depth + 1);
            found.extend(negated_in(scope, right, depth + 1));
            found
        }
        _ => Vec::new(),
    }
}

/// True if a long sum contains an int sum.
fn has_int_sum(scope: Scope<'_>, id: Id, depth: u32) -> bool {
    match scope.values.node(id) {
        Node::Binary(_, DataType::Int, ..) => true,
        Node::Negated(of) if depth < super::MAX_DEPTH => has_int_sum(scope, of, depth + 1),
        Node::Binary(_, _, left, right) if depth < super::MAX_DEPTH => {
            has_int_sum(scope, left, depth + 1) || has_int_sum(scope, right, depth + 1)
        }
        _ => false,
    }
}
