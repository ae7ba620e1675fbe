//! Adds up a typical energy.

use super::compared::Sureness;
use super::equation::Equation;
use super::nominals::Nominals;
use super::passed::Times;
use super::row::Product;
use super::substituted_term::{SubstitutedProduct, SubstitutedTerm, nominal, times_each_other};
use super::{Callback, Term, Typical, UncertainParts, scatter_of};
use crate::fitted::{fitted, fitted_tally};
use cost::Symbol;
use frequency::{Certainty, Doubt};
use pricing::{PatternId, Tally, TallySum};
use std::sync::Arc;

/// The maximum number of calls on arguments that a method keeps separately.
const MAX_CALLBACKS: usize = 4;

/// Patterns with no more than this share of a typical energy are dropped. Otherwise, code so rare that it shows in no digit
/// would follow each call up to every caller.
const MIN_SHARE: f64 = 1e-9;

/// The maximum number of names of methods without a price.
const MAX_UNPRICED: usize = 4;

/// A typical energy while it is added up.
pub(super) struct Sum {
    executed: TallySum,
    /// Without calls on the arguments.
    terms: Vec<Term>,
    /// The values assumed for symbols, the same in all terms.
    pub(super) nominals: Nominals,
    callbacks: Vec<Callback>,
    behind: UncertainParts,
    apart: Option<UncertainParts>,
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
            nominals: Nominals::default(),
            callbacks: Vec::new(),
            behind: UncertainParts::default(),
            apart: None,
            throws: 0.0,
            instructions: 0,
            is_counted: false,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    /// An empty sum that assumes some values.
    pub(super) fn knowing<'v>(nominals: impl Iterator<Item = &'v (Arc<Symbol>, f64)>) -> Self {
        Self {
            nominals: nominals.cloned().collect(),
            ..Self::new()
        }
    }

    /// An empty sum that assumes the same values.
    pub(super) fn beside(&self) -> Self {
        Self {
            apart: self.apart.map(|_| UncertainParts::default()),
            ..Self::knowing(self.nominals.iter())
        }
    }

    /// Takes over the values that another sum assumes.
    pub(super) fn learn(&mut self, other: &Self) {
        for (symbol, nominal) in other.nominals.iter() {
            self.nominals.of(symbol, *nominal);
        }
    }

    /// The parts that are proportional to values, with those of calls on the arguments.
    pub(super) fn terms(&self) -> Vec<Term> {
        let mut terms = self.terms.clone();
        for callback in &self.callbacks {
            let otherwise = &callback.otherwise;
            let of_otherwise = SubstitutedTerm::own(&otherwise.terms);
            follow(&mut terms, otherwise, &of_otherwise, &callback.times);
        }
        terms
    }

    pub(super) fn of(equation: &Equation) -> Self {
        let mut executed = TallySum::default();
        executed.add_scaled(&equation.row.own, 1.0);
        let of_own = equation.row.terms.iter().flat_map(|(product, _)| product);
        let powers = equation.edges.iter().flat_map(|edge| &edge.powers);
        let of_calls = powers.flat_map(|(product, _)| product);
        Self {
            executed,
            terms: (equation.row.terms.iter())
                .map(|(product, tally)| Term::certain(product.clone(), tally.clone()))
                .collect(),
            nominals: of_own.chain(of_calls).cloned().collect(),
            callbacks: Vec::new(),
            behind: equation.behind,
            apart: equation.apart,
            throws: equation.throws,
            instructions: equation.instructions,
            is_counted: equation.is_counted,
            unpriced_calls: 0.0,
            unpriced: Vec::new(),
        }
    }

    /// Adds calls of a method, without its calls on its arguments. `terms` are its own.
    ///
    /// With a count of `c₀ + Σ cₖ·Qₖ` and a callee of `t₀ + Σ tⱼ·Rⱼ`, where `Qₖ` and `Rⱼ` are products of values that the
    /// caller's callers know, the calls execute the product of both sums.
    pub(super) fn add(
        &mut self,
        callee: &Typical,
        terms: &[SubstitutedTerm<'_>],
        times: &Times,
        sureness: Sureness,
        means: &[f64],
    ) {
        let count = times.all;
        self.executed.add_scaled(&callee.tally, count);
        let mut mean = callee.tally.mean(means);
        let mut unknown = 0.0;
        for SubstitutedTerm { term, passed } in terms {
            let more = passed.value() - passed.nominal;
            self.executed.add_scaled(&term.tally, count * more);
            let each = term.tally.mean(means);
            mean += more * each;
            if !passed.is_known {
                unknown += passed.value() * (each - term.sizes_joules);
            }
        }
        let mut behind = behind_at(&callee.behind, terms, SubstitutedProduct::value);
        let usual = callee.tally.mean(means);
        if usual > 0.0 {
            behind.unsure_joules *= mean.max(0.0) / usual;
        }
        self.behind
            .add_calls(mean.max(0.0), &behind, count, times.doubt);
        self.add_apart(mean.max(0.0), (&behind, callee.apart), count, sureness);
        if times.doubt.certainty != Certainty::Loops {
            self.behind_loops(count * unknown);
        }
        let joules_of = |tally: &Tally| tally.mean(means);
        self.behind_loops(lost(terms, times, joules_of));
        follow(&mut self.terms, callee, terms, times);
        self.unpriced_calls += count * callee.unpriced_calls;
        for (method, calls) in &callee.unpriced {
            self.name_unpriced(method, count * calls);
        }
    }

    /// Notes that energy in joules, already in the sum, depends on how often loops repeat.
    fn behind_loops(&mut self, joules: f64) {
        self.behind.loops_joules += joules;
        self.behind.scatter(joules * scatter_of(Certainty::Loops));
    }

    /// Adds the part of calls of a method with these uncertain parts that only this one of two states decides.
    fn add_apart(
        &mut self,
        mean: f64,
        (behind, of_callee): (&UncertainParts, Option<UncertainParts>),
        count: f64,
        sureness: Sureness,
    ) {
        if let Some(apart) = &mut self.apart {
            // Both states have the callee, but only this state calls it here.
            let of_callee = if sureness.is_new {
                *behind
            } else {
                of_callee.unwrap_or_default()
            };
            apart.add_calls(mean, &of_callee, count, Doubt::of(sureness.apart));
        }
    }

    /// Adds the part of calls on an argument that only this one of two states decides because of their number. What the called
    /// method executes is in [`Typical::apart`].
    pub(super) fn add_callback_apart(
        &mut self,
        callback: &Callback,
        sureness: Sureness,
        means: &[f64],
    ) {
        if sureness.apart == Certainty::Certain && !sureness.is_new {
            return;
        }
        let otherwise = &callback.otherwise;
        let (mean, count) = (otherwise.tally.mean(means), callback.times.all);
        self.add_apart(mean, (&otherwise.behind, otherwise.apart), count, sureness);
        if let (Some(apart), Some(known)) = (&mut self.apart, &otherwise.apart) {
            apart.add_scaled(known, -count);
        }
    }

    fn add_otherwise(&mut self, callback: &Callback, means: &[f64]) {
        let terms = SubstitutedTerm::own(&callback.otherwise.terms);
        let (callee, times) = (&callback.otherwise, &callback.times);
        self.add(callee, &terms, times, Sureness::CERTAIN, means);
    }

    /// Adds calls on an argument.
    pub(super) fn add_callback(&mut self, callback: Callback, means: &[f64]) {
        let known = self
            .callbacks
            .iter_mut()
            .find(|known| known.is_same_method(&callback) && known.passed == callback.passed);
        match known {
            Some(known) => join(known, callback, means),
            None => self.callbacks.push(callback),
        }
    }

    /// Keeps the most expensive calls on arguments separately. If there are too many, those of the same method with different
    /// arguments are joined first.
    fn limit_callbacks(&mut self, means: &[f64]) {
        if self.callbacks.len() <= MAX_CALLBACKS {
            return;
        }
        let mut callbacks: Vec<Callback> = Vec::new();
        for mut callback in std::mem::take(&mut self.callbacks) {
            let mut known = callbacks.iter_mut();
            match known.find(|known| known.is_same_method(&callback)) {
                Some(known) => {
                    known.passed.keep_common(&callback.passed);
                    callback.passed = known.passed.clone();
                    join(known, callback, means);
                }
                None => callbacks.push(callback),
            }
        }
        let joules =
            |callback: &Callback| callback.times.all * callback.otherwise.mean_joules(means);
        callbacks.sort_by(|one, two| joules(two).total_cmp(&joules(one)));
        let others = callbacks.split_off(callbacks.len().min(MAX_CALLBACKS));
        self.callbacks = callbacks;
        for callback in others {
            self.add_otherwise(&callback, means);
        }
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
        self.limit_callbacks(means);
        self.unpriced
            .sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        self.unpriced.truncate(MAX_UNPRICED);
        let (mut terms, left_out) = Term::kept(self.terms(), means);
        self.behind_loops(left_out);
        let mut terms_of_own = Vec::new();
        if !self.callbacks.is_empty() {
            (terms_of_own, _) = Term::kept(self.terms, means);
        }
        let mut tally = self.executed.take();
        keep_main_patterns(&mut tally, terms.iter_mut().chain(&mut terms_of_own), means);
        let of_terms = |terms: Vec<Term>| {
            let exact = terms.into_iter().map(|term| Term {
                tally: fitted_tally(&term.tally),
                ..term
            });
            fitted(exact.collect())
        };
        Typical {
            tally: fitted_tally(&tally),
            terms: of_terms(terms),
            terms_of_own: of_terms(terms_of_own),
            callbacks: fitted(self.callbacks),
            apart: self.apart.map(|apart| apart.at_most(&self.behind)),
            behind: self.behind,
            throws: self.throws,
            unpriced_calls: self.unpriced_calls,
            unpriced: fitted(self.unpriced),
            instructions: self.instructions,
            is_recursive: false,
            is_counted: self.is_counted,
        }
    }
}

