//! Compiles in rounds: each round leaves out the code with errors and tries the rest again.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jdk::CompileResponse;
use source::SourceFile;

use super::compiler::Compiler;
use super::located_error::{Errors, LocatedError, by_source};
use super::store::Destination;
use super::stubs::{ProjectFiles, Stubs};
use super::unit::Unit;
use crate::off_thread::off_thread;
use project_model::Project;

/// The maximum number of timeouts in a row before the rest of a group fails. Fewer are enough to find one file among thousands
/// that keeps javac busy. If a jar on the class path does, each file would take that long.
const MAX_TIMEOUTS: u32 = 12;

/// The maximum number of rounds for a file. Each round leaves out everything that javac complains about; usually, three or four
/// are enough.
const MAX_ROUNDS: usize = 16;

/// In a larger group, the files without errors wait until the others have none.
const MAX_TOGETHER: usize = 8;

impl Compiler {
    /// Compiles units that may depend on each other, and returns all of them.
    pub(super) async fn compile_units(
        &self,
        project: &Project,
        set: usize,
        units: Vec<Unit>,
        destination: Destination,
    ) -> Vec<Unit> {
        let compiled = self.try_units(project, set, units, destination).await;
        match destination {
            Destination::Classes => self.prefer_built(project, set, compiled).await,
            Destination::Declarations => compiled,
        }
    }

    async fn try_units(
        &self,
        project: &Project,
        set: usize,
        units: Vec<Unit>,
        destination: Destination,
    ) -> Vec<Unit> {
        let (mut done, mut given_up) = self.rounds(project, set, units, destination).await;
        // A unit that failed because of another one, such as a second class of the same name, is retried, as long as that helps
        // any unit.
        let mut helped = !done.is_empty();
        while helped {
            let (failed, retried): (Vec<_>, Vec<_>) =
                given_up.into_iter().partition(|unit| unit.is_final);
            given_up = failed;
            // The errors of the first attempt are the ones among all files.
            let mut reasons: HashMap<_, _> = retried
                .iter()
                .map(|unit| (unit.file.clone(), unit.problems.clone()))
                .collect();
            let restored: Vec<_> = retried.into_iter().map(Unit::restored).collect();
            if restored.is_empty() {
                break;
            }
            let (more, rest) = self.rounds(project, set, restored, destination).await;
            helped = !more.is_empty();
            done.extend(more);
            given_up.extend(rest.into_iter().map(|mut unit| {
                if let Some(first) = reasons.remove(&unit.file).filter(|_| !unit.is_final) {
                    unit.problems = first;
                }
                unit
            }));
        }
        done.extend(given_up);
        done
    }

