//! The part of a typical energy that is proportional to values that readers can name: `1.9 µJ·n`.

use super::Typical;
use super::product::Product;
use cost::{Measure, Place, Root, Symbol};
use pricing::Tally;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The maximum number of terms of a typical energy.
const MAX_TERMS: usize = 6;

/// What is executed for each unit of a value, or of a product of several values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// The values, each with the number assumed for it.
    pub factors: Vec<(Arc<Symbol>, f64)>,
    /// What each unit executes.
    pub tally: Tally,
    /// The part of its energy in joules that depends on which of several methods runs.
    pub(crate) dispatch_joules: f64,
    /// The part of its energy in joules that has no bytecode.
    pub(crate) sizes_joules: f64,
    /// The part of [`UncertainParts::targets_less_joules`] for each unit. It may be negative.
    ///
    /// [`UncertainParts::targets_less_joules`]: super::UncertainParts::targets_less_joules
    pub(crate) targets_less_joules: f64,
    /// The same for what may be more.
    pub(crate) targets_more_joules: f64,
}

impl Term {
    pub(crate) const fn certain(factors: Product, tally: Tally) -> Self {
        Self {
            factors,
            tally,
            dispatch_joules: 0.0,
            sizes_joules: 0.0,
            targets_less_joules: 0.0,
            targets_more_joules: 0.0,
        }
    }

    pub(super) fn add_scaled(&mut self, other: &Self, times: f64) {
        self.tally.add_scaled(&other.tally, times);
        self.dispatch_joules += times * other.dispatch_joules;
        self.sizes_joules += times * other.sizes_joules;
        self.targets_less_joules += times * other.targets_less_joules;
        self.targets_more_joules += times * other.targets_more_joules;
    }

    /// The product of the assumed values.
    pub fn nominal(&self) -> f64 {
        self.factors.iter().map(|(_, nominal)| nominal).product()
    }

    /// The product of the values. Values that are not given are the assumed ones.
    pub fn product(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> f64 {
        let values = self.factors.iter();
        let value = |(symbol, nominal): &(Arc<Symbol>, f64)| value_of(symbol).unwrap_or(*nominal);
        values.map(|factor| value(factor).max(0.0)).product()
    }

    /// Whether two terms differ by no more than this share.
    pub(super) fn is_close(&self, other: &Self, means: &[f64], share: f64) -> bool {
        let mut factors = self.factors.iter().zip(&other.factors);
        let is_near = |one: f64, two: f64| (one - two).abs() <= share * one.abs().max(two.abs());
        let whole = self.tally.mean(means).abs();
        self.factors.len() == other.factors.len()
            && factors.all(|(one, two)| one.0 == two.0 && is_near(one.1, two.1))
            && self.tally.distance(&other.tally, means) <= share * whole
            && (self.dispatch_joules - other.dispatch_joules).abs() <= share * whole
            && (self.sizes_joules - other.sizes_joules).abs() <= share * whole
            && (self.targets_less_joules - other.targets_less_joules).abs() <= share * whole
            && (self.targets_more_joules - other.targets_more_joules).abs() <= share * whole
    }

    /// Whether callers may know all of its values.
    fn is_known_to_callers(&self) -> bool {
        let mut factors = self.factors.iter();
        factors.all(|(symbol, _)| symbol.is_known_to_callers())
    }

    /// The terms to keep: first the one that grows fastest, then those with the most energy. If there are too many, terms whose
    /// values callers know come first. The second result is the energy in joules of the dropped terms, at the assumed values.
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

/// A caller: `class.name(descriptor)`, and its parameters that keep their values.
pub(crate) struct Caller<'c> {
    pub(crate) name: &'c str,
    pub(crate) parameters: &'c [(Root, String)],
}

impl Caller<'_> {
    /// The caller's symbol for a value that a callee's symbol stands for.
    pub(crate) fn symbol(
        &self,
        symbol: &Symbol,
        mut place: Place,
        mut measure: Measure,
    ) -> Option<Arc<Symbol>> {
        let is_text = place.path.last().is_some_and(|field| **field == *"value");
        if is_text && measure == Measure::ArrayLength && self.is_in("java/lang/String") {
            place.path.pop();
            measure = Measure::TextBytes;
        }
        if measure == Measure::TextBytes && !self.is_in_jdk() {
            // Nearly all strings have one byte for each character.
            measure = Measure::TextLength;
        }
        let mut name = String::from(self.name_of(&place)?);
        for step in &place.path {
            if &**step != "[]" && !name.is_empty() {
                name.push('.');
            }
            name.push_str(step);
        }
        match &measure {
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
        known.key = format!("{}:{name}", self.name);
        known.name = name;
        known.line = None;
        known.place = Some((place, measure));
        Some(Arc::new(known))
    }

    /// The first part of a place's name: that of a parameter or a class. Fields of the method's own object and class have none,
    /// as in the symbols of the method itself.
    fn name_of<'n>(&'n self, place: &'n Place) -> Option<&'n str> {
        match &place.root {
            Root::Static(class) if self.is_in(class) => Some(""),
            Root::Static(class) => class.rsplit(['/', '$']).next(),
            Root::Receiver if !place.path.is_empty() => Some(""),
            root => {
                let mut parameters = self.parameters.iter();
                let found = parameters.find(|(known, _)| known == root);
                found.map(|(_, name)| name.as_str())
            }
        }
    }

    /// The place of a callee's value, as the caller sees it. Code outside the JDK cannot see the fields of the JDK's classes,
    /// except that a collection's field that counts its elements is its `size()`.
    pub(crate) fn asked_from_outside(&self, symbol: &Symbol) -> Option<(Place, Measure)> {
        let (mut place, mut measure) = symbol.place.clone()?;
        let is_size = measure == Measure::Value
            && place.path.last().is_some_and(|field| **field == *"size")
            && symbol.key.starts_with("java/util/");
        if is_size && !self.is_in(class_of(&symbol.key)) {
            place.path.pop();
            measure = Measure::Result(Arc::from("size"));
        }
        let is_hidden = !place.path.is_empty() && is_of_jdk(&symbol.key);
        (!is_hidden || self.is_in_jdk()).then_some((place, measure))
    }

    fn is_in(&self, class: &str) -> bool {
        class_of(self.name) == class
    }

    fn is_in_jdk(&self) -> bool {
        is_of_jdk(self.name)
    }
}

fn is_of_jdk(name: &str) -> bool {
    const PACKAGES: [&str; 4] = ["java/", "javax/", "jdk/", "sun/"];
    PACKAGES.iter().any(|package| name.starts_with(package))
}

/// The class of `class.method(descriptor)`.
fn class_of(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

impl Typical {
    /// The parts that are proportional to values that readers can name.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The terms without calls on the arguments and on the receiver.
    pub(super) fn own_terms(&self) -> &[Term] {
        if self.callbacks.is_empty() {
            &self.terms
        } else {
            &self.terms_of_own
        }
    }

    /// What is executed for these values.
    pub fn tally_at(&self, value_of: &impl Fn(&Symbol) -> Option<f64>) -> Tally {
        tally_at(self.tally(), &self.terms, value_of)
    }

    /// What is executed whatever these values are: everything but [`Typical::terms`].
    pub fn constant(&self) -> Tally {
        let mut tally = self.tally();
        for term in &self.terms {
            tally.add_scaled(&term.tally, -term.nominal());
        }
        tally
    }
}

/// A tally with the parts that are proportional to values, for these values.
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
