//! What holds on a path because of its tests and accesses.

use super::super::called_methods::Called;
use super::super::forms::{Atom, ConditionalForm, Form, is_shown};
use super::super::reference::called;
use super::{PathState, Walk};
use crate::values::{Condition, Id, Node};
use bytecode::{BinaryOp, Comparison};

impl Walk<'_, '_> {
    /// The element that an instruction uses exists, or an exception ends the path.
    pub(super) fn use_element(&mut self, at: u32, path: &mut PathState) {
        let Some((array, index)) = self.bounds.used(self.scope, at) else {
            return;
        };
        let mut needs = Vec::new();
        let index = self.form(index, path, &mut needs, 0);
        path.add(ConditionalForm {
            form: index.clone(),
            needs: needs.clone(),
        });
        let length = match called(self.bounds.input, at) {
            Some(called) => {
                if called.class != "java/lang/String" && self.is_resized(array) {
                    return;
                }
                let size = self.size(array, &called);
                if let ([(atom, 1)], true) = (&size.terms[..], called.class == "java/lang/String") {
                    self.ways.sized.entry(*atom).or_insert((at, array));
                }
                size
            }
            None => self.length(array, path, &mut needs, 0),
        };
        if let Some(mut form) = length.plus(&index, -1) {
            form.constant -= 1;
            path.add(ConditionalForm { form, needs });
        }
    }

    /// Adds that a comparison holds.
    pub(super) fn hold(&mut self, condition: Condition, path: &mut PathState) {
        let values = self.scope.values;
        let mut needs = Vec::new();
        let is_zero = values.node(condition.right) == Node::Number(0);
        if let (Node::Called { at }, true) = (values.node(condition.left), is_zero)
            && let Some(called) = called(self.bounds.input, at)
            && let Some((asked, least)) = self.size_shown(at, &called, condition.comparison)
        {
            let object = self.object(asked, path);
            let is_text = called.class == "java/lang/String";
            if is_text || self.is_on_paths(at) && !self.is_resized(object) {
                let replaced = self.extent(object, false, path, &mut needs);
                let replaced = replaced.filter(|_| is_text);
                let mut form = replaced.unwrap_or_else(|| self.size(object, &called));
                let has_size = called.class.starts_with("java/util/") || is_text;
                if let ([(atom, 1)], true) = (&form.terms[..], has_size && object == asked) {
                    self.ways.sized.entry(*atom).or_insert((at, asked));
                }
                form.constant -= least;
                path.add(ConditionalForm { form, needs });
            }
            return;
        }
        if condition.comparison == Comparison::Eq && is_zero {
            self.hold_of_union(condition, path);
        }
        let left = self.form(condition.left, path, &mut needs, 0);
        let right = self.form(condition.right, path, &mut needs, 0);
        self.hold_of_quotient(&left, condition.comparison, &right, &needs, path);
        let Some(difference) = left.plus(&right, -1) else {
            return;
        };
        let mut at_least = |factor: i128, less: i128| {
            if let Some(mut form) = difference.times(factor) {
                form.constant -= less;
                let needs = needs.clone();
                path.add(ConditionalForm { form, needs });
            }
        };
        match condition.comparison {
            Comparison::Lt => at_least(-1, 1),
            Comparison::Le => at_least(-1, 0),
            Comparison::Gt => at_least(1, 1),
            Comparison::Ge => at_least(1, 0),
            Comparison::Eq => {
                at_least(1, 0);
                at_least(-1, 0);
            }
            Comparison::Ne => path.unequal.push(ConditionalForm {
                form: difference,
                needs,
            }),
        }
    }

