//! Where the joins of a loop can be together, and whether what is computed from them fits its type there.

use super::super::Bounds;
use super::super::fits::{Range, is_within};
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::fits::{FAR, MAX_VALUES, Use, can_be_negated, is_sum};
use super::progress::{sources, substitute};
use super::{Scope, linear};
use crate::values::{Id, Node};
use bytecode::{BinaryOp, DataType};

/// Halves of halves are followed this deep.
const MAX_DEPTH_OF_HALVES: u32 = 3;

/// Joins of joins are followed this deep to find their type.
const MAX_JOINS: u32 = 4;

/// The numbers of some joins of a loop: a corner of a convex set.
pub(super) type Corner = Vec<(Id, i128)>;

impl Bounds<'_> {
    /// The range of a join when the loop begins, if its value then fits its type.
    pub(super) fn range_at_begin(&mut self, scope: Scope<'_>, join: Id) -> Range {
        let limits = limits_of_join(scope, join);
        let joins = [join];
        let mut found: Option<Range> = None;
        for from in sources(scope, &joins).unwrap_or_default() {
            if scope.values.is_backward(from, scope.body.header) {
                continue;
            }
            let Some(begin) = substitute(scope, &Linear::leaf(join), &joins, from) else {
                return limits;
            };
            let range = self.range_over(scope, &begin, Use::over((from, scope.body.header)));
            found = Some(found.map_or(range, |found| union(found, range)));
        }
        let (low, high) = found.unwrap_or(limits);
        (
            low.clamp(limits.0, limits.1),
            high.clamp(limits.0, limits.1),
        )
    }

    /// The range of a join in the next iteration if the joins are between these corners in this one.
    pub(super) fn range_of_next(
        &mut self,
        scope: Scope<'_>,
        join: Id,
        corners: &[Corner],
    ) -> Option<Range> {
        let joins = [join];
        let mut found: Option<Range> = None;
        for from in sources(scope, &joins)? {
            if scope.values.is_backward(from, scope.body.header) {
                let next = substitute(scope, &Linear::leaf(join), &joins, from)?;
                let range = self.range_between(scope, &next, corners, 0);
                found = Some(found.map_or(range, |found| union(found, range)));
            }
        }
        found
    }

    /// The range of an expression if the joins of the loop are between these corners.
    pub(super) fn range_between(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        corners: &[Corner],
        depth: u32,
    ) -> Range {
        let start = vec![expression.clone()];
        let cases = self.expand(scope, scope.body.header, start, 1, 0);
        let cases = cases.filter(|cases| cases.exact && depth < MAX_DEPTH_OF_HALVES);
        let mut found: Option<Range> = None;
        for case in cases.map(|cases| cases.all).unwrap_or_default() {
            let range = self.range_of_case(scope, &case, corners, depth);
            found = Some(found.map_or(range, |found| union(found, range)));
        }
        found.unwrap_or((-FAR, FAR))
    }

    /// The same if no join of the body is left in the expression.
    fn range_of_case(
        &mut self,
        scope: Scope<'_>,
        case: &Linear<Id>,
        corners: &[Corner],
        depth: u32,
    ) -> Range {
        let unknown = (-FAR, FAR);
        let Some(mut twice) = case.times(2) else {
            return unknown;
        };
        // Halves may contain the joins, so twice the expression is followed.
        let mut range = (0, 0);
        for (id, factor) in &case.terms {
            let Some((of, operation)) = half(scope, *id) else {
                continue;
            };
            let (low, high) = self.range_between(scope, &of, corners, depth + 1);
            if operation == BinaryOp::Ushr && low < 0 {
                continue;
            }
            let is_rounded_up = operation == BinaryOp::Div && low < 0;
            let is_rounded_down = operation != BinaryOp::Div || high > 0;
            let ends = [
                -factor * i128::from(is_rounded_down),
                factor * i128::from(is_rounded_up),
            ];
            range.0 += ends[0].min(ends[1]);
            range.1 += ends[0].max(ends[1]);
            let followed = twice
                .plus(&Linear::leaf(*id), -2 * factor)
                .and_then(|twice| twice.plus(&of, *factor));
            match followed {
                Some(followed) => twice = followed,
                None => return unknown,
            }
        }
        let mut fixed = Linear::constant(twice.constant);
        let mut moved = vec![0_i128; corners.len()];
        for (id, factor) in &twice.terms {
            let here = |corner: &Corner| corner.iter().find(|(join, _)| join == id).map(|at| at.1);
            if corners.first().and_then(here).is_some() {
                for (moved, corner) in moved.iter_mut().zip(corners) {
                    let at = here(corner).unwrap_or(FAR);
                    *moved = moved.saturating_add(at.saturating_mul(*factor));
                }
            } else if let Some(quotient) = self.range_of_quotient(scope, *id, corners, depth) {
                let ends = [quotient.0, quotient.1].map(|end| end.saturating_mul(*factor));
                range.0 = range.0.saturating_add(ends[0].min(ends[1]));
                range.1 = range.1.saturating_add(ends[0].max(ends[1]));
            } else {
                fixed.terms.push((*id, *factor));
            }
        }
        let fixed = self.range_of_sum(scope, &fixed, DataType::Long, Use::default());
        let least = moved.iter().min().copied().unwrap_or(0);
        let most = moved.iter().max().copied().unwrap_or(0);
        let low = range.0.saturating_add(fixed.0).saturating_add(least);
        let high = range.1.saturating_add(fixed.1).saturating_add(most);
        (-(-low.max(-FAR)).div_euclid(2), high.min(FAR).div_euclid(2))
    }

    /// The same for a number that is divided by a known one.
    fn range_of_quotient(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        corners: &[Corner],
        depth: u32,
    ) -> Option<Range> {
        let Node::Binary(operation, _, of, by) = scope.values.node(id) else {
            return None;
        };
        let Node::Number(by) = scope.values.node(by) else {
            return None;
        };
        let of = linear(scope.values, of, 0)?;
        let (low, high) = self.range_between(scope, &of, corners, depth + 1);
        match operation {
            BinaryOp::Div if by >= 2 => Some((low / i128::from(by), high / i128::from(by))),
            BinaryOp::Shr if (1..=30).contains(&by) => Some((low >> by, high >> by)),
            _ => None,
        }
    }

    /// True if values, and everything they are computed from, have their mathematical values whenever the joins of the loop
    /// are between these corners.
    pub(super) fn are_whole_between(
        &mut self,
        scope: Scope<'_>,
        ids: &[Id],
        corners: &[Corner],
    ) -> bool {
        let mut seen = ids.to_vec();
        let mut next = 0;
        while let Some(id) = seen.get(next).copied() {
            next += 1;
            if next > MAX_VALUES || self.fuel == 0 {
                return false;
            }
            if !self.is_whole_between(scope, id, corners, &mut seen) {
                return false;
            }
        }
        true
    }

    /// Checks one value, and adds the values it depends on to the work list.
    fn is_whole_between(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        corners: &[Corner],
        seen: &mut Vec<Id>,
    ) -> bool {
        let values = scope.values;
        let mut corner = corners.iter().flatten();
        if corner.any(|(join, _)| *join == id) {
            return true;
        }
        if self.is_fixed(scope, id, 0) {
            return self.are_whole(scope, &[id]);
        }
        let mut follow = |id: Id| {
            if !seen.contains(&id) {
                seen.push(id);
            }
        };
        match values.node(id) {
            node @ Node::Binary(_, data_type, left, right) if is_sum(node) => {
                follow(left);
                follow(right);
                let sum = linear(values, id, 0).filter(|sum| sum.terms != [(id, 1)]);
                sum.is_some_and(|sum| {
                    let range = self.range_between(scope, &sum, corners, 0);
                    is_within(range, limits_of(data_type))
                })
            }
            Node::Binary(BinaryOp::Ushr, data_type, of, by) => {
                follow(by);
                let Node::Binary(_, _, left, right) = values.node(of) else {
                    follow(of);
                    return true;
                };
                follow(left);
                follow(right);
                // A sum that is shifted as unsigned has one more bit.
                let (least, most) = limits_of(data_type);
                linear(values, of, 0).is_some_and(|sum| {
                    let range = self.range_between(scope, &sum, corners, 0);
                    is_within(range, (least, 2 * most + 1))
                })
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
                let range = self.range_between(scope, &Linear::leaf(of), corners, 0);
                can_be_negated(range)
            }
            Node::Truncated(of) => {
                follow(of);
                true
            }
            Node::Join { block, .. } if block != scope.body.header => {
                let joined = values.joined(id);
                for (_, value) in joined {
                    follow(*value);
                }
                !joined
                    .iter()
                    .any(|(from, _)| values.is_backward(*from, block))
            }
            _ => true,
        }
    }
}

