//! Paths through methods.

use crate::estimate::Estimate;
use crate::record::Method;

/// A path that was counted: it has no loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedPath {
    /// The method, with a known descriptor.
    pub method: Method,
    /// Its lines in the order in which it reaches them.
    pub lines: Vec<u32>,
    /// How often it ran.
    pub count: u64,
}

/// A path of a method.
#[derive(Clone, Debug, PartialEq)]
pub struct PathRow {
    /// The method.
    pub method: Method,
    /// Its lines in the order in which it reaches them.
    pub lines: Vec<u32>,
    /// How often it ran.
    pub count: u64,
    /// Joules without callees; `None` if no energy was measured or no line of the path was sampled.
    pub joules: Option<Estimate>,
    /// The part of the energy of all Java code, or of its CPU time if no window was measured; `None` if no line was sampled.
    pub share: Option<Estimate>,
}
