//! A number in terms of symbols.

mod entry;
mod joined;

pub(super) use entry::{indices_before, read_positive_on};
pub(super) use joined::outermost;

use super::super::Bounds;
use super::super::fits::LONGEST_ARRAY;
use super::super::fits::is_within;
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::to_linear;
use super::super::value::Side;
use super::progress::Change;
use super::reference::{self, Called};
use super::{Amount, MAX_DEPTH, Scope, linear};
use crate::symbol_table::Origin;
use crate::values::{Id, Node};
use bytecode::{ArrayElement, BinaryOp, DataType};
use cost::{AssumptionKind, Measure, Polynomial, Rational, SIZES, Symbol, SymbolKind};
use num_traits::Signed;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// A constant upper bound of a call's result is used up to this number.
const MAX_KNOWN: i128 = 1 << 16;

impl Amount {
    const fn exactly(value: Polynomial) -> Self {
        Self { value, exact: true }
    }

    pub(super) const fn about(value: Polynomial) -> Self {
        Self {
            value,
            exact: false,
        }
    }

    fn constant(number: i128) -> Option<Self> {
        let number = i64::try_from(number).ok()?;
        Some(Self::about(Polynomial::constant(number)))
    }

    /// Its least value, whatever the symbols are.
    pub(super) fn least(&self) -> Option<i128> {
        let mut least = 0;
        for (factor, coefficient) in self.value.terms() {
            if factor.is_one() {
                least = i128::from(coefficient.floor().to_integer());
            } else if !coefficient.is_positive()
                || !(factor.symbols().iter()).all(|symbol| symbol.is_never_negative())
            {
                return None;
            }
        }
        Some(least)
    }

    /// True if it is at least 0, whatever the symbols are.
    fn is_never_negative(&self) -> bool {
        self.value.terms().iter().all(|(factor, coefficient)| {
            coefficient.is_positive()
                && (factor.is_one()
                    || factor
                        .symbols()
                        .iter()
                        .all(|symbol| symbol.is_never_negative()))
        })
    }
}