/// The corners of a range of one join.
pub(super) fn corners_of(join: Id, range: Range) -> Vec<Corner> {
    vec![vec![(join, range.0)], vec![(join, range.1)]]
}

/// The least range that contains two.
pub(super) fn union(one: Range, two: Range) -> Range {
    (one.0.min(two.0), one.1.max(two.1))
}

/// The number that a value is half of, and the operation that halves it.
pub(super) fn half(scope: Scope<'_>, id: Id) -> Option<(Linear<Id>, BinaryOp)> {
    let Node::Binary(operation, _, of, by) = scope.values.node(id) else {
        return None;
    };
    match (operation, scope.values.node(by)) {
        (BinaryOp::Shr | BinaryOp::Ushr, Node::Number(1)) | (BinaryOp::Div, Node::Number(2)) => {
            Some((linear(scope.values, of, 0)?, operation))
        }
        _ => None,
    }
}

/// The values of a join after an iteration.
pub(super) fn next_values(scope: Scope<'_>, join: Id) -> Vec<Id> {
    let joined = scope.values.joined(join).iter();
    joined
        .filter(|(from, _)| scope.values.is_backward(*from, scope.body.header))
        .map(|(_, value)| *value)
        .collect()
}

/// The numbers that a join can be, from the type in which every iteration computes it.
pub(super) fn limits_of_join(scope: Scope<'_>, join: Id) -> Range {
    limits_of(if is_computed_in(scope, join, DataType::Int) {
        DataType::Int
    } else {
        DataType::Long
    })
}

/// True if every iteration leaves a join as it is or computes it in this type.
pub(super) fn is_computed_in(scope: Scope<'_>, join: Id, data_type: DataType) -> bool {
    let mut values = scope.values.joined(join).iter();
    values.all(|(from, value)| {
        !scope.values.is_backward(*from, scope.body.header)
            || *value == join
            || is_of_type(scope, *value, join, data_type, 0)
    })
}

fn is_of_type(scope: Scope<'_>, id: Id, join: Id, data_type: DataType, depth: u32) -> bool {
    match scope.values.node(id) {
        _ if id == join => true,
        Node::Binary(_, of, ..) => of == data_type,
        Node::Truncated(_) | Node::Narrow(..) | Node::Length(_) => data_type == DataType::Int,
        Node::Join { block, .. } if block != scope.body.header && depth < MAX_JOINS => {
            let mut values = scope.values.joined(id).iter();
            values.all(|(_, value)| {
                *value == id || is_of_type(scope, *value, join, data_type, depth + 1)
            })
        }
        _ => false,
    }
}
