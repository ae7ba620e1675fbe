//! Numbers at a join of several values.

use super::super::super::Bounds;
use super::super::super::linear::Linear;
use super::super::super::value::Side;
use super::super::progress::{sources, substitute};
use super::super::{Amount, Body, Scope, linear};
use super::entry::{Shown, shown};
use crate::values::{BEGINNING, Id, Node};
use bytecode::Comparison;
use cost::{AssumptionKind, Atom, Polynomial, Rational};
use num_traits::Signed;
use std::rc::Rc;

/// Twice the number of consecutive joins up to which the parts of a sum are examined together.
const MAX_TOGETHER: u32 = 6;

impl Bounds<'_> {
    /// One of several numbers, depending on the edge that control came over.
    pub(super) fn joined(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        block: u32,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let values = scope.values;
        if block == scope.body.header && scope.body.is_loop {
            return None;
        }
        let around = self
            .around
            .iter()
            .find(|body| body.header == block)
            .map(Rc::clone);
        if let Some(body) = around {
            let outer = Scope {
                body: &body,
                ..scope
            };
            if let Some(index) = &body.index
                && let Some(value) = self.counter_value(outer, id, index)
            {
                if !self.counts_whole(scope, id, &body) {
                    self.assume(AssumptionKind::NoOverflow);
                }
                return Some(Amount::exactly(value));
            }
            let begun = self.since_beginning(outer, id, block, side, depth);
            return begun.or_else(|| self.set_anew(outer, id, side, depth));
        }
        let joined = values.joined(id).to_vec();
        if joined
            .iter()
            .any(|(from, _)| values.is_backward(*from, block))
        {
            return self.since_beginning(scope, id, block, side, depth);
        }
        if let [(first, one), (second, two)] = joined[..]
            && let Some(is_largest) = is_extreme(scope, block, [first, second], [one, two])
        {
            return self.extreme(scope, is_largest, one, two, side, depth);
        }
        if let [(first, one), (second, two)] = joined[..] {
            for (edge, value, other) in [((first, block), one, two), ((second, block), two, one)] {
                if self.is_enough(scope, edge, value, other, side) {
                    let amount = self.amount_of(scope, other, side, depth + 2)?;
                    return Some(Amount::about(amount.value));
                }
            }
        }
        let mut amounts = Vec::new();
        for (from, value) in joined {
            let on_edge = self.by_condition_on(scope, (from, block), value, side, depth);
            let amount = match on_edge {
                Some(amount) => amount,
                None => self.amount_of(scope, value, side, depth + 2)?,
            };
            amounts.push(amount.value);
        }
        outermost(amounts, side)
    }

    /// A number that a loop only multiplies, or increases by something not negative, is at least its value at the start of
    /// that loop.
    pub(super) fn begins_least(&mut self, scope: Scope<'_>, id: Id, depth: u32) -> Option<Amount> {
        let values = scope.values;
        let Node::Join { block, .. } = values.node(id) else {
            return None;
        };
        let joined = values.joined(id).to_vec();
        let is_back = |from: u32| values.is_backward(from, block);
        if !joined.iter().any(|(from, _)| is_back(*from)) || self.set_anew.contains(&id) {
            return None;
        }
        // What holds where the examined loop begins need not hold in the earlier iterations of another one.
        let mut around = self.around.iter();
        let body = match around.find(|body| body.header == block) {
            _ if block == scope.body.header && scope.body.is_loop => None,
            Some(body) => Some(Rc::clone(body)),
            None => Some(Rc::new(Body {
                blocks: self.natural_loop(values, block).to_vec(),
                is_loop: true,
                ..Body::at(block)
            })),
        };
        let of_loop = body
            .as_deref()
            .map_or(scope, |body| Scope { body, ..scope });
        self.set_anew.push(id);
        let least = self.least_of_begins((scope, of_loop), id, &joined, &is_back, depth);
        self.set_anew.pop();
        let least = least?;
        self.assume(AssumptionKind::NoOverflow);
        Some(Amount::about(least))
    }

    fn least_of_begins(
        &mut self,
        (scope, of_loop): (Scope<'_>, Scope<'_>),
        id: Id,
        joined: &[(u32, Id)],
        is_back: &dyn Fn(u32) -> bool,
        depth: u32,
    ) -> Option<Polynomial> {
        let mut begins = joined.iter().filter(|(from, _)| !is_back(*from));
        let (Some((_, begin)), None) = (begins.next(), begins.next()) else {
            return None;
        };
        let begin = self.amount_of(scope, *begin, Side::Lower, depth + 3)?;
        let least = begin.least()?;
        for (_, value) in joined.iter().filter(|(from, _)| is_back(*from)) {
            let next = linear(scope.values, *value, 0)?;
            let factor = next.terms.iter().find(|(term, _)| *term == id)?.1;
            let mut more = next
                .constant
                .checked_add((factor - 1).checked_mul(least)?)?;
            for (term, coefficient) in next.terms.iter().filter(|(term, _)| *term != id) {
                let side = Side::Lower.of(*coefficient);
                let amount = self.amount_of(of_loop, *term, side, depth + 3)?;
                let end = if side == Side::Lower {
                    amount.least()?
                } else {
                    i128::from(amount.value.as_constant()?.ceil().to_integer())
                };
                more = more.checked_add(end.checked_mul(*coefficient)?)?;
            }
            if factor < 1 || more < 0 {
                return None;
            }
        }
        Some(begin.value)
    }

    /// The largest sum of numbers that join in one block: the values that come from one predecessor belong together.
    pub(super) fn joined_together(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        depth: u32,
    ) -> Option<Amount> {
        let side = Side::Upper;
        let values = scope.values;
        let place = |id: &Id| match values.node(*id) {
            Node::Join { block, .. } => Some(block),
            _ => None,
        };
        let joins = expression.terms.iter().map(|(id, _)| *id);
        let block = (joins.clone()).find_map(|id| {
            let block = place(&id)?;
            let mut others = joins.clone().filter(|other| *other != id);
            others
                .any(|other| place(&other) == Some(block))
                .then_some(block)
        })?;
        let together: Vec<Id> = joins.filter(|id| place(id) == Some(block)).collect();
        let from = sources(scope, &together)?;
        let begins_loop = from.iter().any(|from| values.is_backward(*from, block));
        if begins_loop
            || block == scope.body.header
            || self.is_around(block)
            || depth > MAX_TOGETHER
        {
            return None;
        }
        let mut amounts = Vec::new();
        for from in from {
            let case = substitute(scope, expression, &together, from)?;
            amounts.push(self.sum(scope, &case, side, depth + 2)?.value);
        }
        outermost(amounts, side)
    }

    /// A sum from which the smaller of two numbers is subtracted: the larger of two differences.
    pub(super) fn less_the_smaller(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        depth: u32,
    ) -> Option<Amount> {
        if depth > MAX_TOGETHER {
            return None;
        }
        let mut terms = expression.terms.iter();
        let (id, coefficient, of) =
            terms.find_map(|(id, coefficient)| match scope.values.node(*id) {
                Node::Extreme(false, one, two) if *coefficient < 0 => {
                    Some((*id, *coefficient, [one, two]))
                }
                _ => None,
            })?;
        let rest = expression.clone().plus(&Linear::leaf(id), -coefficient)?;
        let mut amounts = Vec::new();
        for one in of {
            let case = (rest.clone()).plus(&linear(scope.values, one, 0)?, coefficient)?;
            amounts.push(self.sum(scope, &case, Side::Upper, depth + 2)?.value);
        }
        outermost(amounts, Side::Upper)
    }

    /// True if the bound of another number holds for this constant too, because of the comparisons on the edge to the join:
    /// `n < MAX − 16 ? n + 16 : MAX` is at most n + 16.
    fn is_enough(
        &mut self,
        scope: Scope<'_>,
        edge: (u32, u32),
        id: Id,
        other: Id,
        side: Side,
    ) -> bool {
        let Node::Number(number) = scope.values.node(id) else {
            return false;
        };
        let further = linear(scope.values, other, 0)
            .and_then(|other| other.plus(&Linear::constant(i128::from(number)), -1));
        let Some(further) = further.filter(|further| !further.is_constant()) else {
            return false;
        };
        let sign = if side == Side::Upper { 1 } else { -1 };
        (positive_on(scope, edge).into_iter()).any(|(positive, shown_by)| {
            let rest = further.times(sign);
            rest.and_then(|rest| rest.plus(&positive, -1))
                .is_some_and(|rest| rest.is_constant() && rest.constant >= 0)
                && self.shows(scope, shown_by)
        })
    }

    /// A bound of one joined number, from the comparison on the edge to the join. A value that is clamped to a range is
    /// within it if it was left unchanged.
    fn by_condition_on(
        &mut self,
        scope: Scope<'_>,
        edge: (u32, u32),
        id: Id,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let wanted = if side == Side::Upper { -1 } else { 1 };
        for (positive, shown_by) in positive_on(scope, edge) {
            let own = positive.terms.iter().find(|(leaf, _)| *leaf == id);
            if own.is_none_or(|(_, factor)| *factor != wanted)
                || !self.shows_for(scope, shown_by, id)
            {
                continue;
            }
            let rest = positive.plus(&Linear::leaf(id), -wanted)?.times(-wanted)?;
            if let Some(amount) = self.sum(scope, &rest, side, depth + 3)
                && !self.is_no_better(&amount)
            {
                return Some(Amount::about(amount.value));
            }
        }
        None
    }

    /// True for a bound over values that are unknown when the method begins.
    fn is_no_better(&self, amount: &Amount) -> bool {
        let mut symbols = amount.value.symbols().into_iter();
        symbols.any(|symbol| !symbol.is_known_at_entry() || self.is_index(&symbol))
    }

    /// A value that a loop begins with, or that the loop replaces by something independent of it.
    fn set_anew(&mut self, scope: Scope<'_>, id: Id, side: Side, depth: u32) -> Option<Amount> {
        // The new value may depend on the old one.
        if self.set_anew.contains(&id) {
            return None;
        }
        self.set_anew.push(id);
        let amounts = self.amounts_set(scope, id, side, depth);
        self.set_anew.pop();
        outermost(amounts?, side)
    }

    fn amounts_set(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        side: Side,
        depth: u32,
    ) -> Option<Vec<Polynomial>> {
        let mut amounts: Vec<Polynomial> = Vec::new();
        for (_, value) in scope.values.joined(id).to_vec() {
            if value == id {
                continue;
            }
            let amount = self.amount_of(scope, value, side, depth + 3)?.value;
            // In the iteration before, the iteration's number was different.
            if (amount.symbols().iter()).any(|symbol| self.is_index(symbol)) {
                return None;
            }
            if !amounts.contains(&amount) {
                amounts.push(amount);
            }
        }
        Some(amounts)
    }

    /// A value that a loop moves in one direction only is at least, or at most, its value at the start of that loop.
    fn since_beginning(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        block: u32,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let sign = if side == Side::Lower { 1 } else { -1 };
        // A finished loop is outside the examined one; its body is everything between its ends.
        let change = if block == scope.body.header {
            self.change(scope, block, &Linear::leaf(id), sign, 1)?
        } else {
            return None;
        };
        if change.least < 0 {
            return None;
        }
        let mut amounts = Vec::new();
        for (from, value) in scope.values.joined(id) {
            if !scope.values.is_backward(*from, block) {
                amounts.push(*value);
            }
        }
        match amounts[..] {
            [only] => {
                let amount = self.amount_of(scope, only, side, depth + 1)?;
                Some(Amount::about(amount.value))
            }
            _ => None,
        }
    }
}

