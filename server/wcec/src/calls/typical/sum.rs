//! A typical energy as it is added up.

use super::equation::Equation;
use super::row::Product;
use super::{Callback, Term, Typical, UncertainParts, scatter_of};
use crate::expression::{Root, Symbol};
use frequency::Certainty;
use pricing::{PatternId, Tally, TallySum};
use std::sync::Arc;

/// A method keeps no more calls on its arguments apart than this.
const MAX_CALLBACKS: usize = 4;

/// What makes up no more than this share of a typical energy is not kept: code so rare that it is in no digit of any number
/// would otherwise follow each call up to every caller.
const MIN_SHARE: f64 = 1e-9;

/// No more names of methods without a price are kept than this.
const MAX_UNPRICED: usize = 4;

/// A value as it is added up.
pub(super) struct Sum {
    executed: TallySum,
    terms: Vec<(Product, Tally)>,
    /// What values are taken to be: the same in all terms.
    nominals: Product,
    callbacks: Vec<Callback>,
    behind: UncertainParts,
    throws: f64,
    instructions: u32,
    is_counted: bool,
    unpriced_calls: f64,
    unpriced: Vec<(Arc<str>, f64)>,
}

impl Sum {
    pub(super) fn new() -> Self {
        Self {
            executed: TallySum::default(),
            terms: Vec::new(),
            nominals: Vec::new(),
            callbacks: Vec::new(),
            behind: UncertainParts::default(),
            throws: 0.0,
            instructions: 0,
            is_counted: false,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    /// Nothing yet, with what some values are taken to be.
    pub(super) fn knowing<'v>(nominals: impl Iterator<Item = &'v (Arc<Symbol>, f64)>) -> Self {
        Self {
            nominals: nominals.cloned().collect(),
            ..Self::new()
        }
    }

    pub(super) fn take_terms(&mut self) -> Vec<(Product, Tally)> {
        std::mem::take(&mut self.terms)
    }

    pub(super) fn of(equation: &Equation) -> Self {
        let mut executed = TallySum::default();
        executed.add_scaled(&equation.own, 1.0);
        let of_own = equation.terms.iter().flat_map(|(product, _)| product);
        let powers = equation.edges.iter().flat_map(|edge| &edge.powers);
        let of_calls = powers.flat_map(|(product, _)| product);
        Self {
            executed,
            terms: equation.terms.clone(),
            nominals: of_own.chain(of_calls).cloned().collect(),
            callbacks: Vec::new(),
            behind: equation.behind,
            throws: equation.throws,
            instructions: equation.instructions,
            is_counted: equation.is_counted,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    /// What a value is taken to be: what it is taken to be elsewhere in the sum, or else this.
    pub(super) fn nominal(&mut self, symbol: &Arc<Symbol>, otherwise: f64) -> f64 {
        let mut known = self.nominals.iter();
        if let Some((_, nominal)) = known.find(|(known, _)| known == symbol) {
            return *nominal;
        }
        self.nominals.push((Arc::clone(symbol), otherwise));
        otherwise
    }

    /// Adds energy in joules that hangs on how often loops repeat, and is in the sum already.
    pub(super) const fn behind_loops(&mut self, joules: f64) {
        self.behind.loops_joules += joules;
    }

    pub(super) fn add_term(&mut self, product: Product, tally: &Tally, times: f64) {
        match self.terms.iter_mut().find(|(known, _)| *known == product) {
            Some((_, known)) => known.add_scaled(tally, times),
            None => self.terms.push((product, tally.scaled(times))),
        }
    }

    /// Adds what is executed for certain.
    pub(super) fn add_executed(&mut self, tally: &Tally, times: f64) {
        self.executed.add_scaled(tally, times);
    }

    /// Adds calls of a method, without what it calls on its arguments.
    pub(super) fn add(
        &mut self,
        callee: &Typical,
        count: f64,
        certainty: Certainty,
        means: &[f64],
    ) {
        self.add_executed(&callee.tally, count);
        self.add_behind(callee.tally.mean(means), &callee.behind, count, certainty);
        self.unpriced_calls += count * callee.unpriced_calls;
        for (method, calls) in &callee.unpriced {
            self.name_unpriced(method, count * calls);
        }
    }

    fn add_behind(&mut self, mean: f64, behind: &UncertainParts, count: f64, certainty: Certainty) {
        self.behind.add_scaled(behind, count);
        self.behind.scatter(count * mean * scatter_of(certainty));
        match certainty {
            Certainty::Certain => {}
            Certainty::Measured => {
                self.behind.measured_joules += count * (mean - behind.measured_joules);
            }
            Certainty::Branches => {
                self.behind.branches_joules += count * (mean - behind.branches_joules);
            }
            Certainty::Loops => self.behind.loops_joules += count * (mean - behind.loops_joules),
        }
    }

    /// The same with all that it calls on its arguments.
    pub(super) fn add_closed(
        &mut self,
        callee: &Typical,
        count: f64,
        certainty: Certainty,
        means: &[f64],
    ) {
        self.add(callee, count, certainty, means);
        for callback in &callee.callbacks {
            self.add_otherwise(callback, count * callback.count, certainty, means);
        }
    }

    pub(super) fn add_otherwise(
        &mut self,
        callback: &Callback,
        count: f64,
        certainty: Certainty,
        means: &[f64],
    ) {
        self.add_closed(&callback.otherwise, count, certainty, means);
    }

    pub(super) fn add_callback(
        &mut self,
        root: &Root,
        (name, descriptor): (&Arc<str>, &Arc<str>),
        count: f64,
        otherwise: &Arc<Typical>,
        means: &[f64],
    ) {
        let known = self.callbacks.iter_mut().find(|known| {
            known.root == *root && known.name == *name && known.descriptor == *descriptor
        });
        let Some(known) = known else {
            self.callbacks.push(Callback {
                root: root.clone(),
                name: Arc::clone(name),
                descriptor: Arc::clone(descriptor),
                count,
                otherwise: if otherwise.callbacks.is_empty() {
                    Arc::clone(otherwise)
                } else {
                    Arc::new(otherwise.closed())
                },
            });
            return;
        };
        let all = known.count + count;
        if !Arc::ptr_eq(&known.otherwise, otherwise) && all > 0.0 {
            // The same method with other arguments: such a call executes their mean.
            let mut mean = Self::new();
            mean.add_closed(
                &known.otherwise,
                known.count / all,
                Certainty::Certain,
                means,
            );
            mean.add_closed(otherwise, count / all, Certainty::Certain, means);
            known.otherwise = Arc::new(Typical {
                instructions: known.otherwise.instructions,
                ..mean.into_typical(means)
            });
        }
        known.count = all;
    }

    pub(super) fn add_unpriced(&mut self, method: &Arc<str>, count: f64) {
        self.unpriced_calls += count;
        self.name_unpriced(method, count);
    }

    fn name_unpriced(&mut self, method: &Arc<str>, count: f64) {
        match self.unpriced.iter_mut().find(|(known, _)| known == method) {
            Some((_, known)) => *known += count,
            None => self.unpriced.push((Arc::clone(method), count)),
        }
    }

    pub(super) fn into_typical(mut self, means: &[f64]) -> Typical {
        if self.callbacks.len() > MAX_CALLBACKS {
            let joules =
                |callback: &Callback| callback.count * callback.otherwise.mean_joules(means);
            self.callbacks
                .sort_by(|one, two| joules(two).total_cmp(&joules(one)));
            for callback in self.callbacks.split_off(MAX_CALLBACKS) {
                self.add_otherwise(&callback, callback.count, Certainty::Certain, means);
            }
        }
        self.unpriced
            .sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        self.unpriced.truncate(MAX_UNPRICED);
        let (mut terms, left_out) = Term::all(self.terms, means);
        self.behind.loops_joules += left_out;
        let mut tally = self.executed.take();
        keep_main_patterns(&mut tally, &mut terms, means);
        Typical {
            tally,
            terms,
            callbacks: self.callbacks,
            behind: self.behind,
            throws: self.throws,
            unpriced_calls: self.unpriced_calls,
            unpriced: self.unpriced,
            instructions: self.instructions,
            is_recursive: false,
            is_counted: self.is_counted,
        }
    }
}

/// Leaves out the patterns with next to no share. The terms are a part of the whole, so that it keeps all of theirs.
fn keep_main_patterns(tally: &mut Tally, terms: &mut [Term], means: &[f64]) {
    let mut kept: Vec<PatternId> = tally.main_patterns(means, MIN_SHARE).collect();
    for term in terms {
        let main: Vec<PatternId> = term.tally.main_patterns(means, MIN_SHARE).collect();
        let is_main = |pattern| main.binary_search(&pattern).is_ok();
        term.tally.retain(is_main);
        kept.extend(main);
    }
    kept.sort_unstable();
    tally.retain(|pattern| kept.binary_search(&pattern).is_ok());
}

impl Typical {
    pub(super) fn scale(&mut self, factor: f64) {
        self.tally = self.tally.scaled(factor);
        // Of a recursion's values on the way nothing is known.
        self.terms.clear();
        for callback in &mut self.callbacks {
            callback.count *= factor;
        }
        self.unpriced_calls *= factor;
        for (_, calls) in &mut self.unpriced {
            *calls *= factor;
        }
    }
}
