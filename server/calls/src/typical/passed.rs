//! How often a call is made and what it passes, in values that the caller's callers know.

use super::edge::{Edge, Object};
use super::nominals::Nominals;
use super::own_branches::CallByWay;
use super::product::Product;
use super::row::Linear;
use super::substituted_term::{SubstitutedProduct, nominal, times_each_other};
use super::term::Caller;
use cost::Root;
use serde::{Deserialize, Serialize};

/// How often a call is made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Times {
    /// With each value at what it is taken to be.
    pub(crate) all: f64,
    /// The part of that which follows values that a caller knows.
    pub(crate) powers: Vec<(Product, f64)>,
}

impl Times {
    pub(super) const fn fixed(all: f64) -> Self {
        Self {
            all,
            powers: Vec::new(),
        }
    }

    pub(super) fn of(edge: &Edge, scale: f64) -> Self {
        let powers = edge.powers.iter();
        Self {
            all: edge.count * scale,
            powers: powers
                .map(|(product, each)| (product.clone(), each * scale))
                .collect(),
        }
    }

    /// The part that follows no value.
    pub(super) fn rest(&self) -> f64 {
        let powers = self.powers.iter();
        self.all
            - powers
                .map(|(product, each)| nominal(product) * each)
                .sum::<f64>()
    }

    /// Both multiplied: a call that is made so often each time that another is made.
    pub(super) fn of_each(&self, inner: &Self) -> Self {
        let mut both = Self::fixed(self.all * inner.all);
        let (rest, rest_of_inner) = (self.rest(), inner.rest());
        for (product, each) in &self.powers {
            both.follow(product.clone(), each * rest_of_inner);
            for (of_inner, times) in &inner.powers {
                if let Some(product) = times_each_other(product, of_inner) {
                    both.follow(product, each * times);
                }
            }
        }
        for (product, times) in &inner.powers {
            both.follow(product.clone(), times * rest);
        }
        both
    }

    /// The same as a caller sees it.
    pub(super) fn substituted(
        &self,
        edge: &Edge,
        caller: &Caller<'_>,
        nominals: &mut Nominals,
    ) -> Self {
        let mut known = Self::fixed(self.all);
        for (product, each) in &self.powers {
            let product = SubstitutedProduct::of(product, edge, caller, nominals);
            known.all += each * (product.value() - product.nominal);
            if !product.product.is_empty() {
                known.follow(product.product, each * product.times);
            }
        }
        known.all = known.all.max(0.0);
        known
    }

    pub(super) fn add(&mut self, other: Self) {
        self.all += other.all;
        for (product, each) in other.powers {
            self.follow(product, each);
        }
    }

    /// A part that is in the whole already.
    fn follow(&mut self, product: Product, each: f64) {
        if each.abs() <= 0.0 {
            return;
        }
        match self.powers.iter_mut().find(|(known, _)| *known == product) {
            Some((_, known)) => *known += each,
            None => self.powers.push((product, each)),
        }
    }

    pub(super) fn is_close(&self, other: &Self, is_near: impl Fn(f64, f64) -> bool) -> bool {
        let mut powers = self.powers.iter().zip(&other.powers);
        is_near(self.all, other.all)
            && self.powers.len() == other.powers.len()
            && powers.all(|(one, two)| {
                let mut factors = one.0.iter().zip(&two.0);
                is_near(one.1, two.1)
                    && one.0.len() == two.0.len()
                    && factors.all(|(one, two)| one.0 == two.0 && is_near(one.1, two.1))
            })
    }
}

/// What a call passes of what its caller knows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Passed {
    /// The arguments that follow from numbers and parameters.
    pub(crate) values: Vec<(Root, Linear)>,
    /// What the caller got itself: where the callee finds it, and where the caller did.
    pub(crate) objects: Vec<(Root, Root)>,
}

impl Passed {
    pub(super) fn of(edge: &Edge) -> Self {
        let objects = edge.objects.iter();
        let objects = objects.filter_map(|(to, object)| match object {
            Object::PassedOn(from) => Some((to.clone(), from.clone())),
            Object::Lambda { .. } | Object::Class(_) | Object::Receiver => None,
        });
        Self {
            values: edge.values.clone(),
            objects: objects.collect(),
        }
    }

    /// What a method passes whose values are others on each way round: numbers alone.
    pub(super) fn numbers(mut self) -> Self {
        self.values.retain(|(_, value)| value.of.is_none());
        self.objects.clear();
        self
    }

    /// The same as a caller sees it.
    pub(super) fn substituted(&self, edge: &Edge) -> Self {
        let from = |root: &Root| {
            let objects = edge.objects.iter();
            let mut objects = objects.filter(|(to, _)| to == root);
            objects.find_map(|(_, object)| match object {
                Object::PassedOn(from) => Some(from.clone()),
                Object::Lambda { .. } | Object::Class(_) | Object::Receiver => None,
            })
        };
        let value = |linear: &Linear| {
            let Some((root, factor)) = &linear.of else {
                return Some(linear.clone());
            };
            let known = edge.values.iter().find(|(to, _)| to == root);
            let known = match known {
                Some((_, known)) => known.clone(),
                None => Linear {
                    of: Some((from(root)?, 1.0)),
                    more: 0.0,
                },
            };
            Some(Linear {
                of: known.of.map(|(root, times)| (root, times * factor)),
                more: known.more.mul_add(*factor, linear.more),
            })
        };
        let mut passed = Self::default();
        for (to, linear) in &self.values {
            passed
                .values
                .extend(value(linear).map(|value| (to.clone(), value)));
        }
        for (to, root) in &self.objects {
            let is_number = || edge.values.iter().find(|(known, _)| known == root);
            if let Some(from) = from(root) {
                passed.objects.push((to.clone(), from));
            } else if let Some((_, value)) = is_number() {
                passed.values.push((to.clone(), value.clone()));
            }
        }
        passed
    }

    /// What it has in common with another.
    pub(super) fn keep_common(&mut self, other: &Self) {
        self.values.retain(|value| other.values.contains(value));
        self.objects.retain(|object| other.objects.contains(object));
    }

    /// As the body of a lambda finds it, which has so many arguments more than the call.
    pub(super) fn in_body(self, more: i32) -> Self {
        let values = self.values.into_iter();
        let objects = self.objects.into_iter();
        Self {
            values: values
                .filter_map(|(to, value)| Some((in_body(&to, more)?, value)))
                .collect(),
            objects: objects
                .filter_map(|(to, from)| Some((in_body(&to, more)?, from)))
                .collect(),
        }
    }

    /// As a call of who runs.
    pub(super) fn call(self, like: &Edge) -> Edge {
        let objects = self.objects.into_iter();
        Edge {
            count: 1.0,
            sureness: like.sureness,
            by_way: CallByWay::default(),
            powers: Vec::new(),
            values: self.values,
            callee: like.callee.clone(),
            receiver: None,
            objects: objects
                .map(|(to, from)| (to, Object::PassedOn(from)))
                .collect(),
            receivers: Vec::new(),
        }
    }
}

/// Where the body of a lambda finds what a call passes there. It has so many arguments more than the call: what it captures
/// stands before them. Of a method with one less, the first argument is the receiver.
pub(super) fn in_body(root: &Root, more: i32) -> Option<Root> {
    match root {
        Root::Argument(0) if more == -1 => Some(Root::Receiver),
        Root::Argument(index) => {
            let index = u16::try_from(i32::from(*index) + more).ok()?;
            Some(Root::Argument(index))
        }
        Root::Receiver | Root::Static(_) => None,
    }
}
