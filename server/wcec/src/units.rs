//! The priced units of each block.

use crate::method::MethodInput;
use flow::Flow;
use pricing::{PathSpread, Tally, TallySum};
use std::cell::RefCell;

/// The units of one method by block, and the mean of each block.
#[derive(Debug)]
pub(crate) struct Units<'a> {
    input: &'a MethodInput<'a>,
    starts: Vec<u32>,
    /// Indices into the priced units, block by block.
    of_blocks: Vec<u32>,
    means: Vec<f64>,
    /// The weight of each block in [`PathSpread`].
    weights: Vec<f64>,
    /// Sums what is executed.
    sum: &'a RefCell<TallySum>,
}

impl<'a> Units<'a> {
    pub(crate) fn new(input: &'a MethodInput<'a>, flow: &Flow, sum: &'a RefCell<TallySum>) -> Self {
        let blocks = flow.len();
        let mut starts = vec![0_u32; blocks + 1];
        let mut means = vec![0.0; blocks];
        let mut weights = vec![0.0; blocks];
        for unit in input.priced {
            if let Some(block) = flow.block_of(unit.instruction) {
                starts[block + 1] += 1;
                let mean = input.means.get(usize::from(unit.pattern.0)).unwrap_or(&0.0);
                means[block] += mean * unit.count;
                let weight = input.spread.map(|spread| spread.of_one(unit.pattern));
                weights[block] += weight.unwrap_or_default() * unit.count;
            }
        }
        for block in 0..blocks {
            starts[block + 1] += starts[block];
        }
        let mut next = starts.clone();
        let mut of_blocks = vec![0; starts[blocks] as usize];
        for (index, unit) in input.priced.iter().enumerate() {
            if let Some(block) = flow.block_of(unit.instruction) {
                of_blocks[next[block] as usize] = index as u32;
                next[block] += 1;
            }
        }
        Self {
            input,
            starts,
            of_blocks,
            means,
            weights,
            sum,
        }
    }

    /// The mean of one execution of a block in joules.
    pub(crate) fn mean(&self, block: u32) -> f64 {
        self.means[block as usize]
    }

    /// How wide the distributions of paths are.
    pub(crate) const fn spread(&self) -> Option<PathSpread<'a>> {
        self.input.spread
    }

    /// The weight of one execution of a block in [`PathSpread`], in joules.
    pub(crate) fn weight(&self, block: u32) -> f64 {
        self.weights[block as usize]
    }

    /// The mean of one execution of each pattern in joules.
    pub(crate) const fn means(&self) -> &'a [f64] {
        self.input.means
    }

    /// What one execution of each of the blocks executes.
    pub(crate) fn tally(&self, blocks: impl Iterator<Item = u32>) -> Tally {
        let units = blocks.flat_map(|block| {
            let block = block as usize;
            &self.of_blocks[self.starts[block] as usize..self.starts[block + 1] as usize]
        });
        let units = units.map(|index| {
            let unit = &self.input.priced[*index as usize];
            (unit.pattern, unit.count)
        });
        self.sum.borrow_mut().of(units)
    }
}
