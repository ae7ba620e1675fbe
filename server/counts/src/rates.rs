//! What a run shows about a method's branches, switches, handlers and loops.

use bytecode::Op;
use frequency::{CodeView, Counted, MeasuredMethod, handler_blocks, loops};

use crate::execution::Execution;

/// How often something happened, of the times that it could have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chance {
    /// How often it happened.
    pub hits: u64,
    /// How often it could have happened.
    pub all: u64,
}

/// What a run shows about a method, in the order of [`MeasuredMethod`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rates {
    /// How often each branch was taken.
    pub branches: Vec<Chance>,
    /// How often each switch jumped to each target.
    pub switches: Vec<Vec<Chance>>,
    /// How often each handler was reached, relative to the executions of the blocks that it protects.
    pub handlers: Vec<Chance>,
    /// How often control returned to the header of each loop, relative to the entries of the loop.
    pub loops: Vec<Chance>,
    /// How many calls ended with an exception; 0 of 0 if unknown.
    pub thrown: Chance,
}

impl Chance {
    fn rate(self) -> Counted {
        (self.all > 0).then(|| self.hits as f64 / self.all as f64)
    }
}

impl Rates {
    /// These counts in the form that replaces a method's estimates.
    pub fn measured(&self) -> MeasuredMethod {
        let rates = |chances: &[Chance]| chances.iter().map(|chance| chance.rate()).collect();
        MeasuredMethod {
            branches: rates(&self.branches),
            switches: self.switches.iter().map(|ways| rates(ways)).collect(),
            handlers: rates(&self.handlers),
            loops: rates(&self.loops),
            sites: Vec::new(),
            thrown: self.thrown.rate(),
        }
    }
}

impl Execution {
    /// What the counts show about the method's branches, switches, handlers and loops.
    pub fn rates(&self, view: &CodeView<'_>) -> Rates {
        let branches = self.branches.iter().map(|branch| Chance {
            hits: branch.taken,
            all: branch.taken.saturating_add(branch.not_taken),
        });
        let switches = self.switches.iter().map(|switch| {
            let all = (switch.arms.iter()).fold(0_u64, |sum, arm| sum.saturating_add(arm.count));
            let ways = switch.arms.iter();
            ways.map(|arm| Chance {
                hits: arm.count,
                all,
            })
            .collect()
        });
        let handlers = handler_blocks(view).into_iter().map(|handler| {
            let mut protected = 0_u64;
            for edge in view.flow.predecessors(handler as usize) {
                protected = protected.saturating_add(self.of_block(view, edge.block() as u32));
            }
            Chance {
                hits: self.of_block(view, handler),
                all: protected,
            }
        });
        let of_loop = |region: u32| self.of_loop(view, region);
        Rates {
            branches: branches.collect(),
            switches: switches.collect(),
            handlers: handlers.collect(),
            loops: loops(view).into_iter().map(of_loop).collect(),
            thrown: self.thrown(),
        }
    }

    /// How many calls ended with an exception. A single call that did not return may have been running when the program ended.
    const fn thrown(&self) -> Chance {
        let hits = self.entries.saturating_sub(self.returned);
        if hits == 1 {
            return Chance { hits: 0, all: 0 };
        }
        Chance {
            hits,
            all: self.entries,
        }
    }

    /// How often a block was executed.
    pub fn of_block(&self, view: &CodeView<'_>, block: u32) -> u64 {
        let start = view.flow.instructions(block as usize).start;
        self.instructions.get(start).copied().unwrap_or(0)
    }

    fn of_loop(&self, view: &CodeView<'_>, region: u32) -> Chance {
        let header = view.tree.regions.get(region as usize);
        let Some(header) = header.and_then(|around| around.entries.first().copied()) else {
            return Chance::default();
        };
        let mut entered = u64::from(header == 0) * self.entries;
        let mut before = u32::MAX;
        for edge in view.flow.predecessors(header as usize) {
            let from = edge.block() as u32;
            if from != before && !edge.is_exceptional() && !view.tree.contains(region, from) {
                entered = entered.saturating_add(self.of_edge(view, from, header));
            }
            before = from;
        }
        Chance {
            hits: self.of_block(view, header).saturating_sub(entered),
            all: entered,
        }
    }

    /// How often control went from the end of one block to another block.
    fn of_edge(&self, view: &CodeView<'_>, from: u32, to: u32) -> u64 {
        let range = view.flow.instructions(from as usize);
        let last = range.end.saturating_sub(1);
        let target = view.flow.instructions(to as usize).start as u32;
        match view.code.instructions.get(last).map(|last| last.op) {
            Some(Op::Branch { target: jump, .. }) => {
                let mut branches = self.branches.iter();
                let branch = branches.find(|branch| branch.at as usize == last);
                branch.map_or(0, |branch| {
                    let taken = if jump == target { branch.taken } else { 0 };
                    let falls = range.end as u32 == target;
                    taken.saturating_add(if falls { branch.not_taken } else { 0 })
                })
            }
            Some(Op::Switch { .. }) => {
                let mut switches = self.switches.iter();
                let switch = switches.find(|switch| switch.at as usize == last);
                let arms = switch.map_or(&[][..], |switch| &switch.arms);
                let arm = arms.iter().find(|arm| arm.target == target);
                arm.map_or(0, |arm| arm.count)
            }
            _ => self.instructions.get(last).copied().unwrap_or(0),
        }
    }
}
