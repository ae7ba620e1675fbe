//! Where a method's energy goes: the tree of its calls, each with its share of the whole.
//!
//! Before a callee's cost becomes a part of its caller's, it gets two patterns of its own: one counts calls, and the other
//! counts joules. No posterior knows these patterns, so their mean is 0, and they change neither the most expensive path nor
//! the total. But they are multiplied, summed and chosen along with the cost. In a method's cost at given values, their counts
//! say how often each callee runs and what it costs.

pub(crate) use super::labels::Labels;
pub use super::labels::{Callee, TreeCall};
use super::method_total::MethodTotal;
use super::summaries::{Summaries, Workspace};
use super::unit::Unit;
use cost::Cost;
use pricing::{PatternId, Pricer, Tally};
use rustc_hash::FxHashSet;
use std::cell::RefCell;
use std::sync::Arc;
use wcec::{Ends, Summary};

/// A callee that is recorded as a call.
#[derive(Debug, Clone, Copy)]
pub(crate) enum LabelledCallee {
    /// The method of the unit with this number.
    Method(u32),
    /// A method of the unit in some of its calls. Their own calls are not shown.
    WithKnownArguments,
    /// A method of the library.
    OfLibrary,
}

/// A method's cost and the calls that make it up.
#[derive(Debug, Clone)]
pub struct Explained {
    /// The cost. Its counts of the patterns of [`Explained::calls`] fill the tree.
    pub total: MethodTotal,
    /// The calls.
    pub calls: Vec<TreeCall>,
    /// The number of patterns. The patterns after them count what the method executes itself.
    patterns: u16,
}

impl Explained {
    /// The part of a tally of the total that the method itself executes, in all runs of a recursion.
    pub fn own(&self, tally: &Tally) -> Tally {
        let own = tally.iter().filter_map(|(pattern, count)| {
            let own = pattern.0.checked_sub(self.patterns)?;
            (own < self.patterns).then_some((PatternId(own), count))
        });
        own.collect()
    }

    /// The tally without the patterns that only this analysis adds.
    pub fn executed(&self, tally: &Tally) -> Tally {
        let executed = tally.iter();
        executed
            .filter(|(pattern, _)| pattern.0 < self.patterns)
            .collect()
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

impl Unit {
    /// The summary of a callee with its patterns, recorded as a call.
    pub(crate) fn labelled(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        labels: Option<&RefCell<Labels>>,
        (summary, ends): (Arc<Summary>, Ends),
        labelled: LabelledCallee,
        is_handed: bool,
    ) -> Arc<Summary> {
        let Some(labels) = labels else {
            return summary;
        };
        let (callee, own) = match labelled {
            LabelledCallee::Method(number) => (Callee::Own, Some(number)),
            LabelledCallee::WithKnownArguments => (Callee::Own, None),
            LabelledCallee::OfLibrary => (Callee::Library, None),
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
        // Take the index before its own calls are recorded elsewhere.
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

/// A cost with a call's patterns, which count what the call executes.
fn with_label(cost: &Cost, pricer: &Pricer, means: &[f64], call: &TreeCall) -> Cost {
    let given = pricer.energy_pattern();
    let mut labelled = cost.map_tallies(&|tally| {
        let mut labelled = tally.clone();
        let executed = tally.mean(means) - tally.count(given) * mean_of(means, given);
        // A symbol for a passed energy must stay the only thing in its cost.
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
    /// A method's cost with the calls that make it up. `means` has the mean in joules of one execution of each pattern on the
    /// shown device. Also lists the calls of the callees in `wanted`, each given by the indices that lead to it.
    pub fn explain(
        &self,
        unit: &Unit,
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

    /// The methods of the unit that call this one: class, name and descriptor, each once.
    pub fn callers(
        &self,
        unit: &Unit,
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
