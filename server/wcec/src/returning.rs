//! Whether a call with known arguments returns: no instruction on its way throws an exception of the machine, such as a division
//! by zero or an index out of bounds.
//!
//! An abstract execution of the blocks with a range for each number. What a caller is free to choose has the value that serves:
//! objects are there, and arrays whose lengths are not given are long. What the code finds in fields and arrays may be anything.

use crate::best_case::LeastEnd;
use crate::passing::{INTS, LENGTHS, LONGS, Passing, compared, computed, fitting};
use bytecode::{
    ArrayElement, BinaryOp, ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, MemberRef,
    Method, Op, Test,
};
use flow::{Edge, Flow};
use std::collections::{BTreeMap, BTreeSet};

/// After so many visits of a block, the ranges of its numbers are widened.
const MAX_VISITS: u32 = 3;
/// Ranges are widened to this many constants of the code.
const MAX_CONSTANTS: usize = 64;
/// How often the ranges are computed again afterwards.
const NARROWINGS: usize = 2;
/// Methods with more values at the beginnings of their blocks are not executed.
const MAX_VALUES: usize = 1 << 16;
/// At most this many instructions are executed for one call, and values copied.
const FUEL: usize = 1 << 18;

/// How a call ends, and what is known about its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallEnd {
    /// How it ends.
    pub end: LeastEnd,
    /// The result.
    pub result: Passing,
}

/// How the calls in a method's code end, by instruction and arguments with the receiver.
pub type CallEnds<'c> = dyn FnMut(u32, &[Passing]) -> CallEnd + 'c;

/// A value on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct StackValue {
    value: Passing,
    is_wide: bool,
    /// The local that it was read from, if that has not been written since.
    local: Option<u16>,
}

/// The values at a point of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CallFrame {
    locals: Vec<Passing>,
    stack: Vec<StackValue>,
}

impl CallFrame {
    fn push(&mut self, value: Passing, is_wide: bool) {
        self.stack.push(StackValue {
            value,
            is_wide,
            local: None,
        });
    }

    /// Copies the operands in the upper slots below as many slots as `under` says.
    fn copy(&mut self, slots: usize, under: usize) -> Option<()> {
        let from = self.below(slots)?;
        let copied = self.stack[from..].to_vec();
        let place = self.below(slots + under)?;
        self.stack.splice(place..place, copied);
        Some(())
    }

    /// The number of operands below this many slots.
    fn below(&self, mut slots: usize) -> Option<usize> {
        let mut at = self.stack.len();
        while slots > 0 {
            at = at.checked_sub(1)?;
            slots = slots.checked_sub(if self.stack[at].is_wide { 2 } else { 1 })?;
        }
        Some(at)
    }

    fn write(&mut self, slot: u16, value: Passing) {
        for operand in &mut self.stack {
            operand.local = operand.local.filter(|local| *local != slot);
        }
        if let Some(local) = self.locals.get_mut(usize::from(slot)) {
            *local = value;
        }
    }

    fn join(&self, other: &Self) -> Option<Self> {
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
                })
                .collect(),
        })
    }

    fn widened(mut self, before: &Self, limits: &[i64]) -> Self {
        for (local, before) in self.locals.iter_mut().zip(&before.locals) {
            *local = local.widened(*before, limits);
        }
        for (operand, before) in self.stack.iter_mut().zip(&before.stack) {
            operand.value = operand.value.widened(before.value, limits);
        }
        self
    }
}

impl CallEnd {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        end: LeastEnd::MayThrow,
        result: Passing::Any,
    };

    /// Nothing in it is known to throw an exception.
    pub const NOT_FOLLOWED: Self = Self {
        end: LeastEnd::MayFail,
        result: Passing::Returned,
    };

    /// One of two calls.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            end: self.end.max(other.end),
            result: self.result.join(other.result),
        }
    }
}

