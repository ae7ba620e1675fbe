//! The operands of instructions: constants, operators and conditions.

use super::DataType;

/// A two-operand arithmetic or bit instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the JVM's own words")]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    Ushr,
    And,
    Or,
    Xor,
}

/// The relation a conditional branch tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the variants are the JVM's own words")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Comparison {
    /// The opposite relation.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Lt => Self::Ge,
            Self::Ge => Self::Lt,
            Self::Gt => Self::Le,
            Self::Le => Self::Gt,
        }
    }
}

/// What a conditional branch compares. The branch is *taken* if the comparison holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// An `int`, or the result of `lcmp`, `fcmp`, `dcmp`, against zero.
    Zero(Comparison),
    /// Two `int`s.
    Ints(Comparison),
    /// Two references, for identity.
    References {
        /// Whether it is `if_acmpeq`.
        equal: bool,
    },
    /// One reference against `null`.
    Null {
        /// Whether it is `ifnull`.
        null: bool,
    },
}

/// A 64-bit number with the alignment of 32 bits, because it would enlarge all instructions but few have one.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, packed(4))]
pub struct Wide<T>(pub T);

/// A constant pushed on the operand stack.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Constant {
    /// `aconst_null`
    Null,
    /// `iconst_*`, `bipush`, `sipush` or an `int` of the constant pool.
    Int(i32),
    /// `lconst_*` or a `long` of the constant pool.
    Long(Wide<i64>),
    /// `fconst_*` or a `float` of the constant pool.
    Float(f32),
    /// `dconst_*` or a `double` of the constant pool.
    Double(Wide<f64>),
    /// A string.
    Text {
        /// The number of its characters.
        length: u32,
        /// Whether each of them fits into a byte.
        is_latin: bool,
    },
    /// A class, method type, method handle or dynamically computed constant of this type.
    Pool(DataType),
}

impl Constant {
    /// The type of the constant on the operand stack.
    pub const fn data_type(self) -> DataType {
        match self {
            Self::Null | Self::Text { .. } => DataType::Reference,
            Self::Int(_) => DataType::Int,
            Self::Long(_) => DataType::Long,
            Self::Float(_) => DataType::Float,
            Self::Double(_) => DataType::Double,
            Self::Pool(data_type) => data_type,
        }
    }
}
