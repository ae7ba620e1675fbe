//! Memory that is reused to analyse one method after another.

use crate::ends::Ends;
use crate::longest::PathValues;
use crate::supposed::Supposed;
use flow::Flow;
use pricing::TallySum;
use std::cell::RefCell;
use std::ops::Range;

/// Memory that is reused to analyse one method after another.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) flow: Flow,
    pub(crate) lines: LineScratch,
    /// The mean in joules of each block.
    pub(crate) means: Vec<f64>,
    /// The mean in joules of the most expensive path from each block.
    pub(crate) best: Vec<f64>,
    /// The next block on it.
    pub(crate) next: Vec<u32>,
    /// The blocks on the most expensive path from the beginning.
    pub(crate) on_path: Vec<bool>,
    /// Sums what is executed.
    pub(crate) sum: RefCell<TallySum>,
    /// If given, a cost is that of the path that is the most expensive at these values, and not an upper bound of others.
    pub values: Option<PathValues>,
    /// What is supposed of the arguments.
    pub(crate) supposed: Option<Supposed>,
    /// Which calls costs cover.
    pub ends: Ends,
    /// The edges, from block to block, that no covered call takes.
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

/// The part of a line in one block.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) position: u32,
    /// Its entries in [`LineScratch::places`].
    pub(crate) places: Range<usize>,
    pub(crate) weight: Weight,
}

/// The mean in joules and, for equal means, the number of units, so that units without a price are not lost.
pub(crate) type Weight = (f64, u32);