    /// `((a | b) & mask) == 0` says that `(a & mask) == 0` and `(b & mask) == 0`.
    fn hold_of_union(&mut self, condition: Condition, path: &mut PathState) {
        let values = self.scope.values;
        let Node::Binary(BinaryOp::And, data_type, one, two) = values.node(condition.left) else {
            return;
        };
        for (union, mask) in [(one, two), (two, one)] {
            let Node::Binary(BinaryOp::Or, _, one, two) = values.node(union) else {
                continue;
            };
            for part in [one, two] {
                let mut needs = Vec::new();
                let sides = (part, mask);
                let and = BinaryOp::And;
                let bits = self.computed(and, data_type, sides, path, &mut needs, 0);
                for sign in [1, -1] {
                    if let Some(form) = bits.as_ref().and_then(|bits| bits.times(sign)) {
                        let needs = needs.clone();
                        path.add(ConditionalForm { form, needs });
                    }
                }
            }
        }
    }

    /// The object whose size the answer of a call shows, compared with 0, and the least size: `!text.isEmpty()`,
    /// `!text.equals("")`, `text.startsWith("0")`.
    fn size_shown(
        &self,
        at: u32,
        called: &Called<'_>,
        comparison: Comparison,
    ) -> Option<(Id, i128)> {
        let length = |id: Id| {
            let lengths = self.bounds.lengths_of_literals(self.scope.values, id)?;
            Some(i128::from(lengths.least)).filter(|_| lengths.least == lengths.most)
        };
        let is_text = called.class == "java/lang/String";
        match (comparison, &*called.name, self.scope.values.passed(at)) {
            (Comparison::Eq, "isEmpty", [object]) if called.is_of_jdk() => Some((*object, 1)),
            // A null argument is no empty text either: it ends a recursion, but only after one iteration of a loop.
            (Comparison::Eq, "equals", [one, two])
                if is_text && self.header.is_none() && length(*one) == Some(0) =>
            {
                Some((*two, 1))
            }
            (Comparison::Eq, "equals", [one, two]) if is_text && length(*two) == Some(0) => {
                Some((*one, 1))
            }
            (Comparison::Ne, "startsWith" | "endsWith" | "contains", [text, part]) if is_text => {
                length(*part).map(|length| (*text, length))
            }
            _ => None,
        }
    }

    /// `x ≤ n / i` says that `x·i ≤ n` where both are positive: there, i times the quotient is at most n.
    fn hold_of_quotient(
        &mut self,
        left: &Form,
        comparison: Comparison,
        right: &Form,
        needs: &[u32],
        path: &mut PathState,
    ) {
        let (small, large) = match comparison {
            Comparison::Le | Comparison::Lt => (left, right),
            Comparison::Ge | Comparison::Gt => (right, left),
            Comparison::Eq | Comparison::Ne => return,
        };
        let [(quotient, 1)] = large.terms[..] else {
            return;
        };
        let Some(Atom::Ratio { of, by }) = self.ways.forms.atom(quotient).cloned() else {
            return;
        };
        let mut above = by.clone();
        above.constant -= 1;
        let mut one_less = small.clone();
        one_less.constant -= 1;
        let is_strict = matches!(comparison, Comparison::Lt | Comparison::Gt);
        let forms = &self.ways.forms;
        // A quotient of 0 may be that of a negative number.
        let are_positive = |held: &[ConditionalForm]| {
            forms.follows(&above, held)
                && forms.follows(small, held)
                && (is_strict || forms.follows(&one_less, held) || forms.follows(&of, held))
        };
        if large.constant > 0 || !are_positive(&path.held) {
            return;
        }
        let mut needs = needs.to_vec();
        let shown = forms.shown(&path.held);
        let (known, other): (Vec<_>, Vec<_>) =
            (path.held.iter().cloned()).partition(|held| is_shown(&shown, &held.needs));
        if !are_positive(&known) {
            needs.extend(other.into_iter().flat_map(|held| held.needs));
        }
        let form = if small.is_constant() {
            by.times(small.constant)
        } else {
            let atom = Atom::Product(small.clone(), by);
            Some(Form::leaf(self.ways.forms.number(
                atom,
                (None, None),
                &needs,
            )))
        };
        if let Some(form) = form.and_then(|product| of.plus(&product, -1)) {
            path.add(ConditionalForm { form, needs });
        }
    }
}
