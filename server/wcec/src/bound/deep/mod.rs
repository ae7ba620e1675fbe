//! The bounds of loops whose tests the simple analysis does not understand, from the values of the whole method.
//!
//! The argument is that of the simple analysis: a test in every iteration compares two numbers, and their difference moves
//! towards the exit. Here the difference is followed through all branches of the body, together with everything that it
//! consists of. So it does not matter which counter moves on which branch.

mod access;
mod amortised;
mod array;
pub(super) mod called_methods;
mod collection;
mod corners;
mod declared;
mod descent;
mod each_call;
mod fits;
mod forms;
mod grown;
mod guards;
mod halving;
mod interval;
mod kept_counters;
mod kept_fields;
mod kept_size;
mod links;
mod loop_paths;
mod natural_loop;
mod number;
mod progress;
mod ranking;
mod recursion;
mod reference;
mod repeat;
mod repeated_paths;
mod resized;
mod result;
mod same_size;
mod setback;
mod tested;
mod texts;
mod zero;

pub(crate) use amortised::Amortised;

use super::argument::Frame;
use super::limits::limits_of;
use super::linear::Linear;
pub(super) use super::state::Body;
use super::value::Side;
use super::{Bounds, ExactTest, LoopView, TripBound};
use crate::method::LoopKind;
use crate::values::{Condition, Id, NO_OBJECT, Node, Values};
use bytecode::{BinaryOp, Comparison, DataType, InvokeKind, Op};
use cost::{Measure, Place, Polynomial, Root, SIZES, ValueRange};
use std::rc::Rc;

/// Expressions nested deeper than this are not examined.
const MAX_DEPTH: u32 = 12;

/// At most this many tests are examined in pairs.
const MAX_TESTS_TOGETHER: usize = 4;

/// A number in terms of symbols, which have their signs.
#[derive(Debug, Clone)]
pub(super) struct Amount {
    pub(super) value: Polynomial,
    /// False if it is only a bound.
    pub(super) exact: bool,
}

/// How often a test passes.
#[derive(Debug)]
pub(super) struct Passes {
    /// The most times it passes.
    pub(super) most: Polynomial,
    /// The exact count unless the loop is left elsewhere and if the assumptions hold; `None` if unknown.
    pub(super) exact: Option<Polynomial>,
}

impl Passes {
    const fn at_most(most: Polynomial) -> Self {
        Self { most, exact: None }
    }
}

impl Body {
    fn of(view: &LoopView<'_>) -> Self {
        let mut blocks = view.blocks.to_vec();
        blocks.sort_unstable();
        Self {
            header: view.header,
            blocks,
            index: None,
            is_loop: true,
            passes: None,
        }
    }

    /// A single block.
    const fn at(block: u32) -> Self {
        Self {
            header: block,
            blocks: Vec::new(),
            index: None,
            is_loop: false,
            passes: None,
        }
    }

    pub(super) fn contains(&self, block: u32) -> bool {
        self.blocks.binary_search(&block).is_ok()
    }
}

/// What is examined: a loop and the values of its method.
#[derive(Debug, Clone, Copy)]
struct Scope<'s> {
    values: &'s Values<'s>,
    body: &'s Body,
    view: &'s LoopView<'s>,
    /// True if the loop, or code before it, calls methods that may change fields and collections.
    is_changing: bool,
    /// The header of an inner loop whose iterations are counted.
    counted: Option<u32>,
}

/// A branch that leaves the loop unless a comparison holds.
#[derive(Debug, Clone, Copy)]
struct ContinueCondition {
    block: u32,
    condition: Condition,
}

/// What a test compares and how.
struct Tested {
    /// The left side minus the right one.
    difference: Linear<Id>,
    /// −1 if the loop continues as long as the difference is large.
    sign: i128,
    /// 1 if the loop continues with equal sides.
    more: i128,
}

impl Tested {
    /// Nothing for a test of equality.
    fn of(values: &Values<'_>, condition: Condition) -> Option<Self> {
        let (sign, more) = match condition.comparison {
            Comparison::Lt => (1, 0),
            Comparison::Le => (1, 1),
            Comparison::Gt => (-1, 0),
            Comparison::Ge => (-1, 1),
            Comparison::Eq | Comparison::Ne => return None,
        };
        let left = linear(values, condition.left, 0)?;
        let difference = left.plus(&linear(values, condition.right, 0)?, -1)?;
        Some(Self {
            difference,
            sign,
            more,
        })
    }
}

