//! Which object a value is, and which method a call runs.

use super::super::Bounds;
use super::super::state::Answer;
use super::super::value::AccessPath;
pub(super) use super::called_methods::{Called, called, changes, field_read};
use super::{Body, Scope};
use crate::returned::Returned;
use crate::side_effects::{CALLEE, ELEMENT};
use crate::symbol_table::Origin;
use crate::values::{Id, NO_OBJECT, Node, Values};
use bytecode::{DataType, Descriptor, InvokeKind, MemberRef, Op};
use cost::{Place, Root};

/// Methods that return one of the objects that their receiver holds.
const ELEMENTS: [&str; 11] = [
    "get",
    "getFirst",
    "getLast",
    "elementAt",
    "firstElement",
    "lastElement",
    "first",
    "last",
    "peek",
    "element",
    "valueAt",
];

impl<'a> Bounds<'a> {
    /// The name of the object that a value is; `None` if it has none.
    pub(in super::super) fn path(
        &mut self,
        values: &Values<'_>,
        id: Id,
        depth: u32,
    ) -> Option<AccessPath> {
        if depth > super::MAX_DEPTH || self.fuel == 0 {
            return None;
        }
        self.fuel -= 1;
        match values.node(id) {
            Node::Entry(slot) => match self.argument(slot) {
                Some((index, _)) => Some(AccessPath {
                    text: self.argument_name(slot, index),
                    origin: None,
                    largest: false,
                    place: Some(Place {
                        root: Root::Argument(index as u16),
                        path: Vec::new(),
                    }),
                    is_of_text: false,
                }),
                None if slot == 0 && !self.input.method.is_static() => Some(AccessPath {
                    text: String::new(),
                    origin: None,
                    largest: false,
                    place: Some(Place {
                        root: Root::Receiver,
                        path: Vec::new(),
                    }),
                    is_of_text: false,
                }),
                None => None,
            },
            Node::Field { .. } if values.kept(id).is_some() => {
                let stored = self.expect_kept(values, id)?;
                self.path(values, stored, depth + 1)
            }
            Node::Field { at, object, memory } => {
                if values.node(memory) != Node::Untouched {
                    return self.named(values, id, Origin::Instruction(at));
                }
                let member = self.input.class.member(field_read(self.input, at)?)?;
                // A method of the same class may have written it in the meantime.
                if !self.is_field_kept(values, object, &member.name(), at) {
                    return self.named(values, id, Origin::Instruction(at));
                }
                let object = if object == NO_OBJECT {
                    AccessPath::of_class(&member.class(), &self.input.class.name)
                } else if self.is_hidden(values, object, &member) {
                    return self.named(values, id, Origin::Instruction(at));
                } else {
                    self.path(values, object, depth + 1)?
                };
                Some(object.extended(&member.name()).in_text(&member))
            }
            Node::Element { at, array, .. } => {
                let is_kept = self.is_element_kept(values, at);
                match self.path(values, array, depth + 1) {
                    Some(path) if is_kept && !path.text.is_empty() => Some(path.extended("[]")),
                    _ => self.named(values, id, Origin::Instruction(at)),
                }
            }
            Node::Called { at } => {
                if let Some(path) = self.answered(values, at, depth) {
                    return Some(path);
                }
                if let Some(path) = self.named(values, id, Origin::Instruction(at)) {
                    return Some(path);
                }
                let name = called(self.input, at)?.name;
                let line = self.input.code.line_of(at).unwrap_or_default();
                Some(AccessPath {
                    text: format!("{name}()@{line}"),
                    origin: Some(Origin::Instruction(at)),
                    largest: true,
                    place: None,
                    is_of_text: false,
                })
            }
            Node::Made { at, .. } => match self.made_of(values, id, at, depth) {
                Some(path) => Some(path),
                None => self.named(values, id, Origin::Instruction(at)),
            },
            Node::Join { block, .. } => {
                if let Some(path) = self.joined_path(values, id, depth) {
                    return Some(path);
                }
                let at = self.flow.instructions(block as usize).start as u32;
                self.named(values, id, Origin::Instruction(at))
            }
            _ => None,
        }
    }

