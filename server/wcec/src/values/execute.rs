//! The abstract execution of instructions.

use super::{Id, NO_OBJECT, Node, State, Values};
use bytecode::{ArrayElement, BinaryOp, Constant, DataType, Descriptor, InvokeKind, Op, Test};

impl Values<'_> {
    /// Executes all blocks once, in their order. `None` where the stack does not fit.
    pub(super) fn execute(&mut self) -> Option<()> {
        let blocks = self.flow.len();
        self.nodes.clear();
        self.numbers.clear();
        self.passed.clear();
        self.stored.clear();
        self.joined.clear();
        self.begin = vec![State::default(); blocks];
        self.end = vec![State::default(); blocks];
        self.compared = vec![None; blocks];
        for place in 0..self.order.len() {
            let block = self.order[place];
            let mut state = self.merge(block)?;
            self.begin[block as usize] = state.clone();
            self.written[block as usize].clear();
            for at in self.flow.instructions(block as usize) {
                self.step(block, at as u32, &mut state)?;
            }
            self.end[block as usize] = state;
        }
        Some(())
    }

    fn write(&mut self, block: u32, variable: u32, value: Id, state: &mut State) {
        if let Some(place) = state.variables.get_mut(variable as usize) {
            *place = value;
            let written = &mut self.written[block as usize];
            if !written.contains(&variable) {
                written.push(variable);
            }
        }
    }

    fn step(&mut self, block: u32, at: u32, state: &mut State) -> Option<()> {
        let op = self.input.code.instructions.get(at as usize)?.op;
        match op {
            Op::Nop | Op::Goto { .. } | Op::CheckCast { .. } | Op::Reserved => {}
            Op::Push(constant) | Op::PushPool(constant) => {
                let node = match constant {
                    Constant::Int(number) => Node::Number(i64::from(number)),
                    Constant::Long(number) => Node::Number(number),
                    Constant::Null => Node::Null,
                    _ => Node::Made { at, which: 0 },
                };
                let id = self.number(node);
                state.stack.push((id, constant.data_type().is_wide()));
            }
            Op::Load { data_type, slot } => {
                let value = *state.variables.get(usize::from(slot))?;
                state.stack.push((value, data_type.is_wide()));
            }
            Op::Store { data_type, slot } => {
                let value = state.pop()?;
                self.stored.entry(value).or_insert(at);
                self.write(block, u32::from(slot), value, state);
                if data_type.is_wide() {
                    let upper = self.number(Node::Made { at, which: 1 });
                    self.write(block, u32::from(slot) + 1, upper, state);
                }
            }
            Op::Increment { slot, by } => {
                let before = *state.variables.get(usize::from(slot))?;
                let by = self.number(Node::Number(i64::from(by)));
                let after = self.binary(BinaryOp::Add, DataType::Int, before, by);
                self.write(block, u32::from(slot), after, state);
            }
            Op::ArrayLoad(element) => {
                state.pop()?;
                let array = state.pop()?;
                let id = self.number(Node::Element { at, array, element });
                state.stack.push((id, element.data_type().is_wide()));
            }
            Op::ArrayStore(_) => {
                state.pop()?;
                state.pop()?;
                state.pop()?;
            }
            Op::Pop | Op::MonitorEnter | Op::MonitorExit | Op::Throw | Op::Switch { .. } => {
                state.pop()?;
            }
            Op::Pop2 => {
                state.take(2)?;
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
                    self.number(Node::Made { at, which: 0 })
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
                    (DataType::Int | DataType::Long, DataType::Int | DataType::Long, None) => value,
                    _ => self.number(Node::Made { at, which: 0 }),
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
            Op::Return(result) => {
                if result.is_some() {
                    state.pop()?;
                }
            }
            Op::GetStatic { pool } => self.read_field(at, pool, NO_OBJECT, state)?,
            Op::GetField { pool } => {
                let object = state.pop()?;
                self.read_field(at, pool, object, state)?;
            }
            Op::PutStatic { pool } => {
                let value = state.pop()?;
                self.write_field(block, at, pool, NO_OBJECT, value, state)?;
            }
            Op::PutField { pool } => {
                let value = state.pop()?;
                let object = state.pop()?;
                self.write_field(block, at, pool, object, value, state)?;
            }
            Op::Invoke { kind, pool } => self.call(block, at, kind, pool, state)?,
            Op::New { .. } => {
                let id = self.number(Node::Made { at, which: 0 });
                state.stack.push((id, false));
            }
            Op::NewArray(_) => {
                let length = state.pop()?;
                let id = self.number(Node::Allocated { at, length });
                state.stack.push((id, false));
            }
            Op::MultiNewArray { dimensions, .. } => {
                let mut length = state.pop()?;
                for _ in 1..dimensions {
                    length = state.pop()?;
                }
                let id = self.number(Node::Allocated { at, length });
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
                let id = self.number(Node::Made { at, which: 2 });
                state.stack.push((id, false));
            }
            Op::Jsr { .. } | Op::Ret { .. } => return None,
        }
        Some(())
    }

    /// The result of a computation; a number where the operands are.
    fn binary(&mut self, operation: BinaryOp, data_type: DataType, left: Id, right: Id) -> Id {
        let node = match (self.node(left), self.node(right)) {
            (Node::Number(a), Node::Number(b)) => fold(operation, data_type, a, b),
            _ => None,
        };
        self.number(node.map_or(
            Node::Binary(operation, data_type, left, right),
            Node::Number,
        ))
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

    /// The memory of a field among the variables; `None` where the method writes no field of this name.
    fn memory(&self, name: &str) -> Option<u32> {
        let index = self.fields.iter().position(|field| field == name)?;
        Some(u32::from(self.input.code.max_locals) + index as u32)
    }

    fn read_field(&mut self, at: u32, pool: u16, object: Id, state: &mut State) -> Option<()> {
        let member = self.input.class.member(pool)?;
        let descriptor = member.descriptor();
        let is_wide = matches!(descriptor.as_ref(), "J" | "D");
        // What is written to a narrower field is not what is read again.
        let is_whole = !matches!(descriptor.as_ref(), "B" | "C" | "S" | "Z");
        let memory = match self.memory(&member.name()) {
            Some(variable) => *state.variables.get(variable as usize)?,
            None => self.number(Node::Untouched),
        };
        let id = match self.node(memory) {
            Node::Stored {
                object: written,
                value,
                ..
            } if written == object && is_whole => value,
            _ => self.number(Node::Field { at, object, memory }),
        };
        state.stack.push((id, is_wide));
        Some(())
    }

    fn write_field(
        &mut self,
        block: u32,
        at: u32,
        pool: u16,
        object: Id,
        value: Id,
        state: &mut State,
    ) -> Option<()> {
        let name = self.input.class.member(pool)?.name().into_owned();
        let memory = self.number(Node::Stored { at, object, value });
        let variable = self.memory(&name)?;
        self.write(block, variable, memory, state);
        Some(())
    }

    fn call(
        &mut self,
        block: u32,
        at: u32,
        kind: InvokeKind,
        pool: u16,
        state: &mut State,
    ) -> Option<()> {
        let member = self.input.class.member(pool)?;
        let descriptor = Descriptor::new(member.descriptor_bytes());
        let mut passed = Vec::new();
        for _ in descriptor.arguments() {
            passed.push(state.pop()?);
        }
        if !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic) {
            passed.push(state.pop()?);
        }
        passed.reverse();
        self.passed.insert(at, passed);
        // A callee may write what this method wrote before.
        let locals = u32::from(self.input.code.max_locals);
        for index in 0..self.fields.len() as u32 {
            let memory = state.variables.get((locals + index) as usize).copied()?;
            if matches!(self.node(memory), Node::Stored { .. }) {
                let unknown = self.number(Node::Made {
                    at,
                    which: 3 + index,
                });
                self.write(block, locals + index, unknown, state);
            }
        }
        if let Some(result) = descriptor.result() {
            let id = self.number(Node::Called { at });
            state.stack.push((id, result.is_wide()));
        }
        Some(())
    }
}

impl State {
    fn pop(&mut self) -> Option<Id> {
        self.stack.pop().map(|(id, _)| id)
    }

    /// Takes values that need so many places, the upper one last.
    fn take(&mut self, places: u32) -> Option<Vec<(Id, bool)>> {
        let mut taken = Vec::new();
        let mut left = places;
        while left > 0 {
            let (id, is_wide) = self.stack.pop()?;
            left = left.checked_sub(1 + u32::from(is_wide))?;
            taken.push((id, is_wide));
        }
        taken.reverse();
        Some(taken)
    }

    /// Copies what is on top below so much.
    fn copy(&mut self, places: u32, below: u32) -> Option<()> {
        let top = self.take(places)?;
        let lower = self.take(below)?;
        self.stack.extend_from_slice(&top);
        self.stack.extend(lower);
        self.stack.extend(top);
        Some(())
    }
}

/// The result of a computation with numbers, as the virtual machine has it.
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
