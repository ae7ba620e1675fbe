//! The operation of each opcode.

use crate::code_reader::Reader;
use crate::instruction::{
    ArrayElement, BinaryOp, Comparison, Constant, DataType, Instruction, InvokeKind, Op, Switch,
    Test, Wide,
};
use crate::pool::utf8;
use ristretto_classfile::{Constant as PoolConstant, ConstantPool};

/// The prefix of instructions with a wide index.
pub(super) const WIDE: u8 = 196;

const fn load(data_type: DataType, slot: u16) -> Op {
    Op::Load { data_type, slot }
}

const fn store(data_type: DataType, slot: u16) -> Op {
    Op::Store { data_type, slot }
}

const fn convert(from: DataType, to: DataType) -> Op {
    Op::Convert {
        from,
        to,
        to_narrow: None,
    }
}

fn ldc(index: u16, pool: &ConstantPool<'_>) -> Op {
    let constant = match pool.get(index) {
        Some(PoolConstant::Integer(value)) => Constant::Int(*value),
        Some(PoolConstant::Float(value)) => Constant::Float(*value),
        Some(PoolConstant::Long(value)) => Constant::Long(Wide(*value)),
        Some(PoolConstant::Double(value)) => Constant::Double(Wide(*value)),
        Some(PoolConstant::Dynamic {
            name_and_type_index,
            ..
        }) => Constant::Pool(dynamic_type(*name_and_type_index, pool)),
        Some(PoolConstant::String(text)) => {
            utf8(pool, *text).map_or(Constant::Pool(DataType::Reference), |text| Constant::Text {
                length: text.encode_utf16().count() as u32,
                is_latin: text.chars().all(|character| character <= '\u{ff}'),
            })
        }
        _ => Constant::Pool(DataType::Reference),
    };
    Op::Push(constant)
}

/// The type of a dynamically computed constant, from the descriptor of its name-and-type entry.
fn dynamic_type(name_and_type: u16, pool: &ConstantPool<'_>) -> DataType {
    pool.try_get_name_and_type(name_and_type)
        .and_then(|(_, descriptor)| pool.try_get_utf8(*descriptor))
        .ok()
        .and_then(|descriptor| crate::descriptor::field_type(descriptor.as_bytes()))
        .unwrap_or(DataType::Reference)
}

/// Reads one instruction; `None` if it is invalid or cut off. Its targets are still byte offsets from the beginning of the code.
pub(super) fn instruction(
    reader: &mut Reader<'_>,
    pool: &ConstantPool<'_>,
    switches: &mut Vec<Switch>,
) -> Option<Instruction> {
    let start = reader.position();
    let first = reader.u8()?;
    if let Some(op) = SIMPLE[usize::from(first)] {
        return Some(Instruction {
            op,
            opcode: first,
            wide: false,
        });
    }
    if first != WIDE {
        return Some(Instruction {
            op: operation(first, start, reader, pool, switches)?,
            opcode: first,
            wide: false,
        });
    }
    let opcode = reader.u8()?;
    let slot = reader.u16()?;
    let op = match opcode {
        21..=25 => load(TYPES[usize::from(opcode - 21)], slot),
        54..=58 => store(TYPES[usize::from(opcode - 54)], slot),
        132 => Op::Increment {
            slot,
            by: reader.i16()?,
        },
        169 => Op::Ret { slot },
        _ => return None,
    };
    Some(Instruction {
        op,
        opcode,
        wide: true,
    })
}

/// The types, and the elements of arrays, in the order of their opcodes.
const TYPES: [DataType; 5] = DataType::ALL;

const ELEMENTS: [ArrayElement; 8] = {
    use ArrayElement::{Byte, Char, Double, Float, Int, Long, Reference, Short};
    [Int, Long, Float, Double, Reference, Byte, Char, Short]
};

const ARITHMETIC: [BinaryOp; 5] = {
    use BinaryOp::{Add, Div, Mul, Rem, Sub};
    [Add, Sub, Mul, Div, Rem]
};

const BITWISE: [BinaryOp; 6] = {
    use BinaryOp::{And, Or, Shl, Shr, Ushr, Xor};
    [Shl, Shr, Ushr, And, Or, Xor]
};

