//! What a method returns, as an expression over what it is passed.
//!
//! Told of methods without loops and handlers that work a number out, or that give back what they got: `max0(n)` is
//! `max(0, n)`, and `append` gives its builder back. A caller puts its own values in, as if the method's code stood in its own.

use bytecode::{
    BinaryOp, ClassFile, Code, Comparison, Constant, DataType, Descriptor, InvokeKind, Op, Test,
    Wide,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Longer methods are not looked at.
const MAX_INSTRUCTIONS: usize = 64;

/// So many instructions are executed on all ways together.
const MAX_STEPS: u32 = 256;

/// Larger expressions are not told.
const MAX_SIZE: u32 = 12;

/// What a call returns, unless an exception ends it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Returned {
    /// What is passed at this place, the receiver counted.
    Passed(u16),
    /// A number.
    Number(i64),
    /// The length of an array.
    Length(Box<Self>),
    /// What an operation of ints, or of longs, makes of two numbers.
    Computed {
        /// Which one.
        operation: Operation,
        /// True for longs.
        is_wide: bool,
        /// Of which numbers.
        sides: Box<(Self, Self)>,
    },
    /// The largest or the smallest of two numbers.
    Extreme {
        /// True for the largest.
        is_largest: bool,
        /// Of which numbers.
        sides: Box<(Self, Self)>,
    },
    /// One or the other.
    OneOf(Box<(Self, Self)>),
    /// −1, 0 or 1, as the first number is less than the second, as large, or larger.
    Compared(Box<(Self, Self)>),
    /// A number that is not smaller than the first and not larger than the second, as far as those are known.
    Between(Box<(Option<Self>, Option<Self>)>),
}

/// What is done with two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`
    Divide,
    /// `a % b`
    Remainder,
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
    /// `a << b`
    ShiftLeft,
    /// `a >> b`
    ShiftRight,
    /// `a >>> b`
    ShiftRightUnsigned,
}

impl Operation {
    const fn of(operation: BinaryOp) -> Self {
        match operation {
            BinaryOp::Add => Self::Add,
            BinaryOp::Sub => Self::Subtract,
            BinaryOp::Mul => Self::Multiply,
            BinaryOp::Div => Self::Divide,
            BinaryOp::Rem => Self::Remainder,
            BinaryOp::And => Self::And,
            BinaryOp::Or => Self::Or,
            BinaryOp::Xor => Self::Xor,
            BinaryOp::Shl => Self::ShiftLeft,
            BinaryOp::Shr => Self::ShiftRight,
            BinaryOp::Ushr => Self::ShiftRightUnsigned,
        }
    }

    /// The instruction that does it.
    pub(crate) const fn instruction(self) -> BinaryOp {
        match self {
            Self::Add => BinaryOp::Add,
            Self::Subtract => BinaryOp::Sub,
            Self::Multiply => BinaryOp::Mul,
            Self::Divide => BinaryOp::Div,
            Self::Remainder => BinaryOp::Rem,
            Self::And => BinaryOp::And,
            Self::Or => BinaryOp::Or,
            Self::Xor => BinaryOp::Xor,
            Self::ShiftLeft => BinaryOp::Shl,
            Self::ShiftRight => BinaryOp::Shr,
            Self::ShiftRightUnsigned => BinaryOp::Ushr,
        }
    }
}

impl Returned {
    /// What a method returns; `callees` say the same of its calls, by instruction. `None` where nothing is known.
    pub fn of(
        class: &ClassFile<'_>,
        method: &bytecode::Method,
        code: &Code,
        callees: &[(u32, Arc<Self>)],
    ) -> Option<Self> {
        let descriptor = Descriptor::new(method.descriptor.as_bytes());
        let (_, result) = descriptor.count_and_result();
        let is_reference = match result? {
            DataType::Int | DataType::Long => false,
            DataType::Reference => true,
            _ => return None,
        };
        if code.instructions.len() > MAX_INSTRUCTIONS || !code.handlers.is_empty() {
            return None;
        }
        let mut locals = vec![None; usize::from(code.max_locals)];
        let mut slot = 0;
        let receiver = (!method.is_static()).then_some(DataType::Reference);
        let arguments = descriptor.arguments();
        for (index, data_type) in (0..).zip(receiver.into_iter().chain(arguments)) {
            *locals.get_mut(slot)? = Some(Self::Passed(index));
            slot += 1 + usize::from(data_type.is_wide());
        }
        let mut execution = Execution {
            class,
            code,
            callees,
            steps: 0,
        };
        let stack = Vec::new();
        let End::Returns(returned) = execution.run(0, State { locals, stack })? else {
            return None;
        };
        let is_plain = matches!(returned, Self::Passed(_));
        (returned.size() <= MAX_SIZE && (is_plain || !is_reference)).then_some(returned)
    }