    /// The units that compiled, and those that did not.
    async fn rounds(
        &self,
        project: &Project,
        set: usize,
        units: Vec<Unit>,
        destination: Destination,
    ) -> (Vec<Unit>, Vec<Unit>) {
        let mut done = Vec::new();
        let mut given_up = Vec::new();
        // The parts of a group are compiled in turn, against the declarations of all.
        let mut is_declared = destination == Destination::Declarations
            || self.store.has_declarations(units.iter().map(Unit::file));
        let mut groups = vec![units];
        let mut has_level = true;
        let mut stubs = Stubs::default();
        let mut around = None;
        let mut was_killed = false;
        let mut timed_out = 0;
        while let Some(mut group) = groups.pop() {
            let mut round = 0;
            loop {
                if group.is_empty() {
                    break;
                }
                let mut request = self.request(project, set, &group);
                request.sources.extend(stubs.sources());
                request.language_level = request.language_level.filter(|_| has_level);
                let is_levelled = request.language_level.is_some();
                let class_path = request.class_path.clone();
                let answer = self.service.compile(request).await;
                timed_out = match &answer {
                    Err(error) if error.is_timeout() => timed_out + 1,
                    _ => 0,
                };
                match answer {
                    // The build file may set this level only for other files of the module.
                    Ok(response) if is_levelled && wants_newer_language(&response) => {
                        has_level = false;
                    }
                    Ok(response) if response.success => {
                        let to = (set, destination);
                        done.extend(self.keep(to, group, response, stubs.names()).await);
                        break;
                    }
                    Ok(response) => {
                        let refused = self.unreadable.note(&response, &class_path);
                        if !refused.is_empty() {
                            // Reported once, with one of the files that use this class path.
                            if let Some(first) = group.first_mut() {
                                first.notes.extend(refused);
                            }
                            continue;
                        }
                        let errors = by_source(&response, &group);
                        let of_stubs = response.errors().filter_map(|error| {
                            let location = error.location.as_ref()?;
                            location.source.checked_sub(group.len())
                        });
                        if stubs.reject(&of_stubs.collect()) {
                            continue;
                        }
                        if errors.is_empty() {
                            let reason = response.errors().next();
                            let reason = reason.map_or_else(
                                || "javac produced no classes and gave no reason".to_owned(),
                                |error| error.message.clone(),
                            );
                            split(group, &reason, &mut groups, &mut given_up);
                            break;
                        }
                        let mut errors = errors;
                        let mistaken: BTreeSet<usize> = errors.keys().copied().collect();
                        let may_wait = destination == Destination::Classes
                            && group.len() > MAX_TOGETHER
                            && mistaken.len() <= 3 * group.len() / 4;
                        if may_wait && !is_declared {
                            is_declared = true;
                            group = self.declare_units(project, set, group).await;
                        }
                        if stubs.may_repair()
                            && errors.values().flatten().any(LocatedError::may_teach)
                        {
                            let known = around.take();
                            let known =
                                known.unwrap_or_else(|| ProjectFiles::new(project, &self.store));
                            let Some(learned) = learn_all(group, errors, stubs, known).await else {
                                return (done, given_up);
                            };
                            (group, errors) = (learned.group, learned.errors);
                            (stubs, around) = (learned.stubs, Some(learned.around));
                        }
                        let has_learned = errors.is_empty();
                        if may_wait {
                            let (active, waiting) = set_aside(group, &mut errors, &mistaken);
                            group = active;
                            groups.push(waiting);
                        }
                        if has_learned {
                            continue;
                        }
                        round += 1;
                        let may_reduce = round <= MAX_ROUNDS;
                        let (kept, failed) = reduce_all(group, errors, may_reduce).await;
                        group = kept;
                        given_up.extend(failed);
                    }
                    // A new process repeats the request. If it is killed twice, the request is the cause.
                    Err(error) if !was_killed && error.was_killed() => was_killed = true,
                    Err(error) if error.is_of_the_service() || timed_out > MAX_TIMEOUTS => {
                        let message = error.to_string();
                        for mut unit in group.into_iter().chain(groups.drain(..).flatten()) {
                            unit.fail(message.clone());
                            given_up.push(unit);
                        }
                        break;
                    }
                    Err(error) => {
                        if group.len() > 1 && !is_declared {
                            is_declared = true;
                            group = self.declare_units(project, set, group).await;
                        }
                        split(group, &error.to_string(), &mut groups, &mut given_up);
                        break;
                    }
                }
            }
        }
        (done, given_up)
    }

    /// Compiles the declarations of units, which are returned unchanged.
    async fn declare_units(&self, project: &Project, set: usize, units: Vec<Unit>) -> Vec<Unit> {
        let prepared = off_thread(move || {
            let declarations: Vec<_> = units.iter().map(Unit::as_declarations).collect();
            (units, declarations)
        });
        let (units, declarations) = prepared.await.unwrap_or_default();
        let compiled = self.compile_units(project, set, declarations, Destination::Declarations);
        // A recursive future needs a box.
        Box::pin(compiled).await;
        units
    }

