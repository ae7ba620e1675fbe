//! What a method passes to its recursive call at the end of a path.

use super::super::forms::{Atom, Form};
use super::super::reference::called;
use super::{PathState, Walk};
use crate::values::{Id, Node};
use bytecode::DataType;

impl Walk<'_, '_> {
    /// The end of a path at a recursive call.
    pub(super) fn call_itself(&mut self, at: u32, path: &mut PathState) {
        let passed = self.scope.values.passed(at).to_vec();
        let is_static = self.bounds.input.method.is_static();
        let descriptor = self.bounds.input.method.descriptor.clone();
        let types: Vec<bool> = bytecode::parameter_types(&descriptor)
            .map(|of| of.dimensions > 0)
            .collect();
        let data_types: Vec<DataType> = bytecode::Descriptor::new(descriptor.as_bytes())
            .arguments()
            .collect();
        let mut slot = u16::from(!is_static);
        let mut next = Vec::new();
        for (index, data_type) in data_types.into_iter().enumerate() {
            let entry = self.scope.values.entry(slot);
            let value = passed.get(index + usize::from(!is_static)).copied();
            slot = slot.saturating_add(1 + u16::from(data_type.is_wide()));
            let (Some(entry), Some(value)) = (entry, value) else {
                continue;
            };
            let mut needs = Vec::new();
            if data_type == DataType::Reference {
                let is_array = types.get(index) == Some(&true);
                let atom = if is_array {
                    Atom::Length(entry)
                } else {
                    Atom::Size(entry)
                };
                let range = (Some(0), Some(i128::from(i32::MAX)));
                let number = self.ways.forms.number(atom, range, &[]);
                let form = self.extent(value, is_array, path, &mut needs);
                next.push((number, form, needs));
            } else {
                let own = self.leaf(entry);
                let form = self.form(value, path, &mut needs, 0);
                next.extend((own.terms.first()).map(|(atom, _)| (*atom, Some(form), needs)));
            }
        }
        for (atom, ..) in &next {
            if !self.ways.state.contains(atom) {
                self.ways.state.push(*atom);
            }
        }
        self.finish(path, next.clone());
        path.calls.push(next);
    }

    /// The size of an array, a text or a collection that is passed on.
    pub(super) fn extent(
        &mut self,
        id: Id,
        is_array: bool,
        path: &PathState,
        needs: &mut Vec<u32>,
    ) -> Option<Form> {
        let id = self.object(id, path);
        let range = (Some(0), Some(i128::from(i32::MAX)));
        match self.scope.values.node(id) {
            Node::Entry(_) if is_array || self.bounds.keeps_size_in_run(self.scope, id) => {
                let atom = if is_array {
                    Atom::Length(id)
                } else {
                    Atom::Size(id)
                };
                Some(Form::leaf(self.ways.forms.number(atom, range, &[])))
            }
            Node::Join { block, .. } if !is_array && Some(block) == self.header => {
                Some(Form::leaf(self.ways.forms.known(&Atom::Size(id))?))
            }
            Node::Allocated { length, .. } => Some(self.form(length, path, needs, 0)),
            Node::Called { at } => {
                let called = called(self.bounds.input, at)?;
                let passed = self.scope.values.passed(at).to_vec();
                let mut of = |walk: &mut Self, id: Id| walk.form(id, path, needs, 0);
                match (&*called.class, &*called.name, &passed[..]) {
                    ("java/util/Arrays", "copyOfRange", [_, from, to])
                    | (
                        "java/lang/String" | "java/lang/StringBuilder" | "java/lang/StringBuffer",
                        "substring",
                        [_, from, to],
                    )
                    | (
                        "java/util/List" | "java/util/ArrayList" | "java/util/LinkedList",
                        "subList",
                        [_, from, to],
                    ) => {
                        let to = of(self, *to);
                        to.plus(&of(self, *from), -1)
                    }
                    ("java/lang/String", "substring", [text, from]) => {
                        let from = of(self, *from);
                        self.extent(*text, false, path, needs)?.plus(&from, -1)
                    }
                    ("java/util/Arrays", "copyOf", [_, length]) => Some(of(self, *length)),
                    _ => None,
                }
            }
            _ if is_array => None,
            _ => {
                let lengths = self.bounds.lengths_of_literals(self.scope.values, id)?;
                (lengths.least == lengths.most).then(|| Form::constant(lengths.least.into()))
            }
        }
    }
}
