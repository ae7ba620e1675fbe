//! What a call passes of the values and objects that its method got itself.

use crate::sites::Site;
use bytecode::{BinaryOp, ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, Method, Op};
use cost::{Measure, Place, Root, SIZES};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Paths with more fields than this are not followed.
const MAX_PATH: usize = 4;

/// Expressions that are nested more deeply than this are unknown.
const MAX_DEPTH: u32 = 8;

/// A number, or a multiple of a value that the method got itself, plus a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Linear {
    pub(crate) of: Option<(Place, Measure, f64)>,
    pub(crate) more: f64,
}

impl Linear {
    const fn number(more: f64) -> Self {
        Self { of: None, more }
    }

    fn times(self, factor: f64) -> Self {
        Self {
            of: self
                .of
                .map(|(place, measure, by)| (place, measure, by * factor)),
            more: self.more * factor,
        }
    }

    /// The sum, if at most one of both depends on a value, or both on the same one.
    fn plus(self, other: Self) -> Option<Self> {
        let of = match (self.of, other.of) {
            (of, None) | (None, of) => of,
            (Some((place, measure, one)), Some((same, also, two))) => (place == same
                && measure == also)
                .then_some((place, measure, one + two))
                .map(Some)?,
        };
        Some(Self {
            of: of.filter(|(_, _, factor)| *factor != 0.0),
            more: self.more + other.more,
        })
    }
}

/// A place that further fields lead to; `None` if the path becomes too long.
pub(super) fn beyond(place: &Place, path: &[Arc<str>]) -> Option<Place> {
    let mut place = place.clone();
    place.path.extend(path.iter().cloned());
    (place.path.len() <= MAX_PATH).then_some(place)
}

/// An expression, and its first instruction.
type Read<T> = (T, u32);

/// Reads the arguments of a method's calls.
pub(super) struct Arguments<'a> {
    class: &'a ClassFile<'a>,
    code: &'a Code,
    /// The slots whose value never changes after the call of the method.
    parameters: Vec<(u16, Root)>,
    /// The slots with a single assignment, and the instruction of the assignment.
    once: Vec<(u16, u32)>,
}

impl<'a> Arguments<'a> {
    pub(super) fn of(class: &'a ClassFile<'a>, method: &Method, code: &'a Code) -> Self {
        let mut parameters = Vec::new();
        let mut slot = 0;
        if !method.is_static() {
            parameters.push((0, Root::Receiver));
            slot = 1;
        }
        let descriptor = Descriptor::new(method.descriptor.as_bytes());
        for (index, data_type) in (0..).zip(descriptor.arguments()) {
            parameters.push((slot, Root::Argument(index)));
            slot += 1 + u16::from(data_type.is_wide());
        }
        let mut stores: Vec<(u16, u32)> = Vec::new();
        for (at, instruction) in (0..).zip(&code.instructions) {
            match instruction.op {
                Op::Store { slot, .. } => stores.push((slot, at)),
                // Twice, so that it never counts as a single assignment.
                Op::Increment { slot, .. } => stores.extend([(slot, at), (slot, at)]),
                _ => {}
            }
        }
        stores.sort_unstable();
        parameters.retain(|(slot, _)| !stores.iter().any(|(stored, _)| stored == slot));
        let once = stores.chunk_by(|one, two| one.0 == two.0);
        let once = once.filter_map(|stores| match stores {
            [store] if store.0 >= slot => Some(*store),
            _ => None,
        });
        Self {
            class,
            code,
            parameters,
            once: once.collect(),
        }
    }

    /// The parameters that keep their values, with their names.
    pub(super) fn named(&self) -> Vec<(Root, String)> {
        let named = self.parameters.iter().filter_map(|(slot, root)| {
            let name = match root {
                Root::Receiver => String::from("this"),
                _ => self.class.local_name(self.code, *slot, 0)?.into_owned(),
            };
            Some((root.clone(), name))
        });
        named.collect()
    }

    /// The arguments of a call that are numbers, or linear in a value that the method got itself: `2 * n`, `a.length - 1`.
    pub(super) fn values(&self, site: &Site) -> Vec<(Root, Linear)> {
        let arguments = (0..).zip(&site.passed.producers);
        let values = arguments.filter_map(|(index, producer)| {
            let producer = (*producer)?;
            // Such a value is among the objects.
            if self.place(producer, 0).is_some() {
                return None;
            }
            let (value, _) = self.number(producer, 0)?;
            Some((Root::Argument(index), value))
        });
        values.collect()
    }

    /// The arguments of a call that the method got itself, or found in fields that it does not write: where the callee finds
    /// each, and where the method did.
    pub(super) fn passed_on(&self, site: &Site) -> Vec<(Root, Place)> {
        let place = |producer: Option<u32>| Some(self.place(producer?, 0)?.0);
        let passed = &site.passed;
        let receiver = place(passed.receiver).map(|place| (Root::Receiver, place));
        let arguments = (0..).zip(&passed.producers);
        let arguments = arguments
            .filter_map(|(index, producer)| Some((Root::Argument(index), place(*producer)?)));
        receiver.into_iter().chain(arguments).collect()
    }

