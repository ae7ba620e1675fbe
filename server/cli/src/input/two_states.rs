//! The calls of two states of a project together: what both have in common is read and computed once.

use super::{Input, called, program_classes};
use crate::problem::problem_report;
use crate::settings::Settings;
use anyhow::Result;
use compile::{Compilation, CompiledFile};
use ide::{Model, NoLibrary, Program, ProgramClass, StateClass, named_packages};
use project_model::{ChangedFiles, Project};
use project_settings::Calls;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is left out of the report of one of two states, since it is the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeftOut {
    /// Files of which all methods are the same: a page shows the energy of all lines of the others.
    Files,
    /// Methods.
    Methods,
}

/// True of a file of which all methods are the same in the other of two states.
pub(crate) fn is_alike(program: Option<&Program>, file: &CompiledFile) -> bool {
    let mut classes = file.classes.iter();
    program.is_some_and(|program| !classes.any(|class| program.may_differ_in(&class.binary_name)))
}

impl LeftOut {
    /// True of a method that is left out of a file which is not.
    pub(crate) fn leaves_out(self, program: Option<&Program>, method: (&str, &str, &str)) -> bool {
        self == Self::Methods && program.is_some_and(|program| !program.may_differ(method))
    }

    /// How many methods of a file are left out, and how many of these differ by a share that does not count.
    pub(crate) fn count(self, program: Option<&Program>, file: &CompiledFile) -> (usize, usize) {
        let Some(program) = program else {
            return (0, 0);
        };
        if self == Self::Files && !is_alike(Some(program), file) {
            return (0, 0);
        }
        let classes = file.classes.iter();
        let alike = classes.map(|class| program.methods_alike_in(&class.binary_name));
        alike.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

/// Follows the calls of both. False where each has to be followed by itself: they compile against different libraries, a class
/// is there twice or cannot be read. `touched` are files that are examined although they are the same. An average that differs
/// by less than the share `least` does not count elsewhere.
pub(crate) fn follow_two(
    (base, head): (&mut Input, &mut Input),
    settings: &Settings,
    model: &Model,
    (changed, touched): (&ChangedFiles, &BTreeSet<String>),
    least: f64,
) -> Result<bool> {
    let (Some(before), Some(after)) = (&base.compiled, &head.compiled) else {
        return Ok(false);
    };
    let calls = settings.all.calls;
    if calls == Calls::None || !has_same_class_path(&before.0, &after.0, changed) {
        return Ok(false);
    }
    let states = (
        classes(before, after, touched),
        classes(after, before, touched),
    );
    if !names_no_more(&states.0, &states.1) {
        return Ok(false);
    }
    let class_path = before.0.class_path.clone();
    let jdk = super::jdk(settings).ok();
    let of_base: Vec<ProgramClass> = states.0.iter().map(|one| one.class.clone()).collect();
    let (library, problems) = called(calls, model, jdk.as_ref(), &class_path, &of_base)?;
    let problems = problems
        .iter()
        .map(|one| problem_report(one, Some(&before.0)));
    let problems: Vec<_> = problems.collect();
    let library = library.unwrap_or_else(|| Arc::new(NoLibrary));
    let Some((one, two)) = Program::two_states(model, states, &library, least) else {
        return Ok(false);
    };
    for (input, program) in [(base, one), (head, two)] {
        input.program = Some(Arc::new(program));
        input.of_libraries.clone_from(&problems);
    }
    Ok(true)
}

/// Follows the calls of each by itself.
pub(crate) fn follow_each(
    (base, of_base): (&mut Input, &Settings),
    (head, of_head): (&mut Input, &Settings),
    model: &Model,
) -> Result<()> {
    base.follow(of_head.all.calls, model, of_base)?;
    head.follow(of_head.all.calls, model, of_head)?;
    let one = base.program.as_mut().and_then(Arc::get_mut);
    let two = head.program.as_mut().and_then(Arc::get_mut);
    if let (Some(base), Some(head)) = (one, two) {
        Program::share_receivers(base, head);
    }
    Ok(())
}

/// True where both compile against the same: the same names, and what of it lies in the project is not changed.
fn has_same_class_path(base: &Project, head: &Project, changed: &ChangedFiles) -> bool {
    let names = |project: &Project| -> Vec<PathBuf> {
        let entries = project.class_path.iter();
        let names = entries.map(|entry| project.relative(entry).to_path_buf());
        names.collect()
    };
    let names = (names(base), names(head));
    names.0 == names.1 && !names.0.iter().any(|entry| changed.touch(entry))
}

/// The classes of a state. A file is examined in any case if its text is another, or if its unknown names are: the same classes
/// may lead to code that only one side has.
fn classes(
    (project, compilation): &(Project, Compilation),
    (other_project, other): &(Project, Compilation),
    touched: &BTreeSet<String>,
) -> Vec<StateClass> {
    let others = other.files.iter();
    let others: BTreeMap<&Path, &CompiledFile> = others
        .map(|file| (other_project.relative(&file.file), file))
        .collect();
    let touched = compilation.files.iter().flat_map(|file| {
        let name = project.relative(&file.file);
        let same = others.get(name);
        let is_touched = touched.contains(&name.display().to_string())
            || same.is_none_or(|same| same.text != file.text || same.unknown != file.unknown);
        file.classes.iter().map(move |_| is_touched)
    });
    program_classes(compilation)
        .into_iter()
        .zip(touched)
        .map(|(class, is_touched)| StateClass { class, is_touched })
        .collect()
}

/// True if the head names no package that the base does not name. Only libraries that are named are opened.
fn names_no_more(base: &[StateClass], head: &[StateClass]) -> bool {
    let bytes = |class: &StateClass| Arc::clone(&class.class.bytes);
    let known: HashSet<Arc<[u8]>> = base.iter().map(bytes).collect();
    let mut named = BTreeSet::new();
    for class in head
        .iter()
        .map(bytes)
        .filter(|class| !known.contains(class))
    {
        match named_packages(&class) {
            Ok(packages) => named.extend(packages),
            Err(_) => return false,
        }
    }
    for class in &known {
        if named.is_empty() {
            break;
        }
        for package in named_packages(class).unwrap_or_default() {
            named.remove(&package);
        }
    }
    named.is_empty()
}
