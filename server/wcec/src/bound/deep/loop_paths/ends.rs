//! What holds in a call of a recursive method that returns, because of how the recursion ends.

use super::super::forms::{Atom, ConditionalForm, Form};
use super::super::ranking::is_known_first;
use super::super::repeated_paths::after;
use super::{LoopPath, LoopPaths, PathState, Walk};
use crate::bound::Bounds;
use crate::bound::deep::Scope;
use crate::values::Node;
use bytecode::Op;

/// If a method has more ends than this, they show nothing.
const MAX_ENDS: usize = 48;
/// At most this many numbers are examined.
const MAX_NUMBERS: usize = 64;

impl Walk<'_, '_> {
    /// The end of a path that returns, if it makes no recursive call.
    pub(super) fn end_without_call(&mut self, path: &PathState) {
        if path.calls.is_empty() && !path.is_impossible(&self.ways.forms) {
            self.ways.without_call.push(path.held.clone());
        }
    }
}

impl Bounds<'_> {
    /// True for an instruction that returns.
    pub(super) fn returns_at(&self, at: u32) -> bool {
        let instruction = self.input.code.instructions.get(at as usize);
        instruction.is_some_and(|instruction| matches!(instruction.op, Op::Return(_)))
    }

    /// Adds to the paths to recursive calls what holds if these calls return. True if it adds something.
    ///
    /// A call that returns makes no recursive call, or its recursive calls return. Let a number be at least 0 on all paths
    /// without a recursive call, and on each path to a call if it is at least 0 when that call begins. Then it is at least 0
    /// in all calls that return. So `n` is at least 0 in each returning call of a method that ends at `n == 0` and otherwise
    /// calls itself with `n - 1`: a negative `n` never gets to 0 unless it wraps around.
    pub(in crate::bound::deep) fn hold_what_ends_show(
        &self,
        scope: Scope<'_>,
        ways: &mut LoopPaths,
    ) -> bool {
        let is_caught = |at: u32| {
            let block = self.flow.block_of(at);
            let edges = block.map(|block| self.flow.successors(block).iter());
            edges.is_none_or(|mut edges| edges.any(|edge| edge.is_exceptional()))
        };
        let mut calls = self.input.calls.iter().filter(|call| call.is_recursive());
        if calls.any(|call| is_caught(call.passed.instruction))
            || ways.without_call.len() > MAX_ENDS
        {
            return false;
        }
        let of_callers = numbers_of_callers(scope, ways);
        let mut numbers: Vec<Form> = Vec::new();
        for held in ways.without_call.iter().flatten().take(MAX_NUMBERS) {
            let mut atoms = held.form.terms.iter();
            let is_of_state = atoms.all(|(atom, _)| is_known_first(self, scope, ways, *atom));
            let mut ends = ways.without_call.iter();
            if is_of_state
                && !held.form.is_constant()
                && !numbers.contains(&held.form)
                && ends.all(|end| ways.forms.follows(&held.form, end))
                && (ways.all.iter()).all(|way| is_shown_by_calls(ways, way, &held.form))
            {
                numbers.push(held.form.clone());
            }
        }
        if numbers.is_empty() && of_callers.is_empty() {
            return false;
        }
        // Whether a number wraps around on the way to the end is unknown, so nothing else may show this.
        let never = ways.forms.never();
        for at in 0..ways.all.len() {
            let mut shown: Vec<Form> = numbers.iter().chain(&of_callers).cloned().collect();
            for number in &numbers {
                shown.extend(
                    ways.all[at]
                        .calls()
                        .filter_map(|next| after(&ways.forms, number, next)),
                );
            }
            let held = shown.into_iter().map(|form| ConditionalForm {
                form,
                needs: vec![never],
            });
            ways.all[at].held.extend(held);
        }
        true
    }
}

/// Parameters that are at least 0 in every call that returns and calls itself. If one of them is negative, each path makes a
/// call in which it is negative again, and in which a test holds that no end of the recursion passes. So
/// `sort(a, low, high)` that calls itself as long as `low < high`, with `(low + high) / 2` as the new end, never returns if
/// `low` is negative: the division rounds upward.
fn numbers_of_callers(scope: Scope<'_>, ways: &LoopPaths) -> Vec<Form> {
    let opposite = |form: &Form| {
        let mut below = form.times(-1)?;
        below.constant -= 1;
        Some(below)
    };
    let follows = |form: Option<Form>, held: &[ConditionalForm]| {
        form.is_some_and(|form| ways.forms.follows(&form, held))
    };
    let all = ways.settled(true);
    let first = all.first().map_or(&[][..], |way| &way.held[..]);
    let mut tests = first.iter().map(|held| &held.form).filter(|test| {
        test.terms.iter().all(|(atom, _)| ways.state.contains(atom))
            && (ways.without_call.iter()).all(|end| follows(opposite(test), end))
            && all.iter().all(|way| ways.forms.follows(test, &way.held))
    });
    let Some(test) = tests.next() else {
        return Vec::new();
    };
    let is_parameter = |atom: &u32| {
        matches!(ways.forms.atom(*atom), Some(Atom::Value(id))
            if matches!(scope.values.node(*id), Node::Entry(_)))
    };
    let parameters = ways.state.iter().copied().filter(is_parameter);
    let numbers = parameters.map(Form::leaf).filter(|number| {
        all.iter().all(|way| {
            let Some(form) = opposite(number) else {
                return false;
            };
            let mut held = way.held.clone();
            let needs = Vec::new();
            held.push(ConditionalForm { form, needs });
            ways.forms.add_consequences(&mut held, |_| true);
            way.calls().any(|next| {
                let then = after(&ways.forms, number, next).and_then(|then| opposite(&then));
                follows(then, &held) && follows(after(&ways.forms, test, next), &held)
            })
        })
    });
    numbers.collect()
}

/// True if a number is at least 0 on a path, given that it is at least 0 when one of its calls begins.
fn is_shown_by_calls(ways: &LoopPaths, way: &LoopPath, number: &Form) -> bool {
    way.calls().any(|next| {
        let Some(form) = after(&ways.forms, number, next) else {
            return false;
        };
        let mut held = way.held.clone();
        let needs = Vec::new();
        held.push(ConditionalForm { form, needs });
        ways.forms.add_consequences(&mut held, |_| true);
        ways.forms.follows(number, &held)
    })
}
