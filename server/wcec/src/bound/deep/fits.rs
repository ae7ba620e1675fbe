//! Whether machine arithmetic gives the numbers that a bound is computed from.
//!
//! See the module with the same name for the simple analysis. A value that cannot be shown to fit its type is assumed to
//! fit.

use super::super::Bounds;
use super::super::fits::{LONGEST_ARRAY, Range, is_within, wraps_outside};
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::to_linear;
use super::interval::{Interval, of_operation};
use super::number::read_positive_on;
use super::reference::called;
use super::{ContinueCondition, Scope, linear};
use crate::method::MethodInput;
use crate::values::{Id, Node};
use bytecode::{ArrayElement, BinaryOp, DataType};
use cost::AssumptionKind;
use std::rc::Rc;

/// Beyond every type. Ranges end there.
pub(super) const FAR: i128 = 1 << 80;

/// At most this many values of one loop are examined.
pub(super) const MAX_VALUES: usize = 256;

/// An edge from one block to another.
type Edge = (u32, u32);

/// Where control uses a value.
#[derive(Clone, Copy, PartialEq, Default)]
pub(super) struct Use {
    /// The edge over which control reaches it.
    over: Option<Edge>,
    /// True in an earlier iteration of another loop: what holds now need not have held then.
    is_earlier: bool,
}

/// What is accepted of a value that the current loop changes.
#[derive(Clone, Copy, PartialEq)]
enum Moving {
    /// Any sum: it is checked with the test.
    Tested,
    /// A counter, but no sum with one.
    Alone,
    /// Nothing.
    Nothing,
}

impl Moving {
    /// For what a value is computed from.
    const fn inside(self) -> Self {
        match self {
            Self::Tested => Self::Alone,
            other => other,
        }
    }
}

/// A value on which a bound rests.
#[derive(Clone, Copy, PartialEq)]
struct UsedValue {
    id: Id,
    at: Use,
    /// The local of the loop that begins with this value.
    begins: Option<u16>,
    moving: Moving,
}

