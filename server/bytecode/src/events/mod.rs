//! The effects of a method, as events that a posterior can price.
//!
//! An abstract interpretation of the operand stack finds the source of each operand. Loads, constants and the stores of results
//! belong to the event that uses them, as in the measured source statements: `x = y + z` is one addition of two loads, not four
//! instructions.

mod compiler_role;
mod interpret;
mod stack;

use crate::instruction::{ArrayElement, BinaryOp, Comparison, DataType, InvokeKind};
pub use compiler_role::{CompilerRole, assign_compiler_roles};
pub use interpret::{Interpreter, events};

/// The source of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Source {
    /// There is no such operand.
    None,
    /// A local variable, or a value copied by `dup`.
    Load,
    /// A constant inside an instruction: `iconst`, `bipush`, `sipush`, `aconst_null`, …
    Constant,
    /// A 32-bit constant of the constant pool (`ldc`), including strings and classes.
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
    /// Whether it is a result that was never stored: using it saves a store and a load.
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

/// The action of an event. The event's data type says what it applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Arithmetic or a bit operation on two operands.
    Binary(BinaryOp),
    /// An exclusive or with −1: the bytecode of `~x`.
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
    /// A conditional branch. The relation is the one for *falling through*.
    If {
        /// The relation that holds if the branch is not taken.
        falls_through: Comparison,
        /// What is compared.
        form: IfForm,
    },
    /// A `tableswitch` or a `lookupswitch`.
    Switch {
        /// Whether it is a `tableswitch`.
        table: bool,
    },
    /// An unconditional jump, including `jsr` and `ret`.
    Goto,
    /// A variable declaration: a load, constant or `ldc` stored in a local.
    Store,
    /// A field read.
    GetField {
        /// Whether it is `getstatic`.
        is_static: bool,
    },
    /// A field write.
    PutField {
        /// Whether it is `putstatic`.
        is_static: bool,
    },
    /// A read of an element.
    ArrayLoad {
        /// Whether it is for bytes, booleans, chars or shorts.
        narrow: bool,
    },
    /// A write of an element.
    ArrayStore {
        /// Whether it is for bytes, booleans, chars or shorts.
        narrow: bool,
    },
    /// `arraylength`
    ArrayLength,
    /// `newarray`, `anewarray` and `multianewarray`. The data type is that of the elements.
    ArrayAllocation {
        /// Whether the length is the constant 1, which was measured.
        unit_length: bool,
        /// The number of dimensions allocated at once.
        dimensions: u8,
    },
    /// `new` with the call of the constructor, but without the constructor's body.
    ObjectAllocation,
    /// A method call without its callee's body. The data type is that of the result.
    Call {
        /// How the method is called.
        kind: InvokeKind,
        /// False for `void`.
        returns: bool,
    },
    /// An argument passed to a call. It counts as half a variable declaration.
    Argument,
    /// The body of a callee.
    Callee,
    /// The method's own return, which is part of the measured call patterns.
    Return,
    /// A result is used on the stack, so a store and a load never happen. It counts −1.
    StaysOnStack,
    /// `checkcast`
    CheckCast,
    /// `instanceof`
    InstanceOf,
    /// `athrow`
    Throw,
    /// `monitorenter` and `monitorexit`
    Monitor,
    /// `nop`, `swap`, a popped value that was never computed, reserved opcodes.
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

/// A priced unit of a method, executed once per execution of its instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Event {
    /// Its action.
    pub action: Action,
    /// The type it applies to.
    pub data_type: DataType,
    /// The sources of the operands, in the order in which they were pushed. An array reference or a receiver is left out if
    /// another operand decides the size.
    pub operands: [Source; 2],
    /// The instruction that the event depends on.
    pub instruction: u32,
    /// The opcode of that instruction; for a fused comparison, that of the branch.
    pub opcode: u8,
    /// Events with the same number are one expression tree within a basic block.
    pub tree: u32,
    /// The constant-pool index of the member in a call or field access; 0 if there is none.
    pub pool: u16,
    /// Its role in the code around it, after [`assign_compiler_roles`].
    pub role: CompilerRole,
}

impl Event {
    /// The operand that decides the data size: the second, or the only one.
    pub fn size_operand(&self) -> Source {
        match self.operands {
            [only, Source::None] => only,
            [_, second] => second,
        }
    }

    /// The number of executions that the event stands for: one, or one for each dimension of an array allocation.
    pub fn weight(&self) -> f64 {
        match self.action {
            Action::ArrayAllocation { dimensions, .. } => f64::from(dimensions.max(1)),
            _ => 1.0,
        }
    }
}
