//! What calls add to who makes them.

use super::Callback;
use super::Typical;
use super::equation::{Builder, Callee, Edge, Object};
use super::handed::handed_methods;
use super::substituted_term::{SubstitutedTerm, nominal, times_each_other};
use super::sum::Sum;
use super::term::Caller;
use crate::calls::resolve::Target;
use crate::expression::Root;
use frequency::Certainty;
use std::sync::Arc;

/// Where the values of callees are looked up.
pub(super) trait Values {
    /// The value of a callee.
    fn of(&self, callee: &Callee) -> Value;
}

impl Values for [Option<Arc<Typical>>] {
    fn of(&self, callee: &Callee) -> Value {
        match callee {
            Callee::Known(typical) => Value::Known(Arc::clone(typical)),
            Callee::Node(number) => match self.get(*number as usize) {
                Some(Some(value)) => Value::Known(Arc::clone(value)),
                _ => Value::NotYet,
            },
            Callee::Unpriced(method) => Value::Unpriced(Arc::clone(method)),
            Callee::Dispatched(_) => Value::NotYet,
        }
    }
}

/// Adds up what calls execute, at known values of the callees.
pub(super) struct Evaluator<'e, B, V: ?Sized> {
    pub(super) builder: &'e Builder<'e, B>,
    pub(super) values: &'e V,
    /// True where the calls are those that one call may choose among.
    pub(super) is_choice: bool,
}

impl<B: AsRef<[u8]> + Sync + Send, V: Values + ?Sized> Evaluator<'_, B, V> {
    /// Adds calls.
    pub(super) fn add_edge(&self, sum: &mut Sum, edge: &Edge, count: f64) {
        let callee = match self.values.of(&edge.callee) {
            Value::Known(callee) => callee,
            Value::Unpriced(method) => {
                sum.add_unpriced(&method, count);
                return;
            }
            Value::NotYet => return,
        };
        let means = self.builder.pricer.means();
        if let Some((root, key)) = &edge.receiver {
            let method = (&key.name, &key.descriptor);
            sum.add_callback(root, method, count, &self.closed(callee, edge), means);
            return;
        }
        self.add_known(sum, &callee, edge, count, |sum, root, callback, times| {
            let method = (&callback.name, &callback.descriptor);
            sum.add_callback(root, method, times, &callback.otherwise, means);
        });
    }

    /// A callee that knows the objects which a call hands to it, and nothing of those that its caller got itself.
    fn closed(&self, callee: Arc<Typical>, edge: &Edge) -> Arc<Typical> {
        if callee.callbacks.is_empty() {
            return callee;
        }
        let means = self.builder.pricer.means();
        let mut sum = Sum::new();
        self.add_known(&mut sum, &callee, edge, 1.0, |sum, _, callback, times| {
            sum.add_otherwise(callback, times, edge.certainty, means);
        });
        Arc::new(Typical {
            instructions: callee.instructions,
            ..sum.into_typical(means)
        })
    }

    /// Adds calls of a method with what it calls on the objects that it gets.
    fn add_known(
        &self,
        sum: &mut Sum,
        callee: &Typical,
        edge: &Edge,
        count: f64,
        pass_on: impl Fn(&mut Sum, &Root, &Callback, f64),
    ) {
        let means = self.builder.pricer.means();
        sum.add(callee, count, edge.certainty, means);
        for callback in &callee.callbacks {
            let times = count * callback.count;
            let object = edge.objects.iter().find(|(root, _)| *root == callback.root);
            match object.map(|(_, object)| object) {
                Some(Object::PassedOn(root)) => pass_on(sum, root, callback, times),
                Some(object) => match self.value_of_method(object, callback) {
                    Value::Known(known) => sum.add_closed(&known, times, edge.certainty, means),
                    Value::Unpriced(method) => sum.add_unpriced(&method, times),
                    Value::NotYet => sum.add_otherwise(callback, times, edge.certainty, means),
                },
                None => sum.add_otherwise(callback, times, edge.certainty, means),
            }
        }
    }

    /// Adds calls, `edge.count` times `scale`, and how they follow values that the caller's callers know.
    ///
    /// With a count of `c₀ + Σ cₖ·Qₖ` and a callee of `t₀ + Σ tⱼ·Rⱼ`, where `Qₖ` and `Rⱼ` are products of such values, the
    /// calls execute the product of both sums.
    pub(super) fn add_call(&self, sum: &mut Sum, edge: &Edge, scale: f64, caller: &Caller<'_>) {
        let means = self.builder.pricer.means();
        let count = edge.count * scale;
        self.add_edge(sum, edge, count);
        let mut terms = Vec::new();
        if edge.receiver.is_none()
            && let Value::Known(callee) = self.values.of(&edge.callee)
        {
            let callee = callee.terms.iter();
            terms.extend(callee.map(|term| SubstitutedTerm::of(term, edge, caller, sum)));
        }
        for term in &terms {
            sum.add_executed(&term.tally, count * (term.value() - term.nominal));
            if !term.is_known && edge.certainty != Certainty::Loops {
                sum.behind_loops(count * term.value() * term.tally.mean(means));
            }
        }
        if !edge.powers.is_empty() {
            let mut once = Sum::new();
            self.add_edge(&mut once, edge, 1.0);
            let mut once = once.into_typical(means).tally();
            for term in &terms {
                let rest = if term.product.is_empty() {
                    term.value()
                } else {
                    term.constant
                };
                once.add_scaled(&term.tally, rest - term.nominal);
            }
            for (product, times) in &edge.powers {
                sum.add_term(product.clone(), &once, times * scale);
            }
        }
        let of_powers = edge.powers.iter();
        let of_powers: f64 = of_powers
            .map(|(product, times)| nominal(product) * times)
            .sum();
        for term in terms.iter().filter(|term| !term.product.is_empty()) {
            let times = term.times * scale;
            let constant = times * (edge.count - of_powers);
            sum.add_term(term.product.clone(), &term.tally, constant);
            for (product, each) in &edge.powers {
                if let Some(both) = times_each_other(product, &term.product) {
                    sum.add_term(both, &term.tally, times * each);
                } else {
                    let joules = times * each * nominal(product) * nominal(&term.product);
                    sum.behind_loops(joules * term.tally.mean(means));
                }
            }
        }
    }

    /// The method of an object that a callee calls.
    fn value_of_method(&self, object: &Object, callback: &Callback) -> Value {
        match object {
            Object::Lambda(method, body) if *method == callback.name => self.values.of(body),
            Object::Class(class) => {
                let (name, descriptor) = (&callback.name, &callback.descriptor);
                let unit = self.builder.unit;
                let target = unit.implementation_in(class, name, descriptor);
                // What was not waited for counts as unknown, also where it is there by chance.
                if let Target::Own(method) = &target
                    && (self.is_choice
                        || !handed_methods(unit, class).contains(&unit.number(*method)))
                {
                    return Value::NotYet;
                }
                self.values.of(&self.builder.of_target(&target))
            }
            Object::PassedOn(_) | Object::Lambda(..) => Value::NotYet,
        }
    }
}

/// What is known of a callee.
pub(super) enum Value {
    Known(Arc<Typical>),
    Unpriced(Arc<str>),
    NotYet,
}
