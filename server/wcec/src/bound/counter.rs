//! How a loop changes the locals that its test compares.

use super::limits::limits_of;
use super::operand::Leaf;
use super::{Bounds, LoopView, Side, reaching};
use bytecode::{ArrayElement, DataType, Op};

/// How one local changes the difference.
#[derive(Debug)]
pub(super) struct Counter {
    pub(super) slot: u16,
    /// Its factor in the difference, and the load that the comparison uses.
    pub(super) coefficient: i128,
    pub(super) at: u32,
    /// The sign of all its changes; 0 if nothing changes it.
    pub(super) direction: i128,
    /// The least by which every iteration changes it.
    pub(super) step: i128,
    /// How much of that comes before the load.
    pub(super) step_before: i128,
    /// The most by which that part changes it, on the branches that lead to the load, too; `None` if an inner loop does.
    pub(super) most_before: Option<i128>,
    /// The most by which an iteration changes it; `None` if an inner loop changes it.
    pub(super) most_step: Option<i128>,
    /// True if nothing else changes it.
    pub(super) is_exact: bool,
    /// The first change of the counter, in the order of the body.
    pub(super) first_change: u32,
    pub(super) limits: (i128, i128),
}

impl Counter {
    /// True for a counter whose type is narrower than an int.
    pub(super) const fn is_narrow(&self) -> bool {
        self.limits.1 <= u16::MAX as i128
    }

    /// The smallest or the largest number of such a type.
    pub(super) fn end_of_type(&self, side: Side) -> Option<i128> {
        self.is_narrow().then_some(match side {
            Side::Lower => self.limits.0,
            Side::Upper => self.limits.1,
        })
    }
}

impl Bounds<'_> {
    /// How the loop changes a local, if it only ever adds constants of one sign.
    pub(super) fn counter(
        &self,
        view: &LoopView<'_>,
        slot: u16,
        at: u32,
        coefficient: i128,
        data_type: DataType,
    ) -> Option<Counter> {
        let mut counter = Counter {
            slot,
            coefficient,
            at,
            direction: 0,
            step: 0,
            step_before: 0,
            most_before: Some(0),
            most_step: Some(0),
            is_exact: true,
            first_change: u32::MAX,
            limits: limits_of(data_type),
        };
        let load = (self.place_of(view, at)?, at);
        for change in &self.changes {
            if !reaching::writes(self.input.code.instructions[*change as usize].op, slot) {
                continue;
            }
            let by = self.step(*change, slot, &mut counter.limits)?;
            if by == 0 {
                continue;
            }
            if by.signum() == -counter.direction {
                return None;
            }
            counter.direction = by.signum();
            let place = self.place_of(view, *change)?;
            counter.first_change = counter.first_change.min(place);
            let block = self.flow.block_of(*change)? as u32;
            let is_once = !self.is_repeated_inside(view, block, place);
            let more = |sum: Option<i128>| sum.filter(|_| is_once).map(|sum| sum + by.abs());
            counter.most_step = more(counter.most_step);
            if (place, *change) < load {
                counter.most_before = more(counter.most_before);
            }
            if view.is_on_backbone(block, place) {
                counter.step += by;
                if (place, *change) < load {
                    counter.step_before += by;
                }
            } else {
                counter.is_exact = false;
            }
        }
        Some(counter)
    }

    /// True for a block inside an inner loop.
    pub(super) fn is_repeated_inside(&self, view: &LoopView<'_>, block: u32, place: u32) -> bool {
        let alike = view.places.iter().filter(|other| **other == place).count();
        let edges = self.flow.successors(block as usize);
        alike > 1 || block != view.header && edges.iter().any(|edge| edge.block() as u32 == block)
    }

    /// The constant that an instruction adds to a local.
    fn step(&self, change: u32, slot: u16, limits: &mut (i128, i128)) -> Option<i128> {
        let at = change as usize;
        let mut end = at;
        match self.input.code.instructions[at].op {
            Op::Increment { by, .. } => {
                narrow(limits, limits_of(DataType::Int));
                return Some(i128::from(by));
            }
            Op::Store {
                data_type: data_type @ (DataType::Int | DataType::Long),
                slot: written,
            } if written == slot => narrow(limits, limits_of(data_type)),
            _ => return None,
        }
        let reader = self.reader(change)?;
        if let Some((
            conversion,
            Op::Convert {
                to_narrow: Some(element),
                ..
            },
        )) = reader.last_before(end)
        {
            narrow(limits, limits_of_narrow(element)?);
            end = conversion;
        }
        let value = reader.number(end)?;
        match value.terms.as_slice() {
            [
                (
                    Leaf::Local {
                        slot: read,
                        at: load,
                    },
                    1,
                ),
            ] if *read == slot => {
                let between = *load as usize..at;
                let unchanged = self.input.code.instructions[between]
                    .iter()
                    .all(|instruction| !reaching::writes(instruction.op, slot));
                unchanged.then_some(value.constant)
            }
            _ => None,
        }
    }
}

fn limits_of_narrow(element: ArrayElement) -> Option<(i128, i128)> {
    match element {
        ArrayElement::Byte => Some((i128::from(i8::MIN), i128::from(i8::MAX))),
        ArrayElement::Char => Some((0, i128::from(u16::MAX))),
        ArrayElement::Short => Some((i128::from(i16::MIN), i128::from(i16::MAX))),
        _ => None,
    }
}

fn narrow(limits: &mut (i128, i128), to: (i128, i128)) {
    limits.0 = limits.0.max(to.0);
    limits.1 = limits.1.min(to.1);
}
