//! What stays the same each time a path asks for it: an element of an array that nothing writes, a character of a text.

use super::super::forms::{Atom, Form};
use super::super::reference::Called;
use super::{PathState, Walk};
use crate::side_effects::{CALLEE, answers_differently, element_mark, is_harmless};
use crate::values::Id;
use bytecode::{ArrayElement, Op, parameter_types};

impl Walk<'_, '_> {
    /// The answer of a method that only reads its arguments.
    pub(super) fn answered_again(
        &mut self,
        (id, at): (Id, u32),
        called: &Called<'_>,
        path: &PathState,
        depth: u32,
    ) -> Option<Form> {
        let passed = self.scope.values.passed(at).to_vec();
        let is_static = self.bounds.is_static_call(at);
        let only_numbers = parameter_types(&called.descriptor)
            .all(|of| of.dimensions == 0 && !of.element.contains('/'));
        let is_text = called.class == "java/lang/String" && !is_static;
        // References to equal objects may differ.
        let returned = called.descriptor.rsplit(')').next().unwrap_or_default();
        let looks_only = only_numbers
            && matches!(returned, "B" | "C" | "I" | "J" | "S" | "Z")
            && (is_static || is_text)
            && !answers_differently(&called.class, &called.name)
            && is_harmless(&called.class, &called.name, &called.descriptor);
        let Op::Invoke { pool, .. } = self.bounds.input.code.instructions.get(at as usize)?.op
        else {
            return None;
        };
        if !looks_only {
            return None;
        }
        let (object, asked) = passed.split_at_checked(usize::from(!is_static))?;
        let object = object.first().map(|object| self.object(*object, path));
        Some(self.same((id, Some(pool)), object, asked, path, depth))
    }

    /// The atom for an answer.
    pub(super) fn same(
        &mut self,
        (id, pool): (Id, Option<u16>),
        object: Option<Id>,
        asked: &[Id],
        path: &PathState,
        depth: u32,
    ) -> Form {
        let asked = asked.iter();
        let asked = asked
            .map(|id| {
                let mut needs = Vec::new();
                let form = self.form(*id, path, &mut needs, depth + 1);
                // In other types, equal arithmetic may wrap around otherwise: then only the same value is an equal question.
                if needs.is_empty() {
                    form
                } else {
                    self.leaf(*id)
                }
            })
            .collect();
        let range = self.bounds.interval(self.scope.values, id, 0);
        let atom = Atom::Same {
            pool,
            object,
            asked,
        };
        Form::leaf(self.ways.forms.number(atom, range, &[]))
    }

    /// True if anything on the paths may write elements of this type.
    pub(super) fn writes_elements(&self, element: ArrayElement) -> bool {
        let writes = |start: u32, end: u32| {
            [element_mark(element), CALLEE]
                .iter()
                .any(|name| self.bounds.writes_field(name, start, end))
        };
        if self.header.is_none() {
            return writes(0, self.bounds.input.code.instructions.len() as u32);
        }
        self.scope.body.blocks.iter().any(|block| {
            let range = self.bounds.flow.instructions(*block as usize);
            writes(range.start as u32, range.end as u32)
        })
    }
}
