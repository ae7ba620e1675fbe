//! A value in terms of symbols.

use super::linear::Linear;
use super::operand::{Leaf, Reader};
use super::reaching::ReachingAssignments;
pub(crate) use super::state::Fact;
pub(super) use super::state::Side;
use super::{Bounds, LoopView};
use crate::returned::{Returned, of_known};
use crate::side_effects::{CALLEE, ELEMENT, SEEN_CALLEE};
use crate::symbol_table::Origin;
use bytecode::{ArrayElement, DataType, InvokeKind, MemberRef, Op};
use cost::{AssumptionKind, Measure, Place, Root, Symbol, SymbolKind};
use std::borrow::Cow;
use std::sync::Arc;

/// Chains of values longer than this are not followed.
const MAX_DEPTH: u32 = 8;

/// Expressions of more values than this are not expanded further.
const MAX_TERMS: usize = 8;

/// A value in terms of symbols, or a bound of it.
#[derive(Debug, Clone)]
pub(super) struct SymbolicValue {
    pub(super) value: Linear<Arc<Symbol>>,
    /// False if it is only a bound.
    pub(super) exact: bool,
}

impl SymbolicValue {
    const fn exactly(value: Linear<Arc<Symbol>>) -> Self {
        Self { value, exact: true }
    }

    /// A number as a bound of a value.
    pub(super) const fn bounded_by(number: i128) -> Self {
        Self {
            value: Linear::constant(number),
            exact: false,
        }
    }
}

/// A reference in terms of what is there at the method's entry.
#[derive(Debug)]
pub(super) enum Reference {
    /// It has a name.
    Path(AccessPath),
    /// An array allocated with this length.
    Allocated(Linear<Leaf>),
}

/// The name of a reference.
#[derive(Debug)]
pub(super) struct AccessPath {
    /// Empty for `this`.
    pub(super) text: String,
    /// What it depends on besides values at the method's entry.
    pub(super) origin: Option<Origin>,
    /// True if it is one of several references, and the largest value counts.
    pub(super) largest: bool,
    /// If a caller finds it; `None` if it depends on something created in the method.
    pub(super) place: Option<Place>,
    /// True for the array in which the JDK stores a text.
    pub(super) is_of_text: bool,
}

