//! What a cost depends on: parameters, fields, lengths, and loops whose bound is not known.

use super::loop_test::LoopTest;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SymbolKind {
    /// A parameter, by the value it is called with.
    Parameter,
    /// A field, by the value it has when the method begins.
    Field,
    /// The length of an array.
    ArrayLength,
    /// How often a loop repeats whose bound the code does not tell.
    Loop,
    /// A value that a callee's cost depends on and that the caller's code does not tell.
    Argument,
    /// How deep a recursion goes.
    Depth,
    /// The energy in joules of one call of a method that is chosen elsewhere: of a comparator, of a task handed in.
    Callback,
}

impl SymbolKind {
    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Parameter => "parameter",
            Self::Field => "field",
            Self::ArrayLength => "array_length",
            Self::Loop => "loop",
            Self::Argument => "argument",
            Self::Depth => "depth",
            Self::Callback => "callback",
        }
    }

    /// The value taken where one number is needed although the symbol has none, as for sorting.
    pub const fn nominal(self) -> f64 {
        match self {
            // About what a small method costs on the boards that were measured.
            Self::Callback => 1e-7,
            _ => 10.0,
        }
    }

    /// True if its value does not follow from what is known when the method begins.
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Loop | Self::Argument | Self::Depth)
    }
}

/// Where a value that is known when the method begins is found: `n`, `this.rows[].length`, `Config.LIMIT`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Where the way to it begins.
    pub root: Root,
    /// The fields on the way, `[]` for an element of an array.
    pub path: Vec<Arc<str>>,
}

/// Where the way to a value begins.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Root {
    /// The object that the method is called on.
    Receiver,
    /// An argument by its index, the receiver not counted.
    Argument(u16),
    /// A class, in binary form with slashes.
    Static(Arc<str>),
}

/// What is asked of the value at a [`Place`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// The number itself.
    Value,
    /// The length of the array.
    ArrayLength,
    /// What a method without arguments returns: `size`, `length`.
    Result(Arc<str>),
    /// The number of characters of a text, which nothing changes.
    TextLength,
    /// The number of bytes that the JDK keeps a text in, one or two for each character.
    TextBytes,
    /// How many objects this field leads to one after another, the first counted.
    Chain(Arc<str>),
    /// The energy of a call of this method, name and descriptor.
    Energy(Arc<str>),
}

/// An unknown of a method's cost. Symbols count as at least 0: a smaller value means that the loop does not repeat.
///
/// Two symbols are the same when their keys are; they are ordered by name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Symbol {
    /// `class.method(descriptor):name`, stable while the method keeps its signature and the symbol its name.
    pub key: String,
    /// The name within the method: `n`, `a.length`, `loop@12`.
    pub name: String,
    /// What it stands for.
    pub kind: SymbolKind,
    /// The line of the first loop that it bounds.
    pub line: Option<u32>,
    /// What it stands for, in a few words for people.
    pub meaning: String,
    /// Where a caller finds it among what it passes; `None` if that cannot be told.
    pub place: Option<(Place, Measure)>,
    /// What decides about such a count, where that tells more of its assumed value than its kind.
    pub test: Option<LoopTest>,
}

/// What the name of the number of an iteration begins with. No name in Java does.
pub const ITERATION: &str = "#κ";

/// Methods without arguments that say how large something is.
pub const SIZES: [&str; 7] = [
    "length",
    "size",
    "limit",
    "remaining",
    "capacity",
    "count",
    "cardinality",
];

impl Measure {
    /// True for what is asked of a text, which nothing changes.
    pub const fn is_of_text(&self) -> bool {
        matches!(self, Self::TextLength | Self::TextBytes)
    }
}

impl Symbol {
    /// True where its value is known when the method begins: it has a place, or it is the number of an iteration that a
    /// sum is still to be made over.
    pub fn is_known_at_entry(&self) -> bool {
        self.place.is_some() || self.name.starts_with(ITERATION)
    }

    /// True where no run gives it a value below 0.
    pub fn is_never_negative(&self) -> bool {
        match &self.place {
            Some((
                _,
                Measure::ArrayLength | Measure::Chain(_) | Measure::TextLength | Measure::TextBytes,
            )) => true,
            Some((_, Measure::Result(method))) => SIZES.contains(&&**method),
            Some((place, Measure::Value)) if self.kind == SymbolKind::Field => {
                let name = place.path.last();
                name.is_some_and(|name| SIZES.contains(&name.trim_end_matches("()")))
            }
            _ => matches!(
                self.kind,
                SymbolKind::ArrayLength | SymbolKind::Loop | SymbolKind::Depth
            ),
        }
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Symbol {}

impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.name, &self.key).cmp(&(&other.name, &other.key))
    }
}