/// Linear expressions that are at least 0 if control comes over an edge, if the values that were compared are whole.
fn positive_on(scope: Scope<'_>, (from, to): (u32, u32)) -> Vec<Shown> {
    if from == BEGINNING {
        return Vec::new();
    }
    let mut conditions = scope.values.conditions_on(from, to);
    conditions.extend(scope.values.conditions_at(from));
    shown(scope, conditions)
}

/// The largest of several numbers, or a number that is at most the smallest of them.
pub(in super::super) fn outermost(mut amounts: Vec<Polynomial>, side: Side) -> Option<Amount> {
    amounts.dedup();
    if side == Side::Upper {
        amounts = without_needless(amounts);
    }
    if let [only] = amounts.as_slice() {
        return Some(Amount::about(only.clone()));
    }
    if side == Side::Upper {
        return Some(Amount::about(Polynomial::extreme(true, amounts)?));
    }
    let constants: Option<Vec<Rational>> = amounts.iter().map(Polynomial::as_constant).collect();
    if let Some(least) = constants.and_then(|constants| constants.into_iter().min()) {
        let least = least.is_integer().then(|| least.to_integer())?;
        return Some(Amount::about(Polynomial::constant(least)));
    }
    // The largest of several counts as 0 if it is negative.
    let opposites = amounts
        .into_iter()
        .map(|amount| amount.checked_scale((-1).into()));
    let opposites: Option<Vec<Polynomial>> = opposites.collect();
    let least = Polynomial::extreme(true, opposites?)?.checked_scale((-1).into())?;
    Some(Amount::about(least))
}

