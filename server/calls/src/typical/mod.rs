//! Typical energies: what a call that returns executes on average, with all that it calls.
//!
//! ```text
//! T(m) = own(m) + Σ over calls  count · Σ over targets  weight · T(target)
//! ```
//!
//! `own` and the counts come from [`frequency`] ([`row`]), and the weights of several possible targets from [`dispatch`]. The
//! equations are solved group by group, callees first ([`solve`]). A call of a method of an argument or of the receiver is kept
//! separately as a [`Callback`], so that a caller that knows the object can insert the method that runs.

mod arguments;
mod both;
mod compared;
mod control_flow;
mod cycles;
mod dispatch;
mod edge;
mod energies;
mod equation;
mod evaluate;
mod group;
mod handed;
mod lines;
mod member;
mod nominals;
mod own_branches;
mod passed;
mod possible_targets;
mod priced;
mod product;
mod receiver;
mod renumbered;
mod repeated;
mod repeats;
mod row;
mod solve;
mod substituted_term;
mod sum;
mod table;
mod term;
mod throwing;
mod weighing;

use bytecode::Descriptor;
pub use control_flow::{ControlFlow, control_flow};
use cost::Root;
pub(crate) use dispatch::{
    AnsweringMethods, CallAnswers, Choice, Key, Lambdas, choices, lambdas, named,
};
use frequency::{Certainty, Doubt, IntervalShares};
pub use lines::TypicalPart;
pub(crate) use passed::{PassedValues, Times};
pub use possible_targets::AnsweringMethod;
use pricing::Tally;
pub use repeats::{LoopOverValue, loops_over_values};
pub(crate) use row::Row;
pub use row::own_typical;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
pub(crate) use table::{PreviousTable, Table};
pub use term::Term;
pub use throwing::{ThrowingCall, own_throwing};

/// What a call that returns executes on average.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Typical {
    /// Without calls on the arguments.
    pub(crate) tally: Tally,
    /// The part that is proportional to values that a caller knows, including such parts of calls on the arguments.
    pub(crate) terms: Vec<Term>,
    /// The same without calls on the arguments; empty if there are none.
    pub(crate) terms_of_own: Vec<Term>,
    /// The calls on the arguments and on the receiver, if several methods may run.
    pub(crate) callbacks: Vec<Callback>,
    /// The uncertain parts.
    pub(crate) behind: UncertainParts,
    /// The uncertain parts that only this one of two states decides; `None` if there is only one state.
    #[serde(skip)]
    pub(crate) apart: Option<UncertainParts>,
    /// The probability that the call ends with an exception: any exception if a run counted it, otherwise one that the method
    /// throws itself.
    pub throws: f64,
    /// The number of calls of methods of unknown energy.
    pub(crate) unpriced_calls: f64,
    /// Some of these methods, as in `p/A.f(I)V`; those with the most calls come first.
    pub(crate) unpriced: Vec<(Arc<str>, f64)>,
    /// The number of instructions of the method.
    pub(crate) instructions: u32,
    /// Whether the method belongs to a group of methods that call each other, as far as is known.
    pub is_recursive: bool,
    /// Whether a run that the user names counted the method's own code.
    pub is_counted: bool,
}

/// A method that is called on an object that the caller passes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Callback {
    pub(crate) root: Root,
    /// Name and descriptor.
    pub(crate) name: Arc<str>,
    pub(crate) descriptor: Arc<str>,
    /// How often it is called.
    pub(crate) times: Times,
    /// Its arguments.
    pub(crate) passed: PassedValues,
    /// What such a call executes if the object is unknown.
    pub(crate) otherwise: Arc<Typical>,
}

impl Callback {
    fn argument_count(&self) -> i32 {
        let descriptor = Descriptor::new(self.descriptor.as_bytes());
        descriptor.arguments().count() as i32
    }

    /// Whether another callback calls the same method of the same object.
    fn is_same_method(&self, other: &Self) -> bool {
        self.root == other.root && self.name == other.name && self.descriptor == other.descriptor
    }
}

