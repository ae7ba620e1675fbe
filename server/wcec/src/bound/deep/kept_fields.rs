//! Fields that a bound takes to be the same in all iterations, although an unknown callee may write them.

use super::super::Bounds;
use super::super::value::AccessPath;
use super::Scope;
use super::forms::Atom;
use super::loop_paths::LoopPaths;
use super::reference::field_read;
use crate::side_effects::CALLEE;
use crate::values::{Id, NO_OBJECT, Node, Values};
use bytecode::Op;

/// At most this many values are followed.
const MAX_VALUES: usize = 256;

impl Bounds<'_> {
    /// Notes the fields from which the loop reads what the bound takes to be fixed. They need not be in the bound: a test may
    /// fail the next time because an iteration sets a local to such a field.
    pub(super) fn expect_fixed(&mut self, scope: Scope<'_>, ids: &[Id]) {
        let values = scope.values;
        let mut calls_unknown = None;
        let mut seen = ids.to_vec();
        let mut next = 0;
        while let Some(id) = seen.get(next).copied().filter(|_| next < MAX_VALUES) {
            next += 1;
            let of: Vec<Id> = match values.node(id) {
                Node::Field { at, object, .. } => {
                    if !*calls_unknown.get_or_insert_with(|| self.calls_unknown(scope)) {
                        return;
                    }
                    self.note_read(scope, id, at);
                    vec![object]
                }
                Node::Join { block, .. } if scope.body.contains(block) => {
                    values.joined(id).iter().map(|(_, value)| *value).collect()
                }
                Node::Length(of)
                | Node::Negated(of)
                | Node::Narrow(_, of)
                | Node::Truncated(of) => {
                    vec![of]
                }
                Node::Binary(_, _, one, two)
                | Node::Compared(one, two)
                | Node::Tested(_, one, two)
                | Node::Extreme(_, one, two) => vec![one, two],
                _ => Vec::new(),
            };
            for id in of {
                if !seen.contains(&id) {
                    seen.push(id);
                }
            }
        }
    }

    /// The same for a bound that follows from the paths through the loop: a field may say how far each iteration goes. What
    /// was compared before the loop may be another number than what the loop reads.
    pub(super) fn expect_fixed_on(&mut self, scope: Scope<'_>, ways: &LoopPaths) {
        let mut fixed = Vec::new();
        for atom in 0..ways.forms.len() {
            if !self.stays_same(scope, ways, atom) {
                continue;
            }
            match ways.forms.atom(atom) {
                Some(Atom::Value(id) | Atom::Length(id)) => fixed.push(*id),
                Some(Atom::Field { pool, object, .. }) => {
                    fixed.push(*object);
                    let inside = self.reads_in(scope, *pool).next();
                    if let (Some(at), Some(id)) = (inside, ways.read.get(&atom))
                        && let Node::Field { at: first, .. } = scope.values.node(*id)
                        && (self.calls_unknown(scope) || self.calls_unknown_after(scope, first))
                    {
                        self.note_read(scope, *id, at);
                    }
                }
                _ => {}
            }
        }
        self.expect_fixed(scope, &fixed);
    }

    /// The value that the method has stored in a field. Notes that unknown callees are assumed to keep it there.
    pub(super) fn expect_kept(&mut self, values: &Values<'_>, read: Id) -> Option<Id> {
        let stored = values.kept(read)?;
        let Node::Field { at, object, .. } = values.node(read) else {
            return None;
        };
        let member = self.input.class.member(field_read(self.input, at)?)?;
        let owner = if object == NO_OBJECT {
            Some(AccessPath::of_class(
                &member.class(),
                &self.input.class.name,
            ))
        } else {
            self.path(values, object, 0)
        };
        let field = match owner {
            Some(owner) => owner.extended(&member.name()).text,
            None => member.name().into_owned(),
        };
        self.note_assumed(&field);
        Some(stored)
    }

    /// Notes a field if the loop reads it at an instruction, and if it may change after its object is constructed.
    fn note_read(&mut self, scope: Scope<'_>, read: Id, at: u32) {
        let is_read =
            (self.flow.block_of(at)).is_some_and(|block| scope.body.contains(block as u32));
        if let Some(path) = self.path(scope.values, read, 0).filter(|_| is_read)
            && !path.place().is_some_and(|place| self.is_settled(&place))
        {
            self.note_assumed(&path.text);
        }
    }

    /// The instructions of a loop that read a field.
    fn reads_in<'b>(&'b self, scope: Scope<'b>, pool: u16) -> impl Iterator<Item = u32> + 'b {
        let blocks = scope.body.blocks.iter();
        let instructions = blocks.flat_map(|block| self.flow.instructions(*block as usize));
        let reads = move |at: &usize| match self.input.code.instructions[*at].op {
            Op::GetField { pool: of } | Op::GetStatic { pool: of } => of == pool,
            _ => false,
        };
        instructions.filter(reads).map(|at| at as u32)
    }

    /// True for a loop that calls something unknown.
    fn calls_unknown(&self, scope: Scope<'_>) -> bool {
        let mut calls = self.calls_in(scope.body);
        calls.any(|at| self.writes_field(CALLEE, at, at + 1))
    }

    /// True if the method calls something unknown between an instruction and the loop.
    fn calls_unknown_after(&mut self, scope: Scope<'_>, at: u32) -> bool {
        let calls: Vec<u32> = (self.calls())
            .filter(|call| self.writes_field(CALLEE, *call, *call + 1))
            .filter(|call| self.is_before(scope.body, *call))
            .collect();
        calls.into_iter().any(|call| self.may_precede(at, call))
    }
}
