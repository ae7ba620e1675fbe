//! The loops of a method by the definition, slow and simple on purpose: what the analysis finds is compared with it.

use std::collections::{BTreeMap, BTreeSet};

use bytecode::{Code, Op};

/// The natural loops: the header dominates the whole body, from which it can be reached. Headers by their first
/// instruction, bodies by their instructions.
pub(crate) fn natural_loops(code: &Code) -> BTreeMap<u32, BTreeSet<u32>> {
    let length = code.instructions.len() as u32;
    let forward: Vec<Vec<u32>> = (0..length).map(|at| successors(code, at)).collect();
    let mut backward = vec![Vec::new(); forward.len()];
    for (from, targets) in forward.iter().enumerate() {
        for to in targets {
            backward[*to as usize].push(from as u32);
        }
    }
    let all = reach(&forward, 0, None);
    let mut loops = BTreeMap::new();
    // Only where something jumps backwards can a loop begin.
    for header in all.iter().filter(|header| {
        let mut from = backward[**header as usize].iter();
        from.any(|from| from >= *header)
    }) {
        let undominated = reach(&forward, 0, Some(*header));
        let body: BTreeSet<u32> = reach(&backward, *header, None)
            .into_iter()
            .filter(|at| all.contains(at) && !undominated.contains(at))
            .collect();
        if body.iter().any(|at| forward[*at as usize].contains(header)) {
            loops.insert(*header, body);
        }
    }
    loops
}

fn reach(edges: &[Vec<u32>], from: u32, without: Option<u32>) -> BTreeSet<u32> {
    let mut seen = BTreeSet::new();
    let mut pending = vec![from];
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
        // The handlers of `finally` and `synchronized` protect themselves; that is no loop that a program runs.
        let protects_itself = handler.handler >= handler.start && handler.handler < handler.end;
        if (handler.start..handler.end).contains(&at) && !(protects_itself && at >= handler.handler)
        {
            to.push(handler.handler);
        }
    }
    to.retain(|to| (*to as usize) < code.instructions.len());
    to
}
