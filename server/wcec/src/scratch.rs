//! Memory that one method after another is analysed in.

use crate::ends::Ends;
use crate::longest::PathValues;
use flow::Flow;
use pricing::TallySum;
use std::cell::RefCell;
use std::ops::Range;

/// Memory that one method after another is analysed in.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) flow: Flow,
    pub(crate) lines: LineScratch,
    /// The mean in joules of each block.
    pub(crate) means: Vec<f64>,
    /// The mean in joules of the most expensive path from each block on.
    pub(crate) best: Vec<f64>,
    /// The next block on it.
    pub(crate) next: Vec<u32>,
    /// The blocks on the most expensive path from the beginning.
    pub(crate) on_path: Vec<bool>,
    /// Where what is executed is added up.
    pub(crate) sum: RefCell<TallySum>,
    /// Where these are given, a cost is that of the path that is the most expensive at them, and no upper bound of others.
    pub values: Option<PathValues>,
    /// Which calls costs speak of.
    pub ends: Ends,
    /// The edges, from block to block, that control never takes in the calls that costs speak of.
    pub never_taken: Vec<(u32, u32)>,
}

/// Memory for the lines of one method after another.
#[derive(Debug, Default)]
pub(crate) struct LineScratch {
    /// Line, position of the block, index of the unit.
    pub(crate) places: Vec<(u32, u32, u32)>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) weights: Vec<Weight>,
    pub(crate) best: Vec<Weight>,
    pub(crate) from: Vec<u32>,
}

/// The part of a line that lies in one block.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) position: u32,
    /// Its entries in [`LineScratch::places`].
    pub(crate) places: Range<usize>,
    pub(crate) weight: Weight,
}

/// The mean in joules, and where that is equal the number of units: what has no price should not be lost.
pub(crate) type Weight = (f64, u32);
