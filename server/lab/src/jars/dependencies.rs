//! Which packages of the list each of Debian's packages needs.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result};
use xtask::process;

use super::list::{Jar, Origin};

/// The relations that put a package on a class path.
const RELATIONS: [&str; 3] = ["Depends", "Recommends", "Suggests"];

/// For each of Debian's packages among these jars, the others among them that it needs, directly or through each other.
///
/// # Errors
/// If apt-cache cannot be run.
pub(super) fn of_debian(jars: &[Jar]) -> Result<BTreeMap<String, BTreeSet<String>>> {
    let packages: BTreeSet<&str> = jars
        .iter()
        .filter(|jar| jar.origin == Origin::Debian)
        .map(|jar| jar.package.as_str())
        .collect();
    let mut command = process::command("apt-cache");
    command.arg("depends").args(&packages);
    let text = process::output(&mut command).context("the packages that others need")?;
    Ok(closed(&parse(&text, &packages)))
}

/// What each package names in one of [`RELATIONS`], by `apt-cache depends`.
fn parse(text: &str, packages: &BTreeSet<&str>) -> BTreeMap<String, BTreeSet<String>> {
    let mut needed: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut package = String::new();
    for line in text.lines() {
        if !line.starts_with([' ', '|']) {
            line.trim().clone_into(&mut package);
            continue;
        }
        let relation = line.trim_start_matches([' ', '|']).split_once(": ");
        if let Some((relation, of)) = relation
            && RELATIONS.contains(&relation)
            && packages.contains(of)
        {
            needed
                .entry(package.clone())
                .or_default()
                .insert(of.to_owned());
        }
    }
    needed
}

/// The same with what the needed packages need.
fn closed(needed: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
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
        all
    };
    needed
        .keys()
        .map(|package| (package.clone(), all_of(package)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{closed, parse};
    use std::collections::BTreeSet;

    #[test]
    fn what_needed_packages_need_is_needed() {
        let text = "a\n  Depends: b\n |Depends: x\n  Breaks: d\n\
                    b\n  Suggests: c\n    other\nc\n  Recommends: a\nd\n";
        let packages = BTreeSet::from(["a", "b", "c", "d"]);
        let needed = closed(&parse(text, &packages));
        let of_a: Vec<&str> = needed["a"].iter().map(String::as_str).collect();
        assert_eq!(of_a, ["a", "b", "c"]);
        assert_eq!(needed.get("d"), None);
    }
}
