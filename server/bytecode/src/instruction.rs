//! Instructions in the form the analyses use: short forms, wide forms and their constants resolved.

use std::fmt;

/// The computational types of the JVM, as the paper's data types (Nyholm et al. 2025, Table 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DataType {
    /// `int`, and everything the JVM computes as one: boolean, byte, char, short.
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// An object or array reference.
    Reference,
}

impl DataType {
    /// All types, in the order of their discriminants.
    pub const ALL: [Self; 5] = [
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
        Self::Reference,
    ];

    /// True for the types that take two slots of the operand stack and of the locals.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// The name that Table 3 uses: `int`, `long`, `float`, `double`, `reference`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Int => "int",
            Self::Long => "long",
            Self::Float => "float",
            Self::Double => "double",
            Self::Reference => "reference",
        }
    }
}

impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What an array holds; the JVM has eight kinds, of which four compute as `int`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArrayElement {
    /// `int[]`
    Int,
    /// `long[]`
    Long,
    /// `float[]`
    Float,
    /// `double[]`
    Double,
    /// An array of references.
    Reference,
    /// `byte[]` and `boolean[]`, which share their instructions.
    Byte,
    /// `char[]`
    Char,
    /// `short[]`
    Short,
}

impl ArrayElement {
    /// The type an element has on the operand stack.
    pub const fn data_type(self) -> DataType {
        match self {
            Self::Int | Self::Byte | Self::Char | Self::Short => DataType::Int,
            Self::Long => DataType::Long,
            Self::Float => DataType::Float,
            Self::Double => DataType::Double,
            Self::Reference => DataType::Reference,
        }
    }

    /// True for the arrays narrower than `int`, which have instructions of their own.
    pub const fn is_narrow(self) -> bool {
        matches!(self, Self::Byte | Self::Char | Self::Short)
    }
}

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
    /// The relation that holds where this one does not.
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

    /// The relation with the operands exchanged: `a < b` is `b > a`.
    #[must_use]
    pub const fn swapped(self) -> Self {
        match self {
            Self::Eq => Self::Eq,
            Self::Ne => Self::Ne,
            Self::Lt => Self::Gt,
            Self::Ge => Self::Le,
            Self::Gt => Self::Lt,
            Self::Le => Self::Ge,
        }
    }
}

/// What a conditional branch compares. The branch is *taken* where the comparison holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// An `int`, or the result of `lcmp`, `fcmp`, `dcmp`, against zero.
    Zero(Comparison),
    /// Two `int`s.
    Ints(Comparison),
    /// Two references, for identity.
    References {
        /// True for `if_acmpeq`.
        equal: bool,
    },
    /// One reference against `null`.
    Null {
        /// True for `ifnull`.
        null: bool,
    },
}

/// A number of 64 bits that is aligned as one of 32: few instructions have one, and all would be larger for it.
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
    /// A string, class, method type, method handle or dynamically computed constant of this type.
    Pool(DataType),
}

impl Constant {
    /// The type of the constant on the operand stack.
    pub const fn data_type(self) -> DataType {
        match self {
            Self::Null => DataType::Reference,
            Self::Int(_) => DataType::Int,
            Self::Long(_) => DataType::Long,
            Self::Float(_) => DataType::Float,
            Self::Double(_) => DataType::Double,
            Self::Pool(data_type) => data_type,
        }
    }
}

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
    /// The opcode byte as it stands in the class file; for a `wide` instruction the one that is widened.
    pub opcode: u8,
    /// True where the `wide` prefix stands before it.
    pub wide: bool,
}

// Every analysis goes through all instructions of a program, most of which carry next to nothing.
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

/// The mnemonic of an opcode; `reserved` for one that no class file may hold.
pub fn mnemonic(opcode: u8) -> &'static str {
    MNEMONICS
        .get(usize::from(opcode))
        .copied()
        .unwrap_or("reserved")
}

/// The targets of a `tableswitch` or `lookupswitch`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Switch {
    /// The instruction reached where no case matches.
    pub default: u32,
    /// Case value and the instruction it leads to.
    pub cases: Vec<(i32, u32)>,
}

