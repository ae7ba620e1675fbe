//! Which instruction makes each argument of a call.

use bytecode::{ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, Method, Op};

/// A value on the operand stack: the instruction that produced it, if that is in the same block, and its slots.
#[derive(Debug, Clone, Copy)]
struct Value {
    producer: Option<u32>,
    is_wide: bool,
}

impl Value {
    const UNKNOWN: Self = Self {
        producer: None,
        is_wide: false,
    };
}

/// The arguments of one call, the receiver first if there is one. `None` for a value from another block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arguments {
    /// The call instruction.
    pub instruction: u32,
    /// The receiver's producer; also `None` for a call without a receiver.
    pub receiver: Option<u32>,
    /// The producers of the arguments.
    pub producers: Vec<Option<u32>>,
}

/// What is known about the values of one method.
#[derive(Debug, Default)]
pub struct Values {
    /// The calls, in code order.
    pub calls: Vec<Arguments>,
    /// The slots in which references are stored, with the producer of each stored value.
    pub(crate) stores: Vec<(u16, Option<u32>)>,
    /// The fields that are written, by their index in the constant pool, with the producer of each written value.
    pub writes: Vec<(u16, Option<u32>)>,
    /// The producers of the references that are returned.
    pub results: Vec<Option<u32>>,
    /// The instructions that write a field of the object in slot 0.
    of_first_slot: Vec<u32>,
}

impl Values {
    /// The producer of the only reference that is ever stored in a slot.
    pub fn only_store(&self, method: &Method, slot: u16) -> Option<u32> {
        if is_parameter(method, slot) {
            return None;
        }
        let mut stores = self.stores.iter().filter(|(stored, _)| *stored == slot);
        match (stores.next(), stores.next()) {
            (Some((_, producer)), None) => *producer,
            _ => None,
        }
    }
}

/// True for the slot of a parameter, or of `this`.
pub(crate) fn is_parameter(method: &Method, slot: u16) -> bool {
    let descriptor = Descriptor::new(method.descriptor.as_bytes());
    let arguments: u16 = descriptor
        .arguments()
        .map(|data_type| 1 + u16::from(data_type.is_wide()))
        .fold(u16::from(!method.is_static()), u16::saturating_add);
    slot < arguments
}

/// The producers of a method's values.
pub fn producers_of_values(class: &ClassFile<'_>, code: &Code) -> Values {
    let mut found = Values::default();
    if !code.instructions.iter().any(|instruction| {
        matches!(
            instruction.op,
            Op::Invoke { .. }
                | Op::PutField { .. }
                | Op::PutStatic { .. }
                | Op::Return(Some(DataType::Reference))
        )
    }) {
        return found;
    }
    let mut stack = Stack::default();
    for block in code.leaders.blocks() {
        stack.values.clear();
        for at in block {
            stack.step((class, code), at as u32, &mut found);
        }
    }
    found
}

/// The instructions of a constructor that write a field of the object that it constructs, ascending; none for other methods.
pub fn writes_to_constructed(class: &ClassFile<'_>, method: &Method, code: &Code) -> Vec<u32> {
    let mut instructions = code.instructions.iter();
    let is_moved = |op: Op| {
        matches!(
            op,
            Op::Store { slot: 0, .. } | Op::Increment { slot: 0, .. } | Op::Ret { .. }
        )
    };
    if method.name != "<init>" || instructions.any(|instruction| is_moved(instruction.op)) {
        return Vec::new();
    }
    producers_of_values(class, code).of_first_slot
}

#[derive(Debug, Default)]
struct Stack {
    values: Vec<Value>,
}

impl Stack {
    fn push(&mut self, at: u32, data_type: DataType) {
        self.values.push(Value {
            producer: Some(at),
            is_wide: data_type.is_wide(),
        });
    }

