//! A small machine for integer bytecode that counts what it executes, to check bounds.

use bytecode::{
    BinaryOp, ClassFile, Code, Comparison, Constant, DataType, InvokeKind, Method, Op, Test, Wide,
};
use std::collections::{BTreeMap, BTreeSet};

/// A value of the machine.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Value {
    Int(i32),
    Long(i64),
    /// An index into the heap.
    Object(usize),
    Null,
}

#[derive(Debug, Clone)]
pub(crate) enum Object {
    Array(Vec<Value>),
    Fields(BTreeMap<String, Value>),
}

/// What a run executed.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// How often each instruction was executed.
    pub(crate) counts: Vec<u64>,
    /// For each loop header, the most times that control returned to it in one execution of the loop.
    pub(crate) returns: BTreeMap<u32, u64>,
    /// False if the run was aborted.
    pub(crate) ended: bool,
    /// True if it ended with an exception.
    pub(crate) thrown: bool,
}

/// Where control goes next.
enum Step {
    Next,
    Jump(u32),
    Throw(Value),
    Return,
}

/// The loops of a method: the instructions of each by its header.
pub(crate) type Loops = BTreeMap<u32, BTreeSet<u32>>;

/// Runs a method with the given loops.
pub(crate) fn run(
    class: &ClassFile<'_>,
    method: &Method,
    loops: &Loops,
    arguments: &[Value],
    heap: Vec<Object>,
    most_steps: u64,
) -> Trace {
    let code = method.code.as_ref().expect("the method has code");
    let mut machine = Machine {
        class,
        code,
        heap,
        locals: vec![Value::Null; usize::from(code.max_locals) + 2],
        stack: Vec::new(),
    };
    let mut slot = 0;
    for argument in arguments {
        machine.locals[slot] = *argument;
        slot += 1 + usize::from(matches!(argument, Value::Long(_)));
    }
    let mut trace = Trace {
        counts: vec![0; code.instructions.len()],
        ..Trace::default()
    };
    let mut current: BTreeMap<u32, u64> = BTreeMap::new();
    let mut at = 0_u32;
    for _ in 0..most_steps {
        trace.counts[at as usize] += 1;
        let next = match machine.step(at) {
            Step::Next => at + 1,
            Step::Jump(target) => target,
            Step::Return => {
                trace.ended = true;
                return trace;
            }
            Step::Throw(thrown) => {
                let handler = code
                    .handlers
                    .iter()
                    .find(|handler| (handler.start..handler.end).contains(&at));
                let Some(handler) = handler else {
                    trace.ended = true;
                    trace.thrown = true;
                    return trace;
                };
                machine.stack.clear();
                machine.stack.push(thrown);
                handler.handler
            }
        };
        if let Some(body) = loops.get(&next) {
            let count = current.entry(next).or_default();
            *count = if body.contains(&at) { *count + 1 } else { 0 };
            let most = trace.returns.entry(next).or_default();
            *most = (*most).max(*count);
        }
        at = next;
    }
    trace
}

struct Machine<'m> {
    class: &'m ClassFile<'m>,
    code: &'m Code,
    heap: Vec<Object>,
    locals: Vec<Value>,
    stack: Vec<Value>,
}

