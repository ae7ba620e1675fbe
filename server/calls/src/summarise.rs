//! Summaries of all methods of a unit, callees before callers.

use super::breakdown::Marking;
use super::fitted::fitted_cost;
use super::graph::Graph;
use super::incremental::PreviousState;
use super::method_total::MethodTotal;
use super::needed::thrown_through_within;
use super::prices::{Prices, WorstCaseLimit};
use super::recursion::{self, Body, SharedTotal};
use super::resolve::{Target, Targets};
use super::site_cost::qualified;
use super::summaries::{Summaries, Totals, Workspace};
use super::typical::Table;
use super::unit::{MethodId, Unit, UnitKind};
use pricing::Pricer;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};
use wcec::{Ends, Marks, Summary, Writes};

impl Unit {
    /// Summarises every method of the unit, in parallel.
    pub fn summarise(&self, pricer: &Pricer, prices: &Arc<Prices>) -> Summaries {
        self.summarise_after(pricer, prices, None)
    }

    /// The same for a unit of which no later state will be computed, and whose methods nothing outside of it calls: leaves out
    /// what only these would need.
    pub fn summarise_last(&self, pricer: &Pricer, prices: &Arc<Prices>) -> Summaries {
        let graph = Graph::of(self, |_| None);
        let mut summaries = Summaries::empty(self, prices, graph);
        summaries.thrown_through = thrown_through_within(self, &summaries.graph);
        summaries.mark_last();
        self.fill(pricer, &mut summaries, None);
        let rows = std::mem::take(&mut summaries.rows).into_iter();
        let rows = rows.map(OnceLock::into_inner).collect();
        let typical = Table::of_last(self, &summaries, pricer, rows);
        summaries.typical = OnceLock::from(Arc::new(typical));
        summaries
    }

    /// The same with an earlier state of the unit that was summarised with the same pricer and prices: computes only what
    /// depends on a change. Classes keep their indices in the unit, and new classes follow them.
    pub fn summarise_after(
        &self,
        pricer: &Pricer,
        prices: &Arc<Prices>,
        earlier: Option<(&Self, &Summaries)>,
    ) -> Summaries {
        let earlier = earlier.filter(|(_, summaries)| !summaries.is_last);
        let earlier = earlier.map(|earlier| PreviousState::of(self, earlier));
        let earlier = earlier.as_ref();
        let with_before = |mut summaries: Summaries| {
            summaries.before = earlier.and_then(|earlier| earlier.typical(self, &summaries));
            summaries
        };
        if let Some(summaries) =
            earlier.and_then(|earlier| earlier.reuse_unchanged(self, pricer, prices))
        {
            return with_before(summaries);
        }
        // What a call may reach depends only on the headers. Groups that were separated are resolved again.
        let has_same_headers = earlier.is_some_and(|earlier| {
            !earlier.summaries.graph.order.is_untangled && earlier.has_headers_of(self)
        });
        let graph = Graph::of(self, |method| {
            let earlier = earlier
                .filter(|earlier| has_same_headers && earlier.has_same_method(self, method))?;
            let number = earlier.number(method)?;
            let Graph { targets, order } = &earlier.summaries.graph;
            Some((
                Arc::clone(targets.get(number)?),
                order.needs.get(number)?.clone(),
            ))
        });
        let mut summaries = Summaries::empty(self, prices, graph);
        self.fill(pricer, &mut summaries, earlier);
        with_before(summaries)
    }

    /// The same for a library that already knows some of the unit's own methods, for example those of a part of it. They keep
    /// their summaries.
    pub fn summarise_rest(&self, pricer: &Pricer, prices: &Arc<Prices>) -> Summaries {
        let graph = Graph::of(self, |_| None);
        let mut summaries = Summaries::empty(self, prices, graph);
        let classes = self.classes.par_iter().enumerate();
        classes.for_each(|(index, class)| {
            for (method, header) in (0..).zip(&class.header.methods) {
                let number = self.number(MethodId {
                    class: index as u32,
                    method,
                });
                let name = (&class.header.name, &header.name, &header.descriptor);
                if let Some(known) = self.library.summary(name.0, name.1, name.2) {
                    let _ = summaries.done[number as usize].set(known);
                }
            }
        });
        self.fill(pricer, &mut summaries, None);
        summaries
    }

    /// Summarises the missing methods, level by level.
    fn fill(
        &self,
        pricer: &Pricer,
        summaries: &mut Summaries,
        earlier: Option<&PreviousState<'_>>,
    ) {
        let is_edited = |number: u32| {
            let method = self.method(number);
            earlier.is_some_and(|earlier| !earlier.has_same_method(self, method))
        };
        let order = Arc::clone(&summaries.graph.order);
        for level in &order.levels {
            let edited = self.fill_level(pricer, summaries, level, earlier, is_edited);
            summaries.fresh.extend(edited);
        }
    }

