//! The breakdown of a method's worst case: the part of each line, and which path it is.
//!
//! If symbols decide which path costs the most, the breakdown is of one path: the most expensive at given values. The worst
//! case is at least that much.
//!
//! The same analysis runs again with separate patterns (marks): one for each pattern on each line, for each block, and for
//! each target of a call with several. So the analysis treats the count of a line like any other count: loops and calls
//! multiply it, and the most expensive path stays the same.

use crate::analysis::{self, Scratch};
use crate::call::{Call, Callee};
use crate::call_info::CallInfo;
use crate::decisions::{self, Choice, Decision, DecisionKind};
use crate::estimate::Estimate;
use crate::longest::PathValues;
use crate::method::{LoopInfo, MethodCost, MethodInput};
use crate::summary::Summary;
use bytecode::{ClassFile, Code};
use cost::{Cost, Symbol};
use pricing::{PatternId, Priced, Tally};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Methods with more patterns on lines than this have no breakdown.
const MAX_MARKS: usize = 1 << 15;

/// A method's worst case, ready to be broken down at given values of its symbols.
#[derive(Debug, Clone)]
pub struct Breakdown {
    cost: Cost,
    marks: Arc<[Mark]>,
    choices: Arc<[Choice]>,
    loops: Arc<[LoopInfo]>,
    /// The block of each loop's header.
    headers: Arc<[u32]>,
    calls: Arc<[CallInfo]>,
}

/// The worst case at given values of the symbols.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WorstPath {
    /// What each line executes, including its callees, by ascending line; code without a line comes first. Together this is
    /// what the method executes.
    pub lines: Vec<(Option<u32>, Tally)>,
    /// What decides the path, in the order of the code.
    pub decisions: Vec<Decision>,
}

/// What a count of the analysis stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Mark {
    /// A pattern on a line.
    Executed {
        line: Option<u32>,
        pattern: PatternId,
    },
    /// A block was executed.
    Block(u32),
    /// The call at an instruction ran the target with this number.
    Target { instruction: u32, target: u32 },
}

/// The lines to which a method's instructions count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// Their own.
    Own,
    /// All count to one line, because the method is not the one being broken down.
    OnOne(Option<u32>),
}

impl Lines {
    fn of(self, code: &Code, instruction: u32) -> Option<u32> {
        match self {
            Self::Own => code.line_of(instruction),
            Self::OnOne(line) => line,
        }
    }
}

/// Numbers for marks.
#[derive(Debug, Default)]
pub struct Marks {
    numbers: FxHashMap<Mark, PatternId>,
    all: Vec<Mark>,
    means: Vec<f64>,
    is_full: bool,
}

impl Marks {
    fn number(&mut self, mark: Mark, mean: f64) -> PatternId {
        if let Some(known) = self.numbers.get(&mark) {
            return *known;
        }
        if self.all.len() >= MAX_MARKS {
            self.is_full = true;
            return PatternId(0);
        }
        let number = PatternId(self.all.len() as u16);
        self.numbers.insert(mark, number);
        self.all.push(mark);
        self.means.push(mean);
        number
    }

    fn executed(&mut self, line: Option<u32>, pattern: PatternId, means: &[f64]) -> PatternId {
        let mean = means.get(usize::from(pattern.0)).copied();
        self.number(Mark::Executed { line, pattern }, mean.unwrap_or_default())
    }

    /// The means of the marks in joules.
    pub fn means(&self) -> &[f64] {
        &self.means
    }

