//! Inner loops on a path: what is known at the header of one after it has repeated.

use super::super::super::limits::limits_of;
use super::super::super::linear::Linear;
use super::super::forms::{Atom, ConditionalForm, Form, is_shown};
use super::super::progress::Change;
use super::super::{Body, Scope};
use super::{PathState, Walk};
use crate::values::{Condition, Id, NO_OBJECT, Node};
use bytecode::{BinaryOp, DataType};

/// If a loop has more counters than this, their relative movement is not examined.
const MAX_COUNTERS: usize = 4;

/// How deep forms within forms are followed.
const MAX_DEPTH: u32 = 4;

/// A counter of an inner loop.
struct Counter {
    join: Id,
    /// The least and the most that one step adds.
    steps: (i128, i128),
    /// The limits of its type.
    limits: (i128, i128),
}

impl Walk<'_, '_> {
    pub(super) fn begins_loop(&self, block: u32) -> bool {
        let edges = self.bounds.flow.predecessors(block as usize);
        edges
            .iter()
            .any(|edge| self.scope.values.is_backward(edge.block() as u32, block))
    }

    /// What is known at the header of an inner loop after at least one repetition; nothing if it cannot repeat.
    pub(super) fn later_in_loop(&mut self, block: u32, path: &PathState) -> Option<PathState> {
        let mut later = path.clone();
        later.blocks.push(block);
        let mut tests = Vec::new();
        // Its test passed the first time.
        let edges = self.bounds.flow.successors(block as usize);
        let blocks = self.bounds.natural_loop(self.scope.values, block);
        let mut inside = edges
            .iter()
            .map(|edge| edge.block() as u32)
            .filter(|to| blocks.binary_search(to).is_ok());
        if let (Some(only), None) = (inside.next(), inside.next()) {
            tests = self.scope.values.conditions_on(block, only);
        }
        let mut first = PathState {
            joins: path.joins.clone(),
            ..PathState::default()
        };
        for condition in &tests {
            self.hold(*condition, &mut first);
        }
        // What the loop computes again may differ after the first time.
        let inner = Body {
            blocks: blocks.to_vec(),
            header: block,
            is_loop: true,
            ..Body::at(block)
        };
        for held in first.held {
            if self.is_kept_by(&inner, &held.form, 0) {
                later.add(held);
            }
        }
        first
            .unequal
            .retain(|held| self.is_kept_by(&inner, &held.form, 0));
        later.unequal.extend(first.unequal);
        let staying = self.counters_in_type(block, path, &tests);
        for join in self.scope.values.joins_at(block) {
            let own = self.leaf(join);
            let begin = later
                .joins
                .iter()
                .find(|(known, ..)| *known == join)
                .cloned();
            // A join that is its own begin stands for a value that is unknown.
            let begin = begin.filter(|(_, begin, _)| *begin != own);
            if let Some((_, begin, mut needs)) = begin {
                needs.extend(self.needs_of_counters(&staying, &[join]));
                for (rises, sign) in [(true, 1), (false, -1)] {
                    let Some(by) = self.moves(block, (join, None), rises).filter(|by| *by >= 0)
                    else {
                        continue;
                    };
                    let moved = own.times(sign).and_then(|own| own.plus(&begin, -sign));
                    if let Some(mut form) = moved {
                        form.constant -= by;
                        let needs = needs.clone();
                        later.add(ConditionalForm { form, needs });
                    }
                }
            }
            later.joins.retain(|(known, ..)| *known != join);
            later.joins.push((join, own, Vec::new()));
        }
        self.hold_distances(block, (path, &staying), &mut later);
        for condition in tests {
            self.hold_last_test(block, (condition, &staying), &mut later);
        }
        (!later.is_impossible(&self.ways.forms)).then_some(later)
    }

