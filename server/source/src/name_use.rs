//! Names that a source file uses, and how it uses them.

use std::ops::Range;

/// An import as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The name with dots, without the asterisk.
    pub path: String,
    /// Whether it imports members of a class.
    pub is_static: bool,
    /// Whether it ends with an asterisk.
    pub is_wildcard: bool,
}

/// The use of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeUse {
    /// It is extended by a class.
    Superclass,
    /// It is implemented, or extended by an interface.
    Interface,
    /// It is thrown or caught.
    Thrown,
    /// Anything else.
    Other,
}

/// A name in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameUse {
    /// Its bytes.
    pub range: Range<usize>,
    /// The name.
    pub name: String,
    /// What it is a member of, as written.
    pub prefix: Option<Range<usize>>,
    /// Its use, if it is a type.
    pub usage: TypeUse,
    /// Whether it is in an import.
    pub is_imported: bool,
    /// Whether a member of it follows, as in `Name.member`.
    pub is_prefix: bool,
    /// Whether it is the constant of a `case`.
    pub is_case: bool,
}

/// A call of a method or constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallUse {
    /// The object or class that it is called on.
    pub receiver: Option<Range<usize>>,
    /// The name of a method; `new` and the class of a constructor.
    pub head: Range<usize>,
    /// The arguments.
    pub arguments: Vec<Range<usize>>,
    /// Whether it creates an object.
    pub is_new: bool,
}

/// A class around a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassAround {
    /// Its name as written.
    pub name: String,
    /// The simple names of its superclass and interfaces.
    pub supertypes: Vec<String>,
    /// Whether it has an annotation.
    pub is_annotated: bool,
}

/// How a text uses the name of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NameUses {
    /// Whether it is used as an annotation.
    pub is_annotation: bool,
    /// Whether it is used otherwise, except in imports.
    pub is_type: bool,
    /// The largest number of its type arguments.
    pub arguments: usize,
}

/// A lambda expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LambdaUse {
    /// The whole expression.
    pub range: Range<usize>,
    /// The types of its parameters, if written.
    pub parameters: Vec<Option<String>>,
    /// Whether it may return no value.
    pub is_void: bool,
}
