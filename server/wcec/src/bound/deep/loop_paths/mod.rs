//! The paths through a part of the code: from a loop's header back to it, or from the beginning of a method to its
//! recursive calls. Each path comes with what holds on it, and with what the next iteration or call begins with.

mod ends;
mod held;
mod inner_loops;
mod made;
mod next_state;
mod one_way;
mod recursive_calls;
mod same;

use super::super::Bounds;
use super::Scope;
use super::forms::{ConditionalForm, Form, Forms, is_shown};
use super::progress::Change;
use crate::call::Call;
use crate::values::{BEGINNING, Id};
use flow::Edge;
use std::collections::HashMap;

/// The maximum number of paths that are distinguished.
const MAX_PATHS: usize = 48;
/// At most this many blocks are visited in all.
const MAX_BLOCKS: u32 = 2_000;
/// At most this many searches on one path are split by whether they found something.
const MAX_SEARCHES: usize = 2;

/// The next values of the atoms of the state, and the results that each is made of; `None` if unknown.
pub(super) type NextState = Vec<(u32, Option<Form>, Vec<u32>)>;

/// What every iteration except the last does on one path.
#[derive(Debug, Clone)]
pub(super) struct LoopPath {
    /// What holds on it.
    pub(super) held: Vec<ConditionalForm>,
    /// How many of them hold as soon as the first test passes.
    pub(super) at_first_test: usize,
    pub(super) next: NextState,
    /// The same for the recursive calls that come earlier on it.
    pub(super) before: Vec<NextState>,
    /// What is not 0 on it.
    pub(super) unequal: Vec<ConditionalForm>,
}

/// The ways through a part of the code.
#[derive(Debug, Default)]
pub(super) struct LoopPaths {
    pub(super) all: Vec<LoopPath>,
    pub(super) forms: Forms,
    /// The values that represent reads of lengths, sizes and fields.
    pub(super) state: Vec<u32>,
    /// The values that lengths, sizes and fields are read as.
    pub(super) read: HashMap<u32, Id>,
    /// The calls that tell something about the size of an object, with that object, by the atom of the size.
    pub(super) sized: HashMap<u32, (u32, Id)>,
    /// What holds on each path from the beginning of the method to a return that makes no recursive call.
    pub(super) without_call: Vec<Vec<ConditionalForm>>,
}

impl LoopPath {
    /// What the recursive calls on it begin with, the last one included.
    fn calls(&self) -> impl Iterator<Item = &NextState> {
        self.before.iter().chain(std::iter::once(&self.next))
    }
}

impl LoopPaths {
    /// The paths with everything that follows from what holds on them. If nothing may be assumed, only consequences of
    /// results that are shown to fit their types.
    pub(super) fn settled(&self, assumes: bool) -> Vec<LoopPath> {
        self.settled_with(assumes, false)
    }

    /// The same if nothing may be assumed, but with next values that may wrap around.
    pub(super) fn settled_with_any_next(&self) -> Vec<LoopPath> {
        self.settled_with(false, true)
    }

    fn settled_with(&self, assumes: bool, keeps_next: bool) -> Vec<LoopPath> {
        let ways = self.all.iter().filter_map(|way| {
            let shown = self.forms.shown(&way.held);
            let trusted = |needs: &[u32]| assumes || is_shown(&shown, needs);
            if contradict(&way.held, &way.unequal, trusted) {
                return None;
            }
            // An iteration that ends the loop may leave the path after its first test.
            let first = way.held.get(..way.at_first_test).unwrap_or_default();
            let shown_first = self.forms.shown(first);
            let holds_first = |needs: &[u32]| assumes || is_shown(&shown_first, needs);
            let mut settled = LoopPath {
                held: Vec::new(),
                at_first_test: 0,
                next: way.next.clone(),
                before: way.before.clone(),
                unequal: way.unequal.clone(),
            };
            for held in first.iter().filter(|held| holds_first(&held.needs)) {
                settled.held.push(held.clone());
            }
            settled.at_first_test = settled.held.len();
            for (at, held) in way.held.iter().enumerate() {
                let is_in = at < way.at_first_test && holds_first(&held.needs);
                if !is_in && trusted(&held.needs) {
                    settled.held.push(held.clone());
                }
            }
            settled.unequal.retain(|held| trusted(&held.needs));
            let before = settled.before.iter_mut().flatten();
            for (_, form, needs) in settled.next.iter_mut().chain(before) {
                if !keeps_next && !trusted(needs) {
                    *form = None;
                }
            }
            self.forms.add_consequences(&mut settled.held, trusted);
            for held in &settled.unequal {
                // A number that is at least 0 and not 0 is at least 1.
                for sign in [1, -1] {
                    if let Some(mut form) = held.form.times(sign)
                        && self.forms.follows(&form, &settled.held)
                    {
                        form.constant -= 1;
                        let needs = held.needs.clone();
                        settled.held.push(ConditionalForm { form, needs });
                    }
                }
            }
            self.forms.add_consequences(&mut settled.held, trusted);
            Some(settled)
        });
        ways.collect()
    }
}

