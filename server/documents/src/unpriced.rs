//! Callees without a known cost.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A callee without a known cost.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnpricedReport {
    /// `java/lang/Object.hashCode()I`
    pub method: String,
    /// The reason.
    pub reason: UnpricedReason,
}

/// Why the cost of a callee is unknown, as a report has it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum UnpricedReason {
    /// One of the reasons of this version.
    Known(Reason),
    /// A reason of another version.
    Other(String),
}

/// Why the cost of a method is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// Its body is machine code.
    Native,
    /// Its class is not on the class path.
    NotFound,
    /// No known class implements it.
    NotImplemented,
    /// It is linked at run time, such as string concatenation.
    Dynamic,
    /// It does not compile.
    NotCompiled,
    /// It loads classes or reflects on them.
    Reflective,
    /// The class of an object decides at run time which code runs.
    ChosenAtRunTime,
    /// It calls itself more than once, and the depth is unknown.
    UnknownDepth,
    /// It is in a library that was not analysed.
    NotFollowed,
    /// Its class exists and cannot be read.
    Damaged,
    /// Code that was not compiled may override it.
    Overridden,
    /// Its cost assumes that a field stays the same, and what is passed to it changes the field.
    Contradicted,
}

impl Reason {
    const ALL: [Self; 12] = [
        Self::Native,
        Self::NotFound,
        Self::NotImplemented,
        Self::Dynamic,
        Self::NotCompiled,
        Self::Reflective,
        Self::ChosenAtRunTime,
        Self::UnknownDepth,
        Self::NotFollowed,
        Self::Damaged,
        Self::Overridden,
        Self::Contradicted,
    ];

    /// A few words for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::NotFound => "not on the class path",
            Self::NotImplemented => "not implemented by any known class",
            Self::Dynamic => "linked at run time",
            Self::NotCompiled => "does not compile",
            Self::Reflective => "class loading or reflection",
            Self::ChosenAtRunTime => "chosen at run time",
            Self::UnknownDepth => "recursion of unknown depth",
            Self::NotFollowed => "library not analysed",
            Self::Damaged => "damaged class file",
            Self::Overridden => "may be overridden by code that was not compiled",
            Self::Contradicted => "its bound needs a field that the passed code changes",
        }
    }
}

impl UnpricedReason {
    /// A few words for people.
    pub fn name(&self) -> &str {
        match self {
            Self::Known(reason) => reason.name(),
            Self::Other(text) => text,
        }
    }
}

impl From<String> for UnpricedReason {
    fn from(name: String) -> Self {
        let mut all = Reason::ALL.into_iter();
        let known = all.find(|known| known.name() == name);
        known.map_or(Self::Other(name), Self::Known)
    }
}

impl From<UnpricedReason> for String {
    fn from(reason: UnpricedReason) -> Self {
        reason.name().to_owned()
    }
}

impl fmt::Display for UnpricedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::{Reason, UnpricedReason};

    #[test]
    fn a_reason_is_read_as_it_was_written() {
        for reason in Reason::ALL {
            let reason = UnpricedReason::Known(reason);
            assert_eq!(UnpricedReason::from(String::from(reason.clone())), reason);
        }
        let later = UnpricedReason::from(String::from("encrypted"));
        assert_eq!(String::from(later), "encrypted");
    }
}