    /// True for a field of an object that is still what it was when the method began.
    pub(super) fn is_field_kept(
        &mut self,
        values: &Values<'_>,
        object: Id,
        field: &str,
        at: u32,
    ) -> bool {
        values.is_field_of_older(object, field) || self.is_unwritten_before(field, at)
    }

    /// True for an element of an array that is still the one from when the method began: before the instruction that reads
    /// it, no callee writes elements, and the method itself only those of arrays that it allocates.
    fn is_element_kept(&mut self, values: &Values<'_>, at: u32) -> bool {
        if self.is_unwritten_before(ELEMENT, at) {
            return true;
        }
        let (mut array, mut depth) = (values.accessed(at).map(|(array, _)| array), 0);
        while let Some(Node::Element { at, .. }) = array.map(|array| values.node(array)) {
            depth += 1;
            array = values.accessed(at).map(|(array, _)| array);
            if depth > super::MAX_DEPTH {
                return false;
            }
        }
        let is_older = array.is_some_and(|array| match values.node(array) {
            Node::Entry(_) => true,
            Node::Field { memory, .. } => values.node(memory) == Node::Untouched,
            _ => false,
        });
        let by_callee = format!("{CALLEE}{ELEMENT}");
        is_older
            && self.fills_only_new_arrays(values, ELEMENT)
            && self.is_unwritten_before(&by_callee, at)
    }

    /// True for a field that this class hides by one of its own, or if the method also reads a field with this name of the same
    /// object from another class: one of them hides the other.
    fn is_hidden(&self, values: &Values<'_>, object: Id, member: &MemberRef<'_>) -> bool {
        let is_this = values.node(object) == Node::Entry(0) && !self.input.method.is_static();
        is_this && self.is_hidden_by_own(member)
            || self.is_shared_name(member)
                && values.fields_read_of(object).any(|at| {
                    self.member_read_at(at).is_some_and(|other| {
                        other.name_bytes() == member.name_bytes()
                            && other.class_bytes() != member.class_bytes()
                    })
                })
    }

