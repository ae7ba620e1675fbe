//! What a caller knows of the values that a callee's energy follows.

use super::Term;
use super::equation::{Edge, Object};
use super::row::Product;
use super::sum::Sum;
use super::term::Caller;
use crate::expression::{Measure, Symbol};
use pricing::Tally;
use std::sync::Arc;

/// No product has more factors than this; of a longer one the expectation counts.
const MOST_FACTORS: usize = 6;

/// A term of a callee as its caller sees it.
pub(super) struct Passed {
    /// The values that the caller got itself; nothing where it passes a number or what nobody knows.
    pub(super) product: Product,
    /// What the numbers are that it passes, multiplied.
    pub(super) times: f64,
    /// What the callee took the whole product to be.
    pub(super) nominal: f64,
    /// What is executed each time.
    pub(super) tally: Tally,
    /// False where the caller passes a value that nobody knows.
    pub(super) is_known: bool,
}

impl Passed {
    /// What the caller takes the product to be.
    pub(super) fn value(&self) -> f64 {
        self.times * nominal(&self.product)
    }

    /// A callee's term where a caller calls it. `sum` tells what the caller takes its values to be.
    pub(super) fn of(term: &Term, edge: &Edge, caller: &Caller<'_>, sum: &mut Sum) -> Self {
        let mut passed = Self {
            product: Vec::new(),
            times: 1.0,
            nominal: term.nominal(),
            tally: term.tally.clone(),
            is_known: true,
        };
        for (symbol, nominal) in &term.factors {
            match value_of(symbol, edge, caller) {
                Some(Value::Number(number)) => passed.times *= number.max(0.0),
                Some(Value::OfCaller(symbol)) => {
                    let nominal = sum.nominal(&symbol, *nominal);
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
}

enum Value {
    Number(f64),
    OfCaller(Arc<Symbol>),
}

fn value_of(symbol: &Symbol, edge: &Edge, caller: &Caller<'_>) -> Option<Value> {
    let (place, measure) = symbol.place.as_ref()?;
    if let Measure::Value = measure
        && place.path.is_empty()
        && let Some((_, number)) = edge.numbers.iter().find(|(root, _)| *root == place.root)
    {
        return Some(Value::Number(*number));
    }
    let (_, object) = edge.objects.iter().find(|(root, _)| *root == place.root)?;
    let Object::PassedOn(from) = object else {
        return None;
    };
    caller.symbol(symbol, from).map(Value::OfCaller)
}

/// What a product is taken to be where a number is wanted.
pub(super) fn nominal(product: &Product) -> f64 {
    product.iter().map(|(_, nominal)| nominal).product()
}

/// The product of two products; `None` where it has too many factors.
pub(super) fn times_each_other(one: &Product, two: &Product) -> Option<Product> {
    let mut both = [one.as_slice(), two].concat();
    sort(&mut both);
    (both.len() <= MOST_FACTORS).then_some(both)
}

/// Puts the factors into the order that the same product has everywhere.
pub(super) fn sort(product: &mut Product) {
    product.sort_by(|(one, _), (two, _)| one.key.cmp(&two.key));
}
