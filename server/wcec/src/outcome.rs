//! The effects of a call: the value that it returns and what it has stored in fields, as expressions over its arguments.
//!
//! Known for methods without loops and handlers: `max0(n)` is `max(0, n)`, `append` returns its builder, and a constructor
//! stores its arguments. A caller inserts its own values, as if it contained the method's code.

use crate::returned::{FieldName, MAX_SIZE, Operation, Returned, of_known};
use crate::writes::Writes;
use bytecode::{
    ClassFile, Code, Comparison, Constant, DataType, Descriptor, InvokeKind, MemberRef, Op, Test,
    Wide,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Longer methods are not examined.
const MAX_INSTRUCTIONS: usize = 64;

/// The most instructions executed on all paths together.
const MAX_STEPS: u32 = 256;

/// At most this many fields are stored.
const MAX_FIELDS: usize = 8;

/// The effects of a call, unless an exception ends it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct CallOutcome {
    /// What it returns.
    pub returned: Option<Returned>,
    /// What fields hold afterwards.
    pub stored: Vec<StoredField>,
    /// The numbers in the object that a constructor constructs which are still 0.
    pub zero: Vec<Arc<FieldName>>,
}

/// What a field of the receiver, or a static field, holds after a call has returned.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StoredField {
    /// Which field.
    pub field: Arc<FieldName>,
    /// True for a static field.
    pub is_static: bool,
    /// Its value, expressed in what was there before the call.
    pub value: Returned,
}

/// What is known about the calls in a method.
#[derive(Debug, Clone, Copy)]
pub struct KnownCalls<'c> {
    /// Their known effects, by instruction in order.
    pub outcomes: &'c [(u32, Arc<CallOutcome>)],
    /// What they may write, by instruction in order. About a missing call nothing is known.
    pub writes: &'c [(u32, Writes)],
}

impl CallOutcome {
    /// The effects of a method; `None` if nothing is known.
    pub fn of(
        class: &ClassFile<'_>,
        method: &bytecode::Method,
        code: &Code,
        calls: KnownCalls<'_>,
    ) -> Option<Self> {
        if code.instructions.len() > MAX_INSTRUCTIONS || !code.handlers.is_empty() {
            return None;
        }
        let descriptor = Descriptor::new(method.descriptor.as_bytes());
        let mut locals = vec![None; usize::from(code.max_locals)];
        let mut slot = 0;
        let receiver = (!method.is_static()).then_some(DataType::Reference);
        let arguments = descriptor.arguments();
        for (index, data_type) in (0..).zip(receiver.into_iter().chain(arguments)) {
            *locals.get_mut(slot)? = Some(Returned::Passed(index));
            slot += 1 + usize::from(data_type.is_wide());
        }
        let mut execution = Execution {
            class,
            code,
            calls,
            has_receiver: !method.is_static(),
            is_flag: method.descriptor.as_bytes().ends_with(b")Z"),
            steps: 0,
        };
        let state = State {
            locals,
            stack: Vec::new(),
            fields: Fields::default(),
        };
        let End::Returns { value, fields } = execution.run(0, state)? else {
            return None;
        };
        let (_, result) = descriptor.count_and_result();
        let is_plain = |value: &Returned| match result {
            Some(DataType::Int | DataType::Long) => true,
            Some(DataType::Reference) => matches!(
                value,
                Returned::Passed(_) | Returned::Array(_) | Returned::Field { .. }
            ),
            _ => false,
        };
        let returned = value.filter(|value| value.size() <= MAX_SIZE && is_plain(value));
        let zero = if method.name == "<init>" {
            fields.untouched_numbers(class)
        } else {
            Vec::new()
        };
        let stored = fields.told();
        let outcome = Self {
            returned,
            stored,
            zero,
        };
        (outcome != Self::default()).then_some(outcome)
    }
}

/// What fields hold.
#[derive(Debug, Clone, Default)]
struct Fields {
    /// The written fields, each once, with their value if it is known.
    written: Vec<Written>,
    /// True if anything else may have been written.
    is_anything: bool,
}

#[derive(Debug, Clone)]
struct Written {
    field: Arc<FieldName>,
    /// False for a field of another object than the receiver, or of an unknown one.
    is_own: bool,
    is_static: bool,
    value: Option<Returned>,
}

impl Fields {
    fn named(&self, name: &str) -> Option<&Written> {
        self.written
            .iter()
            .find(|written| *written.field.name == *name)
    }

