//! From the class-file library's instructions to ours: short and wide forms resolved, constants looked up.

use crate::instruction::{
    ArrayElement, BinaryOp, Comparison, Constant, DataType, Instruction, InvokeKind, Op, Switch,
    Test,
};
use ristretto_classfile::attributes::{ArrayType, Instruction as I};
use ristretto_classfile::{Constant as PoolConstant, ConstantPool};

/// Decodes the instructions of one method. Switch targets go to the second list, found by [`Op::Switch`]'s index.
pub(crate) fn decode(code: &[I], pool: &ConstantPool<'_>) -> (Vec<Instruction>, Vec<Switch>) {
    let mut switches = Vec::new();
    let instructions = code
        .iter()
        .enumerate()
        .map(|(index, raw)| {
            let (opcode, wide) = opcode(raw);
            Instruction {
                op: decode_one(index, raw, pool, &mut switches),
                opcode,
                wide,
            }
        })
        .collect();
    (instructions, switches)
}

/// The byte offset of each instruction: the class-file library keeps offsets in the local-variable table only.
pub(crate) fn byte_offsets(code: &[Instruction], switches: &[Switch]) -> Vec<u32> {
    let mut offset = 0_u32;
    code.iter()
        .map(|instruction| {
            let start = offset;
            offset += byte_length(instruction, switches, start);
            start
        })
        .collect()
}

/// The length in bytes of an instruction at this offset (JVM specification chapter 6).
fn byte_length(instruction: &Instruction, switches: &[Switch], offset: u32) -> u32 {
    match instruction.opcode {
        132 if instruction.wide => 6,
        _ if instruction.wide => 4,
        16 | 18 | 21..=25 | 54..=58 | 169 | 188 => 2,
        17 | 19 | 20 | 132 | 153..=168 | 178..=184 | 187 | 189 | 192 | 193 | 198 | 199 => 3,
        197 => 4,
        185 | 186 | 200 | 201 => 5,
        opcode @ (170 | 171) => {
            let cases = match instruction.op {
                Op::Switch { index, .. } => switches
                    .get(index as usize)
                    .map_or(0, |switch| switch.cases.len() as u32),
                _ => 0,
            };
            let padding = 3 - offset % 4;
            if opcode == 170 {
                1 + padding + 12 + 4 * cases
            } else {
                1 + padding + 8 + 8 * cases
            }
        }
        _ => 1,
    }
}

/// The opcode byte and whether the `wide` prefix widens it.
fn opcode(raw: &I) -> (u8, bool) {
    match raw {
        I::Iload_w(_) => (21, true),
        I::Lload_w(_) => (22, true),
        I::Fload_w(_) => (23, true),
        I::Dload_w(_) => (24, true),
        I::Aload_w(_) => (25, true),
        I::Istore_w(_) => (54, true),
        I::Lstore_w(_) => (55, true),
        I::Fstore_w(_) => (56, true),
        I::Dstore_w(_) => (57, true),
        I::Astore_w(_) => (58, true),
        I::Iinc_w(..) => (132, true),
        I::Ret_w(_) => (169, true),
        _ => (raw.code(), false),
    }
}

fn load(data_type: DataType, slot: u16) -> Op {
    Op::Load { data_type, slot }
}

fn store(data_type: DataType, slot: u16) -> Op {
    Op::Store { data_type, slot }
}

fn convert(from: DataType, to: DataType) -> Op {
    Op::Convert {
        from,
        to,
        to_narrow: None,
    }
}

fn narrow(element: ArrayElement) -> Op {
    Op::Convert {
        from: DataType::Int,
        to: DataType::Int,
        to_narrow: Some(element),
    }
}

fn branch(test: Test, target: u16) -> Op {
    Op::Branch {
        test,
        target: u32::from(target),
    }
}

fn ldc(index: u16, pool: &ConstantPool<'_>) -> Op {
    let constant = match pool.get(index) {
        Some(PoolConstant::Integer(value)) => Constant::Int(*value),
        Some(PoolConstant::Float(value)) => Constant::Float(*value),
        Some(PoolConstant::Long(value)) => Constant::Long(*value),
        Some(PoolConstant::Double(value)) => Constant::Double(*value),
        Some(PoolConstant::Dynamic {
            name_and_type_index,
            ..
        }) => Constant::Pool(dynamic_type(*name_and_type_index, pool)),
        _ => Constant::Pool(DataType::Reference),
    };
    Op::PushPool(constant)
}

