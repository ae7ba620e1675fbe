//! The order in which libraries are priced: callees first. Jars that call each other are priced as one.

use super::names::LibraryNames;
use flow::Components;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Libraries that are priced together, and those that they call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlannedLibrary {
    /// The positions of its jars and modules among all, ascending.
    pub(super) members: Vec<usize>,
    /// The planned libraries that it calls directly or indirectly, ascending. All of them come before it.
    pub(super) needs: Vec<usize>,
    /// Classes of its jars that an earlier jar already has, by number, sorted.
    pub(super) hidden: Vec<u64>,
}

/// Puts modules and jars in order. `modules` has the names of each module, in the order that classes are looked up in, and
/// `jars` those of each jar; a jar's place among all comes behind the modules. `module_of` gives the place of the module that
/// has a package, if it is one of these.
pub(super) fn plan(
    modules: &[LibraryNames],
    jars: &[LibraryNames],
    module_of: impl Fn(&str) -> Option<usize>,
) -> Vec<PlannedLibrary> {
    let mut holder: FxHashMap<u64, usize> = FxHashMap::default();
    for (jar, names) in (modules.len()..).zip(jars) {
        for class in &names.own {
            holder.entry(*class).or_insert(jar);
        }
    }
    let all: Vec<&LibraryNames> = modules.iter().chain(jars).collect();
    let calls: Vec<Vec<u32>> = (all.iter().enumerate())
        .map(|(place, names)| {
            let packages = names.packages.iter();
            let mut called: FxHashSet<usize> = packages.filter_map(|one| module_of(one)).collect();
            // Modules of the JDK never call the class path.
            if place >= modules.len() {
                let named = names.named.iter();
                called.extend(named.filter_map(|class| holder.get(class).copied()));
            }
            called.remove(&place);
            let mut called: Vec<u32> = called.into_iter().map(|one| one as u32).collect();
            called.sort_unstable();
            called
        })
        .collect();
    let components = Components::find(all.len(), 0..all.len() as u32, |node, followed| {
        let next = calls[node as usize].get(*followed as usize).copied();
        *followed += 1;
        next
    });
    let mut planned: Vec<PlannedLibrary> = Vec::with_capacity(components.len());
    let mut place_of: BTreeMap<usize, usize> = BTreeMap::new();
    // Every edge leads to a later component.
    for component in (0..components.len()).rev() {
        let mut members: Vec<usize> = Vec::new();
        members.extend(
            components
                .nodes(component)
                .iter()
                .map(|node| *node as usize),
        );
        members.sort_unstable();
        let mut needs: FxHashSet<usize> = FxHashSet::default();
        let mut hidden = Vec::new();
        for member in &members {
            for called in &calls[*member] {
                let called = components.of[*called as usize] as usize;
                if let Some(place) = place_of.get(&called) {
                    needs.insert(*place);
                    needs.extend(&planned[*place].needs);
                }
            }
            if *member >= modules.len() {
                let own = all[*member].own.iter().copied();
                hidden.extend(own.filter(|class| holder.get(class) != Some(member)));
            }
        }
        // If two members have a class, the first one counts, which does not concern others.
        hidden.retain(|class| {
            !holder
                .get(class)
                .is_some_and(|holder| members.contains(holder))
        });
        hidden.sort_unstable();
        hidden.dedup();
        let mut needs: Vec<usize> = needs.into_iter().collect();
        needs.sort_unstable();
        place_of.insert(component, planned.len());
        planned.push(PlannedLibrary {
            members,
            needs,
            hidden,
        });
    }
    planned
}

#[cfg(test)]
mod tests {
    use super::super::names::number;
    use super::*;

    fn names(own: &[&str], named: &[&str]) -> LibraryNames {
        let numbers = |classes: &mut dyn Iterator<Item = &&str>| {
            let mut numbers: Vec<u64> = classes.map(|class| number(class)).collect();
            numbers.sort_unstable();
            numbers
        };
        let all: Vec<&str> = own.iter().chain(named).copied().collect();
        let packages = all.iter().filter_map(|class| class.rsplit_once('/'));
        LibraryNames {
            own: numbers(&mut own.iter()),
            named: numbers(&mut all.iter()),
            packages: packages.map(|(package, _)| package.to_owned()).collect(),
        }
    }

    fn of_jars(jars: &[LibraryNames]) -> Vec<(Vec<usize>, Vec<usize>)> {
        let planned = plan(&[], jars, |_| None);
        let of = |one: PlannedLibrary| (one.members, one.needs);
        planned.into_iter().map(of).collect()
    }

    #[test]
    fn what_is_called_comes_first_with_all_that_it_calls() {
        let jars = [
            names(&["a/A"], &["b/B"]),
            names(&["b/B"], &["c/C", "java/lang/String"]),
            names(&["c/C"], &[]),
        ];
        let expected = [(vec![2], vec![]), (vec![1], vec![0]), (vec![0], vec![0, 1])];
        assert_eq!(of_jars(&jars), expected);
    }

    #[test]
    fn jars_that_call_each_other_are_one() {
        let jars = [
            names(&["a/A"], &["b/B"]),
            names(&["b/B"], &["a/A"]),
            names(&["c/C"], &["a/A"]),
        ];
        assert_eq!(of_jars(&jars), [(vec![0, 1], vec![]), (vec![2], vec![0])]);
    }

    #[test]
    fn the_first_jar_that_has_a_class_holds_it() {
        let jars = [
            names(&["a/A"], &[]),
            names(&["a/A", "b/B"], &[]),
            names(&["c/C"], &["a/A", "b/B"]),
        ];
        let planned = plan(&[], &jars, |_| None);
        let of_second = planned.iter().find(|one| one.members == [1]);
        let of_second = of_second.expect("the second jar");
        assert_eq!(of_second.hidden, [number("a/A")]);
        // Its own copy never runs, so it calls the first jar.
        assert_eq!(of_second.needs, [0]);
        assert!(planned[0].hidden.is_empty());
        assert_eq!(planned[2].needs, [0, 1]);
    }

    #[test]
    fn a_module_comes_before_the_jars_that_name_its_packages() {
        let module = names(&["java/sql/Driver"], &["a/A"]);
        let jar = names(&["a/A"], &["java/sql/Driver"]);
        let planned = plan(&[module], &[jar], |package| {
            (package == "java/sql").then_some(0)
        });
        assert_eq!(planned[0].members, [0]);
        assert_eq!(
            (&planned[1].members, &planned[1].needs),
            (&vec![1], &vec![0])
        );
    }
}
