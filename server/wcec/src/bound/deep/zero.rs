//! Loops such as `while (n % 2 == 0) n /= 2`, which never end if their number is 0.

use super::super::Bounds;
use super::forms::{Atom, ConditionalForm, Form};
use super::loop_paths::LoopPaths;
use super::repeated_paths::then;
use super::{ContinueCondition, Scope};
use crate::values::{Id, Node};
use bytecode::{BinaryOp, Comparison};

impl Bounds<'_> {
    /// Holds on all paths that a number is not 0, because the loop would never end: it ends only at a test that 0 passes, and
    /// every path leaves 0 as it is. The result is the block of that test.
    pub(super) fn hold_that_ends(&self, scope: Scope<'_>, ways: &mut LoopPaths) -> Option<u32> {
        let exit = scope.view.only_exit?;
        let tests = self.staying(scope, exit);
        let [ContinueCondition { condition, .. }] = tests[..] else {
            return None;
        };
        let is_zero = |id: Id| scope.values.node(id) == Node::Number(0);
        if condition.comparison != Comparison::Eq || !is_zero(condition.right) {
            return None;
        }
        let tested = match scope.values.node(condition.left) {
            Node::Binary(BinaryOp::Rem, _, one, _) => [one, one],
            Node::Binary(BinaryOp::And, _, one, two) => [one, two],
            _ => return None,
        };
        let number = tested.into_iter().find(|id| {
            matches!(scope.values.node(*id), Node::Join { block, .. } if block == scope.body.header)
        })?;
        let number = Form::leaf(ways.forms.known(&Atom::Value(number))?);
        let keeps_zero = |form: &Form| {
            let is_zero = |atom: u32| match ways.forms.atom(atom) {
                Some(Atom::Quotient { of, .. } | Atom::Ratio { of, .. }) => *of == number,
                Some(Atom::Masked(one, two, _)) => *one == number || *two == number,
                _ => Form::leaf(atom) == number,
            };
            form.constant == 0 && form.terms.iter().all(|(atom, _)| is_zero(*atom))
        };
        let mut next = ways.all.iter().map(|way| then(&ways.forms, &number, way));
        if !next.all(|next| next.is_some_and(|next| keeps_zero(&next))) {
            return None;
        }
        for way in &mut ways.all {
            way.unequal.push(ConditionalForm {
                form: number.clone(),
                needs: Vec::new(),
            });
        }
        Some(exit)
    }
}