/// The type of a dynamically computed constant, by the descriptor of its name-and-type entry.
fn dynamic_type(name_and_type: u16, pool: &ConstantPool<'_>) -> DataType {
    pool.try_get_name_and_type(name_and_type)
        .and_then(|(_, descriptor)| pool.try_get_utf8(*descriptor))
        .ok()
        .and_then(|descriptor| crate::descriptor::field_type(descriptor.as_bytes()))
        .unwrap_or(DataType::Reference)
}

fn new_array(array_type: &ArrayType) -> Op {
    Op::NewArray(match array_type {
        ArrayType::Boolean | ArrayType::Byte => ArrayElement::Byte,
        ArrayType::Char => ArrayElement::Char,
        ArrayType::Short => ArrayElement::Short,
        ArrayType::Int => ArrayElement::Int,
        ArrayType::Long => ArrayElement::Long,
        ArrayType::Float => ArrayElement::Float,
        ArrayType::Double => ArrayElement::Double,
    })
}

/// The library keeps switch targets relative to the switch; ours are absolute.
fn absolute(index: usize, offset: i32) -> u32 {
    i64::try_from(index)
        .ok()
        .and_then(|index| u32::try_from(index + i64::from(offset)).ok())
        .unwrap_or(u32::MAX)
}

#[rustfmt::skip]
fn decode_one(index: usize, raw: &I, pool: &ConstantPool<'_>, switches: &mut Vec<Switch>) -> Op {
    match raw {
        I::Iload(slot) => load(DataType::Int, u16::from(*slot)),
        I::Iload_w(slot) => load(DataType::Int, *slot),
        I::Iload_0 => load(DataType::Int, 0),
        I::Iload_1 => load(DataType::Int, 1),
        I::Iload_2 => load(DataType::Int, 2),
        I::Iload_3 => load(DataType::Int, 3),
        I::Istore(slot) => store(DataType::Int, u16::from(*slot)),
        I::Istore_w(slot) => store(DataType::Int, *slot),
        I::Istore_0 => store(DataType::Int, 0),
        I::Istore_1 => store(DataType::Int, 1),
        I::Istore_2 => store(DataType::Int, 2),
        I::Istore_3 => store(DataType::Int, 3),
        I::Lload(slot) => load(DataType::Long, u16::from(*slot)),
        I::Lload_w(slot) => load(DataType::Long, *slot),
        I::Lload_0 => load(DataType::Long, 0),
        I::Lload_1 => load(DataType::Long, 1),
        I::Lload_2 => load(DataType::Long, 2),
        I::Lload_3 => load(DataType::Long, 3),
        I::Lstore(slot) => store(DataType::Long, u16::from(*slot)),
        I::Lstore_w(slot) => store(DataType::Long, *slot),
        I::Lstore_0 => store(DataType::Long, 0),
        I::Lstore_1 => store(DataType::Long, 1),
        I::Lstore_2 => store(DataType::Long, 2),
        I::Lstore_3 => store(DataType::Long, 3),
        I::Fload(slot) => load(DataType::Float, u16::from(*slot)),
        I::Fload_w(slot) => load(DataType::Float, *slot),
        I::Fload_0 => load(DataType::Float, 0),
        I::Fload_1 => load(DataType::Float, 1),
        I::Fload_2 => load(DataType::Float, 2),
        I::Fload_3 => load(DataType::Float, 3),
        I::Fstore(slot) => store(DataType::Float, u16::from(*slot)),
        I::Fstore_w(slot) => store(DataType::Float, *slot),
        I::Fstore_0 => store(DataType::Float, 0),
        I::Fstore_1 => store(DataType::Float, 1),
        I::Fstore_2 => store(DataType::Float, 2),
        I::Fstore_3 => store(DataType::Float, 3),
        I::Dload(slot) => load(DataType::Double, u16::from(*slot)),
        I::Dload_w(slot) => load(DataType::Double, *slot),
        I::Dload_0 => load(DataType::Double, 0),
        I::Dload_1 => load(DataType::Double, 1),
        I::Dload_2 => load(DataType::Double, 2),
        I::Dload_3 => load(DataType::Double, 3),
        I::Dstore(slot) => store(DataType::Double, u16::from(*slot)),
        I::Dstore_w(slot) => store(DataType::Double, *slot),
        I::Dstore_0 => store(DataType::Double, 0),
        I::Dstore_1 => store(DataType::Double, 1),
        I::Dstore_2 => store(DataType::Double, 2),
        I::Dstore_3 => store(DataType::Double, 3),
        I::Aload(slot) => load(DataType::Reference, u16::from(*slot)),
        I::Aload_w(slot) => load(DataType::Reference, *slot),
        I::Aload_0 => load(DataType::Reference, 0),
        I::Aload_1 => load(DataType::Reference, 1),
        I::Aload_2 => load(DataType::Reference, 2),
        I::Aload_3 => load(DataType::Reference, 3),
        I::Astore(slot) => store(DataType::Reference, u16::from(*slot)),
        I::Astore_w(slot) => store(DataType::Reference, *slot),
        I::Astore_0 => store(DataType::Reference, 0),
        I::Astore_1 => store(DataType::Reference, 1),
        I::Astore_2 => store(DataType::Reference, 2),
        I::Astore_3 => store(DataType::Reference, 3),
        I::Iaload => Op::ArrayLoad(ArrayElement::Int),
        I::Iastore => Op::ArrayStore(ArrayElement::Int),
        I::Laload => Op::ArrayLoad(ArrayElement::Long),
        I::Lastore => Op::ArrayStore(ArrayElement::Long),
        I::Faload => Op::ArrayLoad(ArrayElement::Float),
        I::Fastore => Op::ArrayStore(ArrayElement::Float),
        I::Daload => Op::ArrayLoad(ArrayElement::Double),
        I::Dastore => Op::ArrayStore(ArrayElement::Double),
        I::Aaload => Op::ArrayLoad(ArrayElement::Reference),
        I::Aastore => Op::ArrayStore(ArrayElement::Reference),
        I::Baload => Op::ArrayLoad(ArrayElement::Byte),
        I::Bastore => Op::ArrayStore(ArrayElement::Byte),
        I::Caload => Op::ArrayLoad(ArrayElement::Char),
        I::Castore => Op::ArrayStore(ArrayElement::Char),
        I::Saload => Op::ArrayLoad(ArrayElement::Short),
        I::Sastore => Op::ArrayStore(ArrayElement::Short),
        I::Iadd => Op::Binary(BinaryOp::Add, DataType::Int),
        I::Ladd => Op::Binary(BinaryOp::Add, DataType::Long),
        I::Fadd => Op::Binary(BinaryOp::Add, DataType::Float),
        I::Dadd => Op::Binary(BinaryOp::Add, DataType::Double),
        I::Isub => Op::Binary(BinaryOp::Sub, DataType::Int),
        I::Lsub => Op::Binary(BinaryOp::Sub, DataType::Long),
        I::Fsub => Op::Binary(BinaryOp::Sub, DataType::Float),
        I::Dsub => Op::Binary(BinaryOp::Sub, DataType::Double),
        I::Imul => Op::Binary(BinaryOp::Mul, DataType::Int),
        I::Lmul => Op::Binary(BinaryOp::Mul, DataType::Long),
        I::Fmul => Op::Binary(BinaryOp::Mul, DataType::Float),
        I::Dmul => Op::Binary(BinaryOp::Mul, DataType::Double),
        I::Idiv => Op::Binary(BinaryOp::Div, DataType::Int),
        I::Ldiv => Op::Binary(BinaryOp::Div, DataType::Long),
        I::Fdiv => Op::Binary(BinaryOp::Div, DataType::Float),
        I::Ddiv => Op::Binary(BinaryOp::Div, DataType::Double),
        I::Irem => Op::Binary(BinaryOp::Rem, DataType::Int),
        I::Lrem => Op::Binary(BinaryOp::Rem, DataType::Long),
        I::Frem => Op::Binary(BinaryOp::Rem, DataType::Float),
        I::Drem => Op::Binary(BinaryOp::Rem, DataType::Double),
        I::Ishl => Op::Binary(BinaryOp::Shl, DataType::Int),
        I::Lshl => Op::Binary(BinaryOp::Shl, DataType::Long),
        I::Ishr => Op::Binary(BinaryOp::Shr, DataType::Int),
        I::Lshr => Op::Binary(BinaryOp::Shr, DataType::Long),
        I::Iushr => Op::Binary(BinaryOp::Ushr, DataType::Int),
        I::Lushr => Op::Binary(BinaryOp::Ushr, DataType::Long),
        I::Iand => Op::Binary(BinaryOp::And, DataType::Int),
        I::Land => Op::Binary(BinaryOp::And, DataType::Long),
        I::Ior => Op::Binary(BinaryOp::Or, DataType::Int),
        I::Lor => Op::Binary(BinaryOp::Or, DataType::Long),
        I::Ixor => Op::Binary(BinaryOp::Xor, DataType::Int),
        I::Lxor => Op::Binary(BinaryOp::Xor, DataType::Long),
        I::Ineg => Op::Negate(DataType::Int),
        I::Lneg => Op::Negate(DataType::Long),
        I::Fneg => Op::Negate(DataType::Float),
        I::Dneg => Op::Negate(DataType::Double),
        I::I2l => convert(DataType::Int, DataType::Long),
        I::I2f => convert(DataType::Int, DataType::Float),
        I::I2d => convert(DataType::Int, DataType::Double),
        I::L2i => convert(DataType::Long, DataType::Int),
        I::L2f => convert(DataType::Long, DataType::Float),
        I::L2d => convert(DataType::Long, DataType::Double),
        I::F2i => convert(DataType::Float, DataType::Int),
        I::F2l => convert(DataType::Float, DataType::Long),
        I::F2d => convert(DataType::Float, DataType::Double),
        I::D2i => convert(DataType::Double, DataType::Int),
        I::D2l => convert(DataType::Double, DataType::Long),
        I::D2f => convert(DataType::Double, DataType::Float),
        I::I2b => narrow(ArrayElement::Byte),
        I::I2c => narrow(ArrayElement::Char),
        I::I2s => narrow(ArrayElement::Short),
        I::Iconst_m1 => Op::Push(Constant::Int(-1)),
        I::Iconst_0 => Op::Push(Constant::Int(0)),
        I::Iconst_1 => Op::Push(Constant::Int(1)),
        I::Iconst_2 => Op::Push(Constant::Int(2)),
        I::Iconst_3 => Op::Push(Constant::Int(3)),
        I::Iconst_4 => Op::Push(Constant::Int(4)),
        I::Iconst_5 => Op::Push(Constant::Int(5)),
        I::Lconst_0 => Op::Push(Constant::Long(0)),
        I::Lconst_1 => Op::Push(Constant::Long(1)),
        I::Fconst_0 => Op::Push(Constant::Float(0.0)),
        I::Fconst_1 => Op::Push(Constant::Float(1.0)),
        I::Fconst_2 => Op::Push(Constant::Float(2.0)),
        I::Dconst_0 => Op::Push(Constant::Double(0.0)),
        I::Dconst_1 => Op::Push(Constant::Double(1.0)),
        I::Ifeq(target) => branch(Test::Zero(Comparison::Eq), *target),
        I::If_icmpeq(target) => branch(Test::Ints(Comparison::Eq), *target),
        I::Ifne(target) => branch(Test::Zero(Comparison::Ne), *target),
        I::If_icmpne(target) => branch(Test::Ints(Comparison::Ne), *target),
        I::Iflt(target) => branch(Test::Zero(Comparison::Lt), *target),
        I::If_icmplt(target) => branch(Test::Ints(Comparison::Lt), *target),
        I::Ifge(target) => branch(Test::Zero(Comparison::Ge), *target),
        I::If_icmpge(target) => branch(Test::Ints(Comparison::Ge), *target),
        I::Ifgt(target) => branch(Test::Zero(Comparison::Gt), *target),
        I::If_icmpgt(target) => branch(Test::Ints(Comparison::Gt), *target),
        I::Ifle(target) => branch(Test::Zero(Comparison::Le), *target),
        I::If_icmple(target) => branch(Test::Ints(Comparison::Le), *target),
        I::Pop => Op::Pop,
        I::Pop2 => Op::Pop2,
        I::Dup => Op::Dup,
        I::Dup_x1 => Op::DupX1,
        I::Dup_x2 => Op::DupX2,
        I::Dup2 => Op::Dup2,
        I::Dup2_x1 => Op::Dup2X1,
        I::Dup2_x2 => Op::Dup2X2,
        I::Swap => Op::Swap,
        I::Nop => Op::Nop,
        I::Arraylength => Op::ArrayLength,
        I::Athrow => Op::Throw,
        I::Monitorenter => Op::MonitorEnter,
        I::Monitorexit => Op::MonitorExit,
        I::Ireturn => Op::Return(Some(DataType::Int)),
        I::Lreturn => Op::Return(Some(DataType::Long)),
        I::Freturn => Op::Return(Some(DataType::Float)),
        I::Dreturn => Op::Return(Some(DataType::Double)),
        I::Areturn => Op::Return(Some(DataType::Reference)),
        I::Getstatic(pool) => Op::GetStatic { pool: *pool },
        I::Putstatic(pool) => Op::PutStatic { pool: *pool },
        I::Getfield(pool) => Op::GetField { pool: *pool },
        I::Putfield(pool) => Op::PutField { pool: *pool },
        I::Checkcast(pool) => Op::CheckCast { pool: *pool },
        I::Instanceof(pool) => Op::InstanceOf { pool: *pool },
        I::New(pool) => Op::New { pool: *pool },
        I::Invokevirtual(pool) => Op::Invoke { kind: InvokeKind::Virtual, pool: *pool },
        I::Invokespecial(pool) => Op::Invoke { kind: InvokeKind::Special, pool: *pool },
        I::Invokestatic(pool) => Op::Invoke { kind: InvokeKind::Static, pool: *pool },
        I::Invokeinterface(pool, _) => Op::Invoke { kind: InvokeKind::Interface, pool: *pool },
        I::Invokedynamic(pool) => Op::Invoke { kind: InvokeKind::Dynamic, pool: *pool },
        I::Aconst_null => Op::Push(Constant::Null),
        I::Bipush(value) => Op::Push(Constant::Int(i32::from(*value))),
        I::Sipush(value) => Op::Push(Constant::Int(i32::from(*value))),
        I::Ldc(index) => ldc(u16::from(*index), pool),
        I::Ldc_w(index) | I::Ldc2_w(index) => ldc(*index, pool),
        I::Iinc(slot, by) => Op::Increment { slot: u16::from(*slot), by: i16::from(*by) },
        I::Iinc_w(slot, by) => Op::Increment { slot: *slot, by: *by },
        I::Lcmp => Op::Compare(DataType::Long),
        I::Fcmpl | I::Fcmpg => Op::Compare(DataType::Float),
        I::Dcmpl | I::Dcmpg => Op::Compare(DataType::Double),
        I::If_acmpeq(target) => branch(Test::References { equal: true }, *target),
        I::If_acmpne(target) => branch(Test::References { equal: false }, *target),
        I::Ifnull(target) => branch(Test::Null { null: true }, *target),
        I::Ifnonnull(target) => branch(Test::Null { null: false }, *target),
        I::Goto(target) => Op::Goto { target: u32::from(*target) },
        I::Goto_w(target) => Op::Goto { target: u32::try_from(*target).unwrap_or(u32::MAX) },
        I::Jsr(target) => Op::Jsr { target: u32::from(*target) },
        I::Jsr_w(target) => Op::Jsr { target: u32::try_from(*target).unwrap_or(u32::MAX) },
        I::Ret(slot) => Op::Ret { slot: u16::from(*slot) },
        I::Ret_w(slot) => Op::Ret { slot: *slot },
        I::Return => Op::Return(None),
        I::Newarray(array_type) => new_array(array_type),
        I::Anewarray(_) => Op::NewArray(ArrayElement::Reference),
        I::Multianewarray(pool, dimensions) => Op::MultiNewArray { pool: *pool, dimensions: *dimensions },
        I::Tableswitch(table) => {
            let cases = table
                .offsets
                .iter()
                .zip(table.low..=table.high)
                .map(|(offset, case)| (case, absolute(index, *offset)))
                .collect();
            switches.push(Switch { default: absolute(index, table.default), cases });
            Op::Switch { table: true, index: (switches.len() - 1) as u32 }
        }
        I::Lookupswitch(lookup) => {
            let cases = lookup
                .pairs
                .iter()
                .map(|(case, offset)| (*case, absolute(index, *offset)))
                .collect();
            switches.push(Switch { default: absolute(index, lookup.default), cases });
            Op::Switch { table: false, index: (switches.len() - 1) as u32 }
        }
        I::Wide | I::Breakpoint | I::Impdep1 | I::Impdep2 => Op::Reserved,
    }
}
