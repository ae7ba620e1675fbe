//! Compiling in rounds: what has an error is taken out, and the rest is tried again.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use jdk::{CompileResponse, CompiledClass, Diagnostic, JavacError, SourceUnit};
use source::{Omitted, SourceFile};

use super::{ClassBytes, CompiledFile, Compiler, Completeness, Destination, off_thread};
use crate::{Problem, Project, Severity};

/// After this many rounds a file that still has errors is given up. Each round takes out all that
/// javac complains of; three or four are the rule.
const MAX_ROUNDS: usize = 16;

/// A file on its way to classes.
#[derive(Debug)]
pub(super) struct Unit {
    file: PathBuf,
    text: Arc<str>,
    /// The text with what had errors taken out.
    reduced: Arc<str>,
    omitted: Vec<Omitted>,
    problems: Vec<Problem>,
    /// `None` until it has compiled.
    classes: Option<Vec<CompiledClass>>,
}

impl Unit {
    pub(super) fn new(file: PathBuf, text: Arc<str>) -> Self {
        Self {
            file,
            reduced: Arc::clone(&text),
            text,
            omitted: Vec::new(),
            problems: Vec::new(),
            classes: None,
        }
    }

    /// The unit with its declarations only.
    pub(super) fn as_declarations(&self) -> Self {
        let file = SourceFile::parse(Arc::clone(&self.text));
        Self::new(self.file.clone(), file.without_bodies().text.into())
    }

    pub(super) fn failed(file: PathBuf, message: String) -> Self {
        let mut unit = Self::new(file, Arc::from(""));
        unit.fail(message);
        unit
    }

    pub(super) fn text(&self) -> &Arc<str> {
        &self.text
    }

    pub(super) fn file(&self) -> &PathBuf {
        &self.file
    }

    pub(super) fn source(&self) -> SourceUnit {
        SourceUnit::new(self.file.to_string_lossy(), Arc::clone(&self.reduced))
    }

    pub(super) fn into_file(self) -> CompiledFile {
        let completeness = match &self.classes {
            None => Completeness::Failed,
            Some(_) if self.omitted.is_empty() => Completeness::Complete,
            Some(_) => Completeness::Partial,
        };
        let classes = self.classes.unwrap_or_default().into_iter();
        CompiledFile {
            file: self.file,
            version: None,
            text: self.text,
            classes: classes
                .map(|class| ClassBytes {
                    binary_name: class.binary_name,
                    bytes: class.bytes.into(),
                })
                .collect(),
            problems: self.problems,
            omitted: self.omitted,
            completeness,
        }
    }

    fn fail(&mut self, message: String) {
        let file = self.file.clone();
        self.problems
            .push(Problem::new(Severity::Error, file, message));
    }

    /// Notes the errors, and takes out what they stand in. False if that is not possible.
    fn reduce(&mut self, errors: &[(usize, Problem)]) -> bool {
        for (_, problem) in errors {
            if !self.problems.contains(problem) {
                self.problems.push(problem.clone());
            }
        }
        let offsets: Vec<_> = errors.iter().map(|(offset, _)| *offset).collect();
        let Some(reduced) = SourceFile::parse(Arc::clone(&self.reduced)).without(&offsets) else {
            return false;
        };
        if *reduced.text == *self.reduced {
            return false;
        }
        self.reduced = reduced.text.into();
        self.omitted.extend(reduced.omitted);
        true
    }

    /// Forgets earlier rounds, for a try among other files.
    fn restore(&mut self) {
        self.reduced = Arc::clone(&self.text);
        self.omitted.clear();
        self.problems.clear();
    }
}

