//! What could not be analysed on either side, and which of that is new.

use crate::comparison::SideProblem;
use crate::report::{Method, Problem, Report};
use documents::Severity;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The problems of the head, and those of the base that the head does not have. A moved file is the same file; `pairs` are the
/// methods of both sides.
pub(crate) fn side_problems<'m>(
    base: &Report,
    head: &Report,
    pairs: impl Iterator<Item = (&'m Method, &'m Method)>,
) -> Vec<SideProblem> {
    let moved: BTreeSet<(&str, &str)> = pairs
        .filter_map(|(one, two)| Some((one.file.as_deref()?, two.file.as_deref()?)))
        .filter(|(one, two)| one != two)
        .collect();
    let mut known: BTreeMap<&str, Vec<&Problem>> = BTreeMap::new();
    for problem in &base.problems {
        known.entry(&problem.message).or_default().push(problem);
    }
    let is_same_file = |one: &Problem, two: &Problem| one.file == two.file;
    let is_moved_file = |one: &Problem, two: &Problem| {
        let (Some(one), Some(two)) = (one.file.as_deref(), two.file.as_deref()) else {
            return false;
        };
        file_name(one) == file_name(two) || moved.contains(&(one, two))
    };
    // Lines move, and a file may have the same error twice. Problems at the same position are matched first.
    let mut take = |problem: &Problem, is_same: &dyn Fn(&Problem, &Problem) -> bool| {
        let alike = known.get_mut(&problem.message[..])?;
        let place = alike.iter().position(|before| is_same(before, problem))?;
        Some(alike.remove(place))
    };
    let head_problems = head.problems.iter();
    let mut are_known: Vec<bool> = head_problems
        .map(|problem| take(problem, &is_same_file).is_some())
        .collect();
    for (problem, is_known) in head.problems.iter().zip(&mut are_known) {
        *is_known = *is_known || take(problem, &is_moved_file).is_some();
    }
    let of_both: HashSet<&Problem> = head.problems.iter().collect();
    let of_base = base.problems.iter();
    let of_base = of_base.filter(|problem| !of_both.contains(problem));
    let of_base = of_base.map(|problem| SideProblem {
        side: "base",
        problem: problem.clone(),
        is_new_error: false,
    });
    let of_head = head.problems.iter().zip(are_known);
    let of_head = of_head.map(|(problem, is_known)| SideProblem {
        side: "head",
        problem: problem.clone(),
        is_new_error: problem.severity == Severity::Error && !is_known,
    });
    of_base.chain(of_head).collect()
}

/// A file's name without its folder.
fn file_name(file: &str) -> &str {
    file.rsplit('/').next().unwrap_or(file)
}
