//! The calls of one method.

use super::resolve::Targets;
use super::site_cost::Context;
use super::summaries::Summaries;
use super::unit::Unit;
use pricing::Pricer;
use wcec::{CallInfo, Reason, Scratch, Unpriceds};

impl Summaries {
    /// The calls of a method with what they leave unpriced, but without their costs. They have no lines.
    pub fn calls(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
    ) -> Option<(Vec<CallInfo>, Unpriceds)> {
        let method = unit.find(class, name, descriptor)?;
        let number = unit.number(method);
        let summary = self.done.get(number as usize)?.get()?;
        let mut scratch = Scratch::default();
        let executed = unit.with_code(method, |_, _, code| scratch.executed(code))?;
        let group = self.graph.order.group(number)?;
        let place = group.binary_search(&number).ok()?;
        let mut ending = unit.ending_calls(pricer, self, group).unwrap_or_default();
        let ending = ending
            .get_mut(place)
            .map(std::mem::take)
            .unwrap_or_default();
        let context = |instruction: u32| -> Option<Context<'_>> {
            Some(Context {
                pricer,
                summaries: self,
                group,
                labels: None,
                ending: &ending,
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