    /// Objects are not distinguished: a value written to a field of one object may be read from another.
    fn write(&mut self, written: Written) {
        self.written
            .retain(|before| before.field.name != written.field.name);
        self.written.push(written);
    }

    fn forget(&mut self, name: &Arc<str>) {
        self.write(Written {
            field: Arc::new(FieldName {
                class: Arc::from(""),
                name: Arc::clone(name),
            }),
            is_own: false,
            is_static: false,
            value: None,
        });
    }

    fn forget_all(&mut self) {
        self.written.clear();
        self.is_anything = true;
    }

    /// The value read from a field.
    fn read(&self, object: Option<Returned>, field: &Arc<FieldName>) -> Option<Returned> {
        let is_own = matches!(object, Some(Returned::Passed(0)));
        match self.named(&field.name) {
            Some(written) => {
                let is_same = written.field == *field
                    && written.is_static == object.is_none()
                    && (written.is_static || written.is_own && is_own);
                written.value.clone().filter(|_| is_same)
            }
            None if self.is_anything => None,
            None => Some(Returned::Field {
                object: object.map(Box::new),
                field: Arc::clone(field),
            }),
        }
    }

    /// The fields where two paths join; a comparison chooses the first path.
    fn joined(&self, other: &Self, comparison: Option<&(Comparison, Returned, Returned)>) -> Self {
        let mut joined = Self {
            written: Vec::new(),
            is_anything: self.is_anything || other.is_anything,
        };
        let all = self.written.iter().chain(&other.written);
        for written in all {
            if joined.named(&written.field.name).is_some() {
                continue;
            }
            let object = (!written.is_static).then_some(Returned::Passed(0));
            let sides = [self, other].map(|side| side.read(object.clone(), &written.field));
            let value = match sides {
                [Some(first), Some(second)] => Returned::chosen(comparison, first, second),
                _ => None,
            };
            joined.written.push(Written {
                value: value.filter(|_| written.is_static || written.is_own),
                ..written.clone()
            });
        }
        joined
    }

    /// The class's fields that hold an int or a long and that nothing has written.
    fn untouched_numbers(&self, class: &ClassFile<'_>) -> Vec<Arc<FieldName>> {
        const STATIC: u16 = 0x0008;
        let fields = class.fields().filter(|(name, descriptor, flags)| {
            matches!(&**descriptor, "I" | "J")
                && flags & STATIC == 0
                && !self.is_anything
                && self.named(name).is_none()
        });
        let named = fields.map(|(name, ..)| {
            Arc::new(FieldName {
                class: Arc::from(&*class.name),
                name: Arc::from(&*name),
            })
        });
        named.take(MAX_FIELDS).collect()
    }

    fn told(self) -> Vec<StoredField> {
        let told = self.written.into_iter().filter_map(|written| {
            let is_known = written.is_static || written.is_own;
            let value = written.value.filter(|value| value.size() <= MAX_SIZE);
            Some(StoredField {
                field: written.field,
                is_static: written.is_static,
                value: value.filter(|_| is_known)?,
            })
        });
        told.take(MAX_FIELDS).collect()
    }
}

/// The contents of locals, operand stack and fields; `None` for unknown values.
#[derive(Debug, Clone)]
struct State {
    locals: Vec<Option<Returned>>,
    stack: Vec<Option<Returned>>,
    fields: Fields,
}

/// How an execution ends.
enum End {
    Returns {
        value: Option<Returned>,
        fields: Fields,
    },
    /// An exception leaves the method.
    Throws,
}

struct Execution<'c> {
    class: &'c ClassFile<'c>,
    code: &'c Code,
    calls: KnownCalls<'c>,
    has_receiver: bool,
    /// Whether the method returns a truth value.
    is_flag: bool,
    steps: u32,
}

