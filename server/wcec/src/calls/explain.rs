//! Where a method's energy goes: the tree of what it calls, with what each call has of the whole.
//!
//! Every callee's cost is given two patterns of its own before it becomes a part of its caller's: one that counts calls
//! and one that counts joules. No posterior knows them, so that they have a mean of 0 and change neither the dearest
//! path nor the total; but they are multiplied, summed and chosen with the cost that they stand in. In a method's cost at
//! given values their counts say how often each callee runs and what it takes.

use super::summarise::{MethodTotal, Summaries, Workspace};
use super::summary::{Summary, Unpriced, Unpriceds};
use super::unit::Unit;
use crate::ends::Ends;
use crate::expression::Cost;
use pricing::{PatternId, Priced, Pricer, Tally};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::sync::Arc;

/// A tree has no more calls than this.
const MAX_CALLS: usize = 8192;

/// What a call in the tree leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Callee {
    /// A method of the unit, whose own calls can be asked for.
    Own,
    /// A method of the library, known as a whole.
    Library,
    /// A method that leads back to its caller: what its runs take is the caller's.
    Recursive,
    /// Whoever made the receiver decides; the energy is a symbol.
    ChosenElsewhere,
    /// Nothing is known of what it takes.
    Unpriced,
}

/// A call in the tree.
#[derive(Debug, Clone)]
pub struct TreeCall {
    /// The method whose code makes the call, class, name and descriptor.
    pub caller: Arc<str>,
    /// The class that is called.
    pub class: Arc<str>,
    /// The name.
    pub name: Arc<str>,
    /// The descriptor.
    pub descriptor: Arc<str>,
    /// The instruction that calls.
    pub instruction: u32,
    /// What it leads to.
    pub callee: Callee,
    /// True for what an object brings along that is passed: a lambda, a comparator.
    pub is_handed: bool,
    /// True where it is one of several that may run.
    pub is_choice: bool,
    /// True for a method of the unit that calls others.
    pub has_calls: bool,
    /// What is not in its cost.
    pub unpriced: Unpriceds,
    /// The pattern whose count is how often it is called.
    pub calls: PatternId,
    /// The pattern whose count is the joules of all these calls, but for energies that are symbols.
    pub joules: PatternId,
    /// Its own calls, where they were asked for.
    pub children: Vec<Self>,
}

/// A method's cost with the calls that make it up.
#[derive(Debug, Clone)]
pub struct Explained {
    /// The cost; its counts of the patterns of [`Explained::calls`] are what the tree says.
    pub total: MethodTotal,
    /// The calls.
    pub calls: Vec<TreeCall>,
    /// How many patterns there are; the patterns behind them count what the method executes itself.
    patterns: u16,
}

impl Explained {
    /// The part of a tally of the total that the method executes itself, in every run of a recursion.
    pub fn own(&self, tally: &Tally) -> Tally {
        let own = tally.iter().filter_map(|(pattern, count)| {
            let own = pattern.0.checked_sub(self.patterns)?;
            (own < self.patterns).then_some((PatternId(own), count))
        });
        own.collect()
    }

    /// The tally without what only this analysis counts.
    pub fn executed(&self, tally: &Tally) -> Tally {
        let executed = tally.iter();
        executed
            .filter(|(pattern, _)| pattern.0 < self.patterns)
            .collect()
    }
}

/// What is written down of one method's calls while its cost is worked out.
#[derive(Debug)]
pub(crate) struct Labels {
    next: u16,
    /// The mean of each pattern on the device that is shown.
    means: Arc<[f64]>,
    /// The places in the tree whose own calls are wanted, each by the indices that lead to it.
    wanted: Arc<FxHashSet<Vec<u32>>>,
    place: Vec<u32>,
    caller: Arc<str>,
    is_choice: bool,
    calls: Vec<TreeCall>,
    instruction: u32,
    /// What is added to a pattern to count what the method executes itself.
    own: Option<u16>,
}

impl Labels {
    /// What counts the units that a method executes itself.
    pub(crate) fn own<'u>(&self, units: &'u [Priced]) -> impl Iterator<Item = Priced> + use<'u> {
        let own = self.own;
        units.iter().filter_map(move |unit| {
            Some(Priced {
                pattern: PatternId(unit.pattern.0.checked_add(own?)?),
                ..*unit
            })
        })
    }

    pub(crate) fn begin(&mut self, caller: &str) {
        self.caller = Arc::from(caller);
    }

    pub(crate) fn at(&mut self, instruction: u32, is_choice: bool) {
        self.instruction = instruction;
        self.is_choice = is_choice;
    }

    /// A new call with its two patterns; `None` where there are too many.
    fn call(&mut self, method: [&Arc<str>; 3], callee: Callee) -> Option<TreeCall> {
        if self.calls.len() >= MAX_CALLS {
            return None;
        }
        let (calls, joules) = (self.next, self.next.checked_add(1)?);
        self.next = joules.checked_add(1)?;
        let [class, name, descriptor] = method.map(Arc::clone);
        Some(TreeCall {
            caller: Arc::clone(&self.caller),
            class,
            name,
            descriptor,
            instruction: self.instruction,
            callee,
            is_handed: false,
            is_choice: self.is_choice,
            has_calls: false,
            unpriced: Unpriceds::default(),
            calls: PatternId(calls),
            joules: PatternId(joules),
            children: Vec::new(),
        })
    }

    /// Writes a call down that has no cost here; the pattern that counts it.
    pub(crate) fn without_cost(
        &mut self,
        method: [&Arc<str>; 3],
        callee: Callee,
        unpriced: Option<Unpriced>,
    ) -> Option<PatternId> {
        let mut call = self.call(method, callee)?;
        if let Some(part) = unpriced {
            call.unpriced.add(part);
        }
        let pattern = call.calls;
        self.calls.push(call);
        Some(pattern)
    }
}

