//! Counts of methods from runs, which replace estimates.

use crate::code::CodeView;
use crate::trips::loop_header;
use bytecode::Op;
use std::fmt::Debug;
use std::sync::Arc;

/// A source of counts.
pub trait Measurements: Debug + Send + Sync {
    /// The counts of a method; `None` if there are none, or they belong to other code of that name.
    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod>;

    /// A digest of the source.
    fn digest(&self) -> u64;
}

/// A counted number; `None` if the code did not run.
pub type Counted = Option<f64>;

/// The counts of a method.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeasuredMethod {
    /// For each conditional branch, in the order of the code, the share of executions that took it.
    pub branches: Vec<Counted>,
    /// For each switch, in the order of the code, the shares of its targets, in ascending order of instructions.
    pub switches: Vec<Vec<Counted>>,
    /// For each block that only exceptions lead to, in the order of the code, how often it was reached per execution of a block
    /// that it protects.
    pub handlers: Vec<Counted>,
    /// For each loop with one header, in the order of the headers, how often control returned to it per entry.
    pub loops: Vec<Counted>,
    /// The receivers of its calls.
    pub sites: Vec<MeasuredSite>,
    /// The share of its calls that ended with an exception, including exceptions of callees; `None` if that was not counted.
    pub thrown: Counted,
}

/// The receivers of a call.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MeasuredSite {
    /// The instruction.
    pub at: u32,
    /// The shares of their classes, with slashes. The rest are classes that are not distinguished.
    pub classes: Vec<(Arc<str>, f64)>,
}

/// The counts of a method, by block.
pub(crate) struct InBlocks {
    /// By block: how often its conditional branch is taken.
    branches: Vec<Counted>,
    /// By block: the targets of its switch as blocks, and their shares.
    switches: Vec<Vec<(u32, Counted)>>,
    /// By block: how often exceptions lead there.
    handlers: Vec<Counted>,
    /// By region of the loop tree.
    loops: Vec<Counted>,
    thrown: Counted,
}

impl InBlocks {
    /// `None` if the counts do not fit the code.
    pub(crate) fn of(view: &CodeView<'_>, method: &MeasuredMethod) -> Option<Self> {
        let blocks = view.flow.len();
        let mut found = Self {
            branches: vec![None; blocks],
            switches: vec![Vec::new(); blocks],
            handlers: vec![None; blocks],
            loops: vec![None; view.tree.regions.len()],
            thrown: method.thrown,
        };
        let mut branches = method.branches.iter();
        let mut switches = method.switches.iter();
        let mut handlers = method.handlers.iter();
        for block in 0..blocks {
            match view.instructions(block as u32).last().map(|last| last.op) {
                Some(Op::Branch { .. }) => found.branches[block] = *branches.next()?,
                Some(Op::Switch { index, .. }) => {
                    let shares = switches.next()?;
                    let targets = switch_targets(view, index)?;
                    if targets.len() != shares.len() {
                        return None;
                    }
                    let block_of = |target: u32| view.flow.block_of(target).map(|to| to as u32);
                    let targets: Option<Vec<u32>> = targets.into_iter().map(block_of).collect();
                    found.switches[block] =
                        targets?.into_iter().zip(shares.iter().copied()).collect();
                }
                _ => {}
            }
        }
        for block in handler_blocks(view) {
            found.handlers[block as usize] = *handlers.next()?;
        }
        let of_loops = loops(view);
        if of_loops.len() != method.loops.len() {
            return None;
        }
        for (region, counted) in of_loops.into_iter().zip(&method.loops) {
            found.loops[region as usize] = *counted;
        }
        let is_used_up = branches.next().is_none() && switches.next().is_none();
        (is_used_up && handlers.next().is_none()).then_some(found)
    }

    /// How often the branch at the end of a block is taken; the estimate if it was not counted.
    pub(crate) fn taken(&self, block: u32, estimate: impl FnOnce() -> f64) -> f64 {
        self.branches[block as usize].unwrap_or_else(estimate)
    }

    /// The shares of a switch's targets, with counts instead of estimates if there are any.
    pub(crate) fn ways(&self, block: u32, targets: &[u32], estimates: &mut [f64]) {
        let known = &self.switches[block as usize];
        let mut seen: Vec<u32> = Vec::with_capacity(known.len());
        for (target, share) in targets.iter().zip(&mut *estimates) {
            let counted = known.iter().find(|(to, _)| to == target);
            let Some((_, Some(counted))) = counted else {
                continue;
            };
            // Several edges to the same block count as one.
            *share = if seen.contains(target) { 0.0 } else { *counted };
            seen.push(*target);
        }
        let total: f64 = estimates.iter().sum();
        if total > 0.0 {
            for share in estimates {
                *share /= total;
            }
        }
    }

    /// How often an exception in a block leads to a handler; the estimate if it was not counted.
    pub(crate) fn handled(&self, handler: u32, estimate: f64) -> f64 {
        let counted = self.handlers[handler as usize];
        counted.unwrap_or(estimate).clamp(0.0, 1.0)
    }

    /// How often an exception ends a call; the estimate if it was not counted.
    pub(crate) fn thrown(&self, estimate: f64) -> f64 {
        self.thrown.unwrap_or(estimate).clamp(0.0, 1.0)
    }

    /// How often a loop repeats; `None` if it was not counted.
    pub(crate) fn trips(&self, region: u32) -> Option<f64> {
        self.loops[region as usize].map(|trips| trips.max(0.0))
    }
}

/// The targets of a switch, in ascending order of instructions.
pub fn switch_targets(view: &CodeView<'_>, index: u32) -> Option<Vec<u32>> {
    let switch = view.code.switches.get(index as usize)?;
    let mut targets: Vec<u32> = switch.cases.iter().map(|(_, target)| *target).collect();
    targets.push(switch.default);
    targets.sort_unstable();
    targets.dedup();
    Some(targets)
}

/// The blocks that only exceptions lead to, in the order of the code.
pub fn handler_blocks(view: &CodeView<'_>) -> Vec<u32> {
    let is_handler = |block: &u32| {
        let predecessors = view.flow.predecessors(*block as usize);
        !predecessors.is_empty() && predecessors.iter().all(|edge| edge.is_exceptional())
    };
    (0..view.flow.len() as u32).filter(is_handler).collect()
}

/// The loops with one header, by region, in the order of their headers.
pub fn loops(view: &CodeView<'_>) -> Vec<u32> {
    let mut found: Vec<(u32, u32)> = (0..view.tree.regions.len() as u32)
        .filter_map(|region| Some((loop_header(view, region)?, region)))
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, region)| region).collect()
}
