//! The cheapest path: the least that a call costs if it returns.
//!
//! Only paths that return normally count. An exception that the method itself catches counts as thrown before its block
//! executed anything. An exception that leaves the method ends no path. Only if no path returns do the paths that throw
//! count. A loop repeats as often as its bound if the bound is exact and only the loop's test leaves it. Otherwise it does
//! not repeat at all.
//!
//! If symbols decide which of two paths is cheaper, the lower coefficient of each factor counts.
//!
//! For a call with known arguments, only the paths count that it can take.

use crate::analysis::Scratch;
use crate::call_end::{EndDoubt, LeastEnd};
use crate::exact_trip::ExactTrip;
use crate::method::{MethodCost, MethodInput};
use crate::units::Units;
use bytecode::Op;
use cost::{Cost, Factor, Iterations, Symbol, Term};
use flow::{Edge, Flow, Known, KnownValues, LoopTree, Part};
use pricing::Tally;
use rustc_hash::FxHashMap;

/// If a cost has more terms than this, only its constant part is kept.
const MAX_TERMS: usize = 64;

/// The least that a call costs if it returns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct BestCase {
    cost: Cost,
    /// True if the least cost of a callee is unknown and counts as nothing.
    pub is_partial: bool,
    /// What may happen to a call instead. It is [`LeastEnd::MayThrow`] unless [`end_of_call`](crate::end_of_call) was asked.
    pub end: LeastEnd,
    /// Why it may not return.
    pub doubt: Option<EndDoubt>,
}

/// What is known about a call besides its code.
#[derive(Debug, Default)]
pub struct KnownCall<'k> {
    /// Its arguments, without the receiver.
    pub arguments: Vec<Option<Known>>,
    /// What calls execute exactly, in terms of the method's symbols, by instruction.
    pub calls: &'k [(u32, Cost)],
}

impl BestCase {
    /// Nothing is known.
    pub const fn unknown() -> Self {
        Self {
            cost: Cost::zero(),
            is_partial: true,
            end: LeastEnd::MayThrow,
            doubt: None,
        }
    }
}

impl From<Cost> for BestCase {
    /// A cost that no call falls below.
    fn from(cost: Cost) -> Self {
        Self {
            cost,
            ..Self::default()
        }
    }
}

impl BestCase {
    /// The cost: no execution that returns costs less.
    pub const fn cost(&self) -> &Cost {
        &self.cost
    }

    /// The least that is executed, whatever the symbols are.
    pub fn constant(&self) -> Tally {
        constant(&self.cost)
    }

    /// The least that is executed if the symbols have these values. A symbol without a value counts as 0.
    pub fn at(&self, means: &[f64], value_of: &impl Fn(&Symbol) -> Option<f64>) -> Tally {
        let constant = self.constant();
        let is_known = |term: &Term| {
            let symbols = term.factor.symbols();
            symbols.iter().all(|symbol| value_of(symbol).is_some())
        };
        let (known, unknown): (Vec<Term>, Vec<Term>) =
            self.cost.terms().iter().cloned().partition(is_known);
        if unknown.iter().any(|term| term.tally.mean(means) < 0.0) {
            return constant;
        }
        let known: Cost = known.into_iter().collect();
        match known.evaluate(value_of) {
            Ok(tally) if tally.mean(means) >= constant.mean(means) => tally,
            _ => constant,
        }
    }
}

/// The least that a call of the method costs if it returns; `cost` is its worst case. The calls among the priced units
/// count with their price. [`MethodInput::calls`] and calls without a price count as nothing.
pub fn best_case(input: &MethodInput<'_>, cost: &MethodCost, scratch: &mut Scratch) -> BestCase {
    best_case_of(input, cost, &KnownCall::default(), scratch)
}

/// The same for calls about which more is known.
pub fn best_case_of(
    input: &MethodInput<'_>,
    cost: &MethodCost,
    known: &KnownCall<'_>,
    scratch: &mut Scratch,
) -> BestCase {
    let flow = &mut scratch.flow;
    if flow.refill(input.code).is_err() {
        return BestCase::unknown();
    }
    flow.find_predecessors();
    let tree = LoopTree::of(flow);
    if tree.regions.iter().any(|region| region.parts.is_empty()) {
        return BestCase::unknown();
    }
    let has_receiver = !input.method.is_static();
    let values = KnownValues::of(input.code, flow, has_receiver, locals(input, known));
    let search = Search {
        input,
        flow,
        calls: known.calls,
        never_taken: values.as_ref().map_or(&[], KnownValues::never_taken),
        units: Units::new(input, flow, &scratch.sum),
        exact: (cost.exact.iter())
            .filter(|trip| trip.is_certain)
            .map(|trip| (trip.header, trip))
            .collect(),
        tree: &tree,
    };
    let method = search.whole_method();
    let end = match method.returns {
        Some(_) => LeastEnd::MayThrow,
        None => LeastEnd::NeverReturns,
    };
    BestCase {
        cost: method.returns.or(method.throws).unwrap_or_default(),
        is_partial: false,
        end,
        doubt: None,
    }
}