impl Execution<'_> {
    /// How execution ends, starting at an instruction; `None` if unknown.
    fn run(&mut self, from: u32, mut state: State) -> Option<End> {
        let mut at = from;
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let op = self.code.instructions.get(at as usize)?.op;
            match op {
                Op::Return(of) => {
                    let value = match of {
                        Some(_) => state.stack.pop()?,
                        None => None,
                    };
                    let fields = state.fields;
                    let value = value.or_else(|| self.is_flag.then(Returned::unknown_flag));
                    return Some(End::Returns { value, fields });
                }
                Op::Throw => return Some(End::Throws),
                Op::Goto { target } if target > at => {
                    at = target;
                    continue;
                }
                Op::Branch { test, target } if target > at => {
                    return self.branch(at, test, target, state);
                }
                _ => self.step(at, op, &mut state)?,
            }
            at += 1;
        }
    }

    fn branch(&mut self, at: u32, test: Test, target: u32, mut state: State) -> Option<End> {
        let mut comparison = None;
        match test {
            Test::Ints(of) => {
                let right = state.stack.pop()?;
                let left = state.stack.pop()?;
                comparison =
                    (left.zip(right)).map(|(left, right)| Returned::simplified(of, left, right));
            }
            Test::Zero(of) => {
                let left = state.stack.pop()?;
                comparison = left.map(|left| Returned::simplified(of, left, Returned::Number(0)));
            }
            Test::References { .. } => {
                state.stack.pop()?;
                state.stack.pop()?;
            }
            Test::Null { .. } => {
                state.stack.pop()?;
            }
        }
        let taken = self.run(target, state.clone())?;
        let next = self.run(at + 1, state)?;
        let comparison = comparison.as_ref();
        Some(match (taken, next) {
            (
                End::Returns { value, fields },
                End::Returns {
                    value: other,
                    fields: others,
                },
            ) => End::Returns {
                value: value
                    .zip(other)
                    .and_then(|(one, two)| Returned::chosen(comparison, one, two)),
                fields: fields.joined(&others, comparison),
            },
            (End::Throws, end) | (end, End::Throws) => end,
        })
    }

    fn step(&mut self, at: u32, op: Op, state: &mut State) -> Option<()> {
        match op {
            Op::Nop
            | Op::CheckCast { .. }
            | Op::Convert {
                from: DataType::Int,
                to: DataType::Long,
                ..
            } => {}
            Op::Push(constant) => state.stack.push(match constant {
                Constant::Int(number) => Some(Returned::Number(i64::from(number))),
                Constant::Long(Wide(number)) => Some(Returned::Number(number)),
                _ => None,
            }),
            Op::Load { slot, .. } => {
                let value = state.locals.get(usize::from(slot))?.clone();
                state.stack.push(value);
            }
            Op::Store { slot, .. } => {
                let value = state.stack.pop()?;
                *state.locals.get_mut(usize::from(slot))? = value;
            }
            Op::Increment { slot, by } => {
                let local = state.locals.get_mut(usize::from(slot))?;
                let by = Returned::Number(i64::from(by));
                *local = local
                    .take()
                    .map(|before| Returned::computed(Operation::Add, DataType::Int, before, by));
            }
            Op::Binary(operation, data_type) => {
                let right = state.stack.pop()?;
                let left = state.stack.pop()?;
                let is_whole = matches!(data_type, DataType::Int | DataType::Long);
                let both = left.zip(right).filter(|_| is_whole);
                let value = both.map(|(left, right)| {
                    Returned::computed(Operation::of(operation), data_type, left, right)
                });
                push(state, value);
            }
            Op::Negate(_) | Op::Convert { .. } | Op::InstanceOf { .. } => {
                state.stack.pop()?;
                state.stack.push(None);
            }
            Op::Compare(DataType::Long) => {
                let right = state.stack.pop()?;
                let left = state.stack.pop()?;
                let both = left.zip(right).map(Box::new);
                push(state, both.map(Returned::Compared));
            }
            Op::Compare(_) | Op::ArrayLoad(_) => {
                state.stack.pop()?;
                state.stack.pop()?;
                state.stack.push(None);
            }
            Op::ArrayStore(_) => {
                state.stack.pop()?;
                state.stack.pop()?;
                state.stack.pop()?;
            }
            Op::NewArray { .. } => {
                let length = state.stack.pop()?;
                push(
                    state,
                    length.map(|length| Returned::Array(Box::new(length))),
                );
            }
            Op::ArrayLength => {
                let array = state.stack.pop()?;
                push(state, array.map(Returned::length));
            }
            Op::Pop => {
                state.stack.pop()?;
            }
            Op::Dup => {
                let value = state.stack.last()?.clone();
                state.stack.push(value);
            }
            Op::DupX1 => {
                let value = state.stack.last()?.clone();
                let place = state.stack.len().checked_sub(2)?;
                state.stack.insert(place, value);
            }
            Op::New { .. } => state.stack.push(None),
            Op::GetStatic { pool } => {
                let member = self.class.member(pool)?;
                let length = self.class.length_in_field(&member);
                let value = match length {
                    Some(length) => Some(Returned::Array(Box::new(Returned::Number(length)))),
                    None => field(&member).and_then(|field| state.fields.read(None, &field)),
                };
                push(state, value);
            }
            Op::GetField { pool } => {
                let object = state.stack.pop()?;
                let member = self.class.member(pool)?;
                let value = object
                    .zip(field(&member))
                    .and_then(|(object, field)| state.fields.read(Some(object), &field));
                push(state, value);
            }
            Op::PutStatic { pool } => {
                let value = state.stack.pop()?;
                self.put(pool, true, true, value, state)?;
            }
            Op::PutField { pool } => {
                let value = state.stack.pop()?;
                let object = state.stack.pop()?;
                let is_own = self.has_receiver && object == Some(Returned::Passed(0));
                self.put(pool, false, is_own, value, state)?;
            }
            Op::Invoke { kind, pool } => self.call(at, kind, pool, state)?,
            _ => return None,
        }
        Some(())
    }

    fn put(
        &self,
        pool: u16,
        is_static: bool,
        is_own: bool,
        value: Option<Returned>,
        state: &mut State,
    ) -> Option<()> {
        let member = self.class.member(pool)?;
        match field(&member) {
            Some(field) => state.fields.write(Written {
                field,
                is_own,
                is_static,
                value: value.filter(|value| value.size() <= MAX_SIZE),
            }),
            None => state.fields.forget(&Arc::from(&*member.name())),
        }
        Some(())
    }

    fn call(&self, at: u32, kind: InvokeKind, pool: u16, state: &mut State) -> Option<()> {
        let member = self.class.member(pool)?;
        let descriptor = member.descriptor_bytes();
        let (arguments, result) = Descriptor::new(descriptor).count_and_result();
        let has_receiver = !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic);
        let count = arguments + usize::from(has_receiver);
        let first = state.stack.len().checked_sub(count)?;
        let passed = state.stack.split_off(first);
        let mut outcomes = self.calls.outcomes.iter();
        let outcome = outcomes
            .find(|(call, _)| *call == at)
            .map(|(_, known)| known);
        let before = state.fields.clone();
        let read = |object: Option<Returned>, field: &Arc<FieldName>| before.read(object, field);
        let known = of_known(member.class_bytes(), member.name_bytes(), descriptor)
            .or_else(|| made(&member))
            .or_else(|| Some(Returned::Number(self.class.number_returned(&member)?)));
        let returned = known
            .as_ref()
            .or(outcome.and_then(|outcome| outcome.returned.as_ref()));
        let value = returned.and_then(|returned| returned.with_passed(&passed, &read));
        self.write(at, &mut state.fields);
        for stored in outcome.iter().flat_map(|outcome| &outcome.stored) {
            let is_own = self.has_receiver
                && has_receiver
                && passed.first() == Some(&Some(Returned::Passed(0)));
            let value = stored.value.with_passed(&passed, &read);
            state.fields.write(Written {
                field: Arc::clone(&stored.field),
                is_own,
                is_static: stored.is_static,
                value: value.filter(|value| value.size() <= MAX_SIZE),
            });
        }
        if result.is_some() {
            push(state, value);
        }
        Some(())
    }

    /// Forgets the fields that a call may write.
    fn write(&self, at: u32, fields: &mut Fields) {
        let place = self
            .calls
            .writes
            .binary_search_by_key(&at, |(call, _)| *call);
        let names = place
            .ok()
            .and_then(|place| self.calls.writes[place].1.names());
        match names {
            Some(names) => names.iter().for_each(|name| fields.forget(name)),
            None => fields.forget_all(),
        }
    }
}

/// Pushes a value, unless it is too large.
fn push(state: &mut State, value: Option<Returned>) {
    state
        .stack
        .push(value.filter(|value| value.size() <= MAX_SIZE));
}

/// A field that returns exactly what was stored: a narrower number loses the bits that do not fit.
fn field(member: &MemberRef<'_>) -> Option<Arc<FieldName>> {
    let is_whole = matches!(
        member.descriptor_bytes().first(),
        Some(b'I' | b'J' | b'L' | b'[')
    );
    is_whole.then(|| {
        Arc::new(FieldName {
            class: Arc::from(&*member.class()),
            name: Arc::from(&*member.name()),
        })
    })
}

/// An array that a method of the JDK creates.
fn made(member: &MemberRef<'_>) -> Option<Returned> {
    let length = match (
        member.class_bytes(),
        member.name_bytes(),
        member.descriptor_bytes(),
    ) {
        ([b'[', ..], b"clone", _) => Returned::Length(Box::new(Returned::Passed(0))),
        (b"java/util/Arrays", b"copyOf", _) => Returned::Passed(1),
        _ => return None,
    };
    Some(Returned::Array(Box::new(length)))
}
