//! Why a method costs something else: its own lines, or what it calls.

use crate::change::{Cause, MethodName};
use crate::matching::without_numbers;
use crate::report::{Method, SourceLine};
use std::collections::{BTreeMap, BTreeSet};

/// More lines are not listed one by one.
const MOST_LINES: usize = 20;

/// What is needed to find causes.
pub(crate) struct Causes<'c> {
    /// The methods of the head that cost something else, by `p/A.f(I)V`.
    pub(crate) changed: BTreeMap<String, &'c Method>,
    /// What the head calls methods of the base that have another name there.
    pub(crate) renamed: BTreeMap<String, String>,
}

/// A method as a list of callees names it.
pub(crate) fn qualified(method: &Method) -> String {
    format!("{}.{}{}", method.class, method.method, method.descriptor)
}

impl Causes<'_> {
    pub(crate) fn of(&self, base: &Method, head: &Method) -> Vec<Cause> {
        let itself = qualified(head);
        let callees: Vec<Cause> = head
            .callees
            .iter()
            .filter(|callee| **callee != itself)
            .filter_map(|callee| self.changed.get(callee))
            .map(|method| Cause::Callee {
                method: name(method),
                file: method.file.clone(),
                line: method.line,
            })
            .collect();
        let mut causes = Vec::new();
        // What no callee explains is its own: the value of a constant shows in no pattern.
        if callees.is_empty() || self.own_code_differs(base, head) {
            causes.push(Cause::OwnLines {
                lines: changed_lines(&base.lines, &head.lines),
            });
        }
        causes.extend(callees);
        causes
    }

    fn own_code_differs(&self, base: &Method, head: &Method) -> bool {
        let own = |method: &Method| method.own.map(|own| own.mean);
        if let (Some(one), Some(two)) = (own(base), own(head))
            && (one - two).abs() > crate::symbolic::ROUNDING * one.abs().max(two.abs())
        {
            return true;
        }
        // What is called is compared by name alone: one more class that implements it is no change of the caller.
        let called =
            |method: &Method, names: Option<&BTreeMap<String, String>>| -> BTreeSet<String> {
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
        total(&base.lines) != total(&head.lines)
            || called(base, Some(&self.renamed)) != called(head, None)
    }
}

pub(crate) fn name(method: &Method) -> MethodName {
    MethodName {
        class: method.class.clone(),
        method: method.method.clone(),
        descriptor: method.descriptor.clone(),
    }
}

/// How often each pattern stands in a method, in thousandths, on whatever lines.
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

/// The lines of the head between what both begin with and what both end with.
fn changed_lines(base: &[SourceLine], head: &[SourceLine]) -> Vec<u32> {
    let is_same = |(one, two): &(&SourceLine, &SourceLine)| one.patterns == two.patterns;
    let prefix = base.iter().zip(head).take_while(is_same).count();
    let (base, rest) = (&base[prefix..], &head[prefix..]);
    let pairs = base.iter().rev().zip(rest.iter().rev());
    let suffix = pairs.take_while(is_same).count();
    let lines = rest[..rest.len() - suffix].iter().map(|line| line.line);
    let lines: BTreeSet<u32> = lines.collect();
    lines.into_iter().take(MOST_LINES).collect()
}
