//! What decides whether a loop repeats.

use serde::{Deserialize, Serialize};

/// What decides whether a loop repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LoopTest {
    /// An iterator or enumeration has another element.
    HasNext,
    /// Something was read: `read()`, `nextToken()`.
    Reads,
    /// A method returned true or false.
    BooleanCall,
    /// A reference is null.
    Reference,
    /// A number is compared with another.
    Number,
    /// No condition leaves the loop.
    Nothing,
    /// An index reaches the length of an array.
    Length,
    /// An index reaches the size of a collection or string.
    Size,
    /// An index reaches a parameter.
    Parameter,
    /// An index reaches a field.
    Field,
    /// Anything else.
    Other,
}
