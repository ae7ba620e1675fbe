//! What is known about an object during a call: who made it, its class and its length.

use rustc_hash::FxHasher;
use std::hash::Hasher as _;

pub(crate) const LENGTHS: (i64, i64) = (0, i32::MAX as i64);
/// The name of the class of all iterators that the JDK creates.
const ITERATOR: &str = "an iterator";

/// What is known about an object or an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassedObject {
    /// The range of the length of an array or a text, or of the size of a collection. Of an iterator, how many elements are left.
    pub length: (i64, i64),
    /// Who made it.
    pub maker: ObjectMaker,
    /// Its class. If the caller or the code itself made the object, it is of no subclass.
    pub class: PassedClass,
}

/// Who made an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ObjectMaker {
    /// The caller chose it before the call began.
    Caller,
    /// It was created during the call.
    Call,
    /// An object of the caller holds it.
    Held,
    /// It is not known.
    Unknown,
}

/// The class of an object, or of an array with its dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PassedClass {
    /// A hash of the name of the class, or of that of an array's elements.
    element: u64,
    dimensions: usize,
}

impl PassedObject {
    /// An object of the caller.
    pub const fn given(class: PassedClass) -> Self {
        Self {
            length: LENGTHS,
            maker: ObjectMaker::Caller,
            class,
        }
    }

    /// A new object.
    pub const fn new(class: PassedClass) -> Self {
        Self {
            length: LENGTHS,
            maker: ObjectMaker::Call,
            class,
        }
    }

    /// An object that is there.
    pub const fn present(class: PassedClass) -> Self {
        Self {
            length: LENGTHS,
            maker: ObjectMaker::Unknown,
            class,
        }
    }

    /// What an object of the caller holds.
    pub const fn held(class: PassedClass) -> Self {
        Self {
            length: LENGTHS,
            maker: ObjectMaker::Held,
            class,
        }
    }

    /// An iterator that the JDK creates, over a collection of this maker.
    pub fn iterator(maker: ObjectMaker) -> Self {
        Self {
            length: LENGTHS,
            maker,
            class: PassedClass::new(ITERATOR, 0),
        }
    }

    /// The same object with this length.
    #[must_use]
    pub const fn of_length(self, length: (i64, i64)) -> Self {
        Self { length, ..self }
    }

    /// Whether the caller chose it.
    pub fn is_given(&self) -> bool {
        self.maker == ObjectMaker::Caller
    }

    /// Whether it was created during the call.
    pub fn is_new(&self) -> bool {
        self.maker == ObjectMaker::Call
    }

    /// Whether it is an iterator that the JDK created.
    pub fn is_iterator(&self) -> bool {
        self.class == PassedClass::new(ITERATOR, 0)
    }

    /// Whether the caller has it, or one of its objects.
    pub fn is_of_caller(&self) -> bool {
        matches!(self.maker, ObjectMaker::Caller | ObjectMaker::Held)
    }

    /// Whether nothing changes its length: it is an array or a text.
    pub fn has_fixed_length(&self) -> bool {
        self.class.is_array() || self.class == PassedClass::of_class("java/lang/String")
    }

    pub(crate) fn join(self, other: Self) -> Self {
        let is_same = self.class == other.class;
        Self {
            length: (
                self.length.0.min(other.length.0),
                self.length.1.max(other.length.1),
            ),
            // The caller cannot choose the class of an object that is one of two.
            maker: if is_same && self.maker == other.maker {
                self.maker
            } else {
                ObjectMaker::Unknown
            },
            class: if is_same {
                self.class
            } else {
                PassedClass::UNKNOWN
            },
        }
    }
}

impl PassedClass {
    /// Any class.
    pub const UNKNOWN: Self = Self {
        element: 0,
        dimensions: 0,
    };

    /// A class, or an array with this class or type of elements. Everything is an `Object`.
    pub fn new(element: &str, dimensions: usize) -> Self {
        if dimensions == 0 && element == "java/lang/Object" {
            return Self::UNKNOWN;
        }
        let mut hasher = FxHasher::default();
        hasher.write(element.as_bytes());
        Self {
            element: hasher.finish().max(1),
            dimensions,
        }
    }

    /// A class as instructions name it; arrays are descriptors.
    pub fn of_class(name: &str) -> Self {
        if name.starts_with('[') {
            Self::of_descriptor(name)
        } else {
            Self::new(name, 0)
        }
    }

    /// The type of a field or a result; unknown for a number.
    pub fn of_descriptor(descriptor: &str) -> Self {
        let text = format!("({descriptor}");
        let mut types = bytecode::parameter_types(&text);
        let name = types.next();
        name.filter(|name| name.dimensions > 0 || descriptor.starts_with('L'))
            .map_or(Self::UNKNOWN, |name| {
                Self::new(name.element, name.dimensions)
            })
    }

    /// Whether nothing is known.
    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }

    /// Whether it is an array.
    pub const fn is_array(self) -> bool {
        self.dimensions > 0
    }

    /// Whether it is an array of numbers.
    pub fn is_of_numbers(self) -> bool {
        let types = ["int", "long", "char", "short", "float", "double", "byte"];
        types.iter().any(|name| self == Self::new(name, 1))
    }

    /// What its elements are.
    pub(crate) fn of_elements(self) -> Self {
        match self.dimensions.checked_sub(1) {
            Some(0) if self == Self::new("java/lang/Object", 1) => Self::UNKNOWN,
            Some(dimensions) => Self { dimensions, ..self },
            None => Self::UNKNOWN,
        }
    }

    /// Arrays with such elements.
    pub(crate) fn as_elements(self) -> Self {
        if self.is_unknown() {
            Self::new("java/lang/Object", 1)
        } else {
            Self {
                dimensions: self.dimensions + 1,
                ..self
            }
        }
    }
}