    /// Below the values of this block, the stack is unknown.
    fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::UNKNOWN)
    }

    fn drop(&mut self, count: usize) {
        for _ in 0..count {
            self.pop();
        }
    }

    fn take_slots(&mut self, slots: usize) -> Vec<Value> {
        let mut taken = Vec::with_capacity(slots);
        let mut left = slots;
        while left > 0 {
            let value = self.pop();
            left = left.saturating_sub(if value.is_wide { 2 } else { 1 });
            taken.push(value);
        }
        taken.reverse();
        taken
    }

    /// Copies the top `count` slots to below the next `skip` slots.
    fn duplicate(&mut self, count: usize, skip: usize) {
        let top = self.take_slots(count);
        let middle = self.take_slots(skip);
        self.values.extend_from_slice(&top);
        self.values.extend(middle);
        self.values.extend(top);
    }

    fn step(&mut self, (class, code): (&ClassFile<'_>, &Code), at: u32, found: &mut Values) {
        match code.instructions[at as usize].op {
            // A cast does not change the reference.
            Op::Nop
            | Op::CheckCast { .. }
            | Op::Reserved
            | Op::Increment { .. }
            | Op::Goto { .. }
            | Op::Ret { .. } => {}
            Op::Return(data_type) => {
                if data_type == Some(DataType::Reference) {
                    let value = self.pop();
                    found.results.push(value.producer);
                }
            }
            Op::Push(constant) => self.push_constant(at, constant),
            Op::Load { data_type, .. } => self.push(at, data_type),
            Op::Store { data_type, slot } => {
                let value = self.pop();
                if data_type == DataType::Reference {
                    found.stores.push((slot, value.producer));
                }
            }
            Op::Pop | Op::Switch { .. } | Op::Throw | Op::MonitorEnter | Op::MonitorExit => {
                self.drop(1);
            }
            Op::PutStatic { pool } => {
                let value = self.pop();
                found.writes.push((pool, value.producer));
            }
            Op::ArrayLoad(element) => {
                self.drop(2);
                self.push(at, element.data_type());
            }
            Op::ArrayStore(_) => self.drop(3),
            Op::Pop2 => {
                self.take_slots(2);
            }
            Op::Dup => self.duplicate(1, 0),
            Op::DupX1 => self.duplicate(1, 1),
            Op::DupX2 => self.duplicate(1, 2),
            Op::Dup2 => self.duplicate(2, 0),
            Op::Dup2X1 => self.duplicate(2, 1),
            Op::Dup2X2 => self.duplicate(2, 2),
            Op::Swap => {
                let (top, below) = (self.pop(), self.pop());
                self.values.extend([top, below]);
            }
            Op::Binary(_, data_type) => {
                self.drop(2);
                self.push(at, data_type);
            }
            Op::Compare(_) => {
                self.drop(2);
                self.push(at, DataType::Int);
            }
            Op::Negate(data_type) => {
                self.drop(1);
                self.push(at, data_type);
            }
            Op::Convert { to, .. } => {
                self.drop(1);
                self.push(at, to);
            }
            Op::Branch { test, .. } => self.drop(match test {
                bytecode::Test::Ints(_) | bytecode::Test::References { .. } => 2,
                bytecode::Test::Zero(_) | bytecode::Test::Null { .. } => 1,
            }),
            Op::Jsr { .. } | Op::New { .. } => self.push(at, DataType::Reference),
            Op::GetStatic { pool } => self.push_field(class, at, pool),
            Op::GetField { pool } => {
                self.drop(1);
                self.push_field(class, at, pool);
            }
            Op::PutField { pool } => {
                let value = self.pop();
                let object = self.pop();
                found.writes.push((pool, value.producer));
                let is_in_first_slot = object.producer.is_some_and(|producer| {
                    let of_object = code.instructions.get(producer as usize);
                    of_object.is_some_and(|made| matches!(made.op, Op::Load { slot: 0, .. }))
                });
                if is_in_first_slot {
                    found.of_first_slot.push(at);
                }
            }
            Op::NewArray { .. } => {
                self.drop(1);
                self.push(at, DataType::Reference);
            }
            Op::ArrayLength | Op::InstanceOf { .. } => {
                self.drop(1);
                self.push(at, DataType::Int);
            }
            Op::MultiNewArray { dimensions, .. } => {
                self.drop(usize::from(dimensions));
                self.push(at, DataType::Reference);
            }
            Op::Invoke { kind, pool } => self.invoke(class, at, kind, pool, found),
        }
    }

    fn push_constant(&mut self, at: u32, constant: Constant) {
        self.push(at, constant.data_type());
    }

    fn push_field(&mut self, class: &ClassFile<'_>, at: u32, pool: u16) {
        let data_type = class
            .member(pool)
            .and_then(|member| bytecode::field_type(member.descriptor_bytes()));
        self.push(at, data_type.unwrap_or(DataType::Int));
    }

    fn invoke(
        &mut self,
        class: &ClassFile<'_>,
        at: u32,
        kind: InvokeKind,
        pool: u16,
        found: &mut Values,
    ) {
        let member = class.member(pool);
        let descriptor = Descriptor::new(member.map_or(&[], |member| member.descriptor_bytes()));
        let mut arguments: Vec<Option<u32>> = descriptor
            .arguments()
            .map(|_| self.pop().producer)
            .collect();
        arguments.reverse();
        let receiver = match kind {
            InvokeKind::Static | InvokeKind::Dynamic => None,
            InvokeKind::Special | InvokeKind::Virtual | InvokeKind::Interface => {
                self.pop().producer
            }
        };
        found.calls.push(Arguments {
            instruction: at,
            receiver,
            producers: arguments,
        });
        if let Some(result) = descriptor.result() {
            self.push(at, result);
        }
    }
}
