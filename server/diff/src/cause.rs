//! Why a method's cost changed: its own lines, or its callees.

use crate::change::{Cause, Change, Delta, MethodName, name};
use crate::name::qualified;
use crate::pair::Row;
use crate::regression_policy::UNDECIDED_WORST;
use crate::report::{Method, SourceLine};
use crate::same_code::{instructions_differ, own_mean_differs};
use crate::symbolic::ROUNDING;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The maximum number of lines that are listed individually.
const MAX_LINES: usize = 20;

/// The maximum number of causing methods that are named.
const MAX_NAMED: usize = 50;

/// The maximum number of callees to search for one that changed.
const MAX_CALLEES: usize = 2_000;

/// What finding causes needs.
pub(crate) struct Causes<'c> {
    /// The methods of the head whose cost changed, by `p/A.f(I)V`.
    pub(crate) changed: BTreeMap<String, &'c Method>,
    /// The methods of the head whose worst case changed, if typical energies are compared.
    pub(crate) changed_worst: BTreeMap<String, &'c Method>,
    /// The methods of the head whose own instructions changed, and those that the base does not have.
    pub(crate) own: BTreeMap<String, &'c Method>,
    /// The methods of the base that the head does not have.
    pub(crate) removed: BTreeMap<String, &'c Method>,
    /// All methods of the head.
    pub(crate) methods: HashMap<String, &'c Method>,
    /// The methods of the head whose source text may have changed; `None` if there is no text.
    pub(crate) touched: Option<BTreeSet<String>>,
}

/// The methods of the head whose own instructions changed.
pub(crate) fn own_changes<'c>(
    pairs: impl Iterator<Item = (&'c Method, &'c Method)>,
    renamed: &BTreeMap<String, String>,
    touched: Option<&BTreeSet<String>>,
) -> BTreeMap<String, &'c Method> {
    let named = pairs.map(|(base, head)| (base, head, qualified(head)));
    named
        .filter(|(base, head, name)| {
            let is_other = || instructions_differ(base, head, renamed);
            match touched {
                // A changed constant changes no pattern.
                Some(touched) => {
                    // Constructors and initialisers contain the initial values of fields, which are in no method's text.
                    let has_fields = ["<init>", "<clinit>"].contains(&&head.method[..]);
                    touched.contains(name) && (own_mean_differs(base, head) || is_other())
                        || has_fields && is_other()
                }
                None => is_other(),
            }
        })
        .map(|(_, head, name)| (name, head))
        .collect()
}

impl Causes<'_> {
    /// Why a method's cost changed, or, if only its worst case changed, why that did.
    pub(crate) fn of(&self, base: &Method, head: &Method, is_worst_alone: bool) -> Vec<Cause> {
        let itself = qualified(head);
        let called = || head.callees.iter().filter(|callee| **callee != itself);
        let behind = || head.rests_on.iter().filter(|callee| **callee != itself);
        let is_own = self.own.contains_key(&itself);
        let (changed, changed_otherwise) = if is_worst_alone {
            (&self.changed_worst, &self.changed)
        } else {
            (&self.changed, &self.changed_worst)
        };
        let mut callees = among(changed, called());
        // A callee whose difference is zero at the compared values still changed.
        for known in [&self.own, changed_otherwise] {
            if callees.is_empty() {
                callees = among(known, called());
            }
        }
        if callees.is_empty() && !is_own {
            // Possible targets of a call are not its callees: the actual one is unknown.
            callees = among(&self.own, behind());
        }
        if callees.is_empty() && !is_own {
            callees = self.nearest(head, &itself);
        }
        if callees.is_empty() && !is_own {
            callees = among(changed, behind());
        }
        let mut causes = Vec::new();
        if is_own {
            causes.push(own_lines(base, head));
        }
        causes.extend(callees.into_iter().map(|method| Cause::Callee {
            method: name(method),
            file: method.file.clone(),
            line: method.line,
        }));
        if causes.is_empty() {
            let before: BTreeSet<&String> = base.callees.iter().chain(&base.rests_on).collect();
            let gone = among(&self.removed, before.into_iter()).into_iter();
            causes.extend(gone.map(|method| Cause::Removed {
                method: name(method),
                file: method.file.clone(),
                line: method.line,
            }));
        }
        if causes.is_empty() {
            let touched = self.touched.as_ref();
            let is_touched = touched.is_none_or(|touched| touched.contains(&itself));
            causes.push(if is_touched {
                own_lines(base, head)
            } else {
                Cause::Elsewhere
            });
        }
        causes
    }

    /// The nearest methods that a method reaches, through recursion or through methods that run what they are passed, and whose
    /// own instructions changed.
    fn nearest(&self, head: &Method, itself: &str) -> Vec<&Method> {
        let mut seen: BTreeSet<&str> = BTreeSet::from([itself]);
        let mut level: Vec<&str> = next(head).collect();
        while !level.is_empty() && seen.len() < MAX_CALLEES {
            level.retain(|callee| seen.insert(callee));
            let found: Vec<&Method> = level
                .iter()
                .filter_map(|callee| self.own.get(*callee).copied())
                .collect();
            if !found.is_empty() {
                return found;
            }
            let methods = level.iter().filter_map(|callee| self.methods.get(*callee));
            level = methods.flat_map(|method| next(method)).collect();
        }
        Vec::new()
    }
}

