//! Recursions that end because of their arguments: `m(a)` calls `m(a, null)`, which calls `m(a)` only if its second argument is
//! not null.
//!
//! A state is a method with what is known about its arguments. The calls of a state lead to further states. If no state leads
//! back to itself, no call is ever active twice, and each state costs what any method costs that calls others.

use super::breakdown::Marking;
use super::resolve::{Target, Targets};
use super::summaries::{EndingCall, Summaries, Totals, Workspace};
use super::unit::Unit;
use flow::{Flow, Known, KnownValues};
use pricing::Pricer;
use std::sync::Arc;
use wcec::{Ends, Summary};

/// If there are more states than this, the recursion counts as leading back.
const MAX_STATES: usize = 64;

/// A method with what is known about its arguments.
#[derive(Debug)]
struct State {
    number: u32,
    /// By argument, without the receiver; empty if nothing is known.
    known: Vec<Option<Known>>,
    /// The edges, from block to block, that control never takes in this state.
    never_taken: Vec<(u32, u32)>,
    calls: Vec<StateCall>,
}

/// A call of a method of the group.
#[derive(Debug)]
struct StateCall {
    instruction: u32,
    number: u32,
    /// The index of the state that the call leads to.
    state: usize,
}

impl Unit {
    /// The costs of methods that call each other, if their arguments end the recursion; `None` if they may not.
    pub(super) fn totals_of_states(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
        workspace: &mut Workspace,
        marking: &mut Option<Marking>,
    ) -> Option<Totals> {
        let ending = self.ending_calls(pricer, summaries, group)?;
        let mut totals = Totals {
            list: Vec::with_capacity(group.len()),
            differ_by_end: false,
        };
        for (number, ending) in group.iter().zip(ending) {
            workspace.ending = ending;
            let body = self.body(pricer, summaries, group, *number, workspace, marking);
            workspace.ending.clear();
            totals.differ_by_end |= body.differs_by_end;
            totals.list.push((*number, body.total));
        }
        Some(totals)
    }

    /// For each method of a group, its calls of the group, if their arguments end the recursion; `None` if they may not.
    pub(super) fn ending_calls(
        &self,
        pricer: &Pricer,
        summaries: &Summaries,
        group: &[u32],
    ) -> Option<Vec<Vec<EndingCall>>> {
        let number = *group.first()?;
        let needs = summaries.graph.order.needs.get(number as usize)?;
        let is_recursive = group.len() > 1 || needs.contains(&number);
        if !is_recursive || group.len() > MAX_STATES {
            return None;
        }
        let states = self.states(summaries, group)?;
        let mut done: Vec<Option<Arc<Summary>>> = vec![None; states.len()];
        let mut workspace = Workspace::default();
        for at in callees_first(&states)? {
            let state = &states[at];
            workspace.ending = ending_calls(state, &done);
            (workspace.scratch.never_taken).clone_from(&state.never_taken);
            let mut summary_at = |ends: Ends| {
                let number = state.number;
                workspace.scratch.ends = ends;
                let body = self.body(pricer, summaries, group, number, &mut workspace, &mut None);
                let summary = self.exported(pricer, &summaries.prices, number, &body.total);
                (body.recursive.is_empty()).then_some((summary, body.differs_by_end))
            };
            let (mut summary, differs_by_end) = summary_at(Ends::Returns)?;
            if differs_by_end {
                let (whole, _) = summary_at(Ends::Any)?;
                summary.whole = Some(whole).filter(|whole| *whole != summary).map(Arc::new);
            }
            done[at] = Some(Arc::new(summary));
        }
        let methods = states.iter().take(group.len());
        Some(methods.map(|state| ending_calls(state, &done)).collect())
    }

