//! By what two states of a method are said to run alike.

use super::{repeats, row};
use bytecode::{ClassFile, Code, Method};
use flow::{Flow, LoopTree};
use frequency::{CodeView, Trips};
use std::hash::{Hash, Hasher};
use wcec::MethodCost;

/// Of code that is executed once, from its beginning to its end.
const STRAIGHT: u64 = 0;

/// A digest of a method's control flow: its blocks, what their branches ask, and what is known of how often its loops repeat,
/// whatever is executed in the blocks. `None` for a method with more edges than can be followed. `cost` is its own worst case.
pub fn control_flow(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    cost: &MethodCost,
) -> Option<u64> {
    if row::is_straight(code) {
        return Some(STRAIGHT);
    }
    let mut flow = Flow::default();
    flow.refill(code).ok()?;
    flow.find_predecessors();
    let tree = LoopTree::of(&flow);
    let mut values = Vec::new();
    let facts = repeats::facts(&flow, &tree, cost, &mut values);
    let view = CodeView::new(class, method, code, &flow, &tree);
    let mut digest = rustc_hash::FxHasher::default();
    for block in 0..flow.len() {
        frequency::question(&view, block as u32).hash(&mut digest);
        for edge in flow.successors(block) {
            (edge.block(), edge.is_exceptional()).hash(&mut digest);
        }
    }
    let mut loops: Vec<(Option<usize>, Trips)> = facts
        .trips
        .iter()
        .map(|(header, trips)| (flow.block_of(*header), *trips))
        .collect();
    loops.sort_by_key(|(header, _)| *header);
    for (header, trips) in loops {
        header.hash(&mut digest);
        match trips {
            Trips::Exact(count) => (0, count.to_bits()).hash(&mut digest),
            Trips::AtMost(count) => (1, count.to_bits()).hash(&mut digest),
            Trips::Value {
                number,
                factor,
                more,
            } => {
                let symbol = values.get(usize::from(number)).map(|symbol| &symbol.key);
                (2, symbol, factor.to_bits(), more.to_bits()).hash(&mut digest);
            }
        }
    }
    Some(digest.finish())
}
