//! Facts about arrays: their length, and the largest number in them.

use super::super::Bounds;
use super::super::value::Side;
use super::number::outermost;
use super::reference::{self, Called};
use super::{Amount, Scope, linear};
use crate::side_effects::element_mark;
use crate::values::{Id, Node};
use bytecode::Op;
use cost::{Measure, Polynomial};
use std::borrow::Cow;

impl Bounds<'_> {
    /// The length of an array.
    pub(super) fn array_length(
        &mut self,
        scope: Scope<'_>,
        array: Id,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let values = scope.values;
        match values.node(array) {
            Node::Allocated { length, .. } => {
                return self.amount_of(scope, length, side, depth + 1);
            }
            Node::OneOf(one, two) if depth < super::MAX_DEPTH => {
                let one = self.array_length(scope, one, side, depth + 1)?;
                let two = self.array_length(scope, two, side, depth + 1)?;
                return outermost(vec![one.value, two.value], side);
            }
            Node::Join { block, .. }
                if !(scope.body.is_loop && block == scope.body.header)
                    && depth < super::MAX_DEPTH =>
            {
                let joined = values.joined(array).to_vec();
                let mut lengths = Vec::with_capacity(joined.len());
                for (from, one) in &joined {
                    if !values.is_backward(*from, block) {
                        lengths.extend(self.array_length(scope, *one, side, depth + 2));
                    }
                }
                if lengths.len() == joined.len() {
                    let lengths = lengths.into_iter().map(|length| length.value);
                    return outermost(lengths.collect(), side);
                }
            }
            Node::Field { .. } if values.kept(array).is_some() => {
                let stored = self.expect_kept(values, array)?;
                return self.array_length(scope, stored, side, depth + 1);
            }
            Node::Field { at, .. } => {
                if let Some(length) = self.length_in_field(at) {
                    return Some(Amount::about(Polynomial::constant(length)));
                }
            }
            Node::Called { at } => {
                let made = self.length_of_made(scope, at, side, depth);
                if made.is_some() {
                    return made;
                }
            }
            _ => {}
        }
        let answered = match values.node(array) {
            Node::Called { at } => self.answered_array(values, at),
            _ => None,
        };
        let path = match answered {
            Some(path) => path,
            None => self.path(values, array, 0)?,
        };
        if path.text.is_empty() {
            return None;
        }
        let changes = matches!(
            values.node(array),
            Node::Field { .. } | Node::Element { .. } | Node::Called { .. }
        );
        let name = format!("{}.length", path.text);
        self.asked_of(scope, &path, &name, Measure::ArrayLength, changes, side)
    }

    /// The length of the array that an instruction reads from a field, if the class shows it.
    pub(in crate::bound) fn length_in_field(&self, at: u32) -> Option<i64> {
        let Op::GetStatic { pool } = self.input.code.instructions.get(at as usize)?.op else {
            return None;
        };
        let member = self.input.class.member(pool)?;
        self.input.class.length_in_field(&member)
    }

    /// The length of an array that a method of the JDK creates.
    fn length_of_made(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        side: Side,
        depth: u32,
    ) -> Option<Amount> {
        let called = reference::called(self.input, at)?;
        let passed = scope.values.passed(at).to_vec();
        let asked = |name: &'static str| Called {
            class: called.class.clone(),
            name: Cow::Borrowed(name),
            descriptor: Cow::Borrowed("()I"),
        };
        match (&*called.class, &*called.name, &passed[..]) {
            ("java/lang/String", "toCharArray", [text]) => {
                self.size(scope, &asked("length"), *text, side)
            }
            (class, "toArray", [collection]) if class.starts_with("java/util/") => {
                self.size(scope, &asked("size"), *collection, side)
            }
            // The argument comes back if it is large enough.
            (class, "toArray", [collection, array])
                if class.starts_with("java/util/") && side == Side::Upper =>
            {
                let size = self.size(scope, &asked("size"), *collection, side)?;
                let length = self.array_length(scope, *array, side, depth + 1)?;
                let value = Polynomial::extreme(true, [size.value, length.value])?;
                Some(Amount::about(value))
            }
            ("java/util/Arrays", "copyOf", [_, length, ..]) => {
                self.amount_of(scope, *length, side, depth + 1)
            }
            ("java/util/Arrays", "copyOfRange", [_, from, to, ..]) => {
                let range = linear(scope.values, *to, 0)?;
                let range = range.plus(&linear(scope.values, *from, 0)?, -1)?;
                self.sum(scope, &range, side, depth + 1)
            }
            (class, "clone", [array]) if class.starts_with('[') => {
                self.array_length(scope, *array, side, depth + 1)
            }
            _ => None,
        }
    }

    /// The largest number in an array that neither the method nor a callee writes before it is read.
    pub(super) fn largest_element(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        array: Id,
    ) -> Option<Amount> {
        let Op::ArrayLoad(element) = self.input.code.instructions.get(at as usize)?.op else {
            return None;
        };
        let is_written = !self.is_unwritten_before(element_mark(element), at);
        let path = self.path(scope.values, array, 0)?;
        if is_written || path.text.is_empty() || path.place().is_none() {
            return None;
        }
        let path = path.extended("[]");
        let name = path.text.clone();
        self.asked_of(scope, &path, &name, Measure::Value, true, Side::Upper)
    }
}
