//! Loops that count.

use super::super::fits::is_within;
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::value::{Fact, Side};
use super::super::{Bounds, TripBound};
use super::corners::{Corner, next_values};
use super::progress::{sources, substitute};
use super::{Amount, ContinueCondition, MAX_DEPTH, Passes, Scope, Tested, linear};
use crate::values::{Id, NO_OBJECT, Node};
use bytecode::{Comparison, DataType};
use cost::{AssumptionKind, Polynomial};
use num_traits::Signed;

/// The most counters of one loop that inner loops may use.
const MAX_COUNTERS: u32 = 12;

/// At most this many combinations of ends of values are examined.
const MAX_CORNERS: usize = 8;

impl Bounds<'_> {
    /// How often a test passes whose difference moves towards the exit.
    pub(super) fn counted(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
    ) -> Option<Passes> {
        let condition = staying.condition;
        let left = linear(scope.values, condition.left, 0)?;
        let difference = left.plus(&linear(scope.values, condition.right, 0)?, -1)?;
        // Rewritten so that the difference grows until it is no longer below 0.
        match condition.comparison {
            Comparison::Lt => self.passed_growing(scope, &difference, 1, 0),
            Comparison::Le => self.passed_growing(scope, &difference, 1, 1),
            Comparison::Gt => self.passed_growing(scope, &difference, -1, 0),
            Comparison::Ge => self.passed_growing(scope, &difference, -1, 1),
            Comparison::Ne => [1, -1]
                .into_iter()
                .find_map(|sign| self.passed_until_met(scope, staying, &difference, sign)),
            Comparison::Eq => None,
        }
    }

    /// True if every iteration sets what a test compares to a value with which the test fails next time.
    pub(super) fn holds_once(&mut self, scope: Scope<'_>, staying: &ContinueCondition) -> bool {
        let condition = staying.condition;
        let sides = [condition.left, condition.right].map(|side| linear(scope.values, side, 0));
        let [Some(left), Some(right)] = sides else {
            return false;
        };
        let difference = left.clone().plus(&right, -1);
        let Some((next, joins)) =
            difference.and_then(|difference| self.next_values_of(scope, difference))
        else {
            return false;
        };
        let fails = next.iter().all(|value| {
            value.is_constant()
                && !match condition.comparison {
                    Comparison::Lt => value.constant < 0,
                    Comparison::Le => value.constant <= 0,
                    Comparison::Gt => value.constant > 0,
                    Comparison::Ge => value.constant >= 0,
                    Comparison::Eq => value.constant == 0,
                    Comparison::Ne => value.constant != 0,
                }
        });
        if next.is_empty() || !fails {
            return false;
        }
        if !self.sets_whole(scope, [condition.left, condition.right], &joins) {
            // Numbers that wrap around do so each time.
            let mut are_numbers = [left, right].into_iter().map(|side| {
                let next = self.next_values_of(scope, side);
                next.is_some_and(|(next, _)| next.iter().all(Linear::is_constant))
            });
            if are_numbers.all(|is_number| is_number) {
                return false;
            }
            self.assume(AssumptionKind::NoOverflow);
        }
        true
    }

    /// What an expression is in the next iteration, and the joins of the loop in it.
    fn next_values_of(
        &mut self,
        scope: Scope<'_>,
        expression: Linear<Id>,
    ) -> Option<(Vec<Linear<Id>>, Vec<Id>)> {
        let header = scope.body.header;
        let cases = self.expand(scope, header, vec![expression], 1, 0)?;
        let (mut next, mut all_joins) = (Vec::new(), Vec::new());
        for case in &cases.all {
            let varying = Self::varying(scope, case);
            let joins: Vec<Id> = varying.terms.iter().map(|(id, _)| *id).collect();
            let is_known =
                |(id, _): &(Id, i128)| joins.contains(id) || self.is_fixed(scope, *id, 0);
            if !case.terms.iter().all(is_known) {
                return None;
            }
            if joins.is_empty() {
                next.push(case.clone());
            }
            for from in sources(scope, &joins).unwrap_or_default() {
                if scope.values.is_backward(from, header) {
                    next.push(substitute(scope, case, &joins, from)?);
                }
            }
            all_joins.extend(joins);
        }
        let next = self.expand(scope, header, next, 1, 0)?;
        (cases.exact && next.exact).then_some((next.all, all_joins))
    }

    /// True if the sides of a test do not wrap around with the values that an iteration leaves in these joins, and neither
    /// do those values.
    fn sets_whole(&mut self, scope: Scope<'_>, sides: [Id; 2], joins: &[Id]) -> bool {
        let mut corners = vec![Vec::new()];
        for join in joins {
            let Some(next) = self.range_of_next(scope, *join, &[]) else {
                return false;
            };
            if corners.len() > MAX_CORNERS
                || !self.are_whole_between(scope, &next_values(scope, *join), &[])
            {
                return false;
            }
            corners = (corners.iter())
                .flat_map(|corner: &Corner| {
                    [next.0, next.1].map(|end| {
                        let mut corner = corner.clone();
                        corner.push((*join, end));
                        corner
                    })
                })
                .collect();
        }
        self.are_whole_between(scope, &sides, &corners)
    }

    /// True for a value that is the same in every iteration.
    pub(super) fn is_fixed(&self, scope: Scope<'_>, id: Id, depth: u32) -> bool {
        let values = scope.values;
        let is_outside = |at: u32| {
            let block = self.flow.block_of(at);
            block.is_some_and(|block| !scope.body.contains(block as u32))
        };
        match values.node(id) {
            Node::Number(_) | Node::Entry(_) | Node::Null => true,
            Node::Join { block, .. } => !scope.body.contains(block),
            Node::Length(of) | Node::Negated(of) | Node::Narrow(_, of) | Node::Truncated(of) => {
                depth < MAX_DEPTH && self.is_fixed(scope, of, depth + 1)
            }
            Node::Field { object, memory, .. } => {
                let is_stored = || {
                    let stored = values.kept(id);
                    stored.is_some_and(|stored| self.is_fixed(scope, stored, depth + 1))
                };
                (values.node(memory) == Node::Untouched || depth < MAX_DEPTH && is_stored())
                    && (object == NO_OBJECT
                        || depth < MAX_DEPTH && self.is_fixed(scope, object, depth + 1))
            }
            Node::Binary(_, _, one, two) | Node::Extreme(_, one, two) => {
                depth < MAX_DEPTH
                    && self.is_fixed(scope, one, depth + 1)
                    && self.is_fixed(scope, two, depth + 1)
            }
            Node::Called { at } | Node::Element { at, .. } | Node::Made { at, .. } => {
                is_outside(at)
            }
            _ => false,
        }
    }

    /// How often two tests both pass if each iteration moves one of them towards its exit.
    pub(super) fn counted_together(
        &mut self,
        scope: Scope<'_>,
        one: &ContinueCondition,
        two: &ContinueCondition,
    ) -> Option<Polynomial> {
        // A difference that is below 0 as long as the test passes.
        let below = |staying: &ContinueCondition| {
            let tested = Tested::of(scope.values, staying.condition)?;
            let mut difference = tested.difference.times(tested.sign)?;
            difference.constant -= tested.more;
            Some(difference)
        };
        // If both are below 0, their sum is below −1.
        let mut sum = below(one)?.plus(&below(two)?, 1)?;
        sum.constant += 1;
        let passes = self.passed_growing(scope, &sum, 1, 0)?;
        Some(passes.most)
    }

    /// The part of an expression that an iteration changes.
    pub(super) fn varying(scope: Scope<'_>, expression: &Linear<Id>) -> Linear<Id> {
        let is_varying = |id: Id| matches!(scope.values.node(id), Node::Join { block, .. } if block == scope.body.header);
        Linear {
            constant: 0,
            terms: (expression.terms.iter().copied())
                .filter(|(id, _)| is_varying(*id))
                .collect(),
        }
    }

    /// For the difference at a test: its negated values at the first test, the least by which an iteration increases it,
    /// and whether both are exact.
    pub(super) fn distances(
        &mut self,
        scope: Scope<'_>,
        difference: &Linear<Id>,
        sign: i128,
    ) -> Option<(Vec<Linear<Id>>, i128, bool)> {
        let header = scope.body.header;
        let cases = self.expand(scope, header, vec![difference.clone()], sign, 0)?;
        let varying = Self::varying(scope, cases.all.first()?);
        let joins: Vec<Id> = varying.terms.iter().map(|(id, _)| *id).collect();
        if joins.is_empty() {
            return None;
        }
        let change = self.change(scope, header, &varying, sign, 0)?;
        if change.least < 1 {
            return None;
        }
        let mut distances = Vec::new();
        for case in &cases.all {
            if Self::varying(scope, case) != varying {
                return None;
            }
            for from in sources(scope, &joins)? {
                if scope.values.is_backward(from, header) {
                    continue;
                }
                let distance = substitute(scope, case, &joins, from)?.times(-sign)?;
                if !distances.contains(&distance) {
                    distances.push(distance);
                }
            }
        }
        let exact = cases.exact && change.most == Some(change.least) && distances.len() == 1;
        Some((distances, change.least, exact))
    }

    fn passed_growing(
        &mut self,
        scope: Scope<'_>,
        difference: &Linear<Id>,
        sign: i128,
        more: i128,
    ) -> Option<Passes> {
        let (distances, step, mut exact) = self.distances(scope, difference, sign)?;
        let mut numbers = Vec::new();
        for mut distance in distances {
            distance.constant += more;
            let number = self.sum(scope, &distance, Side::Upper, 0)?;
            self.stays_in_type(scope, difference, &number, step)?;
            exact &= self.is_same_each_time(scope, &distance);
            numbers.push(number.value);
        }
        let step = i64::try_from(step).ok()?;
        if let [number] = numbers.as_slice() {
            let most = Polynomial::positive_ceiling(number, step)?;
            return Some(Passes {
                exact: exact.then(|| most.clone()),
                most,
            });
        }
        let largest = Polynomial::extreme(true, numbers)?;
        Some(Passes::at_most(Polynomial::positive_ceiling(
            &largest, step,
        )?))
    }

    /// A test that ends the loop at one value only.
    fn passed_until_met(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
        difference: &Linear<Id>,
        sign: i128,
    ) -> Option<Passes> {
        let (distances, step, exact) = self.distances(scope, difference, sign)?;
        let [distance] = distances.as_slice() else {
            return None;
        };
        if !exact {
            return None;
        }
        let number = self.sum(scope, distance, Side::Upper, 0)?;
        let steps = |coefficient: &cost::Rational| {
            coefficient.is_integer() && i128::from(coefficient.to_integer()) % step == 0
        };
        let is_whole = step == 1 || number.value.terms().iter().all(|(_, count)| steps(count));
        // In the counts as they are, symbols are at least 0.
        let is_positive = (number.value.terms().iter()).all(|(_, count)| count.is_positive());
        let begins_below = self.is_never_negative(scope, distance, staying.block);
        if !begins_below {
            // From the other side, the counter reaches the value only after wrapping around, if the loop is not left
            // elsewhere before.
            if !self.is_only_exit(scope.view, staying.block) {
                return None;
            }
            self.assume(AssumptionKind::NoOverflow);
        }
        // Sides of ints are also equal if their difference is a multiple of all ints.
        let (least, most) = limits_of(DataType::Int);
        let is_first = self.range_at(scope, distance).1 <= most - least;
        let is_met = number.exact && is_whole && (is_positive || begins_below);
        let step = i64::try_from(step).ok()?;
        if !is_met {
            return None;
        }
        let most = Polynomial::positive_ceiling(&number.value, step)?;
        Some(Passes {
            exact: (is_first && self.is_same_each_time(scope, distance)).then(|| most.clone()),
            most,
        })
    }

    /// `None` if a counter would leave the range of its type before the test fails, so that the loop continues.
    fn stays_in_type(
        &mut self,
        scope: Scope<'_>,
        difference: &Linear<Id>,
        distance: &Amount,
        step: i128,
    ) -> Option<()> {
        let Some(distance) = distance.value.as_constant() else {
            return Some(());
        };
        let reach = i128::from(distance.to_integer()).max(0) + 1;
        let most = i128::from(i32::MAX);
        if reach + step <= most / 2 {
            return Some(());
        }
        // Only counters that begin at a constant and move alone are followed.
        let [(join, 1 | -1)] = Self::varying(scope, difference).terms[..] else {
            return None;
        };
        let joins = [join];
        for from in sources(scope, &joins)? {
            if !scope.values.is_backward(from, scope.body.header) {
                let begin = substitute(scope, &Linear::leaf(join), &joins, from)?;
                let (low, high) = self.range_of(scope, &begin);
                if high?.checked_add(reach + step)? > most || low? - reach - step < -most {
                    return None;
                }
            }
        }
        Some(())
    }

    /// A bound with the facts that inner loops may use.
    pub(super) fn deep_facts(
        &mut self,
        scope: Scope<'_>,
        bound: Polynomial,
        place: u32,
    ) -> TripBound {
        let (mut facts, mut index) = (Vec::new(), None);
        if scope.view.is_outer {
            let symbol = self.iteration();
            for slot in 0..self.input.code.max_locals {
                if facts.len() as u32 >= MAX_COUNTERS || self.fuel == 0 {
                    break;
                }
                let Some(join) = scope.values.local(slot, scope.body.header) else {
                    continue;
                };
                let is_own = matches!(scope.values.node(join), Node::Join { block, .. } if block == scope.body.header);
                if !is_own {
                    continue;
                }
                let Some(value) = self.counter_value(scope, join, &symbol) else {
                    continue;
                };
                let Some(value) = super::super::to_linear(&value) else {
                    continue;
                };
                let blocks = (scope.body.blocks.iter().copied())
                    .filter(|block| scope.values.local(slot, *block) == Some(join))
                    .collect();
                let range = self.range_of_symbols(&value);
                facts.push(Fact {
                    slot,
                    side: None,
                    is_whole: is_within(range, limits_of(DataType::Int)),
                    value,
                    blocks,
                });
            }
            index = Some(symbol);
        }
        TripBound {
            bound,
            place,
            exact: None,
            facts,
            index,
        }
    }

    /// The value of a join at the loop's header in the iteration with this number, if it is a linear function.
    pub(super) fn counter_value(
        &mut self,
        scope: Scope<'_>,
        join: Id,
        index: &std::sync::Arc<cost::Symbol>,
    ) -> Option<Polynomial> {
        let expression = Linear::leaf(join);
        let change = self.change(scope, scope.body.header, &expression, 1, 0)?;
        if change.most != Some(change.least) {
            return None;
        }
        let joins = [join];
        let mut begin = None;
        for from in sources(scope, &joins)? {
            if !scope.values.is_backward(from, scope.body.header) {
                let value = substitute(scope, &expression, &joins, from)?;
                if begin.replace(value).is_some() {
                    return None;
                }
            }
        }
        let begin = self.sum(scope, &begin?, Side::Upper, 0)?;
        if !begin.exact {
            return None;
        }
        let step = i64::try_from(change.least).ok()?;
        let moved = Polynomial::symbol(std::sync::Arc::clone(index)).checked_scale(step.into())?;
        begin.value.checked_add(&moved)
    }
}
