//! Summaries of all methods of a unit, callees before callers.

use super::breakdown::Marking;
use super::graph::Graph;
use super::incremental::PreviousState;
use super::prices::{self, Prices};
use super::recursion::{self, Body};
use super::resolve::{Target, Targets};
use super::site_cost::{Context, Resolved};
pub(crate) use super::summaries::Workspace;
pub use super::summaries::{MethodTotal, Summaries};
pub(super) use super::summaries::{Totals, nothing};
use super::typical::Row;
use super::unit::{MethodId, Unit, UnitKind};
use bytecode::{ArrayElement, ClassFile, Code, Method, Op};
use cost::{Assumption, AssumptionKind, Assumptions, Cost, Symbol};
use pricing::{Priced, Pricer};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};
use wcec::{
    Call, ELEMENT, Ends, Executed, Lines, Marks, MethodInput, NoteKind, Reason, Returned, Summary,
    Unpriced, Writes, is_harmless, with_estimates,
};

impl<B: AsRef<[u8]> + Sync + Send> Unit<B> {
    /// Summarises every method of the unit, in parallel.
    pub fn summarise(&self, pricer: &Pricer, prices: &Arc<Prices>) -> Summaries {
        self.summarise_after(pricer, prices, None)
    }

    /// The same where an earlier state of the unit was summarised by the same pricer and prices: only what depends on
    /// a change is worked out again. Classes keep their places in the unit; new ones come behind.
    pub fn summarise_after(
        &self,
        pricer: &Pricer,
        prices: &Arc<Prices>,
        earlier: Option<(&Self, &Summaries)>,
    ) -> Summaries {
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
        // What a call may reach hangs on the headers alone. Groups that were untangled are resolved anew.
        let has_same_headers = earlier.is_some_and(|earlier| {
            !earlier.summaries.graph.order.is_untangled && earlier.has_headers_of(self)
        });
        let graph = Graph::of(self, |method| {
            let earlier = earlier
                .filter(|earlier| has_same_headers && earlier.has_same_class(self, method.class))?;
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

    /// The same where the library knows some of the unit's own methods, as of classes that are a part of it: those keep
    /// what it says.
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

    /// Summarises what is not yet, level by level.
    fn fill(
        &self,
        pricer: &Pricer,
        summaries: &mut Summaries,
        earlier: Option<&PreviousState<'_, B>>,
    ) {
        let is_edited = |number: u32| {
            let class = self.method(number).class;
            earlier.is_some_and(|earlier| !earlier.has_same_class(self, class))
        };
        let order = Arc::clone(&summaries.graph.order);
        for level in &order.levels {
            let edited = self.fill_level(pricer, summaries, level, earlier, is_edited);
            summaries.fresh.extend(edited);
        }
    }

    /// Summarises what is not yet of groups that need none of each other. The result are the costs of the methods of
    /// edited classes.
    pub(super) fn fill_level(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        level: &[Vec<u32>],
        earlier: Option<&PreviousState<'_, B>>,
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
                // What comes out as before changes nothing for its callers.
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

    /// The methods of a group with what they cost and what callers see of it.
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
            let _ = summaries.rows[number as usize].set(Arc::new(row));
        }
        let prices = &summaries.prices;
        let mut whole = FxHashMap::default();
        let is_read = |number: &u32| summaries.is_read(*number);
        if totals.differ_by_end && group.iter().any(is_read) {
            workspace.scratch.ends = Ends::Any;
            let totals = self.totals(pricer, summaries, group, workspace, &mut None);
            workspace.scratch.ends = Ends::Returns;
            whole.extend(totals.list);
        }
        let totals = totals.list.into_iter();
        totals
            .filter(|(number, _)| self.has_code(*number))
            .map(|(number, total)| {
                let mut summary = self.exported(pricer, prices, number, &total);
                let whole = whole.get(&number);
                let whole = whole.map(|total| self.exported(pricer, prices, number, total));
                summary.whole = whole.filter(|whole| *whole != summary).map(Arc::new);
                (number, total, summary)
            })
            .collect()
    }

    /// True where a call may lead to a method of the group.
    pub(super) fn leads_to(&self, targets: &Targets, group: &[u32]) -> bool {
        match targets {
            Targets::Known(known) => known.iter().any(|target| match target {
                Target::Own(method) => group.binary_search(&self.number(*method)).is_ok(),
                Target::Library { .. } | Target::Unknown(_) => false,
            }),
            Targets::Nobody | Targets::ChosenElsewhere => false,
        }
    }

    /// True where a call returns although an exception ended a call of the same group under it.
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

    /// The costs of methods that call each other, or of a single one.
    pub(super) fn totals(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Totals {
        let ends = workspace.scratch.ends;
        if ends == Ends::Returns && self.catches_its_own(summaries, group, workspace) {
            workspace.scratch.ends = Ends::Any;
        }
        let totals = self.totals_at(pricer, summaries, group, workspace, marking);
        workspace.scratch.ends = ends;
        totals
    }

    fn totals_at(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Totals {
        let mut bodies: Vec<(u32, Body)> = Vec::with_capacity(group.len());
        for number in group {
            let body = self.body(pricer, summaries, group, *number, workspace, marking);
            bodies.push((*number, body));
        }
        if bodies.len() > 1 {
            let mut all = Writes::nothing();
            for (_, body) in &bodies {
                all.add_all(&body.total.writes);
            }
            for (_, body) in &mut bodies {
                body.total.writes = all.clone();
            }
        }
        let differ_by_end = bodies.iter().any(|(_, body)| body.differs_by_end);
        let is_recursive = bodies.iter().any(|(_, body)| !body.recursive.is_empty());
        if !is_recursive {
            let bodies = bodies.into_iter();
            return Totals {
                list: bodies.map(|(number, body)| (number, body.total)).collect(),
                differ_by_end,
            };
        }
        let marked: Vec<recursion::RecursiveCalls> = bodies
            .iter()
            .map(|(number, body)| self.marked(*number, body, group.len() == 1, workspace))
            .collect();
        let marks = marking.as_ref().map(|marking| &marking.marks);
        let means = marks.map_or(pricer.means(), Marks::means);
        // Marks stand for patterns there, and an estimate has none.
        let none = Prices::default();
        let prices = if marking.is_some() {
            &none
        } else {
            &*summaries.prices
        };
        Totals {
            list: recursion::unroll(bodies, &marked, means, prices),
            differ_by_end,
        }
    }

    pub(super) fn has_code(&self, number: u32) -> bool {
        let method = self.method(number);
        let class = &self.classes[method.class as usize];
        class.has_code.get(method.method as usize) == Some(&true)
    }

    /// The class and code of a method.
    pub(super) fn with_code<R>(
        &self,
        method: MethodId,
        work: impl FnOnce(&ClassFile<'_>, &Method, &Code) -> R,
    ) -> Option<R> {
        let bytes = self.classes[method.class as usize].bytes.as_ref();
        let class = self.decoded.get(method.class, bytes)?;
        let declared = class.methods.get(method.method as usize)?;
        let code = declared.code.as_ref()?;
        Some(work(&class, declared, code))
    }

    /// What one call of a method executes, without those of its callees that lead back to it.
    pub(super) fn body(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        number: u32,
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Body {
        let id = self.method(number);
        self.with_code(id, |class, method, code| {
            let mut body = Body::default();
            let Workspace {
                interpreter,
                events,
                units,
                scratch,
                labels,
                rows,
            } = workspace;
            let labels = labels.as_ref();
            if let Some(labels) = labels {
                let name = format!("{}.{}{}", class.name, method.name, method.descriptor);
                labels.borrow_mut().begin(&name);
            }
            interpreter.run(class, code, events);
            pricer.price(events, units);
            let mut calls: Vec<Call> = Vec::new();
            let mut followed: Vec<u32> = Vec::new();
            let mut executed: Vec<Priced> = Vec::new();
            let mut assumptions = Assumptions::default();
            let mut writes: Vec<(u32, Writes)> = Vec::new();
            let mut returned: Vec<(u32, Arc<Returned>)> = Vec::new();
            body.total.writes = own_writes(class, code);
            let executed_blocks = scratch.executed(code);
            body.differs_by_end = executed_blocks.as_ref().is_some_and(Executed::leaves_out);
            let sites = self.sites(id);
            let targets = summaries.graph.targets[number as usize].iter();
            for (site, targets) in sites.iter().zip(targets) {
                let at = site.passed.instruction;
                let (is_executed, ends) = scratch.ends_of_call(executed_blocks.as_ref(), at);
                let context = Context {
                    pricer,
                    summaries,
                    group,
                    labels,
                    ends,
                };
                let resolved = self.resolved(&context, site, targets);
                body.differs_by_end |= resolved.differs_by_end();
                executed.extend(resolved.marks.iter().map(|mark| Priced {
                    pattern: *mark,
                    instruction: site.passed.instruction,
                    tree: u32::MAX,
                    count: 1.0,
                }));
                // What the others of its group write is added to all of them afterwards.
                let of_call = if is_harmless(&site.class, &site.name) {
                    Writes::nothing()
                } else {
                    resolved.writes()
                };
                if is_executed {
                    body.total.writes.add_all(&of_call);
                }
                let of_call = if resolved.is_recursive {
                    Writes::anything()
                } else {
                    of_call
                };
                writes.push((site.passed.instruction, of_call));
                let of_call = self.returned_by(site, targets, &resolved.targets);
                returned.extend(of_call.map(|of_call| (site.passed.instruction, of_call)));
                let (info, call) = resolved.told(site, code.line_of(site.passed.instruction));
                if info.unpriced.is_empty() {
                    followed.push(info.instruction);
                }
                if info.is_recursive && is_executed {
                    body.recursive.push(site.passed.clone());
                }
                if is_executed {
                    body.total.unpriced.add_all(&info.unpriced);
                    for target in &info.targets {
                        body.total.unpriced.add_all(&target.unpriced);
                        assumptions.add_all(&target.assumptions);
                    }
                }
                if !matches!(targets, Targets::Nobody) {
                    body.total.calls.push(info);
                }
                match call {
                    Some(Resolved::Constant(tally)) => {
                        executed.extend(tally.iter().map(|(pattern, count)| Priced {
                            pattern,
                            instruction: site.passed.instruction,
                            tree: u32::MAX,
                            count,
                        }));
                    }
                    Some(Resolved::Symbolic(call)) => {
                        for handed in call.handed.iter().filter(|_| is_executed) {
                            assumptions.add_all(&handed.implementation.assumptions);
                        }
                        calls.push(*call);
                    }
                    None => {}
                }
            }
            let own = rows.as_ref().map(|_| units.clone());
            // What a followed callee executes is told by its summary, no longer by the mark for an unknown one.
            units.retain(|unit| {
                !pricer.is_callee(unit.pattern)
                    || followed.binary_search(&unit.instruction).is_err()
            });
            if let Some(labels) = labels {
                executed.extend(labels.borrow().own(units));
            }
            units.extend(executed);
            let mut means = pricer.means();
            if let Some(marking) = marking {
                let lines = if marking.number == number {
                    Lines::Own
                } else {
                    Lines::OnOne(marking.line)
                };
                let parts = (&mut *units, calls.as_mut_slice());
                let infos = &body.total.calls;
                (marking.marks).put(code, scratch, parts, infos, means, lines);
                means = marking.marks.means();
            }
            let input = MethodInput {
                class,
                method,
                code,
                priced: units,
                means,
                calls: &calls,
                writes: &writes,
                returned: &returned,
                declared: &self.classes[id.class as usize].declared,
            };
            body.total.cost = wcec::analyse(&input, scratch);
            body.total.returned = Returned::of(class, method, code, &returned).map(Arc::new);
            if let (Some(rows), Some(own)) = (rows, own) {
                let cost = &body.total.cost;
                let row = Row::of((class, method, code), cost, (&own, pricer), sites);
                rows.extend(row.map(|row| (number, row)));
            }
            body.total.cost.assumptions.add_all(&assumptions);
            (body.total.cost.assumptions).list_platform(self.platform_ended());
            let mut infos = body.total.calls.iter();
            body.total.cost.is_upper_bound |=
                infos.any(|info| info.targets.iter().any(|target| target.is_upper_bound));
            for note in &body.total.cost.notes {
                if let NoteKind::CalleeUnknown { callee } = &note.kind {
                    let part = chosen_at_run_time(callee);
                    for call in &mut body.total.calls {
                        if call.line == note.line && call.is_of(callee) {
                            call.unpriced.add(part.clone());
                        }
                    }
                    body.total.unpriced.add(part);
                }
            }
            body.prefix = format!("{}.{}{}", class.name, method.name, method.descriptor);
            let locals = code.locals().iter();
            let names = locals.filter_map(|local| class.text(local.name));
            body.locals = names.map(std::borrow::Cow::into_owned).collect();
            body
        })
        .unwrap_or_default()
    }

    /// How often a method calls into its own group, at most, and which of its symbols grow on the way.
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

    /// What callers see of a method.
    pub(super) fn exported(
        &self,
        pricer: &Pricer,
        prices: &Prices,
        number: u32,
        total: &MethodTotal,
    ) -> Summary {
        let id = self.method(number);
        let class = &self.classes[id.class as usize];
        let method = &class.header.methods[id.method as usize];
        let mut summary = Summary {
            class: Arc::clone(&class.header.name),
            name: Arc::clone(&method.name),
            descriptor: Arc::clone(&method.descriptor),
            cost: Cost::zero(),
            unpriced: total.unpriced.clone(),
            assumptions: total.cost.assumptions.clone(),
            is_upper_bound: total.cost.is_upper_bound,
            writes: total.writes.clone(),
            returned: total.returned.clone(),
            whole: None,
        };
        let method: Arc<str> = Arc::from(summary.display());
        let of_fixed_size =
            |cost: &Cost| cost.bounded(pricer.means(), &Symbol::is_known_to_callers, &|_| None);
        let mut bounded = of_fixed_size(&total.cost.cost);
        // An energy for which there is no room is estimated, where there is an estimate.
        let estimate = |symbol: &Symbol, method: &Arc<str>| {
            let is_unknown = bounded.unknown.iter().any(|known| **known == *symbol);
            prices.chosen(method).filter(|_| is_unknown).cloned()
        };
        if let Some((estimated, estimates)) = with_estimates(&total.cost.cost, &estimate) {
            bounded = of_fixed_size(&estimated);
            for estimate in estimates {
                summary.assumptions.add(Assumption {
                    method: Arc::clone(&method),
                    file: class.source_file().cloned(),
                    line: None,
                    kind: AssumptionKind::Estimated {
                        condition: estimate.condition.clone(),
                    },
                    is_of_library: false,
                });
            }
        }
        summary.is_upper_bound |= bounded.cost != total.cost.cost;
        summary.cost = bounded.cost;
        for count in &bounded.counts {
            let place = (&method, class.source_file());
            summary.assumptions.add(Assumption::of_count(place, count));
        }
        for symbol in &bounded.unknown {
            summary.unpriced.add(Unpriced::of_unknown(symbol));
        }
        if self.kind() == UnitKind::Library {
            summary.assumptions = summary.assumptions.of_library();
            if fits(&class.header.name, total) {
                summary.assumptions = summary.assumptions.without_overflow();
            }
        }
        summary
    }
}

/// True where a class checks its indices before it computes with them, and calls nothing else that might compute with others.
fn fits(class: &str, total: &MethodTotal) -> bool {
    let is_checked = |target: &Arc<Summary>| {
        prices::is_whole(&target.class)
            || prices::computes_with_what_is_passed(&target.class)
            || !target.assumptions.has_overflow()
    };
    prices::is_whole(class)
        && (total.calls.iter())
            .all(|call| call.besides.is_empty() && call.targets.iter().all(is_checked))
}

/// What a method's own code writes.
fn own_writes(class: &ClassFile<'_>, code: &Code) -> Writes {
    let mut writes = Writes::nothing();
    for instruction in &code.instructions {
        match instruction.op {
            Op::PutField { pool } | Op::PutStatic { pool } => match class.member(pool) {
                Some(member) => writes.add(&member.name()),
                None => writes = Writes::anything(),
            },
            Op::ArrayStore(ArrayElement::Reference) => writes.add(ELEMENT),
            _ => {}
        }
    }
    writes
}

/// What is not in a number since nobody can tell which code runs.
fn chosen_at_run_time(method: &str) -> Unpriced {
    Unpriced {
        method: Arc::from(method),
        reason: Reason::ChosenAtRunTime,
    }
}

impl Summaries {
    /// None yet.
    pub(super) fn empty<B>(unit: &Unit<B>, prices: &Arc<Prices>, graph: Graph) -> Self {
        Self {
            best_case: nothing(unit.method_count()),
            prices: Arc::clone(prices),
            graph,
            done: nothing(unit.method_count()),
            rows: nothing(unit.method_count()),
            typical: OnceLock::new(),
            before: None,
            read: Vec::new(),
            fresh: FxHashMap::default(),
        }
    }

    fn is_read(&self, number: u32) -> bool {
        self.read.get(number as usize).copied().unwrap_or(true)
    }

    /// The summary of a method that a class declares; `None` where there is none.
    pub fn get<B>(
        &self,
        unit: &Unit<B>,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<Arc<Summary>> {
        let method = unit.find(class, name, descriptor)?;
        self.done.get(unit.number(method) as usize)?.get().cloned()
    }

    /// The summaries of a class's methods, in their order.
    pub fn of_class<B>(&self, unit: &Unit<B>, class: &str) -> Vec<Arc<Summary>> {
        let Some(class) = unit.class(class) else {
            return Vec::new();
        };
        let methods = unit.classes[class as usize].header.methods.len() as u32;
        (0..methods)
            .filter_map(|method| {
                let number = unit.number(MethodId { class, method });
                self.done.get(number as usize)?.get().cloned()
            })
            .collect()
    }

    /// All summaries, class by class.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Summary>> {
        self.done.iter().filter_map(OnceLock::get)
    }

    /// A method's cost with all that it calls, worked out again with all that is to be shown of it, for calls that return.
    pub fn total<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
        pricer: &Pricer,
        method: (&str, &str, &str),
    ) -> Option<MethodTotal> {
        self.total_at(unit, pricer, method, Ends::Returns)
    }

    /// The same for calls with these ends.
    pub fn total_at<B: AsRef<[u8]> + Sync + Send>(
        &self,
        unit: &Unit<B>,
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
        workspace.scratch.ends = ends;
        let totals = unit.totals(pricer, self, group, &mut workspace, &mut None);
        let mut totals = totals.list.into_iter();
        totals
            .find(|(other, _)| *other == number)
            .map(|(_, total)| total)
    }
}
