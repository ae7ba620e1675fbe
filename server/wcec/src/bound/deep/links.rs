//! Linked objects: lists, trees, parents.

use super::super::Bounds;
use super::super::value::Side;
use super::Scope;
use super::reference::{called, changes};
use crate::values::{Id, NO_OBJECT, Node, Values};
use bytecode::{InvokeKind, Op};
use cost::{Measure, Polynomial};
use std::sync::Arc;

/// Paths are followed over at most this many values.
const MAX_VALUES: u32 = 256;

/// How a loop moves from object to object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Links {
    /// The fields and methods, sorted.
    names: Vec<String>,
    /// True if continuing from null throws an exception.
    pub(super) needs_object: bool,
}

impl Links {
    /// `next`, or `left|right` if it may take either.
    pub(super) fn text(&self) -> String {
        self.names.join("|")
    }
}

/// A search for the path from the object at the start of an iteration.
struct Search {
    /// The object: a join at the loop's header.
    join: Id,
    links: Links,
    /// The joins on the current path.
    seen: Vec<Id>,
    /// How many more values the search may look at.
    left: u32,
}

impl Search {
    const fn from(join: Id) -> Self {
        Self {
            join,
            links: Links {
                names: Vec::new(),
                needs_object: true,
            },
            seen: Vec::new(),
            left: MAX_VALUES,
        }
    }
}

/// The number of steps of a circular path: it proves nothing.
const ENDLESS: u32 = u32::MAX;

