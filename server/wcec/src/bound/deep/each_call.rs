//! What stays the same in every call of a recursion.

use super::super::Bounds;
use super::Scope;
use super::forms::Atom;
use super::loop_paths::LoopPaths;
use super::reference::field_read;
use crate::side_effects::CALLEE;
use crate::values::{Id, NO_OBJECT, Node};

/// How deep fields of fields are followed.
const MAX_DEPTH: u32 = 4;

impl Bounds<'_> {
    /// True for an atom that has the same value in every recursive call as in the first. A value that a call computes
    /// differs in the next call.
    pub(super) fn is_same_in_each_call(
        &self,
        scope: Scope<'_>,
        ways: &LoopPaths,
        atom: u32,
    ) -> bool {
        match ways.forms.atom(atom) {
            Some(Atom::Length(id)) => self.is_found_again(scope, *id, 0),
            Some(Atom::Size(id)) => {
                self.is_found_again(scope, *id, 0) && self.keeps_size_in_run(scope, *id)
            }
            Some(Atom::Field { .. }) => {
                let read = ways.read.get(&atom);
                read.is_some_and(|read| self.is_found_again(scope, *read, 0))
            }
            _ => false,
        }
    }

    /// True if one run of a recursive method does not change the size of an object, apart from what its recursive calls do,
    /// which are runs like it.
    pub(super) fn keeps_size_in_run(&self, scope: Scope<'_>, id: Id) -> bool {
        let calls = self.input.calls.iter().filter(|call| call.is_recursive());
        let sites: Vec<u32> = calls.map(|call| call.passed.instruction).collect();
        let others = self.calls().filter(|at| !sites.contains(at));
        self.keeps_size_in_calls(scope, id, others)
    }

    /// Notes that the bound of a recursion relies on fields that an unknown callee may write.
    pub(super) fn expect_fields_of_each_call(&mut self, scope: Scope<'_>, ways: &LoopPaths) {
        let end = self.input.code.instructions.len() as u32;
        if !self.writes_field(CALLEE, 0, end) {
            return;
        }
        for atom in 0..ways.forms.len() {
            if !self.is_same_in_each_call(scope, ways, atom) {
                continue;
            }
            let mut id = match ways.forms.atom(atom) {
                Some(Atom::Length(id) | Atom::Size(id)) => *id,
                _ => ways.read.get(&atom).copied().unwrap_or(NO_OBJECT),
            };
            while let Node::Field { at, object, .. } = scope.values.node(id) {
                if let Some((name, false)) = self.field_read_at(at) {
                    self.note_assumed(&name);
                }
                id = object;
            }
        }
    }

    /// True for an object, or a number in a field, that every call finds in the same place: parameters passed on unchanged,
    /// and their fields that nothing writes.
    fn is_found_again(&self, scope: Scope<'_>, id: Id, depth: u32) -> bool {
        let values = scope.values;
        match values.node(id) {
            Node::Entry(slot) => self.place_of_slot(slot).is_some_and(|place| {
                let mut sites = self.input.calls.iter().filter(|call| call.is_recursive());
                sites.all(|call| {
                    let passed = values.passed(call.passed.instruction);
                    passed.get(place) == Some(&id)
                })
            }),
            Node::Field { at, object, memory } => {
                let end = self.input.code.instructions.len() as u32;
                let is_kept = self
                    .field_read_at(at)
                    .is_some_and(|(name, is_final)| is_final || !self.writes_field(&name, 0, end));
                is_kept
                    && values.node(memory) == Node::Untouched
                    && (object == NO_OBJECT
                        || depth < MAX_DEPTH && self.is_found_again(scope, object, depth + 1))
            }
            _ => false,
        }
    }

    /// The name of the field that an instruction reads, and whether it never changes after its object is constructed.
    fn field_read_at(&self, at: u32) -> Option<(String, bool)> {
        let class = self.input.class;
        let member = class.member(field_read(self.input, at)?)?;
        let name = member.name().into_owned();
        let is_final = member.class() == class.name
            && !self.input.method.name.starts_with('<')
            && class.is_final_field(&name);
        Some((name, is_final))
    }
}
