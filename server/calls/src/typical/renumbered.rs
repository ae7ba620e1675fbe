//! Matches the lambdas and anonymous classes of two states. The compiler numbers them, so one that is added or moved changes
//! the numbers of others. Equal code is the same, whatever its number.

use super::receiver::{Name, Renumbered};
use crate::summaries::Summaries;
use crate::unit::{MethodId, Unit};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;

/// If there are more candidates than this, only equal numbers match.
const MAX_CANDIDATES: usize = 256;

/// One of two states.
type State<'s> = (&'s Unit, &'s Summaries);

impl Renumbered {
    /// Matches two states, the base first.
    pub(super) fn of(states: [State<'_>; 2]) -> Self {
        let [base, head] = states.map(Named::of);
        let mut classes = FxHashMap::default();
        for (key, of_head) in &head.classes {
            let of_base = base.classes.get(key).map_or(&[][..], Vec::as_slice);
            for (name, known) in renamed(of_base, of_head) {
                let known = known.unwrap_or_else(|| new_name(&name));
                classes.insert(name, known);
            }
        }
        let mut methods = FxHashMap::default();
        for (key, of_head) in &head.methods {
            let of_base = base.methods.get(key).map_or(&[][..], Vec::as_slice);
            for (name, known) in renamed(of_base, of_head) {
                let known = known.unwrap_or_else(|| {
                    let [class, method, descriptor] = &name;
                    [Arc::clone(class), new_name(method), Arc::clone(descriptor)]
                });
                methods.insert(name, known);
            }
        }
        Self { classes, methods }
    }
}

/// Whether something of the base matches something of the head.
type SamePair<'h, N> = &'h dyn Fn(&(N, Code), &(N, Code)) -> bool;

/// A name that no state has.
fn new_name(name: &str) -> Arc<str> {
    Arc::from(format!("{name} of the head"))
}

/// What has another name in the base than in the head: the name in the head, and the name in the base. `None` for something
/// that the base does not have, although something else has its name there.
fn renamed<N: Clone + Eq + std::hash::Hash>(
    base: &[(N, Code)],
    head: &[(N, Code)],
) -> Vec<(N, Option<N>)> {
    if base.len().max(head.len()) > MAX_CANDIDATES {
        return Vec::new();
    }
    let mut open_base: Vec<usize> = (0..base.len()).collect();
    let mut open_head: Vec<usize> = (0..head.len()).collect();
    let mut pairs = Vec::new();
    let mut pair_where = |holds: SamePair<'_, N>| {
        open_base.retain(|one| {
            let found = (open_head.iter()).position(|two| holds(&base[*one], &head[*two]));
            if let Some(place) = found {
                pairs.push((*one, open_head.remove(place)));
            }
            found.is_none()
        });
    };
    pair_where(&|one, two| one == two);
    pair_where(&|one, two| one.1 == two.1);
    pair_where(&|one, two| one.0 == two.0);
    pair_where(&|_, _| true);
    let taken: FxHashSet<&N> = base.iter().map(|(name, _)| name).collect();
    let others = (open_head.into_iter())
        .map(|two| &head[two].0)
        .filter(|name| taken.contains(name))
        .map(|name| (name.clone(), None));
    let pairs = (pairs.into_iter())
        .map(|(one, two)| (&base[one].0, &head[two].0))
        .filter(|(one, two)| one != two)
        .map(|(one, two)| (two.clone(), Some(one.clone())));
    pairs.chain(others).collect()
}

/// The code of something numbered, for comparison: what is executed how often, and what is called.
type Code = Vec<String>;

/// The numbered classes and methods of a state, by their names without the numbers.
#[derive(Default)]
struct Named {
    /// By their supertypes, too.
    classes: BTreeMap<Vec<String>, Vec<(Arc<str>, Code)>>,
    methods: BTreeMap<[String; 3], Vec<(Name, Code)>>,
}

