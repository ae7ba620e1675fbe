//! Loops that multiply, divide or shift, or halve the distance of two numbers: they repeat as often as a logarithm.

use super::super::Bounds;
use super::super::fits::Range;
use super::super::linear::Linear;
use super::super::value::Side;
use super::corners::{Corner, corners_of, half, limits_of_join, next_values, union};
use super::progress::{sources, substitute};
use super::{ContinueCondition, Scope, linear};
use crate::values::{Id, Node};
use bytecode::{BinaryOp, Comparison, DataType};
use cost::{AssumptionKind, Polynomial, Rational};

/// So few divisions are shown as a number instead of a logarithm: an int has 10 decimal digits.
const FEW: i64 = 10;

/// How an iteration changes a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scaling {
    /// Multiplies it by at least this much.
    Times(i64),
    /// Divides it by this much, rounded towards 0 or down, on this side of 0 or the other.
    Divided(i64),
    /// The same, ignoring the sign.
    Shifted { by: i64, bits: i64 },
}

impl Bounds<'_> {
    /// How often a test passes if every iteration multiplies or divides its number, or halves its distance.
    pub(super) fn halved(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
    ) -> Option<Polynomial> {
        let condition = staying.condition;
        let left = linear(scope.values, condition.left, 0)?;
        let difference = left.plus(&linear(scope.values, condition.right, 0)?, -1)?;
        // Rewritten: the loop continues while the expression is at least `least`.
        let (expression, least) = match condition.comparison {
            Comparison::Lt => (difference.times(-1)?, 1),
            Comparison::Le => (difference.times(-1)?, 0),
            Comparison::Gt | Comparison::Ne => (difference, 1),
            Comparison::Ge => (difference, 0),
            Comparison::Eq => return None,
        };
        let is_unequal = condition.comparison == Comparison::Ne;
        let own = |id: Id| matches!(scope.values.node(id), Node::Join { block, .. } if block == scope.body.header);
        let joins: Vec<(Id, i128)> = (expression.terms.iter().copied())
            .filter(|(id, _)| own(*id))
            .collect();
        match joins[..] {
            [(join, 1)] => {
                let rest = expression.plus(&Linear::leaf(join), -1)?;
                if rest.is_constant() {
                    let least = least - rest.constant;
                    return self.divided(scope, staying, join, least, is_unequal);
                }
                None
            }
            [(join, -1)] if !is_unequal => {
                let rest = expression.plus(&Linear::leaf(join), 1)?;
                if rest.is_constant()
                    && let Some(bound) =
                        self.divided_below_zero(scope, staying, join, least - rest.constant)
                {
                    return Some(bound);
                }
                self.multiplied(scope, staying, join, &rest, least)
            }
            [(high, 1), (low, -1)] | [(low, -1), (high, 1)] if !is_unequal => {
                self.narrowed(scope, staying, (high, low), &expression, least)
            }
            _ => None,
        }
    }

    /// What every iteration does with a number that is at least this much in each.
    fn scaling(&mut self, scope: Scope<'_>, join: Id, least: i128) -> Option<Scaling> {
        let mut found: Option<Scaling> = None;
        let joins = [join];
        let mut starts = Vec::new();
        for from in sources(scope, &joins)? {
            if scope.values.is_backward(from, scope.body.header) {
                starts.push(substitute(scope, &Linear::leaf(join), &joins, from)?);
            }
        }
        let cases = self.expand(scope, scope.body.header, starts, 1, 0)?;
        if !cases.exact {
            return None;
        }
        for case in cases.all {
            let scaling = scaling_of(scope, join, &case, least)?;
            found = Some(match (found, scaling) {
                (None, scaling) => scaling,
                (Some(Scaling::Times(one)), Scaling::Times(two)) => Scaling::Times(one.min(two)),
                (Some(Scaling::Divided(one)), Scaling::Divided(two)) => {
                    Scaling::Divided(one.min(two))
                }
                (Some(before), same) if before == same => same,
                _ => return None,
            });
        }
        found
    }

    /// The loop continues while a number that every iteration divides is at least this much, or differs from the number one
    /// below.
    fn divided(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        join: Id,
        least: i128,
        is_unequal: bool,
    ) -> Option<Polynomial> {
        // Only a number that is tested first is known to be that large at the division.
        let certain = if staying.block == scope.body.header && !is_unequal {
            least
        } else {
            i128::from(i64::MIN)
        };
        let scaling = self.scaling(scope, join, certain)?;
        let begin = at_entry(scope, join)?;
        let (by, shifted) = match scaling {
            Scaling::Divided(by) => (by, None),
            Scaling::Shifted { by, bits } => (by, Some(bits)),
            Scaling::Times(_) => return None,
        };
        if least < 1 || is_unequal && (least != 1 || !is_quotient(scope, join, None)) {
            return None;
        }
        let never_negative = self.is_never_negative(scope, &begin, scope.body.header);
        self.expect_whole(scope, &[join]);
        let (low, high) = self.range_at_begin(scope, join);
        let passing = if is_unequal {
            let farthest = high.max(-low);
            (-farthest, farthest)
        } else {
            (least, high.max(least))
        };
        if !self.steps_whole(scope, staying, join, passing) {
            self.assume(AssumptionKind::NoOverflow);
        }
        let upper = self.sum(scope, &begin, Side::Upper, 0);
        match (shifted, upper) {
            // A negative number counts as a large one.
            (Some(bits), _) if !never_negative => {
                let each = i64::from(by.trailing_zeros().max(1));
                Some(Polynomial::constant((bits + each - 1) / each))
            }
            (_, Some(upper)) if !is_unequal || never_negative => {
                Some(Polynomial::logarithm(by, upper.value))
            }
            (None, None) if !is_unequal || is_quotient(scope, join, Some(BinaryOp::Div)) => {
                Some(Polynomial::constant(most_divisions(scope, join, by)))
            }
            // Division also moves a negative number towards 0.
            (None, Some(upper)) if upper.exact && is_quotient(scope, join, Some(BinaryOp::Div)) => {
                let opposite = upper.value.checked_scale((-1).into())?;
                let positive = Polynomial::logarithm(by, upper.value);
                positive.checked_add(&Polynomial::logarithm(by, opposite))
            }
            _ => None,
        }
    }

    /// The loop continues while a negative number that every iteration divides is at least so far from 0.
    fn divided_below_zero(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        join: Id,
        least: i128,
    ) -> Option<Polynomial> {
        let is_tested_first = staying.block == scope.body.header;
        // A division moves towards 0 from both sides; a shift does not.
        if least < 1 || !is_tested_first || !is_quotient(scope, join, Some(BinaryOp::Div)) {
            return None;
        }
        let Scaling::Divided(by) = self.scaling(scope, join, i128::from(i64::MIN))? else {
            return None;
        };
        let (low, _) = self.range_at_begin(scope, join);
        if !self.steps_whole(scope, staying, join, (low.min(-least), -least)) {
            self.assume(AssumptionKind::NoOverflow);
        }
        let most = most_divisions(scope, join, by);
        if most <= FEW {
            return Some(Polynomial::constant(most));
        }
        self.expect_whole(scope, &[join]);
        let begin = at_entry(scope, join);
        let lower = begin.and_then(|begin| self.sum(scope, &begin, Side::Lower, 0));
        Some(match lower {
            Some(lower) => Polynomial::logarithm(by, lower.value.checked_scale((-1).into())?),
            None => Polynomial::constant(most),
        })
    }

    /// The loop continues while a limit minus a number that every iteration multiplies is at least this much.
    fn multiplied(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        join: Id,
        limit: &Linear<Id>,
        least: i128,
    ) -> Option<Polynomial> {
        let Scaling::Times(by) = self.scaling(scope, join, 0)? else {
            return None;
        };
        let begin = at_entry(scope, join)?;
        let first = self.range_of(scope, &begin).0?;
        if first < 1 {
            return None;
        }
        // first · byᵏ ≤ limit − least
        let mut limit = limit.clone();
        limit.constant -= least;
        // The last product may exceed its type, and the loop would continue.
        let most = self.range_at(scope, &limit).1.max(first);
        let fits = self.steps_whole(scope, staying, join, (first, most));
        let limit = self.sum(scope, &limit, Side::Upper, 0)?;
        if !fits {
            if limit.value.as_constant().is_some() {
                return None;
            }
            self.assume(AssumptionKind::NoOverflow);
        }
        self.expect_whole(scope, &[staying.condition.left, staying.condition.right]);
        let argument = limit
            .value
            .checked_scale(Rational::new(1, i64::try_from(first).ok()?))?;
        Some(Polynomial::logarithm(by, argument))
    }

    /// The loop continues while the distance of two numbers, which every iteration halves, is at least this much.
    fn narrowed(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        (high, low): (Id, Id),
        expression: &Linear<Id>,
        least: i128,
    ) -> Option<Polynomial> {
        let joins = [high, low];
        let distance = Linear::leaf(high).plus(&Linear::leaf(low), -1)?;
        if !expression.clone().plus(&distance, -1)?.is_constant() {
            return None;
        }
        let least = least - expression.constant;
        let mut starts = Vec::new();
        for from in sources(scope, &joins)? {
            if scope.values.is_backward(from, scope.body.header) {
                starts.push(substitute(scope, &distance, &joins, from)?);
            }
        }
        // Twice the next distance is at most this distance plus this much.
        let mut more: Option<i128> = None;
        let cases = self.expand(scope, scope.body.header, starts, -1, 0)?;
        if !cases.exact {
            return None;
        }
        let space = self.space_between(scope, (high, low), least);
        for case in cases.all {
            let mut twice = case.times(2)?;
            for (id, coefficient) in &case.terms {
                if joins.contains(id) {
                    continue;
                }
                let (of, operation) = half(scope, *id)?;
                let is_positive = self.range_between(scope, &of, &space, 0).0 >= 0;
                let round = match operation {
                    BinaryOp::Shr => 0,
                    _ if is_positive => 0,
                    // A negative number is rounded up.
                    BinaryOp::Div => 1,
                    // Shifted as unsigned, it is larger than any index.
                    _ if self.is_used_as_index(scope, *id) => 0,
                    _ => return None,
                };
                // 2 · ⌊x / 2⌋ is x or x − 1.
                twice = twice
                    .plus(&Linear::leaf(*id), -2 * coefficient)?
                    .plus(&of, *coefficient)?;
                twice.constant += if *coefficient < 0 {
                    -coefficient
                } else {
                    round * coefficient
                };
            }
            let rest = twice.plus(&distance, -1)?;
            if !rest.is_constant() {
                return None;
            }
            more = Some(more.map_or(rest.constant, |before| before.max(rest.constant)));
        }
        // After subtracting this much, each iteration leaves at most half.
        let more = more?;
        if least - more < 1 {
            return None;
        }
        let mut begin = None;
        for from in sources(scope, &joins)? {
            if !scope.values.is_backward(from, scope.body.header) {
                let value = substitute(scope, &distance, &joins, from)?;
                if begin.replace(value).is_some() {
                    return None;
                }
            }
        }
        self.expect_whole(scope, &joins);
        if !self.narrows_whole(scope, staying, joins, &space) {
            self.assume(AssumptionKind::NoOverflow);
        }
        let mut begin = begin?;
        begin.constant -= more;
        let width = self.sum(scope, &begin, Side::Upper, 0)?;
        Some(Polynomial::logarithm(2, width.value))
    }
}