/// How a call with these arguments ends, the receiver among them. `calls` says how the calls in its code end.
pub fn end_of_call(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    arguments: &[Passing],
    calls: &mut CallEnds<'_>,
) -> CallEnd {
    let mut flow = Flow::default();
    if flow.refill(code).is_err() {
        return CallEnd::UNKNOWN;
    }
    let mut execution = AbstractRun {
        class,
        code,
        flow: &flow,
        calls,
        end: LeastEnd::Returns,
        result: None,
        begin: vec![None; flow.len()],
        fuel: FUEL,
    };
    if execution.run(method, arguments).is_none() {
        return CallEnd::UNKNOWN;
    }
    let end = execution.end;
    execution
        .result
        .map_or(CallEnd::UNKNOWN, |result| CallEnd { end, result })
}

struct AbstractRun<'e, 'c> {
    class: &'e ClassFile<'e>,
    code: &'e Code,
    flow: &'e Flow,
    calls: &'e mut CallEnds<'c>,
    end: LeastEnd,
    /// What the blocks return; `None` if none of them does so far.
    result: Option<Passing>,
    /// The values at the beginning of each block; `None` for a block that control does not reach.
    begin: Vec<Option<CallFrame>>,
    /// What may still be executed.
    fuel: usize,
}

impl AbstractRun<'_, '_> {
    /// `None` if the code cannot be executed.
    fn run(&mut self, method: &Method, arguments: &[Passing]) -> Option<()> {
        let size = usize::from(self.code.max_locals);
        (size.saturating_mul(self.flow.len()) <= MAX_VALUES).then_some(())?;
        let mut locals = Vec::with_capacity(size);
        let receiver = (!method.is_static()).then_some(DataType::Reference);
        let declared = Descriptor::new(method.descriptor.as_bytes()).arguments();
        for (data_type, argument) in receiver.into_iter().chain(declared).zip(arguments) {
            locals.push(*argument);
            locals.extend(data_type.is_wide().then_some(Passing::Any));
        }
        locals.resize(size, Passing::Any);
        let first = CallFrame {
            locals,
            stack: Vec::new(),
        };
        *self.begin.first_mut()? = Some(first.clone());
        let limits = self.limits(arguments);
        let mut pending = BTreeSet::from([0_usize]);
        let mut visits: BTreeMap<usize, u32> = BTreeMap::new();
        while let Some(block) = pending.pop_first() {
            for (to, frame) in self.after(block)? {
                let visits = visits.entry(to).or_default();
                let next = match &self.begin[to] {
                    None => frame,
                    Some(known) => {
                        let joined = known.join(&frame)?;
                        if joined == *known {
                            continue;
                        }
                        // Each loop has an edge that leads back.
                        *visits += u32::from(to <= block);
                        if to <= block && *visits > MAX_VISITS {
                            joined.widened(known, &limits)
                        } else {
                            joined
                        }
                    }
                };
                self.begin[to] = Some(next);
                pending.insert(to);
            }
        }
        for _ in 0..NARROWINGS {
            let mut begin: Vec<Option<CallFrame>> = vec![None; self.flow.len()];
            *begin.first_mut()? = Some(first.clone());
            for block in 0..self.flow.len() {
                if self.begin[block].is_none() {
                    continue;
                }
                for (to, frame) in self.after(block)? {
                    begin[to] = Some(match &begin[to] {
                        Some(known) => known.join(&frame)?,
                        None => frame,
                    });
                }
            }
            self.begin = begin;
        }
        // What the blocks do counts only with the final ranges.
        (self.end, self.result) = (LeastEnd::Returns, None);
        for block in 0..self.flow.len() {
            if self.begin[block].is_some() {
                self.after(block)?;
            }
        }
        Some(())
    }

