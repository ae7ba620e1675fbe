//! The values that a cost depends on: parameters, fields, lengths, and loops of unknown bound.

use super::loop_test::LoopTest;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The meaning of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SymbolKind {
    /// A parameter: its value at the call.
    Parameter,
    /// A field: its value when the method begins.
    Field,
    /// The length of an array.
    ArrayLength,
    /// The count of a loop whose bound the code does not show.
    Loop,
    /// A value that a callee's cost depends on and that the caller's code does not show.
    Argument,
    /// The depth of a recursion.
    Depth,
    /// The energy in joules of one call of a method that the caller chooses, such as a comparator or a passed task.
    Callback,
}

impl SymbolKind {
    /// Its name in reports.
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

    /// The value to use where one number is needed but the symbol has none, for example to sort.
    pub const fn nominal(self) -> f64 {
        match self {
            // The approximate cost of a small method on the measured boards.
            Self::Callback => 1e-7,
            _ => 10.0,
        }
    }

    /// Whether its value does not follow from what is known when the method begins.
    pub const fn is_opaque(self) -> bool {
        matches!(self, Self::Loop | Self::Argument | Self::Depth)
    }
}

/// The place of a value that is known when the method begins: `n`, `this.rows[].length`, `Config.LIMIT`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The start of the path to it.
    pub root: Root,
    /// The fields on the path; `[]` for an element of an array.
    pub path: Vec<Arc<str>>,
}

/// The start of a path to a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Root {
    /// The receiver of the method.
    Receiver,
    /// An argument by index, not counting the receiver.
    Argument(u16),
    /// A class, with slashes.
    Static(Arc<str>),
}

/// What is measured at a [`Place`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Measure {
    /// The number itself.
    Value,
    /// The length of the array.
    ArrayLength,
    /// What a method without arguments returns: `size`, `length`.
    Result(Arc<str>),
    /// The number of characters of a string, which never changes.
    TextLength,
    /// The number of bytes in which the JDK keeps a string: one or two for each character.
    TextBytes,
    /// The number of objects in a chain through this field, including the first.
    Chain(Arc<str>),
    /// The energy of a call of this method, name and descriptor.
    Energy(Arc<str>),
}

/// An unknown of a method's cost. Symbols count as at least 0: a smaller value means that the loop does not repeat.
///
/// Two symbols are equal if their keys are. They are ordered by name.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Symbol {
    /// `class.method(descriptor):name`, stable while the method keeps its signature and the symbol its name.
    pub key: String,
    /// The name within the method: `n`, `a.length`, `loop@12`.
    pub name: String,
    /// Its meaning.
    pub kind: SymbolKind,
    /// The line of the first loop that it bounds.
    pub line: Option<u32>,
    /// Its meaning in a few words for readers.
    pub meaning: String,
    /// If a caller finds it among what it passes; `None` if unknown.
    pub place: Option<(Place, Measure)>,
    /// The test that decides such a count, if it says more about the assumed value than the kind.
    pub test: Option<LoopTest>,
}

/// The prefix of names for iteration numbers. No Java name begins like this.
pub const ITERATION: &str = "#κ";

/// Methods without arguments that return a size.
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
    /// Whether it measures a string, which never changes.
    pub const fn is_of_text(&self) -> bool {
        matches!(self, Self::TextLength | Self::TextBytes)
    }
}

impl Symbol {
    /// Whether its value is known when the method begins: it has a place, or it is the number of an iteration that is still to be
    /// summed over.
    pub fn is_known_at_entry(&self) -> bool {
        self.place.is_some() || self.name.starts_with(ITERATION)
    }

    /// Whether a caller chooses its value, by what it passes or by what it does before the call. Everything else is found on the
    /// way: no caller can bring about a certain value of it.
    pub const fn is_chosen_by_caller(&self) -> bool {
        self.place.is_some() || matches!(self.kind, SymbolKind::Parameter)
    }

    /// Whether it says how large something is, as far as its name tells.
    pub fn is_size(&self) -> bool {
        match &self.place {
            Some((_, Measure::Result(method))) => SIZES.contains(&&**method),
            _ => self.is_never_negative(),
        }
    }

    /// Whether it is never negative in any run. The name of a field or of a method, such as `size`, proves nothing.
    pub fn is_never_negative(&self) -> bool {
        match &self.place {
            Some((
                _,
                Measure::ArrayLength | Measure::Chain(_) | Measure::TextLength | Measure::TextBytes,
            )) => true,
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
