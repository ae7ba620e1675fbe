//! Loops over what hangs together: the elements of a collection, and objects of which each leads to the next.

use super::super::Bounds;
use super::super::value::Side;
use super::reference::called;
use super::{Scope, Staying};
use crate::expression::{Measure, Origin, Polynomial};
use crate::values::{Id, Node};
use bytecode::{Comparison, Op};
use std::sync::Arc;

/// Objects that lead to others are followed over so many local copies.
const MOST_COPIES: u32 = 8;

/// Methods that make an iterator over what they are called on.
const ITERATORS: [&str; 6] = [
    "iterator",
    "listIterator",
    "descendingIterator",
    "elements",
    "keys",
    "spliterator",
];

/// Methods that show a map in another way.
const VIEWS: [&str; 6] = [
    "entrySet",
    "keySet",
    "values",
    "descendingMap",
    "navigableKeySet",
    "descendingKeySet",
];

impl Bounds<'_> {
    /// How often a loop repeats that takes one after another.
    pub(super) fn listed(&mut self, scope: Scope<'_>, staying: &Staying) -> Option<Polynomial> {
        let condition = staying.condition;
        match (
            scope.values.node(condition.left),
            scope.values.node(condition.right),
        ) {
            (Node::Called { at }, Node::Number(0)) if condition.comparison == Comparison::Ne => {
                self.iterated(scope, at)
            }
            (_, Node::Null) if condition.comparison == Comparison::Ne => {
                self.chained(scope, condition.left)
            }
            _ => None,
        }
    }

    /// A loop that asks an iterator, made before it, for more.
    fn iterated(&mut self, scope: Scope<'_>, asks: u32) -> Option<Polynomial> {
        let values = scope.values;
        let next = match called(self.input, asks)?.name.as_str() {
            "hasNext" => "next",
            "hasMoreElements" => "nextElement",
            "hasPrevious" => "previous",
            "hasMoreTokens" => "nextToken",
            _ => return None,
        };
        let [iterator] = values.passed(asks)[..] else {
            return None;
        };
        let goes_on = scope.view.backbone.iter().any(|(block, _)| {
            self.flow.instructions(*block as usize).any(|at| {
                values.passed(at as u32).first() == Some(&iterator)
                    && called(self.input, at as u32).is_some_and(|called| called.name == next)
            })
        });
        let Node::Called { at: made } = values.node(iterator) else {
            return None;
        };
        let block = self.flow.block_of(made)? as u32;
        if !goes_on || scope.body.contains(block) {
            return None;
        }
        let maker = called(self.input, made)?;
        if !ITERATORS.contains(&maker.name.as_str()) {
            return None;
        }
        let mut collection = *values.passed(made).first()?;
        if let Node::Called { at } = values.node(collection)
            && let Some(view) = called(self.input, at)
            && VIEWS.contains(&view.name.as_str())
            && let [map] = values.passed(at)[..]
        {
            collection = map;
        }
        let mut path = self.path(values, collection, 0)?;
        let is_within = (self.around.iter()).any(|body| {
            let Node::Called { at } = values.node(collection) else {
                return false;
            };
            let block = self.flow.block_of(at);
            block.is_some_and(|block| body.contains(block as u32))
        });
        path.largest |= is_within;
        if !self.keeps_size(scope, collection) {
            path.place = None;
            path.origin = path.origin.or(Some(Origin::Loop(self.header)));
        }
        let name = Self::asked(&path, "size");
        let measure = Measure::Result(Arc::from("size"));
        let amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
        Some(amount.value)
    }

    /// A loop that goes from object to object until there is none.
    fn chained(&mut self, scope: Scope<'_>, tested: Id) -> Option<Polynomial> {
        let values = scope.values;
        let (join, mut field) = self.follow(scope, tested)?;
        let mut begin = None;
        for (from, value) in values.joined(join).to_vec() {
            if !values.is_backward(from, scope.body.header) {
                if begin.replace(value).is_some() {
                    return None;
                }
                continue;
            }
            let (back, name) = self.follow(scope, value)?;
            if back != join || name.is_none() || field.is_some() && field != name {
                return None;
            }
            field = name;
        }
        let (begin, field) = (begin?, field?);
        let mut path = self.path(values, begin, 0)?;
        path.largest = true;
        let text = if path.text.is_empty() {
            "this"
        } else {
            &path.text
        };
        let name = format!("chain({text}.{field})");
        let measure = Measure::Chain(Arc::from(field.as_str()));
        let amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
        Some(amount.value)
    }

    /// The join at the beginning of the loop that a reference comes from, and the field on the way if there is one.
    fn follow(&mut self, scope: Scope<'_>, id: Id) -> Option<(Id, Option<String>)> {
        let values = scope.values;
        let mut at = id;
        let mut field = None;
        for _ in 0..MOST_COPIES {
            match values.node(at) {
                Node::Join { block, .. } if block == scope.body.header => return Some((at, field)),
                Node::Join { block, .. } if scope.body.contains(block) => {
                    // Each way leads on by the same field.
                    let mut common: Option<(Id, Option<String>)> = None;
                    for (from, value) in values.joined(at).to_vec() {
                        if values.is_backward(from, block) || field.is_some() {
                            return None;
                        }
                        self.fuel = self.fuel.checked_sub(64)?;
                        let found = self.follow(scope, value)?;
                        if common.get_or_insert_with(|| found.clone()) != &found {
                            return None;
                        }
                    }
                    return common;
                }
                Node::Field {
                    at: read,
                    object,
                    memory,
                } if field.is_none() && values.node(memory) == Node::Untouched => {
                    let Op::GetField { pool } = self.input.code.instructions.get(read as usize)?.op
                    else {
                        return None;
                    };
                    field = Some(self.input.class.member(pool)?.name().into_owned());
                    at = object;
                }
                _ => return None,
            }
        }
        None
    }
}