/// Drops the patterns with next to no share. Terms are parts of the whole, so the whole keeps all of their patterns.
fn keep_main_patterns<'t>(
    tally: &mut Tally,
    terms: impl Iterator<Item = &'t mut Term>,
    means: &[f64],
) {
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

/// Adds the parts of calls of a callee that are proportional to values.
fn follow(found: &mut Vec<Term>, callee: &Typical, terms: &[SubstitutedTerm<'_>], times: &Times) {
    let mut add = |product: Product, each: &Term, times: f64| {
        if times.abs() <= 0.0 {
            return;
        }
        if let Some(known) = found.iter_mut().find(|known| known.factors == product) {
            known.add_scaled(each, times);
            return;
        }
        let mut term = Term::certain(product, Tally::default());
        term.add_scaled(each, times);
        found.push(term);
    };
    if !times.powers.is_empty() {
        let mut once = callee.tally.clone();
        for SubstitutedTerm { term, passed } in terms {
            once.add_scaled(&term.tally, passed.rest() - passed.nominal);
        }
        let behind = behind_at(&callee.behind, terms, SubstitutedProduct::rest);
        let once = Term {
            dispatch_joules: behind.dispatch_joules,
            sizes_joules: behind.sizes_joules,
            targets_less_joules: behind.targets_less_joules,
            targets_more_joules: behind.targets_more_joules,
            ..Term::certain(Vec::new(), once)
        };
        for (product, each) in &times.powers {
            add(product.clone(), &once, *each);
        }
    }
    let rest = times.rest();
    for SubstitutedTerm { term, passed } in terms {
        if passed.product.is_empty() {
            continue;
        }
        add(passed.product.clone(), term, passed.times * rest);
        for (product, each) in &times.powers {
            if let Some(both) = times_each_other(product, &passed.product) {
                add(both, term, passed.times * each);
            }
        }
    }
}

/// The energy in joules of products that have too many factors to be kept.
fn lost(terms: &[SubstitutedTerm<'_>], times: &Times, joules: impl Fn(&Tally) -> f64) -> f64 {
    let mut lost = 0.0;
    for SubstitutedTerm { term, passed } in terms {
        for (product, each) in &times.powers {
            if times_each_other(product, &passed.product).is_none() {
                let both = nominal(product) * nominal(&passed.product);
                lost += passed.times * each * both * joules(&term.tally);
            }
        }
    }
    lost
}

/// The uncertain parts of a callee for these values of its terms.
fn behind_at(
    behind: &UncertainParts,
    terms: &[SubstitutedTerm<'_>],
    value: impl Fn(&SubstitutedProduct) -> f64,
) -> UncertainParts {
    let mut at = *behind;
    for SubstitutedTerm { term, passed } in terms {
        let more = value(passed) - passed.nominal;
        at.dispatch_joules += more * term.dispatch_joules;
        at.targets_less_joules += more * term.targets_less_joules;
        at.targets_more_joules += more * term.targets_more_joules;
        let is_number = passed.is_known && passed.product.is_empty();
        let unsure = if is_number { 0.0 } else { value(passed) };
        at.sizes_joules += (unsure - passed.nominal) * term.sizes_joules;
    }
    at.dispatch_joules = at.dispatch_joules.max(0.0);
    at.sizes_joules = at.sizes_joules.max(0.0);
    // A constant plus a multiple of a value is a difference of energies. Its absolute value grows on both sides of 0.
    at.targets_less_joules = at.targets_less_joules.abs();
    at.targets_more_joules = at.targets_more_joules.abs();
    at
}

/// Adds calls of the same method. If their arguments differ, one call executes the mean.
fn join(known: &mut Callback, other: Callback, means: &[f64]) {
    let all = known.times.all + other.times.all;
    if known.otherwise != other.otherwise && all > 0.0 {
        let mut mean = Sum {
            apart: (known.otherwise.apart).map(|_| UncertainParts::default()),
            ..Sum::new()
        };
        for callback in [&*known, &other] {
            let terms = SubstitutedTerm::own(&callback.otherwise.terms);
            let share = Times::fixed(callback.times.all / all);
            mean.add(
                &callback.otherwise,
                &terms,
                &share,
                Sureness::CERTAIN,
                means,
            );
        }
        known.otherwise = Arc::new(Typical {
            instructions: known.otherwise.instructions,
            ..mean.into_typical(means)
        });
    }
    known.times.add(other.times);
}

impl Typical {
    /// Multiplies the energy. Values that it depends on must be forgotten before.
    pub(super) fn scale(&mut self, factor: f64) {
        self.tally = self.tally.scaled(factor);
        for callback in &mut self.callbacks {
            callback.times.all *= factor;
        }
        self.behind = self.behind.scaled(factor);
        self.apart = self.apart.map(|apart| apart.scaled(factor));
        self.unpriced_calls *= factor;
        for (_, calls) in &mut self.unpriced {
            *calls *= factor;
        }
    }

    /// Counts with expectations alone: nothing is known about the values within a recursion. Each round through it would
    /// otherwise add products of values.
    pub(super) fn forget_values(&mut self) {
        self.terms.clear();
        self.terms_of_own.clear();
        for callback in &mut self.callbacks {
            callback.times.powers.clear();
            if !callback.otherwise.terms.is_empty() {
                Arc::make_mut(&mut callback.otherwise).terms.clear();
            }
        }
    }
}
