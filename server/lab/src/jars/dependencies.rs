//! Which packages of the list each of Debian's packages needs.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use xtask::process;

use super::list::{Jar, Origin};

/// The relations that put a package on a class path.
const RELATIONS: [&str; 3] = ["Depends", "Recommends", "Suggests"];

/// The relation of a package without jars of its own, such as one of programs, with the packages of its jars.
const OF_OTHERS: [&str; 1] = ["Depends"];

/// What each package names.
type Needed = BTreeMap<String, BTreeSet<String>>;

/// For each of Debian's packages among these jars, the others among them that it needs, directly or through each other.
///
/// # Errors
/// If apt-cache cannot be run.
pub(super) fn of_debian(jars: &[Jar]) -> Result<Needed> {
    let packages: BTreeSet<&str> = jars
        .iter()
        .filter(|jar| jar.origin == Origin::Debian)
        .map(|jar| jar.package.as_str())
        .collect();
    let mut needed = parse(&depends(&packages)?, &RELATIONS);
    let named = needed.values().flatten().map(String::as_str);
    let others: BTreeSet<&str> = named.filter(|name| !packages.contains(name)).collect();
    let of_others = parse(&depends(&others)?, &OF_OTHERS);
    needed.extend(of_others);
    Ok(closed(&needed, &packages))
}

fn depends(packages: &BTreeSet<&str>) -> Result<String> {
    let mut command = process::command("apt-cache");
    command.arg("depends").args(packages);
    process::output(&mut command).context("the packages that others need")
}

/// What each package names in one of the relations, by `apt-cache depends`.
fn parse(text: &str, relations: &[&str]) -> Needed {
    let mut needed = Needed::new();
    let mut package = String::new();
    for line in text.lines() {
        if !line.starts_with([' ', '|']) {
            line.trim().clone_into(&mut package);
            continue;
        }
        let relation = line.trim_start_matches([' ', '|']).split_once(": ");
        if let Some((relation, of)) = relation
            && relations.contains(&relation)
            // A virtual package has no jars, and apt-cache knows none by this name.
            && !of.starts_with('<')
        {
            needed
                .entry(package.clone())
                .or_default()
                .insert(of.to_owned());
        }
    }
    needed
}

/// The same for these packages only, with what the needed packages need.
fn closed(needed: &Needed, packages: &BTreeSet<&str>) -> Needed {
    let all_of = |package: &String| {
        let mut all = BTreeSet::new();
        let mut open = vec![package];
        while let Some(next) = open.pop() {
            for other in needed.get(next).into_iter().flatten() {
                if all.insert(other.clone()) {
                    open.push(other);
                }
            }
        }
        all.retain(|other| packages.contains(other.as_str()));
        all
    };
    let own = needed
        .keys()
        .filter(|package| packages.contains(package.as_str()));
    own.map(|package| (package.clone(), all_of(package)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{OF_OTHERS, RELATIONS, closed, parse};
    use std::collections::BTreeSet;

    #[test]
    fn what_needed_packages_need_is_needed() {
        let text = "a\n  Depends: b\n |Depends: x\n  Breaks: d\n  Depends: <virtual>\n\
                    b\n  Suggests: c\n    other\nc\n  Recommends: a\nd\n";
        let mut needed = parse(text, &RELATIONS);
        assert!(!needed["a"].contains("<virtual>"));
        // A package without jars leads to others.
        needed.extend(parse("x\n  Depends: e\n  Suggests: d\n", &OF_OTHERS));
        let packages = BTreeSet::from(["a", "b", "c", "d", "e"]);
        let needed = closed(&needed, &packages);
        let of_a: Vec<&str> = needed["a"].iter().map(String::as_str).collect();
        assert_eq!(of_a, ["a", "b", "c", "e"]);
        assert_eq!((needed.get("d"), needed.get("x")), (None, None));
    }
}
