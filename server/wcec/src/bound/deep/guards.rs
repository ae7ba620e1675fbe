//! The loop of a `switch` over patterns: after a guard that is false, it looks for the next case that matches.

use super::called_methods::called;
use super::{Bounds, Scope};
use crate::bound::TripBound;
use crate::bound::reaching::writes;
use bytecode::{Constant, InvokeKind, Op};
use cost::Polynomial;

impl Bounds<'_> {
    /// The bound of such a loop: each guard is false at most once.
    ///
    /// `typeSwitch` and `enumSwitch` of `java.lang.runtime.SwitchBootstraps` get the number of the case from which to look, and
    /// return that of the first case from there that matches; −1 for null. If each way back comes from cases below a constant
    /// and then looks from that constant, the number always grows, so the loop takes no way back twice.
    pub(super) fn guards(&mut self, scope: Scope<'_>) -> Option<TripBound> {
        let header = scope.body.header;
        let (_, place) = *scope.view.backbone.first()?;
        let (slot, switch) = self.case_search(header)?;
        let blocks = self.natural_loop(scope.values, header);
        let mut starts = Vec::new();
        for edge in self.flow.predecessors(header as usize) {
            let from = edge.block() as u32;
            if blocks.binary_search(&from).is_err() {
                continue;
            }
            let start = self.next_start(from, slot)?;
            if edge.is_exceptional() || !self.is_behind_cases(&blocks, from, header, switch, start)
            {
                return None;
            }
            starts.push(start);
        }
        let instructions = &self.input.code.instructions;
        let in_loop = blocks
            .iter()
            .flat_map(|block| self.flow.instructions(*block as usize));
        let stores = in_loop
            .filter(|at| writes(instructions[*at].op, slot))
            .count();
        if starts.is_empty() || stores != starts.len() {
            return None;
        }
        starts.sort_unstable();
        starts.dedup();
        let bound = Polynomial::constant(starts.len() as i64);
        Some(self.deep_facts(scope, bound, place))
    }

    /// The variable that says from where a header looks for a case, and the index of the switch over what it finds.
    fn case_search(&self, header: u32) -> Option<(u16, u32)> {
        let range = self.flow.instructions(header as usize);
        let [.., start, search, switch] = &self.input.code.instructions[range.clone()] else {
            return None;
        };
        let dynamic = InvokeKind::Dynamic;
        let (Op::Load { slot, .. }, Op::Invoke { kind, .. }, Op::Switch { index, .. }) =
            (start.op, search.op, switch.op)
        else {
            return None;
        };
        let called = called(self.input, range.end as u32 - 2)?;
        let is_search = kind == dynamic
            && matches!(&*called.name, "typeSwitch" | "enumSwitch")
            && called.descriptor.ends_with("I)I");
        is_search.then_some((slot, index))
    }

    /// The constant that a block stores in a variable at its end.
    fn next_start(&self, block: u32, slot: u16) -> Option<i32> {
        let instructions = &self.input.code.instructions[self.flow.instructions(block as usize)];
        let before = match instructions {
            [before @ .., last] if matches!(last.op, Op::Goto { .. }) => before,
            all => all,
        };
        match before {
            [.., constant, store] if writes(store.op, slot) => match constant.op {
                Op::Push(Constant::Int(start)) => Some(start),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the loop reaches a block only from cases of its header's switch from 0 to below a number.
    fn is_behind_cases(
        &self,
        blocks: &[u32],
        block: u32,
        header: u32,
        switch: u32,
        end: i32,
    ) -> bool {
        let mut before = vec![block];
        let mut next = 0;
        while let Some(block) = before.get(next).copied() {
            next += 1;
            for edge in self.flow.predecessors(block as usize) {
                let from = edge.block() as u32;
                if from == header {
                    if edge.is_exceptional() {
                        return false;
                    }
                } else if blocks.binary_search(&from).is_ok() && !before.contains(&from) {
                    before.push(from);
                }
            }
        }
        let switch = &self.input.code.switches[switch as usize];
        let is_before = |target: u32| {
            let block = self.flow.block_of(target);
            block.is_some_and(|block| before.contains(&(block as u32)))
        };
        let mut cases = switch.cases.iter();
        !before.contains(&header)
            && !is_before(switch.default)
            && cases.all(|(case, target)| !is_before(*target) || (0..end).contains(case))
    }
}
