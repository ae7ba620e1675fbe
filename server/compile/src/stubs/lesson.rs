//! What is made of an error.

use std::ops::Range;

/// Other words for a piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) range: Range<usize>,
    pub(crate) by: String,
}

/// What was made of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The stand-ins have something that they had not.
    Stub,
    /// The text gets other words.
    Words(Vec<Edit>),
    /// An annotation means nothing and goes.
    Annotation(Range<usize>),
}
