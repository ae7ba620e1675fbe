//! Differences that the change did not cause: one side has information that the other lacks, or the stand-in for a missing type
//! changed.

use crate::change::{Change, Section};
use crate::name::{qualified, readable_call};
use crate::pair::Row;
use crate::report::Method;
use crate::same_code::{instructions_differ, own_mean_differs};
use crate::uncovered_method::not_found;
use documents::{Reason, UnpricedReason};
use std::collections::{BTreeMap, BTreeSet};

/// Fewer additional calls without a price than this, on average, cannot hide a difference.
const MIN_HIDDEN_CALLS: f64 = 0.01;

/// Why the change did not cause the difference of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnrelatedDifference {
    /// The side that lacks something.
    pub(crate) side: &'static str,
    /// What it lacks.
    pub(crate) reason: String,
}

/// The differing methods whose difference the change did not cause, by their names in the head: those that lack something on
/// only one side, and all that call them. `touched` are the methods of the head whose text or fields may have changed; `None`
/// if there is no text. `others` are all methods whose instructions changed, and those that only one side has.
pub(crate) fn unrelated_differences(
    rows: &[Row<'_>],
    renamed: &BTreeMap<String, String>,
    touched: Option<&BTreeSet<String>>,
    others: &BTreeSet<String>,
) -> BTreeMap<String, UnrelatedDifference> {
    let differing: BTreeMap<String, &Row<'_>> = rows
        .iter()
        .filter(|row| row.change.delta.is_none_or(|delta| delta.mean != 0.0))
        .map(|row| (qualified(row.head), row))
        .collect();
    let mut callers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut with_callee: BTreeSet<&str> = BTreeSet::new();
    for (name, row) in &differing {
        let of_base = row.base.callees.iter();
        let of_base = of_base.map(|callee| renamed.get(callee).unwrap_or(callee));
        for callee in row.head.callees.iter().chain(of_base) {
            if others.contains(callee) {
                with_callee.insert(name);
            }
            if let Some((callee, _)) = differing.get_key_value(callee).filter(|_| callee != name) {
                callers.entry(callee).or_default().push(name);
                with_callee.insert(name);
            }
        }
    }
    let mut found: BTreeMap<String, UnrelatedDifference> = BTreeMap::new();
    let mut pending: Vec<(&str, &str)> = Vec::new();
    for (name, row) in &differing {
        let is_other = || {
            own_mean_differs(row.base, row.head) || instructions_differ(row.base, row.head, renamed)
        };
        let is_touched = touched.map_or_else(is_other, |touched| touched.contains(name));
        let own = lacking(row.base, row.head)
            .or_else(|| not_compiled(row.base, row.head))
            .or_else(|| (!is_touched && is_other()).then(|| stood_in(row))?)
            .or_else(|| {
                let hangs_on_others = is_touched || with_callee.contains(&name[..]);
                (!hangs_on_others).then(|| out_of_sight(row.base, row.head))?
            });
        if let Some(own) = own {
            found.insert(name.clone(), own);
            pending.push((name, name));
        }
    }
    while let Some((root, name)) = pending.pop() {
        for caller in callers.get(name).into_iter().flatten() {
            let Some(of_root) = found.get(root).filter(|_| !found.contains_key(*caller)) else {
                continue;
            };
            let root_name = differing.get(root).map(|row| crate::change::name(row.head));
            let root_name = root_name.map_or_else(String::new, |name| name.to_string());
            let resting = UnrelatedDifference {
                side: of_root.side,
                reason: format!(
                    "its energy depends on that of {root_name}: {}",
                    of_root.reason
                ),
            };
            found.insert((*caller).to_owned(), resting);
            pending.push((root, caller));
        }
    }
    // Methods that depend on another one already have that reason, so they come last.
    for (name, row) in differing {
        if !found.contains_key(&name)
            && let Some(hidden) = hidden_by_calls(row)
        {
            found.insert(name, hidden);
        }
    }
    found
}

/// Marks differences that the change did not cause.
pub(crate) fn mark_unrelated(changes: &mut [Change]) {
    for change in changes.iter_mut().filter(|one| one.rests_on.is_some()) {
        if change.delta.take().is_some() | change.worst.take().is_some() {
            change.section = Section::Unpriced;
        }
    }
}

/// The head costs less, but calls methods without a price that the base did not call: these may cost what it saves.
fn hidden_by_calls(row: &Row<'_>) -> Option<UnrelatedDifference> {
    row.change.delta.filter(|delta| delta.mean < 0.0)?;
    let (base, head) = (row.base, row.head);
    let calls = |method: &Method| {
        let typical = method.typical.as_ref();
        typical.map(|typical| typical.unpriced_calls)
    };
    let is_often = match (calls(base), calls(head)) {
        (Some(before), Some(after)) => after >= before + MIN_HIDDEN_CALLS,
        _ => true,
    };
    let known = base.unpriced.iter().flatten();
    let known: BTreeSet<&str> = known.map(|part| &part.method[..]).collect();
    let mut parts = head.unpriced.iter().flatten();
    let hidden = parts.find(|part| !known.contains(&part.method[..]));
    let hidden = hidden.filter(|_| is_often)?;
    let name = hidden.method.split('(').next().unwrap_or_default();
    Some(UnrelatedDifference {
        side: "head",
        reason: format!(
            "its energy depends on {}, which has no price ({})",
            name.replace('/', "."),
            hidden.reason
        ),
    })
}

/// Nobody touched the method, but its instructions changed: those that use the stand-in for a type.
fn stood_in(row: &Row<'_>) -> Option<UnrelatedDifference> {
    let lacks = &row.head.unresolved;
    (!lacks.is_empty()).then(|| UnrelatedDifference {
        side: "head",
        reason: not_found(lacks),
    })
}

/// The first name that only one side has; the head's come first.
fn on_one_side(base: &BTreeSet<String>, head: &BTreeSet<String>) -> Option<(&'static str, String)> {
    let added = head.difference(base).next().map(|name| ("head", name));
    let found = added.or_else(|| base.difference(head).next().map(|name| ("base", name)));
    found.map(|(side, name)| (side, name.clone()))
}

/// Nobody touched the method or its callees, but on one side a library calls code that cannot be seen.
fn out_of_sight(base: &Method, head: &Method) -> Option<UnrelatedDifference> {
    let calls = |method: &'_ Method| -> BTreeSet<String> {
        method.unresolved_calls().map(str::to_owned).collect()
    };
    let (side, call) = on_one_side(&calls(base), &calls(head))?;
    let name = call.split('(').next().unwrap_or_default();
    Some(UnrelatedDifference {
        side,
        reason: format!(
            "its energy depends on {}, which is not on the class path",
            name.replace('/', ".")
        ),
    })
}

