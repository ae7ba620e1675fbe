//! The paths through a part of the code: from a loop's header back to it, or from the beginning of a method to its
//! recursive calls. Each path comes with what holds on it, and with what the next iteration or call begins with.

mod ends;
mod held;
mod inner_loops;
mod made;
mod recursive_calls;
mod same;

use super::super::Bounds;
use super::Scope;
use super::forms::{Atom, ConditionalForm, Form, Forms, is_shown};
use super::reference::field_read;
use crate::call::Call;
use crate::values::{BEGINNING, Id, Node};
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
        let possible = (self.all.iter())
            .filter(|way| !assumes || !contradict(&way.held, &way.unequal, |_| true));
        let ways = possible.map(|way| {
            let shown = self.forms.shown(&way.held);
            let trusted = |needs: &[u32]| assumes || is_shown(&shown, needs);
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
                if !trusted(needs) {
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
            settled
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
    moves: HashMap<(Id, Option<Id>, bool), Option<i128>>,
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
            left: MAX_BLOCKS,
            is_partial: false,
        }
    }

    fn finished(self) -> Option<LoopPaths> {
        let is_whole = !self.is_partial && !self.ways.all.is_empty();
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

    /// A value that every iteration moves in one direction never gets to the other side of its start.
    fn hold_what_only_moves_one_way(&mut self, path: &mut PathState) {
        let values = self.scope.values;
        let header = self.scope.body.header;
        for (join, own, _) in path.joins.clone() {
            for rises in [true, false] {
                if self
                    .moves(header, (join, None), rises)
                    .is_none_or(|by| by < 0)
                {
                    continue;
                }
                let mut begins = (values.joined(join).iter())
                    .filter(|(from, _)| !values.is_backward(*from, header));
                if let (Some((_, begin)), None) = (begins.next(), begins.next()) {
                    let mut needs = Vec::new();
                    let begin = self.form(*begin, &PathState::default(), &mut needs, 0);
                    let sign = if rises { 1 } else { -1 };
                    let form = own.times(sign).and_then(|own| own.plus(&begin, -sign));
                    let form = form.filter(|form| self.is_header_form(form));
                    path.held
                        .extend(form.map(|form| ConditionalForm { form, needs }));
                }
            }
        }
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
        if self.left == 0 || self.bounds.fuel == 0 || self.ways.all.len() > MAX_PATHS {
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

    /// The end of a path around the loop.
    fn come_back(&mut self, from: u32, path: &PathState, joins: Vec<(Id, Option<Form>, Vec<u32>)>) {
        let mut next = Vec::new();
        for (join, form, needs) in joins {
            let own = self.leaf(join);
            if let Some((atom, _)) = own.terms.first() {
                next.push((*atom, form, needs));
            }
        }
        self.follow_fields(path, &mut next);
        self.follow_texts(from, path, &mut next);
        self.finish_searches(path, next);
    }

    /// The end of a path with a search: it found something, or the next iteration begins with -1.
    fn finish_searches(&mut self, path: &PathState, next: NextState) {
        let is_search = |form: &Form| match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => {
                matches!(self.ways.forms.atom(atom), Some(Atom::Found { .. }))
            }
            _ => false,
        };
        let searches: Vec<(usize, Form, Vec<u32>)> = (next.iter().enumerate())
            .filter_map(|(place, (_, form, needs))| {
                let form = form.as_ref().filter(|form| is_search(form))?;
                Some((place, form.clone(), needs.clone()))
            })
            .take(MAX_SEARCHES)
            .collect();
        let mut ends = vec![(path.clone(), next)];
        for (place, form, needs) in searches {
            for (mut found, next) in std::mem::take(&mut ends) {
                let mut missed = found.clone();
                let mut next_of_missed = next.clone();
                if let Some(mut opposite) = form.times(-1) {
                    opposite.constant -= 1;
                    missed.add(ConditionalForm {
                        form: opposite,
                        needs: needs.clone(),
                    });
                }
                if let Some((_, form, _)) = next_of_missed.get_mut(place) {
                    *form = Some(Form::constant(-1));
                }
                found.add(ConditionalForm {
                    form: form.clone(),
                    needs: needs.clone(),
                });
                ends.extend([(found, next), (missed, next_of_missed)]);
            }
        }
        for (path, next) in ends {
            if !path.is_impossible(&self.ways.forms) {
                self.finish(&path, next);
            }
        }
    }

    /// The lengths of the texts that the loop replaces, such as `text = text.substring(1)`.
    fn follow_texts(&mut self, from: u32, path: &PathState, next: &mut NextState) {
        let values = self.scope.values;
        for number in 0..self.ways.forms.len() {
            let Some(Atom::Size(text)) = self.ways.forms.atom(number).cloned() else {
                continue;
            };
            let is_of_loop =
                matches!(values.node(text), Node::Join { block, .. } if Some(block) == self.header);
            if !is_of_loop || self.bounds.tells_size(values, &self.ways, number).is_none() {
                continue;
            }
            let mut over = (values.joined(text).iter()).filter(|(source, _)| *source == from);
            let (Some((_, value)), None) = (over.next(), over.next()) else {
                continue;
            };
            let mut needs = Vec::new();
            let form = self.extent(*value, false, path, &mut needs);
            if !self.ways.state.contains(&number) {
                self.ways.state.push(number);
            }
            next.push((number, form, needs));
        }
    }

    /// The fields that the loop counts with: each has the value last written to it.
    fn follow_fields(&mut self, path: &PathState, next: &mut NextState) {
        for number in 0..self.ways.forms.len() {
            let Some(Atom::Field { object, memory, .. }) = self.ways.forms.atom(number).cloned()
            else {
                continue;
            };
            let of_loop = self
                .ways
                .forms
                .number(Atom::Value(memory), (None, None), &[]);
            let Some((_, Some(then), _)) = next.iter().find(|(atom, ..)| *atom == of_loop).cloned()
            else {
                continue;
            };
            if !self.ways.state.contains(&number) {
                self.ways.state.push(number);
            }
            let Some(read) = self.ways.read.get(&number).copied() else {
                continue;
            };
            let mut needs = Vec::new();
            let form = self.field_in((read, object), &then, path, &mut needs);
            next.push((number, form, needs));
        }
    }

    /// A field in a state of memory; `read` is a value read from it.
    fn field_in(
        &mut self,
        (read, object): (Id, Id),
        memory: &Form,
        path: &PathState,
        needs: &mut Vec<u32>,
    ) -> Option<Form> {
        let memory = self.value_of(memory)?;
        match self.scope.values.node(memory) {
            Node::Stored {
                object: written,
                value,
                ..
            } if written == object => Some(self.form(value, path, needs, 0)),
            Node::Stored { .. } | Node::Made { .. } => None,
            _ => {
                let read = self.scope.values.node(read);
                let Node::Field { at, .. } = read else {
                    return None;
                };
                let atom = Atom::Field {
                    pool: field_read(self.bounds.input, at)?,
                    object,
                    memory,
                };
                // Code that ran before may have written a field that the loop only reads.
                let is_counted = self.scope.values.node(memory) != Node::Untouched;
                let range = is_counted.then(|| self.bounds.interval_of_source(read));
                let range = range.unwrap_or((None, None));
                Some(Form::leaf(self.ways.forms.number(atom, range, &[])))
            }
        }
    }

    /// The value that a form consists of.
    fn value_of(&self, form: &Form) -> Option<Id> {
        match form.terms[..] {
            [(atom, 1)] if form.constant == 0 => match self.ways.forms.atom(atom)? {
                Atom::Value(id) => Some(*id),
                _ => None,
            },
            _ => None,
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