    /// True for a form that has the same value in all iterations of an inner loop.
    fn is_kept_by(&self, inner: &Body, form: &Form, depth: u32) -> bool {
        let scope = Scope {
            body: inner,
            ..self.scope
        };
        let is_fixed = |id: Id| self.bounds.is_fixed(scope, id, 0);
        let are_kept = |forms: &[&Form]| {
            depth < MAX_DEPTH && (forms.iter()).all(|form| self.is_kept_by(inner, form, depth + 1))
        };
        let is_before = |memory: Id| match self.scope.values.node(memory) {
            Node::Stored { at, .. } | Node::Made { at, .. } => {
                let block = self.bounds.flow.block_of(at);
                block.is_some_and(|block| !inner.contains(block as u32))
            }
            Node::Untouched => true,
            _ => is_fixed(memory),
        };
        form.terms.iter().all(|(atom, _)| {
            let Some(atom) = self.ways.forms.atom(*atom) else {
                return false;
            };
            match atom {
                Atom::Value(id)
                | Atom::Length(id)
                | Atom::Size(id)
                | Atom::Found { call: id, .. }
                | Atom::Between { value: id, .. } => is_fixed(*id),
                Atom::Field { object, memory, .. } => {
                    is_before(*memory) && (*object == NO_OBJECT || is_fixed(*object))
                }
                Atom::Quotient { of, .. } => are_kept(&[of]),
                Atom::Ratio { of, by } | Atom::Rest { of, by } => are_kept(&[of, by]),
                Atom::Masked(one, two, _)
                | Atom::Least(one, two)
                | Atom::Most(one, two)
                | Atom::Product(one, two) => are_kept(&[one, two]),
                Atom::Same { object, asked, .. } => {
                    object.is_none_or(is_fixed) && are_kept(&asked.iter().collect::<Vec<_>>())
                }
            }
        })
    }

    /// By how much a join at a loop's header changes, or how its distance from another one changes.
    fn change(
        &mut self,
        header: u32,
        (join, other): (Id, Option<Id>),
        rises: bool,
    ) -> Option<Change> {
        if let Some(known) = self.moves.get(&(join, other, rises)) {
            return *known;
        }
        let joins = std::iter::once(join).chain(other);
        let mut nodes = joins.map(|join| self.scope.values.node(join));
        let are_joins = nodes.all(|node| matches!(node, Node::Join { .. }));
        let sign = if rises { 1 } else { -1 };
        let moved = match other {
            Some(other) => Linear::leaf(join).plus(&Linear::leaf(other), -1),
            None => Some(Linear::leaf(join)),
        };
        let change = moved
            .filter(|_| are_joins)
            .and_then(|moved| self.bounds.change(self.scope, header, &moved, sign, 1));
        self.moves.insert((join, other, rises), change);
        change
    }

    /// The least by which a join at a loop's header moves, or by which it moves more than another one, if nothing wraps
    /// around.
    pub(super) fn moves(
        &mut self,
        header: u32,
        joins: (Id, Option<Id>),
        rises: bool,
    ) -> Option<i128> {
        self.change(header, joins, rises).map(|change| change.least)
    }

    /// What has to hold so that these counters of an inner loop are where their steps lead.
    fn needs_of_counters(&mut self, staying: &[Id], counters: &[Id]) -> Option<u32> {
        let all_stay = counters.iter().all(|counter| staying.contains(counter));
        (!all_stay).then(|| self.ways.forms.never())
    }

