//! Whether two states of a method have the same code of their own.

use crate::body::without_numbers;
use crate::report::{Method, SourceLine};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn own_mean_differs(base: &Method, head: &Method) -> bool {
    let own = |method: &Method| method.own.map(|own| own.mean);
    matches!((own(base), own(head)), (Some(one), Some(two))
        if (one - two).abs() > crate::symbolic::ROUNDING * one.abs().max(two.abs()))
}

pub(crate) fn instructions_differ(
    base: &Method,
    head: &Method,
    renamed: &BTreeMap<String, String>,
) -> bool {
    // Callees are compared only by name: another class that implements the same method is not a change of the caller.
    let called = |method: &Method, names: Option<&BTreeMap<String, String>>| -> BTreeSet<String> {
        let callees = method.callees.iter();
        callees
            .map(|callee| names.and_then(|names| names.get(callee)).unwrap_or(callee))
            .map(|callee| {
                let (owner, descriptor) = callee.split_once('(').unwrap_or((callee, ""));
                let name = owner.rsplit('.').next().unwrap_or(owner);
                without_numbers(&format!("{name}({descriptor}"))
            })
            .collect()
    };
    total(&base.lines) != total(&head.lines) || called(base, Some(renamed)) != called(head, None)
}

/// The count of each pattern in a method, in thousandths, on all lines together.
fn total(lines: &[SourceLine]) -> BTreeMap<(&str, &str, &str), i64> {
    let mut sum = BTreeMap::new();
    for pattern in lines.iter().flat_map(|line| &line.patterns) {
        let key = (
            &pattern.operation[..],
            &pattern.data_type[..],
            &pattern.data_size[..],
        );
        let entry: &mut i64 = sum.entry(key).or_default();
        *entry = entry.saturating_add((pattern.count * 1000.0) as i64);
    }
    sum
}
