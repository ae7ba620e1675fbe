//! What is made of an error.

use std::ops::Range;

/// Other words for a piece of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::compile) struct Edit {
    pub(in crate::compile) range: Range<usize>,
    pub(in crate::compile) by: String,
}

/// What was made of an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::compile) enum Repair {
    /// The stand-ins have something that they had not.
    Stub,
    /// The text gets other words.
    Words(Vec<Edit>),
    /// An annotation means nothing and goes.
    Annotation(Range<usize>),
}
