//! The types and symbols that javac assigned to the expressions of a text, by their byte ranges.
//!
//! javac's response is untrusted until it is parsed: every index in it is checked, and may be invalid.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// What javac knows about one text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Attributes {
    types: Vec<Type>,
    symbols: Vec<AttributedSymbol>,
    facts: FxHashMap<(usize, usize), Fact>,
}

/// What is known about an expression, or about the name in a declaration.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Fact {
    /// The index of its type.
    pub of_type: Option<usize>,
    /// The index of the variable, method or class that it refers to.
    pub symbol: Option<usize>,
}

/// A kind of type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TypeKind {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `short`
    Short,
    /// `char`
    Char,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// `void`
    Void,
    /// The type of `null`.
    Null,
    /// An array.
    Array,
    /// A class or interface.
    Declared,
    /// A type variable.
    Variable,
    /// Anything else.
    Other,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// Its kind.
    pub kind: TypeKind,
    /// Its qualified name without type arguments: `java.util.List`, `int[]`; `?` if it has none.
    pub erased: String,
    /// As in source text, with qualified names: `java.util.List<java.lang.String>`; contains a `?` if it cannot be written.
    pub written: String,
    /// The qualified names of itself and all its supertypes; empty if it is not a class.
    pub supertypes: Vec<String>,
}

impl Type {
    /// Whether it is a number or a `boolean`.
    pub const fn is_primitive(&self) -> bool {
        matches!(
            self.kind,
            TypeKind::Boolean
                | TypeKind::Byte
                | TypeKind::Short
                | TypeKind::Char
                | TypeKind::Int
                | TypeKind::Long
                | TypeKind::Float
                | TypeKind::Double
        )
    }

    /// Whether it is the class or interface with this qualified name.
    pub fn is(&self, name: &str) -> bool {
        self.kind == TypeKind::Declared && self.erased == name
    }

    /// Whether it is the class or interface with this qualified name, or a subtype of it.
    pub fn is_a(&self, name: &str) -> bool {
        self.supertypes.iter().any(|above| above == name)
    }

    /// The primitive type of a boxed type: `int` for `java.lang.Integer`.
    pub fn unboxed(&self) -> Option<&'static str> {
        if self.kind != TypeKind::Declared {
            return None;
        }
        Some(match &self.erased[..] {
            "java.lang.Boolean" => "boolean",
            "java.lang.Byte" => "byte",
            "java.lang.Short" => "short",
            "java.lang.Character" => "char",
            "java.lang.Integer" => "int",
            "java.lang.Long" => "long",
            "java.lang.Float" => "float",
            "java.lang.Double" => "double",
            _ => return None,
        })
    }

    /// Whether it is `java.lang.String`.
    pub fn is_string(&self) -> bool {
        self.is("java.lang.String")
    }
}

/// A kind of symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttributedSymbolKind {
    /// A local variable.
    Local,
    /// A parameter of a method or lambda.
    Parameter,
    /// A field.
    Field,
    /// A method.
    Method,
    /// A constructor.
    Constructor,
    /// A class or interface.
    Class,
    /// Anything else.
    Other,
}

/// A variable, method or class.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a modifier that a declaration has or has not"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributedSymbol {
    /// Its kind.
    pub kind: AttributedSymbolKind,
    /// The qualified name of the class that declares it; empty for a local variable.
    pub owner: String,
    /// Its name; for a class, the qualified name.
    pub name: String,
    /// The erased types of a method's parameters: `int,java.lang.String`.
    pub parameters: String,
    /// Declared `static`.
    pub is_static: bool,
    /// Declared `final`.
    pub is_final: bool,
    /// Declared `private`.
    pub is_private: bool,
    /// Declared `volatile`.
    pub is_volatile: bool,
    /// Takes any number of arguments.
    pub is_varargs: bool,
    /// The value of a constant variable.
    pub constant: Option<String>,
    /// The index of the type of a variable, or of the result of a method.
    pub of_type: Option<usize>,
    /// The place of its name, if it is a variable declared in this text.
    pub declared: Option<Range<usize>>,
}

impl Attributes {
    /// Collects the facts that javac reported.
    pub fn new(
        types: Vec<Type>,
        symbols: Vec<AttributedSymbol>,
        facts: Vec<(Range<usize>, Fact)>,
    ) -> Self {
        let mut by_place: FxHashMap<(usize, usize), Fact> = FxHashMap::default();
        for (range, fact) in facts {
            // If several have the same range, the outermost comes first.
            by_place.entry((range.start, range.end)).or_insert(fact);
        }
        Self {
            types,
            symbols,
            facts: by_place,
        }
    }

    /// The type of the expression with this byte range.
    pub fn type_at(&self, range: Range<usize>) -> Option<&Type> {
        let fact = self.facts.get(&(range.start, range.end))?;
        self.types.get(fact.of_type?)
    }

    /// The index of the symbol that the expression or declaration with this byte range refers to. The same symbol has the same
    /// index in the whole text.
    pub fn symbol_at(&self, range: Range<usize>) -> Option<usize> {
        let fact = self.facts.get(&(range.start, range.end))?;
        fact.symbol.filter(|symbol| *symbol < self.symbols.len())
    }

    /// A symbol.
    pub fn symbol(&self, index: usize) -> Option<&AttributedSymbol> {
        self.symbols.get(index)
    }

    /// The type of a variable, or of a method's result.
    pub fn type_of(&self, symbol: &AttributedSymbol) -> Option<&Type> {
        self.types.get(symbol.of_type?)
    }
}