/// The parts of a typical energy in joules that depend on something uncertain. They overlap.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct UncertainParts {
    /// Which way branches go.
    pub branches_joules: f64,
    /// How often loops repeat.
    pub loops_joules: f64,
    /// Which of several methods runs.
    pub dispatch_joules: f64,
    /// How deep methods call each other ([`repeated`]). This is also a part of `loops_joules`.
    pub recursion_joules: f64,
    /// What runs of other programs counted.
    pub measured_joules: f64,
    /// Sizes that only a caller may know, for code without bytecode, such as the copying of an array. The same parts of
    /// [`Term`]s are included.
    pub sizes_joules: f64,
    /// Exits of loops that only one of two states has.
    #[serde(skip)]
    pub exits_joules: f64,
    /// The standard deviation if all decisions were independent of each other, each as uncertain as its kind ([`Certainty`]).
    pub scatter_joules: f64,
    /// How much less the expectation may be because it is unknown which of several methods runs ([`possible_targets`]). Those of
    /// several calls are added up, as if all had the same cause.
    pub targets_less_joules: f64,
    /// How much more.
    pub targets_more_joules: f64,
    /// What not every call executes. Counts of nearly all calls of other programs are sure enough.
    pub unsure_joules: f64,
}

impl UncertainParts {
    pub(crate) fn add_scaled(&mut self, other: &Self, factor: f64) {
        self.branches_joules += factor * other.branches_joules;
        self.loops_joules += factor * other.loops_joules;
        self.dispatch_joules += factor * other.dispatch_joules;
        self.recursion_joules += factor * other.recursion_joules;
        self.measured_joules += factor * other.measured_joules;
        self.sizes_joules += factor * other.sizes_joules;
        self.exits_joules += factor * other.exits_joules;
        self.scatter(factor * other.scatter_joules);
        self.targets_less_joules += factor * other.targets_less_joules;
        self.targets_more_joules += factor * other.targets_more_joules;
        self.unsure_joules += factor * other.unsure_joules;
    }

    /// Adds other parts.
    pub fn add(&mut self, other: &Self) {
        self.add_scaled(other, 1.0);
    }

    #[must_use]
    pub(crate) fn scaled(&self, factor: f64) -> Self {
        let mut scaled = Self::default();
        scaled.add_scaled(self, factor);
        scaled
    }

    /// Adds energy of this certainty.
    pub(crate) fn rest_on(&mut self, certainty: Certainty, joules: f64) {
        match certainty {
            Certainty::Certain => {}
            Certainty::Measured => self.measured_joules += joules,
            Certainty::Branches => self.branches_joules += joules,
            Certainty::Loops => self.loops_joules += joules,
            Certainty::Exits => self.exits_joules += joules,
        }
    }

    /// Adds calls of a method with a mean in joules and these uncertain parts. `count` is how many.
    pub(crate) fn add_calls(&mut self, mean: f64, of: &Self, count: f64, doubt: Doubt) {
        let certainty = doubt.certainty;
        self.add_scaled(of, count);
        if !doubt.is_sure {
            self.unsure_joules += count * (mean - of.unsure_joules);
        }
        self.scatter(count * mean * scatter_of(certainty));
        let known = match certainty {
            Certainty::Certain => mean,
            Certainty::Measured => of.measured_joules,
            Certainty::Branches => of.branches_joules,
            Certainty::Loops => of.loops_joules,
            Certainty::Exits => of.exits_joules,
        };
        self.rest_on(certainty, count * (mean - known));
    }

