//! A method's worst case as displayed.
//!
//! It depends on at most three values that a reader can know. Every other count has a given value, or an assumed and listed one.

use crate::assumptions::AssumedValues;
use crate::method_analysis::MethodAnalysis;
use crate::model::Model;
use cost::{Assumption, Bounded, Cost, Size, Symbol, SymbolKind};
use std::collections::BTreeSet;
use std::sync::Arc;
use wcec::{Unpriced, Unpriceds};

/// With more assumed counts than this, and their products, a number would say nothing about the method.
pub const MAX_ASSUMED_COUNTS: usize = 12;

/// A worst case as displayed, and what it rests on.
#[derive(Debug, Clone, Default)]
pub struct DisplayedWorst {
    /// The cost.
    pub cost: Cost,
    /// Its symbols, whose values a reader can know.
    pub symbols: Vec<Arc<Symbol>>,
    /// The symbols that were replaced by given values.
    pub given: Vec<(Arc<Symbol>, f64)>,
    /// What it rests on, including assumed counts of the method and its callees.
    pub rests_on: cost::Assumptions,
    /// What is missing in it; `None` if calls were not followed.
    pub unpriced: Option<Unpriceds>,
    /// The energies and the depths of recursions that are not in the cost.
    unknown: Vec<Arc<Symbol>>,
}

impl DisplayedWorst {
    /// The worst case of a method. `values` replace assumed ones.
    pub fn of(model: &Model, method: &MethodAnalysis, values: &AssumedValues) -> Self {
        let value_of = |symbol: &Symbol| values.value(symbol);
        let means = model.pricer().means();
        let can_tell = Symbol::is_known_to_reader;
        let bounded = (method.cost.cost).bounded(means, Size::DISPLAYED, &can_tell, &value_of);
        Self::from(method, bounded, values)
    }

    /// The worst case for a contract, which may use any number of values: those with these names, and all that a reader can know.
    pub(crate) fn of_names(
        model: &Model,
        method: &MethodAnalysis,
        values: &AssumedValues,
        names: &BTreeSet<&str>,
    ) -> Self {
        let value_of = |symbol: &Symbol| values.value(symbol);
        let means = model.pricer().means();
        let cost = &method.cost.cost;
        let can_tell =
            |symbol: &Symbol| symbol.is_known_to_reader() || names.contains(symbol.name.as_str());
        let bounded = cost.bounded(means, Size::UNLIMITED, &can_tell, &value_of);
        Self::from(method, bounded, values)
    }

    fn from(method: &MethodAnalysis, bounded: Bounded, values: &AssumedValues) -> Self {
        let cost = &method.cost;
        let mut rests_on = cost.assumptions.clone();
        if !bounded.counts.is_empty() {
            let class = method.class.rsplit(['/', '$']).next().unwrap_or_default();
            let name: Arc<str> = Arc::from(format!("{class}.{}", method.name));
            let file = method.source_file.clone();
            for count in &bounded.counts {
                rests_on.add(Assumption::of_count((&name, file.as_ref()), count));
            }
        }
        let opaque = cost
            .symbols
            .iter()
            .filter(|symbol| !symbol.is_known_to_reader());
        Self {
            symbols: bounded.cost.symbols(),
            cost: bounded.cost,
            given: opaque
                .filter_map(|symbol| Some((Arc::clone(symbol), values.value(symbol)?)))
                .collect(),
            rests_on,
            unknown: bounded.unknown.clone(),
            unpriced: method.followed.as_ref().map(|followed| {
                let mut unpriced = followed.unpriced.clone();
                for symbol in &bounded.unknown {
                    unpriced.add(Unpriced::of_unknown(symbol));
                }
                unpriced
            }),
        }
    }

    /// The value that the displayed cost contains for a symbol: a given or an assumed one. `None` if the symbol itself is
    /// displayed and has no given value. Whatever breaks the worst case down uses these values, so that its numbers are those
    /// of the formula.
    pub fn fixed_value(&self, symbol: &Symbol, values: &AssumedValues) -> Option<f64> {
        if let Some(given) = values.value(symbol) {
            return Some(given);
        }
        if self.unknown.iter().any(|unknown| **unknown == *symbol) {
            // An unknown energy is left out. Of a recursion of unknown depth, one call counts.
            return Some(if symbol.kind == SymbolKind::Callback {
                0.0
            } else {
                1.0
            });
        }
        if self.symbols.iter().any(|shown| **shown == *symbol) {
            return None;
        }
        symbol.assumed_value().map(f64::from)
    }

    /// The minimum number of assumed counts.
    pub fn assumed_counts(&self) -> usize {
        self.rests_on.counts()
    }

    /// Whether nothing is known to be missing.
    pub fn is_whole(&self) -> bool {
        let unpriced = self.unpriced.as_ref();
        unpriced.is_none_or(|unpriced| unpriced.is_empty() && !unpriced.has_more)
    }

    /// Whether the worst case rests on too many assumed counts for a meaningful number.
    pub fn is_speculative(&self) -> bool {
        self.assumed_counts() > MAX_ASSUMED_COUNTS
    }

    /// Why it has no number, if too many counts are assumed.
    pub(crate) fn speculation(&self) -> Option<String> {
        self.is_speculative().then(|| {
            let plus = if self.rests_on.has_more { "+" } else { "" };
            format!(
                "it would rest on {}{plus} assumed counts, and means nothing with more than {MAX_ASSUMED_COUNTS}",
                self.assumed_counts()
            )
        })
    }
}
