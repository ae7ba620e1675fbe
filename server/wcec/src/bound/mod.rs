//! How often a loop repeats: the bound from a test of a counter.
//!
//! A test in every iteration, with one side leaving the loop, compares a linear expression D of locals with 0. If each
//! changed local only moves D towards the exit, by at least d in every iteration, the test passes at most max(0, ⌈−D₁ / d⌉)
//! times. D₁ is the value at the first test.

mod answers;
mod argument;
mod call_cost;
mod counter;
mod deep;
mod effects;
mod fits;
mod limits;
mod linear;
mod operand;
mod reaching;
mod small_calls;
mod state;
mod value;

use crate::method::{LoopKind, MethodInput, Note, NoteKind};
use crate::symbol_table::{Origin, SymbolTable};
use bytecode::{Comparison, DataType, Op, Test};
use cost::{AssumptionKind, Atom, ITERATION, LoopTest, Polynomial, Symbol, SymbolKind};
use counter::Counter;
pub(crate) use deep::Amortised;
use fits::Wrapping;
use flow::Flow;
use linear::Linear;
use operand::Leaf;
use rustc_hash::FxHashMap;
use state::{Body, EndedLoop};
pub(crate) use state::{Bounds, Descent, ExactTest, Fact, LoopView, TripBound, kind_of};
use state::{ContinueTest, FUEL, MAX_TESTS, Side, is_better};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use value::SymbolicValue;

impl<'a> Bounds<'a> {
    pub(crate) fn new(input: &'a MethodInput<'a>, flow: &'a Flow) -> Self {
        Self {
            symbols: SymbolTable::new(input),
            notes: Vec::new(),
            assumed: 0,
            moving: Vec::new(),
            passed_on: Vec::new(),
            facts: Vec::new(),
            last_indices: Vec::new(),
            around: Vec::new(),
            ended: Vec::new(),
            results: Vec::new(),
            values: OnceCell::new(),
            set_anew: Vec::new(),
            clauses: Vec::new(),
            clauses_used: Vec::new(),
            refuted: Vec::new(),
            input,
            flow,
            written: OnceCell::new(),
            shared_names: OnceCell::new(),
            answers: FxHashMap::default(),
            changes: Vec::new(),
            line: None,
            header: 0,
            visited: vec![0; flow.len()],
            visit: 0,
            leading: RefCell::default(),
            natural_loops: RefCell::default(),
            is_of_returns: false,
            supposed: None,
            fuel: FUEL,
            is_growing: false,
        }
    }

    /// A symbol for a loop without a known bound, or for each instruction of a loop that is not analysed further.
    pub(crate) fn opaque(
        &mut self,
        header: u32,
        each_instruction: bool,
        test: LoopTest,
    ) -> Polynomial {
        let line = self.input.code.line_of(header);
        let name = line.map_or_else(|| format!("loop@#{header}"), |line| format!("loop@{line}"));
        let (origin, what) = if each_instruction {
            let origin = Origin::Instruction(header);
            (
                origin,
                "how often, at most, an instruction is executed in the loop",
            )
        } else {
            (
                Origin::Loop(header),
                "how often control returns to the beginning of the loop",
            )
        };
        let symbol = self.symbols.intern_with(
            &name,
            origin,
            (SymbolKind::Loop, Some(test)),
            line,
            None,
            || {
                let place = line.map_or_else(String::new, |line| format!(" at line {line}"));
                format!("{what}{place}")
            },
        );
        Polynomial::symbol(symbol)
    }

    /// The best bound from the loop's tests: the smallest number, else the first bound that is known when the method
    /// begins, else the first.
    pub(crate) fn trip_count(&mut self, view: &LoopView<'_>) -> Option<TripBound> {
        self.header = self.flow.instructions(view.header as usize).start as u32;
        self.line = self.input.code.line_of(self.header);
        self.look_over(view);
        self.clauses = self.clauses_of(view);
        let mut best: Option<TripBound> = None;
        let (mut tried, mut bounding) = (0, 0);
        for (block, place) in view.backbone {
            let Some(stay) = self.stay(view, *block) else {
                continue;
            };
            tried += 1;
            if tried > MAX_TESTS {
                break;
            }
            let notes = self.notes.len();
            let trip = self.passed(view, &stay, *block, *place);
            bounding += u32::from(trip.is_some());
            if is_better(trip.as_ref(), best.as_ref()) {
                best = trip;
            } else {
                self.notes.truncate(notes);
            }
        }
        state::forget_exact(best.as_mut(), bounding);
        if best
            .as_ref()
            .is_none_or(|best| kind_of(&best.bound) == LoopKind::Opaque)
        {
            let notes = self.notes.len();
            let deep = self.deep_trip(view);
            if is_better(deep.as_ref(), best.as_ref()) {
                best = deep;
            } else {
                self.notes.truncate(notes);
            }
        }
        if self.clauses.is_empty() {
            return best;
        }
        let clauses = std::mem::take(&mut self.clauses);
        self.declared_trip(view, &clauses, best)
    }

