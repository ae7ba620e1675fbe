//! The abstract execution of instructions.

use super::{Id, NEVER, NO_OBJECT, Node, State, Values};
use crate::outcome::CallOutcome;
use crate::returned::{FieldName, Returned, of_known};
use crate::side_effects::CallWrites;
use bytecode::{
    ArrayElement, BinaryOp, Constant, DataType, Descriptor, InvokeKind, MemberRef, Op, Test, Wide,
};
use std::sync::Arc;

/// The first cases of a switch, which show what is known where control comes from them.
const MAX_CASES: usize = 64;

impl Values<'_> {
    /// Executes all blocks once, in order. `None` if the stack does not fit.
    pub(super) fn execute(&mut self) -> Option<()> {
        self.nodes.clear();
        self.numbers.clear();
        self.stacks.clear();
        self.written.clear();
        self.compared.fill(None);
        self.stores.clear();
        self.passed.clear();
        self.memories.clear();
        self.accessed.clear();
        self.returned.clear();
        self.stored.clear();
        self.joins.clear();
        let mut state = State::default();
        for place in 0..self.order.len() {
            let block = self.order[place];
            self.merge(block, &mut state)?;
            let start = block as usize * self.variables;
            let range = start..start + self.variables;
            self.begin
                .get_mut(range.clone())?
                .copy_from_slice(&state.variables);
            state.written.clear();
            for at in self.flow.instructions(block as usize) {
                self.step(block, at as u32, &mut state)?;
            }
            self.end.get_mut(range)?.copy_from_slice(&state.variables);
            self.stacks.set(block as usize, state.stack.iter().copied());
            self.written
                .set(block as usize, state.written.iter().copied());
        }
        Some(())
    }

    fn step(&mut self, block: u32, at: u32, state: &mut State) -> Option<()> {
        let op = self.input.code.instructions.get(at as usize)?.op;
        match op {
            Op::Nop | Op::Goto { .. } | Op::CheckCast { .. } | Op::Return(None) | Op::Reserved => {}
            Op::Push(constant) => {
                let id = match constant {
                    Constant::Int(number) => self.number(Node::Number(i64::from(number))),
                    Constant::Long(Wide(number)) => self.number(Node::Number(number)),
                    Constant::Null => self.number(Node::Null),
                    _ => self.fresh(Node::Made { at, which: 0 }),
                };
                state.stack.push((id, constant.data_type().is_wide()));
            }
            Op::Load { data_type, slot } => {
                let value = *state.variables.get(usize::from(slot))?;
                state.stack.push((value, data_type.is_wide()));
            }
            Op::Store { data_type, slot } => {
                let value = state.pop()?;
                self.store(value, at);
                state.write(u32::from(slot), value);
                if data_type.is_wide() {
                    let upper = self.fresh(Node::Made { at, which: 1 });
                    state.write(u32::from(slot) + 1, upper);
                }
            }
            Op::Increment { slot, by } => {
                let before = *state.variables.get(usize::from(slot))?;
                let by = self.number(Node::Number(i64::from(by)));
                let after = self.binary(BinaryOp::Add, DataType::Int, before, by);
                state.write(u32::from(slot), after);
            }
            Op::ArrayLoad(element) => {
                let index = state.pop()?;
                let array = state.pop()?;
                self.accessed.push((at, array, index));
                let id = self.fresh(Node::Element { at, array, element });
                state.stack.push((id, element.data_type().is_wide()));
            }
            Op::ArrayStore(_) => {
                state.pop()?;
                let index = state.pop()?;
                let array = state.pop()?;
                self.accessed.push((at, array, index));
            }
            Op::Switch { index, .. } => {
                let tested = state.pop()?;
                self.compared[block as usize] = Some((tested, tested));
                let switch = self.input.code.switches.get(index as usize)?;
                for (case, _) in switch.cases.iter().take(MAX_CASES) {
                    self.number(Node::Number(i64::from(*case)));
                }
            }
            Op::Pop | Op::MonitorEnter | Op::MonitorExit | Op::Throw => {
                state.pop()?;
            }
            Op::Pop2 => {
                state.stack.truncate(state.below(2)?);
            }
            Op::Dup => state.copy(1, 0)?,
            Op::DupX1 => state.copy(1, 1)?,
            Op::DupX2 => state.copy(1, 2)?,
            Op::Dup2 => state.copy(2, 0)?,
            Op::Dup2X1 => state.copy(2, 1)?,
            Op::Dup2X2 => state.copy(2, 2)?,
            Op::Swap => {
                let (upper, lower) = (state.stack.pop()?, state.stack.pop()?);
                state.stack.extend([upper, lower]);
            }
            Op::Binary(operation, data_type) => {
                let right = state.pop()?;
                let left = state.pop()?;
                let id = if matches!(data_type, DataType::Int | DataType::Long) {
                    self.binary(operation, data_type, left, right)
                } else {
                    self.fresh(Node::Made { at, which: 0 })
                };
                state.stack.push((id, data_type.is_wide()));
            }
            Op::Negate(data_type) => {
                let value = state.pop()?;
                let node = match (data_type, self.node(value)) {
                    (DataType::Int, Node::Number(number)) if number > i64::from(i32::MIN) => {
                        Node::Number(-number)
                    }
                    (DataType::Int | DataType::Long, _) => Node::Negated(value),
                    _ => Node::Made { at, which: 0 },
                };
                let id = self.number(node);
                state.stack.push((id, data_type.is_wide()));
            }
            Op::Convert {
                from,
                to,
                to_narrow,
            } => {
                let value = state.pop()?;
                let id = match (from, to, to_narrow) {
                    (DataType::Int, _, Some(element)) => self.narrow(element, value),
                    (DataType::Long, DataType::Int, None) => match self.node(value) {
                        Node::Number(number) => self.number(Node::Number(i64::from(number as i32))),
                        _ => self.number(Node::Truncated(value)),
                    },
                    // A double can hold every int, and the root is rounded down.
                    (DataType::Int | DataType::Long, DataType::Int | DataType::Long, None)
                    | (DataType::Int, DataType::Double, None) => value,
                    (DataType::Double, DataType::Int, None) if self.is_root(value) => value,
                    _ => self.fresh(Node::Made { at, which: 0 }),
                };
                state.stack.push((id, to.is_wide()));
            }
            Op::Compare(data_type) => {
                let right = state.pop()?;
                let left = state.pop()?;
                let node = match data_type {
                    DataType::Long => Node::Compared(left, right),
                    _ => Node::Made { at, which: 0 },
                };
                let id = self.number(node);
                state.stack.push((id, false));
            }
            Op::Branch { test, .. } => {
                let right = match test {
                    Test::Ints(_) | Test::References { .. } => state.pop()?,
                    Test::Zero(_) => self.number(Node::Number(0)),
                    Test::Null { .. } => self.number(Node::Null),
                };
                let left = state.pop()?;
                self.compared[block as usize] = Some((left, right));
            }
            Op::Return(Some(data_type)) => {
                let id = state.pop()?;
                if data_type == DataType::Int {
                    self.returned.push((block, id));
                }
            }
            Op::GetStatic { pool } => self.read_field(at, pool, NO_OBJECT, state)?,
            Op::GetField { pool } => {
                let object = state.pop()?;
                self.read_field(at, pool, object, state)?;
            }
            Op::PutStatic { pool } => {
                let value = state.pop()?;
                self.write_field(at, pool, NO_OBJECT, value, state)?;
            }
            Op::PutField { pool } => {
                let value = state.pop()?;
                let object = state.pop()?;
                self.write_field(at, pool, object, value, state)?;
            }
            Op::Invoke { kind, pool } => self.call(at, kind, pool, state)?,
            Op::New { .. } => {
                let id = self.fresh(Node::Made { at, which: 0 });
                state.stack.push((id, false));
            }
            Op::NewArray { .. } => {
                let length = state.pop()?;
                let id = self.fresh(Node::Allocated { at, length });
                state.stack.push((id, false));
            }
            Op::MultiNewArray { dimensions, .. } => {
                let mut length = state.pop()?;
                for _ in 1..dimensions {
                    length = state.pop()?;
                }
                let id = self.fresh(Node::Allocated { at, length });
                state.stack.push((id, false));
            }
            Op::ArrayLength => {
                let array = state.pop()?;
                let id = match self.node(array) {
                    Node::Allocated { length, .. } => length,
                    _ => self.number(Node::Length(array)),
                };
                state.stack.push((id, false));
            }
            Op::InstanceOf { .. } => {
                state.pop()?;
                let id = self.fresh(Node::Made { at, which: 2 });
                state.stack.push((id, false));
            }
            Op::Jsr { .. } | Op::Ret { .. } => return None,
        }
        Some(())
    }

    /// The result of a computation; a number if the operands are numbers.
    fn binary(&mut self, operation: BinaryOp, data_type: DataType, left: Id, right: Id) -> Id {
        let node = match (self.node(left), self.node(right)) {
            (Node::Number(a), Node::Number(b)) => {
                fold(operation, data_type, a, b).map(Node::Number)
            }
            // a − a / b · b is the remainder of the division, however it wraps around.
            (_, Node::Binary(BinaryOp::Mul, of, one, two))
                if operation == BinaryOp::Sub && of == data_type =>
            {
                [(one, two), (two, one)]
                    .into_iter()
                    .find_map(|(quotient, by)| {
                        (self.node(quotient) == Node::Binary(BinaryOp::Div, of, left, by))
                            .then_some(Node::Binary(BinaryOp::Rem, of, left, by))
                    })
            }
            _ => None,
        };
        self.number(node.unwrap_or(Node::Binary(operation, data_type, left, right)))
    }

    /// True for the square root of an int.
    fn is_root(&self, value: Id) -> bool {
        let Node::Called { at } = self.node(value) else {
            return false;
        };
        let Some(Op::Invoke { pool, .. }) =
            (self.input.code.instructions.get(at as usize)).map(|instruction| instruction.op)
        else {
            return false;
        };
        let member = self.input.class.member(pool);
        member.is_some_and(|member| {
            matches!(
                (member.class_bytes(), member.name_bytes()),
                (b"java/lang/Math" | b"java/lang/StrictMath", b"sqrt")
            )
        })
    }

    fn narrow(&mut self, element: ArrayElement, value: Id) -> Id {
        let node = match (self.node(value), element) {
            (Node::Number(number), ArrayElement::Byte) => Node::Number(i64::from(number as i8)),
            (Node::Number(number), ArrayElement::Char) => Node::Number(i64::from(number as u16)),
            (Node::Number(number), ArrayElement::Short) => Node::Number(i64::from(number as i16)),
            _ => Node::Narrow(element, value),
        };
        self.number(node)
    }

    /// Notes the first store of a value.
    fn store(&mut self, value: Id, at: u32) {
        let place = value as usize;
        if place >= self.stored.len() {
            self.stored.resize(place + 1, NEVER);
        }
        if self.stored[place] == NEVER {
            self.stored[place] = at;
        }
    }

    fn read_field(&mut self, at: u32, pool: u16, object: Id, state: &mut State) -> Option<()> {
        let member = self.input.class.member(pool)?;
        let descriptor = member.descriptor_bytes();
        let is_wide = matches!(descriptor, b"J" | b"D");
        let is_settled = !self.input.method.name.starts_with('<');
        if let Some(number) = self
            .input
            .class
            .number_in_field(&member)
            .filter(|_| is_settled)
        {
            let id = self.number(Node::Number(number));
            state.stack.push((id, is_wide));
            return Some(());
        }
        // A narrower field does not return what was written.
        let is_whole = !matches!(descriptor, b"B" | b"C" | b"S" | b"Z");
        let memory = match self.writes.memory(member.name_bytes()) {
            Some(variable) if !self.is_of_older(object, variable) => {
                *state.variables.get(variable as usize)?
            }
            _ => self.number(Node::Untouched),
        };
        let id = match self.node(memory) {
            Node::Stored {
                object: written,
                value,
                ..
            } if written == object && is_whole => value,
            Node::Untouched if self.begins_with_zero(object, (&member.class(), &member.name())) => {
                self.number(Node::Number(0))
            }
            _ => self.fresh(Node::Field { at, object, memory }),
        };
        state.stack.push((id, is_wide));
        Some(())
    }

    fn write_field(
        &mut self,
        at: u32,
        pool: u16,
        object: Id,
        value: Id,
        state: &mut State,
    ) -> Option<()> {
        let name = self.input.class.member(pool)?.name_bytes();
        let variable = self.writes.memory(name)?;
        self.stores.push((at, object, value));
        let node = if self.writes.is_of_several(variable) {
            let which = 3 + variable - u32::from(self.input.code.max_locals);
            Node::Made { at, which }
        } else {
            Node::Stored { at, object, value }
        };
        let memory = self.fresh(node);
        state.write(variable, memory);
        Some(())
    }

    fn call(&mut self, at: u32, kind: InvokeKind, pool: u16, state: &mut State) -> Option<()> {
        let member = self.input.class.member(pool)?;
        let descriptor = Descriptor::new(member.descriptor_bytes());
        let has_receiver = !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic);
        let (arguments, result) = descriptor.count_and_result();
        let count = arguments + usize::from(has_receiver);
        let first = state.stack.len().checked_sub(count)?;
        let passed = state.stack.drain(first..);
        self.passed.set(at as usize, passed.map(|(id, _)| id));
        self.remember(at, state);
        let known = self.input.class.number_returned(&member);
        let returned = match known {
            _ if self.own_boxes.binary_search(&at).is_ok() => self.passed(at).first().copied(),
            Some(number) => Some(self.number(Node::Number(number))),
            None => result.and_then(|_| self.returned(at, &member, state)),
        };
        let stored = self.stored_by(at, state);
        // A callee may write what this method wrote before.
        let locals = u32::from(self.input.code.max_locals);
        for (variable, how) in self.writes.by_call(at).to_vec() {
            let memory = state.variables.get(variable as usize).copied()?;
            // An unknown callee is assumed to keep what nothing is known to have written, and what this method has.
            let after = match self.node(memory) {
                Node::Untouched | Node::Kept { .. } if how == CallWrites::Unknown => memory,
                Node::Stored { .. } if how == CallWrites::Unknown => {
                    self.fresh(Node::Kept { at, stored: memory })
                }
                _ => {
                    let which = 3 + variable - locals;
                    self.fresh(Node::Made { at, which })
                }
            };
            if after != memory {
                state.write(variable, after);
            }
        }
        for (variable, object, value) in stored {
            let memory = self.fresh(Node::Stored { at, object, value });
            state.write(variable, memory);
        }
        if let Some(result) = result {
            let id = returned.unwrap_or_else(|| self.fresh(Node::Called { at }));
            state.stack.push((id, result.is_wide()));
        }
        Some(())
    }

    /// Keeps the contents of fields before a call whose cost may depend on them.
    fn remember(&mut self, at: u32, state: &State) {
        let calls = self.input.calls;
        let is_wanted = calls
            .binary_search_by_key(&at, |call| call.passed.instruction)
            .is_ok();
        let fields = state
            .variables
            .get(usize::from(self.input.code.max_locals)..);
        let fields = fields.unwrap_or_default();
        let is_stored = |id: &Id| matches!(self.node(*id), Node::Stored { .. });
        if is_wanted && fields.iter().any(is_stored) {
            self.memories.set(at as usize, fields.iter().copied());
        }
    }
}