impl Bounds<'_> {
    /// How every iteration moves on from an object that is a join at the loop's header. `None` if it may stay at the
    /// object, or if the next object comes from elsewhere.
    pub(super) fn links(&mut self, values: &Values<'_>, join: Id) -> Option<Links> {
        let Node::Join { block, .. } = values.node(join) else {
            return None;
        };
        let mut search = Search::from(join);
        for (from, value) in values.joined(join) {
            if values.is_backward(*from, block) && values.node(*value) == Node::Null {
                search.links.needs_object = false;
            } else if values.is_backward(*from, block) {
                let steps = self.steps(values, *value, &mut search)?;
                if steps == 0 || steps == ENDLESS {
                    return None;
                }
            }
        }
        let mut links = search.links;
        links.names.sort();
        (!links.names.is_empty()).then_some(links)
    }

    /// The least number of steps from the object to a value.
    fn steps(&mut self, values: &Values<'_>, id: Id, search: &mut Search) -> Option<u32> {
        if id == search.join {
            return Some(0);
        }
        self.fuel = self.fuel.checked_sub(1)?;
        search.left = search.left.checked_sub(1)?;
        let Node::Join { block: header, .. } = values.node(search.join) else {
            return None;
        };
        let (from, link) = match values.node(id) {
            Node::Join { block, .. } => {
                if values.position(block) <= values.position(header) {
                    return None;
                }
                if search.seen.contains(&id) {
                    return Some(ENDLESS);
                }
                search.seen.push(id);
                let mut least = ENDLESS;
                for (_, value) in values.joined(id) {
                    if values.node(*value) == Node::Null {
                        search.links.needs_object = false;
                    } else {
                        least = least.min(self.steps(values, *value, search)?);
                    }
                }
                // Another path to the same join may have a different number of steps before it.
                search.seen.pop();
                return Some(least);
            }
            Node::Field { at, object, memory } => {
                let Op::GetField { pool } = self.input.code.instructions.get(at as usize)?.op
                else {
                    return None;
                };
                let name = self.input.class.member(pool)?.name().into_owned();
                if values.node(memory) != Node::Untouched
                    && !self.is_written_behind(values, memory, &name, search.join)
                {
                    return None;
                }
                (object, name)
            }
            Node::Called { at } => {
                let called = called(self.input, at)?;
                let returns_object = called.descriptor.contains(")L");
                let Op::Invoke { kind, .. } = self.input.code.instructions.get(at as usize)?.op
                else {
                    return None;
                };
                let is_given = |id: &Id| match values.node(*id) {
                    Node::Number(_) | Node::Entry(_) | Node::Null => true,
                    Node::Field { object, memory, .. } => {
                        object == NO_OBJECT && values.node(memory) == Node::Untouched
                    }
                    _ => false,
                };
                let mut arguments = "";
                let from = match (kind, values.passed(at)) {
                    (InvokeKind::Static, [from]) => {
                        search.links.needs_object = false;
                        *from
                    }
                    (InvokeKind::Virtual | InvokeKind::Interface | InvokeKind::Special, [from]) => {
                        *from
                    }
                    (InvokeKind::Virtual | InvokeKind::Special, [this, from])
                        if values.node(*this) == Node::Entry(0)
                            && !self.input.method.is_static() =>
                    {
                        search.links.needs_object = false;
                        *from
                    }
                    // With the same arguments each time, it is one link. Any other method may create what it returns.
                    (InvokeKind::Virtual | InvokeKind::Interface, [from, given @ ..])
                        if called.name.starts_with("get")
                            && !called.is_of_jdk()
                            && given.iter().all(is_given) =>
                    {
                        arguments = "..";
                        *from
                    }
                    _ => return None,
                };
                // Taking from an iterator or a queue follows no links of the object itself.
                let takes = changes(&called.name) && called.class.starts_with("java/");
                if !returns_object || takes {
                    return None;
                }
                // A subclass may override a getter.
                let field = self.getter(&called).filter(|_| self.runs_own_method(at));
                (
                    from,
                    field.unwrap_or_else(|| format!("{}({arguments})", called.name)),
                )
            }
            _ => return None,
        };
        let steps = self.steps(values, from, search)?;
        if !search.links.names.contains(&link) {
            search.links.names.push(link);
        }
        Some(steps.saturating_add(1))
    }

    /// True if a loop writes a link only in objects that it has already visited or that it created.
    fn is_written_behind(&self, values: &Values<'_>, memory: Id, name: &str, join: Id) -> bool {
        let Node::Join { block: header, .. } = values.node(join) else {
            return false;
        };
        if !matches!(values.node(memory), Node::Join { block, .. } if block == header) {
            return false;
        }
        // What a called method writes may lie ahead.
        let written_by_call = self.written().iter().any(|(at, written)| {
            let instruction = self.input.code.instructions.get(*at as usize);
            **written == *name
                && instruction
                    .is_some_and(|instruction| matches!(instruction.op, Op::Invoke { .. }))
        });
        if written_by_call {
            return false;
        }
        let instructions = &self.input.code.instructions;
        let objects = values.written_objects(|at| {
            matches!(instructions.get(at as usize).map(|instruction| instruction.op),
                Some(Op::PutField { pool })
                    if self.input.class.member(pool).is_some_and(|member| member.name() == name))
        });
        objects.into_iter().all(|object| {
            self.is_made_here(values, object)
                || is_behind(values, object, join, &mut Vec::new()).is_some()
        })
    }

    fn is_made_here(&self, values: &Values<'_>, object: Id) -> bool {
        let Node::Made { at, which: 0 } = values.node(object) else {
            return false;
        };
        let instruction = self.input.code.instructions.get(at as usize);
        instruction.is_some_and(|instruction| matches!(instruction.op, Op::New { .. }))
    }

    /// The most objects that links lead to from where a loop begins.
    pub(super) fn chain(
        &mut self,
        scope: Scope<'_>,
        join: Id,
        links: &Links,
    ) -> Option<Polynomial> {
        let values = scope.values;
        let mut begins = Vec::new();
        self.begins(values, join, links, &mut begins, 0)?;
        let text = links.text();
        let mut lengths: Vec<Polynomial> = Vec::new();
        for begin in begins {
            let mut path = self.path(values, begin, 0)?.ended_along(&text);
            path.largest = true;
            let name = format!("chain({}.{text})", path.text_or_this());
            let measure = Measure::Chain(Arc::from(text.as_str()));
            let amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
            if !lengths.contains(&amount.value) {
                lengths.push(amount.value);
            }
        }
        self.note_nothing_twice();
        match lengths.as_slice() {
            [] => Some(Polynomial::constant(0)),
            [only] => Some(only.clone()),
            _ => Polynomial::extreme(true, lengths),
        }
    }

    /// The objects that a loop may begin with. If an earlier loop followed the same links, the objects that it began with.
    fn begins(
        &mut self,
        values: &Values<'_>,
        join: Id,
        links: &Links,
        found: &mut Vec<Id>,
        depth: u32,
    ) -> Option<()> {
        let Node::Join { block, .. } = values.node(join) else {
            return None;
        };
        if depth > 4 {
            return None;
        }
        for (from, value) in values.joined(join) {
            if values.is_backward(*from, block) || values.node(*value) == Node::Null {
                continue;
            }
            let is_earlier = matches!(values.node(*value), Node::Join { .. })
                && self.links(values, *value).as_ref() == Some(links);
            if is_earlier {
                self.begins(values, *value, links, found, depth + 1)?;
            } else if !found.contains(value) {
                found.push(*value);
            }
        }
        Some(())
    }

    /// How often a null check passes if every iteration moves on from the checked object.
    pub(super) fn chained(&mut self, scope: Scope<'_>, tested: Id) -> Option<Polynomial> {
        let values = scope.values;
        for slot in 0..self.input.code.max_locals {
            let Some(join) = values.local(slot, scope.body.header) else {
                continue;
            };
            if !is_own(scope, join) {
                continue;
            }
            let mut search = Search::from(join);
            let is_on_way = match self.steps(values, tested, &mut search) {
                None | Some(ENDLESS) => false,
                Some(_) => true,
            };
            let mut names = search.links.names.iter();
            if is_on_way
                && let Some(links) = self.links(values, join)
                && names.all(|name| links.names.contains(name))
            {
                return self.chain(scope, join, &links);
            }
        }
        None
    }

    /// How often control returns to the loop's header if every iteration moves to the next object and needs it.
    pub(super) fn traversal_bound(&mut self, scope: Scope<'_>) -> Option<Polynomial> {
        let values = scope.values;
        for slot in 0..self.input.code.max_locals {
            let Some(join) = values.local(slot, scope.body.header) else {
                continue;
            };
            if is_own(scope, join)
                && let Some(links) = self.links(values, join)
                && links.needs_object
                && let Some(length) = self.chain(scope, join, &links)
            {
                return Some(length);
            }
        }
        None
    }
}

/// True for a join at the loop's header.
pub(super) fn is_own(scope: Scope<'_>, id: Id) -> bool {
    matches!(scope.values.node(id), Node::Join { block, .. } if block == scope.body.header)
}

/// True for the object that an iteration begins with, for one of an earlier iteration, and for null.
fn is_behind(values: &Values<'_>, id: Id, join: Id, seen: &mut Vec<Id>) -> Option<()> {
    if id == join || seen.contains(&id) {
        return Some(());
    }
    let (Node::Join { block: header, .. }, Node::Join { block, .. }) =
        (values.node(join), values.node(id))
    else {
        return None;
    };
    if values.position(block) < values.position(header) || seen.len() as u32 >= MAX_VALUES {
        return None;
    }
    seen.push(id);
    for (from, value) in values.joined(id) {
        let begins = block == header && !values.is_backward(*from, block);
        if begins {
            if values.node(*value) != Node::Null {
                return None;
            }
        } else {
            is_behind(values, *value, join, seen)?;
        }
    }
    Some(())
}