    /// Finds what the loop changes.
    fn look_over(&mut self, view: &LoopView<'_>) {
        self.changes.clear();
        for block in view.blocks {
            let range = self.flow.instructions(*block as usize);
            self.fuel = self.fuel.saturating_sub(range.len() as u32);
            for index in range {
                match self.input.code.instructions[index].op {
                    Op::Increment { .. } | Op::Store { .. } => self.changes.push(index as u32),
                    _ => {}
                }
            }
        }
        self.changes.sort_unstable();
    }

    fn is_written_in_loop(&self, slot: u16) -> bool {
        let instructions = &self.input.code.instructions;
        self.changes
            .iter()
            .any(|change| reaching::writes(instructions[*change as usize].op, slot))
    }

    /// The comparison with which the branch at the end of a block stays in the loop, if its other side leaves the loop.
    fn stay(&self, view: &LoopView<'_>, block: u32) -> Option<ContinueTest> {
        let range = self.flow.instructions(block as usize);
        let at = range.end - 1;
        let Op::Branch { target, .. } = self.input.code.instructions[at].op else {
            return None;
        };
        let stays = |instruction: u32| {
            let block = self.flow.block_of(instruction);
            block.is_some_and(|block| view.contains(block))
        };
        let taken_stays = stays(target);
        if taken_stays == stays(range.end as u32) {
            return None;
        }
        let (left, comparison, right, data_type) = self.operands(at)?;
        let relation = if taken_stays {
            comparison
        } else {
            comparison.negated()
        };
        Some(ContinueTest {
            at: at as u32,
            difference: left.clone().plus(&right, -1)?,
            sides: [left, right],
            relation,
            data_type,
        })
    }

    /// The two numbers that a branch compares, the comparison, and its type.
    fn operands(&self, at: usize) -> Option<(Linear<Leaf>, Comparison, Linear<Leaf>, DataType)> {
        let Op::Branch { test, .. } = self.input.code.instructions.get(at)?.op else {
            return None;
        };
        let reader = self.reader(at as u32)?;
        match test {
            Test::Ints(comparison) => {
                let (left, right) = reader.two_numbers(at)?;
                Some((left, comparison, right, DataType::Int))
            }
            Test::Zero(comparison) => {
                if let (compare, Op::Compare(DataType::Long)) = reader.last_before(at)? {
                    let (left, right) = reader.two_numbers(compare)?;
                    return Some((left, comparison, right, DataType::Long));
                }
                let left = reader.number(at)?;
                Some((left, comparison, Linear::constant(0), DataType::Int))
            }
            Test::References { .. } | Test::Null { .. } => None,
        }
    }