impl Named {
    fn of((unit, summaries): State<'_>) -> Self {
        let mut named = Self::default();
        for (number, class) in (0..).zip(&unit.classes) {
            let header = &class.header;
            let of_class = without_numbers(&header.name);
            let is_numbered = of_class.contains('#');
            let mut code_of_class: Code = Vec::new();
            for (method, known) in (0..).zip(&header.methods) {
                let name = without_numbers(&known.name);
                let is_lambda = name.contains('#');
                if !is_numbered && !is_lambda {
                    continue;
                }
                let id = MethodId {
                    class: number,
                    method,
                };
                let code = code((unit, summaries), id);
                let descriptor = without_numbers(&known.descriptor);
                if is_numbered {
                    code_of_class.push(format!("{name}{descriptor}"));
                    code_of_class.extend(code.iter().cloned());
                }
                // The methods of a numbered class are matched with the class.
                if is_lambda && !is_numbered {
                    let key = [of_class.clone(), name, descriptor];
                    let name = [&header.name, &known.name, &known.descriptor].map(Arc::clone);
                    named.methods.entry(key).or_default().push((name, code));
                }
            }
            if is_numbered {
                let above = header.super_name.iter().chain(&header.interfaces);
                let above = above.map(|name| without_numbers(name));
                let key = std::iter::once(of_class).chain(above).collect();
                let of_key = named.classes.entry(key).or_default();
                of_key.push((Arc::clone(&header.name), code_of_class));
            }
        }
        named
    }
}

fn code((unit, summaries): State<'_>, id: MethodId) -> Code {
    let row = summaries.rows.get(unit.number(id) as usize);
    let Some(row) = row.and_then(|row| row.get()) else {
        return Vec::new();
    };
    let executed = row.own.iter();
    let executed = executed.map(|(pattern, count)| format!("{} {count:e}", pattern.0));
    let calls = row.calls.iter().filter_map(|call| {
        let site = unit.sites(id).get(call.site as usize)?;
        let called = [&site.class, &site.name, &site.descriptor].map(|part| without_numbers(part));
        Some(format!("{called:?} {:e}", call.count))
    });
    executed.chain(calls).collect()
}

/// A name with `#` in place of the numbers after `$`.
fn without_numbers(name: &str) -> String {
    let mut parts = name.split('$');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|character: char| character.is_ascii_digit());
        text.push('$');
        if rest.len() < part.len() {
            text.push('#');
        }
        text.push_str(rest);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[(&str, &str)]) -> Vec<(String, Code)> {
        let one = |(name, code): &(&str, &str)| ((*name).to_owned(), vec![(*code).to_owned()]);
        names.iter().map(one).collect()
    }

    #[test]
    fn equal_code_is_the_same_whatever_its_number_is() {
        let base = named(&[("0", "a"), ("1", "b")]);
        assert_eq!(renamed(&base, &base), []);
        let swapped = named(&[("0", "b"), ("1", "a")]);
        let mut found = renamed(&base, &swapped);
        found.sort();
        let other = |one: &str, two: &str| (one.to_owned(), Some(two.to_owned()));
        assert_eq!(found, [other("0", "1"), other("1", "0")]);
        let added = named(&[("0", "new"), ("1", "a"), ("2", "b")]);
        let mut found = renamed(&base, &added);
        found.sort();
        assert_eq!(
            found,
            [("0".to_owned(), None), other("1", "0"), other("2", "1")]
        );
        let edited = named(&[("0", "a"), ("1", "longer")]);
        assert_eq!(renamed(&base, &edited), []);
    }

    #[test]
    fn numbers_of_the_compiler_are_told_from_those_of_people() {
        assert_eq!(without_numbers("p/A$1$B2$3Local"), "p/A$#$B2$#Local");
        assert_eq!(without_numbers("lambda$f2$10"), "lambda$f2$#");
        assert_eq!(without_numbers("f10"), "f10");
    }
}