    /// Each part, limited to that of another.
    #[must_use]
    pub(crate) const fn at_most(&self, other: &Self) -> Self {
        Self {
            branches_joules: self.branches_joules.min(other.branches_joules),
            loops_joules: self.loops_joules.min(other.loops_joules),
            dispatch_joules: self.dispatch_joules.min(other.dispatch_joules),
            recursion_joules: self.recursion_joules.min(other.recursion_joules),
            measured_joules: self.measured_joules.min(other.measured_joules),
            sizes_joules: self.sizes_joules.min(other.sizes_joules),
            exits_joules: self.exits_joules,
            scatter_joules: self.scatter_joules.min(other.scatter_joules),
            targets_less_joules: self.targets_less_joules.min(other.targets_less_joules),
            targets_more_joules: self.targets_more_joules.min(other.targets_more_joules),
            unsure_joules: self.unsure_joules.min(other.unsure_joules),
        }
    }

    /// Adds a standard deviation that is independent of the rest.
    pub(crate) fn scatter(&mut self, joules: f64) {
        self.scatter_joules = self.scatter_joules.hypot(joules);
    }
}

/// The standard deviation of a count, as a share of the count.
pub(crate) const fn scatter_of(certainty: Certainty) -> f64 {
    match certainty {
        Certainty::Certain => 0.0,
        Certainty::Measured => 0.2,
        Certainty::Branches => 0.8,
        Certainty::Loops | Certainty::Exits => 1.2,
    }
}

/// The standard deviation of the energy of a method in a group of methods that call each other, as a share of the energy.
pub(crate) const SCATTER_OF_RECURSION: f64 = 1.5;

impl Typical {
    /// What is executed, with averages for calls on unknown objects.
    pub fn tally(&self) -> Tally {
        if self.callbacks.is_empty() {
            return self.tally.clone();
        }
        let mut entries: Vec<_> = self.tally.iter().collect();
        for callback in &self.callbacks {
            let otherwise = callback.otherwise.tally.iter();
            entries.extend(otherwise.map(|(pattern, count)| (pattern, count * callback.times.all)));
        }
        entries.into_iter().collect()
    }

    /// The mean in joules.
    pub fn mean_joules(&self, means: &[f64]) -> f64 {
        let callbacks = self.callbacks.iter();
        let of_callbacks: f64 = callbacks
            .map(|callback| callback.times.all * callback.otherwise.tally.mean(means))
            .sum();
        self.tally.mean(means) + of_callbacks
    }

