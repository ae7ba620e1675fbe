//! Whether a size or a length says how often a loop repeats each time that it begins. A symbol may also stand for the
//! largest of several sizes, which bounds a loop but says nothing about its average.

use super::super::Bounds;
use super::super::linear::Linear;
use super::super::value::Side;
use super::called_methods::{KEEPS_REST, takes, takes_from_iterator};
use super::reference::{called, changes, field_read};
use super::{Amount, MAX_DEPTH, Scope};
use crate::values::{Id, NO_OBJECT, Node, Values};
use cost::SIZES;

impl Bounds<'_> {
    /// True for a sum that is the same each time the loop begins, and whose symbols each stand for a single value.
    pub(super) fn is_same_each_time(&mut self, scope: Scope<'_>, sum: &Linear<Id>) -> bool {
        sum.terms.iter().all(|(id, coefficient)| {
            let side = Side::Upper.of(*coefficient);
            let Some(amount) = self.amount_of(scope, *id, side, 0) else {
                return false;
            };
            self.is_kept(scope, *id, 0)
                && (amount.exact || self.is_size_of_one(scope, *id, &amount))
        })
    }

    /// False for a number that depends on the size of an object if a later read may see another object or another size.
    fn is_kept(&self, scope: Scope<'_>, id: Id, depth: u32) -> bool {
        let values = scope.values;
        if depth > MAX_DEPTH {
            return false;
        }
        match values.node(id) {
            Node::Length(array) => self.is_one_object(scope, array),
            Node::Called { at } => {
                let object = values.passed(at).first();
                self.is_static_call(at)
                    || object.is_none_or(|object| {
                        self.is_one_object(scope, *object) && !self.is_resized(scope, *object, at)
                    })
            }
            Node::Negated(of) | Node::Narrow(_, of) | Node::Truncated(of) => {
                self.is_kept(scope, of, depth + 1)
            }
            Node::Binary(_, _, one, two) | Node::Extreme(_, one, two) => {
                self.is_kept(scope, one, depth + 1) && self.is_kept(scope, two, depth + 1)
            }
            _ => true,
        }
    }

    /// True for the size of a single object in a local of its own: the symbol for the largest size in the local stands for
    /// it.
    fn is_size_of_one(&mut self, scope: Scope<'_>, id: Id, amount: &Amount) -> bool {
        let object = match scope.values.node(id) {
            Node::Length(array) => Some(array),
            Node::Called { at } => {
                let is_size = called(self.input, at)
                    .is_some_and(|called| called.is_number() && SIZES.contains(&&*called.name));
                let object = scope.values.passed(at).first().copied();
                object.filter(|_| is_size)
            }
            _ => None,
        };
        let path = object.and_then(|object| self.path(scope.values, object, 0));
        let Some(path) = path.filter(|path| path.place.is_none() && path.origin.is_some()) else {
            return false;
        };
        let [(factor, coefficient)] = amount.value.terms() else {
            return false;
        };
        let symbols = factor.symbols();
        *coefficient == 1.into()
            && matches!(&symbols[..], [symbol] if symbol.place.is_none() && symbol.name.starts_with(&path.text))
    }

    /// True for an object that neither the loop nor an enclosing loop obtains again.
    pub(super) fn is_one_object(&self, scope: Scope<'_>, object: Id) -> bool {
        let values = scope.values;
        let is_outside = |block: u32| {
            let mut around = self.around.iter();
            !scope.body.contains(block) && !around.any(|body| body.contains(block))
        };
        let is_before = |at: u32| {
            let block = self.flow.block_of(at);
            block.is_some_and(|block| is_outside(block as u32))
        };
        match values.node(object) {
            Node::Entry(_) => true,
            Node::Join { block, .. } => is_outside(block),
            Node::Field { at, object, memory } => {
                is_before(at)
                    || values.node(memory) == Node::Untouched
                        && (object == NO_OBJECT || self.is_one_object(scope, object))
            }
            Node::Called { at }
            | Node::Made { at, .. }
            | Node::Allocated { at, .. }
            | Node::Element { at, .. } => is_before(at),
            _ => false,
        }
    }

    /// True if a loop that reads the size of an object at an instruction may change the size.
    pub(super) fn is_resized(&self, scope: Scope<'_>, object: Id, at: u32) -> bool {
        let Some(block) = self.flow.block_of(at) else {
            return true;
        };
        let bodies = std::iter::once(scope.body).chain(self.around.iter().map(AsRef::as_ref));
        let mut asking = bodies.filter(|body| body.contains(block as u32));
        asking.any(|body| {
            self.calls_in(body)
                .any(|at| self.resizes(scope.values, object, at))
        })
    }

    /// True for a call that, by the name of its method, changes the size of an object.
    pub(super) fn resizes(&self, values: &Values<'_>, object: Id, at: u32) -> bool {
        let receiver = values.passed(at).first();
        !self.is_static_call(at)
            && receiver.is_some_and(|receiver| self.is_same_object(values, *receiver, object))
            && called(self.input, at).is_none_or(|called| !called.keeps_size())
    }

    /// True if two values are one object, or what one field holds at two times.
    pub(super) fn is_same_object(&self, values: &Values<'_>, one: Id, two: Id) -> bool {
        let field = |id: Id| match values.node(id) {
            Node::Field { at, .. } => {
                let member = self.input.class.member(field_read(self.input, at)?)?;
                Some(member.name().into_owned())
            }
            _ => None,
        };
        one == two || field(one).is_some_and(|name| field(two) == Some(name))
    }

    /// True for a call that takes the next element of an iterator.
    pub(super) fn takes_of(&self, values: &Values<'_>, at: u32, iterator: Id, next: &str) -> bool {
        values.passed(at).first() == Some(&iterator)
            && !self.is_static_call(at)
            && called(self.input, at).is_some_and(|called| takes_from_iterator(&called.name, next))
    }

    /// How many elements are taken from an iterator before a loop over it begins, each time. `None` if unknown, or if the
    /// loop does not take exactly one in every iteration.
    pub(super) fn taken_before(&self, scope: Scope<'_>, iterator: Id, next: &str) -> Option<i64> {
        let values = scope.values;
        let made = match values.node(iterator) {
            Node::Called { at } | Node::Made { at, .. } => Some(self.flow.block_of(at)? as u32),
            _ => None,
        };
        let mut around = self.around.iter();
        if !around.all(|body| made.is_some_and(|made| body.contains(made)))
            || !self.begins_at_end(values, iterator, next)
        {
            return None;
        }
        let (mut inside, mut before) = (0, 0);
        let calls = self.calls();
        for at in calls.filter(|at| values.passed(*at).contains(&iterator)) {
            let passed = values.passed(at);
            let block = self.flow.block_of(at)? as u32;
            let is_inside = scope.body.contains(block);
            if !is_inside && !self.is_before(scope.body, at) {
                continue;
            }
            let called = called(self.input, at)?;
            if self.is_static_call(at) || passed[1..].contains(&iterator) {
                return None;
            }
            if KEEPS_REST.contains(&&*called.name) {
                continue;
            }
            // A scanner's loop asks for a word but takes a line.
            let is_other = called.class == "java/util/Scanner" && called.name != next;
            if is_other || !self.takes_of(values, at, iterator, next) {
                return None;
            }
            if is_inside {
                inside += 1;
                continue;
            }
            let is_once = Some(block) == made || !self.comes_again(block, made);
            if !is_once || !dominates(values, block, scope.body.header) {
                return None;
            }
            before += 1;
        }
        (inside == 1).then_some(before)
    }

    /// True if control may return to a block without passing another block.
    fn comes_again(&self, block: u32, without: Option<u32>) -> bool {
        let mut seen = vec![false; self.flow.len()];
        let mut pending = vec![block];
        while let Some(from) = pending.pop() {
            for edge in self.flow.successors(from as usize) {
                let to = edge.block();
                if to as u32 == block {
                    return true;
                }
                if Some(to as u32) != without && !std::mem::replace(&mut seen[to], true) {
                    pending.push(to as u32);
                }
            }
        }
        false
    }

    /// True if an iterator in this direction begins at the matching end.
    fn begins_at_end(&self, values: &Values<'_>, iterator: Id, next: &str) -> bool {
        let is_forward = next != "previous";
        let Node::Called { at: made } = values.node(iterator) else {
            return is_forward;
        };
        match values.passed(made) {
            [_] => is_forward && !self.is_static_call(made),
            [collection, begin] => {
                let is_size = matches!(values.node(*begin), Node::Called { at }
                    if values.passed(at) == [*collection]
                        && called(self.input, at).is_some_and(|called| called.name == "size"));
                is_size && !is_forward
            }
            _ => false,
        }
    }

    /// True if every iteration of a loop takes one element from an object that it empties, and nothing adds to the object.
    pub(super) fn is_emptied_one_by_one(&self, scope: Scope<'_>, object: Id) -> bool {
        let values = scope.values;
        // If an enclosing loop finds the object already empty, nothing is left.
        if !self.around.is_empty() {
            return false;
        }
        // Whoever holds a reference to the object may add to it.
        let owner = match values.node(object) {
            Node::Field { object, .. } => Some(object),
            _ => None,
        };
        let mut taking = 0;
        for at in self.calls_in(scope.body) {
            let passed = values.passed(at);
            let Some(called) = called(self.input, at) else {
                return false;
            };
            let is_receiver = !self.is_static_call(at)
                && passed
                    .first()
                    .is_some_and(|receiver| self.is_same_object(values, *receiver, object));
            let others = passed.get(usize::from(is_receiver)..).unwrap_or_default();
            let reaches = |id: &Id| *id == object || Some(*id) == owner;
            let is_own = owner == Some(NO_OBJECT) && called.class == self.input.class.name;
            if is_own || others.iter().any(reaches) {
                return false;
            }
            if is_receiver && changes(&called.name) {
                if !takes(&called.name) {
                    return false;
                }
                taking += 1;
                // A call that waits for an element also gets elements that are added later.
                let waits = called.name.starts_with("take")
                    || called.name.starts_with("poll") && passed.len() > 1;
                if waits {
                    return false;
                }
            }
        }
        taking == 1
    }
}

/// True if every path to a block leads through another block.
fn dominates(values: &Values<'_>, block: u32, to: u32) -> bool {
    let mut at = to;
    while at != block {
        let before = values.dominator(at);
        if before == at {
            return false;
        }
        at = before;
    }
    true
}