    fn size(&self) -> u32 {
        match self {
            Self::Passed(_) | Self::Number(_) => 1,
            Self::Length(of) => 1 + of.size(),
            Self::Computed { sides, .. }
            | Self::Extreme { sides, .. }
            | Self::OneOf(sides)
            | Self::Compared(sides) => 1 + sides.0.size() + sides.1.size(),
            Self::Between(ends) => {
                let ends = [&ends.0, &ends.1].into_iter().flatten();
                1 + ends.map(Self::size).max().unwrap_or_default()
            }
        }
    }

    /// Between which numbers it lies, where everything that is passed and computed lies in the range of its type.
    pub(crate) fn range(&self, of_type: (i128, i128)) -> (i128, i128) {
        let both = |sides: &(Self, Self)| (sides.0.range(of_type), sides.1.range(of_type));
        match self {
            Self::Passed(_) | Self::Computed { .. } => of_type,
            Self::Number(number) => (i128::from(*number), i128::from(*number)),
            Self::Length(_) => (0, i128::from(i32::MAX)),
            Self::Compared(_) => (-1, 1),
            Self::Extreme { is_largest, sides } => {
                let (one, two) = both(sides);
                if *is_largest {
                    (one.0.max(two.0), one.1.max(two.1))
                } else {
                    (one.0.min(two.0), one.1.min(two.1))
                }
            }
            Self::OneOf(sides) => {
                let (one, two) = both(sides);
                (one.0.min(two.0), one.1.max(two.1))
            }
            Self::Between(ends) => {
                let end = |of: &Option<Self>| of.as_ref().map_or(of_type, |of| of.range(of_type));
                (end(&ends.0).0, end(&ends.1).1)
            }
        }
    }

    /// A number between two, where one of them is known and none is too large.
    pub(crate) fn between(low: Option<Self>, high: Option<Self>) -> Option<Self> {
        let is_small = |end: &Self| end.size() < MAX_SIZE;
        let ends = (low.filter(is_small), high.filter(is_small));
        (ends.0.is_some() || ends.1.is_some()).then(|| Self::Between(Box::new(ends)))
    }

    pub(crate) fn computed(
        operation: Operation,
        data_type: DataType,
        one: Self,
        two: Self,
    ) -> Self {
        Self::Computed {
            operation,
            is_wide: data_type.is_wide(),
            sides: Box::new((one, two)),
        }
    }

    pub(crate) fn extreme(is_largest: bool, one: Self, two: Self) -> Self {
        Self::Extreme {
            is_largest,
            sides: Box::new((one, two)),
        }
    }

    /// The same with these in place of what is passed.
    fn with_passed(&self, passed: &[Option<Self>]) -> Option<Self> {
        let both = |sides: &(Self, Self)| {
            let (one, two) = (sides.0.with_passed(passed)?, sides.1.with_passed(passed)?);
            Some(Box::new((one, two)))
        };
        Some(match self {
            Self::Passed(index) => passed.get(usize::from(*index))?.clone()?,
            Self::Number(number) => Self::Number(*number),
            Self::Length(of) => Self::Length(Box::new(of.with_passed(passed)?)),
            Self::Computed {
                operation,
                is_wide,
                sides,
            } => Self::Computed {
                operation: *operation,
                is_wide: *is_wide,
                sides: both(sides)?,
            },
            Self::Extreme { is_largest, sides } => Self::Extreme {
                is_largest: *is_largest,
                sides: both(sides)?,
            },
            Self::OneOf(sides) => Self::OneOf(both(sides)?),
            Self::Compared(sides) => Self::Compared(both(sides)?),
            Self::Between(ends) => {
                let end = |of: &Option<Self>| of.as_ref()?.with_passed(passed);
                Self::between(end(&ends.0), end(&ends.1))?
            }
        })
    }

    /// One of two, of which a comparison of the two numbers `compared` chooses the first.
    fn chosen(
        comparison: Option<(Comparison, Self, Self)>,
        first: Self,
        second: Self,
    ) -> Option<Self> {
        if first == second {
            return Some(first);
        }
        if let Some((comparison, left, right)) = comparison {
            let is_less = match comparison {
                Comparison::Lt | Comparison::Le => Some(true),
                Comparison::Gt | Comparison::Ge => Some(false),
                Comparison::Eq | Comparison::Ne => None,
            };
            let is_largest = match is_less {
                Some(is_less) if first == left && second == right => Some(!is_less),
                Some(is_less) if first == right && second == left => Some(is_less),
                _ => None,
            };
            if let Some(is_largest) = is_largest {
                return Some(Self::extreme(is_largest, first, second));
            }
        }
        let either = Self::OneOf(Box::new((first, second)));
        (either.size() <= MAX_SIZE).then_some(either)
    }
}

