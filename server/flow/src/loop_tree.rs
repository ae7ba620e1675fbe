//! The loops of a method as a tree. Each region, the whole method or the body of a loop, is in topological order.
//!
//! The tree is the same as in the module `nest` of the crate `wcec`, but without bounds and costs, for questions about few
//! methods.

use crate::components::Components;
use crate::graph::Flow;

/// More deeply nested loops are not analysed.
const MAX_DEPTH: u32 = 64;

/// No region.
const NONE: u32 = u32::MAX;

/// A part of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A basic block.
    Block(u32),
    /// A loop, by its region.
    Loop(u32),
}

/// The whole method, or a loop without the edges back to its entries.
#[derive(Debug)]
pub struct Region {
    /// Its entry blocks, sorted.
    pub entries: Vec<u32>,
    /// Its parts. Every edge between two of them leads to a later one. Empty if it is nested too deeply.
    pub parts: Vec<Part>,
    /// The enclosing region; `None` for the method itself.
    pub parent: Option<u32>,
}

/// The regions of a method. The first is the method, and a loop comes after its enclosing region.
#[derive(Debug)]
pub struct LoopTree {
    /// The regions.
    pub regions: Vec<Region>,
    /// The innermost region of each block.
    innermost: Vec<u32>,
}

impl Region {
    /// Whether a block is an entry of the region.
    pub fn is_entry(&self, block: u32) -> bool {
        self.entries.binary_search(&block).is_ok()
    }
}

impl LoopTree {
    /// Finds the loops of a method whose predecessors are known.
    pub fn of(flow: &Flow) -> Self {
        let reachable = (0..flow.len()).filter(|block| flow.is_reachable(*block));
        let blocks: Vec<u32> = reachable.map(|block| block as u32).collect();
        let mut tree = Self {
            regions: vec![Region {
                entries: vec![0],
                parts: Vec::new(),
                parent: None,
            }],
            innermost: vec![NONE; flow.len()],
        };
        let mut local = vec![0; flow.len()];
        let mut pending = vec![(0, blocks, 0)];
        while let Some((region, blocks, depth)) = pending.pop() {
            for (index, block) in blocks.iter().enumerate() {
                tree.innermost[*block as usize] = region;
                local[*block as usize] = index as u32;
            }
            if depth <= MAX_DEPTH {
                tree.take_apart(flow, region, &blocks, depth, &local, &mut pending);
            }
        }
        tree
    }

    fn take_apart(
        &mut self,
        flow: &Flow,
        region: u32,
        blocks: &[u32],
        depth: u32,
        local: &[u32],
        pending: &mut Vec<(u32, Vec<u32>, u32)>,
    ) {
        let around = &self.regions[region as usize];
        let is_body = around.parent.is_some();
        let leads_on =
            |to: usize| self.innermost[to] == region && !(is_body && around.is_entry(to as u32));
        let roots = around.entries.iter().map(|entry| local[*entry as usize]);
        let components = Components::find(blocks.len(), roots, |node, followed| {
            let edges = flow.successors(blocks[node as usize] as usize);
            loop {
                let to = edges.get(*followed as usize)?.block();
                *followed += 1;
                if leads_on(to) {
                    return Some(local[to]);
                }
            }
        });
        let mut parts = Vec::with_capacity(components.len());
        let mut loops = Vec::new();
        for component in 0..components.len() {
            let members = components.nodes(component);
            let returns_to_itself = |node: u32| {
                let block = blocks[node as usize] as usize;
                let mut edges = flow.successors(block).iter();
                edges.any(|edge| edge.block() == block && leads_on(block))
            };
            if let [only] = members
                && !returns_to_itself(*only)
            {
                parts.push(Part::Block(blocks[*only as usize]));
                continue;
            }
            let is_inside = |block: usize| {
                leads_on(block) && components.of[local[block] as usize] as usize == component
            };
            let inner: Vec<u32> = members.iter().map(|node| blocks[*node as usize]).collect();
            let mut entries: Vec<u32> = inner
                .iter()
                .copied()
                .filter(|block| {
                    let edges = flow.predecessors(*block as usize);
                    *block == 0 || edges.iter().any(|edge| !is_inside(edge.block()))
                })
                .collect();
            entries.sort_unstable();
            let number = (self.regions.len() + loops.len()) as u32;
            parts.push(Part::Loop(number));
            loops.push(Region {
                entries,
                parts: Vec::new(),
                parent: Some(region),
            });
            pending.push((number, inner, depth + 1));
        }
        self.regions[region as usize].parts = parts;
        self.regions.append(&mut loops);
    }

    /// The innermost region of a reachable block.
    pub fn innermost(&self, block: u32) -> Option<u32> {
        let region = *self.innermost.get(block as usize)?;
        (region != NONE).then_some(region)
    }

    /// The loops around a block, by region, the innermost first.
    pub fn around(&self, block: u32) -> impl Iterator<Item = u32> + '_ {
        let innermost = self.innermost(block).filter(|region| *region > 0);
        std::iter::successors(innermost, |region| {
            let parent = self.regions.get(*region as usize)?.parent;
            parent.filter(|parent| *parent > 0)
        })
    }

    /// Whether a block is in a region, or in a loop inside it.
    pub fn contains(&self, region: u32, block: u32) -> bool {
        let is_known = self.innermost(block).is_some();
        is_known && region == 0 || self.around(block).any(|around| around == region)
    }
}
