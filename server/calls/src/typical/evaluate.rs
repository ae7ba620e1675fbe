//! What calls add to their callers.

use super::Callback;
use super::Typical;
use super::equation::{Builder, Callee, Edge, Object};
use super::handed::handed_methods;
use super::passed::{PassedValues, Times};
use super::substituted_term::SubstitutedTerm;
use super::sum::Sum;
use super::term::Caller;
use crate::resolve::Target;
use std::sync::Arc;

/// Values of callees.
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

/// The treatment of a callee's calls on objects that its caller got itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unknown {
    /// Kept separately, because the caller's callers may know the objects.
    KeptApart,
    /// Added with their averages over unknown objects.
    Averaged,
}

/// Adds up what calls execute, given the values of the callees.
pub(super) struct Evaluator<'e, V: ?Sized> {
    pub(super) builder: &'e Builder<'e>,
    pub(super) values: &'e V,
    /// Whether the calls are the alternatives of one call.
    pub(super) is_choice: bool,
}

impl<V: Values + ?Sized> Evaluator<'_, V> {
    /// Adds calls, `edge.count` times `scale`, and the parts that depend on values that the caller's callers know.
    pub(super) fn add_call(&self, sum: &mut Sum, edge: &Edge, scale: f64, caller: &Caller<'_>) {
        let times = Times::of(edge, scale);
        let callee = match self.values.of(&edge.callee) {
            Value::Known(callee) => callee,
            Value::Unpriced(method) => {
                sum.add_unpriced(&method, times.all);
                return;
            }
            Value::NotYet => return,
        };
        let Some((root, key)) = &edge.receiver else {
            self.add_known(sum, &callee, (edge, &times), caller, Unknown::KeptApart);
            return;
        };
        let passed = PassedValues::of(edge);
        let callback = Callback {
            root: root.clone(),
            name: Arc::clone(&key.name),
            descriptor: Arc::clone(&key.descriptor),
            times,
            passed: if caller.parameters.is_empty() {
                passed.numbers()
            } else {
                passed
            },
            otherwise: self.once(sum, &callee, edge, caller),
        };
        sum.add_callback_apart(&callback, edge.sureness, self.builder.pricer.means());
        sum.add_callback(callback, self.builder.pricer.means());
    }

    /// One call of a callee that knows what the call passes, but not the methods of objects that its caller got itself.
    fn once(
        &self,
        sum: &mut Sum,
        callee: &Arc<Typical>,
        edge: &Edge,
        caller: &Caller<'_>,
    ) -> Arc<Typical> {
        if callee.callbacks.is_empty() && callee.terms.is_empty() {
            return Arc::clone(callee);
        }
        let mut once = sum.beside();
        let call = (edge, &Times::fixed(1.0));
        self.add_known(&mut once, callee, call, caller, Unknown::Averaged);
        sum.learn(&once);
        Arc::new(Typical {
            instructions: callee.instructions,
            ..once.into_typical(self.builder.pricer.means())
        })
    }

    /// Adds calls of a method, with its calls on the objects that it gets.
    fn add_known(
        &self,
        sum: &mut Sum,
        callee: &Typical,
        (edge, times): (&Edge, &Times),
        caller: &Caller<'_>,
        unknown: Unknown,
    ) {
        let means = self.builder.pricer.means();
        let terms = SubstitutedTerm::all(callee.own_terms(), edge, caller, &mut sum.nominals);
        sum.add(callee, &terms, times, edge.sureness, means);
        for callback in &callee.callbacks {
            let each = callback.times.substituted(edge, caller, &mut sum.nominals);
            let times = times.of_each(&each);
            let object = edge.objects.iter().find(|(root, _)| *root == callback.root);
            let object = object.map(|(_, object)| object);
            if let (Some(Object::PassedOn(place)), Unknown::KeptApart) = (object, unknown)
                && place.path.is_empty()
            {
                let mut otherwise = sum.beside();
                let terms = SubstitutedTerm::all(
                    &callback.otherwise.terms,
                    edge,
                    caller,
                    &mut otherwise.nominals,
                );
                let kept = if terms.is_empty() {
                    Arc::clone(&callback.otherwise)
                } else {
                    let once = Times::fixed(1.0);
                    otherwise.add(&callback.otherwise, &terms, &once, edge.sureness, means);
                    sum.learn(&otherwise);
                    Arc::new(Typical {
                        instructions: callback.otherwise.instructions,
                        ..otherwise.into_typical(means)
                    })
                };
                let passed = callback.passed.substituted(edge);
                let callback = Callback {
                    root: place.root.clone(),
                    times,
                    passed: if caller.parameters.is_empty() {
                        passed.numbers()
                    } else {
                        passed
                    },
                    otherwise: kept,
                    ..callback.clone()
                };
                sum.add_callback_apart(&callback, edge.sureness, means);
                sum.add_callback(callback, means);
                continue;
            }
            let known = object.map_or(Value::NotYet, |object| {
                self.value_of_method(object, callback)
            });
            match known {
                Value::Known(known) => {
                    let passed = callback.passed.substituted(edge);
                    let passed = match object {
                        Some(Object::Lambda { arguments, .. }) => {
                            passed.in_body(arguments - callback.argument_count())
                        }
                        _ => passed,
                    };
                    add_closed(sum, &known, (&passed.call(edge), &times), caller, means);
                }
                Value::Unpriced(method) => sum.add_unpriced(&method, times.all),
                Value::NotYet => {
                    add_closed(sum, &callback.otherwise, (edge, &times), caller, means);
                }
            }
        }
    }

    /// The value of the method that a callee calls on an object.
    fn value_of_method(&self, object: &Object, callback: &Callback) -> Value {
        match object {
            Object::Lambda { method, body, .. } if *method == callback.name => self.values.of(body),
            Object::Class(class) => {
                let (name, descriptor) = (&callback.name, &callback.descriptor);
                let unit = self.builder.unit;
                let target = unit.implementation_in(class, name, descriptor);
                // A method that is not a dependency counts as unknown, even if its value happens to be there.
                if let Target::Own(method) = &target
                    && (self.is_choice
                        || !handed_methods(unit, class).contains(&unit.number(*method)))
                {
                    return Value::NotYet;
                }
                self.values.of(&self.builder.of_target(&target))
            }
            Object::PassedOn(_) | Object::Lambda { .. } | Object::Receiver => Value::NotYet,
        }
    }
}

/// Adds calls of a method. Its calls on the objects that it gets execute their averages over unknown objects.
fn add_closed(
    sum: &mut Sum,
    callee: &Typical,
    (edge, times): (&Edge, &Times),
    caller: &Caller<'_>,
    means: &[f64],
) {
    let terms = SubstitutedTerm::all(callee.own_terms(), edge, caller, &mut sum.nominals);
    sum.add(callee, &terms, times, edge.sureness, means);
    for callback in &callee.callbacks {
        let times = times.of_each(&callback.times.substituted(edge, caller, &mut sum.nominals));
        let terms =
            SubstitutedTerm::all(&callback.otherwise.terms, edge, caller, &mut sum.nominals);
        sum.add(&callback.otherwise, &terms, &times, edge.sureness, means);
    }
}

/// What is known about a callee.
pub(super) enum Value {
    Known(Arc<Typical>),
    Unpriced(Arc<str>),
    NotYet,
}
