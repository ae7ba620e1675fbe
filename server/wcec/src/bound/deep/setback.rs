//! Whether a loop moves back what it goes along: an iterator that returns to its previous element, a matcher that begins anew.

use super::super::Bounds;
use super::Scope;
use super::called_methods::{Called, called, changes, takes_from_iterator};
use crate::values::Id;
use bytecode::{InvokeKind, Op};

impl Bounds<'_> {
    /// Whether something in a loop may move an object back that `next` moves on, so that it has more left than before.
    pub(super) fn is_set_back(&self, scope: Scope<'_>, object: Id, next: &str) -> bool {
        scope.body.blocks.iter().any(|block| {
            self.flow.instructions(*block as usize).any(|at| {
                let Op::Invoke { kind, .. } = self.input.code.instructions[at].op else {
                    return false;
                };
                let passed = scope.values.passed(at as u32);
                let has_receiver = !matches!(kind, InvokeKind::Static | InvokeKind::Dynamic);
                passed.contains(&object)
                    && called(self.input, at as u32).is_none_or(|called| {
                        if has_receiver && passed.first() == Some(&object) {
                            called.moves_back(next)
                        } else {
                            // Whoever gets an `Iterator` can only go on.
                            called.descriptor.contains("Ljava/util/ListIterator;")
                                || called.descriptor.contains("Ljava/util/regex/Matcher;")
                        }
                    })
            })
        })
    }
}

impl Called<'_> {
    /// Whether it may move the object that it is called on against the direction of `next`.
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
            || matches!(
                &*self.name,
                "forEachRemaining" | "nextIndex" | "previousIndex" | "remove" | "set" | "skip"
            )
            // An element that is added lies behind a list iterator.
            || next == "next" && self.name == "add";
        changes(&self.name) && !goes_on
    }
}
