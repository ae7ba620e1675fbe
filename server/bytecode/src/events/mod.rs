//! What a method does, as events that a posterior can price.
//!
//! An abstract interpretation of the operand stack tells where each operand comes from. Loads, constants and the
//! stores that keep a result belong to the event that uses them, as they do in the measured source statements:
//! `x = y + z` is one addition of two loads, not four instructions.

mod interpret;
mod loop_role;
mod stack;

use crate::instruction::{ArrayElement, BinaryOp, Comparison, DataType, InvokeKind};
pub use interpret::{Interpreter, events};
pub use loop_role::{LoopRole, assign_loop_roles};

/// Where an operand comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Source {
    /// There is no such operand.
    None,
    /// A local variable, or a value that `dup` copied instead of one.
    Load,
    /// A constant inside an instruction: `iconst`, `bipush`, `sipush`, `aconst_null`, …
    Constant,
    /// A 32-bit constant of the constant pool (`ldc`), a string or a class among them.
    Ldc,
    /// A 64-bit constant of the constant pool (`ldc2_w`).
    Ldc2,
    /// The result of a field access that stays on the stack.
    Field,
    /// The result of an array access that stays on the stack.
    Array,
    /// The result of a call that stays on the stack.
    Call,
    /// Any other result that stays on the stack.
    Nested,
}

impl Source {
    /// True for a result that was never stored: consuming it saves a store and a load.
    pub const fn is_result(self) -> bool {
        matches!(self, Self::Field | Self::Array | Self::Call | Self::Nested)
    }

    /// The word used in feature names and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Load => "load",
            Self::Constant => "constant",
            Self::Ldc => "ldc",
            Self::Ldc2 => "ldc2",
            Self::Field => "field",
            Self::Array => "array",
            Self::Call => "call",
            Self::Nested => "nested",
        }
    }
}

/// What an event does. The data type of the event says on what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Arithmetic or a bit operation on two operands.
    Binary(BinaryOp),
    /// An exclusive or with −1, which is how `~x` is compiled.
    BitComplement,
    /// `iinc`
    Increment,
    /// Arithmetic negation.
    Negate,
    /// A conversion to a computational type.
    Convert(DataType),
    /// `i2b`, `i2c` or `i2s`.
    Narrow(ArrayElement),
    /// A comparison whose −1, 0 or 1 is used as a number.
    Compare,
    /// A conditional branch. The relation is the one that *falls through*.
    If {
        /// The relation that holds where the branch is not taken.
        falls_through: Comparison,
        /// What is compared.
        form: IfForm,
    },
    /// A `tableswitch` (true) or a `lookupswitch`.
    Switch {
        /// True for a `tableswitch`.
        table: bool,
    },
    /// An unconditional jump, `jsr` and `ret` among them.
    Goto,
    /// A variable declaration: a load, constant or `ldc` stored in a local.
    Store,
    /// A field read.
    GetField {
        /// True for `getstatic`.
        is_static: bool,
    },
    /// A field write.
    PutField {
        /// True for `putstatic`.
        is_static: bool,
    },
    /// An element read.
    ArrayLoad {
        /// True for bytes, booleans, chars and shorts.
        narrow: bool,
    },
    /// An element written.
    ArrayStore {
        /// True for bytes, booleans, chars and shorts.
        narrow: bool,
    },
    /// `arraylength`
    ArrayLength,
    /// `newarray`, `anewarray` and `multianewarray`; the data type is the element's.
    ArrayAllocation {
        /// True for a length that is the constant 1, the one that was measured.
        unit_length: bool,
        /// How many dimensions are allocated at once.
        dimensions: u8,
    },
    /// `new` with the call of the constructor, without the constructor's body.
    ObjectAllocation,
    /// A method call without its callee's body. The data type is the result's.
    Call {
        /// How the method is called.
        kind: InvokeKind,
        /// False for `void`.
        returns: bool,
    },
    /// One argument passed to a call. It stands for half a variable declaration.
    Argument,
    /// The body of a callee.
    Callee,
    /// The method's own return, which the measured call patterns include.
    Return,
    /// A result is consumed on the stack: a store and a load that never happen. It counts −1.
    StaysOnStack,
    /// `checkcast`
    CheckCast,
    /// `instanceof`
    InstanceOf,
    /// `athrow`
    Throw,
    /// `monitorenter` and `monitorexit`
    Monitor,
    /// `nop`, `swap`, a value popped that was never computed, reserved opcodes.
    StackOnly,
}

/// What a conditional branch compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum IfForm {
    /// An `int` with zero.
    Zero,
    /// Two `int`s.
    Ints,
    /// Two values of the event's type, by `lcmp`, `fcmp` or `dcmp` and a branch.
    Wide,
    /// Two references.
    References,
    /// A reference with `null`.
    Null,
}

/// One priced unit of a method, executed once whenever its instruction is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// What is done.
    pub action: Action,
    /// On which type.
    pub data_type: DataType,
    /// Where the operands come from, in the order they were pushed; an array reference or a receiver is left out
    /// where another operand decides the size.
    pub operands: [Source; 2],
    /// The instruction the event depends on.
    pub instruction: u32,
    /// The opcode of that instruction, of the branch for a fused comparison.
    pub opcode: u8,
    /// Events with the same number are one expression tree within one basic block.
    pub tree: u32,
    /// The constant-pool index of the member a call or field access names; 0 if there is none.
    pub pool: u16,
    /// What it is in the innermost loop around it, once [`assign_loop_roles`] has run.
    pub role: LoopRole,
}

impl Event {
    /// The operand that decides the data size: the second, or the only one.
    pub fn size_operand(&self) -> Source {
        match self.operands {
            [only, Source::None] => only,
            [_, second] => second,
        }
    }

    /// How many executions the event stands for: one, or one a dimension of an array allocation.
    pub fn weight(&self) -> f64 {
        match self.action {
            Action::ArrayAllocation { dimensions, .. } => f64::from(dimensions.max(1)),
            _ => 1.0,
        }
    }
}
