//! The probability of each edge that leaves a block.

use crate::branch::branch_features;
use crate::code::CodeView;
use crate::measured::InBlocks;
use crate::model::Model;
use bytecode::Op;

/// The probability of each edge of a block, in the order of its successors. Counts take precedence over the model.
pub(crate) fn edge_probabilities(
    view: &CodeView<'_>,
    model: &Model,
    measured: Option<&InBlocks>,
    block: u32,
) -> Vec<f64> {
    let edges = view.flow.successors(block as usize);
    let normal = edges.iter().filter(|edge| !edge.is_exceptional()).count();
    let exceptional = edges.len() - normal;
    if edges.is_empty() {
        return Vec::new();
    }
    let mut caught: Vec<f64> = edges
        .iter()
        .filter(|edge| edge.is_exceptional())
        .map(|edge| {
            let estimate = match normal {
                0 => 1.0 / exceptional as f64,
                _ => model.caught / exceptional as f64,
            };
            match measured {
                Some(measured) if normal > 0 => measured.handled(edge.block() as u32, estimate),
                _ => estimate,
            }
        })
        .collect();
    let all: f64 = caught.iter().sum();
    if all > 1.0 {
        for share in &mut caught {
            *share /= all;
        }
    }
    let goes_on = (1.0 - all).max(0.0);
    let of_normal: Vec<f64> = match view.instructions(block).last().map(|last| last.op) {
        Some(Op::Branch { .. }) if normal == 2 => {
            let estimate = || {
                let features = branch_features(view, block).unwrap_or_default();
                model.branches.leaf(&features).taken
            };
            let taken = match measured {
                Some(measured) => measured.taken(block, estimate).clamp(0.0, 1.0),
                None => estimate(),
            };
            vec![1.0 - taken, taken]
        }
        Some(Op::Switch { .. }) => {
            let targets: Vec<u32> = edges
                .iter()
                .filter(|edge| !edge.is_exceptional())
                .map(|edge| edge.block() as u32)
                .collect();
            let mut shares = switch_probabilities(view, model, &targets);
            if let Some(measured) = measured {
                measured.ways(block, &targets, &mut shares);
            }
            shares
        }
        _ => vec![1.0 / normal.max(1) as f64; normal],
    };
    let mut of_normal = of_normal.into_iter();
    let mut caught = caught.into_iter();
    edges
        .iter()
        .map(|edge| {
            if edge.is_exceptional() {
                caught.next().unwrap_or(0.0)
            } else {
                goes_on * of_normal.next().unwrap_or(0.0)
            }
        })
        .collect()
}

/// The default comes first; the others share the rest.
fn switch_probabilities(view: &CodeView<'_>, model: &Model, targets: &[u32]) -> Vec<f64> {
    let count = targets.len();
    let weight_of = |target: &u32| {
        let returns = view.returns.get(*target as usize).copied().unwrap_or(true);
        if returns { 1.0 } else { model.switches.throws }
    };
    let Some((default, others)) = targets.split_first() else {
        return Vec::new();
    };
    if others.is_empty() {
        return vec![1.0; count];
    }
    // Gaps of a table lead to the default and are not separate cases.
    let is_gap = |target: &u32| target == default;
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
    let of_other = |target: &u32| {
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