    /// Summarises the missing methods of groups that do not need each other. Returns the costs of the methods of edited
    /// classes.
    pub(super) fn fill_level(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        level: &[Vec<u32>],
        earlier: Option<&PreviousState<'_>>,
        is_edited: impl Fn(u32) -> bool + Sync,
    ) -> Vec<(u32, MethodTotal)> {
        let is_known = |number: &u32| {
            !self.has_code(*number) || summaries.done[*number as usize].get().is_some()
        };
        let changed: Vec<&Vec<u32>> = level
            .iter()
            .filter(|group| {
                !group.iter().all(is_known)
                    && !earlier.is_some_and(|earlier| earlier.keep(self, summaries, group))
            })
            .collect();
        let groups = changed.par_iter().with_min_len(8);
        let edited = groups.map_init(Workspace::default, |workspace, group| {
            let mut edited = Vec::new();
            for (number, total, summary) in
                self.summarise_group(pricer, summaries, group, workspace)
            {
                // An unchanged summary changes nothing for its callers.
                let before = earlier.and_then(|earlier| earlier.summary(self.method(number)));
                let summary = match before {
                    Some(before) if **before == summary => Arc::clone(before),
                    _ => Arc::new(summary),
                };
                let _ = summaries.done[number as usize].set(summary);
                if is_edited(number) {
                    edited.push((number, total));
                }
            }
            edited
        });
        edited.flatten_iter().collect()
    }

    /// The methods of a group with their costs and with what callers see of them.
    pub(super) fn summarise_group(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
    ) -> Vec<(u32, MethodTotal, Summary)> {
        workspace.rows = Some(Vec::with_capacity(group.len()));
        workspace.scratch.ends = Ends::Returns;
        let totals = self.totals(pricer, summaries, group, workspace, &mut None);
        let rows = workspace.rows.take().into_iter().flatten();
        for (number, row) in rows.filter(|(number, _)| self.has_code(*number)) {
            let _ = summaries.rows[number as usize].set(Arc::new(row.fitted()));
        }
        let prices = &summaries.prices;
        let mut whole = FxHashMap::default();
        let is_thrown_through = |number: &u32| summaries.is_thrown_through(*number);
        if totals.differ_by_end && group.iter().any(is_thrown_through) {
            workspace.scratch.ends = Ends::Any;
            let totals = self.totals(pricer, summaries, group, workspace, &mut None);
            workspace.scratch.ends = Ends::Returns;
            whole.extend(totals.list);
        }
        let totals = totals.list.into_iter();
        totals
            .filter(|(number, _)| self.has_code(*number))
            .map(|(number, total)| {
                let exported = |total: &MethodTotal| {
                    let summary = self.exported(pricer, prices, number, total);
                    Summary {
                        cost: fitted_cost(&summary.cost),
                        ..summary
                    }
                };
                let mut summary = exported(&total);
                let whole = whole.get(&number).map(exported);
                summary.whole = whole.filter(|whole| *whole != summary).map(Arc::new);
                if let Some(limit) = self.limit_of(prices, &summary) {
                    summary = limit.instead_of(summary);
                }
                (number, total, summary)
            })
            .collect()
    }

