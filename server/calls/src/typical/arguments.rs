//! What a call passes of the values and objects that its method got itself.

use crate::sites::Site;
use bytecode::{BinaryOp, ClassFile, Code, Constant, DataType, Descriptor, InvokeKind, Method, Op};
use cost::{Measure, Place, Root, SIZES};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
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

/// What a callee finds at an argument: the number itself, or the length of an array or a text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct KnownValue {
    /// The argument.
    pub(crate) at: Root,
    /// What the callee measures there.
    pub(crate) measure: Measure,
    /// The value in the caller's terms.
    pub(crate) value: Linear,
}

impl KnownValue {
    /// The value that is measured at a place.
    pub(crate) fn find<'v>(
        values: &'v [Self],
        place: &Place,
        measure: &Measure,
    ) -> Option<&'v Linear> {
        let mut values = values.iter();
        let found = values.find(|known| {
            place.path.is_empty() && known.at == place.root && known.measure == *measure
        });
        found.map(|known| &known.value)
    }

    /// The same at another argument.
    pub(crate) fn moved(&self, at: Root) -> Self {
        Self { at, ..self.clone() }
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
    /// The names of the fields that the method itself writes, sorted.
    written: Vec<Cow<'a, str>>,
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
        let mut written = Vec::new();
        for (at, instruction) in (0..).zip(&code.instructions) {
            match instruction.op {
                Op::Store { slot, .. } => stores.push((slot, at)),
                // Twice, so that it never counts as a single assignment.
                Op::Increment { slot, .. } => stores.extend([(slot, at), (slot, at)]),
                Op::PutField { pool } | Op::PutStatic { pool } => {
                    written.extend(class.member(pool).map(|member| member.name()));
                }
                _ => {}
            }
        }
        stores.sort_unstable();
        written.sort_unstable();
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
            written,
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

    /// What is known about the arguments of a call, in terms of values that the method got itself: `2 * n`, `a.length - 1`, the
    /// lengths of `new int[n]` and of `"text"`. What [`Self::passed_on`] has is not among it.
    pub(super) fn values(&self, site: &Site) -> Vec<KnownValue> {
        let passed = &site.passed;
        let arguments = (0..).zip(&passed.producers);
        let arguments =
            arguments.filter_map(|(index, producer)| Some((Root::Argument(index), (*producer)?)));
        let receiver = passed.receiver.map(|producer| (Root::Receiver, producer));
        let mut values = Vec::new();
        for (at, producer) in receiver.into_iter().chain(arguments) {
            if self.place(producer, 0).is_none() {
                let known = |(measure, value)| KnownValue {
                    at: at.clone(),
                    measure,
                    value,
                };
                values.extend(self.measured(producer, 0).into_iter().map(known));
            }
        }
        values
    }

    /// What is known about the value that an instruction pushes.
    fn measured(&self, at: u32, depth: u32) -> Vec<(Measure, Linear)> {
        let instruction = self.code.instructions.get(at as usize);
        match instruction.map(|instruction| instruction.op) {
            Some(Op::Push(Constant::Text { length, is_latin })) => {
                let length = f64::from(length);
                let bytes = if is_latin { length } else { 2.0 * length };
                vec![
                    (Measure::TextLength, Linear::number(length)),
                    (Measure::TextBytes, Linear::number(bytes)),
                    (Measure::Result(Arc::from("length")), Linear::number(length)),
                ]
            }
            Some(Op::NewArray { .. }) => {
                let length = self.before(at).and_then(|at| self.number(at, depth + 1));
                let length = length.map(|(length, _)| (Measure::ArrayLength, length));
                length.into_iter().collect()
            }
            Some(Op::Load {
                slot,
                data_type: DataType::Reference,
            }) if depth < MAX_DEPTH => {
                let stored = self.assigned(slot).and_then(|at| self.before(at));
                stored.map_or_else(Vec::new, |at| self.measured(at, depth + 1))
            }
            _ => {
                let value = self.number(at, depth);
                let value = value.map(|(value, _)| (Measure::Value, value));
                value.into_iter().collect()
            }
        }
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
            Op::GetField { .. } | Op::GetStatic { .. } => {
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
                if self.is_written(&member.name()) {
                    return None;
                }
                let place = beyond(&object, &[Arc::from(member.name())])?;
                Some((place, start))
            }
            Op::GetStatic { pool } => {
                let member = self.class.member(pool)?;
                let place = Place {
                    root: Root::Static(Arc::from(member.class())),
                    path: vec![Arc::from(member.name())],
                };
                (!self.is_written(&member.name())).then_some((place, at))
            }
            _ => None,
        }
    }

    /// Whether the method itself writes a field of this name.
    fn is_written(&self, field: &str) -> bool {
        let found = self.written.binary_search_by(|name| (**name).cmp(field));
        found.is_ok()
    }
}

fn of(place: Place, measure: Measure) -> Linear {
    Linear {
        of: Some((place, measure, 1.0)),
        more: 0.0,
    }
}
