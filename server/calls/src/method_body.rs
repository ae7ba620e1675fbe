//! What a call of a method executes, with the callees that do not lead back to it.

use super::breakdown::Marking;
use super::recursion::Body;
use super::resolve::Targets;
use super::site_cost::{Context, Resolved};
use super::summaries::{Summaries, Workspace};
use super::typical::Row;
use super::unit::{MethodId, Unit};
use bytecode::{ClassFile, Code, Method, Op, parameter_types};
use cost::{Assumptions, PlatformCondition, SmallArguments};
use pricing::{Priced, Pricer};
use std::sync::Arc;
use wcec::{
    Call, CallOutcome, Executed, KnownCalls, Lines, MethodCost, MethodInput, NoteKind, Reason,
    Summary, Unpriced, Writes, element_mark, is_harmless, writes_to_constructed,
};

impl Unit {
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

    /// What a call of a method executes, without the callees that lead back to it.
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
                ending,
            } = workspace;
            let labels = labels.as_ref();
            if let Some(labels) = labels {
                let name = format!("{}.{}{}", class.name, method.name, method.descriptor);
                labels.borrow_mut().begin(&name);
            }
            pricer.price_code(interpreter, (class, code), events, units);
            let mut calls: Vec<Call> = Vec::new();
            let mut followed: Vec<u32> = Vec::new();
            let mut executed: Vec<Priced> = Vec::new();
            let mut assumptions = Assumptions::default();
            // The callees that assume less if their arguments are small, by the call.
            let mut with_small: Vec<(u32, Arc<Summary>)> = Vec::new();
            let mut is_recursive = group.len() > 1;
            let mut writes: Vec<(u32, Writes)> = Vec::new();
            let mut outcomes: Vec<(u32, Arc<CallOutcome>)> = Vec::new();
            body.total.writes = own_writes(class, method, code);
            let is_constructor = method.name == "<init>";
            let parameter = |at: u32| loaded_parameter(method, code, at);
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
                    ending,
                    ends,
                };
                let resolved = self.resolved(&context, site, targets);
                is_recursive |= resolved.is_recursive;
                body.differs_by_end |= resolved.differs_by_end();
                executed.extend(resolved.marks.iter().map(|mark| Priced {
                    pattern: *mark,
                    instruction: site.passed.instruction,
                    tree: u32::MAX,
                    count: 1.0,
                }));
                // What the other methods of its group write is added to all of them later.
                let of_call = if is_harmless(&site.class, &site.name, &site.descriptor) {
                    Writes::nothing()
                } else {
                    resolved.writes(&parameter)
                };
                let of_call = if is_constructor {
                    of_call
                } else {
                    of_call.without_constructed()
                };
                if is_executed {
                    body.total.writes.add_all(&of_call);
                    self.add_open_calls(&mut body.total.open_calls, (site, targets), &resolved);
                }
                let of_call = if resolved.is_recursive {
                    Writes::anything()
                } else {
                    of_call.with_constructed()
                };
                writes.push((site.passed.instruction, of_call));
                let of_call = self.outcome_of(site, targets, &resolved.targets);
                outcomes.extend(of_call.map(|of_call| (site.passed.instruction, of_call)));
                if resolved.unpriced.is_empty() {
                    followed.push(site.passed.instruction);
                }
                let (info, call) = resolved.told(site, code.line_of(site.passed.instruction));
                if info.is_recursive && is_executed {
                    body.recursive.push(site.passed.clone());
                }
                if is_executed {
                    body.total.unpriced.add_all(&info.unpriced);
                    for target in &info.targets {
                        body.total.unpriced.add_all(&target.unpriced);
                        if target.assumptions.for_small().is_some() {
                            with_small.push((at, Arc::clone(target)));
                        } else {
                            assumptions.add_all(&target.assumptions);
                        }
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
            let is_executed = |at| scratch.ends_of_call(executed_blocks.as_ref(), at).0;
            let initialised = PlatformCondition::InitialisedClasses;
            if !assumptions.platform.contains(initialised)
                && self.may_initialise((class, code), sites, is_executed)
            {
                assumptions.platform.add(initialised);
            }
            let own = rows.as_ref().map(|_| units.clone());
            // The summary of a followed callee has its cost, so the mark for an unknown callee goes.
            units.retain(|unit| {
                !pricer.is_callee(unit.pattern)
                    || followed.binary_search(&unit.instruction).is_err()
            });
            if let Some(labels) = labels {
                executed.extend(labels.borrow().own(units));
            }
            units.extend(executed);
            let mut means = pricer.means();
            let mut spread = Some(pricer.path_spread());
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
                // Marks are patterns of their own.
                spread = None;
            }
            let input = MethodInput {
                class,
                method,
                code,
                priced: units,
                means,
                spread,
                calls: &calls,
                writes: &writes,
                outcomes: &outcomes,
                declared: &self.classes[id.class as usize].declared,
            };
            body.total.cost = wcec::analyse(&input, scratch);
            body.differs_by_end |= body.total.cost.is_of_returns;
            let known = KnownCalls {
                outcomes: &outcomes,
                writes: &writes,
            };
            let mut outcome = CallOutcome::of(class, method, code, known).unwrap_or_default();
            let bounded = body.total.cost.result.take();
            if outcome.returned.is_none() {
                outcome.returned = bounded.map(Arc::unwrap_or_clone);
            }
            let is_known = outcome != CallOutcome::default();
            body.total.outcome = is_known.then(|| Arc::new(outcome));
            if let (Some(rows), Some(own)) = (rows, own) {
                let cost = &body.total.cost;
                let row = Row::of((class, method, code), cost, (&own, pricer), sites);
                rows.extend(row.map(|row| (number, row)));
            }
            body.total.cost.assumptions =
                all_assumptions(&body.total.cost, &assumptions, &with_small, is_recursive);
            (body.total.cost.assumptions).list_platform(self.platform_ended());
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
            body.writes = writes;
            body.outcomes = outcomes;
            body
        })
        .unwrap_or_default()
    }
}

