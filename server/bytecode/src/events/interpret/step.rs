//! The effect of each instruction on the operand stack.

use super::super::stack::{NO_EVENT, Number, Role, Value};
use super::super::{Action, Event, IfForm, Source};
use super::Interpreter;
use crate::class_file::ClassFile;
use crate::descriptor::{Descriptor, field_type};
use crate::instruction::{
    BinaryOp, Comparison, Constant, DataType, InvokeKind, Op, Test, Wide, is_pooled,
};

const MONITOR_ENTER: u8 = 194;
const MONITOR_EXIT: u8 = 195;

impl Interpreter {
    pub(super) fn step(&mut self, class: &ClassFile<'_>, op: Op, events: &mut Vec<Event>) {
        use DataType::{Int, Reference};
        const NONE: Source = Source::None;
        match op {
            Op::Nop | Op::Reserved => {
                self.emit(events, Action::StackOnly, Int, [NONE; 2], 0);
            }
            Op::Push(constant) => {
                let source = if !is_pooled(self.opcode) {
                    Source::Constant
                } else if constant.data_type().is_wide() {
                    Source::Ldc2
                } else {
                    Source::Ldc
                };
                self.push_constant(source, constant);
            }
            Op::Load { data_type, .. } => self.stack.push(Value::new(Source::Load, data_type)),
            Op::Store { data_type, .. } => {
                let value = self.stack.pop();
                if !value.source.is_result() {
                    self.emit(events, Action::Store, data_type, [value.source, NONE], 0);
                }
            }
            Op::ArrayLoad(element) => {
                let index = self.operand(events);
                let array = self.operand(events);
                let narrow = element.is_narrow();
                let data_type = element.data_type();
                self.produce(
                    events,
                    (Action::ArrayLoad { narrow }, data_type),
                    [array, index],
                    (Source::Array, data_type),
                    0,
                );
            }
            Op::ArrayStore(element) => {
                let value = self.operand(events);
                let index = self.operand(events);
                self.operand(events);
                let narrow = element.is_narrow();
                self.emit(
                    events,
                    Action::ArrayStore { narrow },
                    element.data_type(),
                    [index, value],
                    0,
                );
            }
            Op::Pop => {
                let value = self.stack.pop();
                self.discard(value, events);
            }
            Op::Pop2 => {
                for value in self.stack.take_slots(2) {
                    self.discard(value, events);
                }
            }
            Op::Dup => self.stack.duplicate(1, 0),
            Op::DupX1 => self.stack.duplicate(1, 1),
            Op::DupX2 => self.stack.duplicate(1, 2),
            Op::Dup2 => self.stack.duplicate(2, 0),
            Op::Dup2X1 => self.stack.duplicate(2, 1),
            Op::Dup2X2 => self.stack.duplicate(2, 2),
            Op::Swap => {
                let top = self.stack.pop();
                let below = self.stack.pop();
                self.stack.push(top);
                self.stack.push(below);
                self.emit(events, Action::StackOnly, Int, [NONE; 2], 0);
            }
            Op::Binary(operation, data_type) => self.binary(operation, data_type, events),
            Op::Negate(data_type) => {
                let source = self.operand(events);
                self.produce(
                    events,
                    (Action::Negate, data_type),
                    [source, NONE],
                    (Source::Nested, data_type),
                    0,
                );
            }
            Op::Increment { .. } => {
                self.emit(events, Action::Increment, Int, [Source::Constant, NONE], 0);
            }
            Op::Convert {
                from,
                to,
                to_narrow,
            } => {
                let source = self.operand(events);
                let action = to_narrow.map_or(Action::Convert(to), Action::Narrow);
                self.produce(
                    events,
                    (action, from),
                    [source, NONE],
                    (Source::Nested, to),
                    0,
                );
            }
            Op::Compare(data_type) => {
                let second = self.operand(events);
                let first = self.operand(events);
                let producer = self.emit(events, Action::Compare, data_type, [first, second], 0);
                self.stack.push(Value {
                    role: Role::Compared,
                    ..Value::result(Source::Nested, Int, producer)
                });
            }
            Op::Branch { test, .. } => self.branch(test, events),
            Op::Goto { .. } | Op::Jsr { .. } | Op::Ret { .. } => {
                self.emit(events, Action::Goto, Int, [NONE; 2], 0);
            }
            Op::Switch { table, .. } => {
                let source = self.operand(events);
                self.emit(events, Action::Switch { table }, Int, [source, NONE], 0);
            }
            Op::Return(data_type) => {
                let source = data_type.map_or(NONE, |_| self.operand(events));
                let data_type = data_type.unwrap_or(Int);
                if self.is_synchronized {
                    self.lock(events);
                }
                self.emit(events, Action::Return, data_type, [source, NONE], 0);
                self.stack.clear();
            }
            Op::GetStatic { pool } => {
                let data_type = member_type(class, pool);
                let action = Action::GetField { is_static: true };
                let result = (Source::Field, data_type);
                self.produce(events, (action, data_type), [NONE; 2], result, pool);
            }
            Op::GetField { pool } => {
                let object = self.operand(events);
                let data_type = member_type(class, pool);
                let action = Action::GetField { is_static: false };
                let result = (Source::Field, data_type);
                self.produce(events, (action, data_type), [object, NONE], result, pool);
            }
            Op::PutStatic { pool } => {
                let value = self.operand(events);
                let action = Action::PutField { is_static: true };
                self.emit(
                    events,
                    action,
                    member_type(class, pool),
                    [value, NONE],
                    pool,
                );
            }
            Op::PutField { pool } => {
                let value = self.operand(events);
                let object = self.operand(events);
                let action = Action::PutField { is_static: false };
                self.emit(
                    events,
                    action,
                    member_type(class, pool),
                    [object, value],
                    pool,
                );
            }
            Op::Invoke { kind, pool } => self.invoke(class, kind, pool, events),
            Op::New { pool } => {
                let allocation =
                    self.emit(events, Action::ObjectAllocation, Reference, [NONE; 2], pool);
                self.stack.push(Value {
                    role: Role::Uninitialised(allocation),
                    ..Value::result(Source::Nested, Reference, allocation)
                });
            }
            Op::NewArray { element, .. } => {
                let length = self.stack.pop();
                let unit_length = length.number == Number::One;
                let source = self.consume(length, events);
                let action = Action::ArrayAllocation {
                    unit_length,
                    dimensions: 1,
                };
                let result = (Source::Nested, Reference);
                self.produce(
                    events,
                    (action, element.data_type()),
                    [source, NONE],
                    result,
                    0,
                );
            }
            Op::MultiNewArray { pool, dimensions } => {
                let mut source = NONE;
                for _ in 0..dimensions {
                    source = self.operand(events);
                }
                let action = Action::ArrayAllocation {
                    unit_length: false,
                    dimensions,
                };
                let result = (Source::Nested, Reference);
                self.produce(events, (action, Reference), [source, NONE], result, pool);
            }
            Op::ArrayLength => {
                let array = self.operand(events);
                let result = (Source::Nested, Int);
                self.produce(
                    events,
                    (Action::ArrayLength, Reference),
                    [array, NONE],
                    result,
                    0,
                );
            }
            Op::Throw => {
                let source = self.operand(events);
                self.emit(events, Action::Throw, Reference, [source, NONE], 0);
                self.stack.clear();
            }
            Op::CheckCast { pool } => {
                let source = self.operand(events);
                let result = (Source::Nested, Reference);
                self.produce(
                    events,
                    (Action::CheckCast, Reference),
                    [source, NONE],
                    result,
                    pool,
                );
            }
            Op::InstanceOf { pool } => {
                let source = self.operand(events);
                let result = (Source::Nested, Int);
                self.produce(
                    events,
                    (Action::InstanceOf, Reference),
                    [source, NONE],
                    result,
                    pool,
                );
            }
            Op::MonitorEnter | Op::MonitorExit => {
                let source = self.operand(events);
                self.emit(events, Action::Monitor, Reference, [source, NONE], 0);
            }
        }
    }

