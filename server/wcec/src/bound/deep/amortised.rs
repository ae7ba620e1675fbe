//! How often an inner loop repeats in all iterations of a loop around it together.
//!
//! In `for (hi …) { while (lo < hi && …) lo++; }`, the inner loop may repeat n times in one iteration of the outer one, but
//! not in each: it moves `lo` on, and the next iteration begins with that. Let the room be a linear expression of values that
//! change in the outer loop, such as `hi − lo`, and let t be how often iterations of the inner loop have come to their end.
//!
//! - An iteration of the inner loop takes at least d from the room, so none increases room + d·t.
//! - The rest of an iteration of the outer loop adds at most r to it.
//! - An iteration of the inner loop that comes to its end begins with a room of at least −R, because of a test or an index.
//!
//! So before the last of these iterations, d·t is at most what the room begins with, plus r for each earlier iteration of the
//! outer loop, plus R. The count t is followed through the branches of the outer loop as a value of its own. So the argument
//! fails where a branch sets the variable back after the inner loop.

use super::super::linear::Linear;
use super::super::value::Side;
use super::super::{Bounds, LoopView, MAX_TESTS, kind_of};
use super::linear as sum_of;
use super::progress::{count_before, sources, substitute};
use super::reference::{Called, called};
use super::{Body, Scope, Tested};
use crate::method::{LoopKind, Note, NoteKind};
use crate::values::{Id, Node};
use cost::{AssumptionKind, ITERATION, Polynomial};
use std::rc::Rc;

/// At most this many tests and indices of a loop are tried.
const MAX_ROOMS: usize = 6;

/// How often an inner loop repeats in all iterations of a loop around it.
#[derive(Debug)]
pub(crate) struct Amortised {
    /// The header of the loop around it.
    pub(crate) over: u32,
    /// The most iterations that come to their end.
    pub(crate) total: Polynomial,
}

/// What is at least 0 in each iteration that comes to its end.
struct Room {
    left: Linear<Id>,
    /// The access that shows it, and the object, if its length is to be added.
    length: Option<(u32, Id)>,
    /// The values that it is computed from.
    from: Vec<Id>,
}

