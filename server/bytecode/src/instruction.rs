//! Instructions in the form that the analyses use, with short forms, wide forms and constants resolved.

mod data_type;
mod mnemonic;
mod operand;

pub use data_type::{ArrayElement, DataType};
pub use mnemonic::mnemonic;
pub use operand::{BinaryOp, Comparison, Constant, Test, Wide};

/// The kind of a method call.
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

/// The operation of an instruction. Branch targets are instruction indices; `pool` fields are indices into the constant pool.
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
    /// A conversion. `to_narrow` is the target of `i2b`, `i2c` and `i2s`, whose result is an `int`.
    Convert {
        from: DataType,
        to: DataType,
        to_narrow: Option<ArrayElement>,
    },
    /// `lcmp`, `fcmpl`, `fcmpg`, `dcmpl`, `dcmpg`, by the compared type.
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
    /// `tableswitch` or `lookupswitch`. `index` refers to the targets in [`crate::Code::switches`].
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
    NewArray {
        element: ArrayElement,
        /// The class of the elements; `None` for numbers.
        pool: Option<u16>,
    },
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
    /// `breakpoint`, `impdep1`, `impdep2`: forbidden in class files, but present in hostile ones.
    Reserved,
}

impl Op {
    /// False if control never reaches the following instruction.
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

    /// Whether control may continue elsewhere than at the following instruction.
    pub const fn ends_block(&self) -> bool {
        !self.falls_through() || matches!(self, Self::Branch { .. })
    }
}

/// One decoded instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Instruction {
    /// Its operation.
    pub op: Op,
    /// The opcode byte in the class file; for a `wide` instruction, the widened opcode.
    pub opcode: u8,
    /// Whether it has the `wide` prefix.
    pub wide: bool,
}

// Every analysis reads all instructions of a program, and most of them carry almost nothing.
const _: () = assert!(size_of::<Instruction>() == 16);

impl Instruction {
    /// The mnemonic in the JVM specification, with `_w` for a wide form, as javap prints it.
    pub fn mnemonic(&self) -> String {
        let name = mnemonic(self.opcode);
        if self.wide {
            format!("{name}_w")
        } else {
            name.to_owned()
        }
    }
}

/// Whether an opcode pushes a constant of the constant pool: `ldc`, `ldc_w`, `ldc2_w`.
pub(crate) const fn is_pooled(opcode: u8) -> bool {
    matches!(opcode, 18..=20)
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The target if no case matches.
    pub default: u32,
    /// Case values with their targets.
    pub cases: Vec<(i32, u32)>,
}