impl Bounds<'_> {
    /// Notes an assumption if a number may wrap around that is computed before the loop, or from values that the loop does
    /// not change.
    pub(super) fn expect_whole(&mut self, scope: Scope<'_>, ids: &[Id]) {
        if !self.are_whole(scope, ids) {
            self.assume(AssumptionKind::NoOverflow);
        }
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

    /// The range of an expression when the loop begins, using what is known to hold then.
    pub(super) fn range_at(&mut self, scope: Scope<'_>, expression: &Linear<Id>) -> Range {
        self.range_over(scope, expression, Use::default())
    }

    /// The range of an expression that counts only where control uses it.
    pub(super) fn range_over(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        at: Use,
    ) -> Range {
        let (low, high) = self.range_of(scope, expression);
        let mut range = (low.unwrap_or(-FAR), high.unwrap_or(FAR));
        let mut known = Vec::new();
        if !at.is_earlier {
            known = self.read_positive_at_entry(scope);
        }
        known.extend((at.over.into_iter()).flat_map(|edge| read_positive_on(scope, edge)));
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

    /// The same without exception: values that the current loop may change in arithmetic that wraps around are not whole.
    pub(super) fn are_whole_now(&mut self, scope: Scope<'_>, ids: &[Id]) -> bool {
        let mut is_outside = false;
        self.are_whole_with(scope, ids, Moving::Nothing, &mut is_outside)
    }

    /// True if everything that values depend on has its mathematical value, or if the first iteration throws because a value
    /// that has wrapped around is used as an index. The flag is set if that may happen.
    pub(super) fn are_whole_or_outside(
        &mut self,
        scope: Scope<'_>,
        ids: &[Id],
        is_outside: &mut bool,
    ) -> bool {
        self.are_whole_with(scope, ids, Moving::Tested, is_outside)
    }

    fn are_whole_with(
        &mut self,
        scope: Scope<'_>,
        ids: &[Id],
        moving: Moving,
        is_outside: &mut bool,
    ) -> bool {
        let ids = ids.iter();
        let mut seen: Vec<UsedValue> = ids
            .map(|id| UsedValue {
                id: *id,
                at: Use::default(),
                begins: None,
                moving,
            })
            .collect();
        let mut next = 0;
        while let Some(used) = seen.get(next).copied() {
            next += 1;
            self.fuel = self.fuel.saturating_sub(1);
            if next > MAX_VALUES || self.fuel == 0 {
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
        at: Use,
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
        let (low, high) = self.range_over(scope, sum, at);
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
        used: UsedValue,
        seen: &mut Vec<UsedValue>,
        is_outside: &mut bool,
    ) -> bool {
        let values = scope.values;
        let UsedValue {
            id,
            at,
            begins,
            moving,
        } = used;
        if self.type_of_sum(scope, id).is_some() {
            return self.is_sum_whole(scope, used, seen, is_outside);
        }
        let mut follow_used = |used: UsedValue| {
            if !seen.contains(&used) {
                seen.push(used);
            }
        };
        let mut follow = |id: Id| {
            follow_used(UsedValue {
                id,
                at,
                begins: None,
                moving: moving.inside(),
            });
        };
        match values.node(id) {
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
            Node::Truncated(of) => {
                follow(of);
                is_within(
                    self.range_over(scope, &Linear::leaf(of), at),
                    limits_of(DataType::Int),
                )
            }
            Node::Join { block, variable } if block == scope.body.header && scope.body.is_loop => {
                for (from, value) in values.joined(id) {
                    if !values.is_backward(*from, block) {
                        follow_used(UsedValue {
                            id: *value,
                            at: Use {
                                over: Some((*from, block)),
                                ..at
                            },
                            begins: u16::try_from(variable).ok(),
                            moving: moving.inside(),
                        });
                    }
                }
                moving != Moving::Nothing
            }
            Node::Join { block, .. } => {
                let around = self.around.iter().find(|body| body.header == block);
                if let Some(body) = around.map(Rc::clone)
                    && self.counts_whole(scope, id, &body)
                {
                    return true;
                }
                // It is known how far the counter of a finished loop got.
                let is_counted = self.is_counted_whole(scope, id, block);
                for (from, value) in values.joined(id) {
                    let is_backward = values.is_backward(*from, block);
                    if !(is_counted && is_backward) {
                        follow_used(UsedValue {
                            id: *value,
                            at: Use {
                                over: Some((*from, block)),
                                is_earlier: at.is_earlier || is_backward,
                            },
                            begins: begins.filter(|_| !is_counted),
                            moving,
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
                let range = self.range_of_sum(scope, &sum, DataType::Int, at);
                for (leaf, _) in &sum.terms {
                    follow(*leaf);
                }
                is_within(range, (least, -2 * least - 1))
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

    /// The same for a sum, a difference, a multiple or a negated number.
    fn is_sum_whole(
        &mut self,
        scope: Scope<'_>,
        used: UsedValue,
        seen: &mut Vec<UsedValue>,
        is_outside: &mut bool,
    ) -> bool {
        let values = scope.values;
        let UsedValue { id, at, begins, .. } = used;
        let (Some(data_type), Some(whole)) = (self.type_of_sum(scope, id), linear(values, id, 0))
        else {
            return false;
        };
        let mut parts = Vec::new();
        self.parts(scope, id, data_type, 0, &mut parts);
        let operands = match values.node(id) {
            // A product of two unknown numbers, or a shift by one.
            Node::Binary(operation, _, left, right) if parts == [id] => {
                parts = vec![left, right];
                Some((operation, left, right))
            }
            _ => None,
        };
        for part in &parts {
            let is_joined = operands.is_none() && matches!(values.node(*part), Node::Join { .. });
            let used = UsedValue {
                id: *part,
                at,
                begins: None,
                moving: if is_joined {
                    used.moving
                } else {
                    used.moving.inside()
                },
            };
            if !seen.contains(&used) {
                seen.push(used);
            }
        }
        let range = if let Some((operation, left, right)) = operands {
            let mut range = |id: Id| {
                let value = linear(values, id, 0).unwrap_or_else(|| Linear::leaf(id));
                let (low, high) = self.range_of_sum(scope, &value, data_type, at);
                (Some(low), Some(high))
            };
            let (left, right) = (range(left), range(right));
            let (low, high) = of_operation(operation, data_type, left, right);
            (low.unwrap_or(-FAR), high.unwrap_or(FAR))
        } else {
            if used.moving == Moving::Tested
                && whole.terms.iter().any(|(leaf, _)| is_moving(scope, *leaf))
            {
                return true;
            }
            self.range_of_sum(scope, &whole, data_type, at)
        };
        self.fits_or_is_outside(scope, (range, data_type), begins, is_outside)
    }

    /// The type in which a sum, a difference, a multiple or a negated number is computed. Nothing for anything else.
    pub(super) fn type_of_sum(&self, scope: Scope<'_>, id: Id) -> Option<DataType> {
        match scope.values.node(id) {
            Node::Binary(
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl,
                data_type,
                ..,
            ) => Some(data_type),
            Node::Negated(of) if self.is_long(scope, of, 0) => Some(DataType::Long),
            // An int that is converted and then negated is not told apart.
            Node::Negated(_) => Some(DataType::Int),
            _ => None,
        }
    }

    /// True for a value that is known to be a long.
    fn is_long(&self, scope: Scope<'_>, id: Id, depth: u32) -> bool {
        let is_long = |of: Id| depth < super::MAX_DEPTH && self.is_long(scope, of, depth + 1);
        match scope.values.node(id) {
            Node::Binary(_, data_type, ..) => data_type == DataType::Long,
            Node::Element { element, .. } => element == ArrayElement::Long,
            Node::Negated(of) => is_long(of),
            Node::Extreme(_, one, two) => is_long(one) || is_long(two),
            node @ (Node::Entry(_) | Node::Field { .. } | Node::Called { .. }) => {
                let (low, high) = limits_of(DataType::Long);
                self.interval_of_source(node) == (Some(low), Some(high))
            }
            _ => false,
        }
    }

    /// The values from which a sum is computed in one type. A part that is computed in another type is one of them.
    pub(super) fn parts(
        &self,
        scope: Scope<'_>,
        id: Id,
        data_type: DataType,
        depth: u32,
        found: &mut Vec<Id>,
    ) {
        let values = scope.values;
        let is_number = |id: Id| matches!(values.node(id), Node::Number(_));
        let is_same = self
            .type_of_sum(scope, id)
            .is_none_or(|own| own == data_type);
        let is_inside = is_same && depth <= super::MAX_DEPTH;
        match values.node(id) {
            Node::Number(_) => {}
            Node::Binary(operation, of, left, right)
                if is_inside && !super::reorders(values, operation, of, [left, right]) =>
            {
                let is_linear = match operation {
                    BinaryOp::Add | BinaryOp::Sub => true,
                    BinaryOp::Mul => is_number(left) || is_number(right),
                    BinaryOp::Shl => matches!(values.node(right), Node::Number(0..=30)),
                    BinaryOp::Xor => values.node(right) == Node::Number(-1),
                    _ => false,
                };
                if is_linear {
                    self.parts(scope, left, data_type, depth + 1, found);
                    self.parts(scope, right, data_type, depth + 1, found);
                } else {
                    found.push(id);
                }
            }
            Node::Negated(of) if is_inside => {
                self.parts(scope, of, data_type, depth + 1, found);
            }
            _ => found.push(id),
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

impl Use {
    pub(super) const fn over(edge: Edge) -> Self {
        Self {
            over: Some(edge),
            is_earlier: false,
        }
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

/// True if the least number of a type, which has no opposite, is not in a range. A range of more than ints is one of longs.
pub(super) fn can_be_negated(range: Range) -> bool {
    let (int, long) = (limits_of(DataType::Int), limits_of(DataType::Long));
    range.0 > int.0 || range.1 > int.1 && range.0 > long.0
}

/// True for a sum, a difference or a multiple of ints.
fn is_int_sum(node: Node) -> bool {
    is_sum(node) && matches!(node, Node::Binary(_, DataType::Int, ..))
}

/// True for a join that the current loop sets again in each iteration.
pub(super) fn is_moving(scope: Scope<'_>, id: Id) -> bool {
    match scope.values.node(id) {
        Node::Join { block, .. } => scope.body.contains(block),
        _ => false,
    }
}

/// True for a call whose result is one of its numeric arguments, or an array with such a length.
fn passes_on(input: &MethodInput<'_>, at: u32) -> bool {
    called(input, at).is_some_and(|called| match &*called.class {
        "java/lang/Math" | "java/lang/StrictMath" | "java/lang/Integer" | "java/lang/Long" => {
            matches!(&*called.name, "abs" | "sqrt")
        }
        "java/util/Arrays" => called.name.starts_with("copyOf"),
        _ => false,
    })
}