    /// The instruction before another one, unless a branch leads between them.
    fn before(&self, at: u32) -> Option<u32> {
        let is_leader = self.code.leaders.starts().binary_search(&at).is_ok();
        if is_leader { None } else { at.checked_sub(1) }
    }

    /// The number that an instruction computes.
    fn number(&self, at: u32, depth: u32) -> Option<Read<Linear>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let depth = depth + 1;
        match self.code.instructions.get(at as usize)?.op {
            Op::Push(Constant::Int(value)) => Some((Linear::number(f64::from(value)), at)),
            Op::Binary(operation, DataType::Int) => {
                let (right, start) = self.number(self.before(at)?, depth)?;
                let (left, start) = self.number(self.before(start)?, depth)?;
                let value = match (operation, &left.of, &right.of) {
                    (BinaryOp::Add, ..) => left.plus(right)?,
                    (BinaryOp::Sub, ..) => left.plus(right.times(-1.0))?,
                    (BinaryOp::Mul, _, None) => left.times(right.more),
                    (BinaryOp::Mul, None, _) => right.times(left.more),
                    _ => return None,
                };
                Some((value, start))
            }
            Op::ArrayLength => {
                let (place, start) = self.place(self.before(at)?, depth)?;
                Some((of(place, Measure::ArrayLength), start))
            }
            Op::Invoke { kind, pool } => {
                let measure = self.size(kind, pool)?;
                let (place, start) = self.place(self.before(at)?, depth)?;
                Some((of(place, measure), start))
            }
            Op::Load { slot, .. } => {
                if let Some((place, start)) = self.place(at, depth) {
                    return Some((of(place, Measure::Value), start));
                }
                let (value, _) = self.number(self.before(self.assigned(slot)?)?, depth)?;
                Some((value, at))
            }
            Op::GetField { .. } => {
                let (place, start) = self.place(at, depth)?;
                Some((of(place, Measure::Value), start))
            }
            _ => None,
        }
    }

    /// The only assignment of a slot that is no parameter.
    fn assigned(&self, slot: u16) -> Option<u32> {
        let found = self.once.binary_search_by_key(&slot, |(slot, _)| *slot);
        found.ok().map(|found| self.once[found].1)
    }

    /// What a call without arguments measures, if it returns a size.
    fn size(&self, kind: InvokeKind, pool: u16) -> Option<Measure> {
        let member = self.class.member(pool)?;
        let name = member.name();
        let is_of_object = matches!(kind, InvokeKind::Virtual | InvokeKind::Interface);
        if !is_of_object || !SIZES.contains(&&*name) || member.descriptor_bytes() != b"()I" {
            return None;
        }
        Some(match (member.class_bytes(), &*name) {
            (b"java/lang/String", "length") => Measure::TextLength,
            _ => Measure::Result(Arc::from(name)),
        })
    }

    /// Where the method found what an instruction pushes.
    fn place(&self, at: u32, depth: u32) -> Option<Read<Place>> {
        if depth > MAX_DEPTH {
            return None;
        }
        let depth = depth + 1;
        match self.code.instructions.get(at as usize)?.op {
            Op::Load { slot, data_type } => {
                let mut known = self.parameters.iter();
                if let Some((_, root)) = known.find(|(known, _)| *known == slot) {
                    let place = Place {
                        root: root.clone(),
                        path: Vec::new(),
                    };
                    return Some((place, at));
                }
                if data_type != DataType::Reference && data_type != DataType::Int {
                    return None;
                }
                let (place, _) = self.place(self.before(self.assigned(slot)?)?, depth)?;
                Some((place, at))
            }
            Op::CheckCast { .. } => self.place(self.before(at)?, depth),
            Op::GetField { pool } => {
                let (object, start) = self.place(self.before(at)?, depth)?;
                let member = self.class.member(pool)?;
                if self.is_written(member.name_bytes()) {
                    return None;
                }
                let place = beyond(&object, &[Arc::from(member.name())])?;
                Some((place, start))
            }
            _ => None,
        }
    }

    /// Whether the method itself writes a field of this name.
    fn is_written(&self, field: &[u8]) -> bool {
        let mut instructions = self.code.instructions.iter();
        instructions.any(|instruction| match instruction.op {
            Op::PutField { pool } | Op::PutStatic { pool } => {
                let member = self.class.member(pool);
                member.is_none_or(|member| member.name_bytes() == field)
            }
            _ => false,
        })
    }
}

fn of(place: Place, measure: Measure) -> Linear {
    Linear {
        of: Some((place, measure, 1.0)),
        more: 0.0,
    }
}