/// The methods of the head whose difference is not zero, by name.
pub(crate) fn heads<'r>(
    rows: &[Row<'r>],
    delta: impl Fn(&Change) -> Option<Delta>,
) -> BTreeMap<String, &'r Method> {
    let differing = rows
        .iter()
        .filter(|row| delta(&row.change).is_some_and(|delta| delta.mean != 0.0));
    differing
        .map(|row| (qualified(row.head), row.head))
        .collect()
}

/// By how much the worst cases of these methods increase, as a share of the base.
pub(crate) fn worst_increases(rows: &[Row<'_>]) -> BTreeMap<MethodName, f64> {
    let increases = rows.iter().filter_map(|row| {
        let delta = row.change.worst.as_ref()?.delta;
        let share = delta.relative.unwrap_or(f64::INFINITY);
        (delta.mean > 0.0).then(|| (row.change.name.clone(), share))
    });
    increases.collect()
}

/// Whether a callee answers for the increase of a method's worst case: its own increases by as large a share, or by so much that
/// it is decided there. Otherwise, something that the method passes on is the reason.
pub(crate) fn is_due_to_callees(change: &Change, increases: &BTreeMap<MethodName, f64>) -> bool {
    let own = increases.get(&change.name).copied().unwrap_or_default();
    let least = own.min(UNDECIDED_WORST) * (1.0 - ROUNDING);
    change.causes.iter().any(|cause| match cause {
        Cause::Callee { method, .. } => increases.get(method).is_some_and(|share| *share >= least),
        Cause::OwnLines { .. } | Cause::Removed { .. } | Cause::Elsewhere => false,
    })
}

/// The known methods among these names.
fn among<'c, 'n>(
    known: &BTreeMap<String, &'c Method>,
    names: impl Iterator<Item = &'n String>,
) -> Vec<&'c Method> {
    let found = names.filter_map(|name| known.get(name).copied());
    found.take(MAX_NAMED).collect()
}

/// The methods that a method calls, or that may answer its calls.
fn next(method: &Method) -> impl Iterator<Item = &str> {
    let methods = method.callees.iter().chain(&method.rests_on);
    methods.map(String::as_str)
}

fn own_lines(base: &Method, head: &Method) -> Cause {
    Cause::OwnLines {
        lines: changed_lines(&base.lines, &head.lines),
    }
}

/// The lines of the head after the lines that both start with and before the lines that both end with.
fn changed_lines(base: &[SourceLine], head: &[SourceLine]) -> Vec<u32> {
    let is_same = |(one, two): &(&SourceLine, &SourceLine)| one.patterns == two.patterns;
    let prefix = base.iter().zip(head).take_while(is_same).count();
    let (base, rest) = (&base[prefix..], &head[prefix..]);
    let pairs = base.iter().rev().zip(rest.iter().rev());
    let suffix = pairs.take_while(is_same).count();
    let lines = rest[..rest.len() - suffix].iter().map(|line| line.line);
    let lines: BTreeSet<u32> = lines.collect();
    lines.into_iter().take(MAX_LINES).collect()
}