    /// The counters of an inner loop that its test keeps within their types: whenever the test passes, there is room for
    /// the next step. The proof may use where the steps before have led these counters.
    fn counters_in_type(&mut self, block: u32, before: &PathState, tests: &[Condition]) -> Vec<Id> {
        let joins = self.scope.values.joins_at(block);
        let mut counters: Vec<Counter> = Vec::new();
        for join in &joins {
            let Some(limits) = self.limits_of_counter(block, *join) else {
                continue;
            };
            // Without a most, the opposite movement may tell it.
            let up = self.change(block, (*join, None), true);
            let down = self.change(block, (*join, None), false);
            let least = up.map(|up| up.least);
            let most = down.map(|down| -down.least);
            if let (Some(least), Some(most)) = (least, most) {
                counters.push(Counter {
                    join: *join,
                    steps: (least, most),
                    limits,
                });
            }
        }
        if counters.is_empty() || tests.is_empty() || counters.len() > MAX_COUNTERS {
            return Vec::new();
        }
        let mut at_test = PathState {
            joins: before.joins.clone(),
            ..PathState::default()
        };
        at_test.joins.retain(|(join, ..)| !joins.contains(join));
        for join in &joins {
            let own = self.leaf(*join);
            at_test.joins.push((*join, own, Vec::new()));
        }
        for condition in tests {
            self.hold(*condition, &mut at_test);
        }
        let known = before.held.iter().cloned();
        at_test.held.extend(known);
        loop {
            let mut held = at_test.held.clone();
            held.extend(self.where_steps_lead(block, &counters, before));
            let shown = self.ways.forms.shown(&held);
            held.retain(|held| is_shown(&shown, &held.needs));
            let forms = &self.ways.forms;
            forms.add_consequences(&mut held, |needs| is_shown(&shown, needs));
            let stays = |counter: &Counter| {
                let (limits, (least, most)) = (counter.limits, counter.steps);
                let Some(own) = forms.known(&Atom::Value(counter.join)).map(Form::leaf) else {
                    return false;
                };
                let has_room = |sign: i128, room: i128| {
                    own.times(sign).is_some_and(|mut own| {
                        own.constant += room;
                        forms.follows(&own, &held)
                    })
                };
                (most <= 0 || has_room(-1, limits.1 - most))
                    && (least >= 0 || has_room(1, least - limits.0))
            };
            let count = counters.len();
            counters.retain(stays);
            if counters.len() == count {
                return counters.into_iter().map(|counter| counter.join).collect();
            }
        }
    }

    /// The limits of the type in which every step of a counter is computed.
    fn limits_of_counter(&self, header: u32, join: Id) -> Option<(i128, i128)> {
        let values = self.scope.values;
        let Node::Join { variable, .. } = values.node(join) else {
            return None;
        };
        if !values.is_local(variable) {
            return None;
        }
        if self.is_int(variable as u16) {
            return Some(limits_of(DataType::Int));
        }
        // An int within a long sum wraps around on its own.
        let is_step = |id: Id| {
            let Node::Binary(BinaryOp::Add | BinaryOp::Sub, DataType::Long, one, two) =
                values.node(id)
            else {
                return false;
            };
            one == join && matches!(values.node(two), Node::Number(_))
        };
        let joined = values.joined(join).iter();
        let mut steps = joined.filter(|(from, _)| values.is_backward(*from, header));
        steps
            .all(|(_, step)| is_step(*step))
            .then(|| limits_of(DataType::Long))
    }

    /// Where counters of an inner loop are at its header if none of them has wrapped around.
    fn where_steps_lead(
        &mut self,
        block: u32,
        counters: &[Counter],
        before: &PathState,
    ) -> Vec<ConditionalForm> {
        let begin = |id: Id| before.joins.iter().find(|(join, ..)| *join == id).cloned();
        let mut found = Vec::new();
        for (
            at,
            Counter {
                join: one, steps, ..
            },
        ) in counters.iter().enumerate()
        {
            let own = self.leaf(*one);
            let Some((_, begin_of_one, needs)) = begin(*one).filter(|(_, begin, _)| *begin != own)
            else {
                continue;
            };
            let mut add = |distance: Option<Form>, began: Option<Form>, sign: i128, needs| {
                let form = distance
                    .zip(began)
                    .and_then(|(distance, began)| distance.times(sign)?.plus(&began, -sign));
                found.extend(form.map(|form| ConditionalForm { form, needs }));
            };
            for (sign, never_back) in [(1, steps.0 >= 0), (-1, steps.1 <= 0)] {
                if never_back {
                    add(
                        Some(own.clone()),
                        Some(begin_of_one.clone()),
                        sign,
                        needs.clone(),
                    );
                }
            }
            for Counter { join: two, .. } in &counters[at + 1..] {
                let other = self.leaf(*two);
                let Some((_, begin_of_two, more)) =
                    begin(*two).filter(|(_, begin, _)| *begin != other)
                else {
                    continue;
                };
                for (rises, sign) in [(true, 1), (false, -1)] {
                    let moves = self.moves(block, (*one, Some(*two)), rises);
                    if moves.is_some_and(|by| by >= 0) {
                        add(
                            own.clone().plus(&other, -1),
                            begin_of_one.clone().plus(&begin_of_two, -1),
                            sign,
                            needs.iter().chain(&more).copied().collect(),
                        );
                    }
                }
            }
        }
        found
    }