impl<'a> Bounds<'a> {
    fn scope<'s>(
        &self,
        values: &'s Values<'s>,
        body: &'s Body,
        view: &'s LoopView<'s>,
    ) -> Scope<'s> {
        Scope {
            values,
            body,
            view,
            is_changing: self.is_changing(body),
            counted: None,
        }
    }

    /// The best bound that the values of the method show.
    pub(super) fn deep_trip(&mut self, view: &LoopView<'_>) -> Option<TripBound> {
        let values = self.values()?;
        let body = Body::of(view);
        let scope = self.scope(&values, &body, view);
        if let Some(trip) = self.guards(scope) {
            return Some(trip);
        }
        let mut best: Option<TripBound> = None;
        let mut bounding = 0;
        let mut tests: Vec<(ContinueCondition, u32)> = Vec::new();
        for (block, place) in view.backbone.iter().take(4 * super::MAX_TESTS) {
            if self.fuel == 0 {
                break;
            }
            let staying = self.staying(scope, *block);
            let is_decisive = staying.len() == 1;
            for staying in staying {
                tests.push((staying, *place));
                let notes = self.notes.len();
                let passes = self.bound_by(scope, &staying);
                bounding += u32::from(passes.is_some());
                let trip = passes.map(|passes| TripBound {
                    exact: passes.exact.filter(|_| is_decisive).map(|bound| ExactTest {
                        block: *block,
                        bound,
                        is_certain: false,
                    }),
                    ..self.deep_facts(scope, passes.most, *place)
                });
                if super::is_better(trip.as_ref(), best.as_ref()) {
                    best = trip;
                } else {
                    self.notes.truncate(notes);
                }
            }
        }
        super::state::forget_exact(best.as_mut(), bounding);
        if best.is_none() && tests.len() <= MAX_TESTS_TOGETHER {
            for (at, (one, _)) in tests.iter().enumerate() {
                for (two, place) in &tests[at + 1..] {
                    let notes = self.notes.len();
                    if let Some(bound) = self.counted_together(scope, one, two) {
                        let more = i64::from(self.expect_counting(scope, one))
                            + i64::from(self.expect_counting(scope, two));
                        let bound = bound.checked_add(&Polynomial::constant(more))?;
                        return Some(self.deep_facts(scope, bound, *place));
                    }
                    self.notes.truncate(notes);
                }
            }
        }
        let is_known = |trip: &TripBound| super::kind_of(&trip.bound) != LoopKind::Opaque;
        if !best.as_ref().is_some_and(is_known) {
            best = self.implied_trip(scope).or(best);
        }
        if !best.as_ref().is_some_and(is_known) {
            best = self.ranked_trip(scope).or(best);
        }
        best
    }

    /// The range of an argument of a call, or of the length of an array that is passed.
    pub(super) fn passed_deep(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        root: &Root,
        measure: &Measure,
    ) -> ValueRange {
        match self.passed_value(frame, root) {
            Some(id) => self.range_at_call(view, frame.at, id, measure),
            None => ValueRange::default(),
        }
    }

    /// The same for a field of an argument that the method, or one of its callees, wrote before the call. The class is that
    /// of the called method.
    pub(super) fn stored_deep(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
        class: &str,
    ) -> ValueRange {
        let stored = self.stored_value(frame, place, class);
        match (stored, measure) {
            (Some(id), Measure::Value | Measure::ArrayLength) => {
                self.range_at_call(view, frame.at, id, measure)
            }
            _ => ValueRange::default(),
        }
    }

    /// The most that a callee finds in a field of a text builder that the method created and to which it added.
    pub(super) fn built_deep(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        place: &Place,
        measure: &Measure,
    ) -> Option<Polynomial> {
        // The callee may add to it before it runs a method that it got, and between two runs.
        let at = Some(frame.at).filter(|_| frame.via.is_none())?;
        let is_array = match (place.path.as_slice(), measure) {
            ([field], Measure::ArrayLength) if **field == *"value" => true,
            ([field], Measure::Value) if **field == *"count" => false,
            ([], Measure::Result(asked)) if **asked == *"length" => false,
            _ => return None,
        };
        let passed = self.passed_value(frame, &place.root)?;
        let values = self.values()?;
        let body = Body::at(self.flow.block_of(at)? as u32);
        let scope = self.scope(&values, &body, view);
        let notes = self.notes.len();
        let most = self.built(scope, passed, at, is_array);
        let told = most.filter(|most| super::kind_of(most) != LoopKind::Opaque);
        if told.is_none() {
            self.notes.truncate(notes);
        }
        told
    }

    /// The size of an object that a call passes, if the method itself has changed it before: the size at the beginning is then
    /// another one. `None` if no call of the method on the object is known to change it.
    pub(super) fn changed_size(
        &mut self,
        view: &LoopView<'_>,
        frame: Frame<'_>,
        root: &Root,
        measure: &Measure,
    ) -> Option<ValueRange> {
        let Measure::Result(asked) = measure else {
            return None;
        };
        let at = Some(frame.at).filter(|_| SIZES.contains(&&**asked))?;
        let passed = self.passed_value(frame, root)?;
        let values = self.values()?;
        let body = Body::at(self.flow.block_of(at)? as u32);
        let scope = self.scope(&values, &body, view);
        let notes = self.notes.len();
        let mut grown = self.grown_when_passed(scope, passed, asked, at)?;
        (grown.upper).take_if(|most| super::kind_of(most) == LoopKind::Opaque);
        if grown.upper.is_none() {
            self.notes.truncate(notes);
        }
        Some(grown)
    }

    fn stored_value(&mut self, frame: Frame<'_>, place: &Place, class: &str) -> Option<Id> {
        // The callee may store something else before it runs a method that it got, and between two runs.
        let at = Some(frame.at).filter(|_| frame.via.is_none())?;
        // Of a field further away the class is unknown, and it may hide another field with its name.
        let [first] = &place.path[..] else {
            return None;
        };
        let root = match place.root {
            Root::Static(_) => NO_OBJECT,
            _ => self.passed_value(frame, &place.root)?,
        };
        let values = self.values()?;
        // A class may have a field that hides another one with this name.
        let of_class = match &place.root {
            Root::Static(of) => of,
            _ => class,
        };
        values.held(at, root, (of_class, first))
    }

    /// What a call passes, or what an object was created with.
    fn passed_value(&mut self, frame: Frame<'_>, root: &Root) -> Option<Id> {
        let op = self.input.code.instructions.get(frame.at as usize)?.op;
        let Op::Invoke { kind, .. } = op else {
            return None;
        };
        // A call that passes an object on does not pass the arguments of its methods.
        if frame.via.is_some() && kind != InvokeKind::Dynamic {
            return None;
        }
        let values = self.values()?;
        let passed = values.passed(frame.at);
        let before = passed.len().checked_sub(frame.arguments.len())?;
        let index = match root {
            Root::Receiver if before == 1 => 0,
            Root::Argument(index) => usize::from(*index) + before,
            Root::Receiver | Root::Static(_) => return None,
        };
        passed.get(index).copied()
    }

    /// The range of a value that a callee reads, or of the length of an array.
    fn range_at_call(
        &mut self,
        view: &LoopView<'_>,
        at: u32,
        id: Id,
        measure: &Measure,
    ) -> ValueRange {
        let (Some(values), Some(block)) = (self.values(), self.flow.block_of(at)) else {
            return ValueRange::default();
        };
        let body = Body::at(block as u32);
        let scope = self.scope(&values, &body, view);
        let mut end = |side: Side| {
            let notes = self.notes.len();
            let amount = match measure {
                Measure::ArrayLength => self.array_length(scope, id, side, 0),
                _ => self.amount_of(scope, id, side, 0),
            };
            // A method's answer becomes a symbol of the caller if it says how large something is.
            let told = amount.filter(|amount| {
                let mut symbols = amount.value.symbols().into_iter();
                super::kind_of(&amount.value) != LoopKind::Opaque
                    && symbols.all(|symbol| !symbol.name.ends_with(')') || symbol.is_size())
            });
            if told.is_none() {
                self.notes.truncate(notes);
            }
            told.map(|amount| amount.value)
        };
        let between = ValueRange {
            upper: end(Side::Upper),
            lower: end(Side::Lower),
        };
        if between.upper.is_some() || between.lower.is_some() {
            self.expect_whole(scope, &[id]);
        }
        between
    }

    /// The values of the method, found when first asked for.
    pub(in crate::bound) fn values(&mut self) -> Option<Rc<Values<'a>>> {
        if let Some(known) = self.values.get() {
            return known.clone();
        }
        let work = u32::try_from(4 * self.input.code.instructions.len()).unwrap_or(u32::MAX);
        self.fuel = self.fuel.saturating_sub(work);
        let has_fuel = self.fuel > 0;
        let values = self.values.get_or_init(|| {
            let values = has_fuel.then(|| Values::of(self.input, self.flow, self.written()))?;
            values.map(Rc::new)
        });
        values.clone()
    }

    /// The comparisons that hold if the branch at the end of a block stays in the loop, if its other side leaves the loop.
    /// Only a single one decides.
    fn staying(&self, scope: Scope<'_>, block: u32) -> Vec<ContinueCondition> {
        let Some((_, target)) = scope.values.branch(block) else {
            return Vec::new();
        };
        let next = self.flow.instructions(block as usize).end as u32;
        let Some(next) = self.flow.block_of(next).map(|next| next as u32) else {
            return Vec::new();
        };
        let to = match (scope.body.contains(target), scope.body.contains(next)) {
            (true, false) => target,
            (false, true) => next,
            _ => return Vec::new(),
        };
        let conditions = scope.values.conditions_on(block, to).into_iter();
        conditions
            .map(|condition| ContinueCondition { block, condition })
            .collect()
    }

    fn bound_by(&mut self, scope: Scope<'_>, staying: &ContinueCondition) -> Option<Passes> {
        if let Some(passes) = self.counted(scope, staying) {
            let is_broken_off = self.expect_counting(scope, staying);
            let more = Polynomial::constant(i64::from(is_broken_off));
            return Some(Passes {
                most: passes.most.checked_add(&more)?,
                ..passes
            });
        }
        if self.holds_once(scope, staying) {
            let condition = staying.condition;
            self.expect_whole(scope, &[condition.left, condition.right]);
            self.expect_fixed(scope, &[condition.left, condition.right]);
            return Some(Passes::at_most(Polynomial::constant(1)));
        }
        if let Some(bound) = self.halved(scope, staying) {
            return Some(Passes::at_most(bound));
        }
        self.listed(scope, staying)
            .or_else(|| self.resized(scope, staying))
    }

    /// True if the loop or code before it calls anything that is not known to be free of side effects.
    fn is_changing(&self, body: &Body) -> bool {
        let instructions = self.input.code.instructions.iter().enumerate();
        instructions
            .filter(|(_, instruction)| matches!(instruction.op, Op::Invoke { .. }))
            .map(|(at, _)| at as u32)
            .any(|at| {
                let block = self.flow.block_of(at).map(|block| block as u32);
                (block.is_some_and(|block| body.contains(block)) || self.is_before(body, at))
                    && self.may_change_anything(at)
            })
    }
}

