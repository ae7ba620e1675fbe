//! What a developer says of a loop in a comment before it, as the analysis takes it.
//!
//! Whoever reads comments makes a [`DeclaredLoop`] of each clause, and the analysis finds the loop that it stands
//! before, resolves the names, and takes the clause for true unless it can show that it is not ([`Refuted`]).

use std::ops::RangeInclusive;
use std::sync::Arc;

/// An expression of whole numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expression {
    /// A number.
    Number(i64),
    /// A local, a parameter, a field or a length, as it is written: `n`, `xs.length`, `s.length()`, `this.size`.
    Name(String),
    /// `−a`
    Negated(Box<Self>),
    /// `a + b`
    Sum(Box<Self>, Box<Self>),
    /// `a − b`
    Difference(Box<Self>, Box<Self>),
    /// `a · b`
    Product(Box<Self>, Box<Self>),
    /// `a / b`, rounded towards 0 as Java does.
    Quotient(Box<Self>, Box<Self>),
    /// `a % b`, with the sign of `a` as Java has it.
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

/// A clause that stands before a loop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DeclaredLoop {
    /// The first and the last line of the loop's statement.
    pub lines: RangeInclusive<u32>,
    /// The lines of the loop statements inside of it.
    pub inner: Arc<[RangeInclusive<u32>]>,
    /// Which of the loops it is that begin on its first line in the same method, from 0 on, and how many these are.
    pub on_line: (usize, usize),
    /// What is said of it.
    pub clause: LoopClause,
    /// The line of the clause itself.
    pub clause_line: u32,
}

/// What is said of a loop.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LoopClause {
    /// `loop_bound e`: each time that the loop is entered, its body is executed at most e times, e as it is then.
    Bound(Expression),
    /// `decreasing e` of the Java Modeling Language: e is at least 0 at the beginning of every iteration, and every
    /// iteration makes it smaller by at least 1. So the body is executed at most e + 1 times, e as it is when the loop
    /// is entered.
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
