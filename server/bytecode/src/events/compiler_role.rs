//! The role of an event in the code around it, because a compiler treats an instruction accordingly.
//!
//! Most roles are those in the innermost loop. javac compiles a loop to a range of instructions that ends with a jump back to its
//! beginning. Only such ranges are found. In code with another layout, events have no such role.

use super::{Action, Event, Source};
use crate::code::Code;
use crate::instruction::{BinaryOp, DataType, Op};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Range, RangeInclusive};

/// Longer loops, in instructions, have no roles, because C2 neither unrolls nor vectorises them.
const LONGEST_LOOP: usize = 400;
/// A JVM copies a method of at most this length into all its callers, however rarely they call it (`-XX:MaxInlineSize`).
const INLINED_BYTES: u32 = 35;

/// The role of an event for a compiler.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum CompilerRole {
    /// No special role.
    #[default]
    None,
    /// In a loop over arrays that C2 turns into vector instructions. It has no other branch and no call, and iterations depend on
    /// each other only through counters and sums of integers.
    Vector,
    /// Computes a value that the next iteration waits for, such as a sum of `double`s.
    Chain,
    /// A branch that depends on data, such as an array element, and not on a counter or a bound.
    Data,
    /// The return of a method that is so short that it becomes part of each caller.
    Inlined,
}

impl CompilerRole {
    /// The word in the names of patterns; empty without a role.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Vector => "vector",
            Self::Chain => "chain",
            Self::Data => "data",
            Self::Inlined => "inlined",
        }
    }
}

/// Sets the role of each event. Only models of compiled code need roles.
pub fn assign_compiler_roles(code: &Code, events: &mut [Event]) {
    let data = data_slots(code);
    let is_inlined = code.length_bytes() <= INLINED_BYTES;
    for event in events.iter_mut() {
        match event.action {
            Action::If { .. } if is_on_data(code, &data, event) => event.role = CompilerRole::Data,
            Action::Return if is_inlined => event.role = CompilerRole::Inlined,
            _ => {}
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

/// The part of the events, ordered by instruction, that belongs to a loop.
fn inside<'o>(order: &'o [u32], events: &[Event], body: &RangeInclusive<usize>) -> &'o [u32] {
    let instruction = |index: &u32| events[*index as usize].instruction as usize;
    let begin = order.partition_point(|index| instruction(index) < *body.start());
    let end = order.partition_point(|index| instruction(index) <= *body.end());
    order.get(begin..end).unwrap_or_default()
}

/// The loops without inner loops, in the order of the code.
fn innermost_loops(code: &Code) -> Vec<RangeInclusive<usize>> {
    // If several jumps go to the same beginning, the last one ends the loop.
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
                // A sum of integers can be computed in parts. With rounding, or in another form, the result would differ.
                let before = own
                    .iter()
                    .map(|index| &events[*index as usize])
                    .take_while(|event| event.instruction as usize <= at);
                let tree = before.last().map(|event| event.tree);
                let is_whole = matches!(data_type, DataType::Int | DataType::Long);
                if !(is_whole && is_sum(code, *body.start()..at, slot)) {
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
            | Op::NewArray { .. }
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
            event.role = CompilerRole::Vector;
        } else if chains.contains(&event.tree) && is_arithmetic(event) {
            event.role = CompilerRole::Chain;
        }
    }
}

/// Locals, other than counters, that an iteration reads before it writes them.
fn carried_slots(code: &Code, body: RangeInclusive<usize>) -> BTreeSet<u16> {
    let (mut written, mut read_first) = (BTreeSet::new(), BTreeSet::new());
    for instruction in code.instructions.get(body).unwrap_or_default() {
        match instruction.op {
            Op::Load { slot, .. } if !written.contains(&slot) => {
                read_first.insert(slot);
            }
            Op::Store { slot, .. } => {
                written.insert(slot);
            }
            _ => {}
        }
    }
    read_first.intersection(&written).copied().collect()
}

const fn is_arithmetic(event: &Event) -> bool {
    matches!(
        event.action,
        Action::Binary(_) | Action::Negate | Action::Convert(_) | Action::BitComplement
    )
}

/// Whether the code right before a store adds to the stored local, as in `s += a[i] * b[i]`: the local is loaded first, and only
/// the last operation, which can be reordered, uses it. In `h = 31 * h + c`, the product uses it, and `x ^ (x << 13)` loads it
/// twice, so each iteration waits for the one before.
fn is_sum(code: &Code, before: Range<usize>, slot: u16) -> bool {
    let mut height = 0_usize;
    let mut is_waiting = false;
    let mut is_last = false;
    for instruction in code.instructions.get(before).unwrap_or_default() {
        let (taken, given) = match instruction.op {
            Op::Load { .. } | Op::Push(_) | Op::GetStatic { .. } => (0, 1),
            Op::ArrayLoad(_) | Op::Binary(..) => (2, 1),
            Op::Convert { .. } | Op::Negate(_) | Op::GetField { .. } => (1, 1),
            // Anything else ends a statement or is not a sum.
            _ => {
                (height, is_waiting, is_last) = (0, false, false);
                continue;
            }
        };
        is_last = false;
        let is_loaded = matches!(instruction.op, Op::Load { slot: loaded, .. } if loaded == slot);
        if height == 0 {
            is_waiting = is_loaded;
        } else if is_loaded {
            is_waiting = false;
        } else if is_waiting && height <= taken {
            is_waiting = false;
            is_last = matches!(
                instruction.op,
                Op::Binary(
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor,
                    _
                )
            );
        }
        height = height.saturating_sub(taken) + given;
    }
    is_last
}

/// Locals that are assigned a value computed from an array element, a remainder or a bit mask.
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

/// Whether a branch depends on data: through its operands, or through a local that one of the last three instructions loads.
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
