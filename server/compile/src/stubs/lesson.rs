//! Repairs of an error.

use std::ops::Range;

/// A replacement for a range of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) by: String,
}

/// The repair of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The stand-ins got something new.
    Stub,
    /// The text is edited.
    Words(Vec<Edit>),
    /// An annotation is unknown, and is removed.
    Annotation(Range<usize>),
}
