//! Names that a source file uses, and how.

use std::ops::Range;

/// An import as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The name with dots, without the asterisk.
    pub path: String,
    /// Imports members of a class.
    pub is_static: bool,
    /// Ends with an asterisk.
    pub is_wildcard: bool,
}

/// What a type is used for.
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
    /// What it is a member of, as it is written.
    pub prefix: Option<Range<usize>>,
    /// What it is used for, where it is a type.
    pub usage: TypeUse,
    /// In an import.
    pub is_imported: bool,
    /// What is after it is taken from it, as in `Name.member`.
    pub is_prefix: bool,
    /// The constant of a `case`.
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
    /// An object is made.
    pub is_new: bool,
}

/// A class around a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassAround {
    /// Its name as written.
    pub name: String,
    /// The simple names of its superclass and interfaces.
    pub supertypes: Vec<String>,
    /// It has an annotation.
    pub is_annotated: bool,
}

/// How a text uses the name of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NameUses {
    /// As an annotation.
    pub is_annotation: bool,
    /// As anything else, except in imports.
    pub is_type: bool,
    /// The most type arguments that it is given.
    pub arguments: usize,
}

/// A lambda expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LambdaUse {
    /// All of it.
    pub range: Range<usize>,
    /// The types of its parameters, where they are written.
    pub parameters: Vec<Option<String>>,
    /// It may come to no value.
    pub is_void: bool,
}
