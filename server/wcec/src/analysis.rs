//! The analysis of one method.

use crate::call::{Call, Callee};
use crate::ends::{Ends, Executed};
use crate::method::{
    LoopInfo, LoopKind, MethodCost, MethodInput, Note, NoteKind, Recursion, Supposing,
};
use crate::nest::LoopNest;
pub use crate::scratch::Scratch;
use crate::supposed::{NARROWEST, RANGES, Supposed};
use crate::symbol_table::{Origin, SymbolTable};
use bytecode::{Code, Op, parameter_types};
use cost::{Assumptions, Cost, Polynomial, SymbolKind};
use flow::Flow;
use pricing::{PathSpread, Tally};

/// Marks the end of a path.
const END: u32 = u32::MAX;

/// Finds the worst-case cost of a method, as an expression over symbols.
pub fn analyse(input: &MethodInput<'_>, scratch: &mut Scratch) -> MethodCost {
    if input.calls.is_empty() && is_straight(input.code) {
        return scratch.straight(input);
    }
    let mut cost = by_flow(input, scratch);
    cost.supposing = scratch.supposing(input, &cost);
    cost
}

/// Analyses a method with any control flow.
fn by_flow(input: &MethodInput<'_>, scratch: &mut Scratch) -> MethodCost {
    let refilled = (scratch.flow).refill_without(input.code, &scratch.never_taken);
    if refilled.is_err() {
        return one_symbol(input);
    }
    scratch.flow.find_predecessors();
    let executed = Executed::of(&scratch.flow, input.code, scratch.ends);
    if scratch.flow.is_forward_only() && input.calls.is_empty() {
        scratch.find_block_means(input);
        scratch.loop_free(input, &executed)
    } else {
        let (flow, values) = (&scratch.flow, scratch.values.as_ref());
        let mut nest = LoopNest::new(input, (flow, &executed), &scratch.sum, values);
        nest.suppose(scratch.supposed.as_ref());
        let cost = nest.cost();
        let mut cost = cost.unwrap_or_else(|| one_symbol(input));
        if !flow.is_forward_only() {
            cost.notes.extend(endless_loops(flow, input.code));
        }
        cost
    }
}

/// A note for each block at which control enters what only an exception can end.
fn endless_loops(flow: &Flow, code: &Code) -> Vec<Note> {
    let ends = flow.ending(code);
    let is_entered = |block: usize| {
        let mut edges = flow.predecessors(block).iter();
        block == 0 || edges.any(|edge| flow.is_reachable(edge.block()) && ends[edge.block()])
    };
    let endless = (0..flow.len()).filter(|block| flow.is_reachable(*block) && !ends[*block]);
    let entries = endless.filter(|block| is_entered(*block));
    let notes = entries.map(|block| Note {
        line: code.line_of(flow.instructions(block).start as u32),
        kind: NoteKind::Endless,
    });
    notes.collect()
}

/// True if control runs from the first instruction to the last without a branch.
fn is_straight(code: &Code) -> bool {
    let ends = |op: Op| !op.ends_block() || matches!(op, Op::Return(_) | Op::Throw);
    let last = code.instructions.last();
    code.handlers.is_empty()
        && code.leaders.starts().len() == 1
        && last.is_some_and(|instruction| ends(instruction.op))
}

impl Scratch {
    /// The same cost with fewer assumptions, if arguments in a range need fewer. What a method passes to itself need not be
    /// in that range.
    fn supposing(&mut self, input: &MethodInput<'_>, cost: &MethodCost) -> Option<Supposing> {
        let mut taken = parameter_types(&input.method.descriptor);
        let takes_number = taken.any(|of| {
            of.dimensions == 0 && matches!(of.element, "byte" | "short" | "int" | "long")
        });
        let is_small = |at: u32| cost.small_calls.contains(&at);
        let mut calls = input.calls.iter();
        let may_need_less = cost.assumptions.has_overflow()
            || calls.any(|call| match &call.callee {
                Callee::Targets(targets) => {
                    (targets.iter()).any(|target| target.assumptions.for_small().is_some())
                        && !is_small(call.passed.instruction)
                }
                _ => false,
            });
        let mut calls = input.calls.iter();
        if !takes_number || !may_need_less || self.values.is_some() || calls.any(Call::is_recursive)
        {
            return None;
        }
        let needs_less = |other: &MethodCost| {
            other.assumptions.len() < cost.assumptions.len()
                || other.small_calls.len() > cost.small_calls.len()
        };
        let narrowest = self.within(input, NARROWEST)?;
        if !needs_less(&narrowest.0) {
            return None;
        }
        let mut narrowest = Some(narrowest);
        RANGES.into_iter().find_map(|range| {
            let known = narrowest.take_if(|_| range == NARROWEST);
            let (other, arguments) = known.or_else(|| self.within(input, range))?;
            let is_same = other.cost == cost.cost
                && other.result == cost.result
                && (cost.is_of_returns || !other.is_of_returns);
            let needs_no_more = other.assumptions.len() <= cost.assumptions.len()
                && (cost.small_calls.iter()).all(|call| other.small_calls.contains(call));
            (needs_less(&other) && needs_no_more && is_same).then_some(Supposing {
                arguments,
                range,
                assumptions: other.assumptions,
                small_calls: other.small_calls,
            })
        })
    }

    /// The cost if the numbers among the arguments are in a range, and the arguments of which that was needed.
    fn within(
        &mut self,
        input: &MethodInput<'_>,
        range: (i64, i64),
    ) -> Option<(MethodCost, Vec<u16>)> {
        self.supposed = Some(Supposed::new(range));
        let cost = by_flow(input, self);
        let supposed = self.supposed.take()?;
        Some((cost, supposed.arguments()))
    }

