//! The lines of a path.

use crate::counts::{CounterKind, MethodCounts};
use crate::paths::PathCount;

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