impl Bounds<'_> {
    /// True if the sides of a test and the next value of the only number they depend on do not wrap around, if the number
    /// is in this range whenever the test passes.
    fn steps_whole(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        join: Id,
        passing: Range,
    ) -> bool {
        let begins = self.range_at_begin(scope, join);
        let passing = corners_of(join, passing);
        let Some(next) = self.range_of_next(scope, join, &passing) else {
            return false;
        };
        let tested = corners_of(join, union(begins, next));
        let sides = [staying.condition.left, staying.condition.right];
        self.are_whole_between(scope, &next_values(scope, join), &passing)
            && self.are_whole_between(scope, &sides, &tested)
    }

    /// Where two numbers are whenever the higher one is at least this far above the lower one.
    fn space_between(
        &mut self,
        scope: Scope<'_>,
        (high, low): (Id, Id),
        least: i128,
    ) -> Vec<Corner> {
        let space = |bottom: i128, top: i128| -> Vec<Corner> {
            let top = top.max(bottom + least);
            [(bottom, bottom + least), (bottom, top), (top - least, top)]
                .into_iter()
                .map(|(lower, higher)| vec![(low, lower), (high, higher)])
                .collect()
        };
        let mut bottom = self.range_at_begin(scope, low).0;
        if let Some(begin) = at_entry(scope, low)
            && self.is_never_negative(scope, &begin, scope.body.header)
        {
            bottom = bottom.max(0);
        }
        let top = self.range_at_begin(scope, high).1;
        let corners = space(bottom, top);
        let next_low = self.range_of_next(scope, low, &corners);
        let next_high = self.range_of_next(scope, high, &corners);
        if next_low.is_some_and(|next| next.0 >= bottom)
            && next_high.is_some_and(|next| next.1 <= top)
        {
            return corners;
        }
        let (bottom, top) = union(limits_of_join(scope, low), limits_of_join(scope, high));
        space(bottom, top)
    }

    /// True if the sides of a test and the next values of two numbers do not wrap around, if the numbers are in this space
    /// whenever the test passes.
    fn narrows_whole(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        [high, low]: [Id; 2],
        space: &[Corner],
    ) -> bool {
        let begins = (
            self.range_at_begin(scope, low),
            self.range_at_begin(scope, high),
        );
        let (Some(next_low), Some(next_high)) = (
            self.range_of_next(scope, low, space),
            self.range_of_next(scope, high, space),
        ) else {
            return false;
        };
        let sides = [staying.condition.left, staying.condition.right];
        let sides_fit = [begins, (next_low, next_high)]
            .into_iter()
            .all(|(lows, highs)| {
                let mut tested = Vec::new();
                for lower in [lows.0, lows.1] {
                    for higher in [highs.0, highs.1] {
                        tested.push(vec![(low, lower), (high, higher)]);
                    }
                }
                self.are_whole_between(scope, &sides, &tested)
            });
        sides_fit
            && [low, high]
                .into_iter()
                .all(|join| self.are_whole_between(scope, &next_values(scope, join), space))
    }

    /// True for the index of an element that every iteration uses: if it is negative, an exception ends the loop.
    fn is_used_as_index(&self, scope: Scope<'_>, id: Id) -> bool {
        scope.view.backbone.iter().any(|(block, _)| {
            let mut instructions = self.flow.instructions(*block as usize);
            instructions.any(|at| {
                let index = scope.values.accessed(at as u32).map(|(_, index)| index);
                index == Some(id)
            })
        })
    }
}

