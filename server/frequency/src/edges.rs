//! How likely control takes each way out of a block.

use crate::branch::branch_features;
use crate::code::CodeView;
use crate::model::Model;
use bytecode::Op;

/// The probability of each edge of a block, in the order of its successors.
pub(crate) fn edge_probabilities(view: &CodeView<'_>, model: &Model, block: u32) -> Vec<f64> {
    let edges = view.flow.successors(block as usize);
    let normal = edges.iter().filter(|edge| !edge.is_exceptional()).count();
    let exceptional = edges.len() - normal;
    if edges.is_empty() {
        return Vec::new();
    }
    let caught = match (normal, exceptional) {
        (0, _) => 1.0,
        (_, 0) => 0.0,
        _ => model.caught,
    };
    let of_normal: Vec<f64> = match view.instructions(block).last().map(|last| last.op) {
        Some(Op::Branch { .. }) if normal == 2 => {
            let features = branch_features(view, block).unwrap_or_default();
            let taken = model.branches.leaf(&features).taken;
            vec![1.0 - taken, taken]
        }
        Some(Op::Switch { .. }) => switch_probabilities(view, model, block, normal),
        _ => vec![1.0 / normal.max(1) as f64; normal],
    };
    let mut of_normal = of_normal.into_iter();
    edges
        .iter()
        .map(|edge| {
            if edge.is_exceptional() {
                caught / exceptional as f64
            } else {
                (1.0 - caught) * of_normal.next().unwrap_or(0.0)
            }
        })
        .collect()
}

/// The default comes first; the others share what it leaves.
fn switch_probabilities(view: &CodeView<'_>, model: &Model, block: u32, count: usize) -> Vec<f64> {
    let edges = view.flow.successors(block as usize).iter();
    let targets: Vec<usize> = edges
        .filter(|edge| !edge.is_exceptional())
        .map(|edge| edge.block())
        .collect();
    let weight_of = |target: &usize| {
        let returns = view.returns.get(*target).copied().unwrap_or(true);
        if returns { 1.0 } else { model.switches.throws }
    };
    let Some((default, others)) = targets.split_first() else {
        return Vec::new();
    };
    if others.is_empty() {
        return vec![1.0; count];
    }
    // Gaps of a table lead to the default and are no cases of their own.
    let is_gap = |target: &usize| target == default;
    let cases: f64 = others
        .iter()
        .filter(|target| !is_gap(target))
        .map(weight_of)
        .sum();
    let of_default = model.switches.default * weight_of(default);
    let of_cases = if cases > 0.0 {
        1.0 - model.switches.default
    } else {
        0.0
    };
    let total = of_default + of_cases;
    if total <= 0.0 {
        return vec![1.0 / count as f64; count];
    }
    let of_other = |target: &usize| {
        if is_gap(target) {
            0.0
        } else {
            of_cases * weight_of(target) / cases / total
        }
    };
    std::iter::once(of_default / total)
        .chain(others.iter().map(of_other))
        .collect()
}