/// What a cost relies on, callees included. Those in `with_small`, each with its call, assume less if their arguments are
/// small.
fn all_assumptions(
    cost: &MethodCost,
    of_calls: &Assumptions,
    with_small: &[(u32, Arc<Summary>)],
    is_recursive: bool,
) -> Assumptions {
    let all = |own: &Assumptions, small_calls: &[u32]| {
        let mut all = own.clone();
        all.add_all(of_calls);
        for (at, target) in with_small {
            match target.assumptions.for_small() {
                Some(small) if small_calls.contains(at) => all.add_all(&small.assumptions),
                _ => all.add_all(&target.assumptions),
            }
        }
        all
    };
    let small = cost.supposing.as_ref().filter(|_| !is_recursive);
    all(&cost.assumptions, &cost.small_calls).with_small(small.map(|small| SmallArguments {
        arguments: small.arguments.clone(),
        range: small.range,
        assumptions: all(&small.assumptions, &small.small_calls),
    }))
}

/// The index of the parameter that an instruction loads, not counting the receiver, if the method never stores to it.
fn loaded_parameter(method: &Method, code: &Code, at: u32) -> Option<u16> {
    let Op::Load { slot, .. } = code.instructions.get(at as usize)?.op else {
        return None;
    };
    let is_stored = code.instructions.iter().any(|instruction| {
        matches!(instruction.op, Op::Store { slot: other, .. } | Op::Increment { slot: other, .. } if other == slot)
    });
    let mut next = u16::from(!method.is_static());
    let mut parameters = (0..).zip(parameter_types(&method.descriptor));
    let found = parameters.find_map(|(index, of)| {
        let this = next;
        let is_wide = of.dimensions == 0 && matches!(of.element, "long" | "double");
        next += 1 + u16::from(is_wide);
        (this == slot).then_some(index)
    });
    found.filter(|_| !is_stored)
}

/// What a method's own code writes.
fn own_writes(class: &ClassFile<'_>, method: &Method, code: &Code) -> Writes {
    let of_constructed = writes_to_constructed(class, method, code);
    let mut writes = Writes::nothing();
    for (at, instruction) in (0..).zip(&code.instructions) {
        match instruction.op {
            Op::PutField { pool } | Op::PutStatic { pool } => match class.member(pool) {
                Some(member) if of_constructed.binary_search(&at).is_ok() => {
                    writes.add_of_constructed(&member.name());
                }
                Some(member) => writes.add(&member.name()),
                None => writes = Writes::anything(),
            },
            Op::ArrayStore(element) => writes.add(element_mark(element)),
            _ => {}
        }
    }
    writes
}

/// What a number lacks because the code that runs is unknown.
fn chosen_at_run_time(method: &str) -> Unpriced {
    Unpriced {
        method: Arc::from(method),
        reason: Reason::ChosenAtRunTime,
    }
}
