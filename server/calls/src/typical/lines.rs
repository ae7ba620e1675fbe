//! Splits the typical energy of a method among its lines and its calls.

use super::equation::{Builder, Callee};
use super::evaluate::{Evaluator, Value, Values};
use super::row::{Product, Row, Visits, is_own};
use super::substituted_term::nominal;
use super::sum::Sum;
use super::table::Table;
use super::term::{Caller, tally_at};
use super::{Key, Term, Typical, UncertainParts};
use crate::summaries::Summaries;
use crate::unit::{MethodId, Unit};
use bytecode::events::Interpreter;
use cost::Symbol;
use pricing::{PatternId, Pricer, Tally};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use wcec::MethodCost;

/// A part of a typical energy.
#[derive(Debug, Clone, PartialEq)]
pub struct TypicalPart {
    /// The line.
    pub line: Option<u32>,
    /// How often it is executed in a call that returns; for a line's own instructions, the count of the first of them.
    pub count: f64,
    /// The part of the count that is proportional to values that readers can name.
    pub powers: Vec<(Product, f64)>,
    /// What all these executions execute.
    pub tally: Tally,
    /// The part of the tally that is proportional to the values of the method's [`Typical::terms`].
    pub terms: Vec<Term>,
    /// The callee, as in `p/A.f(I)V`; `None` for the line's own instructions.
    pub callee: Option<Arc<str>>,
    /// Whether several methods may run.
    pub is_choice: bool,
    /// The number of calls of methods without a price in it.
    pub unpriced_calls: f64,
    /// What the energy depends on that the code does not show.
    pub behind: UncertainParts,
}

