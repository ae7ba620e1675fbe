//! The input: classes, and the calls to execute.

use std::fmt;
use std::sync::Arc;

/// Classes that belong together, and the calls into them.
#[derive(Clone, Debug, Default)]
pub struct TracedProgram {
    /// All classes except those of the JDK.
    pub classes: Vec<Class>,
    /// The loops whose repetitions are counted.
    pub loops: Vec<MethodLoops>,
    /// The calls, in order. Each gets freshly loaded classes.
    pub calls: Vec<Call>,
}

/// A class file.
#[derive(Clone)]
pub struct Class {
    /// The binary name with slashes.
    pub name: String,
    /// The bytes.
    pub bytes: Arc<[u8]>,
}

// Class files are too long to show byte by byte.
impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Class({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// A method: its class in binary form with slashes, its name and its descriptor.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TracedMethodName {
    /// The class.
    pub class: String,
    /// The name.
    pub name: String,
    /// The descriptor.
    pub descriptor: String,
}

/// The loops of a method.
#[derive(Clone, Debug)]
pub struct MethodLoops {
    /// The method.
    pub method: TracedMethodName,
    /// Its loops; the counts have the same order.
    pub loops: Vec<Loop>,
}

/// A loop, by the indices of its instructions in code order.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The first instruction of the header: a jump target.
    pub header: u32,
    /// All its instructions, including the header's.
    pub body: Vec<u32>,
}

/// A call of a method.
#[derive(Clone, Debug)]
pub struct Call {
    /// The method.
    pub method: TracedMethodName,
    /// The object it is called on; `None` for a static method.
    pub receiver: Option<Value>,
    /// The arguments.
    pub arguments: Vec<Value>,
}

/// An argument value. The parameter's type determines the type of a number or an array.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// An integer, a boolean as 0 or 1, or a character by its code.
    Whole(i64),
    /// A floating-point number.
    Real(f64),
    /// A boxed number of this primitive type.
    Boxed(char, i64),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// A `java.util.ArrayList`; integers in it have the type `Integer`.
    List(Vec<Value>),
    /// A collection of the JDK with these elements; a map with alternating keys and values; a `java.util.BitSet` with these
    /// bits; a `StringBuilder` or `StringBuffer` with these texts; or a `java.util.ListIterator` over the elements.
    /// Integers have the type `Integer`.
    Filled {
        /// Its class in binary form with slashes.
        class: String,
        /// Its contents.
        values: Vec<Self>,
    },
    /// An object created by the constructor without arguments.
    Object {
        /// Its class in binary form with slashes.
        class: String,
        /// Fields that are set afterwards, including inherited and private ones.
        fields: Vec<(String, Value)>,
    },
}

impl Value {
    /// An array, or a list, of integers.
    pub fn integers(numbers: &[i64]) -> Vec<Self> {
        numbers.iter().copied().map(Self::Whole).collect()
    }
}
