//! Loops that use an element of an array, a text or a list in every iteration. An element that does not exist cannot be
//! used, so the length bounds the iterations.

use super::super::LoopView;
use super::super::fits::{LONGEST_ARRAY, Range};
use super::super::limits::limits_of;
use super::super::linear::Linear;
use super::super::value::Side;
use super::super::{Bounds, TripBound, kind_of};
use super::links::is_own;
use super::reference::{Called, called, changes};
use super::{Body, MAX_DEPTH, Scope, linear};
use crate::method::LoopKind;
use crate::values::{Id, Node};
use bytecode::{DataType, InvokeKind, Op};
use cost::{AssumptionKind, Polynomial};
use std::borrow::Cow;

/// At most this many accesses of one loop are examined.
const MAX_ACCESSES: usize = 8;

/// An index at most this far from a local is outside every array if the local has just wrapped around.
const MAX_OFFSET: i128 = 2;

/// An index that moves at most this far from an element is not another element after it has wrapped around.
const FARTHEST_STEP: i128 = 1 << 31;

/// An element that every iteration uses.
struct Access {
    index: Id,
    /// The number of elements.
    length: Polynomial,
}

impl Bounds<'_> {
    /// A bound that no test sets: what every iteration consumes or reaches sets it.
    pub(super) fn implied_trip(&mut self, scope: Scope<'_>) -> Option<TripBound> {
        let notes = self.notes.len();
        let found = self
            .traversal_bound(scope)
            .filter(is_known)
            .or_else(|| self.takes_next(scope).filter(is_known))
            .or_else(|| self.accesses(scope).filter(is_known));
        let Some(returns) = found else {
            self.notes.truncate(notes);
            return None;
        };
        // An iteration that throws or leaves the loop is one more. It covers the cost of the path out.
        let bound = returns.checked_add(&Polynomial::constant(1))?;
        Some(self.deep_facts(scope, bound, 0))
    }

    /// How often the iterations can each use a different element.
    fn accesses(&mut self, scope: Scope<'_>) -> Option<Polynomial> {
        let mut looked_at = 0;
        let mut accesses = Vec::new();
        for (block, _) in scope.view.backbone {
            for at in self.flow.instructions(*block as usize) {
                if looked_at < MAX_ACCESSES
                    && let Some((object, index)) = self.used(scope, at as u32)
                    && is_moving(scope, index)
                {
                    looked_at += 1;
                    if let Some(length) = self.length_of(scope, at as u32, object) {
                        accesses.push(Access { index, length });
                    }
                }
            }
        }
        for access in &accesses {
            let index = linear(scope.values, access.index, 0)?;
            for sign in [1, -1] {
                if let Some(bound) = self.swept(scope, &index, &access.length, sign) {
                    if !self.sweeps_whole(scope, access.index, &index, sign) {
                        self.assume(AssumptionKind::NoOverflow);
                    }
                    return Some(bound);
                }
            }
        }
        accesses
            .into_iter()
            .find(|access| self.is_determined(scope, access.index))
            .map(|access| {
                self.note_nothing_twice();
                access.length
            })
    }

    /// The object and the index of an element that an instruction uses, or else it throws.
    pub(super) fn used(&self, scope: Scope<'_>, at: u32) -> Option<(Id, Id)> {
        if let Some(access) = scope.values.accessed(at) {
            return Some(access);
        }
        let called = called(self.input, at)?;
        let is_access = match &*called.name {
            "charAt" => called.descriptor == "(I)C" && called.class.starts_with("java/"),
            "codePointAt" if called.class == "java/lang/Character" => {
                called.descriptor == "(Ljava/lang/CharSequence;I)I"
            }
            "get" => {
                called.descriptor == "(I)Ljava/lang/Object;"
                    && matches!(
                        &*called.class,
                        "java/util/List" | "java/util/ArrayList" | "java/util/Vector"
                    )
            }
            _ => false,
        };
        match scope.values.passed(at) {
            [object, index] if is_access => Some((*object, *index)),
            _ => None,
        }
    }

    /// The range of a local at the start of an iteration that completes. The iteration uses an element at this index before
    /// any cost depends on it, and an index out of range ends the loop with an exception.
    pub(in super::super) fn indexes(&mut self, view: &LoopView<'_>, slot: u16) -> Option<Range> {
        let values = self.values()?;
        let body = Body::of(view);
        let scope = self.scope(&values, &body, view);
        for (block, place) in view.backbone {
            for at in self.flow.instructions(*block as usize) {
                let at = at as u32;
                let used = self.used(scope, at);
                let Some(index) = used.and_then(|(_, index)| linear(&values, index, 0)) else {
                    continue;
                };
                let [(join, 1)] = index.terms[..] else {
                    continue;
                };
                let is_local = matches!(values.node(join), Node::Join { block, variable }
                    if block == view.header && variable == u32::from(slot));
                if is_local
                    && index.constant.abs() <= MAX_OFFSET
                    && self.comes_first(view, *block, *place, at)
                {
                    let last = if values.accessed(at).is_some() {
                        LONGEST_ARRAY - 1
                    } else {
                        i128::from(i32::MAX) - 1
                    };
                    return Some((-index.constant, last - index.constant));
                }
            }
        }
        None
    }

    /// True if neither a loop nor a call whose cost depends on values comes before an instruction in an iteration.
    fn comes_first(&self, view: &LoopView<'_>, block: u32, place: u32, at: u32) -> bool {
        let calls = |block: u32, before: u32| {
            let range = self.flow.instructions(block as usize);
            let range = range.start as u32..(range.end as u32).min(before);
            let mut calls = self.input.calls.iter();
            calls.any(|call| range.contains(&call.passed.instruction))
        };
        let mut earlier = view.blocks.iter().zip(view.places);
        !calls(block, at)
            && earlier.all(|(other, other_place)| {
                *other_place >= place
                    || !calls(*other, u32::MAX)
                        && !self.is_repeated_inside(view, *other, *other_place)
            })
    }

    pub(super) fn length_of(
        &mut self,
        scope: Scope<'_>,
        at: u32,
        object: Id,
    ) -> Option<Polynomial> {
        if is_own(scope, object) {
            return None;
        }
        let amount = if scope.values.accessed(at).is_some() {
            self.array_length(scope, object, Side::Upper, 0)?
        } else {
            let of = called(self.input, at)?;
            let name = if of.name == "charAt" {
                "length"
            } else {
                "size"
            };
            let called = Called {
                class: of.class,
                name: Cow::Borrowed(name),
                descriptor: Cow::Borrowed("()I"),
            };
            self.size(scope, &called, object, Side::Upper)?
        };
        Some(amount.value)
    }

    /// How often an index can be one of this many elements if every iteration moves it in one direction.
    fn swept(
        &mut self,
        scope: Scope<'_>,
        index: &Linear<Id>,
        length: &Polynomial,
        sign: i128,
    ) -> Option<Polynomial> {
        let (distances, step, _) = self.distances(scope, index, sign)?;
        if step > FARTHEST_STEP {
            return None;
        }
        let step = i64::try_from(step).ok()?;
        let mut most: Vec<Polynomial> = Vec::new();
        for distance in distances {
            // −i₁ and the length, or i₁ plus one.
            let begin = self.sum(scope, &distance, Side::Upper, 0);
            let room = begin.and_then(|begin| {
                let more = if sign > 0 {
                    length.clone()
                } else {
                    Polynomial::constant(1)
                };
                begin.value.checked_add(&more)
            });
            let room = room.filter(is_known).unwrap_or_else(|| length.clone());
            if !most.contains(&room) {
                most.push(room);
            }
        }
        let most = match most.as_slice() {
            [only] => only.clone(),
            _ => Polynomial::extreme(true, most)?,
        };
        Polynomial::positive_ceiling(&most, step)
    }

    /// True if an index that wraps around is outside every array: it begins and moves close enough.
    fn sweeps_whole(&mut self, scope: Scope<'_>, id: Id, index: &Linear<Id>, sign: i128) -> bool {
        let mut throws = false;
        if !self.are_whole_or_outside(scope, &[id], &mut throws) {
            return false;
        }
        let header = scope.body.header;
        let Some((distances, ..)) = self.distances(scope, index, sign) else {
            return false;
        };
        let cases = self.expand(scope, header, vec![index.clone()], sign, 0);
        let Some(cases) = cases.filter(|cases| cases.exact) else {
            return false;
        };
        let varying = cases.all.first().map(|case| Self::varying(scope, case));
        let change = varying.and_then(|varying| self.change(scope, header, &varying, sign, 0));
        let Some(most) = change.and_then(|change| change.most) else {
            return false;
        };
        // From one iteration to the next, other paths may lead to the access.
        let mut farthest = most;
        for one in &cases.all {
            for two in &cases.all {
                let Some(apart) = one.clone().plus(two, -1) else {
                    return false;
                };
                farthest = farthest.max(most + self.range_at(scope, &apart).1);
            }
        }
        let limits = limits_of(DataType::Int);
        farthest <= FARTHEST_STEP
            && distances.iter().all(|distance| {
                // The distance is that of the index from 0, negated if the index rises.
                let (low, high) = self.range_at(scope, distance);
                let (low, high) = if sign > 0 { (-high, -low) } else { (low, high) };
                low >= limits.0 && high <= limits.1 - limits.0
            })
    }

    /// True if the index of an iteration determines the next one, so that the loop never ends if an index occurs twice.
    fn is_determined(&mut self, scope: Scope<'_>, index: Id) -> bool {
        let values = scope.values;
        let Some(index) = linear(values, index, 0) else {
            return false;
        };
        let [(join, 1 | -1)] = index.terms[..] else {
            return false;
        };
        if !is_own(scope, join) {
            return false;
        }
        let backward: Vec<Id> = (values.joined(join).iter())
            .filter(|(from, _)| values.is_backward(*from, scope.body.header))
            .map(|(_, value)| *value)
            .collect();
        !backward.is_empty()
            && backward
                .iter()
                .all(|value| *value != join && self.follows_from(scope, *value, join, 0))
            && scope.body.blocks.iter().all(|block| {
                let last = self.flow.instructions(*block as usize).last();
                match last.map(|last| self.input.code.instructions[last].op) {
                    Some(Op::Branch { .. }) => values.branch(*block).is_some_and(|(test, _)| {
                        self.follows_from(scope, test.left, join, 0)
                            && self.follows_from(scope, test.right, join, 0)
                    }),
                    Some(Op::Switch { .. }) => false,
                    _ => true,
                }
            })
    }

    /// True for a value computed from a join at the loop's header and from what the loop does not change.
    fn follows_from(&mut self, scope: Scope<'_>, id: Id, join: Id, depth: u32) -> bool {
        let values = scope.values;
        if id == join {
            return true;
        }
        self.fuel = self.fuel.saturating_sub(1);
        if depth > MAX_DEPTH || self.fuel == 0 {
            return false;
        }
        let both = |bounds: &mut Self, one: Id, two: Id| {
            bounds.follows_from(scope, one, join, depth + 1)
                && bounds.follows_from(scope, two, join, depth + 1)
        };
        match values.node(id) {
            Node::Number(_) | Node::Entry(_) | Node::Null | Node::Allocated { .. } => true,
            Node::Binary(_, _, one, two)
            | Node::Compared(one, two)
            | Node::Tested(_, one, two)
            | Node::Extreme(_, one, two) => both(self, one, two),
            Node::Negated(of) | Node::Narrow(_, of) | Node::Truncated(of) | Node::Length(of) => {
                self.follows_from(scope, of, join, depth + 1)
            }
            Node::Field { object, memory, .. } => {
                values.node(memory) == Node::Untouched
                    && (object == crate::values::NO_OBJECT
                        || self.follows_from(scope, object, join, depth + 1))
            }
            Node::Element { at, .. } => {
                let stores = scope.body.blocks.iter().any(|block| {
                    self.flow
                        .instructions(*block as usize)
                        .any(|at| matches!(self.input.code.instructions[at].op, Op::ArrayStore(_)))
                });
                !stores
                    && values
                        .accessed(at)
                        .is_some_and(|(array, index)| both(self, array, index))
            }
            Node::Called { at } => {
                let Some(called) = called(self.input, at) else {
                    return false;
                };
                let is_dynamic = matches!(
                    self.input.code.instructions[at as usize].op,
                    Op::Invoke {
                        kind: InvokeKind::Dynamic,
                        ..
                    }
                );
                let is_next_index =
                    called.name.starts_with("next") && called.descriptor.ends_with(")I");
                !is_dynamic
                    && (!changes(&called.name) || is_next_index)
                    && values
                        .passed(at)
                        .to_vec()
                        .into_iter()
                        .all(|passed| self.follows_from(scope, passed, join, depth + 1))
            }
            Node::Join { block, .. }
                if values.position(block) < values.position(scope.body.header) =>
            {
                true
            }
            _ => false,
        }
    }
}

/// True for an index that is neither a number nor a single value from outside the loop.
fn is_moving(scope: Scope<'_>, index: Id) -> bool {
    let index = linear(scope.values, index, 0);
    let is_fixed = |id: &Id| matches!(scope.values.node(*id), Node::Entry(_));
    index.is_some_and(|index| !index.terms.iter().all(|(id, _)| is_fixed(id)))
}

/// True for a bound over values that are known when the method begins.
fn is_known(bound: &Polynomial) -> bool {
    kind_of(bound) != LoopKind::Opaque
}
