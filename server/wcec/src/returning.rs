//! Whether a call with known arguments returns: no instruction on its way throws an exception of the machine, such as a division
//! by zero or an index out of bounds.
//!
//! An abstract execution of the blocks with a range for each number. What a caller is free to choose has the value that serves:
//! objects are there, and arrays whose lengths are not given are long. What the code finds in fields and arrays may be anything.

use crate::call_end::{CallEffect, CallEnd, CallEnds, DoubtReason, EndDoubt, LeastEnd};
use crate::call_frame::{CallFrame, StackValue};
use crate::ending_loops::LoopSearch;
use crate::passed_object::{LENGTHS, PassedClass, PassedObject};
use crate::passing::{INTS, LONGS, Passing, compared, computed, fitting};
use crate::summary::simple_name;
use bytecode::{
    ArrayElement, BinaryOp, ClassFile, Code, Comparison, Constant, DataType, Descriptor,
    InvokeKind, MemberRef, Method, Op, Test, TypeName, parameter_types,
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

/// How a call with these arguments ends, the receiver among them. `is_untouched` says whether the caller's objects are as when
/// its call began; `ending` has the headers of loops that are known to end, and `calls` says how the calls in the code end.
pub fn end_of_call(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    (arguments, is_untouched): (&[Passing], bool),
    ending: &[u32],
    calls: &mut CallEnds<'_>,
) -> CallEnd {
    let mut flow = Flow::default();
    let name = format!("{}.{}", simple_name(&class.name), method.name);
    let unknown = CallEnd {
        doubt: Some(EndDoubt {
            method: name.clone(),
            line: None,
            reason: DoubtReason::Unknown,
        }),
        ..CallEnd::UNKNOWN
    };
    if flow.refill(code).is_err() {
        return unknown;
    }
    flow.find_predecessors();
    let mut execution = AbstractRun {
        class,
        code,
        flow: &flow,
        calls,
        name,
        ended: CallEnd::returning(Passing::Any),
        result: None,
        takes: BTreeSet::new(),
        has_new_arguments: (arguments.iter().copied())
            .filter_map(Passing::as_object)
            .any(|object| object.is_new()),
        begin: vec![None; flow.len()],
        fuel: FUEL,
    };
    if execution
        .run(method, (arguments, is_untouched), ending)
        .is_none()
    {
        return unknown;
    }
    match execution.result {
        Some(result) => CallEnd {
            result,
            ..execution.ended
        },
        None => unknown,
    }
}

struct AbstractRun<'e, 'c> {
    class: &'e ClassFile<'e>,
    code: &'e Code,
    flow: &'e Flow,
    calls: &'e mut CallEnds<'c>,
    /// The method, for readers.
    name: String,
    /// What is found in the blocks, without the result.
    ended: CallEnd,
    /// What the blocks return; `None` if none of them does so far.
    result: Option<Passing>,
    /// The blocks that take an element from the iterator in a local.
    takes: BTreeSet<(usize, u16)>,
    /// Whether the caller has created an argument during its call.
    has_new_arguments: bool,
    /// The values at the beginning of each block; `None` for a block that control does not reach.
    begin: Vec<Option<CallFrame>>,
    /// What may still be executed.
    fuel: usize,
}

impl AbstractRun<'_, '_> {
    /// `None` if the code cannot be executed.
    fn run(
        &mut self,
        method: &Method,
        (arguments, is_untouched): (&[Passing], bool),
        ending: &[u32],
    ) -> Option<()> {
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
            is_untouched,
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
        (self.ended, self.result) = (CallEnd::returning(Passing::Any), None);
        self.takes.clear();
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); self.flow.len()];
        let mut reaching: Vec<usize> = Vec::new();
        for block in 0..self.flow.len() {
            if self.begin[block].is_some() {
                for (to, _) in self.after(block)? {
                    before[to].push(block);
                }
                let last = self.flow.instructions(block).end.checked_sub(1)?;
                if matches!(self.code.instructions.get(last)?.op, Op::Return(_)) {
                    reaching.push(block);
                }
            }
        }
        let mut returns: BTreeSet<usize> = reaching.iter().copied().collect();
        while let Some(block) = reaching.pop() {
            let more = before[block].iter().filter(|block| returns.insert(**block));
            reaching.extend(more);
        }
        let stays = (0..self.flow.len())
            .find(|block| self.begin[*block].is_some() && !returns.contains(block));
        if let Some(block) = stays {
            self.doubt(self.flow.instructions(block).start, DoubtReason::Endless);
        }
        let search = LoopSearch {
            code: self.code,
            flow: self.flow,
            begin: &self.begin,
            takes: &self.takes,
            ending,
        };
        if let Some(at) = search.endless() {
            self.doubt(at, DoubtReason::Endless);
        }
        Some(())
    }

    /// The call may not return, because of an instruction.
    fn doubt(&mut self, at: usize, reason: DoubtReason) {
        self.ended.end = LeastEnd::MayThrow;
        let line = self.code.line_of(at as u32);
        self.ended.doubt.get_or_insert_with(|| EndDoubt {
            method: self.name.clone(),
            line,
            reason,
        });
    }

    fn may_throw(&mut self, at: usize) {
        self.doubt(at, DoubtReason::Instruction);
    }

    /// Relies on the class of an object that the caller chose without being asked for a class: only one class is asked for.
    fn rely_on(&mut self, at: usize, class: PassedClass) {
        match self.ended.relies_on {
            Some(known) if known != class => self.may_throw(at),
            _ => self.ended.relies_on = Some(class),
        }
    }

    /// The numbers at which ranges probably end, in ascending order: the arguments, and the constants in the code.
    fn limits(&self, arguments: &[Passing]) -> Vec<i64> {
        let passed = arguments.iter().map(|argument| match argument {
            Passing::Number(low, high)
            | Passing::Object(PassedObject {
                length: (low, high),
                ..
            }) => [*low, *high],
            Passing::Any | Passing::Null => [0, 0],
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

    /// Uses an object, which must be there.
    fn dereference(&mut self, at: usize, object: StackValue) -> PassedObject {
        object.value.as_object().unwrap_or_else(|| {
            self.may_throw(at);
            PassedObject::present(PassedClass::UNKNOWN)
        })
    }

    /// Uses an element of an array; the array.
    fn element(&mut self, at: usize, array: StackValue, index: StackValue) -> PassedObject {
        let array = self.dereference(at, array);
        let (low, high) = index.value.range(INTS);
        if low < 0 || high >= array.length.0 {
            self.may_throw(at);
        }
        array
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
                    Constant::Text { length, .. } => {
                        let text = PassedObject::present(PassedClass::of_class("java/lang/String"));
                        let length = i64::from(length);
                        (text.of_length((length, length)).into(), false)
                    }
                    Constant::Pool(DataType::Reference) => {
                        (PassedObject::present(PassedClass::UNKNOWN).into(), false)
                    }
                    Constant::Pool(data_type) => (Passing::of_type(data_type), data_type.is_wide()),
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
                let array = self.element(at, array, index);
                let value = match element {
                    ArrayElement::Byte => Passing::Number(-128, 127),
                    ArrayElement::Char => Passing::Number(0, 65_535),
                    ArrayElement::Short => Passing::Number(-32_768, 32_767),
                    ArrayElement::Reference if array.is_of_caller() && frame.is_untouched => {
                        let class = array.class.of_elements();
                        PassedObject { class, ..array }.of_length(LENGTHS).into()
                    }
                    other => Passing::of_type(other.data_type()),
                };
                frame.push(value, element.data_type().is_wide());
            }
            Op::ArrayStore(element) => {
                let stored = frame.stack.pop()?.value;
                let index = frame.stack.pop()?;
                let array = frame.stack.pop()?;
                let array = self.element(at, array, index);
                if element == ArrayElement::Reference {
                    // An array may be of a narrower type than its variable.
                    let is_of_class = |class: PassedClass| array.class == class.as_elements();
                    let takes = is_of_class(PassedClass::UNKNOWN)
                        || match stored {
                            Passing::Null => true,
                            Passing::Object(stored) => is_of_class(stored.class),
                            Passing::Any | Passing::Number(..) => false,
                        };
                    let is_exact = array.is_given() || array.is_new();
                    if stored != Passing::Null && !(takes && is_exact) {
                        self.may_throw(at);
                    }
                    self.changes(frame, array);
                } else if !array.is_new() {
                    self.ended.effect = CallEffect::Everything;
                }
            }
            Op::Pop | Op::MonitorExit | Op::Switch { .. } => {
                frame.stack.pop()?;
            }
            Op::PutStatic { .. } => {
                frame.stack.pop()?;
                self.ended.effect = CallEffect::Everything;
            }
            Op::MonitorEnter => {
                let object = frame.stack.pop()?;
                self.dereference(at, object);
            }
            Op::Throw => self.may_throw(at),
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
                    self.may_throw(at);
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
            Op::GetStatic { pool } => self.read_field(pool, None, frame)?,
            Op::GetField { pool } => {
                let object = frame.stack.pop()?;
                let object = self.dereference(at, object);
                self.read_field(pool, Some(object), frame)?;
            }
            Op::PutField { pool } => {
                frame.stack.pop()?;
                let object = frame.stack.pop()?;
                let object = self.dereference(at, object);
                let member = self.class.member(pool)?;
                if matches!(member.descriptor_bytes().first()?, b'L' | b'[') {
                    self.changes(frame, object);
                } else if !object.is_new() {
                    self.ended.effect = CallEffect::Everything;
                }
            }
            Op::Invoke { kind, pool } => self.call(at, kind, pool, frame)?,
            Op::New { pool } => {
                let class = PassedClass::of_class(&self.class.class(pool)?);
                frame.push(PassedObject::new(class).into(), false);
            }
            Op::NewArray { element, pool } => {
                let length = frame.stack.pop()?;
                let class = match (pool, element) {
                    (Some(pool), _) => {
                        PassedClass::of_class(&self.class.class(pool)?).as_elements()
                    }
                    (None, ArrayElement::Int) => PassedClass::new("int", 1),
                    (None, ArrayElement::Long) => PassedClass::new("long", 1),
                    (None, ArrayElement::Char) => PassedClass::new("char", 1),
                    (None, ArrayElement::Short) => PassedClass::new("short", 1),
                    (None, ArrayElement::Float) => PassedClass::new("float", 1),
                    (None, ArrayElement::Double) => PassedClass::new("double", 1),
                    // Bytes or truth values.
                    (None, ArrayElement::Byte | ArrayElement::Reference) => {
                        PassedClass::new("byte or boolean", 1)
                    }
                };
                let length = self.length(at, length);
                frame.push(PassedObject::new(class).of_length(length).into(), false);
            }
            Op::MultiNewArray { dimensions, pool } => {
                let mut outer = LENGTHS;
                for _ in 0..dimensions {
                    let length = frame.stack.pop()?;
                    outer = self.length(at, length);
                }
                let class = PassedClass::of_class(&self.class.class(pool)?);
                frame.push(PassedObject::new(class).of_length(outer).into(), false);
            }
            Op::ArrayLength => {
                let array = frame.stack.pop()?;
                let array = self.dereference(at, array);
                frame.push(Passing::Number(array.length.0, array.length.1), false);
            }
            Op::CheckCast { pool } => {
                let class = PassedClass::of_class(&self.class.class(pool)?);
                let operand = frame.stack.last_mut()?;
                match operand.value {
                    Passing::Null => {}
                    Passing::Object(object) if object.class == class || class.is_unknown() => {}
                    Passing::Object(object) if object.is_given() && object.class.is_unknown() => {
                        operand.value = PassedObject { class, ..object }.into();
                        self.rely_on(at, class);
                    }
                    _ => self.may_throw(at),
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

    /// The length of a new array.
    fn length(&mut self, at: usize, length: StackValue) -> (i64, i64) {
        let (low, high) = length.value.range(INTS);
        if low < 0 {
            self.may_throw(at);
        }
        (low.max(0), high.max(0))
    }

    /// A collection gets another size.
    fn changes_size(&mut self, frame: &mut CallFrame, object: PassedObject) {
        if self.has_new_arguments {
            self.ended.effect = CallEffect::Everything;
        }
        self.changes(frame, object);
    }

    /// A reference is stored in an object.
    fn changes(&mut self, frame: &mut CallFrame, object: PassedObject) {
        if !object.is_new() {
            self.ended.effect = CallEffect::Everything;
        }
        frame.is_untouched &= object.is_new();
    }

    /// Reads a field. What holds an object of the caller's holds another one, until something is stored there.
    fn read_field(
        &self,
        pool: u16,
        object: Option<PassedObject>,
        frame: &mut CallFrame,
    ) -> Option<()> {
        let member = self.class.member(pool)?;
        if let Some(number) = self.class.number_in_field(&member) {
            let is_wide = member.descriptor_bytes() == b"J";
            frame.push(Passing::Number(number, number), is_wide);
            return Some(());
        }
        let is_held = object.is_some_and(|object| object.is_given())
            && frame.is_untouched
            && self.class.may_hold_object(&member);
        let class = || PassedClass::of_descriptor(&member.descriptor());
        let (value, is_wide) = match member.descriptor_bytes().first()? {
            b'J' => (Passing::of_type(DataType::Long), true),
            b'D' => (Passing::Any, true),
            // No caller chooses the class of what a private or final field holds.
            b'L' | b'[' if is_held => (PassedObject::held(class()).into(), false),
            b'[' if object.is_none() => {
                let length = self.class.length_in_field(&member);
                let array = |length| PassedObject::present(class()).of_length((length, length));
                (
                    length.map_or(Passing::Any, |length| array(length).into()),
                    false,
                )
            }
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
        let operands: Vec<StackValue> = frame.stack.drain(first..).collect();
        let receiver = (operands.first().copied()).filter(|_| has_receiver);
        let object = receiver.map(|receiver| self.dereference(at, receiver));
        let passed: Vec<Passing> = operands.iter().map(|operand| operand.value).collect();
        let called = if kind == InvokeKind::Dynamic {
            linked(&member)
        } else {
            (self.calls)(at as u32, &passed, frame.is_untouched)
        };
        if called.end != LeastEnd::Returns {
            self.doubt_call(at, &member, called.doubt.clone());
        }
        if let Some(class) = called.relies_on {
            self.rely_on(at, class);
        }
        let local = receiver.and_then(|receiver| receiver.local);
        match (called.effect, object) {
            (CallEffect::Nothing | CallEffect::Asks, _) => {}
            (CallEffect::Takes, Some(object)) => {
                frame.take();
                let block = self.flow.block_of(at as u32);
                self.takes.extend(block.zip(local));
                if !object.is_iterator() {
                    self.ended.effect = CallEffect::Everything;
                }
            }
            (CallEffect::Grows { surely }, Some(object)) => {
                self.changes_size(frame, object);
                frame.forget(Some(object));
                let (low, high) = object.length;
                let more = (low + i64::from(surely)).min(LENGTHS.1);
                frame.set_length(local, (more, (high + 1).min(LENGTHS.1)));
            }
            (CallEffect::Changes, Some(object)) => {
                self.changes_size(frame, object);
                frame.forget(Some(object));
            }
            _ => {
                self.ended.effect = CallEffect::Everything;
                frame.forget(None);
            }
        }
        if let Some(result) = result {
            let value = match (called.result, result) {
                (Passing::Any, DataType::Int | DataType::Long) => Passing::of_type(result),
                (known, _) => known,
            };
            frame.push(value, result.is_wide());
            if called.effect == CallEffect::Asks {
                frame.stack.last_mut()?.asked = local;
            }
        }
        Some(())
    }

    /// The call may not return because one of its calls may not.
    fn doubt_call(&mut self, at: usize, callee: &MemberRef<'_>, doubt: Option<EndDoubt>) {
        if let Some(doubt) = doubt {
            self.ended.end = LeastEnd::MayThrow;
            self.ended.doubt.get_or_insert(doubt);
        } else {
            let name = format!("{}.{}", simple_name(&callee.class()), callee.name());
            self.doubt(at, DoubtReason::Call(name));
        }
    }
}

/// What the virtual machine links at run time: a lambda, or a concatenation of texts and numbers.
fn linked(member: &MemberRef<'_>) -> CallEnd {
    let descriptor = member.descriptor();
    let mut types = parameter_types(&descriptor);
    let is_plain = |name: TypeName<'_>| {
        name.dimensions == 0 && (name.element == "java/lang/String" || !name.element.contains('/'))
    };
    match member.name_bytes() {
        b"makeConcatWithConstants" | b"makeConcat" if types.all(is_plain) => {
            let class = PassedClass::of_class("java/lang/String");
            CallEnd::returning(PassedObject::new(class).into())
        }
        b"makeConcatWithConstants"
        | b"makeConcat"
        | b"typeSwitch"
        | b"enumSwitch"
        | b"equals"
        | b"hashCode"
        | b"toString" => CallEnd::UNKNOWN,
        _ => CallEnd::returning(PassedObject::present(PassedClass::UNKNOWN).into()),
    }
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
                (Passing::Object(_), true) | (Passing::Null, false) => return None,
                (Passing::Any, true) => Passing::Null,
                (Passing::Any, false) => PassedObject::present(PassedClass::UNKNOWN).into(),
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
    let is_yes = matches!(test, Test::Zero(Comparison::Ne)) == is_taken;
    if let (Test::Zero(Comparison::Eq | Comparison::Ne), true, Some(slot)) =
        (test, is_yes, left.asked)
    {
        frame.set_length(Some(slot), (1, LENGTHS.1));
    }
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
