//! Whether machine arithmetic gives the mathematical result: the ranges of operands, and whether results stay within their
//! type.
//!
//! Java's integers wrap around. A bound is computed in unlimited integers, so it holds only if nothing wraps. If that
//! cannot be shown, it is assumed, and the assumption stays with the cost.

use super::counter::Counter;
use super::deep::called_methods::{called, field_read};
use super::limits::limits_of;
use super::linear::{Linear, is_plain};
use super::operand::Leaf;
use super::reaching::ReachingAssignments;
use super::value::Side;
use super::{Bounds, ContinueTest, LoopView};
use bytecode::{Comparison, DataType, Op, TypeName, parameter_types};
use cost::{AssumptionKind, Measure, Root, Symbol, SymbolKind};
use std::sync::Arc;

/// From the first number to the second.
pub(super) type Range = (i128, i128);

/// The longest array: slightly less than the largest int on every existing virtual machine.
pub(super) const LONGEST_ARRAY: i128 = i32::MAX as i128 - 2;

/// Branches further away than this are not examined.
const FARTHEST: u32 = 16;

/// Instructions of a block further away than this are not examined for the indices that they use.
const FARTHEST_INDEX: usize = 64;

/// A counter with a larger step is not examined if it may wrap around.
const FARTHEST_STEP: i128 = 1 << 16;

/// Chains of values longer than this are not followed.
const MAX_DEPTH: u32 = 6;

pub(super) fn is_within(range: Range, limits: Range) -> bool {
    limits.0 <= range.0 && range.1 <= limits.1
}

/// The range of a sum of values with these ranges.
fn sum(constant: i128, parts: impl Iterator<Item = (i128, Range)>) -> Range {
    parts.fold((constant, constant), |sum, (factor, (low, high))| {
        let ends = (
            low.saturating_mul(factor).clamp(-FAR, FAR),
            high.saturating_mul(factor).clamp(-FAR, FAR),
        );
        (
            (sum.0 + ends.0.min(ends.1)).clamp(-FAR, FAR),
            (sum.1 + ends.0.max(ends.1)).clamp(-FAR, FAR),
        )
    })
}

/// Beyond every type. Ranges end there.
const FAR: i128 = 1 << 80;

/// What happens if a side of a loop's test leaves its type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wrapping {
    /// It always stays within its type.
    Never,
    /// The loop then never ends.
    Endless,
    /// It is an index, so the next iteration throws an exception.
    BreaksOff,
    /// Unknown: the analysis assumes that it stays within its type.
    Assumed,
}

