//! Derives the counts of all instructions from the counters.

use std::collections::BTreeMap;

use bytecode::{Code, Op, code_digest};

use crate::counts::{CounterKind, MethodCounts};
use crate::error::Mismatch;

/// How often each part of a method ran, over the whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Execution {
    /// How often it was called.
    pub entries: u64,
    /// How often it returned. The other entries threw, or were still running at the end.
    pub returned: u64,
    /// How often each instruction was executed.
    pub instructions: Vec<u64>,
    /// The conditional branches, in the order of the code.
    pub branches: Vec<Branch>,
    /// The switches, in the order of the code.
    pub switches: Vec<SwitchCounts>,
}

/// The counts of a conditional branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The instruction.
    pub at: u32,
    /// How often it jumped.
    pub taken: u64,
    /// How often it did not jump.
    pub not_taken: u64,
}

/// The counts of a switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchCounts {
    /// The instruction.
    pub at: u32,
    /// Its targets, in ascending order.
    pub arms: Vec<Arm>,
}

/// A target of a switch. Cases with the same target are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The target.
    pub target: u32,
    /// How often it was taken.
    pub count: u64,
}

impl MethodCounts {
    /// How often each part of the method ran.
    ///
    /// # Errors
    /// [`Mismatch`] if other code was counted.
    pub fn execution(&self, code: &Code) -> Result<Execution, Mismatch> {
        if self.code_digest != code_digest(code) {
            return Err(Mismatch::OtherCode);
        }
        let length = code.instructions.len();
        let (mut blocks, mut behind_calls) = (vec![None; length], vec![None; length]);
        let mut entries = None;
        for counter in &self.counters {
            let at = usize::from(counter.at);
            let place = match counter.kind {
                CounterKind::Block => blocks.get_mut(at),
                CounterKind::BehindCall => behind_calls.get_mut(at),
                CounterKind::Entry => Some(&mut entries),
                CounterKind::NotTaken | CounterKind::Arm { .. } => continue,
            };
            *place.ok_or(Mismatch::OtherBlocks)? = Some(counter.count);
        }
        let starts = blocks.iter().enumerate();
        let starts = starts.filter_map(|(at, count)| count.map(|_| at as u32));
        if !starts.eq(code.leaders.starts().iter().copied()) {
            return Err(Mismatch::OtherBlocks);
        }
        let mut instructions = Vec::with_capacity(length);
        let mut count = 0;
        for (block, behind) in blocks.iter().zip(behind_calls) {
            count = block.or(behind).unwrap_or(count);
            instructions.push(count);
        }
        let mut found = Execution {
            entries: entries.or(blocks.first().copied().flatten()).unwrap_or(0),
            instructions,
            ..Execution::default()
        };
        let mut edges: BTreeMap<(CounterKind, u32), u64> = BTreeMap::new();
        for counter in &self.counters {
            let edge = (counter.kind, u32::from(counter.at));
            edges.entry(edge).or_insert(counter.count);
        }
        let edge = |kind: CounterKind, at: u32| edges.get(&(kind, at)).copied();
        for (at, instruction) in code.instructions.iter().enumerate() {
            let executed = found.instructions[at];
            let block = |target: u32| blocks.get(target as usize).copied().flatten();
            let at = at as u32;
            match instruction.op {
                Op::Return(_) => found.returned = found.returned.saturating_add(executed),
                Op::Branch { .. } => {
                    let not_taken = edge(CounterKind::NotTaken, at).or(block(at + 1));
                    let not_taken = not_taken.ok_or(Mismatch::OtherBlocks)?;
                    found.branches.push(Branch {
                        at,
                        taken: executed.saturating_sub(not_taken),
                        not_taken,
                    });
                }
                Op::Switch { index, .. } => {
                    let switch = code.switches.get(index as usize);
                    let switch = switch.ok_or(Mismatch::OtherBlocks)?;
                    let mut targets: Vec<u32> =
                        switch.cases.iter().map(|(_, target)| *target).collect();
                    targets.push(switch.default);
                    targets.sort_unstable();
                    targets.dedup();
                    let arm = |target: u32| {
                        let kind = CounterKind::Arm {
                            target: target as u16,
                        };
                        let count = edge(kind, at).or(block(target))?;
                        Some(Arm { target, count })
                    };
                    let arms: Option<Vec<Arm>> = targets.into_iter().map(arm).collect();
                    let arms = arms.ok_or(Mismatch::OtherBlocks)?;
                    found.switches.push(SwitchCounts { at, arms });
                }
                _ => {}
            }
        }
        Ok(found)
    }
}
