//! Boxed numbers that a method only counts with, as in `for (Integer i = 0; i < n; i++)`.

use crate::method::MethodInput;
use crate::producers::{Values, producers_of_values};
use bytecode::{Code, DataType, InvokeKind, Op};

/// In a method with more locals for references than this, boxes are not looked for.
const MAX_SLOTS: usize = 64;

/// What a call does with a number and its box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Boxing {
    Boxes,
    Unboxes,
}

fn boxing(input: &MethodInput<'_>, at: u32) -> Option<Boxing> {
    let Op::Invoke { kind, pool } = input.code.instructions.get(at as usize)?.op else {
        return None;
    };
    let member = input.class.member(pool)?;
    let (class, name) = (member.class_bytes(), member.name_bytes());
    let descriptor = member.descriptor_bytes();
    let (own_name, of_number): (&[u8], u8) = match class {
        b"java/lang/Integer" => (b"intValue", b'I'),
        b"java/lang/Long" => (b"longValue", b'J'),
        b"java/lang/Short" => (b"shortValue", b'S'),
        b"java/lang/Byte" => (b"byteValue", b'B'),
        b"java/lang/Character" => (b"charValue", b'C'),
        _ => return None,
    };
    match kind {
        InvokeKind::Static
            if name == b"valueOf" && descriptor.starts_with(&[b'(', of_number, b')']) =>
        {
            Some(Boxing::Boxes)
        }
        InvokeKind::Virtual if name == own_name && descriptor == [b'(', b')', of_number] => {
            Some(Boxing::Unboxes)
        }
        _ => None,
    }
}

/// The calls that put a number into a box, or take it out, where the box never leaves the locals of the method: nothing else
/// than the number counts there. Ascending.
pub(super) fn calls_on_own_boxes(input: &MethodInput<'_>) -> Vec<u32> {
    let instructions = (0..).zip(&input.code.instructions);
    let calls: Vec<(u32, Boxing)> = instructions
        .filter_map(|(at, _)| Some((at, boxing(input, at)?)))
        .collect();
    let has = |wanted: Boxing| calls.iter().any(|(_, boxing)| *boxing == wanted);
    if !has(Boxing::Boxes) || !has(Boxing::Unboxes) {
        return Vec::new();
    }
    let known = producers_of_values(input.class, input.code);
    let slots = own_boxes(input, &known);
    let is_own = |(at, boxing): &(u32, Boxing)| match boxing {
        Boxing::Boxes => slots
            .iter()
            .any(|slot| is_stored_at_once(input.code, *at, *slot)),
        Boxing::Unboxes => receiver_of(&known, *at).is_some_and(|at| loads(input.code, at, &slots)),
    };
    let own = calls.iter().filter(|call| is_own(call));
    own.map(|(at, _)| *at).collect()
}

/// The locals that hold nothing but boxes of this method, which only their number leaves.
fn own_boxes(input: &MethodInput<'_>, known: &Values) -> Vec<u16> {
    let code = input.code;
    let mut slots: Vec<u16> = known.stores.iter().map(|(slot, _)| *slot).collect();
    slots.sort_unstable();
    slots.dedup();
    slots.retain(|slot| !crate::producers::is_parameter(input.method, *slot));
    if slots.len() > MAX_SLOTS {
        return Vec::new();
    }
    let mut unboxed: Vec<u32> = (known.calls.iter())
        .filter(|call| boxing(input, call.instruction) == Some(Boxing::Unboxes))
        .filter_map(|call| call.receiver)
        .collect();
    unboxed.sort_unstable();
    loop {
        let is_boxed = |slot: u16| {
            let stores = known.stores.iter().filter(|(stored, _)| *stored == slot);
            let mut producers = stores.map(|(_, producer)| *producer);
            let are_boxes = producers.all(|producer| {
                producer.is_some_and(|at| {
                    let is_box = boxing(input, at) == Some(Boxing::Boxes);
                    (is_box || loads(code, at, &slots)) && is_stored_at_once(code, at, slot)
                })
            });
            let mut loads_of_slot = (0..code.instructions.len() as u32)
                .filter(|at| loads(code, *at, std::slice::from_ref(&slot)));
            let is_kept = |at: u32| {
                let is_unboxed = unboxed.binary_search(&at).is_ok();
                let is_moved = slots.iter().any(|to| is_stored_at_once(code, at, *to));
                let next = code.instructions.get(at as usize + 1).map(|next| next.op);
                is_unboxed || is_moved || next == Some(Op::Pop)
            };
            are_boxes && loads_of_slot.all(is_kept)
        };
        let kept: Vec<u16> = slots
            .iter()
            .copied()
            .filter(|slot| is_boxed(*slot))
            .collect();
        if kept.len() == slots.len() {
            return kept;
        }
        slots = kept;
    }
}

/// The instruction that leaves the receiver of a call.
fn receiver_of(known: &Values, call: u32) -> Option<u32> {
    let place = known
        .calls
        .binary_search_by_key(&call, |known| known.instruction);
    known.calls.get(place.ok()?)?.receiver
}

/// True if only the next instruction gets what an instruction leaves, and stores it in this slot.
fn is_stored_at_once(code: &Code, at: u32, slot: u16) -> bool {
    let next = code.instructions.get(at as usize + 1);
    next.is_some_and(|next| matches!(next.op, Op::Store { slot: to, .. } if to == slot))
}

/// True for an instruction that loads a reference from one of the slots.
fn loads(code: &Code, at: u32, slots: &[u16]) -> bool {
    let load = code.instructions.get(at as usize).map(|load| load.op);
    matches!(load, Some(Op::Load { data_type: DataType::Reference, slot }) if slots.contains(&slot))
}
