//! What one call adds to its caller.

use super::Call;
use super::call_info::CallInfo;
use super::explain::{self, Labels};
use super::sites::Site;
use super::summarise::Summaries;
use super::summary::{Summary, Unpriced, Unpriceds};
use super::unit::Unit;
use crate::writes::Writes;
use pricing::{PatternId, Pricer, Tally};
use std::cell::RefCell;
use std::sync::Arc;

/// What the resolution of a call's targets needs to know.
pub(super) struct Context<'c> {
    pub(super) pricer: &'c Pricer,
    pub(super) summaries: &'c Summaries,
    pub(super) group: &'c [u32],
    pub(super) labels: Option<&'c RefCell<Labels>>,
}

impl Context<'_> {
    /// A callee's summary, written down where calls are.
    pub(super) fn labelled<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        summary: Arc<Summary>,
        own: Option<u32>,
        is_handed: bool,
    ) -> Arc<Summary> {
        let (pricer, summaries) = (self.pricer, self.summaries);
        unit.labelled(pricer, summaries, self.labels, summary, own, is_handed)
    }
}

/// What a call adds to its caller.
#[derive(Default)]
pub(super) struct SiteCost {
    pub(super) targets: Vec<Arc<Summary>>,
    /// The methods that lead back to the caller.
    pub(super) besides: Vec<Arc<str>>,
    pub(super) unpriced: Unpriceds,
    pub(super) is_recursive: bool,
    pub(super) chosen_elsewhere: Option<Arc<str>>,
    pub(super) call: Option<Resolved>,
    /// The patterns that count its calls, where it has no cost that could.
    pub(super) marks: Vec<PatternId>,
}

impl SiteCost {
    /// What the call may write, besides what a method of the caller's group writes.
    pub(super) fn writes(&self) -> Writes {
        if self.chosen_elsewhere.is_some() || !self.unpriced.is_empty() {
            return Writes::anything();
        }
        let mut writes = Writes::nothing();
        for target in &self.targets {
            writes.add_all(&target.writes);
        }
        writes
    }

    /// What is shown of it, and what it costs.
    pub(super) fn told(mut self, site: &Site, line: Option<u32>) -> (CallInfo, Option<Resolved>) {
        if let Some(Resolved::Symbolic(call)) = &self.call {
            let handed = call.handed.iter().map(|handed| &handed.implementation);
            let names =
                handed.map(|method| qualified(&method.class, &method.name, &method.descriptor));
            self.besides.extend(names);
        }
        let info = CallInfo {
            instruction: site.passed.instruction,
            line,
            targets: self.targets,
            besides: self.besides,
            unpriced: self.unpriced,
            is_recursive: self.is_recursive,
            chosen_elsewhere: self.chosen_elsewhere,
        };
        (info, self.call)
    }

    /// Writes a call down that adds nothing to the cost.
    pub(super) fn mark(
        &mut self,
        context: &Context<'_>,
        called: [&Arc<str>; 3],
        callee: explain::Callee,
        unpriced: Option<Unpriced>,
    ) {
        let mark = context
            .labels
            .and_then(|labels| labels.borrow_mut().without_cost(called, callee, unpriced));
        self.marks.extend(mark);
    }
}

/// `p/A.f(I)V`
pub(super) fn qualified(class: &str, name: &str, descriptor: &str) -> Arc<str> {
    Arc::from(format!("{class}.{name}{descriptor}"))
}

pub(super) enum Resolved {
    Constant(Tally),
    Symbolic(Box<Call>),
}