const COMPARISONS: [Comparison; 6] = {
    use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
    [Eq, Ne, Lt, Ge, Gt, Le]
};

/// The operation of an opcode without operands; `None` for any other.
const fn simple(opcode: u8) -> Option<Op> {
    // The distance of an opcode from the first of its group.
    const fn behind(opcode: u8, first: u8) -> usize {
        (opcode - first) as usize
    }
    Some(match opcode {
        0 => Op::Nop,
        1 => Op::Push(Constant::Null),
        2..=8 => Op::Push(Constant::Int(opcode as i32 - 3)),
        9..=10 => Op::Push(Constant::Long(Wide(opcode as i64 - 9))),
        11..=13 => Op::Push(Constant::Float(opcode as f32 - 11.0)),
        14..=15 => Op::Push(Constant::Double(Wide(opcode as f64 - 14.0))),
        26..=45 => load(TYPES[behind(opcode, 26) / 4], (opcode - 26) as u16 % 4),
        46..=53 => Op::ArrayLoad(ELEMENTS[behind(opcode, 46)]),
        59..=78 => store(TYPES[behind(opcode, 59) / 4], (opcode - 59) as u16 % 4),
        79..=86 => Op::ArrayStore(ELEMENTS[behind(opcode, 79)]),
        87 => Op::Pop,
        88 => Op::Pop2,
        89 => Op::Dup,
        90 => Op::DupX1,
        91 => Op::DupX2,
        92 => Op::Dup2,
        93 => Op::Dup2X1,
        94 => Op::Dup2X2,
        95 => Op::Swap,
        96..=115 => {
            let place = behind(opcode, 96);
            Op::Binary(ARITHMETIC[place / 4], TYPES[place % 4])
        }
        116..=119 => Op::Negate(TYPES[behind(opcode, 116)]),
        120..=131 => {
            let place = behind(opcode, 120);
            Op::Binary(BITWISE[place / 2], TYPES[place % 2])
        }
        133..=144 => {
            // From each of four types to each of the other three.
            let (from, to) = (behind(opcode, 133) / 3, behind(opcode, 133) % 3);
            convert(TYPES[from], TYPES[to + (to >= from) as usize])
        }
        145..=147 => Op::Convert {
            from: DataType::Int,
            to: DataType::Int,
            to_narrow: Some(ELEMENTS[5 + behind(opcode, 145)]),
        },
        148 => Op::Compare(DataType::Long),
        149..=150 => Op::Compare(DataType::Float),
        151..=152 => Op::Compare(DataType::Double),
        172..=176 => Op::Return(Some(TYPES[behind(opcode, 172)])),
        177 => Op::Return(None),
        190 => Op::ArrayLength,
        191 => Op::Throw,
        194 => Op::MonitorEnter,
        195 => Op::MonitorExit,
        202 | 254 | 255 => Op::Reserved,
        _ => return None,
    })
}

