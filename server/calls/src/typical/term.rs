//! The part of a typical energy that follows values which a reader can tell: `1.9 µJ·n`.

use super::Typical;
use super::product::Product;
use cost::{Measure, Place, Root, Symbol};
use pricing::Tally;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A typical energy has no more of them.
const MAX_TERMS: usize = 6;

/// What is executed for each unit of a value, or of a product of several.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The values, with what each is taken to be where a number is wanted.
    pub factors: Vec<(Arc<Symbol>, f64)>,
    /// What is executed each time.
    pub tally: Tally,
    /// The part in joules of that which depends on which of several methods runs.
    pub(crate) dispatch_joules: f64,
    /// The part in joules of that which has no bytecode.
    pub(crate) sizes_joules: f64,
    /// How fast the standard deviation for not knowing which of them runs grows with the values, in joules.
    pub(crate) targets_sd_joules: f64,
}

impl Term {
    pub(crate) const fn certain(factors: Product, tally: Tally) -> Self {
        Self {
            factors,
            tally,
            dispatch_joules: 0.0,
            sizes_joules: 0.0,
            targets_sd_joules: 0.0,
        }
    }

    pub(super) fn add_scaled(&mut self, other: &Self, times: f64) {
        self.tally.add_scaled(&other.tally, times);
        self.dispatch_joules += times * other.dispatch_joules;
        self.sizes_joules += times * other.sizes_joules;
        self.targets_sd_joules += times * other.targets_sd_joules;
    }

    /// The product of the values as they are taken to be.
    pub fn nominal(&self) -> f64 {
        self.factors.iter().map(|(_, nominal)| nominal).product()
    }

    /// The product of the values; of those without one what it is taken to be.
    pub fn product(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> f64 {
        let values = self.factors.iter();
        let value = |(symbol, nominal): &(Arc<Symbol>, f64)| value_of(symbol).unwrap_or(*nominal);
        values.map(|factor| value(factor).max(0.0)).product()
    }

    /// True where two are the same but for such a share.
    pub(super) fn is_close(&self, other: &Self, means: &[f64], share: f64) -> bool {
        let mut factors = self.factors.iter().zip(&other.factors);
        let is_near = |one: f64, two: f64| (one - two).abs() <= share * one.abs().max(two.abs());
        let whole = self.tally.mean(means).abs();
        self.factors.len() == other.factors.len()
            && factors.all(|(one, two)| one.0 == two.0 && is_near(one.1, two.1))
            && self.tally.distance(&other.tally, means) <= share * whole
            && (self.dispatch_joules - other.dispatch_joules).abs() <= share * whole
            && (self.sizes_joules - other.sizes_joules).abs() <= share * whole
            && (self.targets_sd_joules - other.targets_sd_joules).abs() <= share * whole
    }

    /// True where callers may know all of its values.
    fn is_known_to_callers(&self) -> bool {
        let mut factors = self.factors.iter();
        factors.all(|(symbol, _)| symbol.is_known_to_callers())
    }

    /// The terms that are kept: the one that grows fastest first, and then those with the most energy. Where there are too many,
    /// terms whose values callers know go before the others. The second number is the energy in joules of those left out, each
    /// value at what it is taken to be.
    pub(crate) fn kept(mut terms: Vec<Self>, means: &[f64]) -> (Vec<Self>, f64) {
        terms.retain(|term| !term.tally.is_empty());
        let joules = |term: &Self| (term.tally.mean(means) * term.nominal()).abs();
        terms.sort_by(|one, two| joules(two).total_cmp(&joules(one)));
        if terms.len() > MAX_TERMS {
            terms.sort_by_key(|term| !term.is_known_to_callers());
        }
        let fastest = terms.iter().map(|term| term.factors.len()).max();
        if let Some(place) = terms
            .iter()
            .position(|term| Some(term.factors.len()) == fastest)
        {
            terms[..=place].rotate_right(1);
        }
        let left_out = terms.iter().skip(MAX_TERMS).map(joules).sum();
        terms.truncate(MAX_TERMS);
        (terms, left_out)
    }
}

/// Who a caller is: `class.name(descriptor)`, and its parameters that keep their values.
pub(crate) struct Caller<'c> {
    pub(crate) name: &'c str,
    pub(crate) parameters: &'c [(Root, String)],
}

impl Caller<'_> {
    /// A callee's value as the caller knows it, where it passes what it got itself.
    pub(crate) fn symbol(&self, symbol: &Symbol, from: &Root) -> Option<Arc<Symbol>> {
        let (place, measure) = &self.asked_from_outside(symbol)?;
        let (_, parameter) = self.parameters.iter().find(|(root, _)| root == from)?;
        // The method's own symbols name its fields without `this`.
        let is_field = *from == Root::Receiver && !place.path.is_empty();
        let mut name = if is_field {
            String::new()
        } else {
            parameter.clone()
        };
        for step in &place.path {
            if &**step != "[]" && !name.is_empty() {
                name.push('.');
            }
            name.push_str(step);
        }
        match measure {
            Measure::Value => {}
            Measure::ArrayLength => name.push_str(".length"),
            Measure::TextLength => name.push_str(".length()"),
            Measure::TextBytes => name.push_str(".value.length"),
            Measure::Result(method) => {
                name.push('.');
                name.push_str(method);
                name.push_str("()");
            }
            Measure::Chain(_) | Measure::Energy(_) => return None,
        }
        let mut known = symbol.clone();
        let mut place = place.clone();
        place.root = from.clone();
        known.key = format!("{}:{name}", self.name);
        known.name = name;
        known.line = None;
        known.place = Some((place, measure.clone()));
        Some(Arc::new(known))
    }

    /// Where a callee finds a value. The field of a collection that counts its elements is what `size()` returns to other
    /// classes, which cannot see the field.
    fn asked_from_outside(&self, symbol: &Symbol) -> Option<(Place, Measure)> {
        let (mut place, mut measure) = symbol.place.clone()?;
        let class = |method: &str| method.split('.').next().map(str::to_owned);
        let is_size = measure == Measure::Value
            && place.path.last().is_some_and(|field| **field == *"size")
            && symbol.key.starts_with("java/util/");
        if is_size && class(self.name) != class(&symbol.key) {
            place.path.pop();
            measure = Measure::Result(Arc::from("size"));
        }
        Some((place, measure))
    }
}

impl Typical {
    /// The parts that follow values which a reader can tell.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Those without what is called on the arguments and the receiver.
    pub(super) fn own_terms(&self) -> &[Term] {
        if self.callbacks.is_empty() {
            &self.terms
        } else {
            &self.terms_of_own
        }
    }

    /// What is executed where these values are given.
    pub fn tally_at(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> Tally {
        tally_at(self.tally(), &self.terms, value_of)
    }

    /// What is executed whatever these values are: the rest beside [`Typical::terms`].
    pub fn constant(&self) -> Tally {
        let mut tally = self.tally();
        for term in &self.terms {
            tally.add_scaled(&term.tally, -term.nominal());
        }
        tally
    }
}

/// A tally of which a part follows values, where these are given.
pub(super) fn tally_at(
    mut tally: Tally,
    terms: &[Term],
    value_of: &impl Fn(&Symbol) -> Option<f64>,
) -> Tally {
    for term in terms {
        let more = term.product(value_of) - term.nominal();
        if more.abs() > 0.0 {
            tally.add_scaled(&term.tally, more);
        }
    }
    tally
}