    /// The blocks of a method that count, with its flow; `None` if it has too many edges to follow.
    pub fn executed(&mut self, code: &Code) -> Option<Executed> {
        (self.flow.refill_without(code, &self.never_taken)).ok()?;
        self.flow.find_predecessors();
        Some(Executed::of(&self.flow, code, self.ends))
    }

    /// Whether a call counts, and how it may end; after [`Scratch::executed`].
    pub fn ends_of_call(&self, executed: Option<&Executed>, at: u32) -> (bool, Ends) {
        match executed.zip(self.flow.block_of(at)) {
            Some((executed, block)) => (
                self.flow.is_reachable(block) && executed.contains(block),
                executed.ends_in(&self.flow, block),
            ),
            None => (true, Ends::Any),
        }
    }

    /// Analyses a method of one block.
    fn straight(&mut self, input: &MethodInput<'_>) -> MethodCost {
        let length = input.code.instructions.len() as u32;
        let units = input.priced.iter();
        let units = units.filter(|unit| unit.instruction < length);
        let units = units.map(|unit| (unit.pattern, unit.count));
        MethodCost {
            cost: Cost::from(self.sum.get_mut().of(units)),
            ..MethodCost::default()
        }
    }

    /// The weight of the widest path of a method without loops. Overwrites the lengths of the most expensive ones.
    fn largest_weight(
        &mut self,
        input: &MethodInput<'_>,
        spread: PathSpread<'_>,
        executed: &Executed,
    ) -> f64 {
        self.best.fill(0.0);
        for unit in input.priced {
            if let Some(block) = self.flow.block_of(unit.instruction) {
                self.best[block] += spread.of_one(unit.pattern) * unit.count;
            }
        }
        for block in (0..self.best.len()).rev() {
            let edges = self.flow.successors(block).iter();
            let next = edges.map(|edge| edge.block());
            let next = next.filter(|to| executed.contains(*to));
            let rest = next.map(|to| self.best[to]).reduce(f64::max);
            self.best[block] += rest.unwrap_or_default();
        }
        self.best.first().copied().unwrap_or_default()
    }

    fn find_block_means(&mut self, input: &MethodInput<'_>) {
        self.means.clear();
        self.means.resize(self.flow.len(), 0.0);
        for unit in input.priced {
            if let Some(block) = self.flow.block_of(unit.instruction) {
                let mean = input.means.get(usize::from(unit.pattern.0)).unwrap_or(&0.0);
                self.means[block] += mean * unit.count;
            }
        }
    }

    /// Finds the most expensive path of a method without loops, in one pass from the end to the beginning.
    fn loop_free(&mut self, input: &MethodInput<'_>, executed: &Executed) -> MethodCost {
        let blocks = self.flow.len();
        self.best.clear();
        self.best.resize(blocks, 0.0);
        self.next.clear();
        self.next.resize(blocks, END);
        for block in (0..blocks).rev() {
            let mut most_expensive = 0.0;
            for edge in self.flow.successors(block) {
                let to = edge.block();
                if !executed.contains(to) {
                    continue;
                }
                if self.next[block] == END || self.best[to] > most_expensive {
                    most_expensive = self.best[to];
                    self.next[block] = to as u32;
                }
            }
            self.best[block] = self.means[block] + most_expensive;
        }
        self.on_path.clear();
        self.on_path.resize(blocks, false);
        let beginning = if blocks == 0 { END } else { 0 };
        let mut block = beginning;
        while block != END {
            self.on_path[block as usize] = true;
            block = self.next[block as usize];
        }
        let units = input
            .priced
            .iter()
            .filter(|unit| {
                let block = self.flow.block_of(unit.instruction);
                block.is_some_and(|block| self.on_path[block])
            })
            .map(|unit| (unit.pattern, unit.count));
        let mut tally = self.sum.get_mut().of(units);
        if let Some(spread) = input.spread {
            let weight = self.largest_weight(input, spread, executed);
            spread.widen(&mut tally, weight);
        }
        MethodCost {
            cost: Cost::from(tally),
            ..MethodCost::default()
        }
    }
}

/// The cost of a method whose paths cannot be distinguished: one symbol says how often everything runs.
fn one_symbol(input: &MethodInput<'_>) -> MethodCost {
    let line = input.code.line_of(0);
    let mut symbols = SymbolTable::new(input);
    let name = line.map_or_else(|| "code".to_owned(), |line| format!("code@{line}"));
    let symbol = symbols.intern(&name, Origin::Loop(0), SymbolKind::Loop, line, None, || {
        "how often, at most, an instruction of the method is executed".to_owned()
    });
    let tally: Tally = input
        .priced
        .iter()
        .map(|unit| (unit.pattern, unit.count))
        .collect();
    let bound = Polynomial::symbol(symbol);
    let cost = Cost::from(tally).times(&bound);
    MethodCost {
        symbols: cost.symbols(),
        cost,
        notes: std::iter::once(NoteKind::TooLarge)
            .chain(input.calls.iter().map(|call| NoteKind::CalleeUnknown {
                callee: call.display(),
            }))
            .map(|kind| Note { line, kind })
            .collect(),
        loops: vec![LoopInfo {
            line,
            header: 0,
            bound,
            kind: LoopKind::Opaque,
        }],
        refuted: Vec::new(),
        assumptions: Assumptions::default(),
        small_calls: Vec::new(),
        supposing: None,
        is_of_returns: false,
        moving: Vec::new(),
        recursion: Recursion::default(),
        objects: None,
        result: None,
        exact: Vec::new(),
        passed_on: Vec::new(),
    }
}