    /// Assigns the classes of a response to their units.
    async fn keep(
        &self,
        (set, destination): (usize, Destination),
        mut group: Vec<Unit>,
        response: CompileResponse,
        stubs: BTreeSet<String>,
    ) -> Vec<Unit> {
        for unit in &mut group {
            unit.classes = Some(Vec::new());
        }
        for class in response.classes {
            let unit = class.source.and_then(|source| group.get_mut(source));
            if let Some(classes) = unit.and_then(|unit| unit.classes.as_mut()) {
                classes.push(class);
            }
        }
        let store = Arc::clone(&self.store);
        let kept = off_thread(move || {
            let units = group.into_iter();
            units
                .map(|mut unit| {
                    unit.find_unknown(&stubs);
                    unit.kept_in(&store, set, destination)
                })
                .collect()
        });
        kept.await.unwrap_or_default()
    }
}

/// Whether an error of javac says that a newer language version would avoid it.
pub(super) fn wants_newer_language(response: &CompileResponse) -> bool {
    response
        .errors()
        .any(|error| error.message.contains("(use -source "))
}

/// The result of a round of repairs.
#[derive(Debug)]
struct RepairRound {
    group: Vec<Unit>,
    /// Empty if a repair was found.
    errors: Errors,
    stubs: Stubs,
    around: ProjectFiles,
}

/// Repairs what the errors of all units allow. If there is a repair, the other errors may be its consequences, so they wait.
async fn learn_all(
    group: Vec<Unit>,
    errors: Errors,
    stubs: Stubs,
    around: ProjectFiles,
) -> Option<RepairRound> {
    let (mut group, mut errors, mut stubs, mut around) = (group, errors, stubs, around);
    let taught = off_thread(move || {
        stubs.begin();
        for unit in &group {
            around.add_once(unit.file(), || {
                unit.parsed
                    .clone()
                    .unwrap_or_else(|| SourceFile::parse(Arc::clone(&unit.text)))
            });
        }
        let mut has_learned = false;
        for (at, mistakes) in &errors {
            if let Some(unit) = group.get_mut(*at) {
                has_learned |= unit.learn(mistakes, &mut stubs, &around);
            }
        }
        if has_learned {
            errors.clear();
        }
        RepairRound {
            group,
            errors,
            stubs,
            around,
        }
    });
    taught.await
}

async fn reduce_all(
    group: Vec<Unit>,
    mut errors: Errors,
    may_reduce: bool,
) -> (Vec<Unit>, Vec<Unit>) {
    let reduced = off_thread(move || {
        let mut kept = Vec::new();
        let mut failed = Vec::new();
        for (at, mut unit) in group.into_iter().enumerate() {
            match errors.remove(&at) {
                Some(errors) if !unit.reduce(&errors) || !may_reduce => failed.push(unit),
                _ => kept.push(unit),
            }
        }
        (kept, failed)
    });
    reduced.await.unwrap_or_default()
}

/// Splits off the units without errors. The errors are then numbered by the units that remain.
fn set_aside(
    group: Vec<Unit>,
    errors: &mut Errors,
    mistaken: &BTreeSet<usize>,
) -> (Vec<Unit>, Vec<Unit>) {
    let (active, waiting): (Vec<_>, Vec<_>) = group
        .into_iter()
        .enumerate()
        .partition(|(place, _)| mistaken.contains(place));
    let old: Errors = std::mem::take(errors);
    let of_active = old.into_iter().filter_map(|(place, errors)| {
        let new = active.iter().position(|(known, _)| *known == place)?;
        Some((new, errors))
    });
    errors.extend(of_active);
    let units = |placed: Vec<(usize, Unit)>| placed.into_iter().map(|(_, unit)| unit).collect();
    (units(active), units(waiting))
}

/// Splits a group for which javac failed as a whole.
fn split(
    mut group: Vec<Unit>,
    reason: &str,
    groups: &mut Vec<Vec<Unit>>,
    given_up: &mut Vec<Unit>,
) {
    if group.len() > 1 {
        let half = group.split_off(group.len() / 2);
        groups.extend([half, group]);
    } else {
        for mut unit in group {
            unit.fail(reason.to_owned());
            given_up.push(unit);
        }
    }
}