    /// The limit of the worst case of a method, if the unit is the JDK or another library: a project's own class is priced by
    /// its code.
    fn limit_of<'p>(&self, prices: &'p Prices, of: &Summary) -> Option<&'p WorstCaseLimit> {
        if self.kind() != UnitKind::Library {
            return None;
        }
        prices.limit(&qualified(&of.class, &of.name, &of.descriptor))
    }

    /// Whether a call may lead to a method of the group.
    pub(super) fn leads_to(&self, targets: &Targets, group: &[u32]) -> bool {
        match targets {
            Targets::Known(known) => known.iter().any(|target| match target {
                Target::Own(method) => group.binary_search(&self.number(*method)).is_ok(),
                Target::Library { .. } | Target::Unknown(_) => false,
            }),
            Targets::Nobody | Targets::ChosenElsewhere => false,
        }
    }

    /// Whether a call may return although a call of the same group that it made ended with an exception.
    fn catches_its_own(
        &self,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
    ) -> bool {
        let catches = |number: &u32| {
            let id = self.method(*number);
            let targets = &summaries.graph.targets[*number as usize];
            let mut sites = self.sites(id).iter().zip(targets.iter());
            if !sites
                .clone()
                .any(|(_, targets)| self.leads_to(targets, group))
            {
                return Some(false);
            }
            self.with_code(id, |_, _, code| {
                if code.handlers.is_empty() {
                    return false;
                }
                let scratch = &mut workspace.scratch;
                let executed = scratch.executed(code);
                sites.any(|(site, targets)| {
                    let at = site.passed.instruction;
                    scratch.ends_of_call(executed.as_ref(), at) == (true, Ends::Any)
                        && self.leads_to(targets, group)
                })
            })
        };
        group.iter().filter_map(catches).any(|catches| catches)
    }

    /// The costs of methods that call each other, or of a single method.
    pub(super) fn totals(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Totals {
        if let Some(totals) = self.totals_of_states(pricer, summaries, group, workspace, marking) {
            return totals;
        }
        let ends = workspace.scratch.ends;
        if ends == Ends::Returns && self.catches_its_own(summaries, group, workspace) {
            workspace.scratch.ends = Ends::Any;
        }
        let totals = self.totals_at(pricer, summaries, group, ends, workspace, marking);
        workspace.scratch.ends = ends;
        totals
    }

    fn totals_at(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        ends: Ends,
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Totals {
        let mut bodies: Vec<(u32, Body)> = Vec::with_capacity(group.len());
        for number in group {
            let body = self.body(pricer, summaries, group, *number, workspace, marking);
            bodies.push((*number, body));
        }
        let shared = self.shared(pricer, summaries, &mut bodies, workspace, marking.as_ref());
        let differ_by_end =
            shared.is_of_returns || bodies.iter().any(|(_, body)| body.differs_by_end);
        let total = |(number, body)| (number, shared.total_of(number, body));
        let list = bodies.into_iter().map(total).collect();
        if marking.is_none()
            && ends == Ends::Returns
            && let [first, _, ..] = group
        {
            let _ = summaries.shared[*first as usize].set(Arc::new(shared));
        }
        Totals {
            list,
            differ_by_end,
        }
    }

    /// What the methods of a group have in common.
    fn shared(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        bodies: &mut [(u32, Body)],
        workspace: &mut Workspace,
        marking: Option<&Marking>,
    ) -> SharedTotal {
        let is_alone = bodies.len() == 1;
        let is_recursive = bodies.iter().any(|(_, body)| !body.recursive.is_empty());
        let mut shared = SharedTotal {
            ends: workspace.scratch.ends,
            ..SharedTotal::default()
        };
        if is_recursive || !is_alone {
            let mut writes = Writes::nothing();
            for (_, body) in &*bodies {
                writes.add_all(&body.total.writes);
                shared.open_calls.add_all(&body.total.open_calls);
            }
            if !is_alone {
                for (_, body) in &mut *bodies {
                    body.total.writes.clone_from(&writes);
                }
            }
            // A method of the group may pass another one something else.
            shared.writes = Some(writes.resolved(|_| Writes::anything()));
        }
        if !is_recursive {
            return shared;
        }
        if self.kind() != UnitKind::Library {
            let group: Vec<u32> = bodies.iter().map(|(number, _)| *number).collect();
            shared.endless = self.endless_recursions(summaries, &group);
        }
        let marked: Vec<recursion::RecursiveCalls> = bodies
            .iter()
            .map(|(number, body)| self.marked(*number, body, is_alone, workspace))
            .collect();
        shared.is_of_returns = marked.iter().any(|marked| marked.is_of_returns);
        let marks = marking.map(|marking| &marking.marks);
        let means = marks.map_or(pricer.means(), Marks::means);
        // Marks are used instead of patterns there, and an estimate has no marks.
        let none = Prices::default();
        let prices = if marking.is_some() {
            &none
        } else {
            &*summaries.prices
        };
        let spread = marks.is_none().then(|| pricer.path_spread());
        let chosen_by = (means, spread);
        shared.recursion = Some(recursion::unroll(bodies, &marked, chosen_by, prices));
        shared
    }

    /// How often a method calls its own group at most, and which of its symbols grow from call to call.
    fn marked(
        &self,
        number: u32,
        body: &Body,
        is_alone: bool,
        workspace: &mut Workspace,
    ) -> recursion::RecursiveCalls {
        let id = self.method(number);
        self.with_code(id, |class, method, code| {
            recursion::mark(class, method, code, body, is_alone, &mut workspace.scratch)
        })
        .unwrap_or_default()
    }
}

impl Summaries {
    /// A method's cost with all that it calls, computed again with all that is displayed, for calls that return.
    pub fn total(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        method: (&str, &str, &str),
    ) -> Option<MethodTotal> {
        self.total_at(unit, pricer, method, Ends::Returns)
    }

    /// The same for calls that end in these ways.
    pub fn total_at(
        &self,
        unit: &Unit,
        pricer: &Pricer,
        (class, name, descriptor): (&str, &str, &str),
        ends: Ends,
    ) -> Option<MethodTotal> {
        let number = unit.number(unit.find(class, name, descriptor)?);
        if !unit.has_code(number) {
            return None;
        }
        if let (Some(total), Ends::Returns) = (self.fresh.get(&number), ends) {
            return Some(total.clone());
        }
        let group = self.graph.order.group(number)?;
        let mut workspace = Workspace::default();
        if let (Some(shared), Ends::Returns) = (self.shared_of(group), ends) {
            workspace.scratch.ends = shared.ends;
            let body = unit.body(pricer, self, group, number, &mut workspace, &mut None);
            return Some(shared.total_of(number, body));
        }
        workspace.scratch.ends = ends;
        let totals = unit.totals(pricer, self, group, &mut workspace, &mut None);
        let mut totals = totals.list.into_iter();
        totals
            .find(|(other, _)| *other == number)
            .map(|(_, total)| total)
    }
}