/// A method that both sides call was compiled on only one of them.
fn not_compiled(base: &Method, head: &Method) -> Option<UnrelatedDifference> {
    let calls = |method: &'_ Method| -> BTreeSet<String> {
        let parts = method.unpriced.iter().flatten();
        let parts = parts.filter(|part| part.reason == UnpricedReason::Known(Reason::NotCompiled));
        parts.map(|part| part.method.clone()).collect()
    };
    let (side, call) = on_one_side(&calls(base), &calls(head))?;
    Some(UnrelatedDifference {
        side,
        reason: format!(
            "its energy depends on {}, which does not compile",
            readable_call(&call)
        ),
    })
}

/// What only one side lacks.
pub(crate) fn lacking(base: &Method, head: &Method) -> Option<UnrelatedDifference> {
    let names = |method: &Method| -> BTreeSet<String> {
        let damaged = method.damaged_call().into_iter();
        method.unresolved.iter().cloned().chain(damaged).collect()
    };
    let (before, after) = (names(base), names(head));
    let (side, lacks) = [
        ("head", after.difference(&before)),
        ("base", before.difference(&after)),
    ]
    .into_iter()
    .map(|(side, names)| (side, names.cloned().collect::<Vec<_>>()))
    .find(|(_, names)| !names.is_empty())?;
    let method = if side == "head" { head } else { base };
    let reason = match method.damaged_call() {
        Some(hidden) if lacks.contains(&hidden) => crate::uncovered_method::damaged(&hidden),
        _ => not_found(&lacks),
    };
    Some(UnrelatedDifference { side, reason })
}