/// True for a sum with the least number of its type: that changes the order of numbers, as comparisons without signs do.
fn reorders(values: &Values<'_>, operation: BinaryOp, data_type: DataType, sides: [Id; 2]) -> bool {
    let is_least = |side: Id| match values.node(side) {
        Node::Number(number) => i128::from(number) == limits_of(data_type).0,
        _ => false,
    };
    matches!(operation, BinaryOp::Add | BinaryOp::Sub) && sides.into_iter().any(is_least)
}

/// A number as a linear expression of values.
fn linear(values: &Values<'_>, id: Id, depth: u32) -> Option<Linear<Id>> {
    if depth > MAX_DEPTH {
        return Some(Linear::leaf(id));
    }
    let both = |left: Id, right: Id, factor: i128| {
        let left = linear(values, left, depth + 1)?;
        left.plus(&linear(values, right, depth + 1)?, factor)
    };
    match values.node(id) {
        // Numbers near the limits of a long can only make a loop endless.
        Node::Number(number) => Linear::constant(0).plus(&Linear::constant(i128::from(number)), 1),
        Node::Binary(operation, data_type, left, right)
            if reorders(values, operation, data_type, [left, right]) =>
        {
            Some(Linear::leaf(id))
        }
        Node::Binary(BinaryOp::Add, _, left, right) => both(left, right, 1),
        Node::Binary(BinaryOp::Sub, _, left, right) => both(left, right, -1),
        Node::Negated(value) => linear(values, value, depth + 1)?.times(-1),
        // `~n` is −n − 1.
        Node::Binary(BinaryOp::Xor, _, left, right) if values.node(right) == Node::Number(-1) => {
            Linear::constant(-1).plus(&linear(values, left, depth + 1)?, -1)
        }
        Node::Binary(BinaryOp::Mul, _, left, right) => {
            match (values.node(left), values.node(right)) {
                (Node::Number(number), _) => {
                    linear(values, right, depth + 1)?.times(i128::from(number))
                }
                (_, Node::Number(number)) => {
                    linear(values, left, depth + 1)?.times(i128::from(number))
                }
                _ => Some(Linear::leaf(id)),
            }
        }
        Node::Binary(BinaryOp::Shl, _, left, right) => match values.node(right) {
            Node::Number(by @ 0..=30) => linear(values, left, depth + 1)?.times(1 << by),
            _ => Some(Linear::leaf(id)),
        },
        _ => Some(Linear::leaf(id)),
    }
}
