//! Carries the counts of a method over to its code after an edit.

use crate::code::CodeView;
use crate::matched::matched;
use crate::measured::{Counted, MeasuredMethod, handler_blocks, loops, switch_targets};
use bytecode::{Instruction, Op};

/// A fingerprint of the branches, switches, handlers and loops of a method, in the order of [`MeasuredMethod`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeFingerprint {
    branches: Vec<u64>,
    switches: Vec<u64>,
    handlers: Vec<u64>,
    loops: Vec<u64>,
}

impl CodeFingerprint {
    /// The fingerprint of a method's code.
    pub fn of(view: &CodeView<'_>) -> Self {
        let mut found = Self {
            branches: Vec::new(),
            switches: Vec::new(),
            handlers: Vec::new(),
            loops: Vec::new(),
        };
        for block in 0..view.flow.len() {
            let code = view.instructions(block as u32);
            match code.last().map(|last| last.op) {
                Some(Op::Branch { .. }) => found.branches.push(looks(last_two(code))),
                Some(Op::Switch { index, .. }) => {
                    let ways = switch_targets(view, index).map_or(0, |targets| targets.len());
                    found.switches.push(ways as u64);
                }
                _ => {}
            }
        }
        for handler in handler_blocks(view) {
            found.handlers.push(looks(view.instructions(handler)));
        }
        for region in loops(view) {
            let entries = view.tree.regions.get(region as usize);
            let header = entries.and_then(|region| region.entries.first().copied());
            let code = header.map_or(&[][..], |header| view.instructions(header));
            found.loops.push(looks(code));
        }
        found
    }

    /// The counts for the current code of a method that had this shape when it was counted. Branches and loops that still exist
    /// keep their counts, and new ones have none. Receivers of calls are not carried over.
    pub fn carry(&self, counted: &MeasuredMethod, view: &CodeView<'_>) -> MeasuredMethod {
        let now = Self::of(view);
        let switch = |place: usize| Some(counted.switches.get(place)?.clone());
        let places = aligned(&self.switches, &now.switches).into_iter();
        let switches = places.zip(&now.switches).map(|(place, ways)| {
            let known = place.and_then(switch);
            known.unwrap_or_else(|| vec![None; *ways as usize])
        });
        MeasuredMethod {
            branches: carried(&self.branches, &now.branches, &counted.branches),
            switches: switches.collect(),
            handlers: carried(&self.handlers, &now.handlers, &counted.handlers),
            loops: carried(&self.loops, &now.loops, &counted.loops),
            thrown: counted.thrown,
            sites: Vec::new(),
        }
    }
}

/// A branch with the instruction that it tests.
fn last_two(code: &[Instruction]) -> &[Instruction] {
    code.get(code.len().saturating_sub(2)..).unwrap_or_default()
}

/// A hash of the kinds of some instructions.
fn looks(code: &[Instruction]) -> u64 {
    // FNV-1a.
    code.iter().fold(0xcbf2_9ce4_8422_2325, |hash, one| {
        (hash ^ u64::from(one.opcode)).wrapping_mul(0x0100_0000_01b3)
    })
}

fn carried(then: &[u64], now: &[u64], counted: &[Counted]) -> Vec<Counted> {
    let places = aligned(then, now).into_iter();
    let of = |place: Option<usize>| *counted.get(place?)?;
    places.map(of).collect()
}

/// For each of the later elements, its index among the earlier ones: by order if there are equally many, otherwise by the longest
/// match.
fn aligned(then: &[u64], now: &[u64]) -> Vec<Option<usize>> {
    if then.len() == now.len() {
        return (0..now.len()).map(Some).collect();
    }
    let mut found = vec![None; now.len()];
    for (before, after) in matched(then, now, |before, after| u32::from(before == after)) {
        found[after] = Some(before);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn what_is_still_there_keeps_its_place() {
        assert_eq!(aligned(&[1, 2], &[5, 6]), [Some(0), Some(1)]);
        assert_eq!(aligned(&[1, 2], &[1, 9, 2]), [Some(0), None, Some(1)]);
        assert_eq!(aligned(&[1, 2, 3], &[1, 3]), [Some(0), Some(2)]);
        assert_eq!(aligned(&[], &[7]), [None]);
        assert_eq!(aligned(&[7], &[]), []);
        let many = vec![1; 600];
        assert_eq!(aligned(&many, &many[1..]), vec![None; 599]);
    }
}