    /// The lock that a synchronized method acquires and releases. A returning call does both once, because it executes one
    /// return.
    fn lock(&mut self, events: &mut Vec<Event>) {
        let opcode = self.opcode;
        for of_lock in [MONITOR_ENTER, MONITOR_EXIT] {
            self.opcode = of_lock;
            let operands = [Source::Load, Source::None];
            self.emit(events, Action::Monitor, DataType::Reference, operands, 0);
        }
        self.opcode = opcode;
    }

    fn push_constant(&mut self, source: Source, constant: Constant) {
        let number = match constant {
            Constant::Int(1) | Constant::Long(Wide(1)) => Number::One,
            Constant::Int(-1) | Constant::Long(Wide(-1)) => Number::MinusOne,
            _ => Number::Any,
        };
        self.stack
            .push(Value::constant(source, constant.data_type(), number));
    }

    fn binary(&mut self, operation: BinaryOp, data_type: DataType, events: &mut Vec<Event>) {
        let second = self.stack.pop();
        let complement = operation == BinaryOp::Xor && second.number == Number::MinusOne;
        let second = self.consume(second, events);
        let first = self.operand(events);
        let (action, operands) = if complement {
            (Action::BitComplement, [first, Source::None])
        } else {
            (Action::Binary(operation), [first, second])
        };
        self.produce(
            events,
            (action, data_type),
            operands,
            (Source::Nested, data_type),
            0,
        );
    }