    /// Notes that a part of the energy in joules depends on how deep methods call each other, which is unknown. Loops may
    /// multiply the same energy.
    pub(crate) fn rest_on_depth(&mut self, joules: f64, means: &[f64]) {
        let whole = self.mean_joules(means);
        let share = if whole > 0.0 {
            (joules / whole).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let known = self.behind(means);
        let more = |part: f64| share * (whole - part).max(0.0);
        self.behind.loops_joules += more(known.loops_joules);
        // Methods outside the group may be recursive, too.
        self.behind.recursion_joules += more(known.recursion_joules);
        self.behind.scatter(SCATTER_OF_RECURSION * joules);
    }

    /// The uncertain parts in joules.
    pub fn behind(&self, means: &[f64]) -> UncertainParts {
        let mut behind = self.behind;
        for callback in &self.callbacks {
            let (otherwise, times) = (&callback.otherwise, &callback.times);
            let mean = otherwise.tally.mean(means);
            behind.add_calls(mean, &otherwise.behind, times.all, times.doubt);
        }
        behind
    }

    /// The part in joules that depends on sizes that readers cannot name either.
    pub fn unknown_sizes_joules(&self, means: &[f64]) -> f64 {
        let told = self.terms.iter();
        let told: f64 = told.map(|term| term.sizes_joules * term.nominal()).sum();
        (self.behind(means).sizes_joules - told).max(0.0)
    }

    /// The uncertain parts in joules that only this one of two states decides, so that they differ by chance from the other
    /// state; `None` if there is only one state.
    pub fn apart(&self) -> Option<UncertainParts> {
        let mut apart = self.apart?;
        for callback in &self.callbacks {
            if let Some(otherwise) = &callback.otherwise.apart {
                apart.add_scaled(otherwise, callback.times.all);
            }
        }
        Some(apart)
    }

    /// The shares of the energy that depend on loops, on branches, on which of several methods runs, on recursion, and on what
    /// runs of other programs counted; the standard deviation if all of them were independent; and the share that not every call
    /// executes.
    ///
    /// If the values of [`Self::terms`] are given, the parts proportional to them are certain. Otherwise they depend on loops.
    pub fn uncertain_shares(&self, are_values_given: bool, means: &[f64]) -> IntervalShares {
        let whole = self.mean_joules(means);
        let behind = self.behind(means);
        let mut of_values = 0.0;
        if !are_values_given {
            let terms = self.terms.iter();
            of_values = terms
                .map(|term| (term.tally.mean(means) - term.sizes_joules) * term.nominal())
                .sum();
        }
        let parts = [
            behind.loops_joules + of_values,
            behind.branches_joules,
            behind.dispatch_joules,
            behind.recursion_joules,
            behind.measured_joules,
            (behind.scatter_joules).hypot(of_values * scatter_of(Certainty::Loops)),
            behind.unsure_joules,
        ];
        let share = |part: f64| {
            if whole > 0.0 {
                (part / whole).clamp(0.0, 1.0)
            } else {
                0.0
            }
        };
        parts.map(share)
    }

    /// Whether two typical energies depend alike on passed objects: factors differ by no more than a share, and `are_alike` holds
    /// for what runs if an object is unknown.
    fn has_callbacks_like(
        &self,
        other: &Self,
        share: f64,
        are_alike: impl Fn(&Self, &Self) -> bool,
    ) -> bool {
        let is_near = |one: f64, two: f64| (one - two).abs() <= share * one.abs().max(two.abs());
        let mut pairs = self.callbacks.iter().zip(&other.callbacks);
        self.callbacks.len() == other.callbacks.len()
            && pairs.all(|(one, two)| {
                one.is_same_method(two)
                    && one.times.is_close(&two.times, is_near)
                    && one.passed == two.passed
                    && (Arc::ptr_eq(&one.otherwise, &two.otherwise)
                        || are_alike(&one.otherwise, &two.otherwise))
            })
    }

    /// [`Self::is_nearly`], whatever the passed objects are.
    pub(crate) fn is_nearly_for_any_object(&self, other: &Self, means: &[f64], share: f64) -> bool {
        let is_nearly = |one: &Self, two: &Self| one.is_nearly(two, means, share);
        is_nearly(self, other) && self.has_callbacks_like(other, share, is_nearly)
    }

    /// Whether the means of two typical energies differ by no more than this share, at any values.
    pub(crate) fn is_nearly(&self, other: &Self, means: &[f64], share: f64) -> bool {
        let is_near = |one: f64, two: f64| (one - two).abs() <= share * one.abs().max(two.abs());
        let is_near_term = |(one, two): (&Term, &Term)| {
            let mut factors = one.factors.iter().zip(&two.factors);
            one.factors.len() == two.factors.len()
                && factors.all(|(one, two)| one.0 == two.0)
                && is_near(one.tally.mean(means), two.tally.mean(means))
        };
        is_near(self.mean_joules(means), other.mean_joules(means))
            && is_near(self.unpriced_calls, other.unpriced_calls)
            && self.names_of_unpriced() == other.names_of_unpriced()
            && self.terms.len() == other.terms.len()
            && self.terms.iter().zip(&other.terms).all(is_near_term)
    }

    fn names_of_unpriced(&self) -> BTreeSet<Arc<str>> {
        let names = self.unpriced.iter();
        names.map(|(name, _)| Arc::clone(name)).collect()
    }

    /// Whether two typical energies differ by no more than this share of their energy.
    pub(crate) fn is_close(&self, other: &Self, means: &[f64], share: f64) -> bool {
        let whole = self.mean_joules(means).abs();
        let is_near = |one: f64, two: f64| (one - two).abs() <= share * one.abs().max(two.abs());
        let is_same = |one: f64, two: f64| (one - two).abs() <= share * whole || is_near(one, two);
        let (here, there) = (&self.behind, &other.behind);
        let is_close = |one: &Self, two: &Self| one.is_close(two, means, share);
        let are_terms_close = |here: &[Term], there: &[Term]| {
            let mut pairs = here.iter().zip(there);
            here.len() == there.len() && pairs.all(|(one, two)| one.is_close(two, means, share))
        };
        self.tally.distance(&other.tally, means) <= share * whole
            && (self.instructions, self.is_recursive, self.is_counted)
                == (other.instructions, other.is_recursive, other.is_counted)
            && is_near(self.throws, other.throws)
            && is_near(self.unpriced_calls, other.unpriced_calls)
            && is_same(here.branches_joules, there.branches_joules)
            && is_same(here.loops_joules, there.loops_joules)
            && is_same(here.dispatch_joules, there.dispatch_joules)
            && is_same(here.recursion_joules, there.recursion_joules)
            && is_same(here.scatter_joules, there.scatter_joules)
            && is_same(here.unsure_joules, there.unsure_joules)
            && is_same(here.measured_joules, there.measured_joules)
            && is_same(here.sizes_joules, there.sizes_joules)
            && is_same(here.targets_less_joules, there.targets_less_joules)
            && is_same(here.targets_more_joules, there.targets_more_joules)
            && self.names_of_unpriced() == other.names_of_unpriced()
            && are_terms_close(&self.terms, &other.terms)
            && are_terms_close(&self.terms_of_own, &other.terms_of_own)
            && self.has_callbacks_like(other, share, is_close)
    }

    /// The factors at the ends of an interval for not knowing which methods run.
    pub fn between_targets(&self, means: &[f64]) -> [f64; 2] {
        let whole = self.mean_joules(means);
        if whole <= 0.0 {
            return [1.0, 1.0];
        }
        let behind = self.behind(means);
        [
            1.0 - behind.targets_less_joules / whole,
            1.0 + behind.targets_more_joules / whole,
        ]
    }

    /// The number of calls of methods of unknown energy.
    pub fn unpriced_calls(&self) -> f64 {
        let callbacks = self.callbacks.iter();
        let of_callbacks: f64 = callbacks
            .map(|callback| callback.times.all * callback.otherwise.unpriced_calls)
            .sum();
        // An empty sum is −0.
        self.unpriced_calls + of_callbacks + 0.0
    }

    /// Some of these methods, as in `p/A.f(I)V`; those with the most calls come first.
    pub fn unpriced(&self) -> Vec<(Arc<str>, f64)> {
        let mut found = self.unpriced.clone();
        for callback in &self.callbacks {
            for (method, calls) in &callback.otherwise.unpriced {
                found.push((Arc::clone(method), calls * callback.times.all));
            }
        }
        found.sort_by(|one, two| two.1.total_cmp(&one.1).then_with(|| one.0.cmp(&two.0)));
        found.dedup_by(|later, first| later.0 == first.0);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_as_sure_as_its_callee_and_its_count() {
        let callee = UncertainParts {
            unsure_joules: 2.0,
            ..UncertainParts::default()
        };
        let unsure = |count: f64, doubt: Doubt| {
            let mut sum = UncertainParts::default();
            sum.add_calls(5.0, &callee, count, doubt);
            sum.unsure_joules
        };
        let measured = |share: f64| unsure(1.0, Doubt::of_share(Certainty::Measured, share));
        let is = |unsure: f64, wanted: f64| (unsure - wanted).abs() < 1e-12;
        assert!(is(unsure(2.0, Doubt::of(Certainty::Certain)), 4.0));
        assert!(is(
            unsure(0.5, Doubt::of_share(Certainty::Branches, 0.5)),
            2.5
        ));
        assert!(is(measured(0.999), 2.0) && is(measured(0.9), 5.0));
    }
}