/// What a method of the JDK returns whose code is not looked at, or says it in another way.
pub(crate) fn of_known(class: &[u8], name: &[u8], descriptor: &[u8]) -> Option<Returned> {
    let passed = Returned::Passed;
    // What does not fit ends with an exception, and what fits is what longs make of it.
    let exactly = |operation, one, two| Returned::computed(operation, DataType::Long, one, two);
    Some(match (class, name, descriptor) {
        (
            b"java/lang/Math" | b"java/lang/StrictMath" | b"java/lang/Integer" | b"java/lang/Long",
            b"min" | b"max",
            b"(II)I" | b"(JJ)J",
        ) => Returned::extreme(name == b"max", passed(0), passed(1)),
        (b"java/lang/Math" | b"java/lang/StrictMath", b"clamp", b"(JII)I" | b"(JJJ)J") => {
            let raised = Returned::extreme(true, passed(0), passed(1));
            Returned::extreme(false, raised, passed(2))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"addExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Add, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"subtractExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Subtract, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"multiplyExact", b"(II)I" | b"(JJ)J") => {
            exactly(Operation::Multiply, passed(0), passed(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"incrementExact", b"(I)I" | b"(J)J") => {
            exactly(Operation::Add, passed(0), Returned::Number(1))
        }
        (b"java/lang/Math" | b"java/lang/StrictMath", b"decrementExact", b"(I)I" | b"(J)J") => {
            exactly(Operation::Subtract, passed(0), Returned::Number(1))
        }
        (b"java/lang/Integer", b"compare", b"(II)I")
        | (b"java/lang/Long", b"compare", b"(JJ)I") => {
            Returned::Compared(Box::new((passed(0), passed(1))))
        }
        (b"java/lang/reflect/Array", b"getLength", _) => Returned::Length(Box::new(passed(0))),
        (b"java/util/Objects", b"requireNonNull" | b"checkIndex", _)
        | (b"java/lang/Math", b"toIntExact", _) => passed(0),
        // The length of an array that is to grow: at most so much more, in whole numbers without a limit, since what leaves
        // the ints is cut off.
        (b"jdk/internal/util/ArraysSupport", b"newLength", b"(III)I") => {
            let more = Returned::extreme(true, passed(1), passed(2));
            let grown = Returned::computed(Operation::Add, DataType::Long, passed(0), more);
            Returned::OneOf(Box::new((Returned::Number(0), grown)))
        }
        _ => return None,
    })
}

/// What the locals and the operand stack hold; `None` for what is not known.
#[derive(Debug, Clone)]
struct State {
    locals: Vec<Option<Returned>>,
    stack: Vec<Option<Returned>>,
}

/// How an execution ends.
enum End {
    Returns(Returned),
    /// An exception leaves.
    Throws,
}

struct Execution<'c> {
    class: &'c ClassFile<'c>,
    code: &'c Code,
    callees: &'c [(u32, Arc<Returned>)],
    steps: u32,
}

impl Execution<'_> {
    /// How it ends from an instruction on; `None` where it cannot be told.
    fn run(&mut self, from: u32, mut state: State) -> Option<End> {
        let mut at = from;
        loop {
            self.steps += 1;
            if self.steps > MAX_STEPS {
                return None;
            }
            let op = self.code.instructions.get(at as usize)?.op;
            match op {
                Op::Return(Some(_)) => return Some(End::Returns(state.stack.pop()??)),
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
                comparison = left.zip(right).map(|(left, right)| (of, left, right));
            }
            Test::Zero(of) => {
                let left = state.stack.pop()?;
                comparison = left.map(|left| (of, left, Returned::Number(0)));
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
        Some(match (taken, next) {
            (End::Returns(taken), End::Returns(next)) => {
                End::Returns(Returned::chosen(comparison, taken, next)?)
            }
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
                state
                    .stack
                    .push(value.filter(|value| value.size() <= MAX_SIZE));
            }
            Op::Negate(_) | Op::Convert { .. } | Op::InstanceOf { .. } | Op::GetField { .. } => {
                state.stack.pop()?;
                state.stack.push(None);
            }
            Op::Compare(_) | Op::ArrayLoad(_) => {
                state.stack.pop()?;
                state.stack.pop()?;
                state.stack.push(None);
            }
            Op::ArrayLength => {
                let array = state.stack.pop()?;
                state
                    .stack
                    .push(array.map(|array| Returned::Length(Box::new(array))));
            }
            Op::Pop | Op::PutStatic { .. } => {
                state.stack.pop()?;
            }
            Op::Dup => {
                let value = state.stack.last()?.clone();
                state.stack.push(value);
            }
            Op::GetStatic { .. } | Op::New { .. } => state.stack.push(None),
            Op::PutField { .. } => {
                state.stack.pop()?;
                state.stack.pop()?;
            }
            Op::Invoke { kind, pool } => self.call(at, kind, pool, state)?,
            _ => return None,
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
        if result.is_none() {
            return Some(());
        }
        let (class, name) = (member.class_bytes(), member.name_bytes());
        let known = of_known(class, name, descriptor);
        let known = known.or_else(|| {
            let number = self.class.number_returned(&member)?;
            Some(Returned::Number(number))
        });
        let value = if let Some(known) = &known {
            known.with_passed(&passed)
        } else {
            let mut callees = self.callees.iter();
            let known = callees.find(|(call, _)| *call == at);
            known.and_then(|(_, known)| known.with_passed(&passed))
        };
        state
            .stack
            .push(value.filter(|value| value.size() <= MAX_SIZE));
        Some(())
    }
}