    /// The numbers at which ranges probably end, in ascending order: the arguments, and the constants in the code.
    fn limits(&self, arguments: &[Passing]) -> Vec<i64> {
        let passed = arguments.iter().map(|argument| match argument {
            Passing::Number(low, high)
            | Passing::Object {
                length: (low, high),
                ..
            } => [*low, *high],
            Passing::Any | Passing::Null | Passing::Returned => [0, 0],
        });
        let constants =
            self.code
                .instructions
                .iter()
                .filter_map(|instruction| match instruction.op {
                    Op::Push(Constant::Int(number)) => Some(i64::from(number)),
                    _ => None,
                });
        let numbers = constants.take(MAX_CONSTANTS).chain(passed.flatten());
        let around = |number: i64| [number.saturating_sub(1), number, number.saturating_add(1)];
        let mut limits: Vec<i64> = numbers.flat_map(around).collect();
        limits.extend([0, INTS.0, INTS.1]);
        limits.sort_unstable();
        limits.dedup();
        limits
    }

    /// The values after each edge of a block that control may take.
    fn after(&mut self, block: usize) -> Option<Vec<(usize, CallFrame)>> {
        let mut frame = self.begin[block].clone()?;
        let range = self.flow.instructions(block);
        let size = range.len() + frame.locals.len() + frame.stack.len();
        self.fuel = self.fuel.checked_sub(size)?;
        let last = range.end.checked_sub(1)?;
        for at in range.start..last {
            self.step(at, &mut frame)?;
        }
        let edges: Vec<usize> = (self.flow.successors(block).iter())
            .filter(|edge| !edge.is_exceptional())
            .map(|edge: &Edge| edge.block())
            .collect();
        let Op::Branch { test, target } = self.code.instructions.get(last)?.op else {
            self.step(last, &mut frame)?;
            return Some(edges.into_iter().map(|to| (to, frame.clone())).collect());
        };
        let right = match test {
            Test::Ints(_) | Test::References { .. } => Some(frame.stack.pop()?),
            Test::Zero(_) | Test::Null { .. } => None,
        };
        let left = frame.stack.pop()?;
        let taken = self.flow.block_of(target)?;
        let is_both = self.flow.block_of(range.end as u32) == Some(taken);
        let after = edges.into_iter().filter_map(|to| {
            if is_both {
                return Some((to, frame.clone()));
            }
            tested(frame.clone(), test, (left, right), to == taken).map(|frame| (to, frame))
        });
        Some(after.collect())
    }

    fn at_least(&mut self, end: LeastEnd) {
        self.end = self.end.max(end);
    }

    /// Uses an object, which must be there.
    fn dereference(&mut self, object: StackValue) {
        match object.value {
            Passing::Object { .. } => {}
            Passing::Returned => self.at_least(LeastEnd::MayFail),
            _ => self.at_least(LeastEnd::MayThrow),
        }
    }

    /// Uses an element of an array; what is known about its elements.
    fn element(&mut self, element: ArrayElement, array: StackValue, index: StackValue) -> Passing {
        self.dereference(array);
        let (low, high) = index.value.range(INTS);
        let (length, is_given) = match array.value {
            Passing::Object { length, is_given } => (length, is_given),
            _ => (LENGTHS, false),
        };
        if low < 0 || length != LENGTHS && high >= length.0 {
            self.at_least(LeastEnd::MayThrow);
        } else if length == LENGTHS {
            self.at_least(LeastEnd::MayFail);
        }
        match element {
            ArrayElement::Byte => Passing::Number(-128, 127),
            ArrayElement::Char => Passing::Number(0, 65_535),
            ArrayElement::Short => Passing::Number(-32_768, 32_767),
            ArrayElement::Reference if is_given => Passing::object(LENGTHS, true),
            other => Passing::of_type(other.data_type()),
        }
    }

