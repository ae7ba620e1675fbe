//! Groups changes by root cause: the changed method, with all methods whose cost changed because of it.

use crate::change::{Cause, Change, MethodName, Section};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// A root cause, and the changes that follow from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Group {
    /// The changed method.
    pub root: MethodName,
    /// The methods whose cost changed only because they call it, directly or indirectly; the most expensive first.
    pub callers: Vec<MethodName>,
    /// The first section that any of them is in.
    #[serde(skip)]
    pub section: Section,
    /// The index of the root in the list of changes.
    #[serde(skip)]
    pub lead: usize,
    /// The indices of the callers.
    #[serde(skip)]
    pub folded: Vec<usize>,
}

/// The changes grouped by root cause: by section, and in a section the most expensive first.
pub(crate) fn groups(changes: &[Change]) -> Vec<Group> {
    let places: BTreeMap<&MethodName, usize> = changes
        .iter()
        .enumerate()
        .map(|(place, change)| (&change.name, place))
        .collect();
    let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for place in 0..changes.len() {
        let root = root(changes, &places, place);
        members.entry(root).or_default().push(place);
    }
    let size = |place: &usize| changes[*place].size();
    let mut groups: Vec<((f64, f64), Group)> = members
        .into_iter()
        .map(|(lead, mut all)| {
            let section = all.iter().map(|place| changes[*place].section).min();
            let largest = all.iter().map(size).max_by(by_size).unwrap_or_default();
            all.retain(|place| *place != lead);
            all.sort_by(|one, two| by_size(&size(two), &size(one)));
            let name = |place: &usize| changes[*place].name.clone();
            let group = Group {
                root: name(&lead),
                callers: all.iter().map(name).collect(),
                section: section.unwrap_or(changes[lead].section),
                lead,
                folded: all,
            };
            (largest, group)
        })
        .collect();
    groups.sort_by(|(one_size, one), (two_size, two)| {
        (one.section.cmp(&two.section))
            .then_with(|| by_size(two_size, one_size))
            .then_with(|| one.lead.cmp(&two.lead))
    });
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The order of sizes, the smaller first.
pub(crate) fn by_size(one: &(f64, f64), two: &(f64, f64)) -> Ordering {
    one.0.total_cmp(&two.0).then(one.1.total_cmp(&two.1))
}

/// The index of the change that a change follows from; its own if it follows from none.
fn root(changes: &[Change], places: &BTreeMap<&MethodName, usize>, place: usize) -> usize {
    let mut seen = BTreeSet::from([place]);
    let mut at = place;
    loop {
        let causes = &changes[at].causes;
        let mut callees = Vec::new();
        for cause in causes {
            match cause {
                Cause::OwnLines { .. } | Cause::Elsewhere => return at,
                Cause::Callee { method, .. } | Cause::Removed { method, .. } => {
                    callees.extend(places.get(method).copied());
                }
            }
        }
        let size = |place: &usize| changes[*place].delta.map_or(0.0, |delta| delta.mean.abs());
        let next = callees
            .into_iter()
            .max_by(|one, two| size(one).total_cmp(&size(two)).then(two.cmp(one)));
        match next {
            Some(next) if seen.insert(next) => at = next,
            // A circle of calls in which no method itself changed.
            Some(_) => return place,
            None => return at,
        }
    }
}