    /// How often a test passes.
    fn passed(
        &mut self,
        view: &LoopView<'_>,
        stay: &ContinueTest,
        block: u32,
        place: u32,
    ) -> Option<TripBound> {
        let assumed = self.assumed;
        let (varying, fixed): (Vec<_>, Vec<_>) = stay.difference.terms.iter().copied().partition(
            |(leaf, _)| matches!(leaf, Leaf::Local { slot, .. } if self.is_written_in_loop(*slot)),
        );
        let fixed = Linear {
            constant: stay.difference.constant,
            terms: fixed,
        };
        let counters = varying
            .iter()
            .map(|(leaf, coefficient)| match leaf {
                Leaf::Local { slot, at } => {
                    self.counter(view, *slot, *at, *coefficient, stay.data_type)
                }
                Leaf::Field { .. } | Leaf::Length { .. } => None,
            })
            .collect::<Option<Vec<Counter>>>()?;
        let moves = |counter: &Counter| counter.coefficient * counter.step;
        let step: i128 = counters.iter().map(moves).sum();
        // Rewritten so that the difference grows until it is no longer below 0.
        let sign = match stay.relation {
            Comparison::Lt | Comparison::Le => 1,
            Comparison::Gt | Comparison::Ge => -1,
            Comparison::Ne => step.signum(),
            Comparison::Eq => return None,
        };
        let step = step * sign;
        let goes_back =
            |counter: &Counter| counter.coefficient.signum() * counter.direction * sign < 0;
        if step <= 0 || counters.iter().any(goes_back) {
            return None;
        }
        // −D₁, or an upper bound of it.
        let rest = self.known(view, &fixed.times(-sign)?, Side::Upper, 0)?;
        let mut distance = rest.value.clone();
        let mut exact = rest.exact;
        let mut is_broken_off = false;
        for counter in &counters {
            let coefficient = -sign * counter.coefficient;
            let side = if coefficient > 0 {
                Side::Upper
            } else {
                Side::Lower
            };
            let (notes, before) = (self.notes.len(), self.assumed);
            let initial = (self.on_entry(view, counter.slot, side))
                .or_else(|| counter.end_of_type(side).map(SymbolicValue::bounded_by))?;
            if self.assumed == before + 1
                && counters.len() == 1
                && !counter.is_narrow()
                && self.begins_outside(view, counter.slot)
            {
                self.notes.truncate(notes);
                is_broken_off = true;
            }
            exact &= initial.exact && counter.is_exact;
            distance = distance.plus(&initial.value, coefficient)?;
            distance.constant += coefficient * counter.step_before;
        }
        if matches!(stay.relation, Comparison::Le | Comparison::Ge) {
            distance.constant += 1;
        }
        if stay.relation == Comparison::Ne && !(exact && is_met(&distance, step)) {
            return None;
        }
        let is_whole = self.expect_whole_begin(view, stay, &counters, sign);
        let is_certain = is_whole && self.assumed == assumed;
        let wrapping = self.expect_no_wrap(view, stay, &counters, sign, &distance);
        is_broken_off |= wrapping == Wrapping::BreaksOff;
        if stay.relation == Comparison::Ne
            && wrapping == Wrapping::Assumed
            && !self.is_only_exit(view, block)
        {
            // From beyond the end, the counter moves away without wrapping around until the loop is left elsewhere.
            return None;
        }
        let polynomial = to_polynomial(&distance)?;
        let divisor = i64::try_from(step).ok()?;
        let mut bound = Polynomial::positive_ceiling(&polynomial, divisor)?;
        if is_broken_off {
            // An iteration that begins with a wrapped number ends with an exception.
            bound = bound.checked_add(&Polynomial::constant(1))?;
        }
        let exact_bound = Polynomial::exact_ceiling(&polynomial, divisor);
        if wrapping != Wrapping::Never {
            if let Some((_, most)) = self.extremes(&distance) {
                let passes = (most.max(0) + step - 1) / step;
                self.stays_in_range(view, &counters, passes)?;
            } else if stay.relation == Comparison::Ne && counters.iter().any(Counter::is_narrow) {
                // It could start again before the two sides meet.
                return None;
            }
        }
        let (mut facts, mut index) = (Vec::new(), None);
        if view.is_outer {
            let symbol = self.iteration();
            facts = self.facts_of(view, &counters, &rest.value, stay, sign, place);
            facts.extend(self.exact_facts(view, &counters, &symbol));
            index = Some(symbol);
        }
        Some(TripBound {
            bound,
            place,
            exact: exact_bound.filter(|_| exact).map(|bound| ExactTest {
                block,
                bound,
                is_certain: is_certain && !is_broken_off,
            }),
            facts,
            index,
        })
    }

    /// `None` if a counter would leave the range of its type before the test fails, so that the loop continues.
    fn stays_in_range(
        &mut self,
        view: &LoopView<'_>,
        counters: &[Counter],
        passes: i128,
    ) -> Option<()> {
        for counter in counters {
            for side in [Side::Lower, Side::Upper] {
                let Some(initial) = self.on_entry(view, counter.slot, side) else {
                    continue;
                };
                let Some((least, most)) = self.extremes(&initial.value) else {
                    continue;
                };
                let moved = counter.step_before + passes * counter.step;
                if least + moved < counter.limits.0 || most + moved > counter.limits.1 {
                    return None;
                }
            }
        }
        Some(())
    }

    /// The least and the largest value, if these are numbers.
    fn extremes(&self, value: &Linear<Arc<Symbol>>) -> Option<(i128, i128)> {
        let (mut least, mut most) = (value.constant, value.constant);
        for (symbol, coefficient) in &value.terms {
            let known = self.last_indices.iter().find(|known| known.0 == *symbol)?;
            let reach = coefficient.checked_mul(known.1)?;
            least += reach.min(0);
            most += reach.max(0);
        }
        Some((least, most))
    }

