//! The blocks of natural loops.

use super::super::Bounds;
use crate::values::Values;
use std::rc::Rc;

impl Bounds<'_> {
    /// The blocks of the loop with this header, sorted; empty if the block is no header.
    pub(super) fn natural_loop(&self, values: &Values<'_>, header: u32) -> Rc<[u32]> {
        if let Some(known) = self.natural_loops.borrow().get(&header) {
            return Rc::clone(known);
        }
        let latches = self.flow.predecessors(header as usize).iter();
        let mut pending: Vec<u32> = latches
            .map(|edge| edge.block() as u32)
            .filter(|from| values.position(*from) != u32::MAX && values.is_backward(*from, header))
            .collect();
        let mut found = Vec::new();
        if !pending.is_empty() {
            let mut is_found = vec![false; self.flow.len()];
            is_found[header as usize] = true;
            found.push(header);
            while let Some(next) = pending.pop() {
                if std::mem::replace(&mut is_found[next as usize], true) {
                    continue;
                }
                found.push(next);
                let edges = self.flow.predecessors(next as usize).iter();
                pending.extend(edges.map(|edge| edge.block() as u32));
            }
            found.sort_unstable();
        }
        let found: Rc<[u32]> = found.into();
        let mut known = self.natural_loops.borrow_mut();
        known.insert(header, Rc::clone(&found));
        found
    }
}
