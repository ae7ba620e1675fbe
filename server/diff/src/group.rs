//! Groups changes by root cause: the changed method, with all methods whose cost changed because of it.

use crate::change::{Cause, Change, MethodName, Section};
use serde::Serialize;
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
    let size = |place: &usize| changes[*place].delta.map_or(0.0, |delta| delta.mean.abs());
    let mut groups: Vec<(f64, Group)> = members
        .into_iter()
        .map(|(lead, mut all)| {
            let section = all.iter().map(|place| changes[*place].section).min();
            let largest = all.iter().map(size).fold(0.0, f64::max);
            all.retain(|place| *place != lead);
            all.sort_by(|one, two| size(two).total_cmp(&size(one)));
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
            .then_with(|| two_size.total_cmp(one_size))
            .then_with(|| one.lead.cmp(&two.lead))
    });
    groups.into_iter().map(|(_, group)| group).collect()
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