    fn branch(&mut self, test: Test, events: &mut Vec<Event>) {
        let (falls_through, form, data_type, operands) = match test {
            Test::Zero(taken) => {
                let value = self.stack.pop();
                if value.role == Role::Compared
                    && value.producer != NO_EVENT
                    && let Some(event) = events
                        .get_mut(value.producer as usize)
                        .filter(|event| event.instruction >= self.run_start)
                {
                    event.action = Action::If {
                        falls_through: taken.negated(),
                        form: IfForm::Wide,
                    };
                    event.instruction = self.at;
                    event.opcode = self.opcode;
                    return;
                }
                let source = self.consume(value, events);
                (
                    taken.negated(),
                    IfForm::Zero,
                    DataType::Int,
                    [source, Source::Constant],
                )
            }
            Test::Ints(taken) => {
                let second = self.operand(events);
                let first = self.operand(events);
                (
                    taken.negated(),
                    IfForm::Ints,
                    DataType::Int,
                    [first, second],
                )
            }
            Test::References { equal } => {
                let second = self.operand(events);
                let first = self.operand(events);
                (
                    equality(!equal),
                    IfForm::References,
                    DataType::Reference,
                    [first, second],
                )
            }
            Test::Null { null } => {
                let source = self.operand(events);
                (
                    equality(!null),
                    IfForm::Null,
                    DataType::Reference,
                    [source, Source::None],
                )
            }
        };
        let action = Action::If {
            falls_through,
            form,
        };
        self.emit(events, action, data_type, operands, 0);
    }

    fn invoke(
        &mut self,
        class: &ClassFile<'_>,
        kind: InvokeKind,
        pool: u16,
        events: &mut Vec<Event>,
    ) {
        let member = class.member(pool);
        let descriptor = Descriptor::new(member.map_or(&[], |member| member.descriptor_bytes()));
        let (arguments, result) = descriptor.count_and_result();
        let first_argument = events.len();
        for _ in 0..arguments {
            let value = self.stack.pop();
            let source = self.consume(value, events);
            self.emit(
                events,
                Action::Argument,
                value.data_type,
                [source, Source::None],
                pool,
            );
        }
        // The arguments were popped in reverse order.
        events[first_argument..].reverse();
        let mut allocation = None;
        let mut receiver = Source::None;
        if !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic) {
            let object = self.stack.pop();
            match object.role {
                Role::Uninitialised(event) => allocation = Some(event),
                _ => receiver = self.consume(object, events),
            }
        }
        // The constructor of Object does nothing. Every other body is a callee.
        let does_nothing = member
            .is_some_and(|member| member.is_constructor() && member.is_in("java/lang/Object"));
        if let Some(allocation) = allocation {
            self.stack.initialise(allocation);
        } else {
            let data_type = result.unwrap_or(DataType::Int);
            let action = Action::Call {
                kind,
                returns: result.is_some(),
            };
            let call = self.emit(events, action, data_type, [receiver, Source::None], pool);
            if let Some(data_type) = result {
                self.stack
                    .push(Value::result(Source::Call, data_type, call));
            }
        }
        if !does_nothing {
            let data_type = result.unwrap_or(DataType::Int);
            self.emit(events, Action::Callee, data_type, [Source::None; 2], pool);
        }
    }
}

const fn equality(equal: bool) -> Comparison {
    if equal {
        Comparison::Eq
    } else {
        Comparison::Ne
    }
}

/// The type of the field in an instruction; a reference if the constant pool does not say.
fn member_type(class: &ClassFile<'_>, pool: u16) -> DataType {
    class
        .descriptor(pool)
        .and_then(field_type)
        .unwrap_or(DataType::Reference)
}
