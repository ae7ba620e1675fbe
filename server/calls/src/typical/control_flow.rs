//! A description of a method's control flow. Two states of a method with equal descriptions run alike.

use super::{repeats, row};
use bytecode::{ClassFile, Code, Method};
use flow::{Flow, LoopTree};
use frequency::{CodeView, Model, Trips};
use std::hash::{Hash, Hasher};
use wcec::MethodCost;

/// A description of control flow; equal for two states of a method that run alike.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ControlFlow {
    /// A digest of the blocks, the conditions of their branches, and what is known about the loops' repetitions.
    pub digest: u64,
    /// A digest of each estimate of a branch or of a loop's repetitions, in ascending order.
    pub estimates: Vec<u32>,
}

/// The control flow of a method, whatever its blocks execute. `None` for a method with too many edges. `cost` is its own worst
/// case.
pub fn control_flow(
    (class, method, code): (&ClassFile<'_>, &Method, &Code),
    cost: &MethodCost,
) -> Option<ControlFlow> {
    if row::is_straight(code) {
        return Some(ControlFlow::default());
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
                test,
            } => {
                let symbol = values.get(usize::from(number)).map(|symbol| &symbol.key);
                (2, symbol, factor.to_bits(), more.to_bits(), test).hash(&mut digest);
            }
        }
    }
    Some(ControlFlow {
        digest: digest.finish(),
        estimates: frequency::estimates(&view, Model::built_in(), &facts),
    })
}
