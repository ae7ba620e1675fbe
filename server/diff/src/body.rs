//! The similarity of two methods, and their names without the numbers of the compiler.

use crate::report::Method;
use std::collections::BTreeMap;

/// The count of each pattern in a method, in thousandths.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Body<'m>(BTreeMap<(&'m str, &'m str, &'m str), u64>);

impl<'m> Body<'m> {
    pub(crate) fn new(method: &'m Method) -> Self {
        let mut counts = BTreeMap::new();
        for pattern in method.lines.iter().flat_map(|line| &line.patterns) {
            let key = (
                &pattern.operation[..],
                &pattern.data_type[..],
                &pattern.data_size[..],
            );
            let count: &mut u64 = counts.entry(key).or_default();
            *count = count.saturating_add((pattern.count.abs() * 1000.0) as u64);
        }
        Self(counts)
    }

    pub(crate) fn weight(&self) -> f64 {
        self.0.values().map(|count| *count as f64 / 1000.0).sum()
    }

    pub(crate) fn is_small(&self) -> bool {
        self.weight() < SMALL_BODY
    }

    /// The share of its kinds of patterns that another body also has, from 0 to 1.
    pub(crate) fn kinds_in(&self, other: &Self) -> f64 {
        let both = self.0.keys().filter(|key| other.0.contains_key(key));
        both.count() as f64 / self.0.len().max(1) as f64
    }

    /// What both have, divided by what either has (Ružička's similarity), from 0 to 1.
    pub(crate) fn similarity(&self, other: &Self) -> f64 {
        let common: f64 = self
            .0
            .iter()
            .filter_map(|(key, count)| Some(*other.0.get(key)?.min(count) as f64 / 1000.0))
            .sum();
        let either = self.weight() + other.weight() - common;
        if either > 0.0 { common / either } else { 0.0 }
    }
}

/// Whether both execute the same on each line.
pub(crate) fn body_is_equal(one: &Method, two: &Method) -> bool {
    let mut lines = one.lines.iter().zip(&two.lines);
    one.lines.len() == two.lines.len() && lines.all(|(one, two)| one.patterns == two.patterns)
}

pub(crate) fn has_made_up_name(method: &Method) -> bool {
    [&method.class, &method.method]
        .iter()
        .any(|name| name.contains('$') && without_numbers(name) != ***name)
}

/// A name with `#` for the numbers after `$`, which the compiler assigns.
pub(crate) fn without_numbers(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    let mut is_number = false;
    for character in name.chars() {
        if character == '$' {
            is_number = true;
        } else if is_number && character.is_ascii_digit() {
            if !text.ends_with('#') {
                text.push('#');
            }
            continue;
        } else {
            is_number = false;
        }
        text.push(character);
    }
    text
}

/// A body that executes less than this resembles many others, so its similarity says little.
pub(crate) const SMALL_BODY: f64 = 6.0;