/// The same without the numbers that another one always reaches.
fn without_needless(mut amounts: Vec<Polynomial>) -> Vec<Polynomial> {
    let is_sized = |atom: &Atom| match atom {
        Atom::Symbol(symbol) => symbol.is_never_negative(),
        _ => false,
    };
    let is_never_negative = |amount: &Polynomial| {
        amount.terms().iter().all(|(factor, coefficient)| {
            !coefficient.is_negative() && factor.powers().iter().all(|(atom, _)| is_sized(atom))
        })
    };
    let has_sized =
        (amounts.iter()).any(|amount| amount.as_constant().is_none() && is_never_negative(amount));
    if has_sized {
        let is_needless = |amount: &Polynomial| {
            amount
                .as_constant()
                .is_some_and(|number| !number.is_positive())
        };
        amounts.retain(|amount| !is_needless(amount));
    }
    amounts
}

/// Whether two joined values are the larger or the smaller of the two, as the branch before decides.
fn is_extreme(scope: Scope<'_>, block: u32, from: [u32; 2], joined: [Id; 2]) -> Option<bool> {
    let values = scope.values;
    let condition = values.chooses(block, from[0], from[1])?;
    let [chosen, other] = joined;
    let is_less = match condition.comparison {
        Comparison::Lt | Comparison::Le => true,
        Comparison::Gt | Comparison::Ge => false,
        Comparison::Eq | Comparison::Ne => return None,
    };
    if (condition.left, condition.right) == (chosen, other) {
        Some(!is_less)
    } else if (condition.left, condition.right) == (other, chosen) {
        Some(is_less)
    } else {
        None
    }
}