    /// Replaces a method's patterns by marks, also in its calls.
    pub fn put(
        &mut self,
        code: &Code,
        scratch: &mut Scratch,
        (units, calls): (&mut Vec<Priced>, &mut [Call]),
        infos: &[CallInfo],
        means: &[f64],
        lines: Lines,
    ) {
        for unit in units.iter_mut() {
            unit.pattern = self.executed(lines.of(code, unit.instruction), unit.pattern, means);
        }
        let marks = RefCell::new(std::mem::take(self));
        for call in calls.iter_mut() {
            let at = call.passed.instruction;
            put_into_call(call, &marks, lines.of(code, at), means, lines == Lines::Own);
        }
        *self = marks.into_inner();
        if lines != Lines::Own || scratch.flow.refill(code).is_err() {
            return;
        }
        let unit = |pattern: PatternId, instruction: u32| Priced {
            pattern,
            instruction,
            tree: u32::MAX,
            count: 1.0,
        };
        for block in 0..scratch.flow.len() {
            let pattern = self.number(Mark::Block(block as u32), 0.0);
            units.push(unit(pattern, scratch.flow.instructions(block).start as u32));
        }
        // Among targets without symbols, the most expensive one is already in the units.
        for info in infos.iter().filter(|info| info.targets.len() > 1) {
            if let Some(target) = most_expensive_constant(&info.targets, means) {
                let instruction = info.instruction;
                let pattern = self.number(
                    Mark::Target {
                        instruction,
                        target,
                    },
                    0.0,
                );
                units.push(unit(pattern, instruction));
            }
        }
    }
}

/// The most expensive target if no cost depends on symbols; `None` otherwise. Of equally expensive targets, it is the last,
/// as in the pricing.
fn most_expensive_constant(targets: &[Arc<Summary>], means: &[f64]) -> Option<u32> {
    let costs = targets
        .iter()
        .map(|target| target.cost.constant_mean(means));
    let costs: Vec<f64> = costs.collect::<Option<_>>()?;
    let most_expensive = (0..).zip(costs).max_by(|one, two| one.1.total_cmp(&two.1));
    most_expensive.map(|(target, _)| target)
}

fn put_into_call(
    call: &mut Call,
    marks: &RefCell<Marks>,
    line: Option<u32>,
    means: &[f64],
    tells_targets: bool,
) {
    let instruction = call.passed.instruction;
    let marked = |summary: &Arc<Summary>| {
        let cost = summary.cost.map_tallies(&|tally| {
            let mut marks = marks.borrow_mut();
            let counts = tally.iter();
            counts
                .map(|(pattern, count)| (marks.executed(line, pattern, means), count))
                .collect()
        });
        Summary {
            cost,
            ..Summary::clone(summary)
        }
    };
    let of_estimate = |estimate: &Estimate| {
        let counts = estimate.tally.iter();
        Arc::new(Estimate {
            condition: estimate.condition.clone(),
            runs: estimate.runs,
            tally: counts
                .map(|(pattern, count)| {
                    let mut marks = marks.borrow_mut();
                    (marks.executed(line, pattern, means), count)
                })
                .collect(),
        })
    };
    match &mut call.callee {
        Callee::Targets(targets) => {
            let several = targets.len() > 1 && tells_targets;
            for (target, summary) in (0..).zip(targets.iter_mut()) {
                let mut new = marked(summary);
                if several {
                    let mark = Mark::Target {
                        instruction,
                        target,
                    };
                    let mark = marks.borrow_mut().number(mark, 0.0);
                    new.cost.add(Cost::from(Tally::from_iter([(mark, 1.0)])));
                }
                *summary = Arc::new(new);
            }
        }
        Callee::ChosenElsewhere {
            energy, estimate, ..
        } => {
            *energy = marks.borrow_mut().executed(line, *energy, means);
            if let Some(estimate) = estimate {
                *estimate = of_estimate(estimate);
            }
        }
        Callee::Itself { .. } => {}
    }
    for (_, estimate) in &mut call.estimates {
        *estimate = of_estimate(estimate);
    }
    for handed in &mut call.handed {
        handed.implementation = Arc::new(marked(&handed.implementation));
    }
}

/// The breakdown of a method's worst case; `None` if the method is too large. Calls count as in the input. If symbols
/// decide, the path is the most expensive one at the given values.
pub fn breakdown(
    input: &MethodInput<'_>,
    values: &PathValues,
    scratch: &mut Scratch,
) -> Option<Breakdown> {
    let mut marks = Marks::default();
    let mut units = input.priced.to_vec();
    let mut calls = input.calls.to_vec();
    let parts = (&mut units, calls.as_mut_slice());
    marks.put(input.code, scratch, parts, &[], input.means, Lines::Own);
    if marks.is_full {
        return None;
    }
    let marked = MethodInput {
        priced: &units,
        means: marks.means(),
        // Marks are patterns of their own.
        spread: None,
        calls: &calls,
        ..*input
    };
    scratch.values = Some(values.clone());
    let cost = analysis::analyse(&marked, scratch);
    scratch.values = None;
    Breakdown::new(input.class, input.code, scratch, marks, cost, Vec::new())
}

