//! The instruction of a basic block that produced a value on the operand stack.

use bytecode::{
    ArrayElement, BinaryOp, ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, Op,
};

/// The number of stack words that an instruction takes and leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Effect {
    takes: u32,
    leaves: u32,
}

pub(crate) const fn words(data_type: DataType) -> u32 {
    match data_type {
        DataType::Long | DataType::Double => 2,
        DataType::Int | DataType::Float | DataType::Reference => 1,
    }
}

const fn element_words(element: ArrayElement) -> u32 {
    match element {
        ArrayElement::Long | ArrayElement::Double => 2,
        _ => 1,
    }
}

const fn constant_words(constant: Constant) -> u32 {
    match constant {
        Constant::Long(_) | Constant::Double(_) => 2,
        Constant::Pool(data_type) => words(data_type),
        Constant::Null | Constant::Int(_) | Constant::Float(_) | Constant::Text { .. } => 1,
    }
}

fn field_words(class: &ClassFile<'_>, pool: u16) -> u32 {
    let descriptor = class.descriptor(pool);
    let data_type = descriptor.and_then(bytecode::field_type);
    data_type.map_or(1, words)
}

fn of_call(class: &ClassFile<'_>, kind: InvokeKind, pool: u16) -> Option<Effect> {
    let descriptor = Descriptor::new(class.descriptor(pool)?);
    let arguments: u32 = descriptor.arguments().map(words).sum();
    let receiver = u32::from(!matches!(kind, InvokeKind::Static | InvokeKind::Dynamic));
    Some(Effect {
        takes: arguments + receiver,
        leaves: descriptor.result().map_or(0, words),
    })
}

fn effect(class: &ClassFile<'_>, op: Op) -> Option<Effect> {
    let (takes, leaves) = match op {
        Op::Nop | Op::Increment { .. } | Op::Goto { .. } | Op::Ret { .. } => (0, 0),
        Op::Push(constant) => (0, constant_words(constant)),
        Op::Load { data_type, .. } => (0, words(data_type)),
        Op::Store { data_type, .. } => (words(data_type), 0),
        Op::ArrayLoad(element) => (2, element_words(element)),
        Op::ArrayStore(element) => (2 + element_words(element), 0),
        Op::Pop | Op::Throw | Op::MonitorEnter | Op::MonitorExit | Op::Switch { .. } => (1, 0),
        Op::Pop2 => (2, 0),
        Op::Dup => (1, 2),
        Op::DupX1 => (2, 3),
        Op::DupX2 => (3, 4),
        Op::Dup2 => (2, 4),
        Op::Dup2X1 => (3, 5),
        Op::Dup2X2 => (4, 6),
        Op::Swap => (2, 2),
        Op::Binary(operator, data_type) => {
            let is_shift = matches!(operator, BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Ushr);
            let second = if is_shift { 1 } else { words(data_type) };
            (words(data_type) + second, words(data_type))
        }
        Op::Negate(data_type) => (words(data_type), words(data_type)),
        Op::Convert { from, to, .. } => (words(from), words(to)),
        Op::Compare(data_type) => (2 * words(data_type), 1),
        Op::GetStatic { pool } => (0, field_words(class, pool)),
        Op::PutStatic { pool } => (field_words(class, pool), 0),
        Op::GetField { pool } => (1, field_words(class, pool)),
        Op::PutField { pool } => (1 + field_words(class, pool), 0),
        Op::Invoke { kind, pool } => return of_call(class, kind, pool),
        Op::New { .. } | Op::Jsr { .. } => (0, 1),
        Op::NewArray { .. } | Op::ArrayLength | Op::CheckCast { .. } | Op::InstanceOf { .. } => {
            (1, 1)
        }
        Op::MultiNewArray { dimensions, .. } => (u32::from(dimensions), 1),
        Op::Branch { .. } | Op::Return(_) | Op::Reserved => return None,
    };
    Some(Effect { takes, leaves })
}

/// The instruction that produced the word `below` words under the top of the stack before `at`, if it is in the block that begins
/// at `start`. A copy made by `dup` counts as its original.
pub(crate) fn producer(
    class: &ClassFile<'_>,
    code: &Code,
    start: u32,
    at: u32,
    below: u32,
) -> Option<u32> {
    let mut wanted = below;
    let mut at = at;
    while at > start {
        at -= 1;
        let op = code.instructions.get(at as usize)?.op;
        let effect = effect(class, op)?;
        if wanted >= effect.leaves {
            wanted = wanted - effect.leaves + effect.takes;
            continue;
        }
        match op {
            Op::Dup => wanted = 0,
            Op::Dup2 => wanted %= 2,
            Op::DupX1 | Op::DupX2 | Op::Dup2X1 | Op::Dup2X2 | Op::Swap => return None,
            _ => return Some(at),
        }
    }
    None
}