impl Workspace {
    fn with_labels(labels: Labels) -> Self {
        Self {
            labels: Some(RefCell::new(labels)),
            ..Self::default()
        }
    }

    fn into_labels(self) -> Option<Labels> {
        self.labels.map(RefCell::into_inner)
    }
}

impl<B: AsRef<[u8]> + Sync + Send> Unit<B> {
    /// The summary of a callee with its patterns, written down as a call. `own` is its number among the unit's methods.
    pub(crate) fn labelled(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        labels: Option<&RefCell<Labels>>,
        (summary, ends): (Arc<Summary>, Ends),
        own: Option<u32>,
        is_handed: bool,
    ) -> Arc<Summary> {
        let Some(labels) = labels else {
            return summary;
        };
        let callee = if own.is_some() {
            Callee::Own
        } else {
            Callee::Library
        };
        let (call, place) = {
            let mut labels = labels.borrow_mut();
            let method = [&summary.class, &summary.name, &summary.descriptor];
            let Some(call) = labels.call(method, callee) else {
                return summary;
            };
            let mut place = labels.place.clone();
            place.push(labels.calls.len() as u32);
            (call, place)
        };
        let mut call = TreeCall {
            is_handed,
            has_calls: own.is_some_and(|number| !self.sites(self.method(number)).is_empty()),
            unpriced: summary.unpriced.clone(),
            ..call
        };
        // Its place is taken before its own calls are written down elsewhere.
        labels.borrow_mut().calls.push(call.clone());
        let mut summary = Summary::clone(&summary);
        let wanted = labels.borrow().wanted.contains(&place);
        if let (Some(number), true) = (own, wanted) {
            let inner = Labels {
                next: labels.borrow().next,
                means: Arc::clone(&labels.borrow().means),
                wanted: Arc::clone(&labels.borrow().wanted),
                place,
                caller: Arc::from(""),
                is_choice: false,
                calls: Vec::new(),
                instruction: 0,
                own: None,
            };
            if let Some((total, inner)) = self.with_labels(pricer, summaries, number, inner, ends) {
                labels.borrow_mut().next = inner.next;
                call.children = inner.calls;
                summary = self.exported(pricer, &summaries.prices, number, &total);
            }
        }
        let mut labels = labels.borrow_mut();
        summary.cost = with_label(&summary.cost, pricer, &labels.means, &call);
        if let Some(place) = labels
            .calls
            .iter_mut()
            .find(|other| other.calls == call.calls)
        {
            *place = call;
        }
        Arc::new(summary)
    }

    fn with_labels(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        number: u32,
        labels: Labels,
        ends: Ends,
    ) -> Option<(MethodTotal, Labels)> {
        let group = summaries.graph.order.group(number)?;
        let mut workspace = Workspace::with_labels(labels);
        workspace.scratch.ends = ends;
        let totals = self.totals(pricer, summaries, group, &mut workspace, &mut None);
        let (_, total) = totals
            .list
            .into_iter()
            .find(|(other, _)| *other == number)?;
        Some((total, workspace.into_labels()?))
    }
}

/// A cost in which a call's patterns count what it executes.
fn with_label(cost: &Cost, pricer: &Pricer, means: &[f64], call: &TreeCall) -> Cost {
    let given = pricer.energy_pattern();
    let mut labelled = cost.map_tallies(&|tally| {
        let mut labelled = tally.clone();
        let executed = tally.mean(means) - tally.count(given) * mean_of(means, given);
        // What stands for an energy that is passed must stay what it is alone.
        if executed != 0.0 {
            labelled.add(call.joules, executed);
        }
        labelled
    });
    labelled.add(Cost::from(Tally::from_iter([(call.calls, 1.0)])));
    labelled
}

fn mean_of(means: &[f64], pattern: PatternId) -> f64 {
    means.get(usize::from(pattern.0)).copied().unwrap_or(0.0)
}

impl Summaries {
    /// A method's cost with the calls that make it up. `means` are the means in joules of one execution of each pattern
    /// on the device that is shown. The calls of the callees in `wanted` are told as well, each named by the indices
    /// that lead to it.
    pub fn explain<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        pricer: &Pricer,
        means: &Arc<[f64]>,
        wanted: &Arc<FxHashSet<Vec<u32>>>,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<Explained> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        if !unit.has_code(number) {
            return None;
        }
        let patterns = u16::try_from(means.len()).ok()?;
        let labels = Labels {
            next: patterns.checked_mul(2)?,
            own: Some(patterns),
            means: Arc::clone(means),
            wanted: Arc::clone(wanted),
            place: Vec::new(),
            caller: Arc::from(""),
            is_choice: false,
            calls: Vec::new(),
            instruction: 0,
        };
        let (total, labels) = unit.with_labels(pricer, self, number, labels, Ends::Returns)?;
        Some(Explained {
            total,
            calls: labels.calls,
            patterns,
        })
    }

    /// The methods of the unit that call one of it: class, name and descriptor of each, once.
    pub fn callers<B>(
        &self,
        unit: &Unit<B>,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Vec<[Arc<str>; 3]> {
        let Some(wanted) = unit.find(class, name, descriptor) else {
            return Vec::new();
        };
        let number = unit.number(wanted);
        let callers = self.graph.order.needed_by(number).iter();
        callers
            .map(|caller| {
                let caller = unit.method(*caller);
                let header = &unit.classes[caller.class as usize].header;
                let method = &header.methods[caller.method as usize];
                [&header.name, &method.name, &method.descriptor].map(Arc::clone)
            })
            .collect()
    }
}
