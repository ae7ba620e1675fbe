//! Loops over the elements of a collection, and loops that take elements until none is left.

use super::super::Bounds;
use super::super::value::{AccessPath, Side};
use super::called_methods::{Called, GOES_ON, TAKES_ELEMENT, takes};
use super::reference::{called, changes};
use super::{Amount, ContinueCondition, Passes, Scope};
use crate::symbol_table::Origin;
use crate::values::{Condition, Id, Node, Values};
use bytecode::Comparison;
use cost::{AssumptionKind, Measure, Polynomial};
use std::sync::Arc;

/// Methods that create an iterator over their receiver.
const ITERATORS: [&str; 6] = [
    "iterator",
    "listIterator",
    "descendingIterator",
    "elements",
    "keys",
    "spliterator",
];

/// Methods that return a view of a map.
const VIEWS: [&str; 6] = [
    "entrySet",
    "keySet",
    "values",
    "descendingMap",
    "navigableKeySet",
    "descendingKeySet",
];

impl Bounds<'_> {
    /// How often a loop repeats that takes one element after another.
    pub(super) fn listed(
        &mut self,
        scope: Scope<'_>,
        staying: &ContinueCondition,
    ) -> Option<Passes> {
        let condition = staying.condition;
        let is_number = |id: Id| matches!(scope.values.node(id), Node::Number(_) | Node::Null);
        // `-1 != n` is as `n != -1`.
        let condition = if is_number(condition.left) {
            condition.swapped()
        } else {
            condition
        };
        if let Some(passes) = self.read_ahead(scope, &condition) {
            return Some(passes);
        }
        let (left, right) = (
            scope.values.node(condition.left),
            scope.values.node(condition.right),
        );
        match (left, condition.comparison, right) {
            (Node::Called { at }, Comparison::Ne, Node::Number(0)) => self
                .iterated(scope, at)
                .or_else(|| self.taken(scope, at))
                .or_else(|| self.emptied(scope, at, false)),
            (Node::Called { at }, Comparison::Eq, Node::Number(0)) => self.emptied(scope, at, true),
            (_, Comparison::Ne, Node::Null) => {
                let chain = self.chained(scope, condition.left);
                match (chain, left) {
                    (None, Node::Called { at }) => self.taken(scope, at),
                    (chain, _) => chain.map(Passes::at_most),
                }
            }
            (Node::Called { at }, Comparison::Gt, Node::Number(0)) => {
                let taken = self.taken(scope, at);
                taken.or_else(|| self.emptied(scope, at, false))
            }
            (Node::Called { at }, Comparison::Ne | Comparison::Gt, Node::Number(-1))
            | (Node::Called { at }, Comparison::Ge, Node::Number(0)) => self.taken(scope, at),
            _ => None,
        }
    }

    /// A loop that tests what the last iteration read: `for (n = in.read(); n >= 0; n = in.read())`.
    fn read_ahead(&mut self, scope: Scope<'_>, condition: &Condition) -> Option<Passes> {
        let values = scope.values;
        let header = scope.body.header;
        let is_read =
            matches!(values.node(condition.left), Node::Join { block, .. } if block == header);
        if !is_read {
            return None;
        }
        let joined = values.joined(condition.left).iter();
        let mut next = joined.filter(|(from, _)| values.is_backward(*from, header));
        let (Some((_, read)), None) = (next.next(), next.next()) else {
            return None;
        };
        let Node::Called { at } = values.node(*read) else {
            return None;
        };
        let is_end = matches!(
            (condition.comparison, values.node(condition.right)),
            (Comparison::Ne | Comparison::Gt, Node::Number(-1))
                | (Comparison::Ge | Comparison::Gt, Node::Number(0))
                | (Comparison::Ne, Node::Null)
        );
        let passes = is_end.then(|| self.taken(scope, at))??;
        // What the loop begins with may come from elsewhere.
        let most = passes.most.checked_add(&Polynomial::constant(1))?;
        Some(Passes::at_most(most))
    }

    /// The object that an iterator created in this method iterates over.
    pub(super) fn iterates_over(&self, values: &Values<'_>, iterator: Id) -> Option<Id> {
        let Node::Called { at: made } = values.node(iterator) else {
            return None;
        };
        let maker = called(self.input, made)?;
        if !ITERATORS.contains(&&*maker.name) || self.is_static_call(made) {
            return None;
        }
        let collection = *values.passed(made).first()?;
        if let Node::Called { at } = values.node(collection)
            && let Some(view) = called(self.input, at)
            && VIEWS.contains(&&*view.name)
            && !self.is_static_call(at)
            && let [map] = values.passed(at)[..]
        {
            return Some(map);
        }
        Some(collection)
    }

    /// A loop that asks an iterator, created before it, for more elements.
    fn iterated(&mut self, scope: Scope<'_>, asks: u32) -> Option<Passes> {
        let values = scope.values;
        let asking = called(self.input, asks)?;
        if self.is_static_call(asks) {
            return None;
        }
        let next = match &*asking.name {
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
            let mut instructions = self.flow.instructions(*block as usize);
            instructions.any(|at| self.takes_of(values, at as u32, iterator, next))
        });
        if !goes_on || self.is_set_back(scope, iterator, next) {
            return None;
        }
        let taken_before = self.taken_before(scope, iterator, next);
        let left = self.elements_left(scope, iterator)?;
        self.trust_name(&asking);
        for at in self.calls_in(scope.body).collect::<Vec<u32>>() {
            let taking = called(self.input, at).filter(|called| *called.name != *next);
            if let Some(taking) = taking
                && self.takes_of(values, at, iterator, next)
            {
                self.trust_name(&taking);
            }
        }
        if let Node::Called { at } = values.node(iterator)
            && let Some(maker) = called(self.input, at)
        {
            self.trust_name(&maker);
        }
        let exact = taken_before.filter(|_| left.exact).and_then(|before| {
            let rest = left.value.checked_add(&Polynomial::constant(-before))?;
            Polynomial::positive_ceiling(&rest, 1)
        });
        Some(Passes {
            most: left.value,
            exact,
        })
    }

    /// How many elements an iterator has left when a loop begins.
    fn elements_left(&mut self, scope: Scope<'_>, iterator: Id) -> Option<Amount> {
        let values = scope.values;
        let Some(collection) = self.iterates_over(values, iterator) else {
            if let Some(length) = self.parts_of(scope, iterator) {
                return Some(Amount::about(length));
            }
            let path = match self.new_iterator(scope, iterator) {
                Some(path) => path,
                None => self.path(values, iterator, 0)?,
            };
            return path
                .place()
                .is_some()
                .then(|| self.how_many(scope, path, iterator, "remaining"))?;
        };
        let Node::Called { at: made } = values.node(iterator) else {
            return None;
        };
        let block = self.flow.block_of(made)? as u32;
        if scope.body.contains(block) {
            return None;
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
        let mut left = self.how_many(scope, path, collection, "size")?;
        left.exact &= !self.is_resized(scope, collection, made)
            && self.is_view_of_map(values, made).unwrap_or(true);
        Some(left)
    }

    /// An iterator that a method of an object returns, whatever its name is: `createEntrySetIterator()`. It gives as many
    /// elements as one that the same call would have returned when the method began.
    fn new_iterator(&mut self, scope: Scope<'_>, iterator: Id) -> Option<AccessPath> {
        let values = scope.values;
        let Node::Called { at } = values.node(iterator) else {
            return None;
        };
        let maker = called(self.input, at)?;
        let returned = maker.descriptor.strip_prefix("()L")?.strip_suffix(';')?;
        let is_iterator = ["Iterator", "Enumeration"]
            .iter()
            .any(|of| returned.starts_with("java/util/") && returned.ends_with(of));
        let [object] = values.passed(at)[..] else {
            return None;
        };
        let block = self.flow.block_of(at)? as u32;
        // An iterator may also be taken from another one.
        let takes = maker.is_of_jdk() || takes(&maker.name) || maker.name.starts_with("next");
        if !is_iterator || takes || self.is_static_call(at) || scope.body.contains(block) {
            return None;
        }
        let is_kept = self.is_answer_kept(values, at, &maker);
        if !is_kept || self.is_changed_before(values, object, at) {
            return None;
        }
        let path = self.path(values, object, 0)?;
        Some(path.extended(&format!("{}()", maker.name)))
    }

    /// Whether the source of an iterator is a view of a map, rather than another object that has values; `None` if it is no
    /// view.
    fn is_view_of_map(&self, values: &Values<'_>, made: u32) -> Option<bool> {
        let Node::Called { at } = values.node(*values.passed(made).first()?) else {
            return None;
        };
        let view = called(self.input, at)?;
        let is_map = view.class.starts_with("java/util/")
            || view.class.ends_with("Map") && !view.class.contains("Multi");
        VIEWS.contains(&&*view.name).then_some(is_map)
    }

    /// The symbol for the size of an object when the method begins. It is exact if it stands for this object alone and the
    /// object has this size each time the loop begins.
    fn how_many(
        &mut self,
        scope: Scope<'_>,
        mut path: AccessPath,
        object: Id,
        measure: &str,
    ) -> Option<Amount> {
        let keeps = self.keeps_size(scope, object, true);
        if (!keeps || path.place.is_none())
            && let Some(grown) = self.grown_size(scope, object, measure)
        {
            return Some(Amount::about(grown));
        }
        if !keeps {
            path.place = None;
            path.origin = path.origin.or(Some(Origin::Loop(self.header)));
        }
        let is_smaller = path.place.is_some() && !self.keeps_size(scope, object, false);
        // A copy may have fewer elements than its original.
        let is_copy =
            matches!(scope.values.node(object), Node::Made { .. }) && path.place.is_some();
        let is_of_one = self.is_one_object(scope, object)
            && !is_copy
            && (!path.largest || path.place.is_none() && path.origin.is_some());
        let name = Self::asked(&path, measure);
        let measure = Measure::Result(Arc::from(measure));
        let mut amount = self.asked_of(scope, &path, &name, measure, true, Side::Upper)?;
        amount.exact = is_of_one && !is_smaller;
        Some(amount)
    }

    /// How many parts of a text an object created before the loop can find: a matcher or a tokenizer.
    fn parts_of(&mut self, scope: Scope<'_>, object: Id) -> Option<Polynomial> {
        let values = scope.values;
        if self.may_search_other_text(values, object) {
            return None;
        }
        let text = match values.node(object) {
            Node::Called { at } => {
                let maker = called(self.input, at)?;
                let is_matcher =
                    maker.class == "java/util/regex/Pattern" && maker.name == "matcher";
                is_matcher.then(|| values.passed(at).get(1).copied())??
            }
            Node::Made { .. } => {
                let instructions = 0..self.input.code.instructions.len() as u32;
                let maker = instructions.into_iter().find(|at| {
                    values.passed(*at).first() == Some(&object)
                        && called(self.input, *at).is_some_and(|called| {
                            called.class == "java/util/StringTokenizer" && called.name == "<init>"
                        })
                })?;
                *values.passed(maker).get(1)?
            }
            _ => return None,
        };
        let path = self.path(values, text, 0)?;
        let length = self.how_many(scope, path, text, "length")?;
        // An empty part is also found at the end.
        length.value.checked_add(&Polynomial::constant(1))
    }

    /// True for a matcher that the method, or who gets it, may give another text before a loop.
    fn may_search_other_text(&self, values: &Values<'_>, object: Id) -> bool {
        self.calls().any(|at| {
            let passed = values.passed(at);
            let is_receiver = !self.is_static_call(at) && passed.first() == Some(&object);
            let others = passed.get(usize::from(is_receiver)..).unwrap_or_default();
            let is_reset =
                is_receiver && called(self.input, at).is_none_or(|called| called.name == "reset");
            is_reset || others.contains(&object)
        })
    }

    /// A loop whose test advances to the next part of something, or takes its next element.
    fn taken(&mut self, scope: Scope<'_>, at: u32) -> Option<Passes> {
        let values = scope.values;
        let called = called(self.input, at)?;
        // A number marks the end if it says how much was read. Any other number may be an element.
        let returns_number = called.descriptor.ends_with(")I") || called.descriptor.ends_with(")J");
        if returns_number && !called.name.starts_with("read") {
            return None;
        }
        let block = self.flow.block_of(at)? as u32;
        if !scope.body.contains(block) {
            return None;
        }
        let object = *values.passed(at).first()?;
        let measure = if TAKES_ELEMENT.contains(&&*called.name) {
            "size"
        } else if GOES_ON.contains(&&*called.name) {
            "remaining"
        } else {
            return None;
        };
        if self.is_static_call(at) {
            return None;
        }
        let passes = self.used_up(scope, object, measure)?;
        self.trust_name(&called);
        Some(passes)
    }

    /// A loop that takes an element in every iteration and asks whether there are more: whether its object is empty, or
    /// whether its size is not 0.
    fn emptied(&mut self, scope: Scope<'_>, asks: u32, is_empty: bool) -> Option<Passes> {
        let values = scope.values;
        let asking = called(self.input, asks)?;
        let [object] = values.passed(asks)[..] else {
            return None;
        };
        let blocks = scope.view.backbone.iter();
        let mut always = blocks.flat_map(|(block, _)| self.flow.instructions(*block as usize));
        let taking = always.find_map(|at| {
            let at = at as u32;
            let called = called(self.input, at).filter(Called::takes_element)?;
            let is_it = values.passed(at).first() == Some(&object) && !self.is_static_call(at);
            is_it.then_some(called)
        })?;
        let is_asked = if is_empty {
            matches!(&*asking.name, "isEmpty" | "empty")
        } else {
            asking.is_extent()
        };
        if !is_asked || self.is_static_call(asks) {
            return None;
        }
        let passes = self.used_up(scope, object, "size")?;
        self.trust_name(&asking);
        self.trust_name(&taking);
        Some(passes)
    }

    /// Assumes that a method outside of the JDK does what its name says.
    fn trust_name(&mut self, called: &Called<'_>) {
        if !called.is_of_jdk() {
            let class = called.class.rsplit(['/', '$']).next().unwrap_or_default();
            let condition = format!("{class}.{} does what its name says", called.name);
            self.assume(AssumptionKind::Trusted { condition });
        }
    }

    /// The size that an object has when the method begins, if the loop adds nothing to it.
    fn used_up(&mut self, scope: Scope<'_>, object: Id, measure: &str) -> Option<Passes> {
        let values = scope.values;
        if let Some(parts) = self.parts_of(scope, object) {
            let is_set_back = self.is_set_back(scope, object, "next");
            return (!is_set_back).then(|| Passes::at_most(parts));
        }
        let path = self.path(values, object, 0)?;
        if path.place().is_none() {
            let grown = self.grown_size(scope, object, measure)?;
            return Some(Passes::at_most(grown));
        }
        let gives = self.calls_in(scope.body).any(|at| {
            values.passed(at).contains(&object)
                && called(self.input, at)
                    .is_none_or(|called| changes(&called.name) && !takes(&called.name))
        });
        if gives {
            return None;
        }
        let left = self.how_many(scope, path, object, measure)?;
        // A read takes several parts at once.
        let is_one_each = measure == "size" && self.is_emptied_one_by_one(scope, object);
        Some(Passes {
            exact: (left.exact && is_one_each).then(|| left.value.clone()),
            most: left.value,
        })
    }

    /// How often control returns to the loop's header if every iteration takes the next element of an iterator, which
    /// throws an exception at its end.
    pub(super) fn takes_next(&mut self, scope: Scope<'_>) -> Option<Polynomial> {
        let values = scope.values;
        for (block, _) in scope.view.backbone {
            for at in self.flow.instructions(*block as usize) {
                let [iterator] = values.passed(at as u32)[..] else {
                    continue;
                };
                let is_next = called(self.input, at as u32).is_some_and(|called| {
                    called.class.starts_with("java/util/")
                        && matches!(&*called.name, "next" | "nextElement" | "nextToken")
                });
                if is_next
                    && !super::links::is_own(scope, iterator)
                    && !self.is_set_back(scope, iterator, "next")
                    && let Some(left) = self.elements_left(scope, iterator)
                {
                    return Some(left.value);
                }
            }
        }
        None
    }
}
