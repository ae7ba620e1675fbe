//! The parts into which loops divide a method, and what leads from one to another.

use super::LoopNest;
use super::region::Region;
use crate::call::Call;
use crate::loop_test::loop_test;
use bytecode::Op;
use cost::LoopTest;
use flow::Components;

impl LoopNest<'_> {
    /// True if a block ends with a return.
    pub(super) fn returns(&self, block: u32) -> bool {
        let last = self.flow.instructions(block as usize).last();
        let last = last.and_then(|last| self.input.code.instructions.get(last));
        last.is_some_and(|instruction| matches!(instruction.op, Op::Return(_)))
    }

    pub(super) fn enter(&mut self, blocks: Vec<u32>, entries: Vec<u32>, is_body: bool) -> Region {
        let id = self.regions;
        self.regions += 1;
        let region = Region {
            id,
            blocks,
            entries,
            is_body,
        };
        self.mark(&region);
        region
    }

    /// Assigns the blocks of a region to it.
    pub(super) fn mark(&mut self, region: &Region) {
        for (index, block) in region.blocks.iter().enumerate() {
            self.region_of[*block as usize] = region.id;
            self.local[*block as usize] = index as u32;
        }
    }

    pub(super) fn contains(&self, region: &Region, block: usize) -> bool {
        self.region_of[block] == region.id
    }

    /// True if an edge from inside the region to this block stays within it.
    pub(super) fn leads_on(&self, region: &Region, block: usize) -> bool {
        self.contains(region, block) && !(region.is_body && region.is_entry(block))
    }

    pub(super) fn components(&self, region: &Region) -> Components {
        let roots = region
            .entries
            .iter()
            .map(|entry| self.local[*entry as usize]);
        Components::find(region.blocks.len(), roots, |node, followed| {
            let edges = self.flow.successors(region.blocks[node as usize] as usize);
            loop {
                let to = edges.get(*followed as usize)?.block();
                *followed += 1;
                if self.leads_on(region, to) {
                    return Some(self.local[to]);
                }
            }
        })
    }

    /// True if a component is a loop.
    pub(super) fn is_loop(&self, region: &Region, nodes: &[u32]) -> bool {
        let [only] = nodes else {
            return true;
        };
        let block = region.blocks[*only as usize] as usize;
        let edges = self.flow.successors(block);
        edges
            .iter()
            .any(|edge| edge.block() == block && self.leads_on(region, block))
    }

    /// True if a callee's cost may depend on the iteration.
    pub(super) fn calls_in(&self, region: &Region) -> bool {
        let of_region = |call: &Call| {
            let block = self.flow.block_of(call.passed.instruction);
            block.is_some_and(|block| self.contains(region, block))
        };
        self.input.calls.iter().any(of_region)
    }

    pub(super) fn loop_test(&self, region: &Region) -> LoopTest {
        let contains = |block: usize| self.contains(region, block);
        loop_test(self.input, self.flow, &region.blocks, contains)
    }

    /// The block through which every path to a return leaves the loop, if there is one.
    pub(super) fn only_exit(&self, region: &Region) -> Option<u32> {
        if !self.executed.is_of_returns() {
            return None;
        }
        let leaves = |block: &&u32| {
            let mut edges = self.flow.successors(**block as usize).iter();
            self.returns(**block)
                || edges.any(|edge| {
                    !self.contains(region, edge.block()) && self.executed.contains(edge.block())
                })
        };
        let mut exits = region.blocks.iter().filter(leaves);
        match (exits.next(), exits.next()) {
            (Some(only), None) => Some(*only),
            _ => None,
        }
    }

    /// The blocks that every iteration executes exactly once, with their places in the order of the body: no edge on a path
    /// back to the header skips them.
    pub(super) fn backbone(&self, region: &Region, parts: &Components) -> Vec<(u32, u32)> {
        let count = parts.len();
        let mut returns = vec![false; count];
        for part in (0..count).rev() {
            returns[part] = parts.nodes(part).iter().any(|node| {
                let edges = self.flow.successors(region.blocks[*node as usize] as usize);
                edges.iter().any(|edge| {
                    self.contains(region, edge.block())
                        && (region.is_entry(edge.block())
                            || returns[parts.of[self.local[edge.block()] as usize] as usize])
                })
            });
        }
        let mut backbone = Vec::new();
        let mut reach = 0;
        for part in (0..count).filter(|part| returns[*part]) {
            let on_all_paths = reach <= part;
            let mut wholly = true;
            for node in parts.nodes(part) {
                let edges = self.flow.successors(region.blocks[*node as usize] as usize);
                for edge in edges
                    .iter()
                    .filter(|edge| self.contains(region, edge.block()))
                {
                    // An exception that the loop handles itself leaves the block unfinished.
                    wholly &= !edge.is_exceptional();
                    if region.is_entry(edge.block()) {
                        reach = count;
                    } else {
                        let to = parts.of[self.local[edge.block()] as usize] as usize;
                        if returns[to] {
                            reach = reach.max(to);
                        }
                    }
                }
            }
            if let ([node], true) = (parts.nodes(part), on_all_paths && wholly) {
                let block = region.blocks[*node as usize];
                if !self.is_loop(region, &[*node]) {
                    backbone.push((block, part as u32));
                }
            }
        }
        backbone
    }
}
