//! Paths through methods, after Ball and Larus ("Efficient path profiling", 1996): a path has no loop. It begins where its
//! method begins, at the target of a jump back, or at an exception handler, and ends where the next one begins or where the
//! method returns.
//!
//! Ball and Larus number all paths that are possible. The agent numbers those that ran instead, so any number may be possible.

use std::collections::BTreeMap;

/// How often a path ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathCount {
    /// The first instructions of its blocks, in the order of the path.
    pub blocks: Vec<u16>,
    /// The number of times. If an exception ends a path, it counts only if the method itself has the handler.
    pub count: u64,
}

/// Adds up the counts of equal paths.
pub(crate) fn add(known: &mut Vec<PathCount>, more: Vec<PathCount>) {
    if more.is_empty() {
        return;
    }
    let mut sums: BTreeMap<Vec<u16>, u64> = BTreeMap::new();
    for path in std::mem::take(known).into_iter().chain(more) {
        let sum = sums.entry(path.blocks).or_default();
        *sum = sum.saturating_add(path.count);
    }
    let sums = sums.into_iter();
    known.extend(sums.map(|(blocks, count)| PathCount { blocks, count }));
}