    fn step(&mut self, at: usize, frame: &mut CallFrame) -> Option<()> {
        match self.code.instructions.get(at)?.op {
            Op::Nop | Op::Goto { .. } => {}
            Op::Push(constant) => {
                let (value, is_wide) = match constant {
                    Constant::Null => (Passing::Null, false),
                    Constant::Int(number) => {
                        (Passing::Number(i64::from(number), i64::from(number)), false)
                    }
                    Constant::Long(_) => (Passing::of_type(DataType::Long), true),
                    Constant::Double(_) => (Passing::Any, true),
                    Constant::Float(_) => (Passing::Any, false),
                    Constant::Text { .. } | Constant::Pool(_) => {
                        (Passing::object(LENGTHS, true), false)
                    }
                };
                frame.push(value, is_wide);
            }
            Op::Load { data_type, slot } => {
                frame.push(*frame.locals.get(usize::from(slot))?, data_type.is_wide());
                frame.stack.last_mut()?.local = Some(slot);
            }
            Op::Store { data_type, slot } => {
                let operand = frame.stack.pop()?;
                frame.write(slot, operand.value);
                if data_type.is_wide() {
                    frame.write(slot.checked_add(1)?, Passing::Any);
                }
            }
            Op::Increment { slot, by } => {
                let (low, high) = frame.locals.get(usize::from(slot))?.range(INTS);
                let by = i64::from(by);
                frame.write(
                    slot,
                    fitting((low.saturating_add(by), high.saturating_add(by)), INTS),
                );
            }
            Op::ArrayLoad(element) => {
                let index = frame.stack.pop()?;
                let array = frame.stack.pop()?;
                let value = self.element(element, array, index);
                frame.push(value, element.data_type().is_wide());
            }
            Op::ArrayStore(element) => {
                frame.stack.pop()?;
                let index = frame.stack.pop()?;
                let array = frame.stack.pop()?;
                self.element(element, array, index);
                let is_allocated = matches!(
                    array.value,
                    Passing::Object {
                        is_given: false,
                        ..
                    }
                );
                // The array may be of a narrower type than its variable.
                if element == ArrayElement::Reference && !is_allocated && array.local.is_none() {
                    self.at_least(LeastEnd::MayFail);
                }
            }
            Op::Pop | Op::MonitorExit | Op::Switch { .. } | Op::PutStatic { .. } => {
                frame.stack.pop()?;
            }
            Op::MonitorEnter => {
                let object = frame.stack.pop()?;
                self.dereference(object);
            }
            Op::Throw => self.at_least(LeastEnd::MayThrow),
            Op::Pop2 => {
                let below = frame.below(2)?;
                frame.stack.truncate(below);
            }
            Op::Dup => frame.copy(1, 0)?,
            Op::DupX1 => frame.copy(1, 1)?,
            Op::DupX2 => frame.copy(1, 2)?,
            Op::Dup2 => frame.copy(2, 0)?,
            Op::Dup2X1 => frame.copy(2, 1)?,
            Op::Dup2X2 => frame.copy(2, 2)?,
            Op::Swap => {
                let (upper, lower) = (frame.stack.pop()?, frame.stack.pop()?);
                frame.stack.extend([upper, lower]);
            }
            Op::Binary(operation, data_type) => {
                let right = frame.stack.pop()?.value;
                let left = frame.stack.pop()?.value;
                let limits = match data_type {
                    DataType::Int => INTS,
                    DataType::Long => LONGS,
                    _ => {
                        frame.push(Passing::Any, data_type.is_wide());
                        return Some(());
                    }
                };
                let (left, right) = (left.range(limits), right.range(limits));
                let divides = matches!(operation, BinaryOp::Div | BinaryOp::Rem);
                if divides && right.0 <= 0 && 0 <= right.1 {
                    self.at_least(LeastEnd::MayThrow);
                }
                frame.push(
                    computed(operation, left, right, limits),
                    data_type.is_wide(),
                );
            }
            Op::Negate(data_type) => {
                let value = frame.stack.pop()?.value;
                let value = match (data_type, value) {
                    (DataType::Int, Passing::Number(low, high)) => {
                        fitting((high.saturating_neg(), low.saturating_neg()), INTS)
                    }
                    _ => Passing::of_type(data_type),
                };
                frame.push(value, data_type.is_wide());
            }
            Op::Convert {
                from,
                to,
                to_narrow,
            } => {
                let value = frame.stack.pop()?.value;
                let value = match (from, to, to_narrow) {
                    (DataType::Int, _, Some(element)) => {
                        let limits = match element {
                            ArrayElement::Byte => (-128, 127),
                            ArrayElement::Char => (0, 65_535),
                            _ => (-32_768, 32_767),
                        };
                        fitting(value.range(INTS), limits)
                    }
                    (DataType::Int, DataType::Long, _) => {
                        let (low, high) = value.range(INTS);
                        Passing::Number(low, high)
                    }
                    (DataType::Long, DataType::Int, _) => fitting(value.range(LONGS), INTS),
                    _ => Passing::of_type(to),
                };
                frame.push(value, to.is_wide());
            }
            Op::Compare(_) => {
                frame.stack.pop()?;
                frame.stack.pop()?;
                frame.push(Passing::Number(-1, 1), false);
            }
            Op::Return(data_type) => {
                let value = match data_type {
                    Some(_) => frame.stack.pop()?.value,
                    None => Passing::Any,
                };
                self.result = Some(self.result.map_or(value, |known| known.join(value)));
            }
            Op::GetStatic { pool } => self.read_field(pool, true, frame)?,
            Op::GetField { pool } => {
                let object = frame.stack.pop()?;
                self.dereference(object);
                let is_given = matches!(object.value, Passing::Object { is_given: true, .. });
                self.read_field(pool, is_given, frame)?;
            }
            Op::PutField { .. } => {
                frame.stack.pop()?;
                let object = frame.stack.pop()?;
                self.dereference(object);
            }
            Op::Invoke { kind, pool } => self.call(at, kind, pool, frame)?,
            Op::New { .. } => frame.push(Passing::object(LENGTHS, false), false),
            Op::NewArray(_) => {
                let length = frame.stack.pop()?;
                self.allocate(length, frame);
            }
            Op::MultiNewArray { dimensions, .. } => {
                let mut lengths = Vec::new();
                for _ in 0..dimensions {
                    lengths.push(frame.stack.pop()?);
                }
                let outer = lengths.pop()?;
                for length in lengths {
                    self.allocate(length, &mut frame.clone());
                }
                self.allocate(outer, frame);
            }
            Op::ArrayLength => {
                let array = frame.stack.pop()?;
                self.dereference(array);
                let (low, high) = match array.value {
                    Passing::Object { length, .. } => length,
                    _ => LENGTHS,
                };
                frame.push(Passing::Number(low, high), false);
            }
            Op::CheckCast { .. } => {
                // Only a cast of what a call or an element of the caller's returns may come from the compiler.
                let object = *frame.stack.last()?;
                match object.value {
                    Passing::Null => {}
                    Passing::Object { is_given: true, .. } if object.local.is_none() => {
                        self.at_least(LeastEnd::MayFail);
                    }
                    _ => self.at_least(LeastEnd::MayThrow),
                }
            }
            Op::InstanceOf { .. } => {
                frame.stack.pop()?;
                frame.push(Passing::Number(0, 1), false);
            }
            Op::Branch { .. } | Op::Jsr { .. } | Op::Ret { .. } | Op::Reserved => return None,
        }
        Some(())
    }