/// What is known on the path to a block.
#[derive(Debug, Clone, Default)]
struct PathState {
    /// The values of the joins on the path.
    joins: Vec<(Id, Form, Vec<u32>)>,
    held: Vec<ConditionalForm>,
    unequal: Vec<ConditionalForm>,
    at_first_test: Option<usize>,
    blocks: Vec<u32>,
    /// What earlier recursive calls pass.
    calls: Vec<NextState>,
}

/// The end of a path around the loop.
struct PathEnd {
    /// The block from which control comes back.
    from: u32,
    path: PathState,
    next: NextState,
}

/// Walks through the code.
struct Walk<'w, 'a> {
    bounds: &'w mut Bounds<'a>,
    scope: Scope<'w>,
    ways: LoopPaths,
    /// The loop's header, or `None` for the whole method.
    header: Option<u32>,
    /// The calls that end a path.
    calls: &'w [Call],
    /// Whether a return can be reached from each block.
    returning: Vec<bool>,
    /// By how much the joins at the beginning of an inner loop change.
    moves: HashMap<(Id, Option<Id>, bool), Option<Change>>,
    /// The paths back to the header with the next values of its joins.
    ends: Vec<PathEnd>,
    /// What is at least 0 in every iteration unless something wraps around, with what each needs for that.
    one_way: Vec<(Form, u32)>,
    left: u32,
    /// True if a path was not followed to its end.
    is_partial: bool,
}

impl Bounds<'_> {
    /// The paths from a loop's header back to it on which these counters are at least this much; `None` if there are too
    /// many.
    pub(super) fn loop_paths(
        &mut self,
        scope: Scope<'_>,
        at_least: &[(Id, i128)],
    ) -> Option<LoopPaths> {
        let header = scope.body.header;
        let mut walk = Walk::new(self, scope, Some(header), &[]);
        let mut path = PathState::default();
        for join in scope.values.joins_at(header) {
            let own = walk.leaf(join);
            walk.ways.state.extend(own.terms.first().map(|term| term.0));
            path.joins.push((join, own, Vec::new()));
        }
        for (join, least) in at_least {
            let mut form = walk.leaf(*join);
            form.constant -= least;
            let needs = Vec::new();
            path.held.push(ConditionalForm { form, needs });
        }
        walk.hold_what_is_known_before(&mut path);
        walk.hold_what_only_moves_one_way(&mut path);
        walk.through(header, path);
        walk.finished()
    }

    /// The paths from the beginning of the method to its recursive calls.
    pub(super) fn paths_to_recursive_calls(
        &mut self,
        scope: Scope<'_>,
        calls: &[Call],
    ) -> Option<LoopPaths> {
        let returning = self.flow.returning(self.input.code);
        let mut walk = Walk {
            returning,
            ..Walk::new(self, scope, None, calls)
        };
        let mut path = PathState::default();
        for join in scope.values.joins_at(0) {
            let begins = scope.values.joined(join).iter();
            let begin = begins
                .filter(|(from, _)| *from == BEGINNING)
                .map(|(_, begin)| *begin);
            if let [begin] = begin.collect::<Vec<Id>>()[..] {
                let begin = walk.leaf(begin);
                path.joins.push((join, begin, Vec::new()));
            }
        }
        walk.through(0, path);
        walk.finished()
    }
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(
        bounds: &'w mut Bounds<'a>,
        scope: Scope<'w>,
        header: Option<u32>,
        calls: &'w [Call],
    ) -> Self {
        Self {
            bounds,
            scope,
            ways: LoopPaths::default(),
            header,
            calls,
            returning: Vec::new(),
            moves: HashMap::default(),
            ends: Vec::new(),
            one_way: Vec::new(),
            left: MAX_BLOCKS,
            is_partial: false,
        }
    }

    fn finished(mut self) -> Option<LoopPaths> {
        self.finish_ends();
        let is_whole = !self.is_partial && !self.ways.all.is_empty();
        if is_whole {
            self.settle_one_way();
        }
        is_whole.then_some(self.ways)
    }

    /// Adds the comparisons before the loop whose operands do not change in it.
    fn hold_what_is_known_before(&mut self, path: &mut PathState) {
        let mut before = PathState::default();
        for condition in self.bounds.conditions_at_entry(self.scope) {
            self.hold(condition, &mut before);
        }
        let is_kept = |walk: &Self, held: &ConditionalForm| {
            let mut atoms = held.form.terms.iter();
            atoms.all(|(atom, _)| walk.bounds.stays_same(walk.scope, &walk.ways, *atom))
        };
        before.held.retain(|held| is_kept(self, held));
        before.unequal.retain(|held| is_kept(self, held));
        path.held.extend(before.held);
        path.unequal.extend(before.unequal);
    }

    /// True for a form over the state and over what stays the same.
    fn is_header_form(&self, form: &Form) -> bool {
        form.terms.iter().all(|(atom, _)| {
            self.ways.state.contains(atom) || self.bounds.stays_same(self.scope, &self.ways, *atom)
        })
    }

    /// Continues from the beginning of a block whose joins are known.
    fn through(&mut self, block: u32, mut path: PathState) {
        self.left = self.left.saturating_sub(1);
        self.bounds.fuel = self.bounds.fuel.saturating_sub(4);
        if self.left == 0 || self.bounds.fuel == 0 || self.paths_found() > MAX_PATHS {
            self.is_partial = true;
            return;
        }
        if path.blocks.contains(&block) {
            return;
        }
        if Some(block) != self.header
            && self.begins_loop(block)
            && let Some(later) = self.later_in_loop(block, &path)
        {
            self.execute(block, &later);
        }
        if !path.is_impossible(&self.ways.forms) {
            path.blocks.push(block);
            self.execute(block, &path);
        }
    }

    /// Executes the instructions of a block and follows its edges.
    fn execute(&mut self, block: u32, path: &PathState) {
        let mut whole = path.clone();
        for at in self.bounds.flow.instructions(block as usize) {
            let at = at as u32;
            if self.calls.iter().any(|call| call.passed.instruction == at) {
                self.call_itself(at, &mut whole);
            }
            if self.header.is_none() && self.bounds.returns_at(at) {
                self.end_without_call(&whole);
            }
            self.use_element(at, &mut whole);
            if whole.is_impossible(&self.ways.forms) {
                break;
            }
        }
        let edges: Vec<Edge> = self.bounds.flow.successors(block as usize).to_vec();
        for edge in edges {
            let to = edge.block() as u32;
            // Values do not reach blocks that lead to no call.
            let is_inside = match self.header {
                Some(_) => self.scope.body.contains(to),
                None => self.scope.values.position(to) != u32::MAX,
            };
            if !is_inside && self.header.is_some() {
                continue;
            }
            let mut next = if edge.is_exceptional() {
                let mut next = path.clone();
                next.calls.clone_from(&whole.calls);
                next
            } else {
                let mut next = whole.clone();
                for condition in self.scope.values.conditions_on(block, to) {
                    self.hold(condition, &mut next);
                }
                next
            };
            if !is_inside {
                if self.returning.get(to as usize) == Some(&true) {
                    self.end_without_call(&next);
                }
                continue;
            }
            next.at_first_test.get_or_insert(next.held.len());
            if next.is_impossible(&self.ways.forms) {
                continue;
            }
            let values = self.scope.values;
            let mut joins = Vec::new();
            for join in values.joins_at(to) {
                let mut over = (values.joined(join).iter()).filter(|(from, _)| *from == block);
                let mut needs = Vec::new();
                let form = match (over.next(), over.next()) {
                    (Some((_, value)), None) => Some(self.form(*value, &next, &mut needs, 0)),
                    _ => None,
                };
                joins.push((join, form, needs));
            }
            if Some(to) == self.header {
                self.come_back(block, &next, joins);
                continue;
            }
            for (join, form, needs) in joins {
                let form = form.unwrap_or_else(|| self.leaf(join));
                next.joins.retain(|(known, ..)| *known != join);
                next.joins.push((join, form, needs));
            }
            // Inner loops repeat at most once, which represents all repetitions.
            let goes_back = values.is_backward(block, to);
            if !goes_back {
                self.through(to, next);
            }
        }
    }

    fn finish(&mut self, path: &PathState, next: NextState) {
        self.ways.all.push(LoopPath {
            held: path.held.clone(),
            at_first_test: path.at_first_test.unwrap_or(path.held.len()),
            next,
            before: path.calls.clone(),
            unequal: path.unequal.clone(),
        });
    }
}

