//! The calls of a method, as they are shown.

use super::resolve::Targets;
use super::site_cost::Context;
use super::summarise::Summaries;
use super::summary::{Reason, Summary, Unpriceds};
use super::unit::Unit;
use crate::analysis::Scratch;
use pricing::Pricer;
use std::sync::Arc;

/// A call of a method.
#[derive(Debug, Clone, PartialEq)]
pub struct CallInfo {
    /// The instruction.
    pub instruction: u32,
    /// The line.
    pub line: Option<u32>,
    /// Who may run; empty where that is chosen elsewhere.
    pub targets: Vec<Arc<Summary>>,
    /// Who else may run, as in `p/A.f(I)V`: methods that lead back to the caller, and what the caller hands on.
    pub besides: Vec<Arc<str>>,
    /// What is not known of it.
    pub unpriced: Unpriceds,
    /// True where the method leads back to its caller.
    pub is_recursive: bool,
    /// The name of the method where the receiver's maker decides who runs.
    pub chosen_elsewhere: Option<Arc<str>>,
}

impl CallInfo {
    /// True where nothing is missing in what the callee costs with all that it calls. `caller` is what is missing in the
    /// caller's cost: a recursion leads to nothing else.
    pub fn is_priced(&self, caller: &Unpriceds) -> bool {
        self.unpriced.is_empty()
            && self.targets.iter().all(|target| target.unpriced.is_empty())
            && (!self.is_recursive || caller.is_empty())
    }

    /// True for a call of a method that a part which is not in a number names.
    pub(super) fn is_of(&self, callee: &str) -> bool {
        let target = self.targets.first();
        target.is_some_and(|target| target.display() == callee)
            || self.chosen_elsewhere.as_deref() == Some(callee)
    }
}

impl Summaries {
    /// The calls of a method without what they make of its cost, and what is not in that. Their lines are not told.
    pub fn calls<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<(Vec<CallInfo>, Unpriceds)> {
        let method = unit.find(class, name, descriptor)?;
        let number = unit.number(method);
        let summary = self.done.get(number as usize)?.get()?;
        let mut scratch = Scratch::default();
        let executed = unit.with_code(method, |_, _, code| scratch.executed(code))?;
        let context = |instruction: u32| -> Option<Context<'_>> {
            Some(Context {
                pricer,
                summaries: self,
                group: self.graph.order.group(number)?,
                labels: None,
                ends: scratch.ends_of_call(executed.as_ref(), instruction).1,
            })
        };
        let targets = self.graph.targets.get(number as usize)?;
        let sites = unit.sites(method).iter().zip(targets.iter());
        let mut calls: Vec<CallInfo> = sites
            .filter(|(_, targets)| !matches!(targets, Targets::Nobody))
            .filter_map(|(site, targets)| {
                let context = context(site.passed.instruction)?;
                Some(unit.resolved(&context, site, targets).told(site, None).0)
            })
            .collect();
        let lost = summary.unpriced.iter();
        for part in lost.filter(|part| part.reason == Reason::ChosenAtRunTime) {
            for call in calls.iter_mut().filter(|call| call.is_of(&part.method)) {
                call.unpriced.add(part.clone());
            }
        }
        Some((calls, summary.unpriced.clone()))
    }
}