    /// Creates an array.
    fn allocate(&mut self, length: StackValue, frame: &mut CallFrame) {
        let (low, high) = length.value.range(INTS);
        if low < 0 {
            self.at_least(LeastEnd::MayThrow);
        }
        frame.push(Passing::object((low.max(0), high.max(0)), false), false);
    }

    /// Reads a field. What holds an object of the caller's holds another one.
    fn read_field(&self, pool: u16, is_given: bool, frame: &mut CallFrame) -> Option<()> {
        let member = self.class.member(pool)?;
        if let Some(number) = self.class.number_in_field(&member) {
            let is_wide = member.descriptor_bytes() == b"J";
            frame.push(Passing::Number(number, number), is_wide);
            return Some(());
        }
        let (value, is_wide) = match member.descriptor_bytes().first()? {
            b'J' => (Passing::of_type(DataType::Long), true),
            b'D' => (Passing::Any, true),
            b'L' | b'[' if is_given => (Passing::object(LENGTHS, true), false),
            b'F' | b'L' | b'[' => (Passing::Any, false),
            b'C' => (Passing::Number(0, 65_535), false),
            b'Z' => (Passing::Number(0, 1), false),
            _ => (Passing::of_type(DataType::Int), false),
        };
        frame.push(value, is_wide);
        Some(())
    }

