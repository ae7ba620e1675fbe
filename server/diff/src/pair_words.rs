//! What else is said about a pair: assumed values, names, callees without a price.

use crate::body::without_numbers;
use crate::change::{Assumed, UnpricedChange};
use crate::point::Point;
use crate::report::Method;
use documents::SymbolKind;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

pub(crate) fn assumed(base: &Method, head: &Method, point: &Point) -> Vec<Assumed> {
    let kind = |name: &str| {
        let mut symbols = head.assumptions.iter().chain(&base.assumptions);
        let symbol = symbols.find(|symbol| symbol.symbol == name);
        symbol.map_or(SymbolKind::Untold, |symbol| symbol.kind)
    };
    let is_given = |name: &str| {
        let mut symbols = head.assumptions.iter();
        symbols.any(|symbol| symbol.symbol == name && symbol.value.is_some())
    };
    let of_base = point
        .base
        .iter()
        .filter(|(name, _)| !point.head.contains_key(*name));
    let all = point
        .head
        .iter()
        .chain(of_base.filter(|_| point.head.is_empty()));
    all.map(|(symbol, value)| Assumed {
        symbol: symbol.clone(),
        value: *value,
        source: if is_given(symbol) { "given" } else { "nominal" },
        kind: kind(symbol),
    })
    .collect()
}

/// A warning if base and head were given different values: the head's are used.
pub(crate) fn other_values(
    base: &Method,
    head: &Method,
    names: &BTreeMap<String, String>,
) -> Vec<String> {
    let given = |method: &Method, name: &str| {
        let mut symbols = method.assumptions.iter();
        symbols
            .find(|symbol| symbol.symbol == name)
            .and_then(|symbol| symbol.value)
    };
    names
        .iter()
        .filter_map(|(one, two)| {
            let (before, after) = (given(base, one)?, given(head, two)?);
            (before.to_bits() != after.to_bits()).then(|| {
                format!(
                    "the base was analysed with {one} = {before} and the head with {two} = {after}; \
                     both are compared at {after}"
                )
            })
        })
        .collect()
}

pub(crate) fn unpriced(base: &Method, head: &Method) -> UnpricedChange {
    let list = |method: &Method| -> BTreeSet<String> {
        let parts = method.unpriced.iter().flatten();
        parts
            .map(|part| format!("{} ({})", without_numbers(&part.method), part.reason))
            .collect()
    };
    let (before, after) = (list(base), list(head));
    UnpricedChange {
        new: after.difference(&before).cloned().collect(),
        gone: before.difference(&after).cloned().collect(),
    }
}

impl UnpricedChange {
    /// Adds the number of calls without a price, if it differs between the sides.
    pub(crate) fn count(&mut self, base: &Method, head: &Method) {
        let (Some(before), Some(after)) = (&base.typical, &head.typical) else {
            return;
        };
        let (before, after) = (before.unpriced_calls, after.unpriced_calls);
        let shown = (format!("{before:.2}"), format!("{after:.2}"));
        if shown.0 != shown.1 && self.is_empty() {
            let calls = format!("{} → {} calls of methods without a price", shown.0, shown.1);
            let list = if after > before {
                &mut self.new
            } else {
                &mut self.gone
            };
            list.push(calls);
        }
    }
}
