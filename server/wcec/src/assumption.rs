//! What a cost takes to be true although the code does not show it.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;

/// With more assumptions than this the rest are counted as "more".
const MOST: usize = 64;

/// Something that a cost rests on and that the code does not show. Two of the same method, line and kind are one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Assumption {
    /// The method whose code raises it: `Class.method`, the class without its package.
    pub method: Arc<str>,
    /// The line in that method's source file.
    pub line: Option<u32>,
    /// What is assumed.
    pub kind: AssumptionKind,
}

/// What an [`Assumption`] says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AssumptionKind {
    /// A clause in the source states the bound of the loop.
    Declared,
    /// The methods that are called before a field is used leave it as it was.
    FieldUnchanged {
        /// The symbol of the field.
        field: String,
    },
    /// The loop goes from object to object, or from place to place, and visits none of them twice.
    NothingTwice,
    /// The arithmetic that decides how often the loop repeats stays within the range of its type.
    NoOverflow,
    /// A method without bytecode has an estimated price, which holds under a condition.
    Estimated {
        /// The condition.
        condition: String,
    },
}

impl AssumptionKind {
    /// The name in JSON: `declared`, `field_unchanged`, `nothing_twice`, `no_overflow`,
    /// `estimated`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Declared => "declared",
            Self::FieldUnchanged { .. } => "field_unchanged",
            Self::NothingTwice => "nothing_twice",
            Self::NoOverflow => "no_overflow",
            Self::Estimated { .. } => "estimated",
        }
    }
}

impl fmt::Display for AssumptionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declared => f.write_str("the declared bound of the loop holds"),
            Self::FieldUnchanged { field } => {
                write!(f, "the methods that are called leave {field} unchanged")
            }
            Self::NothingTwice => f.write_str("the loop visits no object and no place twice"),
            Self::NoOverflow => {
                f.write_str("the arithmetic that counts the loop does not overflow")
            }
            Self::Estimated { condition } => f.write_str(condition),
        }
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (in {}", self.kind, self.method)?;
        if let Some(line) = self.line {
            write!(f, ", line {line}")?;
        }
        f.write_str(")")
    }
}

/// The assumptions of a method and of all that it calls.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumptions {
    /// Sorted, each once.
    list: Vec<Assumption>,
    /// True where there are more than are listed.
    pub has_more: bool,
}

impl Assumptions {
    /// The listed assumptions, sorted.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Assumption> {
        self.list.iter()
    }

    /// True where nothing is assumed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many are listed.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn add(&mut self, assumption: Assumption) {
        if let Err(at) = self.list.binary_search(&assumption) {
            if self.list.len() < MOST {
                self.list.insert(at, assumption);
            } else {
                self.has_more = true;
            }
        }
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        for assumption in &other.list {
            self.add(assumption.clone());
        }
        self.has_more |= other.has_more;
    }
}
