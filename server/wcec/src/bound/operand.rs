//! The operands of a comparison, read backwards from their use.

use super::limits::limits_of;
use super::linear::Linear;
use super::linear::is_plain;
use bytecode::{
    ArrayElement, BinaryOp, ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, Op, Wide,
};

/// Expressions nested deeper than this are not read.
const MAX_DEPTH: u32 = 16;

/// A value in which an expression is linear.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    /// A local as it is before this instruction.
    Local { slot: u16, at: u32 },
    /// The value that this `getfield` or `getstatic` reads.
    Field { at: u32 },
    /// The result of this `arraylength`.
    Length { at: u32 },
}

/// An expression and where it begins.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) value: Linear<Leaf>,
    /// Its first instruction; `None` if it is unknown what is below it on the stack.
    start: Option<usize>,
}

/// Reads expressions within one block.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reader<'c> {
    pub(crate) class: &'c ClassFile<'c>,
    pub(crate) code: &'c Code,
    /// True if what the class says about its fields holds.
    pub(crate) are_fields_settled: bool,
    /// The first instruction of the block.
    pub(crate) block_start: usize,
}

impl Reader<'_> {
    /// The number on top of the stack before the instruction `end`.
    pub(crate) fn number(self, end: usize) -> Option<Linear<Leaf>> {
        self.operand(end, 0).map(|operand| operand.value)
    }

    /// The two numbers on top of the stack before the instruction `end`, the lower one first.
    pub(crate) fn two_numbers(self, end: usize) -> Option<(Linear<Leaf>, Linear<Leaf>)> {
        let upper = self.operand(end, 0)?;
        let lower = self.operand(upper.start?, 0)?;
        Some((lower.value, upper.value))
    }

    /// The last instruction before `end` that pushes something or pops something.
    pub(crate) fn last_before(self, end: usize) -> Option<(usize, Op)> {
        self.code
            .instructions
            .get(self.block_start..end)?
            .iter()
            .enumerate()
            .rev()
            .find(|(_, instruction)| !matches!(instruction.op, Op::Nop | Op::Increment { .. }))
            .map(|(offset, instruction)| (self.block_start + offset, instruction.op))
    }

    fn operand(self, end: usize, depth: u32) -> Option<Operand> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (at, op) = self.last_before(end)?;
        let whole = |value, start| Some(Operand { value, start });
        match op {
            Op::Push(Constant::Int(number)) => {
                whole(Linear::constant(i128::from(number)), Some(at))
            }
            Op::Push(Constant::Long(Wide(number))) => whole(
                // Numbers near the limits of a long can only make a loop endless.
                Linear::constant(0).plus(&Linear::constant(i128::from(number)), 1)?,
                Some(at),
            ),
            Op::Load {
                data_type: DataType::Int | DataType::Long,
                slot,
            } => {
                let at = at as u32;
                whole(Linear::leaf(Leaf::Local { slot, at }), Some(at as usize))
            }
            Op::Binary(operation, data_type @ (DataType::Int | DataType::Long)) => {
                let right = self.operand(at, depth + 1)?;
                let left = self.operand(right.start?, depth + 1)?;
                // A sum with the least number of the type changes the order of numbers.
                let least = Linear::constant(limits_of(data_type).0);
                if [&left.value, &right.value].contains(&&least) {
                    return None;
                }
                let value = match operation {
                    BinaryOp::Add => left.value.plus(&right.value, 1)?,
                    BinaryOp::Sub => left.value.plus(&right.value, -1)?,
                    BinaryOp::Mul if right.value.is_constant() => {
                        left.value.times(right.value.constant)?
                    }
                    BinaryOp::Mul if left.value.is_constant() => {
                        right.value.times(left.value.constant)?
                    }
                    // `~n` is −n − 1.
                    BinaryOp::Xor if right.value == Linear::constant(-1) => {
                        Linear::constant(-1).plus(&left.value, -1)?
                    }
                    _ => return None,
                };
                whole(value, left.start)
            }
            Op::Negate(DataType::Int | DataType::Long) => {
                let negated = self.operand(at, depth + 1)?;
                whole(negated.value.times(-1)?, negated.start)
            }
            Op::Convert {
                from: DataType::Int,
                to: DataType::Long,
                ..
            } => {
                // An int result wraps around as an int.
                let value = self.operand(at, depth + 1)?;
                is_plain(&value.value).then_some(value)
            }
            Op::GetStatic { pool } => whole(self.field(at, pool), Some(at)),
            Op::GetField { pool } => {
                whole(self.field(at, pool), self.reference_start(at, depth + 1))
            }
            Op::Invoke { kind, pool } => {
                let member = self.class.member(pool)?;
                let number = self.class.number_returned(&member)?;
                let (arguments, _) = Descriptor::new(member.descriptor_bytes()).count_and_result();
                let passed = (0..arguments).try_fold(at, |end, _| {
                    self.operand(end, depth + 1).and_then(|passed| passed.start)
                });
                let start = match kind {
                    InvokeKind::Static => passed,
                    _ => passed.and_then(|end| self.reference_start(end, depth + 1)),
                };
                whole(Linear::constant(i128::from(number)), start)
            }
            Op::ArrayLength => {
                let known = match self.last_before(at) {
                    Some((_, Op::GetStatic { pool })) => {
                        let member = self.class.member(pool);
                        member.and_then(|member| self.class.length_in_field(&member))
                    }
                    _ => None,
                };
                let length = known.map_or_else(
                    || Linear::leaf(Leaf::Length { at: at as u32 }),
                    |length| Linear::constant(i128::from(length)),
                );
                whole(length, self.reference_start(at, depth + 1))
            }
            Op::Dup | Op::Dup2 => whole(self.operand(at, depth + 1)?.value, None),
            Op::Store {
                data_type: DataType::Int | DataType::Long,
                slot,
            } => {
                // A value that is assigned and also used, `(i = i + 1) < n`, was copied before it was stored.
                let (copy, Op::Dup | Op::Dup2) = self.last_before(at)? else {
                    return None;
                };
                let stored = Leaf::Local {
                    slot,
                    at: at as u32 + 1,
                };
                let start = self.operand(copy, depth + 1).and_then(|value| value.start);
                whole(Linear::leaf(stored), start)
            }
            _ => None,
        }
    }

    /// The value that an instruction reads from a field.
    fn field(self, at: usize, pool: u16) -> Linear<Leaf> {
        let member = self.class.member(pool).filter(|_| self.are_fields_settled);
        let known = member.and_then(|member| self.class.number_in_field(&member));
        known.map_or_else(
            || Linear::leaf(Leaf::Field { at: at as u32 }),
            |number| Linear::constant(i128::from(number)),
        )
    }

    /// Where the computation of the reference on top of the stack before `end` begins.
    fn reference_start(self, end: usize, depth: u32) -> Option<usize> {
        if depth > MAX_DEPTH {
            return None;
        }
        let (at, op) = self.last_before(end)?;
        match op {
            Op::Load { .. } | Op::GetStatic { .. } => Some(at),
            Op::GetField { .. } | Op::CheckCast { .. } => self.reference_start(at, depth + 1),
            Op::ArrayLoad(ArrayElement::Reference) => {
                let index = self.operand(at, depth + 1)?;
                self.reference_start(index.start?, depth + 1)
            }
            _ => None,
        }
    }

    /// Where the computation of the array ends from which the `aaload` at this instruction loads.
    pub(crate) fn end_of_array(self, load: usize) -> Option<usize> {
        self.operand(load, 0)?.start
    }
}
