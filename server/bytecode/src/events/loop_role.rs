//! What an event is in the innermost loop around it: what a compiler makes of an instruction depends on it.
//!
//! Compilers lay loops out as one range of instructions that ends with a jump back to its begin. That is all that is
//! looked for here: no dominators, no data flow. Where code is laid out otherwise, its events have no role.

use super::{Action, Event, Source};
use crate::code::Code;
use crate::instruction::{BinaryOp, DataType, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

/// Longer loops are not looked at: nobody unrolls them.
const LONGEST_LOOP: usize = 400;

/// What an event is in the innermost loop around it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum LoopRole {
    /// Nothing in particular, or in no innermost loop.
    #[default]
    None,
    /// In a loop over arrays with no other branch, no call and no value that one turn of the loop takes from the turn
    /// before but counters and sums of whole numbers: C2 makes vector instructions of it.
    Vector,
    /// Computes a value that the next turn of the loop waits for, such as a sum of `double`s.
    Chain,
    /// A branch on data, such as an element of an array, and not on a counter or a bound.
    Data,
}

impl LoopRole {
    /// All roles.
    pub const ALL: [Self; 4] = [Self::None, Self::Vector, Self::Chain, Self::Data];

    /// The word in the names of patterns; empty for none.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Vector => "vector",
            Self::Chain => "chain",
            Self::Data => "data",
        }
    }
}

/// Puts the role of each event into it.
pub(super) fn assign(code: &Code, events: &mut [Event]) {
    let data = data_slots(code);
    for event in events.iter_mut() {
        if let Action::If { .. } = event.action
            && is_on_data(code, &data, event)
        {
            event.role = LoopRole::Data;
        }
    }
    let loops = innermost_loops(code);
    if loops.is_empty() {
        return;
    }
    let mut order: Vec<u32> = (0..events.len() as u32).collect();
    order.sort_by_key(|index| events[*index as usize].instruction);
    for body in loops {
        if body.end() - body.start() < LONGEST_LOOP {
            of_loop(code, body, &order, events);
        }
    }
}

/// The part of the events, in the order of their instructions, that belongs to a loop.
fn inside<'o>(order: &'o [u32], events: &[Event], body: &RangeInclusive<usize>) -> &'o [u32] {
    let instruction = |index: &u32| events[*index as usize].instruction as usize;
    let begin = order.partition_point(|index| instruction(index) < *body.start());
    let end = order.partition_point(|index| instruction(index) <= *body.end());
    order.get(begin..end).unwrap_or_default()
}

/// The loops that have no other loop in them, in the order of the code.
fn innermost_loops(code: &Code) -> Vec<RangeInclusive<usize>> {
    // Of several jumps to one begin the last ends the loop.
    let mut ends: BTreeMap<usize, usize> = BTreeMap::new();
    for (at, instruction) in code.instructions.iter().enumerate() {
        if let Op::Goto { target } | Op::Branch { target, .. } = instruction.op
            && target as usize <= at
        {
            ends.insert(target as usize, at);
        }
    }
    let begins: Vec<usize> = ends.keys().copied().collect();
    let has_another = |begin: usize, end: usize| {
        let next = begins.partition_point(|other| *other <= begin);
        begins.get(next).is_some_and(|other| *other <= end)
    };
    ends.into_iter()
        .filter(|(begin, end)| !has_another(*begin, *end))
        .map(|(begin, end)| begin..=end)
        .collect()
}