impl AccessPath {
    fn member(&self, name: &str) -> String {
        if self.text.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", self.text)
        }
    }

    /// A class as the owner of its static fields.
    pub(super) fn of_class(class: &str, own: &str) -> Self {
        let simple = class.rsplit(['/', '$']).next().unwrap_or_default();
        Self {
            text: if class == own {
                String::new()
            } else {
                simple.to_owned()
            },
            origin: None,
            largest: false,
            place: Some(Place {
                root: Root::Static(Arc::from(class)),
                path: Vec::new(),
            }),
            is_of_text: false,
        }
    }

    /// A field of it, or any element for `[]`.
    pub(super) fn extended(self, step: &str) -> Self {
        let is_element = step == "[]";
        Self {
            text: if is_element {
                format!("{}[]", self.text)
            } else {
                self.member(step)
            },
            origin: self.origin,
            largest: self.largest || is_element,
            place: Self::beyond(self.place, step),
            is_of_text: false,
        }
    }

    /// The same if the last step leads from a text to the array in which the JDK stores it.
    pub(super) fn in_text(self, member: &MemberRef<'_>) -> Self {
        let is_of_text =
            (member.class_bytes(), member.name_bytes()) == (b"java/lang/String", b"value");
        Self { is_of_text, ..self }
    }

    /// What a caller may ask for in its place.
    pub(super) fn asked(&self, measure: Measure) -> Option<(Place, Measure)> {
        let mut place = self.place.clone()?;
        if self.is_of_text && measure == Measure::ArrayLength {
            place.path.pop();
            return Some((place, Measure::TextBytes));
        }
        Some((place, measure))
    }

    /// Any object that links with this name lead to from here.
    pub(super) fn along(self, links: &str) -> Self {
        let step = format!("{links}*");
        let is_along = (self.place.as_ref()).is_some_and(|place| {
            let last = place.path.last();
            last.is_some_and(|last| **last == *step)
        });
        let path = if is_along { self } else { self.extended(&step) };
        Self {
            largest: true,
            ..path
        }
    }

    /// The object from which links with this name are followed, if this is any object along them.
    pub(super) fn ended_along(mut self, links: &str) -> Self {
        let step = format!("{links}*");
        let is_along = |place: &Place| place.path.last().is_some_and(|last| **last == *step);
        if let Some(place) = self.place.as_mut().filter(|place| is_along(place)) {
            place.path.pop();
            let text = self.text.strip_suffix(step.as_str()).unwrap_or(&self.text);
            let text = text.strip_suffix('.').unwrap_or(text);
            self.text = String::from(text);
        }
        self
    }

    /// True if both are the same object.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.text == other.text && self.place == other.place
    }

    pub(super) const fn is_largest(&self) -> bool {
        self.largest
    }

    /// True for the receiver of the method.
    fn is_this(&self) -> bool {
        let place = self.place.as_ref();
        place.is_some_and(|place| place.root == Root::Receiver && place.path.is_empty())
    }

    /// True if a field holds it that a callee may write.
    pub(super) fn is_held(&self) -> bool {
        self.place
            .as_ref()
            .is_some_and(|place| !place.path.is_empty())
    }

    pub(super) const fn origin(&self) -> Option<Origin> {
        self.origin
    }

    pub(super) fn place(&self) -> Option<Place> {
        self.place.clone()
    }

    pub(super) fn text_or_this(&self) -> &str {
        if self.text.is_empty() {
            "this"
        } else {
            &self.text
        }
    }

    /// The place one step further.
    fn beyond(place: Option<Place>, step: &str) -> Option<Place> {
        let mut place = place?;
        place.path.push(Arc::from(step));
        Some(place)
    }
}

