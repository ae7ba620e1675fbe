//! Paths through methods, after Ball and Larus ("Efficient path profiling", 1996): a path has no loop. It begins where its
//! method begins, at the target of a jump back, or at an exception handler, and ends where the next one begins or where the
//! method returns.
//!
//! Ball and Larus number all paths that are possible. The agent numbers those that ran instead, so any number may be possible.

use std::collections::BTreeMap;

use crate::counts::{CounterKind, MethodCounts};

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

impl MethodCounts {
    /// The lines of a path in the order in which it reaches them; empty if lines were not kept.
    pub fn lines_of(&self, path: &PathCount) -> Vec<u16> {
        let is_block = |kind: CounterKind| kind == CounterKind::Block;
        let counters = self.counters.iter();
        let mut starts: Vec<u16> = counters
            .filter(|counter| is_block(counter.kind))
            .map(|counter| counter.at)
            .collect();
        starts.sort_unstable();
        let mut begins = self.lines.clone();
        begins.sort_by_key(|(at, _)| *at);
        let mut found: Vec<u16> = Vec::new();
        for block in &path.blocks {
            let next = starts.partition_point(|start| start <= block);
            let end = starts.get(next).copied().unwrap_or(u16::MAX);
            // The line of the first instruction may begin before it.
            let first = begins.partition_point(|(at, _)| at <= block);
            let behind = begins.partition_point(|(at, _)| *at < end).max(first);
            for (_, line) in &begins[first.saturating_sub(1)..behind] {
                if found.last() != Some(line) {
                    found.push(*line);
                }
            }
        }
        found
    }
}