impl Breakdown {
    /// `None` if there are too many marks.
    pub fn new(
        class: &ClassFile<'_>,
        code: &Code,
        scratch: &mut Scratch,
        marks: Marks,
        cost: MethodCost,
        calls: Vec<CallInfo>,
    ) -> Option<Self> {
        if marks.is_full {
            return None;
        }
        let flow = &mut scratch.flow;
        let choices = if flow.refill(code).is_ok() {
            decisions::choices(class, code, flow)
        } else {
            Vec::new()
        };
        let headers = (cost.loops.iter())
            .map(|found| flow.block_of(found.header).unwrap_or_default() as u32)
            .collect();
        Some(Self {
            cost: cost.cost,
            marks: marks.all.into(),
            choices: choices.into(),
            loops: cost.loops.into(),
            headers,
            calls: calls.into(),
        })
    }

    /// The worst case if the symbols have these values.
    ///
    /// # Errors
    /// The symbols without a value.
    pub fn at(
        &self,
        value_of: &impl Fn(&Symbol) -> Option<f64>,
    ) -> Result<WorstPath, Vec<Arc<Symbol>>> {
        let counts = self.cost.evaluate(value_of)?;
        let mut lines: BTreeMap<Option<u32>, Vec<(PatternId, f64)>> = BTreeMap::new();
        let mut executed: FxHashMap<u32, f64> = FxHashMap::default();
        let mut targets: FxHashMap<u32, Vec<(u32, f64)>> = FxHashMap::default();
        for (number, count) in counts.iter() {
            match self.marks.get(usize::from(number.0)) {
                Some(Mark::Executed { line, pattern }) => {
                    lines.entry(*line).or_default().push((*pattern, count));
                }
                Some(Mark::Block(block)) => {
                    executed.insert(*block, count);
                }
                Some(Mark::Target {
                    instruction,
                    target,
                }) => {
                    targets
                        .entry(*instruction)
                        .or_default()
                        .push((*target, count));
                }
                None => {}
            }
        }
        // Sums over iterations have parts that cancel out, except for rounding.
        let is_executed = |block: u32| executed.get(&block).is_some_and(|count| *count > 0.5);
        let mut decisions: Vec<(u32, Decision)> = Vec::new();
        for choice in &*self.choices {
            let decision = choice.decide(&is_executed);
            decisions.extend(decision.map(|decision| (choice.instruction, decision)));
        }
        for (found, header) in self.loops.iter().zip(&*self.headers) {
            if is_executed(*header) {
                let value = |symbol: &Symbol| value_of(symbol).unwrap_or_default();
                let kind = DecisionKind::Loop {
                    bound: found.bound.to_string(),
                    times: found.bound.value(&value),
                };
                let line = found.line;
                decisions.push((found.header, Decision { line, kind }));
            }
        }
        for call in &*self.calls {
            let ran = targets.get(&call.instruction);
            let most = ran.and_then(|ran| ran.iter().max_by(|one, two| one.1.total_cmp(&two.1)));
            let Some((chosen, _)) = most.filter(|(_, count)| *count > 0.5) else {
                continue;
            };
            let names = (0..)
                .zip(&call.targets)
                .map(|(at, target)| (at, target.display()));
            let (taken, others): (Vec<_>, Vec<_>) = names.partition(|(at, _)| at == chosen);
            let Some((_, chosen)) = taken.into_iter().next() else {
                continue;
            };
            let kind = DecisionKind::Target {
                chosen,
                others: others.into_iter().map(|(_, name)| name).collect(),
            };
            let line = call.line;
            decisions.push((call.instruction, Decision { line, kind }));
        }
        decisions.sort_by_key(|(at, _)| *at);
        Ok(WorstPath {
            lines: lines
                .into_iter()
                .map(|(line, counts)| (line, counts.into_iter().collect()))
                .collect(),
            decisions: decisions
                .into_iter()
                .map(|(_, decision)| decision)
                .collect(),
        })
    }
}