    /// The methods of a group, about whose arguments nothing is known, followed by all states that they lead to. `None` if
    /// there are too many states, or if one cannot be followed.
    fn states(&self, summaries: &Summaries, group: &[u32]) -> Option<Vec<State>> {
        let begin = group.iter().map(|number| State {
            number: *number,
            known: Vec::new(),
            never_taken: Vec::new(),
            calls: Vec::new(),
        });
        let mut states: Vec<State> = begin.collect();
        let mut flow = Flow::default();
        let mut next = 0;
        while next < states.len() {
            let state = &states[next];
            let (never_taken, calls) = self.calls_of_state(summaries, group, state, &mut flow)?;
            // A method is displayed with all its code.
            if next >= group.len() {
                states[next].never_taken = never_taken;
            }
            for (instruction, number, known) in calls {
                let is_same = |state: &State| state.number == number && state.known == known;
                let state = match states.iter().position(is_same) {
                    Some(known) => known,
                    None if states.len() >= MAX_STATES => return None,
                    None => {
                        states.push(State {
                            number,
                            known,
                            never_taken: Vec::new(),
                            calls: Vec::new(),
                        });
                        states.len() - 1
                    }
                };
                states[next].calls.push(StateCall {
                    instruction,
                    number,
                    state,
                });
            }
            next += 1;
        }
        let is_called = |(state, number): (&State, &u32)| {
            let needs = summaries.graph.order.needs.get(*number as usize);
            let mut inside =
                (needs.into_iter().flatten()).filter(|need| group.binary_search(need).is_ok());
            // The methods of a passed object may be called from anywhere.
            inside.all(|need| state.calls.iter().any(|call| call.number == *need))
        };
        states.iter().zip(group).all(is_called).then_some(states)
    }

    /// The edges that control never takes in a state, and the calls of the group that it makes: instruction, method, and what
    /// is known about the arguments.
    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn calls_of_state(
        &self,
        summaries: &Summaries,
        group: &[u32],
        state: &State,
        flow: &mut Flow,
    ) -> Option<(Vec<(u32, u32)>, Vec<(u32, u32, Vec<Option<Known>>)>)> {
        let id = self.method(state.number);
        self.with_code(id, |_, method, code| {
            flow.refill(code).ok()?;
            let mut locals = Vec::new();
            if !method.is_static() {
                locals.push(None);
            }
            let descriptor = bytecode::Descriptor::new(method.descriptor.as_bytes());
            for (index, data_type) in descriptor.arguments().enumerate() {
                locals.push(state.known.get(index).copied().flatten());
                if data_type.is_wide() {
                    locals.push(None);
                }
            }
            let values = KnownValues::of(code, flow, !method.is_static(), locals)?;
            let mut calls = Vec::new();
            let targets = summaries.graph.targets.get(state.number as usize)?;
            for (site, targets) in self.sites(id).iter().zip(targets.iter()) {
                let Targets::Known(known) = targets else {
                    continue;
                };
                let at = site.passed.instruction;
                if !flow
                    .block_of(at)
                    .is_some_and(|block| values.is_reached(block))
                {
                    continue;
                }
                for target in known {
                    let Target::Own(method) = target else {
                        continue;
                    };
                    let number = self.number(*method);
                    if group.binary_search(&number).is_err() {
                        continue;
                    }
                    let producers = site.passed.producers.iter();
                    let mut passed: Vec<Option<Known>> = producers
                        .map(|producer| values.made_by(flow, (*producer)?))
                        .collect();
                    if passed.iter().all(Option::is_none) {
                        passed.clear();
                    }
                    calls.push((at, number, passed));
                }
            }
            Some((values.never_taken().to_vec(), calls))
        })?
    }
}

/// The calls of a state with their costs.
fn ending_calls(state: &State, done: &[Option<Arc<Summary>>]) -> Vec<EndingCall> {
    let calls = state.calls.iter();
    let ending = calls.filter_map(|call| {
        Some(EndingCall {
            instruction: call.instruction,
            number: call.number,
            summary: done.get(call.state)?.clone()?,
        })
    });
    ending.collect()
}

/// The indices of states in an order in which each state follows those that it leads to; `None` if a state leads back to
/// itself.
fn callees_first(states: &[State]) -> Option<Vec<usize>> {
    let mut left: Vec<usize> = states.iter().map(|state| state.calls.len()).collect();
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); states.len()];
    for (at, state) in states.iter().enumerate() {
        for call in &state.calls {
            callers[call.state].push(at);
        }
    }
    let mut order: Vec<usize> = (0..states.len()).filter(|at| left[*at] == 0).collect();
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        for caller in &callers[at] {
            left[*caller] -= 1;
            if left[*caller] == 0 {
                order.push(*caller);
            }
        }
    }
    (order.len() == states.len()).then_some(order)
}
