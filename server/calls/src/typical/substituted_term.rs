//! Translates the values that a callee's energy depends on into the caller's.

use super::Term;
use super::arguments::{KnownValue, beyond};
use super::edge::{Edge, Object};
use super::nominals::Nominals;
use super::product::Product;
pub(super) use super::product::{nominal, sort, times_each_other};
use super::term::Caller;
use cost::{Place, Root, Symbol};
use std::sync::Arc;

/// A product of a callee's values in the caller's terms.
#[derive(Debug, Clone)]
pub(super) struct SubstitutedProduct {
    /// The values that the caller got itself; empty if it passes numbers or unknown values.
    pub(super) product: Product,
    /// The product of the factors that are known numbers.
    pub(super) times: f64,
    /// The number added to the product.
    pub(super) constant: f64,
    /// The number that the callee assumed for the whole product.
    pub(super) nominal: f64,
    /// Whether all values that the caller passes are known.
    pub(super) is_known: bool,
}

impl SubstitutedProduct {
    /// The number that the caller assumes for the product.
    pub(super) fn value(&self) -> f64 {
        self.times * nominal(&self.product) + self.constant
    }

    /// The part that depends on none of the caller's values.
    pub(super) fn rest(&self) -> f64 {
        if self.product.is_empty() {
            self.value()
        } else {
            self.constant
        }
    }

    /// A callee's product in the caller's terms. `nominals` has the values that the caller assumes.
    pub(super) fn of(
        product: &Product,
        edge: &Edge,
        caller: &Caller<'_>,
        nominals: &mut Nominals,
    ) -> Self {
        let mut passed = Self {
            product: Vec::new(),
            times: 1.0,
            constant: 0.0,
            nominal: nominal(product),
            is_known: true,
        };
        for (symbol, nominal) in product {
            match value_of(symbol, edge, caller) {
                Some(Value::Number(number)) => passed.times *= number.max(0.0),
                Some(Value::OfCaller(symbol, factor, more)) => {
                    let usual = ((nominal - more) / factor).max(0.0);
                    let nominal = nominals.of(&symbol, usual);
                    if more.abs() > 0.0 && product.len() > 1 {
                        // A product of sums is not expanded.
                        passed.times *= (factor * nominal + more).max(0.0);
                        passed.is_known = false;
                        continue;
                    }
                    passed.times *= factor;
                    passed.constant += more;
                    passed.product.push((symbol, nominal));
                }
                None => {
                    passed.times *= nominal;
                    passed.is_known = false;
                }
            }
        }
        sort(&mut passed.product);
        passed
    }

    /// A product that is already in the caller's terms.
    fn own(product: &Product) -> Self {
        Self {
            product: product.clone(),
            times: 1.0,
            constant: 0.0,
            nominal: nominal(product),
            is_known: true,
        }
    }
}

/// A term of a callee in the caller's terms.
pub(super) struct SubstitutedTerm<'t> {
    pub(super) term: &'t Term,
    pub(super) passed: SubstitutedProduct,
}

impl<'t> SubstitutedTerm<'t> {
    pub(super) fn all(
        terms: &'t [Term],
        edge: &Edge,
        caller: &Caller<'_>,
        nominals: &mut Nominals,
    ) -> Vec<Self> {
        let terms = terms.iter().map(|term| Self {
            term,
            passed: SubstitutedProduct::of(&term.factors, edge, caller, nominals),
        });
        terms.collect()
    }

    /// Terms that are already in the caller's terms.
    pub(super) fn own(terms: &'t [Term]) -> Vec<Self> {
        let terms = terms.iter().map(|term| Self {
            term,
            passed: SubstitutedProduct::own(&term.factors),
        });
        terms.collect()
    }
}

enum Value {
    Number(f64),
    /// A value of the caller, its factor, and the number added.
    OfCaller(Arc<Symbol>, f64, f64),
}

fn value_of(symbol: &Symbol, edge: &Edge, caller: &Caller<'_>) -> Option<Value> {
    let (place, measure) = caller.asked_from_outside(symbol)?;
    if let Some(linear) = KnownValue::find(&edge.values, &place, &measure) {
        return match &linear.of {
            None => Some(Value::Number(linear.more)),
            Some((place, measure, factor)) if *factor > 0.0 => {
                let symbol = caller.symbol(symbol, place.clone(), measure.clone())?;
                Some(Value::OfCaller(symbol, *factor, linear.more))
            }
            Some(_) => None,
        };
    }
    if let Root::Static(_) = place.root {
        let symbol = caller.symbol(symbol, place, measure)?;
        return Some(Value::OfCaller(symbol, 1.0, 0.0));
    }
    let objects = edge.objects.iter();
    let mut objects = objects.filter(|(root, _)| *root == place.root);
    let from = objects.find_map(|(root, object)| match object {
        Object::PassedOn(from) => beyond(from, &place.path),
        Object::Receiver => Some(Place {
            root: root.clone(),
            path: place.path.clone(),
        }),
        Object::Lambda { .. } | Object::Class(_) => None,
    })?;
    let symbol = caller.symbol(symbol, from, measure)?;
    Some(Value::OfCaller(symbol, 1.0, 0.0))
}
