//! What a caller knows of the values that a callee's energy follows.

use super::Term;
use super::equation::{Edge, Object};
pub(super) use super::product::{nominal, sort, times_each_other};
use super::row::Product;
use super::sum::Sum;
use super::term::Caller;
use crate::expression::{Measure, Symbol};
use pricing::Tally;
use std::sync::Arc;

/// A term of a callee as its caller sees it.
pub(super) struct SubstitutedTerm {
    /// The values that the caller got itself; nothing where it passes a number or what nobody knows.
    pub(super) product: Product,
    /// What the numbers are that it passes, multiplied.
    pub(super) times: f64,
    /// What is added to the product.
    pub(super) constant: f64,
    /// What the callee took the whole product to be.
    pub(super) nominal: f64,
    /// What is executed each time.
    pub(super) tally: Tally,
    /// False where the caller passes a value that nobody knows.
    pub(super) is_known: bool,
}

impl SubstitutedTerm {
    /// What the caller takes the product to be.
    pub(super) fn value(&self) -> f64 {
        self.times * nominal(&self.product) + self.constant
    }

    /// A callee's term where a caller calls it. `sum` tells what the caller takes its values to be.
    pub(super) fn of(term: &Term, edge: &Edge, caller: &Caller<'_>, sum: &mut Sum) -> Self {
        let mut passed = Self {
            product: Vec::new(),
            times: 1.0,
            constant: 0.0,
            nominal: term.nominal(),
            tally: term.tally.clone(),
            is_known: true,
        };
        for (symbol, nominal) in &term.factors {
            match value_of(symbol, edge, caller) {
                Some(Value::Number(number)) => passed.times *= number.max(0.0),
                Some(Value::OfCaller(symbol, factor, more)) => {
                    let usual = ((nominal - more) / factor).max(0.0);
                    let nominal = sum.nominal(&symbol, usual);
                    if more.abs() > 0.0 && term.factors.len() > 1 {
                        // A product of sums is not taken apart.
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
}

enum Value {
    Number(f64),
    /// A value of the caller's, what it is multiplied by, and what is added.
    OfCaller(Arc<Symbol>, f64, f64),
}

fn value_of(symbol: &Symbol, edge: &Edge, caller: &Caller<'_>) -> Option<Value> {
    let (place, measure) = symbol.place.as_ref()?;
    if let Measure::Value = measure
        && place.path.is_empty()
        && let Some((_, linear)) = edge.values.iter().find(|(root, _)| *root == place.root)
    {
        return match &linear.of {
            None => Some(Value::Number(linear.more)),
            Some((from, factor)) if *factor > 0.0 => {
                let symbol = caller.symbol(symbol, from)?;
                Some(Value::OfCaller(symbol, *factor, linear.more))
            }
            Some(_) => None,
        };
    }
    let (_, object) = edge.objects.iter().find(|(root, _)| *root == place.root)?;
    let Object::PassedOn(from) = object else {
        return None;
    };
    let symbol = caller.symbol(symbol, from)?;
    Some(Value::OfCaller(symbol, 1.0, 0.0))
}