    fn call(
        &mut self,
        at: usize,
        kind: InvokeKind,
        pool: u16,
        frame: &mut CallFrame,
    ) -> Option<()> {
        let member: MemberRef<'_> = self.class.member(pool)?;
        let (count, result) = Descriptor::new(member.descriptor_bytes()).count_and_result();
        let has_receiver = !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic);
        let first = (frame.stack.len()).checked_sub(count + usize::from(has_receiver))?;
        let passed: Vec<StackValue> = frame.stack.drain(first..).collect();
        if let Some(receiver) = passed.first().filter(|_| has_receiver) {
            if receiver.value == Passing::Returned && unboxes(&member) {
                self.at_least(LeastEnd::MayThrow);
            }
            self.dereference(*receiver);
        }
        let passed: Vec<Passing> = passed.iter().map(|operand| operand.value).collect();
        let is_of_caller =
            has_receiver && matches!(passed.first(), Some(Passing::Object { is_given: true, .. }));
        let called = if kind == InvokeKind::Dynamic {
            CallEnd {
                end: LeastEnd::MayFail,
                result: Passing::object(LENGTHS, true),
            }
        } else {
            (self.calls)(at as u32, &passed)
        };
        self.at_least(called.end);
        if let Some(result) = result {
            let value = match (called.result, result) {
                (Passing::Returned | Passing::Any, DataType::Int | DataType::Long) => {
                    Passing::of_type(result)
                }
                // What the caller's objects hold is also the caller's.
                (Passing::Returned, DataType::Reference) if is_of_caller => {
                    Passing::object(LENGTHS, true)
                }
                (known, _) => known,
            };
            frame.push(value, result.is_wide());
        }
        Some(())
    }
}

/// Whether a method of a box returns the number in it. A collection may hold no box for what is wanted.
fn unboxes(member: &MemberRef<'_>) -> bool {
    member.class_bytes().starts_with(b"java/lang/") && member.name_bytes().ends_with(b"Value")
}

/// The values after a test with this result; `None` if it cannot have it.
fn tested(
    mut frame: CallFrame,
    test: Test,
    (left, right): (StackValue, Option<StackValue>),
    is_taken: bool,
) -> Option<CallFrame> {
    let comparison = match test {
        Test::Zero(comparison) | Test::Ints(comparison) => comparison,
        Test::References { .. } => return Some(frame),
        Test::Null { null } => {
            let value = match (left.value, is_taken == null) {
                (Passing::Object { .. }, true) | (Passing::Null, false) => return None,
                (Passing::Any | Passing::Returned, true) => Passing::Null,
                (Passing::Any | Passing::Returned, false) => Passing::object(LENGTHS, false),
                (known, _) => known,
            };
            narrow(&mut frame, left, value);
            return Some(frame);
        }
    };
    let comparison = if is_taken {
        comparison
    } else {
        comparison.negated()
    };
    let one = left.value.range(INTS);
    let other = right.map_or((0, 0), |right| right.value.range(INTS));
    let (one, other) = compared(one, comparison, other)?;
    narrow(&mut frame, left, Passing::Number(one.0, one.1));
    if let Some(right) = right {
        narrow(&mut frame, right, Passing::Number(other.0, other.1));
    }
    Some(frame)
}

/// Writes what a test showed to the local that was tested.
fn narrow(frame: &mut CallFrame, tested: StackValue, value: Passing) {
    let local = tested
        .local
        .and_then(|slot| frame.locals.get_mut(usize::from(slot)));
    if let Some(local) = local {
        *local = value;
    }
}
