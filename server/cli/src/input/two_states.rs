//! Follows the calls of two states of a project together: what both have in common is read and computed once.

use super::{Input, called, program_code};
use crate::problem::problem_report;
use crate::settings::Settings;
use anyhow::Result;
use compile::{Compilation, CompiledFile};
use ide::{Model, NoLibrary, Program, ProgramClass, StateClass, StateCode, named_packages};
use project_model::{ChangedFiles, Project};
use project_settings::Calls;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the report of one of two states leaves out because it is the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LeftOut {
    /// Files whose methods are all the same. For the other files, a page shows the energy of all lines.
    Files,
    /// Methods.
    Methods,
}

/// Whether all methods of a file are the same in the other state.
pub(crate) fn is_alike(program: Option<&Program>, file: &CompiledFile) -> bool {
    let mut classes = file.classes.iter();
    program.is_some_and(|program| !classes.any(|class| program.may_differ_in(&class.binary_name)))
}

impl LeftOut {
    /// Whether a method is left out of a file that is not.
    pub(crate) fn leaves_out(self, program: Option<&Program>, method: (&str, &str, &str)) -> bool {
        self == Self::Methods && program.is_some_and(|program| !program.may_differ(method))
    }

    /// The number of methods of a file that are left out, and of those that differ by a share that does not count.
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

/// Follows the calls of both states. False if each must be followed separately: they compile against different libraries, or a
/// class exists twice or cannot be read. `touched` has files that are analysed although they are the same. In other files, an
/// average that differs by less than the share `least` does not count.
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
    if !names_no_more(&states.0.classes, &states.1.classes) {
        return Ok(false);
    }
    let class_path = before.0.class_path.clone();
    let jdk = super::jdk(settings).ok();
    let of_base: Vec<ProgramClass> = states
        .0
        .classes
        .iter()
        .map(|one| one.class.clone())
        .collect();
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

/// Follows the calls of each separately.
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

/// Whether both compile against the same entries, and those in the project are unchanged.
fn has_same_class_path(base: &Project, head: &Project, changed: &ChangedFiles) -> bool {
    let names = |project: &Project| -> Vec<PathBuf> {
        let entries = project.class_path.iter();
        let names = entries.map(|entry| project.relative(entry).to_path_buf());
        names.collect()
    };
    let names = (names(base), names(head));
    names.0 == names.1 && !names.0.iter().any(|entry| changed.touch(entry))
}

/// The classes of a state. A file is analysed in any case if its text or its unknown names differ: the same classes may call
/// code that only one side has.
fn classes(
    (project, compilation): &(Project, Compilation),
    (other_project, other): &(Project, Compilation),
    touched: &BTreeSet<String>,
) -> StateCode {
    let others = other.files.iter().chain(&other.called);
    let others: BTreeMap<&Path, &CompiledFile> = others
        .map(|file| (other_project.relative(&file.file), file))
        .collect();
    let files = compilation.files.iter().chain(&compilation.called);
    let touched = files.flat_map(|file| {
        let name = project.relative(&file.file);
        let same = others.get(name);
        let is_touched = touched.contains(&name.display().to_string())
            || same.is_none_or(|same| same.text != file.text || same.unknown != file.unknown);
        file.classes.iter().map(move |_| is_touched)
    });
    let code = program_code(compilation);
    let classes = code.classes.into_iter().zip(touched);
    let classes = classes.map(|(class, is_touched)| StateClass { class, is_touched });
    StateCode {
        classes: classes.collect(),
        unseen: code.unseen,
    }
}

/// Whether the head names no package that the base does not name. Only named libraries are opened.
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
