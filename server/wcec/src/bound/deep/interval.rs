//! The range of a value, whatever the arguments of the method are.

use super::super::Bounds;
use super::super::fits::LONGEST_ARRAY;
use super::super::limits::limits_of;
use super::{MAX_DEPTH, reference};
use crate::values::{Id, Node, Values};
use bytecode::{ArrayElement, BinaryOp, DataType};

/// A range; `None` means no end.
pub(in crate::bound) type Interval = (Option<i128>, Option<i128>);

const ANY: Interval = (None, None);

impl Bounds<'_> {
    pub(in crate::bound) fn interval(
        &mut self,
        values: &Values<'_>,
        id: Id,
        depth: u32,
    ) -> Interval {
        self.fuel = self.fuel.saturating_sub(1);
        if depth > MAX_DEPTH / 2 || self.fuel == 0 {
            return ANY;
        }
        match values.node(id) {
            Node::Number(number) => (Some(i128::from(number)), Some(i128::from(number))),
            node @ (Node::Length(_) | Node::Entry(_) | Node::Field { .. }) => {
                self.interval_of_source(node)
            }
            Node::Truncated(of) => {
                let limits = (Some(i128::from(i32::MIN)), Some(i128::from(i32::MAX)));
                match self.interval(values, of, depth + 1) {
                    within if contains(limits, within) => within,
                    _ => limits,
                }
            }
            Node::Compared(_, _) => (Some(-1), Some(1)),
            Node::Tested(..) => (Some(0), Some(1)),
            Node::Narrow(element, _) | Node::Element { element, .. } => of_element(element),
            Node::Binary(operation, data_type, left, right) => {
                let left = self.interval(values, left, depth + 1);
                let right = self.interval(values, right, depth + 1);
                let (low, high) = limits_of(data_type);
                let limits = (Some(low), Some(high));
                let may_leave = matches!(
                    operation,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl
                );
                match of_operation(operation, data_type, left, right) {
                    within if !may_leave || contains(limits, within) => within,
                    // It may have wrapped around.
                    (Some(_), Some(_)) => limits,
                    _ => ANY,
                }
            }
            node @ Node::Called { at } => {
                let known = self.interval_of_call(at);
                let of_type = self.interval_of_source(node);
                (known.0.or(of_type.0), known.1.or(of_type.1))
            }
            Node::Extreme(is_largest, one, two) => {
                let one = self.interval(values, one, depth + 1);
                let two = self.interval(values, two, depth + 1);
                of_extreme(is_largest, one, two)
            }
            Node::Between(low, high) => {
                let low = self.interval(values, low, depth + 1).0;
                (low, self.interval(values, high, depth + 1).1)
            }
            Node::OneOf(one, two) => {
                let one = self.interval(values, one, depth + 1);
                let two = self.interval(values, two, depth + 1);
                (
                    one.0.zip(two.0).map(|(one, two)| one.min(two)),
                    one.1.zip(two.1).map(|(one, two)| one.max(two)),
                )
            }
            Node::Join { block, .. } => {
                let mut range: Option<Interval> = None;
                for (from, value) in values.joined(id) {
                    if values.is_backward(*from, block) {
                        return ANY;
                    }
                    let (low, high) = self.interval(values, *value, depth + 1);
                    range = Some(range.map_or((low, high), |before| {
                        (
                            before.0.zip(low).map(|(one, two)| one.min(two)),
                            before.1.zip(high).map(|(one, two)| one.max(two)),
                        )
                    }));
                }
                range.unwrap_or(ANY)
            }
            _ => ANY,
        }
    }

    pub(super) fn interval_of_call(&self, at: u32) -> Interval {
        let Some(called) = reference::called(self.input, at) else {
            return ANY;
        };
        match (&*called.class, &*called.name) {
            ("java/lang/Character", "charCount") => (Some(1), Some(2)),
            (
                "java/lang/Integer",
                "bitCount" | "numberOfLeadingZeros" | "numberOfTrailingZeros",
            ) => (Some(0), Some(32)),
            ("java/lang/Long", "bitCount" | "numberOfLeadingZeros" | "numberOfTrailingZeros") => {
                (Some(0), Some(64))
            }
            // A character's index is less than the length; an empty text may be found after the last character.
            ("java/lang/String", "indexOf" | "lastIndexOf") => {
                let least_beyond = i128::from(called.descriptor.starts_with("(I"));
                (Some(-1), Some(LONGEST_ARRAY - least_beyond))
            }
            (_, "charAt") if called.descriptor == "(I)C" => (Some(0), Some(0xFFFF)),
            _ if called.is_size_of_jdk() => (Some(0), None),
            _ => ANY,
        }
    }
}

