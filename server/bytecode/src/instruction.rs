//! Instructions in the form the analyses use: short forms, wide forms and their constants resolved.

mod data_type;
mod mnemonic;
mod operand;

pub use data_type::{ArrayElement, DataType};
pub use mnemonic::mnemonic;
pub use operand::{BinaryOp, Comparison, Constant, Test, Wide};

/// How a method is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the JVM's own words")]
pub enum InvokeKind {
    Static,
    Special,
    Virtual,
    Interface,
    Dynamic,
}

/// What an instruction does. Branch targets are instruction indices; `pool` fields index the constant pool of the class.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(
    missing_docs,
    reason = "the fields are named as in the JVM specification, chapter 6"
)]
pub enum Op {
    /// Does nothing.
    Nop,
    /// Pushes a constant that is part of the instruction (`iconst`, `bipush`, `aconst_null`, …), or one of the constant
    /// pool (`ldc`, `ldc_w`, `ldc2_w`).
    Push(Constant),
    Load {
        data_type: DataType,
        slot: u16,
    },
    Store {
        data_type: DataType,
        slot: u16,
    },
    ArrayLoad(ArrayElement),
    ArrayStore(ArrayElement),
    Pop,
    Pop2,
    Dup,
    DupX1,
    DupX2,
    Dup2,
    Dup2X1,
    Dup2X2,
    Swap,
    Binary(BinaryOp, DataType),
    Negate(DataType),
    Increment {
        slot: u16,
        by: i16,
    },
    /// A conversion; `to_narrow` names the target of `i2b`, `i2c` and `i2s`, whose result is an `int`.
    Convert {
        from: DataType,
        to: DataType,
        to_narrow: Option<ArrayElement>,
    },
    /// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`, by the type compared.
    Compare(DataType),
    Branch {
        test: Test,
        target: u32,
    },
    Goto {
        target: u32,
    },
    Jsr {
        target: u32,
    },
    Ret {
        slot: u16,
    },
    /// `tableswitch` or `lookupswitch`; `index` finds the targets in [`crate::Code::switches`].
    Switch {
        table: bool,
        index: u32,
    },
    Return(Option<DataType>),
    GetStatic {
        pool: u16,
    },
    PutStatic {
        pool: u16,
    },
    GetField {
        pool: u16,
    },
    PutField {
        pool: u16,
    },
    Invoke {
        kind: InvokeKind,
        pool: u16,
    },
    New {
        pool: u16,
    },
    NewArray(ArrayElement),
    MultiNewArray {
        pool: u16,
        dimensions: u8,
    },
    ArrayLength,
    Throw,
    CheckCast {
        pool: u16,
    },
    InstanceOf {
        pool: u16,
    },
    MonitorEnter,
    MonitorExit,
    /// `breakpoint`, `impdep1`, `impdep2`: never in a class file by the specification, met in hostile ones.
    Reserved,
}

impl Op {
    /// False where control never reaches the following instruction.
    pub const fn falls_through(&self) -> bool {
        !matches!(
            self,
            Self::Goto { .. }
                | Self::Jsr { .. }
                | Self::Ret { .. }
                | Self::Switch { .. }
                | Self::Return(_)
                | Self::Throw
        )
    }

    /// True where control may go elsewhere behind the instruction than to the following one.
    pub const fn ends_block(&self) -> bool {
        !self.falls_through() || matches!(self, Self::Branch { .. })
    }
}

/// One decoded instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instruction {
    /// What it does.
    pub op: Op,
    /// The opcode byte as in the class file; for a `wide` instruction the one that is widened.
    pub opcode: u8,
    /// True where the `wide` prefix stands before it.
    pub wide: bool,
}

// Every analysis goes through all instructions of a program, most of which carry almost nothing.
const _: () = assert!(size_of::<Instruction>() == 16);

impl Instruction {
    /// The mnemonic of the JVM specification, `_w` appended for a wide form, as javap prints it.
    pub fn mnemonic(&self) -> String {
        let name = mnemonic(self.opcode);
        if self.wide {
            format!("{name}_w")
        } else {
            name.to_owned()
        }
    }
}

/// True for what pushes a constant of the constant pool: `ldc`, `ldc_w`, `ldc2_w`.
pub(crate) const fn is_pooled(opcode: u8) -> bool {
    matches!(opcode, 18..=20)
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The instruction reached where no case matches.
    pub default: u32,
    /// Case value and the instruction it leads to.
    pub cases: Vec<(i32, u32)>,
}
