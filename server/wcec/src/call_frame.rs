//! The values at a point of the code during an abstract execution.

use crate::passed_object::{LENGTHS, PassedClass, PassedObject};
use crate::passing::Passing;

/// A value on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StackValue {
    pub(crate) value: Passing,
    pub(crate) is_wide: bool,
    /// The local that it was read from, if that has not been written since.
    pub(crate) local: Option<u16>,
    /// The local with an iterator that has another element if this value is not 0.
    pub(crate) asked: Option<u16>,
}

/// The values at a point of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallFrame {
    pub(crate) locals: Vec<Passing>,
    pub(crate) stack: Vec<StackValue>,
    /// Whether nothing has been stored in the caller's objects since the call began.
    pub(crate) is_untouched: bool,
}

impl CallFrame {
    pub(crate) fn push(&mut self, value: Passing, is_wide: bool) {
        self.stack.push(StackValue {
            value,
            is_wide,
            local: None,
            asked: None,
        });
    }

    /// Copies the operands in the upper slots below as many slots as `under` says.
    pub(crate) fn copy(&mut self, slots: usize, under: usize) -> Option<()> {
        let from = self.below(slots)?;
        let copied = self.stack[from..].to_vec();
        let place = self.below(slots + under)?;
        self.stack.splice(place..place, copied);
        Some(())
    }

    /// The number of operands below this many slots.
    pub(crate) fn below(&self, mut slots: usize) -> Option<usize> {
        let mut at = self.stack.len();
        while slots > 0 {
            at = at.checked_sub(1)?;
            slots = slots.checked_sub(if self.stack[at].is_wide { 2 } else { 1 })?;
        }
        Some(at)
    }

    pub(crate) fn write(&mut self, slot: u16, value: Passing) {
        for operand in &mut self.stack {
            operand.local = operand.local.filter(|local| *local != slot);
            operand.asked = operand.asked.filter(|local| *local != slot);
        }
        if let Some(local) = self.locals.get_mut(usize::from(slot)) {
            *local = value;
        }
    }

    pub(crate) fn join(&self, other: &Self) -> Option<Self> {
        (self.stack.len() == other.stack.len()).then_some(())?;
        let locals = self.locals.iter().zip(&other.locals);
        let stack = self.stack.iter().zip(&other.stack);
        Some(Self {
            locals: locals.map(|(one, other)| one.join(*other)).collect(),
            stack: stack
                .map(|(one, other)| StackValue {
                    value: one.value.join(other.value),
                    is_wide: one.is_wide,
                    local: one.local.filter(|local| other.local == Some(*local)),
                    asked: one.asked.filter(|local| other.asked == Some(*local)),
                })
                .collect(),
            is_untouched: self.is_untouched && other.is_untouched,
        })
    }

    pub(crate) fn widened(mut self, before: &Self, limits: &[i64]) -> Self {
        for (local, before) in self.locals.iter_mut().zip(&before.locals) {
            *local = local.widened(*before, limits);
        }
        for (operand, before) in self.stack.iter_mut().zip(&before.stack) {
            operand.value = operand.value.widened(before.value, limits);
        }
        self
    }

    /// Another object may have been stored in the caller's objects, and collections may have other sizes. `changed` is the object
    /// that was changed, if it is known.
    pub(crate) fn forget(&mut self, changed: Option<PassedObject>) {
        self.is_untouched &= changed.is_some_and(|object| object.is_new());
        let values = self.stack.iter_mut().map(|operand| &mut operand.value);
        for value in self.locals.iter_mut().chain(values) {
            let Passing::Object(object) = *value else {
                continue;
            };
            let may_be_it = changed.is_none_or(|changed| {
                // A new object is none of the caller's.
                !(changed.is_new() && object.is_of_caller()
                    || changed.is_of_caller() && object.is_new())
            });
            if !may_be_it {
                continue;
            }
            if object.is_iterator() {
                *value = Passing::Any;
            } else if !object.has_fixed_length() {
                *value = Passing::Object(object.of_length(LENGTHS));
            }
        }
    }

    /// Any iterator may have no further element.
    pub(crate) fn take(&mut self) {
        let values = self.stack.iter_mut().map(|operand| &mut operand.value);
        for value in self.locals.iter_mut().chain(values) {
            if let Passing::Object(object) = *value
                && !object.has_fixed_length()
                && (object.is_iterator()
                    || object.class == PassedClass::of_class("java/util/Iterator"))
            {
                *value = object.of_length(LENGTHS).into();
            }
        }
    }

    /// Changes what is known of the length of the object in a local.
    pub(crate) fn set_length(&mut self, local: Option<u16>, length: (i64, i64)) {
        let place = local.and_then(|slot| self.locals.get_mut(usize::from(slot)));
        if let Some(place) = place
            && let Passing::Object(object) = *place
        {
            *place = Passing::Object(object.of_length(length));
        }
    }
}
