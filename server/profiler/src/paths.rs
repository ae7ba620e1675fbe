//! The paths that the count run of a profile counted.

use std::collections::HashMap;

use counts::{Counts, has_paths};
use profile::{CountedPath, Method};

use crate::code::class_name;
use run_file::RunFile;

/// The paths in a file, which may come from anybody; empty if none were requested.
pub fn counted_paths(file: &RunFile) -> Vec<CountedPath> {
    let mut all = Counts::default();
    for bytes in file.counted.iter().filter(|bytes| has_paths(bytes)) {
        // Whoever wants the counts learns that they are unreadable.
        if let Ok(counts) = counts::read(bytes) {
            all.add(counts);
        }
    }
    paths(&all)
}

/// Paths of the same lines are one: they differ only within a line.
fn paths(counts: &Counts) -> Vec<CountedPath> {
    let mut found: Vec<CountedPath> = Vec::new();
    for class in &counts.classes {
        for method in class
            .methods
            .iter()
            .filter(|method| !method.paths.is_empty())
        {
            let mut sums: HashMap<Vec<u16>, u64> = HashMap::new();
            for path in &method.paths {
                let sum = sums.entry(method.lines_of(path)).or_default();
                *sum = sum.saturating_add(path.count);
            }
            let mut sums: Vec<(Vec<u16>, u64)> = sums.into_iter().collect();
            sums.sort_unstable();
            found.extend(sums.into_iter().map(|(lines, count)| CountedPath {
                method: Method {
                    class: class_name(&class.name),
                    name: method.name.clone(),
                    descriptor: Some(method.descriptor.clone()),
                },
                lines: lines.into_iter().map(u32::from).collect(),
                count,
            }));
        }
    }
    found
}

/// What is missing of the requested paths, as messages.
pub(crate) fn problems(counts: &Counts, requested: &[String]) -> Vec<String> {
    let has = |wanted: &str| {
        counts.classes.iter().any(|class| {
            let methods = class
                .methods
                .iter()
                .filter(|method| !method.paths.is_empty());
            methods
                .map(|method| format!("/{}.{}", class.name, method.name))
                .any(|name| {
                    let (name, wanted) = (name.replace('/', "."), wanted.replace('/', "."));
                    let before = name.strip_suffix(wanted.as_str());
                    before.is_some_and(|before| before.ends_with(['.', '$']))
                })
        })
    };
    let missing = requested.iter().filter(|wanted| !has(wanted));
    let mut problems: Vec<String> = missing
        .map(|wanted| {
            format!("no path through {wanted} was counted: no such method ran to its end in the count run")
        })
        .collect();
    if counts.lost_paths > 0 {
        problems.push(format!(
            "there were too many different paths: {} executions of paths are not shown",
            counts.lost_paths
        ));
    }
    problems
}
