//! Whether a loop moves its iterator or matcher back: an iterator that returns to its previous element, a matcher that
//! restarts.

use super::super::Bounds;
use super::Scope;
use super::called_methods::{Called, KEEPS_REST, called, changes, takes_from_iterator};
use crate::values::{Id, Node, Values};

/// Classes whose objects whoever gets them can move back. An `Iterator` can only move forward.
const CLASSES_THAT_GO_BACK: [&str; 2] = ["java/util/ListIterator", "java/util/regex/Matcher"];

impl Bounds<'_> {
    /// Whether something in a loop may move back an object that `next` moves forward, so that it has more left than before.
    pub(super) fn is_set_back(&self, scope: Scope<'_>, object: Id, next: &str) -> bool {
        let values = scope.values;
        // Whoever has a reference to such an object, can move it.
        let is_given_away = self.can_go_back(values, object)
            && (values.is_kept_elsewhere(object)
                || self.calls().any(|at| {
                    let receivers = usize::from(!self.is_static_call(at));
                    let others = values.passed(at).get(receivers..).unwrap_or_default();
                    others.contains(&object)
                }));
        is_given_away
            || self.calls_in(scope.body).any(|at| {
                let passed = values.passed(at);
                let Some(called) = called(self.input, at) else {
                    return passed.contains(&object);
                };
                let receiver = passed.first().filter(|_| !self.is_static_call(at));
                let may_be_it = |receiver: &Id| {
                    *receiver == object
                        || CLASSES_THAT_GO_BACK.contains(&&*called.class)
                            && self.can_go_back(values, object)
                            && !self.are_made_apart(values, *receiver, object)
                };
                let descriptor = || {
                    let mut back = CLASSES_THAT_GO_BACK.iter();
                    back.any(|class| called.descriptor.contains(class))
                };
                receiver.is_some_and(|receiver| may_be_it(receiver) && called.moves_back(next))
                    || passed.contains(&object) && receiver != Some(&object) && descriptor()
            })
    }

    /// True for a list iterator and a matcher, and for what may be one.
    fn can_go_back(&self, values: &Values<'_>, object: Id) -> bool {
        let maker = match values.node(object) {
            Node::Called { at } => called(self.input, at),
            // A tokenizer, or another object that the method creates.
            Node::Made { .. } => return false,
            _ => None,
        };
        match maker {
            Some(maker) => matches!(&*maker.name, "listIterator" | "matcher"),
            None => self.calls().any(|at| {
                values.passed(at).first() == Some(&object)
                    && called(self.input, at)
                        .is_some_and(|called| CLASSES_THAT_GO_BACK.contains(&&*called.class))
            }),
        }
    }

    /// True for the results of two calls that each create an object.
    fn are_made_apart(&self, values: &Values<'_>, one: Id, two: Id) -> bool {
        let is_made = |id: Id| match values.node(id) {
            Node::Called { at } => called(self.input, at)
                .is_some_and(|maker| matches!(&*maker.name, "listIterator" | "matcher")),
            _ => false,
        };
        one != two && is_made(one) && is_made(two)
    }
}

impl Called<'_> {
    /// Whether the call may move its receiver against the direction of `next`.
    fn moves_back(&self, next: &str) -> bool {
        if self.class == "java/util/regex/Matcher" {
            return match &*self.name {
                "find" => &*self.descriptor != "()Z",
                "lookingAt" | "matches" | "region" | "replaceAll" | "replaceFirst" | "reset"
                | "results" | "usePattern" => true,
                _ => false,
            };
        }
        let goes_on = takes_from_iterator(&self.name, next)
            || KEEPS_REST.contains(&&*self.name)
            || matches!(&*self.name, "forEachRemaining" | "skip")
            // A list iterator is past the element that it adds.
            || next == "next" && self.name == "add";
        changes(&self.name) && !goes_on
    }
}