    /// A counter of an inner loop that moves no further than another keeps its distance ahead of it, or behind.
    fn hold_distances(
        &mut self,
        block: u32,
        (before, staying): (&PathState, &[Id]),
        later: &mut PathState,
    ) {
        let joins = self.scope.values.joins_at(block).into_iter();
        let joins: Vec<Id> = joins.filter(|join| self.is_counter(*join)).collect();
        if joins.len() > MAX_COUNTERS {
            return;
        }
        for (at, one) in joins.iter().enumerate() {
            for two in &joins[at + 1..] {
                for (rises, sign) in [(true, 1), (false, -1)] {
                    let moves = self.moves(block, (*one, Some(*two)), rises);
                    let Some(by) = moves.filter(|by| *by >= 0) else {
                        continue;
                    };
                    let mut needs = Vec::new();
                    needs.extend(self.needs_of_counters(staying, &[*one, *two]));
                    let (one, two) = ((*one, self.leaf(*one)), (*two, self.leaf(*two)));
                    let mut begin = |(id, own): &(Id, Form)| {
                        let known = before.joins.iter().find(|(join, ..)| join == id)?;
                        needs.extend(&known.2);
                        Some(known.1.clone()).filter(|begin| begin != own)
                    };
                    let (Some(first), Some(second)) = (begin(&one), begin(&two)) else {
                        continue;
                    };
                    let distance = one.1.plus(&two.1, -1);
                    let began = first.plus(&second, -1);
                    let moved = distance
                        .zip(began)
                        .and_then(|(distance, began)| distance.times(sign)?.plus(&began, -sign));
                    if let Some(mut form) = moved {
                        form.constant -= by;
                        later.add(ConditionalForm { form, needs });
                    }
                }
            }
        }
    }

    /// When the test of an inner loop last passed, its counters were one step back.
    fn hold_last_test(
        &mut self,
        block: u32,
        (condition, staying): (Condition, &[Id]),
        later: &mut PathState,
    ) {
        let mut last = PathState::default();
        let joins = self.scope.values.joins_at(block);
        for join in &joins {
            let rises = self.moves(block, (*join, None), true);
            let falls = self.moves(block, (*join, None), false);
            if let (Some(rises), Some(falls)) = (rises, falls)
                && rises == -falls
            {
                let mut form = self.leaf(*join);
                form.constant -= rises;
                let needs = self.needs_of_counters(staying, &[*join]);
                last.joins.push((*join, form, needs.into_iter().collect()));
            }
        }
        let known: Vec<Id> = last.joins.iter().map(|(join, ..)| *join).collect();
        let known_before = later
            .joins
            .iter()
            .filter(|(join, ..)| !joins.contains(join));
        last.joins.extend(known_before.cloned());
        self.hold(condition, &mut last);
        let position = self.scope.values.position(block);
        let is_of_that_time = |walk: &Self, form: &Form| {
            form.terms
                .iter()
                .all(|(atom, _)| match walk.ways.forms.atom(*atom) {
                    Some(Atom::Value(id)) => match walk.scope.values.node(*id) {
                        Node::Entry(_) => true,
                        Node::Join { block: of, .. } if of == block => known.contains(id),
                        Node::Join { block: of, .. } => walk.scope.values.position(of) < position,
                        _ => false,
                    },
                    Some(Atom::Length(id) | Atom::Size(id)) => {
                        matches!(walk.scope.values.node(*id), Node::Entry(_))
                    }
                    _ => false,
                })
        };
        for held in last.held {
            if is_of_that_time(self, &held.form) {
                later.add(held);
            }
        }
    }

    /// True for a join of numbers that a loop moves in one direction.
    fn is_counter(&mut self, join: Id) -> bool {
        let Node::Join { block, .. } = self.scope.values.node(join) else {
            return false;
        };
        [true, false]
            .into_iter()
            .any(|rises| (self.moves(block, (join, None), rises)).is_some_and(|by| by >= 0))
    }
}
