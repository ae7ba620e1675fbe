//! The natural loops of a method by definition, deliberately slow and simple: a reference for the analysis.

use std::collections::{BTreeMap, BTreeSet};

use bytecode::{Code, Op};

/// The natural loops: the header dominates the instructions that jump back to it, and the body is everything that reaches
/// one of them without passing the header. Headers are given by their first instruction, bodies by their instructions.
pub fn natural_loops(code: &Code) -> BTreeMap<u32, BTreeSet<u32>> {
    let length = code.instructions.len() as u32;
    let forward: Vec<Vec<u32>> = (0..length).map(|at| successors(code, at)).collect();
    loops_of(&forward)
}

/// The natural loops of a graph whose first node is its entry.
fn loops_of(forward: &[Vec<u32>]) -> BTreeMap<u32, BTreeSet<u32>> {
    let mut backward = vec![Vec::new(); forward.len()];
    for (from, targets) in forward.iter().enumerate() {
        for to in targets {
            backward[*to as usize].push(from as u32);
        }
    }
    let all = reach(forward, &[0], None);
    let mut loops = BTreeMap::new();
    for header in &all {
        let ways = &backward[*header as usize];
        // It needs a predecessor outside, which is the call for the entry, and one in its body.
        if ways.len() + usize::from(*header == 0) < 2 {
            continue;
        }
        let undominated = reach(forward, &[0], Some(*header));
        let back: Vec<u32> = ways
            .iter()
            .copied()
            .filter(|from| all.contains(from) && !undominated.contains(from))
            .collect();
        if !back.is_empty() {
            let mut body = reach(&backward, &back, Some(*header));
            body.retain(|at| all.contains(at));
            body.insert(*header);
            loops.insert(*header, body);
        }
    }
    loops
}

/// The nodes reachable along edges from some nodes, without passing one of them.
fn reach(edges: &[Vec<u32>], from: &[u32], without: Option<u32>) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut pending = from.to_vec();
    while let Some(at) = pending.pop() {
        if Some(at) != without && (at as usize) < edges.len() && seen.insert(at) {
            pending.extend(&edges[at as usize]);
        }
    }
    seen
}

fn successors(code: &Code, at: u32) -> Vec<u32> {
    let op = code.instructions[at as usize].op;
    let mut to = Vec::new();
    if op.falls_through() {
        to.push(at + 1);
    }
    match op {
        Op::Branch { target, .. } | Op::Goto { target } => to.push(target),
        Op::Switch { index, .. } => {
            let switch = &code.switches[index as usize];
            to.push(switch.default);
            to.extend(switch.cases.iter().map(|(_, target)| *target));
        }
        _ => {}
    }
    for handler in &code.handlers {
        // The handlers of `finally` and `synchronized` protect themselves; no running program executes that as a loop.
        let protects_itself = handler.handler >= handler.start && handler.handler < handler.end;
        if (handler.start..handler.end).contains(&at) && !(protects_itself && at >= handler.handler)
        {
            to.push(handler.handler);
        }
    }
    to.retain(|to| (*to as usize) < code.instructions.len());
    to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(forward: &[&[u32]]) -> Vec<(u32, Vec<u32>)> {
        let forward: Vec<Vec<u32>> = forward.iter().map(|to| to.to_vec()).collect();
        let loops = loops_of(&forward).into_iter();
        loops
            .map(|(header, body)| (header, body.into_iter().collect()))
            .collect()
    }

    #[test]
    fn a_loop_whose_condition_is_at_its_end_is_found() {
        // Control enters at the condition 2, after the body 1.
        assert_eq!(headers(&[&[2], &[2], &[1, 3], &[]]), [(2, vec![1, 2])]);
    }

    #[test]
    fn the_first_instruction_can_be_a_header() {
        assert_eq!(headers(&[&[0, 1], &[]]), [(0, vec![0])]);
    }

    #[test]
    fn a_cycle_with_two_entries_is_no_natural_loop() {
        assert_eq!(headers(&[&[1, 2], &[2], &[1, 3], &[]]), []);
    }

    #[test]
    fn nested_loops_have_their_own_headers() {
        assert_eq!(
            headers(&[&[1], &[2], &[2, 3], &[1, 4], &[]]),
            [(1, vec![1, 2, 3]), (2, vec![2])]
        );
    }

    #[test]
    fn unreachable_code_is_in_no_loop() {
        assert_eq!(headers(&[&[3], &[2], &[1, 3], &[]]), []);
        // Instruction 3, which is unreachable, jumps into the body.
        assert_eq!(headers(&[&[1], &[2], &[1], &[2]]), [(1, vec![1, 2])]);
    }
}