    /// Enters a loop with this trip count: its inner loops are analysed next.
    pub(crate) fn descend(
        &mut self,
        header: u32,
        blocks: &[u32],
        trip: Option<TripBound>,
        header_place: u32,
    ) -> Descent {
        let before = Descent {
            facts: self.facts.len(),
            last_indices: self.last_indices.len(),
            around: self.around.len(),
        };
        let mut blocks = blocks.to_vec();
        blocks.sort_unstable();
        self.around.push(Rc::new(Body {
            header,
            blocks,
            index: trip.as_ref().and_then(|trip| trip.index.clone()),
            is_loop: true,
            passes: (trip.as_ref())
                .and_then(|trip| passes(&trip.bound, trip.place == header_place)),
        }));
        let Some(trip) = trip else {
            return before;
        };
        if let (Some(index), Some(count)) = (trip.index, trip.bound.as_constant()) {
            // If code runs before the last test, there is one iteration more.
            let last = i128::from(count.to_integer());
            self.last_indices.push((index, last));
        }
        self.facts.extend(trip.facts);
        before
    }

    /// Notes that a loop has been analysed, and how often it repeats at most.
    pub(crate) fn end(
        &mut self,
        header: u32,
        blocks: &[u32],
        trips: &Polynomial,
        is_tested_first: bool,
    ) {
        if is_of_iteration(trips) || kind_of(trips) == LoopKind::Opaque {
            return;
        }
        let mut blocks = blocks.to_vec();
        blocks.sort_unstable();
        let body = Rc::new(Body {
            header,
            blocks,
            index: None,
            is_loop: true,
            passes: passes(trips, is_tested_first),
        });
        let trips = trips.clone();
        self.ended.push(EndedLoop { body, trips });
    }

    /// True for the header of an enclosing loop.
    fn is_around(&self, header: u32) -> bool {
        self.around.iter().any(|body| body.header == header)
    }

    /// Leaves a loop after its inner loops were analysed.
    pub(crate) fn ascend(&mut self, before: &Descent) {
        self.facts.truncate(before.facts);
        self.last_indices.truncate(before.last_indices);
        self.around.truncate(before.around);
    }

    /// The symbol for the number of the current loop's iteration. Users never see it: at the end of the loop, the cost is
    /// summed over it.
    fn iteration(&mut self) -> Arc<Symbol> {
        let origin = Origin::Iteration(self.header);
        let name = format!("{ITERATION}{}", self.header);
        self.symbols
            .intern(&name, origin, SymbolKind::Loop, self.line, None, || {
                "the number of the iteration".to_owned()
            })
    }

    /// The counters that are the same linear function of the iteration's number in every iteration.
    fn exact_facts(
        &mut self,
        view: &LoopView<'_>,
        counters: &[Counter],
        index: &Arc<Symbol>,
    ) -> Vec<Fact> {
        let mut facts = Vec::new();
        for counter in counters.iter().filter(|counter| counter.is_exact) {
            let Some(initial) = self.on_entry(view, counter.slot, Side::Upper) else {
                continue;
            };
            let moved = Linear::leaf(Arc::clone(index)).times(counter.step);
            let value = moved.and_then(|moved| initial.value.plus(&moved, 1));
            if let (true, Some(value)) = (initial.exact, value) {
                facts.push(Fact {
                    slot: counter.slot,
                    side: None,
                    value,
                    blocks: Self::blocks_between(view, None, counter.first_change),
                    is_whole: true,
                });
            }
        }
        facts
    }

    /// The blocks of a loop between two places in its order, sorted.
    fn blocks_between(view: &LoopView<'_>, after: Option<u32>, before: u32) -> Vec<u32> {
        let mut blocks: Vec<u32> = (view.blocks.iter().zip(view.places))
            .filter(|(_, place)| after.is_none_or(|after| **place > after) && **place < before)
            .map(|(block, _)| *block)
            .collect();
        blocks.sort_unstable();
        blocks
    }