impl Bounds<'_> {
    /// A linear expression in terms of symbols, exact or off only to the given side.
    pub(super) fn sum(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        if side == Side::Upper
            && let Some(amount) = (self.joined_together(scope, expression, depth))
                .or_else(|| self.less_the_smaller(scope, expression, depth))
        {
            return Some(amount);
        }
        let constant = i64::try_from(expression.constant).ok()?;
        let mut sum = Amount::exactly(Polynomial::constant(constant));
        for (id, coefficient) in &expression.terms {
            let amount = self.amount_of(scope, *id, side.of(*coefficient), depth)?;
            let coefficient = Rational::from(i64::try_from(*coefficient).ok()?);
            let scaled = amount.value.checked_scale(coefficient)?;
            sum.value = sum.value.checked_add(&scaled)?;
            sum.exact &= amount.exact;
        }
        Some(sum)
    }

    /// A value in terms of symbols, exact or off only to the given side.
    pub(super) fn amount_of(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        self.fuel = self.fuel.saturating_sub(1);
        if depth > MAX_DEPTH || self.fuel == 0 {
            return None;
        }
        let told = self.told(scope, id, side, depth);
        if told.is_some() {
            return told;
        }
        if let Some(amount) = self.by_conditions(scope, id, side, depth) {
            return Some(amount);
        }
        if let Some(amount) = self.counted_by_ended(scope, id, side) {
            if !self.are_whole(scope, &[id]) {
                self.assume(AssumptionKind::NoOverflow);
            }
            return Some(amount);
        }
        let (low, high) = self.interval(scope.values, id, 0);
        let end = if side == Side::Upper { high } else { low };
        // The range of the type alone is no useful bound.
        let end = end.filter(|end| *end < LONGEST_ARRAY && *end > i128::from(i32::MIN));
        match (end, side) {
            (Some(end), _) => Amount::constant(end),
            (None, Side::Lower) => self.begins_least(scope, id, depth),
            (None, Side::Upper) => None,
        }
    }

    fn told(&mut self, scope: Scope<'_>, id: Id, side: Side, depth: u32) -> Option<Amount> {
        let values = scope.values;
        match values.node(id) {
            Node::Entry(slot) => {
                let symbol = self.parameter_symbol(slot)?;
                Some(Amount::exactly(Polynomial::symbol(symbol)))
            }
            Node::Binary(operation, _, left, right) => {
                let expression = linear(values, id, 0)?;
                if expression.terms != [(id, 1)] {
                    return self.sum(scope, &expression, side, depth + 1);
                }
                self.computed(scope, operation, (left, right), side, depth)
            }
            Node::Number(_) | Node::Negated(_) => {
                self.sum(scope, &linear(values, id, 0)?, side, depth + 1)
            }
            Node::Narrow(element, value) => {
                let (low, high) = self.interval(values, value, 0);
                let fits = match element {
                    ArrayElement::Byte => {
                        low? >= i128::from(i8::MIN) && high? <= i128::from(i8::MAX)
                    }
                    ArrayElement::Char => low? >= 0 && high? <= i128::from(u16::MAX),
                    ArrayElement::Short => {
                        low? >= i128::from(i16::MIN) && high? <= i128::from(i16::MAX)
                    }
                    _ => false,
                };
                if fits {
                    self.amount_of(scope, value, side, depth + 1)
                } else {
                    None
                }
            }
            // Whether the conversion loses anything is checked where a bound is made of it.
            Node::Truncated(value) => self.amount_of(scope, value, side, depth + 1),
            Node::Length(array) => self.array_length(scope, array, side, depth),
            Node::Element { at, array, element }
                if side == Side::Upper && !matches!(element, ArrayElement::Reference) =>
            {
                self.largest_element(scope, at, array)
            }
            Node::Field { .. } if values.kept(id).is_some() => {
                let value = self.expect_kept(values, id)?;
                self.amount_of(scope, value, side, depth + 1)
            }
            Node::Field { at, .. } => {
                let path = self.path(values, id, 0)?;
                let name = path.text.clone();
                let changes = self.is_assumed(path.place.as_ref(), at);
                self.asked_of(scope, &path, &name, Measure::Value, changes, side)
            }
            Node::Called { at } => self.returned(scope, at, side, depth),
            Node::Extreme(is_largest, one, two) => {
                self.extreme(scope, is_largest, one, two, side, depth)
            }
            Node::Tested(..) => {
                let end = i64::from(side == Side::Upper);
                Some(Amount::about(Polynomial::constant(end)))
            }
            Node::OneOf(one, two) => {
                let one = self.amount_of(scope, one, side, depth + 1)?;
                let two = self.amount_of(scope, two, side, depth + 1)?;
                outermost(vec![one.value, two.value], side)
            }
            Node::Between(low, high) => {
                let end = if side == Side::Upper { high } else { low };
                let amount = self.amount_of(scope, end, side, depth + 1)?;
                Some(Amount::about(amount.value))
            }
            Node::Join { block, .. } => self.joined(scope, id, block, side, depth),
            _ => None,
        }
    }

    /// A number that a finished loop counts: it has moved no more often than the loop repeats.
    pub(super) fn counted_by_ended(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        side: Side,
    ) -> Option<Amount> {
        let Node::Join { block, .. } = scope.values.node(id) else {
            return None;
        };
        let ended = self.ended.iter().rev();
        let ended = ended.clone().find(|ended| ended.body.header == block)?;
        let (body, trips) = (Rc::clone(&ended.body), ended.trips.clone());
        let of_loop = Scope {
            body: &body,
            ..scope
        };
        let moves = |change: &Change| change.least >= 0;
        let forward = self.change(of_loop, block, &Linear::leaf(id), 1, 1);
        let forward = forward.filter(moves);
        let backward = self.change(of_loop, block, &Linear::leaf(id), -1, 1);
        let backward = backward.filter(moves);
        let sign = if side == Side::Upper { 1 } else { -1 };
        let (towards, away) = if side == Side::Upper {
            (forward, backward)
        } else {
            (backward, forward)
        };
        let begin = self.begin_of(of_loop, id, side)?;
        if away.is_some() {
            return Some(Amount::about(begin));
        }
        let most = i64::try_from(towards?.most?).ok()?;
        let moved = trips.as_signed()?.checked_scale((sign * most).into())?;
        let value = begin.checked_add(&moved)?;
        let range = to_linear(&value).map(|value| self.range_of_symbols(&value));
        if !range.is_some_and(|range| is_within(range, limits_of(DataType::Int))) {
            self.assume(AssumptionKind::NoOverflow);
        }
        Some(Amount::about(value))
    }

    /// True for a number that a finished loop counts without leaving its type.
    pub(super) fn is_counted_whole(&mut self, scope: Scope<'_>, id: Id, header: u32) -> bool {
        // An inner loop may begin with what the outer one counts.
        if !self.ended.iter().any(|ended| ended.body.header == header)
            || self.set_anew.contains(&id)
        {
            return false;
        }
        self.set_anew.push(id);
        let (notes, assumed) = (self.notes.len(), self.assumed);
        let is_known = [Side::Lower, Side::Upper]
            .into_iter()
            .all(|side| self.counted_by_ended(scope, id, side).is_some());
        let is_certain = self.assumed == assumed;
        self.notes.truncate(notes);
        self.assumed = assumed;
        self.set_anew.pop();
        is_known && is_certain
    }

    /// The upper or lower bound of a number when a loop begins for the first time.
    fn begin_of(&mut self, scope: Scope<'_>, id: Id, side: Side) -> Option<Polynomial> {
        let header = scope.body.header;
        let joined = scope.values.joined(id).to_vec();
        let mut begins = joined
            .into_iter()
            .filter(|(from, _)| !scope.values.is_backward(*from, header));
        let (Some((_, begin)), None) = (begins.next(), begins.next()) else {
            return None;
        };
        let amount = self.amount_of(scope, begin, side, 2)?;
        Some(amount.value)
    }

    /// The symbol for the answer of an object. `changes` says that a call may have changed it before it was asked.
    pub(super) fn asked_of(
        &mut self,
        scope: Scope<'_>,
        path: &super::super::value::AccessPath,
        name: &str,
        measure: Measure,
        changes: bool,
        side: Side,
    ) -> Option<Amount> {
        if path.largest && side == Side::Lower {
            return None;
        }
        let kind = match measure {
            Measure::ArrayLength => SymbolKind::ArrayLength,
            _ => SymbolKind::Field,
        };
        let what = match measure {
            Measure::ArrayLength => "the length of",
            Measure::Result(_) | Measure::TextLength => "the value returned by",
            _ => "the field",
        };
        let of = if measure == Measure::ArrayLength {
            path.text.clone()
        } else {
            name.to_owned()
        };
        let origin = path.origin.unwrap_or(Origin::Entry(kind));
        let answers_otherwise = changes && self.may_answer_otherwise(&measure);
        let place = path.asked(measure);
        let line = self.line;
        let largest = path.largest;
        let symbol = self.symbols.intern(name, origin, kind, line, place, || {
            super::super::value::meaning(what, &of, largest, line)
        });
        if changes && scope.is_changing || answers_otherwise {
            self.note_assumed(&symbol.name);
        }
        Some(Amount {
            value: Polynomial::symbol(symbol),
            exact: !path.largest,
        })
    }

    fn is_number_never_negative(&mut self, scope: Scope<'_>, id: Id, depth: u32) -> bool {
        self.interval(scope.values, id, 0)
            .0
            .is_some_and(|low| low >= 0)
            || self
                .amount_of(scope, id, Side::Lower, depth + 1)
                .is_some_and(|amount| amount.is_never_negative())
    }

    /// True if an expression is shown to be at least 0 when the loop begins.
    pub(super) fn is_never_negative(
        &mut self,
        scope: Scope<'_>,
        expression: &Linear<Id>,
        _at: u32,
    ) -> bool {
        for (positive, shown_by) in self.positive_at_entry(scope) {
            let rest = expression.clone().plus(&positive, -1);
            if rest.is_some_and(|rest| rest.is_constant() && rest.constant >= 0)
                && self.shows(scope, shown_by)
            {
                return true;
            }
        }
        let least = self.sum(scope, expression, Side::Lower, 0);
        least.is_some_and(|least| least.is_never_negative())
    }

    fn computed(
        &mut self,
        scope: Scope<'_>,
        operation: BinaryOp,
        (left, right): (Id, Id),
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let values = scope.values;
        let by = match values.node(right) {
            Node::Number(number) => Some(number),
            _ => None,
        };
        match (operation, by) {
            (BinaryOp::Mul, _) => {
                let one = self.amount_of(scope, left, side, depth + 1)?;
                let two = self.amount_of(scope, right, side, depth + 1)?;
                let both_positive = side == Side::Upper
                    && self.is_number_never_negative(scope, left, depth + 1)
                    && self.is_number_never_negative(scope, right, depth + 1);
                let exact = one.exact && two.exact;
                // A sum over iterations handles the iteration's number, but not products of it.
                let has_index = |amount: &Amount| {
                    (amount.value.symbols().iter()).any(|symbol| self.is_index(symbol))
                };
                if !exact && !both_positive || has_index(&one) || has_index(&two) {
                    return None;
                }
                let value = one.value.checked_mul(&two.value)?;
                Some(Amount { value, exact })
            }
            (BinaryOp::Shl, None) if side == Side::Upper => {
                let Node::Number(factor @ 1..=0x7FFF) = values.node(left) else {
                    return None;
                };
                // Java drops the upper bits of a shift distance of 32 or more: the result is smaller.
                if !self.is_number_never_negative(scope, right, depth) {
                    self.assume(AssumptionKind::NoOverflow);
                }
                let exponent = self.amount_of(scope, right, Side::Upper, depth + 1)?;
                let has_index =
                    (exponent.value.symbols().iter()).any(|symbol| self.is_index(symbol));
                if has_index {
                    return None;
                }
                let power = Polynomial::power(2, exponent.value);
                Some(Amount::about(power.checked_scale(factor.into())?))
            }
            (BinaryOp::Div, Some(by)) if by > 0 => self.quotient(scope, left, by, side, depth),
            (BinaryOp::Shr, Some(by @ 0..=30)) => self.quotient(scope, left, 1 << by, side, depth),
            (BinaryOp::Ushr, Some(by @ 0..=30))
                if self.is_number_never_negative(scope, left, depth) =>
            {
                self.quotient(scope, left, 1 << by, side, depth)
            }
            // The distance is at least 0, and a negative number stays negative.
            (BinaryOp::Shr, None) if side == Side::Upper => {
                let amount = self.amount_of(scope, left, Side::Upper, depth + 1)?;
                Some(Amount::about(Polynomial::signed_ceiling(&amount.value, 1)?))
            }
            (BinaryOp::Ushr | BinaryOp::Div, None)
                if side == Side::Upper && self.is_number_never_negative(scope, left, depth) =>
            {
                self.amount_of(scope, left, Side::Upper, depth + 1)
                    .map(|amount| Amount::about(amount.value))
            }
            // A negative divisor may turn a negative number into a positive one.
            (BinaryOp::Div, None) if side == Side::Upper => {
                let least = self.amount_of(scope, left, Side::Lower, depth + 1)?;
                let opposite = least.value.checked_scale((-1).into())?;
                let above = self.positive(scope, left, depth)?;
                let below = Polynomial::signed_ceiling(&opposite, 1)?;
                Some(Amount::about(above.checked_add(&below)?))
            }
            (BinaryOp::Rem, None) if side == Side::Upper => {
                // The result has the sign of the number, and is not further from 0.
                if !self.is_number_never_negative(scope, right, depth) {
                    return self.positive(scope, left, depth).map(Amount::about);
                }
                let by = self.amount_of(scope, right, Side::Upper, depth + 1)?;
                let less = by.value.checked_add(&Polynomial::constant(-1))?;
                Some(Amount::about(Polynomial::signed_ceiling(&less, 1)?))
            }
            (BinaryOp::And, None) if side == Side::Upper => {
                let of = if self.is_number_never_negative(scope, right, depth) {
                    right
                } else if self.is_number_never_negative(scope, left, depth) {
                    left
                } else {
                    // If only one of them is negative, the other is the limit.
                    let one = self.positive(scope, left, depth)?;
                    let other = self.positive(scope, right, depth)?;
                    return Polynomial::extreme(true, [one, other]).map(Amount::about);
                };
                let amount = self.amount_of(scope, of, Side::Upper, depth + 1)?;
                Some(Amount::about(amount.value))
            }
            _ => None,
        }
    }

    /// At least a number, and at least 0.
    fn positive(&mut self, scope: Scope<'_>, id: Id, depth: u32) -> Option<Polynomial> {
        let amount = self.amount_of(scope, id, Side::Upper, depth + 1)?;
        Polynomial::signed_ceiling(&amount.value, 1)
    }

    /// A number divided by another, rounded towards 0 or down.
    fn quotient(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        by: i64,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let amount = self.amount_of(scope, id, side, depth + 1)?;
        let never_negative = self.is_number_never_negative(scope, id, depth + 1);
        let less = amount.value.checked_add(&Polynomial::constant(1 - by))?;
        if never_negative && amount.exact || side == Side::Upper {
            // ⌊p / k⌋ = ⌈(p − k + 1) / k⌉. With either rounding, the quotient is at most that, or 0.
            let value = Polynomial::signed_ceiling(&less, by)?;
            let exact = amount.exact && never_negative;
            return Some(Amount { value, exact });
        }
        Some(Amount::about(less.checked_scale(Rational::new(1, by))?))
    }

    /// The result of a call.
    fn returned(&mut self, scope: Scope<'_>, at: u32, side: Side, depth: u32) -> Option<Amount> {
        let called = reference::called(self.input, at)?;
        let passed = scope.values.passed(at).to_vec();
        match (&*called.class, &*called.name, passed.as_slice()) {
            ("java/lang/Math" | "java/lang/StrictMath", "abs", [of]) if side == Side::Upper => {
                let amount = self.amount_of(scope, *of, Side::Upper, depth + 1)?;
                if self.is_number_never_negative(scope, *of, depth) {
                    return Some(amount);
                }
                let least = self.amount_of(scope, *of, Side::Lower, depth + 1)?;
                let opposite = least.value.checked_scale((-1).into())?;
                let value = Polynomial::extreme(true, [amount.value, opposite])?;
                let exact = amount.exact && least.exact;
                Some(Amount { value, exact })
            }
            ("java/lang/Math" | "java/lang/StrictMath", "sqrt", [of]) if side == Side::Upper => {
                let square = self.amount_of(scope, *of, Side::Upper, depth + 1)?;
                // A power of two that is at least the root, and less than twice the root.
                let half = Polynomial::logarithm(4, square.value);
                Some(Amount::about(Polynomial::power(2, half)))
            }
            ("java/lang/String", "indexOf" | "lastIndexOf", [text, ..]) => {
                if side == Side::Lower {
                    return Amount::constant(-1);
                }
                let is_character = called.descriptor.starts_with("(I");
                let length = self.size_by(scope, called, "length", *text, side)?;
                let less = Polynomial::constant(-i64::from(is_character));
                Some(Amount::about(length.value.checked_add(&less)?))
            }
            ("java/util/BitSet", "nextSetBit" | "previousSetBit", [bits, ..]) => {
                if side == Side::Lower {
                    return Amount::constant(-1);
                }
                let length = self.size_by(scope, called, "length", *bits, side)?;
                let last = length.value.checked_add(&Polynomial::constant(-1))?;
                Some(Amount::about(last))
            }
            (_, name, [object])
                if called.is_number() && is_size(name) && !self.changes_something(at) =>
            {
                let amount = self.size(scope, &called, *object, side)?;
                if !called.is_of_jdk() && !self.answers_alike(scope.values, at) {
                    for size in amount.value.symbols() {
                        self.note_assumed(&size.name);
                    }
                }
                Some(amount)
            }
            _ => match self.answered_number(scope, at, &called, side) {
                Some(amount) => Some(amount),
                None => self.opaque_result(scope, at, &called, side),
            },
        }
    }

    /// The size of an object that a call of one of its methods tells something about.
    pub(super) fn size_told(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        object: Id,
        side: Side,
    ) -> Option<Amount> {
        let called = reference::called(self.input, at)?;
        let name = match &*called.class {
            "java/lang/String" | "java/util/BitSet" => "length",
            _ => "size",
        };
        self.size_by(scope, called, name, object, side)
    }

    fn size_by(
        &mut self,
        scope: Scope<'_>,
        called: Called<'_>,
        name: &'static str,
        object: Id,
        side: Side,
    ) -> Option<Amount> {
        let of = Called {
            name: Cow::Borrowed(name),
            ..called
        };
        self.size(scope, &of, object, side)
    }

    /// The number that an object answers with. By its name, the method changes nothing. If it has arguments, the symbol
    /// stands for the largest of all its answers.
    fn answered_number(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        called: &Called<'_>,
        side: Side,
    ) -> Option<Amount> {
        let returns_number = called.descriptor.ends_with(")I") || called.descriptor.ends_with(")J");
        if !returns_number || reference::changes(&called.name) {
            return None;
        }
        let field = self.field_returned(scope.values, at, called);
        if let (Some(field), [object]) = (field, scope.values.passed(at)) {
            if !self.is_field_kept(scope.values, *object, &field, at) {
                return None;
            }
            let path = self.path(scope.values, *object, 0)?.extended(&field);
            let name = path.text.clone();
            let changes = self.is_assumed(path.place.as_ref(), at);
            return self.asked_of(scope, &path, &name, Measure::Value, changes, side);
        }
        let path = self.answered(scope.values, at, 0)?;
        let name = path.text.clone();
        // What a call before this one changes may change the answer.
        let changes = self.is_assumed(None, at);
        self.asked_of(scope, &path, &name, Measure::Value, changes, side)
    }

    /// The size that an object reports.
    pub(super) fn size(
        &mut self,
        scope: Scope<'_>,
        called: &Called<'_>,
        object: Id,
        side: Side,
    ) -> Option<Amount> {
        let mut path = self.path(scope.values, object, 0)?;
        let is_text = called.class == "java/lang/String";
        let keeps = is_text || self.keeps_size(scope, object, false);
        if side == Side::Upper
            && !is_text
            && (!keeps || path.place.is_none())
            && let Some(grown) = self.grown_size(scope, object, &called.name)
        {
            return Some(Amount::about(grown));
        }
        if !keeps {
            path.place = None;
            path.origin = path.origin.or(Some(Origin::Loop(self.header)));
        }
        let name = Self::asked(&path, &called.name);
        let measure = if is_text && called.name == "length" {
            Measure::TextLength
        } else {
            Measure::Result(Arc::from(&*called.name))
        };
        // A text stays as it is, but a field or a list may hold another one.
        let changes = !is_text || path.is_held();
        self.asked_of(scope, &path, &name, measure, changes, side)
    }

    /// A symbol for the result of a call before the loop.
    fn opaque_result(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        called: &Called<'_>,
        side: Side,
    ) -> Option<Amount> {
        let known = self.interval_of_call(at);
        let known = if side == Side::Upper {
            known.1
        } else {
            known.0
        };
        if let Some(known) = known.filter(|known| known.abs() <= MAX_KNOWN) {
            return Amount::constant(known);
        }
        let block = self.flow.block_of(at)? as u32;
        let is_inside =
            scope.body.contains(block) || self.around.iter().any(|body| body.contains(block));
        if is_inside {
            return None;
        }
        let line = self.input.code.line_of(at);
        let name = match line {
            Some(line) => format!("{}()@{line}", called.name),
            None => format!("{}()@#{at}", called.name),
        };
        let origin = Origin::Instruction(at);
        let kind = SymbolKind::Argument;
        let symbol = self.symbols.intern(&name, origin, kind, line, None, || {
            let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
            format!("the value returned by the call of {}{place}", called.name)
        });
        Some(Amount::exactly(Polynomial::symbol(symbol)))
    }

    /// The smaller or the larger of two numbers.
    fn extreme(
        &mut self,
        scope: Scope<'_>,
        is_largest: bool,
        one: Id,
        two: Id,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let one = self.amount_of(scope, one, side, depth + 1);
        let two = self.amount_of(scope, two, side, depth + 1);
        let enough = is_largest == (side == Side::Lower);
        match (one, two) {
            (Some(one), Some(two)) => {
                let exact = one.exact && two.exact;
                let each = [one.is_never_negative(), two.is_never_negative()];
                let never_negative = if is_largest {
                    each.contains(&true)
                } else {
                    !each.contains(&false)
                };
                if side == Side::Upper || exact && never_negative {
                    let value = Polynomial::extreme(is_largest, [one.value, two.value])?;
                    let exact = exact && never_negative;
                    return Some(Amount { value, exact });
                }
                if enough {
                    // Either bound suffices, and a caller's argument tells more than a number.
                    let is_number = one.value.as_constant().is_some();
                    return Some(Amount::about(if is_number { two.value } else { one.value }));
                }
                let difference = one
                    .value
                    .checked_add(&two.value.checked_scale((-1).into())?)?;
                let is_less = difference.as_constant()?.is_negative();
                Some(Amount::about(if is_less { one.value } else { two.value }))
            }
            (Some(known), None) | (None, Some(known)) if enough => Some(Amount::about(known.value)),
            _ => None,
        }
    }

    /// A bound from a comparison before the loop.
    pub(super) fn by_conditions(
        &mut self,
        scope: Scope<'_>,
        id: Id,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        if depth > 3 {
            return None;
        }
        let wanted = if side == Side::Upper { -1 } else { 1 };
        for (positive, shown_by) in self.positive_at_entry(scope) {
            let coefficient = positive.terms.iter().find(|(leaf, _)| *leaf == id);
            if coefficient.is_none_or(|(_, coefficient)| *coefficient != wanted)
                || !self.shows_for(scope, shown_by, id)
            {
                continue;
            }
            // value ≤ rest, or value ≥ −rest.
            let rest = positive.plus(&Linear::leaf(id), -wanted)?.times(-wanted)?;
            if let Some(amount) = self.sum(scope, &rest, side, depth + 3) {
                return Some(Amount::about(amount.value));
            }
        }
        None
    }

    /// The symbol of an int or long parameter.
    fn parameter_symbol(&mut self, slot: u16) -> Option<Arc<Symbol>> {
        let known = self.parameter(slot)?;
        match known.terms.as_slice() {
            [(symbol, 1)] if known.constant == 0 => Some(Arc::clone(symbol)),
            _ => None,
        }
    }

    /// True for the symbol of an iteration's number.
    pub(super) fn is_index(&self, symbol: &Symbol) -> bool {
        self.around
            .iter()
            .any(|body| body.index.as_deref() == Some(symbol))
    }
}

/// True for methods that return a size.
fn is_size(name: &str) -> bool {
    SIZES.contains(&name)
        || ["Count", "Length", "Size"]
            .iter()
            .any(|end| name.ends_with(end))
}
