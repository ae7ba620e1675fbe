//! The data types of the operand stack, and those of array elements.

use std::fmt;

/// The computational types of the JVM, as the paper's data types (Nyholm et al. 2025, Table 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum DataType {
    /// `int`, and the types that the JVM computes as `int`: boolean, byte, char, short.
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

    /// Whether the type takes two slots of the operand stack and of the locals.
    pub const fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// The name in Table 3: `int`, `long`, `float`, `double`, `reference`.
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

/// The element type of an array. The JVM has eight kinds, four of which are computed as `int`.
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
    /// The operand stack type of an element.
    pub const fn data_type(self) -> DataType {
        match self {
            Self::Int | Self::Byte | Self::Char | Self::Short => DataType::Int,
            Self::Long => DataType::Long,
            Self::Float => DataType::Float,
            Self::Double => DataType::Double,
            Self::Reference => DataType::Reference,
        }
    }

    /// Whether the element is narrower than `int`, with separate instructions.
    pub const fn is_narrow(self) -> bool {
        matches!(self, Self::Byte | Self::Char | Self::Short)
    }
}