/// Mnemonics by opcode, JVM specification chapter 7.
#[rustfmt::skip]
const MNEMONICS: [&str; 202] = [
    "nop",
    "aconst_null",
    "iconst_m1",
    "iconst_0",
    "iconst_1",
    "iconst_2",
    "iconst_3",
    "iconst_4",
    "iconst_5",
    "lconst_0",
    "lconst_1",
    "fconst_0",
    "fconst_1",
    "fconst_2",
    "dconst_0",
    "dconst_1",
    "bipush",
    "sipush",
    "ldc",
    "ldc_w",
    "ldc2_w",
    "iload",
    "lload",
    "fload",
    "dload",
    "aload",
    "iload_0",
    "iload_1",
    "iload_2",
    "iload_3",
    "lload_0",
    "lload_1",
    "lload_2",
    "lload_3",
    "fload_0",
    "fload_1",
    "fload_2",
    "fload_3",
    "dload_0",
    "dload_1",
    "dload_2",
    "dload_3",
    "aload_0",
    "aload_1",
    "aload_2",
    "aload_3",
    "iaload",
    "laload",
    "faload",
    "daload",
    "aaload",
    "baload",
    "caload",
    "saload",
    "istore",
    "lstore",
    "fstore",
    "dstore",
    "astore",
    "istore_0",
    "istore_1",
    "istore_2",
    "istore_3",
    "lstore_0",
    "lstore_1",
    "lstore_2",
    "lstore_3",
    "fstore_0",
    "fstore_1",
    "fstore_2",
    "fstore_3",
    "dstore_0",
    "dstore_1",
    "dstore_2",
    "dstore_3",
    "astore_0",
    "astore_1",
    "astore_2",
    "astore_3",
    "iastore",
    "lastore",
    "fastore",
    "dastore",
    "aastore",
    "bastore",
    "castore",
    "sastore",
    "pop",
    "pop2",
    "dup",
    "dup_x1",
    "dup_x2",
    "dup2",
    "dup2_x1",
    "dup2_x2",
    "swap",
    "iadd",
    "ladd",
    "fadd",
    "dadd",
    "isub",
    "lsub",
    "fsub",
    "dsub",
    "imul",
    "lmul",
    "fmul",
    "dmul",
    "idiv",
    "ldiv",
    "fdiv",
    "ddiv",
    "irem",
    "lrem",
    "frem",
    "drem",
    "ineg",
    "lneg",
    "fneg",
    "dneg",
    "ishl",
    "lshl",
    "ishr",
    "lshr",
    "iushr",
    "lushr",
    "iand",
    "land",
    "ior",
    "lor",
    "ixor",
    "lxor",
    "iinc",
    "i2l",
    "i2f",
    "i2d",
    "l2i",
    "l2f",
    "l2d",
    "f2i",
    "f2l",
    "f2d",
    "d2i",
    "d2l",
    "d2f",
    "i2b",
    "i2c",
    "i2s",
    "lcmp",
    "fcmpl",
    "fcmpg",
    "dcmpl",
    "dcmpg",
    "ifeq",
    "ifne",
    "iflt",
    "ifge",
    "ifgt",
    "ifle",
    "if_icmpeq",
    "if_icmpne",
    "if_icmplt",
    "if_icmpge",
    "if_icmpgt",
    "if_icmple",
    "if_acmpeq",
    "if_acmpne",
    "goto",
    "jsr",
    "ret",
    "tableswitch",
    "lookupswitch",
    "ireturn",
    "lreturn",
    "freturn",
    "dreturn",
    "areturn",
    "return",
    "getstatic",
    "putstatic",
    "getfield",
    "putfield",
    "invokevirtual",
    "invokespecial",
    "invokestatic",
    "invokeinterface",
    "invokedynamic",
    "new",
    "newarray",
    "anewarray",
    "arraylength",
    "athrow",
    "checkcast",
    "instanceof",
    "monitorenter",
    "monitorexit",
    "wide",
    "multianewarray",
    "ifnull",
    "ifnonnull",
    "goto_w",
    "jsr_w",
];