impl Bounds<'_> {
    /// Notes an assumption if a result may leave its type.
    pub(super) fn expect_fit(&mut self, value: &Linear<Leaf>, data_type: DataType, at: u32) {
        self.expect_within(value, data_type, at, limits_of(data_type));
    }

    /// The same for the length of an existing array: if the length wrapped around to a negative number, there would be no
    /// array.
    pub(super) fn expect_length_fits(&mut self, length: &Linear<Leaf>, at: u32) {
        let (least, _) = limits_of(DataType::Int);
        self.expect_within(length, DataType::Int, at, (least, -2 * least - 1));
    }

    /// The same for a number that only matters if it is too small: one that overflows becomes smaller.
    pub(super) fn expect_no_underflow(
        &mut self,
        value: &Linear<Leaf>,
        data_type: DataType,
        at: u32,
    ) {
        let (least, _) = limits_of(data_type);
        self.expect_within(value, data_type, at, (least, FAR));
    }

    fn expect_within(&mut self, value: &Linear<Leaf>, data_type: DataType, at: u32, limits: Range) {
        if is_plain(value) {
            return;
        }
        let range = self.range_of_value(value, data_type, at, 0);
        if !is_within(range, limits) {
            self.assume(AssumptionKind::NoOverflow);
        }
    }

    /// The range of an expression if nothing wraps. `at` is where it is used.
    pub(super) fn range_of_value(
        &mut self,
        value: &Linear<Leaf>,
        data_type: DataType,
        at: u32,
        depth: u32,
    ) -> Range {
        let mut parts = Vec::with_capacity(value.terms.len());
        for (leaf, factor) in &value.terms {
            parts.push((*factor, self.range_of_leaf(*leaf, data_type, at, depth)));
        }
        sum(value.constant, parts.into_iter())
    }

    fn range_of_leaf(&mut self, leaf: Leaf, data_type: DataType, at: u32, depth: u32) -> Range {
        let limits = limits_of(data_type);
        let range = match leaf {
            Leaf::Length { .. } => (0, LONGEST_ARRAY),
            Leaf::Field { at } => self.range_of_field(at).unwrap_or(limits),
            Leaf::Local { slot, at: load } => {
                let reaching = self.reaching(slot, load);
                let mut range = self.range_of_local(slot, load, reaching, data_type, depth);
                for (low, high) in self.compared_on_the_way(slot, reaching, at) {
                    range = (range.0.max(low), range.1.min(high));
                }
                range
            }
        };
        (range.0.max(limits.0), range.1.min(limits.1))
    }

    fn range_of_local(
        &mut self,
        slot: u16,
        at: u32,
        reaching: ReachingAssignments,
        data_type: DataType,
        depth: u32,
    ) -> Range {
        let limits = limits_of(data_type);
        if depth > MAX_DEPTH {
            return limits;
        }
        match reaching {
            ReachingAssignments::Entry => self.range_of_argument(slot).unwrap_or(limits),
            ReachingAssignments::One(write) => {
                let op = self.input.code.instructions.get(write as usize);
                match op.map(|instruction| instruction.op) {
                    Some(Op::Increment { by, .. }) => {
                        let before = Linear {
                            constant: i128::from(by),
                            terms: vec![(Leaf::Local { slot, at: write }, 1)],
                        };
                        wrapped(
                            self.range_of_value(&before, DataType::Int, write, depth + 1),
                            limits_of(DataType::Int),
                        )
                    }
                    Some(Op::Store { data_type, .. }) => {
                        let reader = self.reader(write);
                        let value = reader.and_then(|reader| reader.number(write as usize));
                        match value {
                            Some(value) => {
                                let range =
                                    self.range_of_value(&value, data_type, write, depth + 1);
                                wrapped(range, limits_of(data_type))
                            }
                            None => self.range_of_call_before(write).unwrap_or(limits),
                        }
                    }
                    _ => limits,
                }
            }
            ReachingAssignments::Several => {
                let Some(block) = self.flow.block_of(at) else {
                    return limits;
                };
                let mut range = limits;
                let holds = |fact: &&super::Fact| {
                    fact.slot == slot && fact.blocks.binary_search(&(block as u32)).is_ok()
                };
                for fact in self.facts.iter().filter(holds) {
                    let (low, high) = self.range_of_symbols(&fact.value);
                    if fact.side != Some(Side::Upper) {
                        range.0 = range.0.max(low);
                    }
                    if fact.side != Some(Side::Lower) {
                        range.1 = range.1.min(high);
                    }
                }
                range
            }
        }
    }

    /// The range of the values that a field's type allows.
    pub(super) fn range_of_field(&self, at: u32) -> Option<Range> {
        let member = self.input.class.member(field_read(self.input, at)?)?;
        range_of_type(parameter_types(&format!("({})", member.descriptor())).next()?)
    }

    /// The range of the values that a call's type allows.
    pub(super) fn range_of_result(&self, at: u32) -> Option<Range> {
        let Op::Invoke { pool, .. } = self.input.code.instructions.get(at as usize)?.op else {
            return None;
        };
        let member = self.input.class.member(pool)?;
        match (member.class_bytes(), member.name_bytes()) {
            (b"java/lang/String", b"length") => return Some((0, LONGEST_ARRAY)),
            (b"java/lang/String", b"indexOf" | b"lastIndexOf") => return Some((-1, LONGEST_ARRAY)),
            _ => {}
        }
        let descriptor = member.descriptor();
        let (_, result) = descriptor.rsplit_once(')')?;
        range_of_type(parameter_types(&format!("({result})")).next()?)
    }

    /// The range of the call's result that an instruction stores.
    pub(super) fn range_of_call_before(&self, store: u32) -> Option<Range> {
        let call = store.checked_sub(1)?;
        let Op::Invoke { pool, .. } = self.input.code.instructions.get(call as usize)?.op else {
            return None;
        };
        let member = self.input.class.member(pool)?;
        let names = (member.class_bytes(), member.name_bytes());
        if names == (b"java/lang/reflect/Array", b"getLength") {
            return Some((0, LONGEST_ARRAY));
        }
        let of_type = self.range_of_result(call)?;
        let calls = self.input.outcomes;
        let known = calls.binary_search_by_key(&call, |(known, _)| *known).ok();
        let known = known.and_then(|known| calls.get(known));
        Some(
            match known.and_then(|(_, outcome)| outcome.returned.as_ref()) {
                Some(returned) => {
                    let (low, high) = returned.range(of_type);
                    (low.max(of_type.0), high.min(of_type.1))
                }
                None if called(self.input, call)?.is_size_of_jdk() => (0, of_type.1),
                None => of_type,
            },
        )
    }

    /// The range of the values that an argument's type allows.
    pub(super) fn range_of_argument(&self, slot: u16) -> Option<Range> {
        let (index, _) = self.argument(slot)?;
        self.range_of_parameter(index)
    }

    /// The range of the values that the type of the parameter with this index allows, and what is supposed of it.
    fn range_of_parameter(&self, index: usize) -> Option<Range> {
        let of_type = parameter_types(&self.input.method.descriptor).nth(index)?;
        let of_type = range_of_type(of_type)?;
        let supposed = self.supposed;
        Some(supposed.map_or(of_type, |supposed| supposed.within(index, of_type)))
    }

    /// The range of a linear expression of symbols.
    pub(super) fn range_of_symbols(&self, value: &Linear<Arc<Symbol>>) -> Range {
        let parts = value.terms.iter();
        sum(
            value.constant,
            parts.map(|(symbol, factor)| (*factor, self.range_of_symbol(symbol))),
        )
    }

    /// The range of a symbol. If its type is unknown, the range of an int is used: for a symbol that is a long, any
    /// expression around it exceeds every type.
    pub(super) fn range_of_symbol(&self, symbol: &Symbol) -> Range {
        let int = limits_of(DataType::Int);
        let any = if let Some((place, Measure::Value)) = &symbol.place
            && let (Root::Argument(index), true) = (&place.root, place.path.is_empty())
        {
            self.range_of_parameter(usize::from(*index)).unwrap_or(int)
        } else if symbol.kind == SymbolKind::ArrayLength
            || matches!(&symbol.place, Some((_, Measure::ArrayLength)))
        {
            (0, LONGEST_ARRAY)
        } else if symbol.name.starts_with(cost::ITERATION) {
            (0, int.1)
        } else {
            limits_of(DataType::Long)
        };
        let known = self.last_indices.iter().find(|known| *known.0 == *symbol);
        let any = known.map_or(any, |(_, last)| (0, *last));
        if symbol.is_never_negative() {
            (any.0.max(0), any.1.min(int.1))
        } else {
            any
        }
    }

    /// Notes an assumption if a side of a test may leave its type before the loop begins to count. True if neither side
    /// does. A limit that leaves its type on the far side becomes nearer, so the loop ends sooner.
    pub(super) fn expect_whole_begin(
        &mut self,
        view: &LoopView<'_>,
        stay: &ContinueTest,
        counters: &[Counter],
        sign: i128,
    ) -> bool {
        let limits = limits_of(stay.data_type);
        let mut is_whole = true;
        for (at, side) in stay.sides.iter().enumerate() {
            let counting = side.terms.iter();
            let counting: Vec<&Counter> = counting
                .filter_map(|(leaf, _)| counter_of(*leaf, counters))
                .collect();
            let is_read = is_plain(side) && (counting.iter()).all(|of| of.most_before == Some(0));
            if is_read {
                continue;
            }
            let range = self.first_value(view, stay, side, counters);
            let are_counted = (counting.iter()).all(|counter| {
                let first = self.first_count(view, counter, stay.data_type);
                counter.most_before == Some(0) || is_within(first, counter.limits)
            });
            if is_within(range, limits) && are_counted {
                continue;
            }
            is_whole = false;
            let is_limit = stay.relation != Comparison::Ne && counting.is_empty();
            // The left side rises with the difference.
            let is_near = if (at == 0) == (sign > 0) {
                range.1 <= limits.1
            } else {
                range.0 >= limits.0
            };
            if !(is_limit && is_near) {
                self.assume(AssumptionKind::NoOverflow);
            }
        }
        is_whole
    }

    /// Notes an assumption if a side of a test may leave its type while the loop runs, so that the test continues to pass.
    ///
    /// A side moves by at most M from one test to the next. When it passed the last test, it was below the other side. So
    /// it stays within its type if the largest value of the other side, minus 1 and plus M, does. A side that moves by 1,
    /// and whose test also passes on equality, leaves its type only if the other side stays at the end of the type. Then
    /// the test passes forever, and a call that must leave the loop there never returns.
    pub(super) fn expect_no_wrap(
        &mut self,
        view: &LoopView<'_>,
        stay: &ContinueTest,
        counters: &[Counter],
        sign: i128,
        distance: &Linear<Arc<Symbol>>,
    ) -> Wrapping {
        let is_narrow = counters.iter().any(Counter::is_narrow);
        let block = self.flow.block_of(stay.at).map(|block| block as u32);
        let (is_within, is_endless_beyond) = if stay.relation == Comparison::Ne {
            // The sides meet, and neither goes further.
            let meet = !is_narrow && self.range_of_symbols(distance).0 >= 0;
            (meet, false)
        } else {
            let (is_within, is_endless_beyond) = self.stays_within(view, stay, counters, sign);
            // A narrower type repeats its few numbers soon enough to be noticed.
            let is_left_here = is_endless_beyond
                && !is_narrow
                && block.is_some_and(|block| self.is_only_exit(view, block));
            (is_within, is_left_here)
        };
        if is_within {
            return Wrapping::Never;
        }
        if is_endless_beyond {
            return Wrapping::Endless;
        }
        let breaks_off = match counters {
            [counter] => {
                counter.coefficient.abs() == 1
                    && !is_narrow
                    && stay.relation != Comparison::Ne
                    && self.breaks_off(view, counter.slot, stay.data_type, counter.most_step)
            }
            _ => false,
        };
        if breaks_off {
            return Wrapping::BreaksOff;
        }
        self.assume(AssumptionKind::NoOverflow);
        Wrapping::Assumed
    }

    /// True if a counter, whose step between completed iterations is at most this much, is out of range for the iteration's
    /// accesses once it has wrapped around.
    pub(super) fn breaks_off(
        &mut self,
        view: &LoopView<'_>,
        slot: u16,
        data_type: DataType,
        moves: Option<i128>,
    ) -> bool {
        data_type == DataType::Int
            && moves.is_some_and(|moves| moves <= FARTHEST_STEP)
            && self.indexes(view, slot).is_some()
    }

    /// True if the first value of a counter is out of range for the iteration's accesses if it has wrapped around.
    pub(super) fn begins_outside(&mut self, view: &LoopView<'_>, slot: u16) -> bool {
        let header = view.header as usize;
        let reaching = self.reaching_begin(slot, header, |block| !view.contains(block));
        let ReachingAssignments::One(write) = reaching else {
            return false;
        };
        let data_type = DataType::Int;
        let op = self.input.code.instructions.get(write as usize);
        if op.map(|instruction| instruction.op) != Some(Op::Store { data_type, slot }) {
            return false;
        }
        let value = self.reader(write);
        let value = value.and_then(|reader| reader.number(write as usize));
        let Some((value, used)) = value.zip(self.indexes(view, slot)) else {
            return false;
        };
        if is_plain(&value) || !(value.terms.iter()).all(|(leaf, _)| self.is_read(*leaf, 0)) {
            return false;
        }
        let range = self.range_of_value(&value, data_type, write, 0);
        wraps_outside(range, used)
    }

    /// True for a value that no arithmetic of the method has computed.
    fn is_read(&mut self, leaf: Leaf, depth: u32) -> bool {
        let Leaf::Local { slot, at } = leaf else {
            return true;
        };
        match self.reaching(slot, at) {
            ReachingAssignments::Entry => true,
            ReachingAssignments::One(write) if depth < MAX_DEPTH => {
                let op = self.input.code.instructions.get(write as usize);
                let is_store = op.is_some_and(|known| matches!(known.op, Op::Store { .. }));
                let reader = self.reader(write).filter(|_| is_store);
                let value = reader.and_then(|reader| reader.number(write as usize));
                value.is_some_and(|value| {
                    is_plain(&value)
                        && (value.terms.iter()).all(|(leaf, _)| self.is_read(*leaf, depth + 1))
                })
            }
            _ => false,
        }
    }

    /// Whether both sides stay within their types, and whether a side that leaves its type does so only if the other stays
    /// at the end of the type.
    fn stays_within(
        &mut self,
        view: &LoopView<'_>,
        stay: &ContinueTest,
        counters: &[Counter],
        sign: i128,
    ) -> (bool, bool) {
        let [left, right] = &stay.sides;
        let (rising, falling) = if sign > 0 {
            (left, right)
        } else {
            (right, left)
        };
        let (Some(up), Some(down)) = (most_move(rising, counters), most_move(falling, counters))
        else {
            return (false, false);
        };
        let equal = i128::from(matches!(stay.relation, Comparison::Le | Comparison::Ge));
        let highest = self
            .first_value(view, stay, falling, counters)
            .1
            .min(limits_of(stay.data_type).1);
        let lowest = self
            .first_value(view, stay, rising, counters)
            .0
            .max(limits_of(stay.data_type).0);
        let limits = |side| limits_of_side(side, counters, stay.data_type);
        let fits_above = up == 0 || highest - 1 + equal + up <= limits(rising).1;
        let fits_below = down == 0 || lowest + 1 - equal - down >= limits(falling).0;
        (fits_above && fits_below, equal == 1 && up + down == 1)
    }

    /// The range of a side of a test when it is first computed.
    fn first_value(
        &mut self,
        view: &LoopView<'_>,
        stay: &ContinueTest,
        side: &Linear<Leaf>,
        counters: &[Counter],
    ) -> Range {
        let mut parts = Vec::with_capacity(side.terms.len());
        for (leaf, factor) in &side.terms {
            let range = match counter_of(*leaf, counters) {
                Some(counter) => self.first_count(view, counter, stay.data_type),
                None => self.range_of_leaf(*leaf, stay.data_type, stay.at, 0),
            };
            parts.push((*factor, range));
        }
        sum(side.constant, parts.into_iter())
    }

    /// The range of a counter when it is first compared.
    fn first_count(
        &mut self,
        view: &LoopView<'_>,
        counter: &Counter,
        data_type: DataType,
    ) -> Range {
        let (low, high) = self.range_on_entry(view, counter.slot, data_type);
        let most = counter.most_before.unwrap_or(FAR);
        let ends = (counter.step_before, counter.direction * most);
        (low + ends.0.min(ends.1), high + ends.0.max(ends.1))
    }

    /// The range of a local when a loop begins.
    fn range_on_entry(&mut self, view: &LoopView<'_>, slot: u16, data_type: DataType) -> Range {
        let header = view.header as usize;
        let at = self.flow.instructions(header).start as u32;
        let reaching = self.reaching_begin(slot, header, |block| !view.contains(block));
        let (low, high) = self.range_of_local(slot, at, reaching, data_type, 0);
        let limits = limits_of(data_type);
        (low.max(limits.0), high.min(limits.1))
    }

    /// What comparisons with numbers show about a local, on the only path to an instruction.
    fn compared_on_the_way(
        &mut self,
        slot: u16,
        reaching: ReachingAssignments,
        at: u32,
    ) -> Vec<Range> {
        let mut found = Vec::new();
        for known in self.known_positive(at) {
            let [
                (
                    Leaf::Local {
                        slot: other,
                        at: load,
                    },
                    factor @ (1 | -1),
                ),
            ] = known.terms[..]
            else {
                continue;
            };
            if other != slot || self.fuel == 0 || self.reaching(slot, load) != reaching {
                continue;
            }
            found.push(if factor > 0 {
                (-known.constant, FAR)
            } else {
                (-FAR, known.constant)
            });
        }
        found
    }

    /// Linear expressions that are at least 0 at an instruction, because of the branches that control must have taken to
    /// it, and of the elements that it has read on the way. Only differences of plain operands count: comparing them cannot
    /// wrap around.
    fn known_positive(&self, at: u32) -> Vec<Linear<Leaf>> {
        let mut found = Vec::new();
        let Some(mut block) = self.flow.block_of(at) else {
            return found;
        };
        self.used_as_index(self.flow.instructions(block).start..at as usize, &mut found);
        for _ in 0..FARTHEST {
            let [edge] = self.flow.predecessors(block) else {
                break;
            };
            if edge.is_exceptional() || block == 0 {
                break;
            }
            let before = edge.block();
            if let Some((left, relation, right)) = self.compared(before, block)
                && is_plain(&left)
                && is_plain(&right)
                && let Some(difference) = left.plus(&right, -1)
            {
                let at_least = |factor: i128, less: i128| {
                    let mut positive = difference.times(factor)?;
                    positive.constant -= less;
                    Some(positive)
                };
                let positive = match relation {
                    Comparison::Lt => [at_least(-1, 1), None],
                    Comparison::Le => [at_least(-1, 0), None],
                    Comparison::Gt => [at_least(1, 1), None],
                    Comparison::Ge => [at_least(1, 0), None],
                    Comparison::Eq => [at_least(1, 0), at_least(-1, 0)],
                    Comparison::Ne => [None, None],
                };
                found.extend(positive.into_iter().flatten());
            }
            self.used_as_index(self.flow.instructions(before), &mut found);
            block = before;
        }
        found
    }

    /// Adds what array elements and characters of strings that these instructions have read show about their indices: control
    /// went on, so each was at least 0 and less than the length.
    fn used_as_index(&self, instructions: std::ops::Range<usize>, found: &mut Vec<Linear<Leaf>>) {
        let from = instructions.end.saturating_sub(FARTHEST_INDEX);
        for at in from.max(instructions.start)..instructions.end {
            let is_index = match self.input.code.instructions.get(at).map(|known| known.op) {
                Some(Op::ArrayLoad(_)) => true,
                Some(Op::Invoke { pool, .. }) => {
                    self.input.class.member(pool).is_some_and(|member| {
                        let names = (member.class_bytes(), member.name_bytes());
                        names == (b"java/lang/String", b"charAt")
                    })
                }
                _ => false,
            };
            let reader = is_index.then(|| self.reader(at as u32)).flatten();
            let index = reader.and_then(|reader| reader.number(at));
            if let Some(index) = index.filter(is_plain)
                && let Some(mut below) = index.times(-1)
            {
                below.constant += LONGEST_ARRAY - 1;
                found.extend([index, below]);
            }
        }
    }

    /// What the branch at the end of a block has compared if it leads to another block.
    fn compared(
        &self,
        block: usize,
        to: usize,
    ) -> Option<(Linear<Leaf>, Comparison, Linear<Leaf>)> {
        let range = self.flow.instructions(block);
        let at = range.end.checked_sub(1)?;
        let Op::Branch { target, .. } = self.input.code.instructions.get(at)?.op else {
            return None;
        };
        let taken = self.flow.block_of(target)? == to;
        if taken == (self.flow.block_of(range.end as u32) == Some(to)) {
            return None;
        }
        let (left, comparison, right, _) = self.operands(at)?;
        let relation = if taken {
            comparison
        } else {
            comparison.negated()
        };
        Some((left, relation, right))
    }
}

