//! What a developer declares about a loop in a comment before it, in the form that the analysis uses.
//!
//! The reader of the comments makes a [`DeclaredLoop`] of each clause. The analysis finds the loop after the clause,
//! resolves the names, and trusts the clause unless it can show that it is wrong ([`Refuted`]).

use std::ops::RangeInclusive;
use std::sync::Arc;

/// An expression of integers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// A local, a parameter, a field or a length, as written: `n`, `xs.length`, `s.length()`, `this.size`.
    Name(String),
    /// `−a`
    Negated(Box<Self>),
    /// `a + b`
    Sum(Box<Self>, Box<Self>),
    /// `a − b`
    Difference(Box<Self>, Box<Self>),
    /// `a · b`
    Product(Box<Self>, Box<Self>),
    /// `a / b`, rounded towards 0 as in Java.
    Quotient(Box<Self>, Box<Self>),
    /// `a % b`, with the sign of `a` as in Java.
    Remainder(Box<Self>, Box<Self>),
}

/// How the sides of a [`Relation`] compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `!=`
    Unequal,
}

/// A comparison of two numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Relation {
    /// The left side.
    pub left: Expression,
    /// How the left side compares with the right one.
    pub comparison: Comparison,
    /// The right side.
    pub right: Expression,
}

/// A clause before a loop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeclaredLoop {
    /// The first and the last line of the loop's statement.
    pub lines: RangeInclusive<u32>,
    /// The lines of the loop statements inside it.
    pub inner: Arc<[RangeInclusive<u32>]>,
    /// The index of the loop, from 0, among the loops that begin on its first line in the same method, and how many there
    /// are.
    pub on_line: (usize, usize),
    /// What it declares.
    pub clause: LoopClause,
    /// The line of the clause itself.
    pub clause_line: u32,
}

/// What a clause declares about a loop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoopClause {
    /// `loop_bound e`: each time the loop is entered, its body runs at most e times, with the value of e at that time.
    Bound(Expression),
    /// `decreasing e` of the Java Modeling Language: e is at least 0 at the beginning of every iteration, and every
    /// iteration decreases it by at least 1. So the body runs at most e + 1 times, with the value of e when the loop is
    /// entered.
    Decreasing(Expression),
    /// `maintaining p && q …` of the Java Modeling Language: the relations hold at the beginning of every iteration, and
    /// when the loop ends.
    Maintaining(Vec<Relation>),
}

/// A clause that does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Refuted {
    /// The line of the loop.
    pub line: u32,
    /// The line of the clause.
    pub clause_line: u32,
    /// What is wrong with it, for people.
    pub message: String,
}