impl Values<'_> {
    /// The result of a call, if it follows from the arguments.
    fn returned(&mut self, at: u32, member: &MemberRef<'_>, state: &State) -> Option<Id> {
        let (class, name) = (member.class_bytes(), member.name_bytes());
        if let Some(known) = of_known(class, name, member.descriptor_bytes()) {
            return self.value_of(at, &known, state);
        }
        let outcome = self.outcome(at)?;
        let returned = outcome.returned.as_ref()?;
        // The name of a method that answers yes or no may show more, such as `isEmpty`.
        if member.descriptor_bytes().ends_with(b")Z") && !returned.is_known_from_arguments() {
            return None;
        }
        self.value_of(at, returned, state)
    }

    /// The effects of a call.
    pub(crate) fn outcome(&self, at: u32) -> Option<Arc<CallOutcome>> {
        let calls = self.input.outcomes;
        let place = calls.binary_search_by_key(&at, |(call, _)| *call).ok()?;
        Some(Arc::clone(&calls.get(place)?.1))
    }

    /// The fields whose value after a call is known: the variable, the object and the value of each.
    fn stored_by(&mut self, at: u32, state: &State) -> Vec<(u32, Id, Id)> {
        let Some(outcome) = self.outcome(at) else {
            return Vec::new();
        };
        let mut all = Vec::with_capacity(outcome.stored.len());
        for stored in &outcome.stored {
            let object = if stored.is_static {
                Some(NO_OBJECT)
            } else {
                self.passed(at).first().copied()
            };
            let variable = self.writes.memory_of(&stored.field.name);
            let variable = variable.filter(|variable| !self.writes.is_of_several(*variable));
            let value = self.value_of(at, &stored.value, state);
            if let (Some(variable), Some(object), Some(value)) = (variable, object, value) {
                all.push((variable, object, value));
            }
        }
        all
    }

    /// The value read from a field before a call.
    fn field_before(&mut self, object: Id, field: &FieldName, state: &State) -> Option<Id> {
        let memory = self.writes.memory_of(&field.name)?;
        let memory = *state.variables.get(memory as usize)?;
        match self.node(memory) {
            // Only if the method reads a field is it known what its callees may have done to it.
            Node::Untouched | Node::Kept { .. } | Node::Made { .. } => None,
            Node::Stored {
                at,
                object: written,
                value,
            } if written == object => self
                .stores_to(at, &field.class, &field.name)
                .then_some(value),
            _ => {
                let at = self.read_of(field)?;
                Some(self.fresh(Node::Field { at, object, memory }))
            }
        }
    }

    /// An instruction that reads a field.
    fn read_of(&self, field: &FieldName) -> Option<u32> {
        let instructions = (0..).zip(&self.input.code.instructions);
        let mut reads = instructions.filter(|(_, instruction)| match instruction.op {
            Op::GetField { pool } | Op::GetStatic { pool } => {
                let member = self.input.class.member(pool);
                member.is_some_and(|member| {
                    member.class() == *field.class && member.name() == *field.name
                })
            }
            _ => false,
        });
        reads.next().map(|(at, _)| at)
    }

    /// A value after a call.
    fn value_of(&mut self, at: u32, returned: &Returned, state: &State) -> Option<Id> {
        Some(match returned {
            Returned::Passed(index) => *self.passed(at).get(usize::from(*index))?,
            Returned::Number(number) => self.number(Node::Number(*number)),
            Returned::Length(array) => {
                let array = self.value_of(at, array, state)?;
                match self.node(array) {
                    Node::Allocated { length, .. } => length,
                    _ => self.number(Node::Length(array)),
                }
            }
            Returned::Array(length) => {
                let length = self.value_of(at, length, state)?;
                self.fresh(Node::Allocated { at, length })
            }
            Returned::Field { object, field } => {
                let object = match object {
                    Some(object) => self.value_of(at, object, state)?,
                    None => NO_OBJECT,
                };
                self.field_before(object, field, state)?
            }
            Returned::Computed {
                operation,
                is_wide,
                sides,
            } => {
                let left = self.value_of(at, &sides.0, state)?;
                let right = self.value_of(at, &sides.1, state)?;
                let data_type = if *is_wide {
                    DataType::Long
                } else {
                    DataType::Int
                };
                self.binary(operation.instruction(), data_type, left, right)
            }
            Returned::Extreme { is_largest, sides } => {
                let one = self.value_of(at, &sides.0, state)?;
                let two = self.value_of(at, &sides.1, state)?;
                self.number(Node::Extreme(*is_largest, one, two))
            }
            Returned::Compared(sides) => {
                let one = self.value_of(at, &sides.0, state)?;
                let two = self.value_of(at, &sides.1, state)?;
                self.number(Node::Compared(one, two))
            }
            Returned::Tested { comparison, sides } => {
                let one = self.value_of(at, &sides.0, state)?;
                let two = self.value_of(at, &sides.1, state)?;
                self.number(Node::Tested(*comparison, one, two))
            }
            // Two calls may choose differently.
            Returned::OneOf(sides) => {
                let one = self.value_of(at, &sides.0, state)?;
                let two = self.value_of(at, &sides.1, state)?;
                self.fresh(Node::OneOf(one, two))
            }
            Returned::Between(ends) => {
                // If an end is unknown, the name of the method may still show something.
                let mut end = |end: &Option<Returned>| {
                    let value = end.as_ref().and_then(|end| self.value_of(at, end, state));
                    value.unwrap_or_else(|| self.fresh(Node::Called { at }))
                };
                let (low, high) = (end(&ends.0), end(&ends.1));
                self.fresh(Node::Between(low, high))
            }
        })
    }
}

