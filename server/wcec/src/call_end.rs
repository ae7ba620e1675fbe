//! How a call ends, what it returns and changes, and why that may not be so.

use crate::passed_object::PassedClass;
use crate::passing::Passing;
use std::fmt;

/// How the calls end that a [`BestCase`](crate::BestCase) is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, PartialOrd, Ord)]
pub enum LeastEnd {
    /// Nothing that they do throws an exception.
    #[default]
    Returns,
    /// Some of them may end with an exception.
    MayThrow,
    /// None of them returns.
    NeverReturns,
}

/// How a call ends, and what is known about its result.
#[derive(Debug, Clone, PartialEq)]
pub struct CallEnd {
    /// How it ends.
    pub end: LeastEnd,
    /// The result.
    pub result: Passing,
    /// What it does to objects.
    pub effect: CallEffect,
    /// The class of the objects in the caller's collections that the code relies on.
    pub relies_on: Option<PassedClass>,
    /// Why it may not return.
    pub doubt: Option<EndDoubt>,
}

/// What a call does to objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallEffect {
    /// Nothing.
    Nothing,
    /// It tells whether the receiver, an iterator, has another element.
    Asks,
    /// It takes an element from the receiver, an iterator.
    Takes,
    /// It adds at most one element to the receiver, or exactly one.
    Grows {
        /// Whether it surely adds one.
        surely: bool,
    },
    /// It changes the receiver.
    Changes,
    /// It may change everything.
    Everything,
}

/// Why a call may not return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndDoubt {
    /// The method, as `Class.name`.
    pub method: String,
    /// The line.
    pub line: Option<u32>,
    /// What may happen there.
    pub reason: DoubtReason,
}

/// What may happen instead of a return.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DoubtReason {
    /// An instruction may throw an exception.
    Instruction,
    /// A call of this method may.
    Call(String),
    /// A loop or a recursion may never end.
    Endless,
    /// The method is too large.
    Unknown,
}

impl fmt::Display for EndDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let method = &self.method;
        match (&self.reason, self.line) {
            (DoubtReason::Unknown, _) | (_, None) => write!(f, "{method} may not return"),
            (DoubtReason::Instruction, Some(line)) => {
                write!(f, "line {line} of {method} may throw one")
            }
            (DoubtReason::Call(callee), Some(line)) => {
                write!(
                    f,
                    "{callee}, called on line {line} of {method}, may throw one"
                )
            }
            (DoubtReason::Endless, Some(line)) => {
                write!(f, "what repeats on line {line} of {method} may never end")
            }
        }
    }
}

/// How the calls in a method's code end, by instruction, arguments with the receiver, and whether nothing has been stored in the
/// caller's objects since its call began.
pub type CallEnds<'c> = dyn FnMut(u32, &[Passing], bool) -> CallEnd + 'c;

impl CallEnd {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self {
        end: LeastEnd::MayThrow,
        result: Passing::Any,
        effect: CallEffect::Everything,
        relies_on: None,
        doubt: None,
    };

    /// It returns this.
    pub const fn returning(result: Passing) -> Self {
        Self {
            end: LeastEnd::Returns,
            result,
            effect: CallEffect::Nothing,
            relies_on: None,
            doubt: None,
        }
    }

    /// One of two calls.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let relies_on = self.relies_on.or(other.relies_on);
        let is_consistent = [self.relies_on, other.relies_on]
            .into_iter()
            .flatten()
            .all(|class| Some(class) == relies_on);
        if !is_consistent {
            return Self::UNKNOWN;
        }
        Self {
            end: self.end.max(other.end),
            result: self.result.join(other.result),
            effect: if self.effect == other.effect {
                self.effect
            } else {
                CallEffect::Everything
            },
            relies_on,
            doubt: self.doubt.or(other.doubt),
        }
    }
}