impl PathState {
    fn add(&mut self, held: ConditionalForm) {
        if !self.held.contains(&held) {
            self.held.push(held);
        }
    }

    /// True if what holds contradicts itself, whatever wraps around.
    fn is_impossible(&self, forms: &Forms) -> bool {
        if !contradict(&self.held, &self.unequal, |_| true) {
            return false;
        }
        let shown = forms.shown(&self.held);
        contradict(&self.held, &self.unequal, |needs| is_shown(&shown, needs))
    }
}

/// True if the facts whose required results are trusted contradict each other.
fn contradict(
    held: &[ConditionalForm],
    unequal: &[ConditionalForm],
    trusted: impl Fn(&[u32]) -> bool,
) -> bool {
    let is_known = |held: &&ConditionalForm| trusted(&held.needs);
    let mut known = held.iter().enumerate();
    known.any(|(at, one)| {
        let mut before = held[..at].iter();
        let form = &one.form;
        let is_opposed = form.is_constant() && form.constant < 0
            || before.any(|other| {
                other.form.constant + form.constant < 0
                    && other.form.cancels(form)
                    && is_known(&other)
            });
        is_opposed && is_known(&one)
    }) || (unequal.iter()).filter(is_known).any(|unlike| {
        // A number that is at least 0 and at most 0 is 0.
        let is_held = |sign: i128| {
            let opposite = unlike.form.times(-sign);
            (held.iter().filter(is_known)).any(|held| {
                opposite.as_ref().is_some_and(|opposite| {
                    held.form.constant == -opposite.constant && held.form.cancels(opposite)
                })
            })
        };
        unlike.form == Form::constant(0) || is_held(1) && is_held(-1)
    })
}