/// What is in the locals when the method begins.
fn locals(input: &MethodInput<'_>, known: &KnownCall<'_>) -> Vec<Option<Known>> {
    let mut locals = Vec::new();
    if !input.method.is_static() {
        locals.push(None);
    }
    let descriptor = bytecode::Descriptor::new(input.method.descriptor.as_bytes());
    for (index, data_type) in descriptor.arguments().enumerate() {
        locals.push(known.arguments.get(index).copied().flatten());
        if data_type.is_wide() {
            locals.push(None);
        }
    }
    locals
}

struct Search<'s> {
    input: &'s MethodInput<'s>,
    flow: &'s Flow,
    calls: &'s [(u32, Cost)],
    never_taken: &'s [(u32, u32)],
    units: Units<'s>,
    exact: FxHashMap<u32, &'s ExactTrip>,
    tree: &'s LoopTree,
}

/// The cheapest paths through a region.
#[derive(Debug, Default)]
struct CheapestPaths {
    /// Back to its entry.
    back: Option<Cost>,
    /// To each block outside of it.
    exits: Vec<(u32, Cost)>,
    /// The blocks at which edges leave it, and whether the edge belongs to an exception.
    leaving: Vec<(u32, bool)>,
    /// To a return.
    returns: Option<Cost>,
    /// To a point where an exception leaves the method.
    throws: Option<Cost>,
}