    /// What inner loops may know about the only counter: its first value everywhere, and its last value after the test.
    fn facts_of(
        &mut self,
        view: &LoopView<'_>,
        counters: &[Counter],
        rest: &Linear<Arc<Symbol>>,
        stay: &ContinueTest,
        sign: i128,
        place: u32,
    ) -> Vec<Fact> {
        let [counter] = counters else {
            return Vec::new();
        };
        let mut facts = Vec::new();
        let (towards, away) = if counter.step > 0 {
            (Side::Upper, Side::Lower)
        } else {
            (Side::Lower, Side::Upper)
        };
        if let Some(initial) = self.on_entry(view, counter.slot, away) {
            let mut blocks = view.blocks.to_vec();
            blocks.sort_unstable();
            facts.push(Fact {
                slot: counter.slot,
                side: Some(away),
                value: initial.value,
                blocks,
                is_whole: true,
            });
        }
        let strictly = matches!(stay.relation, Comparison::Le | Comparison::Ge);
        if counter.coefficient.abs() == 1 && stay.relation != Comparison::Ne {
            // sign · (coefficient · counter) < rest, or ≤ rest, after the test last passed.
            let mut value = rest.clone();
            value.constant -= i128::from(!strictly);
            let Some(value) = value.times(sign * counter.coefficient) else {
                return facts;
            };
            let blocks = Self::blocks_between(view, Some(place), counter.first_change);
            // A load that is not the last one before the test says nothing about the counter's current value.
            if self.is_present_value(view, counter, place) {
                facts.push(Fact {
                    slot: counter.slot,
                    side: Some(towards),
                    value,
                    blocks,
                    is_whole: true,
                });
            }
        }
        facts
    }

    /// True if the counter does not change between the load that is compared and the branch.
    fn is_present_value(&self, view: &LoopView<'_>, counter: &Counter, place: u32) -> bool {
        let instructions = &self.input.code.instructions;
        self.place_of(view, counter.at) == Some(place)
            && self.changes.iter().all(|change| {
                !reaching::writes(instructions[*change as usize].op, counter.slot)
                    || *change < counter.at
                    || self.place_of(view, *change) != Some(place)
            })
    }

    /// The place of an instruction's block in the order of the loop's body.
    fn place_of(&self, view: &LoopView<'_>, instruction: u32) -> Option<u32> {
        view.place(self.flow.block_of(instruction)?)
    }

    fn note_nothing_twice(&mut self) {
        self.assume(AssumptionKind::NothingTwice);
    }

    fn note_assumed(&mut self, field: &str) {
        let field = field.to_owned();
        self.assume(AssumptionKind::FieldUnchanged { field });
    }

    /// Notes what the current bound relies on.
    fn assume(&mut self, kind: AssumptionKind) {
        self.assumed += 1;
        let note = Note {
            line: self.line,
            kind: NoteKind::Assumes(kind),
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// True for a count that depends on the iteration of an enclosing loop.
fn is_of_iteration(trips: &Polynomial) -> bool {
    let mut symbols = trips.symbols().into_iter();
    symbols.any(|symbol| symbol.name.starts_with(ITERATION))
}

/// How often code in a loop runs whose test passes this often: once more if the code comes before the test.
fn passes(trips: &Polynomial, is_tested_first: bool) -> Option<Polynomial> {
    if is_of_iteration(trips) || kind_of(trips) == LoopKind::Opaque {
        return None;
    }
    trips.checked_add(&Polynomial::constant(i64::from(!is_tested_first)))
}

/// A polynomial as a linear expression of symbols, where it is one with whole coefficients.
fn to_linear(polynomial: &Polynomial) -> Option<Linear<Arc<Symbol>>> {
    let mut sum = Linear::constant(0);
    for (factor, coefficient) in polynomial.terms() {
        if !coefficient.is_integer() {
            return None;
        }
        let leaf = match factor.powers() {
            [] => Linear::constant(1),
            [(Atom::Symbol(symbol), 1)] => Linear::leaf(Arc::clone(symbol)),
            _ => return None,
        };
        sum = sum.plus(&leaf, i128::from(coefficient.to_integer()))?;
    }
    Some(sum)
}

/// True if steps of this size hit a distance exactly, for all values of the symbols that are at least 0.
fn is_met(distance: &Linear<Arc<Symbol>>, step: i128) -> bool {
    distance.constant >= 0
        && distance.constant % step == 0
        && distance
            .terms
            .iter()
            .all(|(_, coefficient)| *coefficient > 0 && coefficient % step == 0)
}

fn to_polynomial(linear: &Linear<Arc<Symbol>>) -> Option<Polynomial> {
    let mut sum = Polynomial::constant(i64::try_from(linear.constant).ok()?);
    for (symbol, coefficient) in &linear.terms {
        let coefficient = i64::try_from(*coefficient).ok()?;
        let term = Polynomial::symbol(symbol.clone()).checked_scale(coefficient.into())?;
        sum = sum.checked_add(&term)?;
    }
    Some(sum)
}
