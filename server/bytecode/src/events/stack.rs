//! The abstract operand stack.

use super::Source;
use crate::instruction::DataType;

/// Means "no event".
pub(super) const NO_EVENT: u32 = u32::MAX;

/// An abstract value on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Value {
    pub(super) source: Source,
    pub(super) data_type: DataType,
    /// The event that produced it.
    pub(super) producer: u32,
    /// Known facts about its number.
    pub(super) number: Number,
    /// Other known facts about it.
    pub(super) role: Role,
}

/// The numbers that affect what is executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Any,
    One,
    MinusOne,
}

/// The role of a value that a later instruction is fused with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Plain,
    /// The result of a comparison of wide operands, which a branch uses.
    Compared,
    /// A new object before its constructor call; the number is the event of its allocation.
    Uninitialised(u32),
}

impl Value {
    pub(super) const fn new(source: Source, data_type: DataType) -> Self {
        Self {
            source,
            data_type,
            producer: NO_EVENT,
            number: Number::Any,
            role: Role::Plain,
        }
    }

    pub(super) const fn constant(source: Source, data_type: DataType, number: Number) -> Self {
        Self {
            number,
            ..Self::new(source, data_type)
        }
    }

    pub(super) const fn result(source: Source, data_type: DataType, producer: u32) -> Self {
        Self {
            producer,
            ..Self::new(source, data_type)
        }
    }

    /// A copy made by `dup` counts as a variable that was stored and is loaded again.
    const fn copied(self) -> Self {
        if self.source.is_result() && matches!(self.role, Role::Plain) {
            Self {
                source: Source::Load,
                producer: NO_EVENT,
                ..self
            }
        } else {
            self
        }
    }

    /// The common facts where two paths meet. A value counts as a result on the stack only if it is one on both.
    fn merged(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let source = if self.source == other.source {
            self.source
        } else if self.source.is_result() && other.source.is_result() {
            Source::Nested
        } else {
            Source::Load
        };
        Self {
            source,
            data_type: self.data_type,
            producer: NO_EVENT,
            number: Number::Any,
            role: if self.role == other.role {
                self.role
            } else {
                Role::Plain
            },
        }
    }
}

/// The abstract stack. Popping from an empty stack gives a load, so hostile code never panics.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Stack {
    values: Vec<Value>,
}

impl Stack {
    pub(super) fn push(&mut self, value: Value) {
        // The JVM limits a frame to 65,535 slots. Code that pushes more is malformed.
        if self.values.len() < usize::from(u16::MAX) {
            self.values.push(value);
        }
    }

    pub(super) fn pop(&mut self) -> Value {
        self.values
            .pop()
            .unwrap_or(Value::new(Source::Load, DataType::Int))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.values.clear();
    }

    pub(super) fn assign(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
    }

    /// Merges the state of another path. If the depths differ, which never happens in verified code, the smaller one is used.
    pub(super) fn merge(&mut self, other: &Self) {
        self.values.truncate(other.values.len());
        for (value, other) in self.values.iter_mut().zip(&other.values) {
            *value = value.merged(*other);
        }
    }

    /// After the constructor call, every copy of a new object becomes an initialised value. The first one is the allocation's
    /// result.
    pub(super) fn initialise(&mut self, allocation: u32) {
        let mut first = true;
        for value in &mut self.values {
            if value.role == Role::Uninitialised(allocation) {
                *value = Value::result(Source::Nested, DataType::Reference, allocation);
                if !first {
                    *value = value.copied();
                }
                first = false;
            }
        }
    }

    /// `dup` and similar instructions: copies the top `count` slots below `skip` more slots.
    pub(super) fn duplicate(&mut self, count: usize, skip: usize) {
        if count == 1 && skip == 0 {
            let value = self.pop();
            self.push(value.copied());
            self.push(value);
            return;
        }
        let mut top = self.take_slots(count);
        let middle = self.take_slots(skip);
        let copies: Vec<Value> = top.iter().map(|value| value.copied()).collect();
        for value in copies.into_iter().chain(middle).chain(top.drain(..)) {
            self.push(value);
        }
    }

    /// Pops values that fill this many slots, and returns them in the order in which they were pushed.
    pub(super) fn take_slots(&mut self, slots: usize) -> Vec<Value> {
        let mut taken = Vec::with_capacity(slots);
        let mut left = slots;
        while left > 0 {
            let value = self.pop();
            left = left.saturating_sub(if value.data_type.is_wide() { 2 } else { 1 });
            taken.push(value);
        }
        taken.reverse();
        taken
    }
}
