//! Digests that identify code.

use crate::class_file::ClassFile;
use crate::instruction::is_pooled;
use crate::{Code, Constant, Op};

/// A digest of a method's instructions: opcodes, locals, small numbers and jump targets, but not the constants of the pool.
/// `Flow.java` computes the same.
pub fn code_digest(code: &Code) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut mix = |word: i64| {
        hash = (hash ^ (word & 0xffff_ffff).cast_unsigned()).wrapping_mul(0x0100_0000_01b3);
    };
    for instruction in &code.instructions {
        let opcode = i64::from(instruction.opcode);
        mix(if instruction.wide {
            opcode | 256
        } else {
            opcode
        });
        match instruction.op {
            Op::Push(Constant::Int(value)) if matches!(instruction.opcode, 16 | 17) => {
                mix(i64::from(value));
            }
            Op::Load { slot, .. } | Op::Store { slot, .. } if matches!(instruction.opcode, 21..=25 | 54..=58) =>
            {
                mix(i64::from(slot));
            }
            Op::Increment { slot, by } => {
                mix(i64::from(slot));
                mix(i64::from(by));
            }
            Op::Ret { slot } if instruction.wide => mix(i64::from(slot)),
            Op::Branch { target, .. } | Op::Goto { target } | Op::Jsr { target } => {
                mix(i64::from(target));
            }
            Op::Switch { index, .. } => {
                if let Some(switch) = code.switches.get(index as usize) {
                    mix(i64::from(switch.default));
                    for (value, target) in &switch.cases {
                        mix(i64::from(*value));
                        mix(i64::from(*target));
                    }
                }
            }
            _ => {}
        }
    }
    hash
}

/// A digest of everything that a method does: its instructions as in [`code_digest`], and the constants, members and classes that
/// they refer to. It does not depend on the lines of the code, or on the order of the constant pool.
pub fn body_digest(class: &ClassFile<'_>, code: &Code) -> u64 {
    let mut hash = code_digest(code);
    let mut mix = |bytes: &[u8]| {
        for byte in bytes {
            hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
        // Two names differ from one longer name.
        hash = (hash ^ 0x100).wrapping_mul(0x0100_0000_01b3);
    };
    for instruction in &code.instructions {
        match instruction.op {
            Op::Push(constant) if is_pooled(instruction.opcode) => {
                mix(format!("{constant:?}").as_bytes());
            }
            Op::GetStatic { pool }
            | Op::PutStatic { pool }
            | Op::GetField { pool }
            | Op::PutField { pool }
            | Op::Invoke { pool, .. } => {
                if let Some(member) = class.member(pool) {
                    mix(member.class);
                    mix(member.name);
                    mix(member.descriptor);
                }
            }
            Op::New { pool }
            | Op::CheckCast { pool }
            | Op::InstanceOf { pool }
            | Op::MultiNewArray { pool, .. } => {
                if let Some(name) = class.class(pool) {
                    mix(name.as_bytes());
                }
            }
            Op::NewArray { element, .. } => mix(format!("{element:?}").as_bytes()),
            _ => {}
        }
    }
    hash
}