    fn member_read_at(&self, at: u32) -> Option<MemberRef<'a>> {
        self.input.class.member(field_read(self.input, at)?)
    }

    /// True for a field of a superclass whose name this class gives to one of its own, if the object is `this`.
    pub(in super::super) fn is_hidden_by_own(&self, member: &MemberRef<'_>) -> bool {
        let class = self.input.class;
        *class.name != *member.class() && class.declares_field(&member.name())
    }

    /// True if the method reads fields of several classes under this name.
    pub(in super::super) fn is_shared_name(&self, member: &MemberRef<'_>) -> bool {
        let shared = self.shared_names.get_or_init(|| {
            let all = 0..self.input.code.instructions.len() as u32;
            let read = all.filter_map(|at| self.member_read_at(at));
            let mut read: Vec<(&[u8], &[u8])> =
                read.map(|of| (of.name_bytes(), of.class_bytes())).collect();
            read.sort_unstable();
            read.dedup();
            let shared = read.windows(2).filter(|two| two[0].0 == two[1].0);
            shared.map(|two| two[0].0).collect()
        });
        shared.contains(&member.name_bytes())
    }

    /// The answer of a call that, by its name, changes nothing: `node.getChildren()`, an element of a collection. If it has
    /// arguments, it stands for the largest of all answers.
    pub(super) fn answered(
        &mut self,
        values: &Values<'_>,
        at: u32,
        depth: u32,
    ) -> Option<AccessPath> {
        self.answered_with(values, at, depth, false)
    }

    /// The same for an array of which only the length counts: whatever happens later, that stays the same.
    pub(super) fn answered_array(&mut self, values: &Values<'_>, at: u32) -> Option<AccessPath> {
        self.answered_with(values, at, 0, true)
    }

    fn answered_with(
        &mut self,
        values: &Values<'_>,
        at: u32,
        depth: u32,
        is_length: bool,
    ) -> Option<AccessPath> {
        let called = called(self.input, at)?;
        let Op::Invoke { kind, .. } = self.input.code.instructions.get(at as usize)?.op else {
            return None;
        };
        let passed = values.passed(at).to_vec();
        let object = match (kind, &passed[..]) {
            (InvokeKind::Static, [])
                if called.name.starts_with("get") && !changes(&called.name) =>
            {
                if !self.is_answer_kept(values, at, &called) {
                    return None;
                }
                let class = AccessPath::of_class(&called.class, &self.input.class.name);
                return Some(class.extended(&format!("{}()", called.name)));
            }
            (InvokeKind::Static, _) => only_object(&called, &passed)?,
            (InvokeKind::Dynamic, _) | (_, []) => return None,
            (_, [object, ..]) => *object,
        };
        let is_next = matches!(&*called.name, "next" | "nextElement" | "previous");
        let (object, step) = if is_next && passed.len() == 1 {
            let source = self.iterates_over(values, object);
            (source.unwrap_or(object), String::from("[]"))
        } else if called.class.starts_with("java/util/") && ELEMENTS.contains(&&*called.name) {
            (object, String::from("[]"))
        } else if changes(&called.name) {
            return None;
        } else if let Some(field) = self.field_returned(values, at, &called) {
            if !self.is_field_kept(values, object, &field, at) {
                return None;
            }
            (object, field)
        } else {
            if !self.is_answer_kept(values, at, &called) {
                return None;
            }
            (object, self.step_of_call(kind, &called, passed.len()))
        };
        // A number stays what it was; what an object holds may change after the answer.
        let is_number = called.descriptor.ends_with(")I") || called.descriptor.ends_with(")J");
        let is_changed = if is_number || is_length {
            self.is_changed_before(values, object, at)
        } else {
            self.is_changed(values, object)
        };
        if is_changed {
            return None;
        }
        let mut path = self.path(values, object, depth + 1)?;
        path.place()?;
        path.largest |= passed.len() > 1;
        Some(path.extended(&step))
    }

    /// An object created here from one that is known when the method begins: an iterator over it, a copy of it.
    fn made_of(&mut self, values: &Values<'_>, id: Id, at: u32, depth: u32) -> Option<AccessPath> {
        let Op::New { pool } = self.input.code.instructions.get(at as usize)?.op else {
            return None;
        };
        let maker = self.calls().find(|at| {
            values.passed(*at).first() == Some(&id)
                && called(self.input, *at).is_some_and(|called| called.name == "<init>")
        })?;
        let called = called(self.input, maker)?;
        if self.is_changed(values, id) {
            return None;
        }
        // With other numbers it is another object.
        let passed = values.passed(maker).get(1..)?;
        let of = only_object(&called, passed).filter(|_| passed.len() == 1)?;
        if !self.is_answer_kept(values, maker, &called) {
            return None;
        }
        let path = self.path(values, of, depth + 1)?;
        path.place()?;
        let class = self.input.class.class(pool)?;
        let class = class.rsplit(['/', '$']).next().unwrap_or_default();
        Some(path.extended(&format!("{class}()")))
    }

    /// True if the method calls something on an object that changes it, in a loop or before one.
    pub(super) fn is_changed(&self, values: &Values<'_>, object: Id) -> bool {
        self.changing_calls(values, object).next().is_some()
    }

    /// True if a call on an object may have changed what it answers at an instruction.
    pub(super) fn is_changed_before(&mut self, values: &Values<'_>, object: Id, at: u32) -> bool {
        let Some(asked) = called(self.input, at) else {
            return true;
        };
        let calls: Vec<u32> = (self.changing_calls(values, object))
            .filter(|call| {
                called(self.input, *call).is_none_or(|called| !called.sets_other(&asked.name))
            })
            .collect();
        let mut calls = calls.into_iter();
        calls.any(|call| self.may_change_anything(call) && self.may_precede(call, at))
    }

    /// The calls on an object that change it, by their names.
    fn changing_calls<'b>(
        &'b self,
        values: &'b Values<'_>,
        object: Id,
    ) -> impl Iterator<Item = u32> + 'b {
        self.calls().filter(move |at| {
            values.passed(*at).first() == Some(&object)
                && !self.is_static_call(*at)
                && called(self.input, *at)
                    .is_none_or(|called| called.name != "<init>" && !called.keeps_size())
        })
    }

    /// The instructions that call a method.
    pub(super) fn calls(&self) -> impl Iterator<Item = u32> {
        let instructions = (0..).zip(&self.input.code.instructions);
        instructions
            .filter(|(_, instruction)| matches!(instruction.op, Op::Invoke { .. }))
            .map(|(at, _)| at)
    }

    /// The instructions of a loop that call a method.
    pub(super) fn calls_in<'b>(&'b self, body: &'b Body) -> impl Iterator<Item = u32> + 'b {
        let blocks = body.blocks.iter();
        let instructions = blocks.flat_map(|block| self.flow.instructions(*block as usize));
        let is_call = |at: &u32| {
            let instruction = self.input.code.instructions.get(*at as usize);
            instruction.is_some_and(|instruction| matches!(instruction.op, Op::Invoke { .. }))
        };
        instructions.map(|at| at as u32).filter(is_call)
    }

    pub(super) fn is_static_call(&self, at: u32) -> bool {
        let instruction = self.input.code.instructions.get(at as usize);
        instruction.is_none_or(|instruction| {
            matches!(
                instruction.op,
                Op::Invoke {
                    kind: InvokeKind::Static | InvokeKind::Dynamic,
                    ..
                }
            )
        })
    }

    /// The step to an answer: `size()`, `super.size()`, `get(..)` for the answers to any arguments.
    fn step_of_call(&self, kind: InvokeKind, called: &Called<'_>, passed: usize) -> String {
        let is_of_super = kind == InvokeKind::Special && called.class != self.input.class.name;
        let owner = if is_of_super { "super." } else { "" };
        let arguments = if passed > 1 { ".." } else { "" };
        format!("{owner}{}({arguments})", called.name)
    }

    /// False for an answer that may differ from what it was when the method began. Notes it if that is only assumed.
    pub(super) fn is_answer_kept(
        &mut self,
        values: &Values<'_>,
        at: u32,
        called: &Called<'_>,
    ) -> bool {
        match self.answer(values, at) {
            Answer::Kept => true,
            Answer::Assumed => {
                self.note_assumed(&format!("{}()", called.name));
                true
            }
            Answer::Changed => false,
        }
    }

    /// The field that a call of a method of the same class returns without doing anything else.
    pub(super) fn field_returned(
        &self,
        values: &Values<'_>,
        at: u32,
        called: &Called<'_>,
    ) -> Option<String> {
        let field = self.getter(called)?;
        // The program may have no class that overrides the method.
        let is_known = || {
            let outcome = values.outcome(at)?;
            match outcome.returned.as_ref()? {
                Returned::Field { object, field: of } => {
                    let is_own = matches!(object.as_deref(), Some(Returned::Passed(0)));
                    Some(is_own && *of.name == *field)
                }
                _ => None,
            }
        };
        (self.runs_own_method(at) || is_known() == Some(true)).then_some(field)
    }

    /// The field that a method of the same class returns without doing anything else, unless a subclass overrides it.
    pub(super) fn getter(&self, called: &Called<'_>) -> Option<String> {
        if called.class != self.input.class.name {
            return None;
        }
        let methods = &self.input.class.methods;
        let method = methods
            .iter()
            .find(|method| method.name == called.name && method.descriptor == called.descriptor)?;
        let code = method.code.as_ref()?;
        let [load, get, back] = &code.instructions[..] else {
            return None;
        };
        match (load.op, get.op, back.op) {
            (Op::Load { slot: 0, .. }, Op::GetField { pool }, Op::Return(_)) => {
                Some(self.input.class.member(pool)?.name().into_owned())
            }
            _ => None,
        }
    }

    /// The one object that several edges bring, or from which a loop moves along.
    fn joined_path(&mut self, values: &Values<'_>, id: Id, depth: u32) -> Option<AccessPath> {
        let Node::Join { block, .. } = values.node(id) else {
            return None;
        };
        let joined = values.joined(id).to_vec();
        let links = if joined
            .iter()
            .any(|(from, _)| values.is_backward(*from, block))
        {
            let links = self.links(values, id)?;
            self.note_nothing_twice();
            Some(links)
        } else {
            None
        };
        let mut only: Option<AccessPath> = None;
        for (from, value) in joined {
            if values.is_backward(from, block) || values.node(value) == Node::Null {
                continue;
            }
            let path = self.path(values, value, depth + 1)?;
            let is_same = |before: &AccessPath| before.is_same(&path);
            if path.place().is_none() || only.as_ref().is_some_and(|before| !is_same(before)) {
                return None;
            }
            only = Some(path);
        }
        match links {
            Some(links) => Some(only?.along(&links.text())),
            None => only,
        }
    }

    /// A value under the name of the local that holds it.
    fn named(&self, values: &Values<'_>, id: Id, origin: Origin) -> Option<AccessPath> {
        let (slot, at) = match values.node(id) {
            Node::Join { block, variable } if values.is_local(variable) => {
                let at = self.flow.instructions(block as usize).start as u32;
                (variable as u16, at)
            }
            _ => {
                let at = values.stored(id)?;
                match self.input.code.instructions.get(at as usize)?.op {
                    Op::Store { slot, .. } => (slot, at + 1),
                    _ => return None,
                }
            }
        };
        let name = self.local_name(slot, at)?;
        Some(AccessPath {
            text: self.name_on_the_way(slot, &name),
            origin: Some(origin),
            largest: true,
            place: None,
            is_of_text: false,
        })
    }

    /// True for an instruction that may be executed before a loop.
    pub(super) fn is_before(&self, body: &Body, at: u32) -> bool {
        self.flow.block_of(at).is_some_and(|block| {
            self.around.iter().any(|body| body.contains(block as u32))
                || !body.contains(block as u32)
                    && block as u32 != body.header
                    && self.leads_to(body.header, block)
        })
    }

    /// True if control may reach the header of a loop from a block.
    fn leads_to(&self, header: u32, block: usize) -> bool {
        let mut known = self.leading.borrow_mut();
        if !matches!(&*known, Some((of, _)) if *of == header) {
            let mut leading = vec![false; self.flow.len()];
            let mut pending = vec![header as usize];
            while let Some(to) = pending.pop() {
                for edge in self.flow.predecessors(to) {
                    if !std::mem::replace(&mut leading[edge.block()], true) {
                        pending.push(edge.block());
                    }
                }
            }
            *known = Some((header, leading));
        }
        let leading = known.as_ref().map(|(_, leading)| leading);
        leading.is_some_and(|leading| leading.get(block) == Some(&true))
    }

    /// True if no call before the loop changes the size of an object, so that it is the size from when the method began. If
    /// the caller allows it, calls that shrink the object are accepted.
    pub(super) fn keeps_size(&self, scope: Scope<'_>, object: Id, may_shrink: bool) -> bool {
        let values = scope.values;
        self.calls().all(|at| {
            self.is_static_call(at)
                || values.passed(at).first() != Some(&object)
                || !self.is_before(scope.body, at)
                || called(self.input, at).is_some_and(|called| {
                    let takes = super::called_methods::takes(&called.name);
                    called.name == "<init>" || called.keeps_size() || may_shrink && takes
                })
        })
    }

    /// The name for the answer when a method without arguments is called on a place.
    pub(super) fn asked(path: &AccessPath, method: &str) -> String {
        if path.text.is_empty() {
            format!("{method}()")
        } else {
            format!("{}.{method}()", path.text)
        }
    }
}

/// The only object among the arguments of a static method.
fn only_object(called: &Called<'_>, passed: &[Id]) -> Option<Id> {
    let descriptor = Descriptor::new(called.descriptor.as_bytes());
    let mut objects = descriptor
        .arguments()
        .zip(passed)
        .filter(|(data_type, _)| *data_type == DataType::Reference);
    match (objects.next(), objects.next()) {
        (Some((_, object)), None) => Some(*object),
        _ => None,
    }
}
