//! Inner loops on a path: what is known at the header of one after it has repeated.

use super::super::super::linear::Linear;
use super::super::forms::{Atom, ConditionalForm, Form};
use super::{PathState, Walk};
use crate::values::{Condition, Id, Node};

/// If a loop has more counters than this, their relative movement is not examined.
const MAX_COUNTERS: usize = 4;

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
        for condition in &tests {
            self.hold(*condition, &mut later);
        }
        for join in self.scope.values.joins_at(block) {
            let own = self.leaf(join);
            let begin = later
                .joins
                .iter()
                .find(|(known, ..)| *known == join)
                .cloned();
            let mut same = false;
            if let Some((_, begin, needs)) = begin {
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
                same = own == begin;
            }
            if !same {
                later.joins.retain(|(known, ..)| *known != join);
                later.joins.push((join, own, Vec::new()));
            }
        }
        self.hold_distances(block, path, &mut later);
        for condition in tests {
            self.hold_last_test(block, condition, &mut later);
        }
        (!later.is_impossible(&self.ways.forms)).then_some(later)
    }

    /// The least by which a join at a loop's header moves, or by which it moves more than another one.
    pub(super) fn moves(
        &mut self,
        header: u32,
        (join, other): (Id, Option<Id>),
        rises: bool,
    ) -> Option<i128> {
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
        let least = change.map(|change| change.least);
        self.moves.insert((join, other, rises), least);
        least
    }

    /// A counter of an inner loop that moves no further than another keeps its distance ahead of it, or behind.
    fn hold_distances(&mut self, block: u32, before: &PathState, later: &mut PathState) {
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
                    let mut begin = |id: Id| {
                        let known = before.joins.iter().find(|(join, ..)| *join == id)?;
                        needs.extend(&known.2);
                        Some(known.1.clone())
                    };
                    let (Some(first), Some(second)) = (begin(*one), begin(*two)) else {
                        continue;
                    };
                    let distance = self.leaf(*one).plus(&self.leaf(*two), -1);
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
    fn hold_last_test(&mut self, block: u32, condition: Condition, later: &mut PathState) {
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
                last.joins.push((*join, form, Vec::new()));
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