/// The range of the larger or the smaller of two numbers. A number whose range starts beyond the end of the other's decides
/// alone.
fn of_extreme(is_largest: bool, one: Interval, two: Interval) -> Interval {
    let end = |one: Option<i128>, two: Option<i128>, is_decided_by_one: bool| match (one, two) {
        (Some(one), Some(two)) if is_largest => Some(one.max(two)),
        (Some(one), Some(two)) => Some(one.min(two)),
        (one, two) if is_decided_by_one => one.or(two),
        _ => None,
    };
    (
        end(one.0, two.0, is_largest),
        end(one.1, two.1, !is_largest),
    )
}

/// True if one range contains another.
fn contains((low, high): Interval, within: Interval) -> bool {
    let above = low.is_none_or(|low| within.0.is_some_and(|least| least >= low));
    above && high.is_none_or(|high| within.1.is_some_and(|most| most <= high))
}

const fn of_element(element: ArrayElement) -> Interval {
    match element {
        ArrayElement::Byte => (Some(i8::MIN as i128), Some(i8::MAX as i128)),
        ArrayElement::Char => (Some(0), Some(u16::MAX as i128)),
        ArrayElement::Short => (Some(i16::MIN as i128), Some(i16::MAX as i128)),
        ArrayElement::Int => (Some(i32::MIN as i128), Some(i32::MAX as i128)),
        ArrayElement::Long => (Some(i64::MIN as i128), Some(i64::MAX as i128)),
        _ => ANY,
    }
}

/// The range of the result in unlimited integers.
pub(super) fn of_operation(
    operation: BinaryOp,
    data_type: DataType,
    left: Interval,
    right: Interval,
) -> Interval {
    let number = match right {
        (Some(low), Some(high)) if low == high => Some(low),
        _ => None,
    };
    let sum = |one: Option<i128>, two: Option<i128>, factor: i128| {
        one?.checked_add(two?.checked_mul(factor)?)
    };
    let is_positive = left.0.is_some_and(|low| low >= 0);
    let limits = || {
        let (low, high) = limits_of(data_type);
        (Some(low), Some(high))
    };
    match (operation, number) {
        (BinaryOp::Add, _) => (sum(left.0, right.0, 1), sum(left.1, right.1, 1)),
        (BinaryOp::Sub, _) => (sum(left.0, right.1, -1), sum(left.1, right.0, -1)),
        (BinaryOp::Mul, _) => {
            let ends = || {
                let corner = |one: Option<i128>, two: Option<i128>| one?.checked_mul(two?);
                let corners = [
                    corner(left.0, right.0)?,
                    corner(left.0, right.1)?,
                    corner(left.1, right.0)?,
                    corner(left.1, right.1)?,
                ];
                Some((corners.into_iter().min()?, corners.into_iter().max()?))
            };
            let ends: Option<(i128, i128)> = ends();
            ends.map_or(ANY, |(low, high)| (Some(low), Some(high)))
        }
        (BinaryOp::And, _) => {
            let positive = |range: Interval| range.0.is_some_and(|low| low >= 0);
            match (positive(left), positive(right)) {
                (true, true) => (
                    Some(0),
                    left.1
                        .zip(right.1)
                        .map(|(one, two)| one.min(two))
                        .or(left.1)
                        .or(right.1),
                ),
                (true, false) => (Some(0), left.1),
                (false, true) => (Some(0), right.1),
                (false, false) => limits(),
            }
        }
        (BinaryOp::Rem, Some(by)) if by != 0 => {
            let most = by.abs() - 1;
            (Some(if is_positive { 0 } else { -most }), Some(most))
        }
        (BinaryOp::Div, Some(by)) if by > 0 => {
            (left.0.map(|low| low / by), left.1.map(|high| high / by))
        }
        (BinaryOp::Shr, Some(by @ 0..=31)) => {
            (left.0.map(|low| low >> by), left.1.map(|high| high >> by))
        }
        (BinaryOp::Ushr, Some(by @ 0..=31)) if is_positive => {
            (left.0.map(|low| low >> by), left.1.map(|high| high >> by))
        }
        (BinaryOp::Ushr, Some(by @ 1..=31)) => {
            let bits = if data_type == DataType::Long { 64 } else { 32 };
            (Some(0), Some((1_i128 << (bits - by)) - 1))
        }
        // Whatever the shift distance or the divisor, the result is no further from 0.
        (BinaryOp::Shr, None) => (left.0.map(|low| low.min(0)), left.1.map(|high| high.max(0))),
        (BinaryOp::Rem, _) => (left.0.map(|low| low.min(0)), left.1.map(|high| high.max(0))),
        (BinaryOp::Ushr, None) if is_positive => (Some(0), left.1),
        (BinaryOp::Div, None) if is_positive && right.0.is_some_and(|low| low >= 0) => {
            (Some(0), left.1)
        }
        (BinaryOp::Shl, _) => match (left, right) {
            ((Some(low @ 0..), Some(high)), (Some(least @ 0..), Some(most @ ..=30)))
                if high << most <= limits_of(data_type).1 =>
            {
                (Some(low << least), Some(high << most))
            }
            _ => ANY,
        },
        // The JVM computes the result in this type.
        (BinaryOp::Div | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Ushr, _) => limits(),
        _ => ANY,
    }
}