/// The operation of an opcode with operands, which was read at an offset.
fn operation(
    opcode: u8,
    start: usize,
    reader: &mut Reader<'_>,
    pool: &ConstantPool<'_>,
    switches: &mut Vec<Switch>,
) -> Option<Op> {
    // The distance of the opcode from the first of its group.
    let behind = |first: u8| usize::from(opcode - first);
    Some(match opcode {
        16 => Op::Push(Constant::Int(i32::from(reader.i8()?))),
        17 => Op::Push(Constant::Int(i32::from(reader.i16()?))),
        18 => ldc(u16::from(reader.u8()?), pool),
        19..=20 => ldc(reader.u16()?, pool),
        21..=25 => load(TYPES[behind(21)], u16::from(reader.u8()?)),
        54..=58 => store(TYPES[behind(54)], u16::from(reader.u8()?)),
        132 => Op::Increment {
            slot: u16::from(reader.u8()?),
            by: i16::from(reader.i8()?),
        },
        153..=158 => branch(Test::Zero(COMPARISONS[behind(153)]), start, reader)?,
        159..=164 => branch(Test::Ints(COMPARISONS[behind(159)]), start, reader)?,
        165..=166 => {
            let equal = opcode == 165;
            branch(Test::References { equal }, start, reader)?
        }
        167 => Op::Goto {
            target: absolute(start, i32::from(reader.i16()?))?,
        },
        168 => Op::Jsr {
            target: absolute(start, i32::from(reader.i16()?))?,
        },
        169 => Op::Ret {
            slot: u16::from(reader.u8()?),
        },
        170..=171 => {
            let table = opcode == 170;
            switches.push(switch(table, start, reader)?);
            let index = switches.len() as u32 - 1;
            Op::Switch { table, index }
        }
        178 => Op::GetStatic {
            pool: reader.u16()?,
        },
        179 => Op::PutStatic {
            pool: reader.u16()?,
        },
        180 => Op::GetField {
            pool: reader.u16()?,
        },
        181 => Op::PutField {
            pool: reader.u16()?,
        },
        182 => invoke(InvokeKind::Virtual, reader)?,
        183 => invoke(InvokeKind::Special, reader)?,
        184 => invoke(InvokeKind::Static, reader)?,
        185 => {
            let op = invoke(InvokeKind::Interface, reader)?;
            let _count = reader.u8()?;
            (reader.u8()? == 0).then_some(op)?
        }
        186 => {
            let op = invoke(InvokeKind::Dynamic, reader)?;
            (reader.u16()? == 0).then_some(op)?
        }
        187 => Op::New {
            pool: reader.u16()?,
        },
        188 => Op::NewArray {
            pool: None,
            element: match reader.u8()? {
                4 | 8 => ArrayElement::Byte,
                5 => ArrayElement::Char,
                6 => ArrayElement::Float,
                7 => ArrayElement::Double,
                9 => ArrayElement::Short,
                10 => ArrayElement::Int,
                11 => ArrayElement::Long,
                _ => return None,
            },
        },
        189 => Op::NewArray {
            pool: Some(reader.u16()?),
            element: ArrayElement::Reference,
        },
        192 => Op::CheckCast {
            pool: reader.u16()?,
        },
        193 => Op::InstanceOf {
            pool: reader.u16()?,
        },
        197 => Op::MultiNewArray {
            pool: reader.u16()?,
            dimensions: reader.u8()?,
        },
        198..=199 => {
            let null = opcode == 198;
            branch(Test::Null { null }, start, reader)?
        }
        200 => Op::Goto {
            target: absolute(start, reader.i32()?)?,
        },
        201 => Op::Jsr {
            target: absolute(start, reader.i32()?)?,
        },
        _ => return None,
    })
}

fn branch(test: Test, start: usize, reader: &mut Reader<'_>) -> Option<Op> {
    let target = absolute(start, i32::from(reader.i16()?))?;
    Some(Op::Branch { test, target })
}

fn invoke(kind: InvokeKind, reader: &mut Reader<'_>) -> Option<Op> {
    let pool = reader.u16()?;
    Some(Op::Invoke { kind, pool })
}

/// The targets of a switch.
fn switch(table: bool, start: usize, reader: &mut Reader<'_>) -> Option<Switch> {
    for _ in 0..3 - start % 4 {
        reader.u8()?;
    }
    let default = absolute(start, reader.i32()?)?;
    let mut cases = Vec::new();
    if table {
        let (low, high) = (reader.i32()?, reader.i32()?);
        for case in low..=high {
            cases.push((case, absolute(start, reader.i32()?)?));
        }
    } else {
        for _ in 0..reader.i32()? {
            let case = reader.i32()?;
            cases.push((case, absolute(start, reader.i32()?)?));
        }
    }
    Some(Switch { default, cases })
}

/// The offset from the beginning of the code of a target relative to an instruction.
fn absolute(start: usize, distance: i32) -> Option<u32> {
    u32::try_from(start as i64 + i64::from(distance)).ok()
}

/// [`simple`] for every opcode, because more than half of all instructions are looked up here.
static SIMPLE: [Option<Op>; 256] = {
    let mut table = [None; 256];
    let mut opcode = 0;
    while opcode < table.len() {
        table[opcode] = simple(opcode as u8);
        opcode += 1;
    }
    table
};