impl Search<'_> {
    fn means(&self) -> &[f64] {
        self.input.means
    }

    fn whole_method(&self) -> CheapestPaths {
        let regions = self.tree.regions.len();
        let mut done: Vec<CheapestPaths> = Vec::new();
        done.resize_with(regions, CheapestPaths::default);
        // Inner loops come after the loops around them.
        for region in (1..regions).rev() {
            let once = self.through(region, &done);
            done[region] = self.repeated(region, once);
        }
        self.through(0, &done)
    }

    fn is_never_taken(&self, from: u32, edge: Edge) -> bool {
        !edge.is_exceptional() && self.never_taken.contains(&(from, edge.block() as u32))
    }

    /// What a block executes, with the calls that are known exactly.
    fn executed(&self, block: u32) -> Cost {
        let mut cost = Cost::from(self.units.tally([block].into_iter()));
        let range = self.flow.instructions(block as usize);
        let calls = self.calls.iter();
        for (_, call) in calls.filter(|(at, _)| range.contains(&(*at as usize))) {
            cost.add(call.clone());
        }
        cost
    }

    /// The cheapest paths through a region, once.
    fn through(&self, region: usize, done: &[CheapestPaths]) -> CheapestPaths {
        let is_body = region > 0;
        let entries = &self.tree.regions[region].entries;
        let number = region as u32;
        let mut ways = CheapestPaths::default();
        let mut arriving: FxHashMap<u32, Cost> = FxHashMap::default();
        for entry in entries {
            arriving.insert(*entry, Cost::zero());
        }
        let go_on =
            |ways: &mut CheapestPaths, arriving: &mut FxHashMap<u32, Cost>, to: u32, cost: Cost| {
                if is_body && !self.tree.contains(number, to) {
                    match ways.exits.iter_mut().find(|(target, _)| *target == to) {
                        Some((_, known)) => self.keep_cheaper(known, cost),
                        None => ways.exits.push((to, cost)),
                    }
                } else if is_body && entries.binary_search(&to).is_ok() {
                    self.keep_cheaper_of(&mut ways.back, cost);
                } else {
                    match arriving.get_mut(&to) {
                        Some(known) => self.keep_cheaper(known, cost),
                        None => {
                            arriving.insert(to, cost);
                        }
                    }
                }
            };
        for part in &self.tree.regions[region].parts {
            match part {
                Part::Block(block) => {
                    let Some(arrival) = arriving.remove(block) else {
                        continue;
                    };
                    let mut executed = arrival.clone();
                    executed.add(self.executed(*block));
                    for edge in self.flow.successors(*block as usize) {
                        if self.is_never_taken(*block, *edge) {
                            continue;
                        }
                        let to = edge.block() as u32;
                        let cost = if edge.is_exceptional() {
                            &arrival
                        } else {
                            &executed
                        };
                        if is_body && !self.tree.contains(number, to) {
                            ways.leaving.push((*block, edge.is_exceptional()));
                        }
                        go_on(&mut ways, &mut arriving, to, cost.clone());
                    }
                    match self.last(*block) {
                        Some(Op::Return(_)) => self.keep_cheaper_of(&mut ways.returns, executed),
                        Some(Op::Throw) => self.keep_cheaper_of(&mut ways.throws, executed),
                        _ => {}
                    }
                }
                Part::Loop(inner) => {
                    let mut arrival = None;
                    for entry in &self.tree.regions[*inner as usize].entries {
                        if let Some(cost) = arriving.remove(entry) {
                            self.keep_cheaper_of(&mut arrival, cost);
                        }
                    }
                    let Some(arrival) = arrival else {
                        continue;
                    };
                    for (to, cost) in &done[*inner as usize].exits {
                        if is_body && !self.tree.contains(number, *to) {
                            // No loop exits at this block by its test.
                            ways.leaving.push((*to, true));
                        }
                        let mut sum = arrival.clone();
                        sum.add(cost.clone());
                        go_on(&mut ways, &mut arriving, *to, limited(sum));
                    }
                }
            }
        }
        ways
    }

    /// The paths out of a loop, repetitions included.
    fn repeated(&self, region: usize, once: CheapestPaths) -> CheapestPaths {
        let entries = &self.tree.regions[region].entries;
        let trip = match entries.as_slice() {
            [header] => self.exact.get(header),
            _ => None,
        };
        let is_left_by = |test: u32| {
            let mut leaving = once.leaving.iter();
            leaving.all(|(block, is_exceptional)| *block == test && !is_exceptional)
        };
        let trip = trip.filter(|trip| is_left_by(trip.test));
        let repetitions = trip.zip(once.back.as_ref()).and_then(|(trip, back)| {
            let cost = match &trip.index {
                Some(index) => Iterations::new(index, &trip.bound).exact_sum(back, self.means()),
                None => Some(back.times(&trip.bound)),
            };
            Some(limited(cost?))
        });
        let index = trip.and_then(|trip| trip.index.clone());
        let exits = once.exits.into_iter().map(|(to, cost)| {
            let mut cost = match &index {
                Some(index) => self.without(index, cost),
                None => cost,
            };
            if let Some(repetitions) = &repetitions {
                cost.add(repetitions.clone());
            }
            (to, limited(cost))
        });
        CheapestPaths {
            exits: exits.collect(),
            ..CheapestPaths::default()
        }
    }

    /// A cost without the parts that depend on the iteration.
    fn without(&self, index: &Symbol, cost: Cost) -> Cost {
        let depends = |term: &Term| {
            term.factor
                .symbols()
                .iter()
                .any(|symbol| **symbol == *index)
        };
        if !cost.terms().iter().any(depends) {
            return cost;
        }
        let is_negative = |term: &Term| term.tally.mean(self.means()) < 0.0;
        if cost.terms().iter().any(is_negative) {
            return Cost::from(constant(&cost));
        }
        let terms = cost.into_terms().into_iter();
        terms.filter(|term| !depends(term)).collect()
    }

    fn keep_cheaper_of(&self, known: &mut Option<Cost>, new: Cost) {
        match known {
            Some(known) => self.keep_cheaper(known, new),
            None => *known = Some(new),
        }
    }

    /// Keeps the cheaper of two costs, or a cost that exceeds neither.
    fn keep_cheaper(&self, known: &mut Cost, new: Cost) {
        if new.dominates(known, self.means()) {
            return;
        }
        if known.dominates(&new, self.means()) {
            *known = new;
            return;
        }
        let mut factors: Vec<&Factor> = (known.terms().iter().chain(new.terms()))
            .map(|term| &term.factor)
            .collect();
        factors.sort();
        factors.dedup();
        let tally_of =
            |cost: &Cost, factor: &Factor| cost.tally_of(factor).cloned().unwrap_or_default();
        let lower = factors.into_iter().map(|factor| {
            let (one, two) = (tally_of(known, factor), tally_of(&new, factor));
            let tally = if one.mean(self.means()) <= two.mean(self.means()) {
                one
            } else {
                two
            };
            Term {
                factor: factor.clone(),
                tally,
            }
        });
        *known = lower.collect();
    }

    fn last(&self, block: u32) -> Option<Op> {
        let at = self.flow.instructions(block as usize).last()?;
        Some(self.input.code.instructions.get(at)?.op)
    }
}

/// A cost, or a smaller one if it has too many terms.
fn limited(cost: Cost) -> Cost {
    if cost.terms().len() > MAX_TERMS {
        Cost::from(constant(&cost))
    } else {
        cost
    }
}

/// The part that does not depend on symbols. No loop costs less than nothing, so this part alone is a lower bound.
fn constant(cost: &Cost) -> Tally {
    let first = cost.terms().first();
    first
        .filter(|term| term.factor.is_one())
        .map_or_else(Tally::new, |term| term.tally.clone())
}
