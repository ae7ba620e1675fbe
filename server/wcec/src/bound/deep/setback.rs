//! Whether a loop moves its iterator or matcher back: an iterator that returns to its previous element, a matcher that
//! restarts.

use super::super::Bounds;
use super::Scope;
use super::called_methods::{Called, KEEPS_REST, called, changes, takes_from_iterator};
use crate::values::Id;

/// Types that whoever gets them can move back. An `Iterator` can only move forward.
const GOES_BACK: [&str; 2] = ["Ljava/util/ListIterator;", "Ljava/util/regex/Matcher;"];

impl Bounds<'_> {
    /// Whether something in a loop may move back an object that `next` moves forward, so that it has more left than before.
    pub(super) fn is_set_back(&self, scope: Scope<'_>, object: Id, next: &str) -> bool {
        self.calls_in(scope.body).any(|at| {
            let passed = scope.values.passed(at);
            let is_receiver = !self.is_static_call(at) && passed.first() == Some(&object);
            passed.contains(&object)
                && called(self.input, at).is_none_or(|called| {
                    if is_receiver {
                        called.moves_back(next)
                    } else {
                        GOES_BACK
                            .iter()
                            .any(|class| called.descriptor.contains(class))
                    }
                })
        })
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