fn of_loop(code: &Code, body: RangeInclusive<usize>, order: &[u32], events: &mut [Event]) {
    let carried = carried_slots(code, body.clone());
    let own = inside(order, events, &body);
    let mut chains: BTreeSet<u32> = BTreeSet::new();
    let mut is_vector = true;
    let (mut branches, mut elements) = (0, 0);
    for at in body.clone() {
        let Some(instruction) = code.instructions.get(at) else {
            continue;
        };
        match instruction.op {
            Op::Store { data_type, slot } if carried.contains(&slot) => {
                // A sum of whole numbers is made of parts; with rounding, or in another form, it is not the same.
                let before = own
                    .iter()
                    .map(|index| &events[*index as usize])
                    .take_while(|event| event.instruction as usize <= at);
                let tree = before.last().map(|event| event.tree);
                let is_part = |index: &u32| {
                    let event = &events[*index as usize];
                    Some(event.tree) != tree || is_part_of_sum(event)
                };
                let is_sum =
                    matches!(data_type, DataType::Int | DataType::Long) && own.iter().all(is_part);
                if !is_sum {
                    is_vector = false;
                    chains.extend(tree);
                }
            }
            Op::Branch { .. } => branches += 1,
            Op::ArrayLoad(element) | Op::ArrayStore(element) => {
                elements += 1;
                is_vector &= element.data_type() != DataType::Reference;
            }
            Op::Binary(BinaryOp::Div | BinaryOp::Rem, DataType::Int | DataType::Long)
            | Op::Binary(BinaryOp::Rem, _)
            | Op::Switch { .. }
            | Op::Invoke { .. }
            | Op::New { .. }
            | Op::NewArray(_)
            | Op::MultiNewArray { .. }
            | Op::Throw
            | Op::Return(_)
            | Op::Compare(_)
            | Op::CheckCast { .. }
            | Op::InstanceOf { .. }
            | Op::MonitorEnter
            | Op::MonitorExit
            | Op::PutField { .. }
            | Op::PutStatic { .. }
            | Op::Jsr { .. }
            | Op::Ret { .. } => is_vector = false,
            _ => {}
        }
    }
    is_vector &= branches == 1 && elements > 0;
    for index in own {
        let event = &mut events[*index as usize];
        if is_vector {
            event.role = LoopRole::Vector;
        } else if chains.contains(&event.tree) && is_arithmetic(event) {
            event.role = LoopRole::Chain;
        }
    }
}

/// Locals that a turn of the loop reads before it writes them, other than counters.
fn carried_slots(code: &Code, body: RangeInclusive<usize>) -> BTreeSet<u16> {
    let (mut written, mut read_first) = (BTreeSet::new(), BTreeSet::new());
    let mut stored = BTreeSet::new();
    for instruction in code.instructions.get(body).unwrap_or_default() {
        match instruction.op {
            Op::Load { slot, .. } if !written.contains(&slot) => {
                read_first.insert(slot);
            }
            Op::Store { slot, .. } => {
                written.insert(slot);
                stored.insert(slot);
            }
            _ => {}
        }
    }
    read_first.intersection(&stored).copied().collect()
}

const fn is_arithmetic(event: &Event) -> bool {
    matches!(
        event.action,
        Action::Binary(_) | Action::Negate | Action::Convert(_) | Action::BitComplement
    )
}

/// What a sum of whole numbers may have in it.
const fn is_part_of_sum(event: &Event) -> bool {
    match event.action {
        Action::Binary(operation) => matches!(
            operation,
            BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Mul
        ),
        Action::ArrayLoad { .. }
        | Action::StaysOnStack
        | Action::Convert(_)
        | Action::Narrow(_) => true,
        _ => false,
    }
}

/// Locals that are given an element of an array, a field's value, a call's result or a remainder somewhere.
fn data_slots(code: &Code) -> BTreeSet<u16> {
    let mut slots = BTreeSet::new();
    let mut is_data = false;
    for instruction in &code.instructions {
        match instruction.op {
            Op::ArrayLoad(_) | Op::Binary(BinaryOp::Rem | BinaryOp::And, _) => is_data = true,
            Op::Store { slot, data_type } if data_type != DataType::Reference => {
                if is_data {
                    slots.insert(slot);
                }
                is_data = false;
            }
            Op::Store { .. }
            | Op::Branch { .. }
            | Op::Goto { .. }
            | Op::ArrayStore(_)
            | Op::PutField { .. }
            | Op::PutStatic { .. } => is_data = false,
            _ => {}
        }
    }
    slots
}

/// Whether a branch depends on data: by its operands, or by a local among the instructions right before it.
fn is_on_data(code: &Code, data: &BTreeSet<u16>, event: &Event) -> bool {
    if event.data_type == DataType::Reference {
        return false;
    }
    if event.operands.contains(&Source::Array) {
        return true;
    }
    let at = event.instruction as usize;
    let before = code.instructions.get(at.saturating_sub(3)..at);
    let mut found = false;
    for instruction in before.unwrap_or_default() {
        match instruction.op {
            Op::Load { slot, .. } => found |= data.contains(&slot),
            Op::Binary(BinaryOp::Rem | BinaryOp::And, _) => found = true,
            Op::Store { .. } | Op::Branch { .. } | Op::Goto { .. } => found = false,
            _ => {}
        }
    }
    found
}