impl Machine<'_> {
    fn pop(&mut self) -> Value {
        self.stack.pop().expect("the stack has a value")
    }

    fn int(&mut self) -> i32 {
        match self.pop() {
            Value::Int(value) => value,
            other => panic!("{other:?} is no int"),
        }
    }

    fn long(&mut self) -> i64 {
        match self.pop() {
            Value::Long(value) => value,
            other => panic!("{other:?} is no long"),
        }
    }

    fn push(&mut self, value: Value) -> Step {
        self.stack.push(value);
        Step::Next
    }

    fn exception(&mut self) -> Step {
        self.heap.push(Object::Fields(BTreeMap::new()));
        Step::Throw(Value::Object(self.heap.len() - 1))
    }

    fn step(&mut self, at: u32) -> Step {
        match self.code.instructions[at as usize].op {
            Op::Nop | Op::CheckCast { .. } => Step::Next,
            Op::Push(constant) => self.push(match constant {
                Constant::Int(value) => Value::Int(value),
                Constant::Long(Wide(value)) => Value::Long(value),
                _ => Value::Null,
            }),
            Op::Load { slot, .. } => self.push(self.locals[usize::from(slot)]),
            Op::Store { slot, .. } => {
                self.locals[usize::from(slot)] = self.pop();
                Step::Next
            }
            Op::Increment { slot, by } => {
                let Value::Int(value) = self.locals[usize::from(slot)] else {
                    panic!("iinc of no int");
                };
                self.locals[usize::from(slot)] = Value::Int(value.wrapping_add(i32::from(by)));
                Step::Next
            }
            Op::ArrayLoad(_) => {
                let index = self.int();
                let array = self.pop();
                match self.element(array, index) {
                    Some(value) => {
                        let value = *value;
                        self.push(value)
                    }
                    None => self.exception(),
                }
            }
            Op::ArrayStore(_) => {
                let value = self.pop();
                let index = self.int();
                let array = self.pop();
                match self.element(array, index) {
                    Some(element) => {
                        *element = value;
                        Step::Next
                    }
                    None => self.exception(),
                }
            }
            Op::ArrayLength => match self.pop() {
                Value::Object(object) => match &self.heap[object] {
                    Object::Array(elements) => {
                        let length = elements.len() as i32;
                        self.push(Value::Int(length))
                    }
                    Object::Fields(_) => panic!("the length of no array"),
                },
                _ => self.exception(),
            },
            Op::NewArray { .. } => {
                let length = self.int();
                if length < 0 {
                    return self.exception();
                }
                self.heap
                    .push(Object::Array(vec![Value::Int(0); length as usize]));
                self.push(Value::Object(self.heap.len() - 1))
            }
            Op::New { .. } => {
                self.heap.push(Object::Fields(BTreeMap::new()));
                self.push(Value::Object(self.heap.len() - 1))
            }
            Op::Invoke { kind, pool } => {
                let member = self.class.member(pool).expect("the method has a name");
                let arguments = bytecode::Descriptor::new(member.descriptor_bytes()).arguments();
                if member.class() == "java/lang/Math" {
                    let (b, a) = (self.int(), self.int());
                    let is_less = (member.name() == "min") == (a < b);
                    return self.push(Value::Int(if is_less { a } else { b }));
                }
                for _ in arguments {
                    self.pop();
                }
                if !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic) {
                    self.pop();
                }
                match bytecode::Descriptor::new(member.descriptor_bytes()).result() {
                    Some(DataType::Int) => self.push(Value::Int(0)),
                    Some(DataType::Long) => self.push(Value::Long(0)),
                    Some(_) => self.push(Value::Null),
                    None => Step::Next,
                }
            }
            Op::GetField { pool } => {
                let name = self
                    .class
                    .member(pool)
                    .expect("a field")
                    .name()
                    .into_owned();
                match self.pop() {
                    Value::Object(object) => match &self.heap[object] {
                        Object::Fields(fields) => {
                            let value = fields.get(&name).copied().unwrap_or(Value::Int(0));
                            self.push(value)
                        }
                        Object::Array(_) => panic!("a field of an array"),
                    },
                    _ => self.exception(),
                }
            }
            Op::PutField { pool } => {
                let name = self
                    .class
                    .member(pool)
                    .expect("a field")
                    .name()
                    .into_owned();
                let value = self.pop();
                match self.pop() {
                    Value::Object(object) => match &mut self.heap[object] {
                        Object::Fields(fields) => {
                            fields.insert(name, value);
                            Step::Next
                        }
                        Object::Array(_) => panic!("a field of an array"),
                    },
                    _ => self.exception(),
                }
            }
            Op::Pop | Op::MonitorEnter | Op::MonitorExit => {
                self.pop();
                Step::Next
            }
            Op::Dup => {
                let top = self.pop();
                self.stack.push(top);
                self.push(top)
            }
            Op::DupX1 => {
                let (top, below) = (self.pop(), self.pop());
                self.stack.extend([top, below, top]);
                Step::Next
            }
            Op::DupX2 => {
                let (top, below, lowest) = (self.pop(), self.pop(), self.pop());
                assert!(!matches!(below, Value::Long(_)), "two slots at once");
                self.stack.extend([top, lowest, below, top]);
                Step::Next
            }
            Op::Dup2 => {
                let top = self.pop();
                if matches!(top, Value::Long(_)) {
                    self.stack.extend([top, top]);
                } else {
                    let below = self.pop();
                    self.stack.extend([below, top, below, top]);
                }
                Step::Next
            }
            Op::Binary(operation, data_type) => self.binary(operation, data_type),
            Op::Negate(DataType::Int) => {
                let value = self.int();
                self.push(Value::Int(value.wrapping_neg()))
            }
            Op::Negate(DataType::Long) => {
                let value = self.long();
                self.push(Value::Long(value.wrapping_neg()))
            }
            Op::Convert {
                from,
                to,
                to_narrow,
            } => self.convert(from, to, to_narrow),
            Op::Compare(DataType::Long) => {
                let (right, left) = (self.long(), self.long());
                self.push(Value::Int(left.cmp(&right) as i32))
            }
            Op::Branch { test, target } => {
                if self.holds(test) {
                    Step::Jump(target)
                } else {
                    Step::Next
                }
            }
            Op::Goto { target } => Step::Jump(target),
            Op::Switch { index, .. } => {
                let value = self.int();
                let switch = &self.code.switches[index as usize];
                let case = switch.cases.iter().find(|(case, _)| *case == value);
                Step::Jump(case.map_or(switch.default, |(_, target)| *target))
            }
            Op::Return(_) => Step::Return,
            Op::Throw => {
                let thrown = self.pop();
                Step::Throw(thrown)
            }
            other => panic!("the machine does not know {other:?}"),
        }
    }

    fn element(&mut self, array: Value, index: i32) -> Option<&mut Value> {
        let Value::Object(object) = array else {
            return None;
        };
        let Object::Array(elements) = &mut self.heap[object] else {
            panic!("an element of no array");
        };
        elements.get_mut(usize::try_from(index).ok()?)
    }

    fn binary(&mut self, operation: BinaryOp, data_type: DataType) -> Step {
        let shift = matches!(operation, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
        match data_type {
            DataType::Int => {
                let (b, a) = (self.int(), self.int());
                if b == 0 && matches!(operation, BinaryOp::Div | BinaryOp::Rem) {
                    return self.exception();
                }
                self.push(Value::Int(match operation {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div => a.wrapping_div(b),
                    BinaryOp::Rem => a.wrapping_rem(b),
                    BinaryOp::Shl => a.wrapping_shl(b as u32),
                    BinaryOp::Shr => a.wrapping_shr(b as u32),
                    BinaryOp::Ushr => (a as u32).wrapping_shr(b as u32) as i32,
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                }))
            }
            DataType::Long => {
                let b = if shift {
                    i64::from(self.int())
                } else {
                    self.long()
                };
                let a = self.long();
                if b == 0 && matches!(operation, BinaryOp::Div | BinaryOp::Rem) {
                    return self.exception();
                }
                self.push(Value::Long(match operation {
                    BinaryOp::Add => a.wrapping_add(b),
                    BinaryOp::Sub => a.wrapping_sub(b),
                    BinaryOp::Mul => a.wrapping_mul(b),
                    BinaryOp::Div => a.wrapping_div(b),
                    BinaryOp::Rem => a.wrapping_rem(b),
                    BinaryOp::Shl => a.wrapping_shl(b as u32),
                    BinaryOp::Shr => a.wrapping_shr(b as u32),
                    BinaryOp::Ushr => (a as u64).wrapping_shr(b as u32) as i64,
                    BinaryOp::And => a & b,
                    BinaryOp::Or => a | b,
                    BinaryOp::Xor => a ^ b,
                }))
            }
            other => panic!("the machine does not compute with {other}"),
        }
    }

    fn convert(
        &mut self,
        from: DataType,
        to: DataType,
        to_narrow: Option<bytecode::ArrayElement>,
    ) -> Step {
        use bytecode::ArrayElement::{Byte, Char, Short};
        match (from, to, to_narrow) {
            (DataType::Int, DataType::Long, _) => {
                let value = self.int();
                self.push(Value::Long(i64::from(value)))
            }
            (DataType::Long, DataType::Int, _) => {
                let value = self.long();
                self.push(Value::Int(value as i32))
            }
            (DataType::Int, _, Some(narrow)) => {
                let value = self.int();
                self.push(Value::Int(match narrow {
                    Byte => i32::from(value as i8),
                    Char => i32::from(value as u16),
                    Short => i32::from(value as i16),
                    other => panic!("{other:?} is not narrow"),
                }))
            }
            other => panic!("the machine does not convert {other:?}"),
        }
    }

    fn holds(&mut self, test: Test) -> bool {
        match test {
            Test::Zero(comparison) => {
                let value = self.int();
                compare(comparison, value, 0)
            }
            Test::Ints(comparison) => {
                let (right, left) = (self.int(), self.int());
                compare(comparison, left, right)
            }
            Test::References { equal } => (self.pop() == self.pop()) == equal,
            Test::Null { null } => (self.pop() == Value::Null) == null,
        }
    }
}

fn compare(comparison: Comparison, left: i32, right: i32) -> bool {
    match comparison {
        Comparison::Eq => left == right,
        Comparison::Ne => left != right,
        Comparison::Lt => left < right,
        Comparison::Ge => left >= right,
        Comparison::Gt => left > right,
        Comparison::Le => left <= right,
    }
}