impl TypicalPart {
    /// The part for these values.
    #[must_use]
    pub fn at(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> Self {
        Self {
            count: self.count_at(value_of),
            powers: Vec::new(),
            tally: tally_at(self.tally.clone(), &self.terms, value_of),
            terms: Vec::new(),
            ..self.clone()
        }
    }

    fn count_at(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> f64 {
        let more = self.powers.iter().map(|(product, each)| {
            let known =
                |(symbol, nominal): &(Arc<Symbol>, f64)| value_of(symbol).unwrap_or(*nominal);
            let value: f64 = product
                .iter()
                .map(|factor| known(factor).max(0.0))
                .product();
            each * (value - nominal(product))
        });
        (self.count + more.sum::<f64>()).max(0.0)
    }
}

impl Summaries {
    /// What a call that returns executes on average; `None` if the method has no code.
    pub fn typical(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<Arc<Typical>> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        let own = self.typicals(unit, pricer).method(number).cloned();
        // If the library knows a method, its energy is not computed here.
        own.or_else(|| unit.library().typical(class, name, descriptor))
    }

    /// Computes the typical energies of all methods, unless that has been done.
    pub fn work_typicals_out(&self, unit: &Unit, pricer: &Pricer) {
        self.typicals(unit, pricer);
    }

    pub(crate) fn typicals(&self, unit: &Unit, pricer: &Pricer) -> &Table {
        self.typical.get_or_init(|| {
            Arc::new(match &self.before {
                Some(before) => Table::after(before, unit, self, pricer),
                None => Table::of(unit, self, pricer),
            })
        })
    }

    /// The typical energies of all methods, by class, name and descriptor.
    pub fn all_typical<'s>(
        &'s self,
        unit: &'s Unit,
        pricer: &Pricer,
    ) -> impl Iterator<Item = ([Arc<str>; 3], &'s Arc<Typical>)> {
        let table = self.typicals(unit, pricer);
        (0..unit.method_count() as u32).filter_map(move |number| {
            let typical = table.method(number)?;
            let MethodId { class, method } = unit.method(number);
            let header = &unit.classes[class as usize].header;
            let method = &header.methods[method as usize];
            let names = [&header.name, &method.name, &method.descriptor];
            Some((names.map(Arc::clone), typical))
        })
    }

    /// The average of each call whose receiver decides the target, by the class, name and descriptor that the call names.
    pub fn all_dispatched(
        &self,
        unit: &Unit,
        pricer: &Pricer,
    ) -> impl Iterator<Item = ([Arc<str>; 3], &Arc<Typical>)> {
        let dispatched = self.typicals(unit, pricer).dispatched();
        dispatched.map(|(key, typical)| {
            let Key {
                class,
                name,
                descriptor,
                met: _,
            } = key;
            ([class, name, descriptor].map(Arc::clone), typical)
        })
    }

    /// The parts of a method's typical energy, by line and call, in the order of the code; `None` if the method has no code.
    /// `cost` is its worst case, which has its loops.
    pub fn typical_parts(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        cost: &MethodCost,
    ) -> Option<Vec<TypicalPart>> {
        let table = self.typicals(unit, pricer);
        let id = unit.find(class, name, descriptor)?;
        let number = unit.number(id);
        let whole: &Typical = table.method(number)?;
        let means = pricer.means();
        let mut parts = unit.with_code(id, |class, method, code| {
            let mut events = Vec::new();
            let mut units = Vec::new();
            let mut interpreter = Interpreter::default();
            pricer.price_code(&mut interpreter, (class, code), &mut events, &mut units);
            units.retain(|unit| is_own(pricer, unit));
            let known = table.frequencies(number);
            let visits = Visits::of((class, method, code), cost, known)?;
            let mut parts: Vec<TypicalPart> = Vec::new();
            let mut of_lines: FxHashMap<Option<u32>, usize> = FxHashMap::default();
            for unit in &units {
                let line = code.line_of(unit.instruction);
                let (count, certainty) = visits.of_instruction(unit.instruction);
                let executed = Tally::from_iter([(unit.pattern, unit.count * count)]);
                let powers = visits.powers(unit.instruction);
                let at = match of_lines.entry(line) {
                    Entry::Occupied(known) => {
                        parts[*known.get()].tally.add_scaled(&executed, 1.0);
                        *known.get()
                    }
                    Entry::Vacant(place) => {
                        let at = *place.insert(parts.len());
                        parts.push(TypicalPart {
                            line,
                            count,
                            powers: powers.clone(),
                            tally: executed,
                            terms: Vec::new(),
                            callee: None,
                            is_choice: false,
                            unpriced_calls: 0.0,
                            behind: UncertainParts::default(),
                        });
                        at
                    }
                };
                let joules = unit.count * count * mean_of(means, unit.pattern);
                parts[at].behind.rest_on(certainty, joules);
                for (product, times) in powers {
                    let once = Tally::from_iter([(unit.pattern, unit.count * times)]);
                    parts[at].follow(&product, &once, whole);
                }
            }
            let row = Row::at(
                &visits,
                (class, method, code),
                (&units, pricer),
                unit.sites(id),
            );
            let builder = Builder::new(unit, self, pricer);
            let evaluator = Evaluator {
                builder: &builder,
                values: table,
                is_choice: false,
            };
            let name = format!("{}.{}{}", class.name, method.name, method.descriptor);
            let caller = Caller {
                name: &name,
                parameters: if whole.is_recursive {
                    &[]
                } else {
                    &row.parameters
                },
            };
            for call in &row.calls {
                let Some(edge) = builder.edge(number, call) else {
                    continue;
                };
                let site = unit.sites(id).get(call.site as usize)?;
                let mut sum = Sum::knowing(whole.terms.iter().flat_map(|term| &term.factors));
                evaluator.add_call(&mut sum, &edge, 1.0, &caller);
                let terms = sum.terms();
                let typical = sum.into_typical(means);
                let (called, is_choice) = called(unit, &edge.callee, site);
                let mut part = TypicalPart {
                    line: code.line_of(site.passed.instruction),
                    count: call.count,
                    powers: call.powers.clone(),
                    tally: typical.tally(),
                    terms: Vec::new(),
                    callee: Some(called),
                    is_choice,
                    unpriced_calls: typical.unpriced_calls(),
                    behind: typical.behind(means),
                };
                for term in &terms {
                    part.follow(&term.factors, &term.tally, whole);
                }
                parts.push(part);
            }
            Some(parts)
        })??;
        // The effect of a recursion is known only for the whole, so all parts are scaled alike.
        let sum: f64 = parts.iter().map(|part| part.tally.mean(means)).sum();
        let factor = whole.mean_joules(means) / sum;
        if factor.is_finite() && (factor - 1.0).abs() > 1e-9 && factor > 0.0 {
            for part in &mut parts {
                part.tally = part.tally.scaled(factor);
                let behind = std::mem::take(&mut part.behind);
                part.behind.add_scaled(&behind, factor);
            }
        }
        Some(parts)
    }
}

fn mean_of(means: &[f64], pattern: PatternId) -> f64 {
    means
        .get(usize::from(pattern.0))
        .copied()
        .unwrap_or_default()
}

impl TypicalPart {
    /// Adds what is executed for each unit of a product, if the method's energy has a term for the product.
    fn follow(&mut self, product: &Product, executed: &Tally, whole: &Typical) {
        if !whole.terms.iter().any(|term| term.factors == *product) {
            return;
        }
        match self.terms.iter_mut().find(|term| term.factors == *product) {
            Some(term) => term.tally.add_scaled(executed, 1.0),
            None => (self.terms).push(Term::certain(product.clone(), executed.clone())),
        }
    }
}

impl Values for Table {
    fn of(&self, callee: &Callee) -> Value {
        let known = match callee {
            Callee::Known(typical) => Some(typical),
            Callee::Node(number) => self.method(*number),
            Callee::Dispatched(key) => self.of_key(key),
            Callee::Unpriced(method) => return Value::Unpriced(Arc::clone(method)),
        };
        known.map_or(Value::NotYet, |typical| Value::Known(Arc::clone(typical)))
    }
}

/// The name of the callee, and whether several methods may run.
fn called(unit: &Unit, callee: &Callee, site: &crate::sites::Site) -> (Arc<str>, bool) {
    let named = |class: &str, name: &str, descriptor: &str| -> Arc<str> {
        Arc::from(format!("{class}.{name}{descriptor}"))
    };
    match callee {
        Callee::Node(number) if (*number as usize) < unit.method_count() => {
            let MethodId { class, method } = unit.method(*number);
            let header = &unit.classes[class as usize].header;
            let method = &header.methods[method as usize];
            (named(&header.name, &method.name, &method.descriptor), false)
        }
        Callee::Unpriced(method) => (Arc::clone(method), false),
        Callee::Dispatched(key) => (named(&key.class, &key.name, &key.descriptor), true),
        Callee::Node(_) | Callee::Known(_) => {
            (named(&site.class, &site.name, &site.descriptor), false)
        }
    }
}
