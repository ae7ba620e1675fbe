//! How often a call is made and what it passes, in terms of values that the caller's callers know.

use super::arguments::{KnownValue, Linear, beyond};
use super::edge::{Edge, Object};
use super::nominals::Nominals;
use super::own_branches::CallByWay;
use super::product::Product;
use super::substituted_term::{SubstitutedProduct, nominal, times_each_other};
use super::term::Caller;
use cost::{Place, Root};
use frequency::{Certainty, Doubt};
use serde::{Deserialize, Serialize};

/// How often a call is made.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct Times {
    /// The count for the assumed values.
    pub(crate) all: f64,
    /// The part of the count that is proportional to values that a caller knows.
    pub(crate) powers: Vec<(Product, f64)>,
    /// How far the count may be off.
    pub(crate) doubt: Doubt,
}

impl Times {
    pub(super) const fn fixed(all: f64) -> Self {
        Self {
            all,
            powers: Vec::new(),
            doubt: Doubt::of(Certainty::Certain),
        }
    }

    pub(super) fn of(edge: &Edge, scale: f64) -> Self {
        let powers = edge.powers.iter();
        Self {
            all: edge.count * scale,
            powers: powers
                .map(|(product, each)| (product.clone(), each * scale))
                .collect(),
            doubt: edge.sureness.all,
        }
    }

    /// The part that depends on no value.
    pub(super) fn rest(&self) -> f64 {
        let powers = self.powers.iter();
        self.all
            - powers
                .map(|(product, each)| nominal(product) * each)
                .sum::<f64>()
    }

    /// The product of both: how often a call is made if the other call makes it that often each time.
    pub(super) fn of_each(&self, inner: &Self) -> Self {
        let mut both = Self {
            doubt: self.doubt.with(inner.doubt),
            ..Self::fixed(self.all * inner.all)
        };
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

    /// The same in the caller's terms.
    pub(super) fn substituted(
        &self,
        edge: &Edge,
        caller: &Caller<'_>,
        nominals: &mut Nominals,
    ) -> Self {
        let mut known = Self {
            doubt: self.doubt,
            ..Self::fixed(self.all)
        };
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
        self.doubt = self.doubt.with(other.doubt);
        for (product, each) in other.powers {
            self.follow(product, each);
        }
    }

    /// Notes that a part of the count, already included in it, is proportional to a product.
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
            && self.doubt == other.doubt
            && self.powers.len() == other.powers.len()
            && powers.all(|(one, two)| {
                let mut factors = one.0.iter().zip(&two.0);
                is_near(one.1, two.1)
                    && one.0.len() == two.0.len()
                    && factors.all(|(one, two)| one.0 == two.0 && is_near(one.1, two.1))
            })
    }
}

/// What a call passes of the values and objects that its caller knows.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct PassedValues {
    /// What is known about the arguments, in terms of values that the caller got itself.
    pub(crate) values: Vec<KnownValue>,
    /// The objects that the caller got itself: where the callee finds each, and where the caller did.
    pub(crate) objects: Vec<(Root, Place)>,
}

impl PassedValues {
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

    /// Only the arguments that are numbers. The others of a recursive method change from call to call.
    pub(super) fn numbers(mut self) -> Self {
        self.values.retain(|known| known.value.of.is_none());
        self.objects.clear();
        self
    }

    /// The same in the caller's terms.
    pub(super) fn substituted(&self, edge: &Edge) -> Self {
        let from = |root: &Root| {
            if let Root::Static(_) = root {
                return Some(Place {
                    root: root.clone(),
                    path: Vec::new(),
                });
            }
            let objects = edge.objects.iter();
            let mut objects = objects.filter(|(to, _)| to == root);
            objects.find_map(|(_, object)| match object {
                Object::PassedOn(from) => Some(from.clone()),
                Object::Lambda { .. } | Object::Class(_) | Object::Receiver => None,
            })
        };
        let value = |linear: &Linear| {
            let Some((place, measure, factor)) = &linear.of else {
                return Some(linear.clone());
            };
            let known = match KnownValue::find(&edge.values, place, measure) {
                Some(known) => known.clone(),
                None => Linear {
                    of: Some((
                        beyond(&from(&place.root)?, &place.path)?,
                        measure.clone(),
                        1.0,
                    )),
                    more: 0.0,
                },
            };
            Some(Linear {
                of: (known.of).map(|(place, measure, times)| (place, measure, times * factor)),
                more: known.more.mul_add(*factor, linear.more),
            })
        };
        let mut passed = Self::default();
        for known in &self.values {
            let value = value(&known.value);
            passed.values.extend(value.map(|value| KnownValue {
                value,
                ..known.clone()
            }));
        }
        for (to, place) in &self.objects {
            if let Some(from) = from(&place.root).and_then(|from| beyond(&from, &place.path)) {
                passed.objects.push((to.clone(), from));
            } else if place.path.is_empty() {
                let values = edge.values.iter();
                let values = values.filter(|known| known.at == place.root);
                passed
                    .values
                    .extend(values.map(|known| known.moved(to.clone())));
            }
        }
        passed
    }

    /// Keeps what both have in common.
    pub(super) fn keep_common(&mut self, other: &Self) {
        self.values.retain(|value| other.values.contains(value));
        self.objects.retain(|object| other.objects.contains(object));
    }

    /// The same for the body of a lambda, which has this many more arguments than the call.
    pub(super) fn in_body(self, more: i32) -> Self {
        let values = self.values.into_iter();
        let objects = self.objects.into_iter();
        Self {
            values: values
                .filter_map(|known| Some(known.moved(in_body(&known.at, more)?)))
                .collect(),
            objects: objects
                .filter_map(|(to, from)| Some((in_body(&to, more)?, from)))
                .collect(),
        }
    }

    /// An edge to the callee of another edge, with these arguments.
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

/// Where the body of a lambda finds an argument of the call. The body has this many more arguments: captured values come first.
/// If the body has one argument less, the first argument is its receiver.
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
