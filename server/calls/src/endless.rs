//! Recursions without an exit: methods that call themselves, directly or through each other, on every path.

use super::resolve::{Target, Targets};
use super::summaries::Summaries;
use super::unit::{MethodId, Unit};
use bytecode::{Code, Op};
use flow::Flow;

/// Larger groups are not examined.
const LARGEST_GROUP: usize = 256;

/// A method of the group, as far as it matters whether its calls end.
struct Member {
    flow: Flow,
    /// For each block, whether control leaves the method at its end.
    ends: Vec<bool>,
    /// The calls that only methods of the group may answer: the block, the line, and the methods.
    calls: Vec<(usize, Option<u32>, Vec<usize>)>,
}

impl Member {
    /// Whether a call may end, and otherwise the line of the first call that does not end. `may_end` says this of the methods
    /// of the group, as far as it is known.
    fn outcome(&self, may_end: &[bool]) -> Result<(), Option<u32>> {
        let stops = |block: usize| {
            let mut calls = self.calls.iter().filter(|(of, ..)| *of == block);
            calls.find(|(.., answer)| answer.iter().all(|member| !may_end[*member]))
        };
        let mut seen = vec![false; self.flow.len()];
        let mut pending = vec![0];
        let mut line = None;
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            let stopped = stops(block);
            if self.ends[block] && stopped.is_none() {
                return Ok(());
            }
            if let Some((_, of_call, _)) = stopped {
                line = match (line, *of_call) {
                    (Some(one), Some(two)) => Some(std::cmp::min(one, two)),
                    (one, two) => one.or(two),
                };
            }
            let edges = self.flow.successors(block).iter();
            // A handler may catch the error that ends the recursion.
            let edges = edges.filter(|edge| stopped.is_none() || edge.is_exceptional());
            pending.extend(edges.map(|edge| edge.block()));
        }
        Err(line)
    }
}

impl Unit {
    /// The methods of a group of which no call ends, other than by an exception or with the program. Each with the line of the
    /// first call that does not end.
    pub(super) fn endless_recursions(
        &self,
        summaries: &Summaries,
        group: &[u32],
    ) -> Vec<(u32, u32)> {
        if group.len() > LARGEST_GROUP {
            return Vec::new();
        }
        let members = group.iter().map(|number| {
            let targets = &summaries.graph.targets[*number as usize];
            self.member(self.method(*number), targets, group)
        });
        let Some(members) = members.collect::<Option<Vec<Member>>>() else {
            return Vec::new();
        };
        let mut may_end = vec![false; members.len()];
        loop {
            let before = may_end.clone();
            for (member, may_end) in members.iter().zip(&mut may_end) {
                *may_end = *may_end || member.outcome(&before).is_ok();
            }
            if before == may_end {
                break;
            }
        }
        let endless = group.iter().zip(&members).filter_map(|(number, member)| {
            let line = member.outcome(&may_end).err().flatten()?;
            Some((*number, line))
        });
        endless.collect()
    }

    /// `None` if the method has no code or too many paths.
    fn member(&self, id: MethodId, targets: &[Targets], group: &[u32]) -> Option<Member> {
        let sites = self.sites(id);
        self.with_code(id, |_, _, code| {
            let mut flow = Flow::default();
            flow.refill(code).ok()?;
            let ends = (0..flow.len()).map(|block| leaves(&flow, code, block));
            let mut calls = Vec::new();
            for (site, targets) in sites.iter().zip(targets) {
                let at = site.passed.instruction;
                let (Some(block), Some(answer)) =
                    (flow.block_of(at), self.of_group(targets, group))
                else {
                    continue;
                };
                calls.push((block, code.line_of(at), answer));
            }
            Some(Member {
                ends: ends.collect(),
                flow,
                calls,
            })
        })?
    }

    /// The indices in a group of the methods that answer a call, if no other may.
    fn of_group(&self, targets: &Targets, group: &[u32]) -> Option<Vec<usize>> {
        let Targets::Known(targets) = targets else {
            return None;
        };
        let of_target = |target: &Target| match target {
            Target::Own(method) => group.binary_search(&self.number(*method)).ok(),
            Target::Library { .. } | Target::Unknown(_) => None,
        };
        let answer: Option<Vec<usize>> = targets.iter().map(of_target).collect();
        answer.filter(|answer| !answer.is_empty())
    }
}

/// Whether control leaves the method at the end of a block.
fn leaves(flow: &Flow, code: &Code, block: usize) -> bool {
    let last = flow.instructions(block).last();
    let last = last.and_then(|last| code.instructions.get(last));
    last.is_some_and(|instruction| matches!(instruction.op, Op::Return(_) | Op::Throw))
}
