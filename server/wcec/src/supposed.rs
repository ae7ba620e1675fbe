//! What a cost relies on if the arguments are in a range. A search from one index to another cannot overflow if both are
//! indices, and most callers pass indices.

use crate::analysis::by_flow;
use crate::call::{Call, Callee};
use crate::method::{MethodCost, MethodInput, Supposing};
use crate::scratch::Scratch;
use bytecode::parameter_types;
use std::cell::Cell;

/// The longest array on every existing virtual machine.
const LONGEST_ARRAY: i64 = i32::MAX as i64 - 2;

/// What may be supposed of the arguments, tried in this order: an index or the one before the first, an index, a small
/// number.
const RANGES: [(i64, i64); 3] = [
    (-1, LONGEST_ARRAY),
    (0, LONGEST_ARRAY),
    (0, u16::MAX as i64),
];

/// What is supposed of the arguments, and of which of them that was needed.
#[derive(Debug)]
pub(crate) struct Supposed {
    range: (i64, i64),
    /// A bit for each argument.
    needed: Cell<u64>,
}

impl Supposed {
    /// The range of an argument, of which its type tells this range.
    pub(crate) fn within(&self, index: usize, of_type: (i128, i128)) -> (i128, i128) {
        let (least, most) = (i128::from(self.range.0), i128::from(self.range.1));
        let bit = u32::try_from(index)
            .ok()
            .and_then(|index| 1_u64.checked_shl(index));
        match bit {
            Some(bit) if of_type.0 < least || most < of_type.1 => {
                self.needed.set(self.needed.get() | bit);
                (of_type.0.max(least), of_type.1.min(most))
            }
            _ => of_type,
        }
    }

    fn arguments(&self) -> Vec<u16> {
        let needed = self.needed.get();
        (0..64).filter(|index| needed >> index & 1 == 1).collect()
    }
}

impl Scratch {
    /// The same cost with fewer assumptions, if arguments in a range need fewer. What a method passes to itself need not be
    /// in that range.
    pub(crate) fn supposing(
        &mut self,
        input: &MethodInput<'_>,
        cost: &MethodCost,
    ) -> Option<Supposing> {
        let mut taken = parameter_types(&input.method.descriptor);
        let takes_number = taken.any(|of| {
            of.dimensions == 0 && matches!(of.element, "byte" | "short" | "int" | "long")
        });
        let is_small = |at: u32| cost.small_calls.contains(&at);
        let mut calls = input.calls.iter();
        let may_need_less = cost.assumptions.has_overflow()
            || calls.any(|call| match &call.callee {
                Callee::Targets(targets) => {
                    (targets.iter()).any(|target| target.assumptions.for_small().is_some())
                        && !is_small(call.passed.instruction)
                }
                _ => false,
            });
        let mut calls = input.calls.iter();
        if !takes_number || !may_need_less || self.values.is_some() || calls.any(Call::is_recursive)
        {
            return None;
        }
        RANGES.into_iter().find_map(|range| {
            self.supposed = Some(Supposed {
                range,
                needed: Cell::new(0),
            });
            let other = by_flow(input, self);
            let supposed = self.supposed.take()?;
            let needs_less = other.assumptions.len() < cost.assumptions.len()
                || other.small_calls.len() > cost.small_calls.len();
            let is_same = other.cost == cost.cost
                && other.result == cost.result
                && (cost.is_of_returns || !other.is_of_returns);
            let needs_no_more = other.assumptions.len() <= cost.assumptions.len()
                && (cost.small_calls.iter()).all(|call| other.small_calls.contains(call));
            (needs_less && needs_no_more && is_same).then(|| Supposing {
                arguments: supposed.arguments(),
                range,
                assumptions: other.assumptions,
                small_calls: other.small_calls,
            })
        })
    }
}