impl Bounds<'_> {
    /// How often a loop repeats in all iterations of a loop around it: the outermost for which a limit is found.
    /// `is_bounded` says that the loop has a bound of its own, which is to be improved without further assumptions.
    pub(crate) fn amortised(&mut self, view: &LoopView<'_>, is_bounded: bool) -> Option<Amortised> {
        let around = self.around.clone();
        if around.is_empty() {
            return None;
        }
        let values = self.values()?;
        let body = Body::of(view);
        let inner = self.scope(&values, &body, view);
        let overflows = |note: &Note| note.kind == NoteKind::Assumes(AssumptionKind::NoOverflow);
        let may_overflow = self.notes.iter().any(overflows);
        let rooms = self.rooms(inner);
        let nested = (around.iter().rev()).take_while(|body| self.is_entered_at_header(body));
        let nested = nested.count();
        for outer in &around[around.len() - nested..] {
            for room in &rooms {
                let (notes, assumed) = (self.notes.len(), self.assumed);
                let total = self.total_over(inner, outer, room).filter(|total| {
                    let mut new = self.notes[notes..].iter();
                    match kind_of(total) {
                        LoopKind::Symbolic => {
                            !is_bounded || new.all(|note| overflows(note) && may_overflow)
                        }
                        // The loop may repeat less often than a large number says.
                        LoopKind::Constant => !is_bounded,
                        LoopKind::Opaque => false,
                    }
                });
                if let Some(total) = total {
                    return Some(Amortised {
                        over: outer.header,
                        total,
                    });
                }
                self.notes.truncate(notes);
                self.assumed = assumed;
            }
        }
        None
    }

    /// True for a loop that control enters only at its header.
    fn is_entered_at_header(&self, body: &Body) -> bool {
        let mut others = body.blocks.iter().filter(|block| **block != body.header);
        others.all(|block| {
            let mut edges = self.flow.predecessors(*block as usize).iter();
            edges.all(|edge| {
                !self.flow.is_reachable(edge.block()) || body.contains(edge.block() as u32)
            })
        })
    }

    /// What the tests and the indices of a loop leave.
    fn rooms(&mut self, inner: Scope<'_>) -> Vec<Room> {
        let mut rooms = Vec::new();
        let backbone = inner.view.backbone.iter().take(MAX_TESTS);
        for (block, _) in backbone.clone() {
            for staying in self.staying(inner, *block) {
                let condition = staying.condition;
                let Some(tested) = Tested::of(inner.values, condition) else {
                    continue;
                };
                let left = tested.difference.times(-tested.sign);
                rooms.extend(left.map(|mut left| {
                    left.constant += tested.more - 1;
                    Room {
                        left,
                        length: None,
                        from: vec![condition.left, condition.right],
                    }
                }));
            }
        }
        for (block, _) in backbone {
            for at in self.flow.instructions(*block as usize) {
                let Some((object, index)) = self.used(inner, at as u32) else {
                    continue;
                };
                let Some(left) = sum_of(inner.values, index, 0).filter(|left| !left.is_constant())
                else {
                    continue;
                };
                let from = vec![index];
                rooms.extend(left.times(-1).map(|mut left| {
                    left.constant -= 1;
                    Room {
                        left,
                        length: Some((at as u32, object)),
                        from: from.clone(),
                    }
                }));
                rooms.push(Room {
                    left,
                    length: None,
                    from,
                });
            }
        }
        rooms.truncate(MAX_ROOMS);
        rooms
    }

    fn total_over(
        &mut self,
        inner: Scope<'_>,
        outer: &Rc<Body>,
        room: &Room,
    ) -> Option<Polynomial> {
        let (values, header) = (inner.values, inner.body.header);
        let outer = self.scope(values, outer, inner.view);
        let counting = Scope {
            counted: Some(header),
            ..outer
        };
        if let Some((at, object)) = room.length
            && !(self.is_fixed(outer, object, 0)
                && (values.accessed(at).is_some() || self.keeps_size_in(outer, object)))
        {
            return None;
        }
        let is_moving = |id: Id| matches!(values.node(id), Node::Join { block, .. } if outer.body.contains(block));

        // The room at the beginning of an iteration of the inner loop, and what the test adds to it.
        let at_test = self.expand(inner, header, vec![room.left.clone()], -1, 0)?;
        let moving = |case: &Linear<Id>| Linear {
            constant: 0,
            terms: (case.terms.iter().copied())
                .filter(|(id, _)| is_moving(*id))
                .collect(),
        };
        let left = moving(at_test.all.first()?);
        let mut rest = Vec::new();
        for case in &at_test.all {
            if moving(case) != left {
                return None;
            }
            let more = case.clone().plus(&left, -1)?;
            if !(more.terms.iter()).all(|(id, _)| self.is_same_in(outer, *id)) {
                return None;
            }
            rest.push(more);
        }
        let own = Linear {
            constant: 0,
            terms: (left.terms.iter().copied())
                .filter(|(id, _)| matches!(values.node(*id), Node::Join { block, .. } if block == header))
                .collect(),
        };
        if own.terms.is_empty() {
            return None;
        }
        let taken = self.change(inner, header, &own, -1, 0)?.least;
        if taken < 1 {
            return None;
        }

        // Before the inner loop, compared with the beginning of the iteration of the outer one.
        let counted = left.plus(&Linear::leaf(count_before(header)), taken)?;
        let joins: Vec<Id> = (own.terms.iter().map(|(id, _)| *id))
            .chain([count_before(header)])
            .collect();
        let mut starts = Vec::new();
        for from in sources(counting, &joins)? {
            if !values.is_backward(from, header) {
                starts.push(substitute(counting, &counted, &joins, from)?);
            }
        }
        let before = self.expand(counting, outer.body.header, starts, -1, 0)?;
        let begin = Linear {
            constant: 0,
            terms: (before.all.first()?.terms.iter().copied())
                .filter(|(id, _)| matches!(values.node(*id), Node::Join { block, .. } if block == outer.body.header))
                .collect(),
        };
        if begin.terms.is_empty() {
            return None;
        }
        let counted =
            (begin.clone()).plus(&Linear::leaf(count_before(outer.body.header)), taken)?;
        let mut added = i128::MIN;
        for case in before.all {
            let difference = case.plus(&counted, -1)?;
            added = added.max(self.range_of(outer, &difference).1?);
        }

        // What an iteration of the outer loop adds.
        let change = self.change(counting, outer.body.header, &counted, -1, 0)?;
        let each = (-change.least).max(0);

        let joins: Vec<Id> = begin.terms.iter().map(|(id, _)| *id).collect();
        let mut used = room.from.clone();
        used.extend(&joins);
        let mut numbers = Vec::new();
        for from in sources(outer, &joins)? {
            if values.is_backward(from, outer.body.header) {
                continue;
            }
            let begins = substitute(outer, &begin, &joins, from)?;
            for rest in &rest {
                let mut distance = begins.clone().plus(rest, 1)?;
                distance.constant += added + 1;
                let mut number = self.sum(outer, &distance, Side::Upper, 0)?.value;
                if let Some((at, object)) = room.length {
                    number = number.checked_add(&self.length_of(outer, at, object)?)?;
                }
                numbers.push(number);
            }
        }
        let mut number = match numbers.as_slice() {
            [only] => only.clone(),
            _ => Polynomial::extreme(true, numbers)?,
        };
        if each > 0 {
            // The last iteration of the outer loop is not an earlier one.
            let earlier = outer.body.passes.as_ref()?.as_signed()?;
            let earlier = earlier.checked_add(&Polynomial::constant(-1))?;
            let each = i64::try_from(each).ok()?;
            number = number.checked_add(&earlier.checked_scale(each.into())?)?;
        }
        let total = Polynomial::positive_ceiling(&number, i64::try_from(taken).ok()?)?;
        if self.is_of_inner_iteration(outer, &total) {
            return None;
        }
        let fixed: Vec<Id> = (rest.iter().flat_map(|rest| &rest.terms))
            .map(|(id, _)| *id)
            .collect();
        self.expect_fixed(outer, &fixed);
        let somewhere = Body::at(header);
        let somewhere = self.scope(values, &somewhere, inner.view);
        if !self.are_whole_now(somewhere, &used) {
            self.assume(AssumptionKind::NoOverflow);
        }
        Some(total)
    }

    /// True for a value that is the same whenever a loop reads it.
    fn is_same_in(&self, scope: Scope<'_>, id: Id) -> bool {
        let size_of = match scope.values.node(id) {
            Node::Called { at } if !self.is_static_call(at) => called(self.input, at)
                .filter(Called::is_size_of_jdk)
                .and_then(|_| scope.values.passed(at).first().copied()),
            _ => None,
        };
        match size_of {
            Some(object) => self.is_fixed(scope, object, 0) && self.keeps_size_in(scope, object),
            None => self.is_fixed(scope, id, 0),
        }
    }

    /// True for a text or a collection whose size no call in a loop changes.
    fn keeps_size_in(&self, scope: Scope<'_>, object: Id) -> bool {
        self.keeps_size_in_calls(scope, object, self.calls_in(scope.body))
    }

    /// True for a count that depends on the iteration of this loop, or of a loop inside it.
    fn is_of_inner_iteration(&self, scope: Scope<'_>, total: &Polynomial) -> bool {
        let mut around = self.around.iter();
        let outside = around
            .position(|body| body.header == scope.body.header)
            .unwrap_or(0);
        let outside: Vec<_> = (self.around[..outside].iter())
            .filter_map(|body| body.index.as_ref())
            .collect();
        let mut symbols = total.symbols().into_iter();
        symbols.any(|symbol| symbol.name.starts_with(ITERATION) && !outside.contains(&&symbol))
    }
}