impl Compiler {
    /// Compiles units that may depend on each other. All of them come back.
    pub(super) async fn compile_units(
        &self,
        project: &Project,
        units: Vec<Unit>,
        destination: Destination,
    ) -> Vec<Unit> {
        let (mut done, mut given_up) = self.rounds(project, units, destination).await;
        // One that failed on account of another, such as a second class of the same name, gets
        // its own chance as long as that helps any.
        while !given_up.is_empty() && !done.is_empty() {
            let before = given_up.len();
            let failed: Vec<_> = given_up.iter().map(|unit| unit.problems.clone()).collect();
            given_up.iter_mut().for_each(Unit::restore);
            let files: Vec<_> = given_up.iter().map(|unit| unit.file.clone()).collect();
            let (more, rest) = self.rounds(project, given_up, destination).await;
            done.extend(more);
            given_up = rest;
            if given_up.len() == before {
                // The reasons of the first try name what was wrong among all files.
                for unit in &mut given_up {
                    if let Some(at) = files.iter().position(|file| *file == unit.file) {
                        unit.problems.clone_from(&failed[at]);
                    }
                }
                break;
            }
        }
        done.extend(given_up);
        done
    }

    /// Those that compiled, and those that did not.
    async fn rounds(
        &self,
        project: &Project,
        units: Vec<Unit>,
        destination: Destination,
    ) -> (Vec<Unit>, Vec<Unit>) {
        let mut done = Vec::new();
        let mut given_up = Vec::new();
        let mut groups = vec![units];
        while let Some(mut group) = groups.pop() {
            for round in 0.. {
                if group.is_empty() {
                    break;
                }
                let answer = self.service.compile(self.request(project, &group)).await;
                match answer {
                    Ok(response) if response.success => {
                        done.extend(self.keep(group, response, destination).await);
                        break;
                    }
                    Ok(response) => {
                        let errors = by_source(&response, &group);
                        if errors.is_empty() {
                            let reason = response.errors().next();
                            let reason = reason.map_or_else(
                                || "javac made no classes and gave no reason".to_owned(),
                                |error| error.message.clone(),
                            );
                            split(group, &reason, &mut groups, &mut given_up);
                            break;
                        }
                        let may_reduce = round < MAX_ROUNDS;
                        let (kept, failed) = reduce_all(group, errors, may_reduce).await;
                        group = kept;
                        given_up.extend(failed);
                    }
                    Err(error) if is_final(&error) => {
                        let message = error.to_string();
                        for mut unit in group.into_iter().chain(groups.drain(..).flatten()) {
                            unit.fail(message.clone());
                            given_up.push(unit);
                        }
                        break;
                    }
                    Err(error) => {
                        split(group, &error.to_string(), &mut groups, &mut given_up);
                        break;
                    }
                }
            }
        }
        (done, given_up)
    }

    /// Hands out the classes of an answer to the units that they come from.
    async fn keep(
        &self,
        mut group: Vec<Unit>,
        response: CompileResponse,
        destination: Destination,
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
            for unit in &mut group {
                let classes = unit.classes.take().unwrap_or_default();
                match store.put(&unit.file, classes, destination) {
                    Ok(classes) => unit.classes = Some(classes),
                    Err(error) => unit.fail(format!("its classes could not be kept: {error}")),
                }
            }
            group
        });
        kept.await.unwrap_or_default()
    }
}

type Errors = BTreeMap<usize, Vec<(usize, Problem)>>;

/// The errors by index of their source.
fn by_source(response: &CompileResponse, units: &[Unit]) -> Errors {
    let mut errors = Errors::new();
    for diagnostic in response.errors() {
        let Some(location) = &diagnostic.location else {
            continue;
        };
        if let Some(unit) = units.get(location.source) {
            let problem = problem(unit, diagnostic, location.line);
            let error = (location.caret, problem);
            errors.entry(location.source).or_default().push(error);
        }
    }
    errors
}

fn problem(unit: &Unit, diagnostic: &Diagnostic, line: u32) -> Problem {
    Problem {
        file: Some(unit.file.clone()),
        line: Some(line),
        severity: Severity::Error,
        message: diagnostic.message.clone(),
    }
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

/// Takes a group apart on which javac failed as a whole.
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

/// Whether no further request can succeed.
fn is_final(error: &JavacError) -> bool {
    matches!(
        error,
        JavacError::Cache { .. }
            | JavacError::Build { .. }
            | JavacError::Spawn { .. }
            | JavacError::Handshake { .. }
            | JavacError::Stopped
            | JavacError::InsideRuntime
            | JavacError::Runtime(_)
    )
}