/// True if an int in the first range is outside the second one whenever it has wrapped around.
pub(super) fn wraps_outside(range: Range, used: Range) -> bool {
    let limits = limits_of(DataType::Int);
    let all = limits.1 - limits.0 + 1;
    let is_below = range.0 >= limits.0 || range.0 + all > used.1 && range.0 + all >= limits.0;
    let is_above = range.1 <= limits.1 || range.1 - all < used.0 && range.1 - all <= limits.1;
    is_below && is_above
}

fn counter_of(leaf: Leaf, counters: &[Counter]) -> Option<&Counter> {
    let Leaf::Local { slot, .. } = leaf else {
        return None;
    };
    counters.iter().find(|counter| counter.slot == slot)
}

/// The range in which a side of a test fits its type, and its counters fit theirs.
fn limits_of_side(side: &Linear<Leaf>, counters: &[Counter], data_type: DataType) -> Range {
    let limits = limits_of(data_type);
    let narrower = side.terms.iter().find_map(|(leaf, factor)| {
        let counter = counter_of(*leaf, counters)?;
        (!is_within(limits, counter.limits)).then_some((*factor, counter.limits))
    });
    match narrower {
        None => limits,
        Some(alone) if side.terms.len() == 1 => {
            let (low, high) = sum(side.constant, std::iter::once(alone));
            (low.max(limits.0), high.min(limits.1))
        }
        // The other counters are not examined.
        Some(_) => (FAR, -FAR),
    }
}

/// The most by which an iteration moves a side of a test.
fn most_move(side: &Linear<Leaf>, counters: &[Counter]) -> Option<i128> {
    let mut moves = 0;
    for (leaf, factor) in &side.terms {
        if let Some(counter) = counter_of(*leaf, counters) {
            moves += counter.most_step? * factor.abs();
        }
    }
    Some(moves)
}

/// The range of a result in its type: everything, if it may wrap around.
fn wrapped(range: Range, limits: Range) -> Range {
    if is_within(range, limits) {
        range
    } else {
        limits
    }
}

/// The values of a primitive type of whole numbers.
fn range_of_type(of: TypeName<'_>) -> Option<Range> {
    if of.dimensions > 0 {
        return None;
    }
    Some(match of.element {
        "boolean" => (0, 1),
        "byte" => (i128::from(i8::MIN), i128::from(i8::MAX)),
        "char" => (0, i128::from(u16::MAX)),
        "short" => (i128::from(i16::MIN), i128::from(i16::MAX)),
        "int" => limits_of(DataType::Int),
        "long" => limits_of(DataType::Long),
        _ => return None,
    })
}
