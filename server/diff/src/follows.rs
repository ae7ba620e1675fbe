//! Typical energies at the same values. Each side assumes for a value such as `n` what its own loops make likely. A comparison
//! uses the head's values for both.

use crate::change::Assumed;
use crate::cost::ReportedCost;
use crate::report::{Follows, Method};
use crate::symbolic::ROUNDING;
use documents::SymbolKind;
use posterior::Posterior;
use std::collections::BTreeMap;

/// The cost of the base at the values that the head assumes, and these values if they differ from the base's. A value that the
/// head does not depend on stays as it is.
pub(crate) fn at_values_of_head(
    (base, cost): (&Method, ReportedCost),
    head: &Method,
    posterior: &Posterior,
) -> (ReportedCost, Vec<Assumed>) {
    let follows = |method: &'_ Method| -> Vec<Follows> {
        method
            .typical
            .iter()
            .flat_map(|typical| typical.follows.clone())
            .collect()
    };
    let (of_base, of_head) = (follows(base), follows(head));
    let (before, after) = (values(&of_base), values(&of_head));
    let names = names(&before, &after);
    let value_of = |symbol: &str| {
        let name = names.get(symbol)?;
        after.get(name).copied()
    };
    let mut cost = cost;
    let mut moved = BTreeMap::new();
    for follows in &of_base {
        let product = |value: &dyn Fn(&str, f64) -> f64| -> f64 {
            let values = follows.values.iter();
            values.map(|one| value(&one.symbol, one.value)).product()
        };
        let usual = product(&|_, usual| usual);
        let wanted = product(&|symbol, usual| value_of(symbol).unwrap_or(usual));
        if (wanted - usual).abs() <= ROUNDING * usual.abs().max(wanted.abs()) {
            continue;
        }
        let Some(with) = cost.plus(&follows.each, wanted - usual, posterior) else {
            continue;
        };
        cost = with;
        for one in &follows.values {
            if let (Some(name), Some(value)) = (names.get(&one.symbol[..]), value_of(&one.symbol)) {
                moved.insert((*name).to_owned(), value);
            }
        }
    }
    let assumed = moved.into_iter().map(|(symbol, value)| Assumed {
        symbol,
        value,
        source: "nominal",
        kind: SymbolKind::Untold,
    });
    (cost, assumed.collect())
}

/// Whether both sides depend on the same values in the same way.
pub(crate) fn follow_the_same(base: &Method, head: &Method) -> bool {
    let follows = |method: &'_ Method| {
        method
            .typical
            .as_ref()
            .map(|typical| typical.follows.clone())
    };
    follows(base).unwrap_or_default() == follows(head).unwrap_or_default()
}

fn values(follows: &[Follows]) -> BTreeMap<&str, f64> {
    let all = follows.iter().flat_map(|one| &one.values);
    all.map(|one| (&one.symbol[..], one.value)).collect()
}

/// The names in the head of the base's values: the same name, or else the only one left on both sides.
fn names<'n>(
    before: &BTreeMap<&'n str, f64>,
    after: &BTreeMap<&'n str, f64>,
) -> BTreeMap<&'n str, &'n str> {
    let same = before.keys().filter(|name| after.contains_key(*name));
    let mut names: BTreeMap<&str, &str> = same.map(|name| (*name, *name)).collect();
    let alone = |one: &BTreeMap<&'n str, f64>, other: &BTreeMap<&'n str, f64>| -> Vec<&'n str> {
        one.keys()
            .filter(|name| !other.contains_key(*name))
            .copied()
            .collect()
    };
    if let ([one], [two]) = (&alone(before, after)[..], &alone(after, before)[..]) {
        names.insert(one, two);
    }
    names
}
