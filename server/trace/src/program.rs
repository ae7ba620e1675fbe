//! What is to be executed.

use std::fmt;
use std::sync::Arc;

/// Classes that belong together, and the calls that are made into them.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// All classes that are not the JDK's.
    pub classes: Vec<Class>,
    /// The loops whose repetitions are counted.
    pub loops: Vec<MethodLoops>,
    /// What is called, one after the other, each with classes that nothing has happened to.
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

// Class files are too long to be shown byte by byte.
impl fmt::Debug for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Class({}, {} bytes)", self.name, self.bytes.len())
    }
}

/// A method by its class in binary form with slashes, its name and its descriptor.
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
    /// Its loops; counts come back in this order.
    pub loops: Vec<Loop>,
}

/// A loop by the indices of its instructions in the order of the code.
#[derive(Clone, Debug)]
pub struct Loop {
    /// The first instruction of the header, a target of jumps.
    pub header: u32,
    /// All its instructions, the header's among them.
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

/// A value to call a method with. The parameter's type says what a number or an array is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// A whole number, a boolean as 0 or 1, a character by its code.
    Whole(i64),
    /// A floating-point number.
    Real(f64),
    /// A boxed number of this primitive type.
    Boxed(char, i64),
    /// A string.
    Text(String),
    /// An array.
    Array(Vec<Value>),
    /// A `java.util.ArrayList`; its whole numbers are of type `Integer`.
    List(Vec<Value>),
    /// A collection of the JDK with these elements; a map, whose keys and values take turns; a `java.util.BitSet` of these
    /// bits; a `StringBuilder` or `StringBuffer` of these texts; or a `java.util.ListIterator` over the elements. Whole numbers are of
    /// type `Integer`.
    Filled {
        /// Its class in binary form with slashes.
        class: String,
        /// What is put into it.
        values: Vec<Self>,
    },
    /// An object made by the constructor without arguments.
    Object {
        /// Its class in binary form with slashes.
        class: String,
        /// Fields that are set afterwards, inherited and private ones among them.
        fields: Vec<(String, Value)>,
    },
}

impl Value {
    /// An array, or a list, of whole numbers.
    pub fn integers(numbers: &[i64]) -> Vec<Self> {
        numbers.iter().copied().map(Self::Whole).collect()
    }
}