impl State {
    fn pop(&mut self) -> Option<Id> {
        self.stack.pop().map(|(id, _)| id)
    }

    fn write(&mut self, variable: u32, value: Id) {
        if let Some(place) = self.variables.get_mut(variable as usize) {
            *place = value;
            self.written.push(variable);
        }
    }

    /// How many values are below this many stack slots; `None` if a value is partly among them.
    fn below(&self, places: u32) -> Option<usize> {
        let mut values = self.stack.len();
        let mut left = places;
        while left > 0 {
            values = values.checked_sub(1)?;
            left = left.checked_sub(1 + u32::from(self.stack.get(values)?.1))?;
        }
        Some(values)
    }

    /// Copies the top slots to below this many others.
    fn copy(&mut self, places: u32, below: u32) -> Option<()> {
        let top = self.below(places)?;
        let count = self.stack.len() - top;
        let bottom = if below == 0 {
            top
        } else {
            self.below(places + below)?
        };
        self.stack.extend_from_within(top..);
        self.stack.get_mut(bottom..top + count)?.rotate_right(count);
        Some(())
    }
}

/// The result of a computation with numbers, as the JVM defines it.
fn fold(operation: BinaryOp, data_type: DataType, a: i64, b: i64) -> Option<i64> {
    let wide = match operation {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div => a.checked_div(b)?,
        BinaryOp::Rem => a.checked_rem(b)?,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr => {
            let by = b as u32;
            return Some(match (data_type, operation) {
                (DataType::Int, BinaryOp::Shl) => i64::from((a as i32).wrapping_shl(by)),
                (DataType::Int, BinaryOp::Shr) => i64::from((a as i32).wrapping_shr(by)),
                (DataType::Int, _) => i64::from((a as u32).wrapping_shr(by) as i32),
                (_, BinaryOp::Shl) => a.wrapping_shl(by),
                (_, BinaryOp::Shr) => a.wrapping_shr(by),
                (_, _) => (a as u64).wrapping_shr(by) as i64,
            });
        }
    };
    Some(if data_type == DataType::Int {
        i64::from(wide as i32)
    } else {
        wide
    })
}