impl Bounds<'_> {
    /// A linear expression in terms of symbols, exact or off only to the given side.
    pub(super) fn known(
        &mut self,
        view: &LoopView<'_>,
        value: &Linear<Leaf>,
        side: Side,
        depth: u32,
    ) -> Option<SymbolicValue> {
        let mut sum = SymbolicValue::exactly(Linear::constant(value.constant));
        for (leaf, coefficient) in &value.terms {
            let leaf = self.leaf(view, *leaf, side.of(*coefficient), depth)?;
            sum.value = sum.value.plus(&leaf.value, *coefficient)?;
            sum.exact &= leaf.exact;
        }
        Some(sum)
    }

    fn leaf(
        &mut self,
        view: &LoopView<'_>,
        leaf: Leaf,
        side: Side,
        depth: u32,
    ) -> Option<SymbolicValue> {
        if depth > MAX_DEPTH || self.fuel == 0 {
            return None;
        }
        match leaf {
            Leaf::Local { slot, at } => {
                let reaching = self.reaching(slot, at);
                self.assigned(view, slot, at, reaching, side, depth)
            }
            Leaf::Field { at } => self.field(at, side, depth),
            Leaf::Length { at } => self.length(view, at, side, depth),
        }
    }

    /// A number in terms of what its locals were set to, as long as that is arithmetic of the same type. Whatever wraps
    /// around in between, the machine's result is that of the whole expression, wrapped around once.
    pub(super) fn worked_out(
        &mut self,
        mut value: Linear<Leaf>,
        data_type: DataType,
    ) -> Linear<Leaf> {
        for _ in 0..MAX_DEPTH {
            let terms = value.terms.clone();
            let found = terms.into_iter().find_map(|(leaf, factor)| {
                let Leaf::Local { slot, at } = leaf else {
                    return None;
                };
                let set_to = self.set_to(slot, at, data_type)?;
                let rest = value.clone().plus(&Linear::leaf(leaf), -factor)?;
                rest.plus(&set_to, factor)
            });
            let Some(found) = found.filter(|found| found.terms.len() <= MAX_TERMS) else {
                break;
            };
            value = found;
        }
        value
    }

    /// The value of a local that an instruction reads.
    fn set_to(&mut self, slot: u16, at: u32, data_type: DataType) -> Option<Linear<Leaf>> {
        let ReachingAssignments::One(write) = self.reaching(slot, at) else {
            return None;
        };
        match self.input.code.instructions.get(write as usize)?.op {
            Op::Increment { by, .. } if data_type == DataType::Int => {
                let mut after = Linear::leaf(Leaf::Local { slot, at: write });
                after.constant += i128::from(by);
                Some(after)
            }
            Op::Store {
                data_type: stored,
                slot: written,
            } if written == slot && stored == data_type => {
                self.reader(write)?.number(write as usize)
            }
            _ => None,
        }
    }

    /// A local that the loop changes, with its value when the loop begins.
    pub(super) fn on_entry(
        &mut self,
        view: &LoopView<'_>,
        slot: u16,
        side: Side,
    ) -> Option<SymbolicValue> {
        let header = view.header as usize;
        let reaching = self.reaching_begin(slot, header, |block| !view.contains(block));
        let at = self.flow.instructions(header).start as u32;
        self.assigned(view, slot, at, reaching, side, 0)
    }

    fn assigned(
        &mut self,
        view: &LoopView<'_>,
        slot: u16,
        at: u32,
        reaching: ReachingAssignments,
        side: Side,
        depth: u32,
    ) -> Option<SymbolicValue> {
        match reaching {
            ReachingAssignments::Entry => self.parameter(slot).map(SymbolicValue::exactly),
            ReachingAssignments::One(write) => {
                let by = match self.input.code.instructions.get(write as usize)?.op {
                    Op::Increment { by, .. } => i128::from(by),
                    Op::Store {
                        data_type: data_type @ (DataType::Int | DataType::Long),
                        slot: written,
                    } if written == slot => {
                        let value = self.reader(write)?.number(write as usize)?;
                        self.expect_fit(&value, data_type, write);
                        return self.known(view, &value, side, depth + 1);
                    }
                    _ => return None,
                };
                let before = Leaf::Local { slot, at: write };
                let mut after = Linear::leaf(before);
                after.constant += by;
                self.expect_fit(&after, DataType::Int, write);
                self.known(view, &after, side, depth + 1)
            }
            ReachingAssignments::Several => {
                let block = self.flow.block_of(at)? as u32;
                let holds = |fact: &&Fact, known: Option<Side>| {
                    fact.slot == slot
                        && fact.side == known
                        && fact.blocks.binary_search(&block).is_ok()
                };
                let mut facts = self.facts.iter().rev();
                let exact = facts.find(|fact| holds(fact, None));
                let mut facts = self.facts.iter().rev();
                let fact = exact.or_else(|| facts.find(|fact| holds(fact, Some(side))))?;
                let (known, is_whole) = (
                    SymbolicValue {
                        value: fact.value.clone(),
                        exact: fact.side.is_none(),
                    },
                    fact.is_whole,
                );
                if !is_whole {
                    self.assume(AssumptionKind::NoOverflow);
                }
                Some(known)
            }
        }
    }

    /// The value of an int or long parameter.
    pub(super) fn parameter(&mut self, slot: u16) -> Option<Linear<Arc<Symbol>>> {
        let (index, data_type) = self.argument(slot)?;
        if !matches!(data_type, DataType::Int | DataType::Long) {
            return None;
        }
        let name = self.argument_name(slot, index);
        let place = Place {
            root: Root::Argument(index as u16),
            path: Vec::new(),
        };
        let symbol = self.symbols.intern(
            &name,
            Origin::Entry(SymbolKind::Parameter),
            SymbolKind::Parameter,
            self.line,
            Some((place, Measure::Value)),
            || format!("the parameter {name}"),
        );
        Some(Linear::leaf(symbol))
    }

    /// The argument in a slot at the method's entry, without the receiver.
    pub(super) fn argument(&self, slot: u16) -> Option<(usize, DataType)> {
        let mut at = u16::from(!self.input.method.is_static());
        let descriptor = bytecode::Descriptor::new(self.input.method.descriptor.as_bytes());
        for (index, data_type) in descriptor.arguments().enumerate() {
            if at == slot {
                return Some((index, data_type));
            }
            at = at.checked_add(1 + u16::from(data_type.is_wide()))?;
        }
        None
    }

    pub(super) fn local_name(&self, slot: u16, at: u32) -> Option<Cow<'_, str>> {
        self.input.class.local_name(self.input.code, slot, at)
    }

    /// The name of a local that no longer holds its value from the method's entry: the plain name of a parameter means only
    /// that value.
    pub(super) fn name_on_the_way(&self, slot: u16, name: &str) -> String {
        match (self.argument(slot), self.line) {
            (None, _) => name.to_owned(),
            (Some(_), Some(line)) => format!("{name}@{line}"),
            (Some(_), None) => format!("{name}@#{}", self.header),
        }
    }

    pub(super) fn argument_name(&self, slot: u16, index: usize) -> String {
        self.local_name(slot, 0)
            .map_or_else(|| format!("arg{index}"), Cow::into_owned)
    }

    fn field(&mut self, at: u32, side: Side, depth: u32) -> Option<SymbolicValue> {
        let path = self.field_path(at, depth)?;
        let assumed = self.is_assumed(path.place.as_ref(), at);
        if path.largest && side == Side::Lower {
            return None;
        }
        let origin = path.origin.unwrap_or(Origin::Entry(SymbolKind::Field));
        let place = path.place.clone().map(|place| (place, Measure::Value));
        let line = self.line;
        let text = &path.text;
        let symbol = self
            .symbols
            .intern(text, origin, SymbolKind::Field, line, place, || {
                meaning("the field", text, path.largest, line)
            });
        if assumed {
            self.note_assumed(&symbol.name);
        }
        Some(SymbolicValue {
            value: Linear::leaf(symbol),
            exact: !path.largest,
        })
    }

    fn length(
        &mut self,
        view: &LoopView<'_>,
        at: u32,
        side: Side,
        depth: u32,
    ) -> Option<SymbolicValue> {
        let path = match self.reference(at, depth)? {
            Reference::Allocated(length) => {
                let length = self.worked_out(length, DataType::Int);
                self.expect_length_fits(&length, at);
                return self.known(view, &length, side, depth + 1);
            }
            Reference::Path(path) => path,
        };
        if path.text.is_empty() || path.largest && side == Side::Lower {
            return None;
        }
        let origin = path
            .origin
            .unwrap_or(Origin::Entry(SymbolKind::ArrayLength));
        let line = self.line;
        let text = &path.text;
        let symbol = self.symbols.intern(
            &format!("{text}.length"),
            origin,
            SymbolKind::ArrayLength,
            line,
            path.asked(Measure::ArrayLength),
            || meaning("the length of", text, path.largest, line),
        );
        let may_change = path.text.contains("[]") || path.is_held() || self.hangs_on_field(at);
        // An array in a local stays the same one.
        let read_at = self.field_behind(at).unwrap_or(at);
        if may_change && self.is_assumed(path.place.as_ref(), read_at) {
            self.note_assumed(&symbol.name);
        }
        Some(SymbolicValue {
            value: Linear::leaf(symbol),
            exact: !path.largest,
        })
    }

    /// True if a call may change a field on the path to a place before it is read, or between two reads in a loop.
    pub(super) fn is_assumed(&mut self, place: Option<&Place>, at: u32) -> bool {
        if place.is_some_and(|place| self.is_settled(place)) {
            return false;
        }
        if !self.is_unwritten_before(CALLEE, at) {
            return true;
        }
        // For known callees, it is known which fields they may write.
        place.is_none() && !self.is_unwritten_before(SEEN_CALLEE, at)
    }

    /// True for a final field of an object or a class whose construction is complete.
    pub(super) fn is_settled(&self, place: &Place) -> bool {
        let is_own = match &place.root {
            Root::Receiver => true,
            Root::Static(class) => **class == *self.input.class.name,
            Root::Argument(_) => false,
        };
        let [field] = place.path.as_slice() else {
            return false;
        };
        is_own && !self.input.method.name.starts_with('<') && self.input.class.is_final_field(field)
    }

    /// The instruction that reads the field whose array is in the local of which an instruction asks the length.
    fn field_behind(&mut self, length: u32) -> Option<u32> {
        let (at, op) = self.reader(length)?.last_before(length as usize)?;
        let Op::Load { slot, .. } = op else {
            return None;
        };
        let ReachingAssignments::One(write) = self.reaching(slot, at as u32) else {
            return None;
        };
        let (read, op) = self.reader(write)?.last_before(write as usize)?;
        matches!(op, Op::GetField { .. } | Op::GetStatic { .. }).then_some(read as u32)
    }

    fn hangs_on_field(&self, length: u32) -> bool {
        let reader = self.reader(length);
        let before = reader.and_then(|reader| reader.last_before(length as usize));
        matches!(
            before,
            Some((_, Op::GetField { .. } | Op::GetStatic { .. }))
        )
    }

    /// The name of the reference on top of the stack before an instruction.
    pub(super) fn reference(&mut self, before: u32, depth: u32) -> Option<Reference> {
        if depth > MAX_DEPTH || self.fuel == 0 {
            return None;
        }
        let reader = self.reader(before)?;
        let (at, op) = reader.last_before(before as usize)?;
        match op {
            Op::Load {
                data_type: DataType::Reference,
                slot,
            } => self.local_reference(slot, at as u32, depth),
            Op::GetField { .. } | Op::GetStatic { .. } => {
                self.field_path(at as u32, depth).map(Reference::Path)
            }
            Op::CheckCast { .. } => self.reference(at as u32, depth + 1),
            // A copy has the same fields and elements as the original.
            Op::Invoke { kind, pool } if self.is_copy(kind, pool) => {
                self.reference(at as u32, depth + 1)
            }
            Op::Invoke { pool, .. } => self.passed_on(at as u32, pool, depth),
            Op::NewArray { .. } => reader.number(at).map(Reference::Allocated),
            Op::ArrayLoad(ArrayElement::Reference) => {
                let end = reader.end_of_array(at)?;
                if !self.is_unwritten_before(ELEMENT, at as u32) {
                    return None;
                }
                match self.reference(end as u32, depth + 1)? {
                    Reference::Path(path) if !path.text.is_empty() => {
                        Some(Reference::Path(AccessPath {
                            text: format!("{}[]", path.text),
                            largest: true,
                            place: AccessPath::beyond(path.place.clone(), "[]"),
                            is_of_text: false,
                            ..path
                        }))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The name of an argument that a call returns.
    fn passed_on(&mut self, at: u32, pool: u16, depth: u32) -> Option<Reference> {
        let member = self.input.class.member(pool)?;
        let names = (member.class_bytes(), member.name_bytes());
        let calls = self.input.outcomes;
        let place = calls.binary_search_by_key(&at, |(call, _)| *call).ok();
        let index = match of_known(names.0, names.1, member.descriptor_bytes()) {
            Some(Returned::Passed(index)) => index,
            Some(_) => return None,
            None => match &calls.get(place?)?.1.returned {
                Some(Returned::Passed(index)) => *index,
                _ => return None,
            },
        };
        let values = self.values()?;
        let passed = *values.passed(at).get(usize::from(index))?;
        let path = self.path(&values, passed, depth + 1)?;
        // The results of other methods are found where a value is asked for.
        let is_answered = |step: &Arc<str>| step.ends_with(')');
        let place = path.place.as_ref()?;
        (!place.path.iter().any(is_answered)).then_some(Reference::Path(path))
    }

    /// True for the `clone` of objects and arrays, which copies field by field. If a class overrides it, the call names
    /// that class.
    fn is_copy(&self, kind: InvokeKind, pool: u16) -> bool {
        self.input.class.member(pool).is_some_and(|member| {
            let class = member.class();
            let is_of_any = match kind {
                InvokeKind::Special => class == "java/lang/Object",
                InvokeKind::Virtual => class.starts_with('['),
                _ => false,
            };
            is_of_any
                && member.name() == "clone"
                && member.descriptor_bytes() == b"()Ljava/lang/Object;"
        })
    }

    fn local_reference(&mut self, slot: u16, at: u32, depth: u32) -> Option<Reference> {
        let origin = match self.reaching(slot, at) {
            ReachingAssignments::Entry => {
                let (text, root) = match self.argument(slot) {
                    Some((index, _)) => (
                        self.argument_name(slot, index),
                        Root::Argument(index as u16),
                    ),
                    None if slot == 0 && !self.input.method.is_static() => {
                        (String::new(), Root::Receiver)
                    }
                    None => return None,
                };
                return Some(Reference::Path(AccessPath {
                    text,
                    origin: None,
                    largest: false,
                    place: Some(Place {
                        root,
                        path: Vec::new(),
                    }),
                    is_of_text: false,
                }));
            }
            ReachingAssignments::One(write) => {
                if let Some(known) = self.reference(write, depth + 1) {
                    return Some(known);
                }
                Origin::Instruction(write)
            }
            ReachingAssignments::Several if self.is_written_in_loop(slot) => return None,
            ReachingAssignments::Several => Origin::Loop(self.header),
        };
        let name = self.local_name(slot, at);
        let line = self.line.unwrap_or_default();
        let text = name.map_or_else(
            || format!("array@{line}"),
            |name| self.name_on_the_way(slot, &name),
        );
        Some(Reference::Path(AccessPath {
            text,
            origin: Some(origin),
            largest: true,
            place: None,
            is_of_text: false,
        }))
    }

    /// The name of a field that is read at an instruction and that the method has not written before.
    fn field_path(&mut self, at: u32, depth: u32) -> Option<AccessPath> {
        let (pool, of_object) = match self.input.code.instructions.get(at as usize)?.op {
            Op::GetField { pool } => (pool, true),
            Op::GetStatic { pool } => (pool, false),
            _ => return None,
        };
        let member = self.input.class.member(pool)?;
        let name = member.name().into_owned();
        if !self.is_unwritten_before(&name, at) || self.is_shared_name(&member) {
            return None;
        }
        let object = if of_object {
            match self.reference(at, depth + 1)? {
                Reference::Path(path) if path.is_this() && self.is_hidden_by_own(&member) => {
                    return None;
                }
                Reference::Path(path) => path,
                Reference::Allocated(_) => return None,
            }
        } else {
            AccessPath::of_class(&member.class(), &self.input.class.name)
        };
        let path = AccessPath {
            text: object.member(&name),
            place: AccessPath::beyond(object.place.clone(), &name),
            ..object
        };
        Some(path.in_text(&member))
    }

    /// Reads expressions in the block of an instruction.
    pub(super) fn reader(&self, instruction: u32) -> Option<Reader<'_>> {
        let block = self.flow.block_of(instruction)?;
        Some(Reader {
            class: self.input.class,
            code: self.input.code,
            // While an object or a class is initialized, its fields may not be set yet.
            are_fields_settled: !self.input.method.name.starts_with('<'),
            block_start: self.flow.instructions(block).start,
        })
    }
}

pub(super) fn meaning(what: &str, name: &str, largest: bool, line: Option<u32>) -> String {
    let at_most = if largest { ", at its largest" } else { "" };
    match line {
        Some(line) => format!("{what} {name} when the loop at line {line} begins{at_most}"),
        None => format!("{what} {name} when the loop begins{at_most}"),
    }
}