fn scaling_of(scope: Scope<'_>, join: Id, next: &Linear<Id>, least: i128) -> Option<Scaling> {
    match next.terms[..] {
        [(id, by)] if id == join && by >= 2 && next.constant >= 0 => {
            Some(Scaling::Times(i64::try_from(by).ok()?))
        }
        [(id, 1)] if next.constant <= 0 => {
            let Node::Binary(operation, data_type, of, by) = scope.values.node(id) else {
                return None;
            };
            let of = linear(scope.values, of, 0)?;
            if of.terms != [(join, 1)] || of.constant > 0 {
                return None;
            }
            let is_whole = next.constant == 0 && of.constant == 0;
            let is_positive = least + of.constant >= 0;
            match (operation, scope.values.node(by)) {
                // A negative divisor makes a large number of a negative one.
                (BinaryOp::Div, Node::Number(by)) if by >= 2 || by <= -2 && is_whole => {
                    Some(Scaling::Divided(by.checked_abs()?))
                }
                (BinaryOp::Shr, Node::Number(by @ 1..=30)) => Some(Scaling::Divided(1 << by)),
                (BinaryOp::Ushr, Node::Number(by @ 1..=30)) if !is_whole && is_positive => {
                    Some(Scaling::Divided(1 << by))
                }
                (BinaryOp::Ushr, Node::Number(by @ 1..=30)) if is_whole => Some(Scaling::Shifted {
                    by: 1 << by,
                    bits: if data_type == DataType::Long { 64 } else { 32 },
                }),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The only value that a join has when the loop begins.
fn at_entry(scope: Scope<'_>, join: Id) -> Option<Linear<Id>> {
    let joins = [join];
    let mut begin = None;
    for from in sources(scope, &joins)? {
        if !scope.values.is_backward(from, scope.body.header) {
            let value = substitute(scope, &Linear::leaf(join), &joins, from)?;
            if begin.replace(value).is_some() {
                return None;
            }
        }
    }
    begin
}

/// True if every iteration leaves exactly a quotient of this operation.
fn is_quotient(scope: Scope<'_>, join: Id, by: Option<BinaryOp>) -> bool {
    (scope.values.joined(join).iter())
        .filter(|(from, _)| scope.values.is_backward(*from, scope.body.header))
        .all(|(_, value)| match scope.values.node(*value) {
            Node::Binary(operation, _, of, _) => of == join && by.is_none_or(|by| by == operation),
            _ => false,
        })
}

/// How often a number of its type can be divided before it is 0.
fn most_divisions(scope: Scope<'_>, join: Id, by: i64) -> i64 {
    let (least, _) = limits_of_join(scope, join);
    let mut left = -least;
    let mut divisions = 0;
    while left > 0 {
        left /= i128::from(by);
        divisions += 1;
    }
    divisions
}
