//! Compiling in rounds: what has an error is taken out, and the rest is tried again.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::{UnresolvedName, UnresolvedNames, unknown_in};
use jdk::{CompileResponse, CompiledClass, Diagnostic, SourceUnit};
use source::{Omitted, OmittedKind, SourceFile};

use super::store::ClassStore;
use super::stubs::{Edit, ProjectFiles, Repair, RepairableError, SourceError, Stubs};
use super::{ClassBytes, CompiledFile, Compiler, Completeness, Destination, off_thread};
use crate::class_cache::CachedCompilation;
use crate::discovery::class_output::needs_processors;
use crate::{Problem, Project, Severity};

/// After this many rounds a file that still has errors is given up. Each round takes out all that
/// javac complains of; three or four are the rule.
const MAX_ROUNDS: usize = 16;

/// In a larger group the files without errors wait until the others have none.
const MAX_TOGETHER: usize = 8;

/// A file on its way to classes.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    file: PathBuf,
    text: Arc<str>,
    /// The text with what had errors taken out.
    reduced: Arc<str>,
    /// The tree of that text, where it is at hand.
    parsed: Option<SourceFile>,
    omitted: Vec<Omitted>,
    problems: Vec<Problem>,
    /// What else is to be told, whatever becomes of it.
    notes: Vec<Problem>,
    /// `None` until it has compiled.
    classes: Option<Vec<CompiledClass>>,
    /// What stands in for something that is not there.
    unknown: UnresolvedNames,
    /// Its classes are those that the build has made.
    is_from_build: bool,
    /// Failed for a reason of its own, so that no other try would help.
    is_final: bool,
}

impl Unit {
    pub(super) fn new(file: PathBuf, text: Arc<str>) -> Self {
        Self {
            file,
            reduced: Arc::clone(&text),
            text,
            parsed: None,
            omitted: Vec::new(),
            problems: Vec::new(),
            notes: Vec::new(),
            classes: None,
            unknown: UnresolvedNames::default(),
            is_from_build: false,
            is_final: false,
        }
    }

    /// A unit of what was parsed already.
    pub(super) fn parsed(file: PathBuf, source: SourceFile) -> Self {
        let text = Arc::clone(source.line_index().text());
        Self {
            parsed: Some(source),
            ..Self::new(file, text)
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
            Some(_) if self.is_untouched() => Completeness::Complete,
            Some(_) => Completeness::Partial,
        };
        let classes = self.classes.unwrap_or_default().into_iter();
        let mut problems = self.problems;
        problems.extend(self.notes);
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
            problems,
            omitted: self.omitted,
            unknown: self.unknown,
            completeness,
            is_from_build: self.is_from_build,
        }
    }

    /// Whether there are classes of it.
    pub(super) const fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// Whether javac has made all classes of it as the build would.
    pub(super) fn is_whole(&self) -> bool {
        self.classes.is_some() && self.is_untouched() && !needs_processors(&self.text)
    }

    /// Whether the classes are those of the text and of nothing else.
    fn is_untouched(&self) -> bool {
        self.omitted.is_empty() && !self.unknown.is_used
    }

    /// Takes the classes that the build has made of the text, in place of javac's and of all that it
    /// had against the text.
    pub(super) fn take_built(&mut self, classes: Vec<CompiledClass>, output: &Path) {
        self.classes = Some(classes);
        self.omitted.clear();
        self.unknown = UnresolvedNames::default();
        let message = format!(
            "priced from the build's classes in {}: javac alone does not make the same of it",
            output.display()
        );
        self.problems = vec![Problem::new(Severity::Info, self.file.clone(), message)];
        self.is_from_build = true;
    }

    /// Takes what javac once made of the text, and what it had against it.
    pub(super) fn take_known(&mut self, known: CachedCompilation) {
        let class = |class: ClassBytes| CompiledClass {
            binary_name: class.binary_name,
            bytes: class.bytes.to_vec(),
            source: None,
        };
        self.classes = known
            .classes
            .map(|classes| classes.into_iter().map(class).collect());
        self.problems = known.errors;
        self.omitted = known.omitted;
        self.unknown = known.unknown;
    }

    /// The unit with its classes where other files see them.
    pub(super) fn kept_in(
        mut self,
        store: &ClassStore,
        set: usize,
        destination: Destination,
    ) -> Self {
        let classes = self.classes.take().unwrap_or_default();
        match store.put(&self.file, set, classes, destination) {
            Ok(classes) => self.classes = Some(classes),
            Err(error) => self.fail(format!("its classes could not be kept: {error}")),
        }
        self
    }

    fn fail(&mut self, message: String) {
        self.is_final = true;
        let file = self.file.clone();
        self.problems
            .push(Problem::new(Severity::Error, file, message));
    }

    /// Notes the errors, and takes out what they stand in. False if that is not possible.
    fn reduce(&mut self, errors: &[LocatedError]) -> bool {
        for error in errors {
            self.tell(&error.problem);
        }
        let offsets: Vec<_> = errors.iter().map(|error| error.caret).collect();
        let source = self.parsed.take();
        let source = source.unwrap_or_else(|| SourceFile::parse(Arc::clone(&self.reduced)));
        let Some(reduced) = source.without(&offsets) else {
            return false;
        };
        if *reduced.text == *self.reduced {
            return false;
        }
        self.reduced = reduced.text.into();
        self.omitted.extend(reduced.omitted);
        true
    }

    fn tell(&mut self, problem: &Problem) {
        if !self.problems.contains(problem) {
            self.problems.push(problem.clone());
        }
    }

    /// Learns from errors. False where none of them teaches anything.
    fn learn(&mut self, errors: &[LocatedError], stubs: &mut Stubs, around: &ProjectFiles) -> bool {
        let parsed = self.parsed.take();
        let source = parsed.unwrap_or_else(|| SourceFile::parse(Arc::clone(&self.reduced)));
        let is_active = self.unknown.is_used;
        let mut edits = Vec::new();
        let mut has_learned = false;
        for error in errors {
            let Some(complaint) = &error.complaint else {
                continue;
            };
            let mistake = SourceError {
                bytes: &error.bytes,
                complaint,
            };
            let Some(lesson) = stubs.repair(&source, &mistake, around, is_active) else {
                continue;
            };
            has_learned = true;
            // What is not there is told; what does not go with its stand-in is nobody's mistake.
            if !is_active && complaint.is_about_the_unknown() {
                self.tell(&error.problem);
            }
            match lesson {
                Repair::Stub => {}
                Repair::Annotation(range) => {
                    let index = source.line_index();
                    let lines = index.line_number(range.start)..=index.line_number(range.end);
                    let omitted = Omitted {
                        kind: OmittedKind::Annotation,
                        lines,
                    };
                    if !self.omitted.contains(&omitted) {
                        self.omitted.push(omitted);
                    }
                    let text = source.text().get(range.clone()).unwrap_or_default();
                    let by = text.split('\n').map(|line| " ".repeat(line.len()));
                    let by = by.collect::<Vec<_>>().join("\n");
                    edits.push(Edit { range, by });
                    continue;
                }
                Repair::Words(words) => edits.extend(words),
            }
            self.unknown.is_used = true;
            let name = complaint.unknown_name();
            let around = name.zip(method_around(&source, error.bytes.start));
            self.unknown
                .places
                .extend(around.map(|(name, (first, last))| UnresolvedName { first, last, name }));
        }
        if edits.is_empty() {
            self.parsed = Some(source);
        } else {
            self.reduced = edited(source.text(), edits).into();
        }
        has_learned
    }

    /// Finds which of these types that stand in for others its classes name.
    fn find_unknown(&mut self, stubs: &BTreeSet<String>) {
        if stubs.is_empty() {
            return;
        }
        for class in self.classes.iter().flatten() {
            let named = unknown_in(&class.bytes, stubs);
            let named = named.into_iter().flat_map(|(_, types)| types);
            self.unknown.types.extend(named);
        }
        self.unknown.is_used |= !self.unknown.types.is_empty();
    }

    /// Without what earlier rounds did to it, for a try among other files.
    fn restored(self) -> Self {
        Self {
            notes: self.notes,
            ..Self::new(self.file, self.text)
        }
    }
}

/// The lines of the outermost method around a place.
fn method_around(source: &SourceFile, offset: usize) -> Option<(u32, u32)> {
    let methods = source.methods().iter();
    let mut around = methods.filter(|method| method.range.contains(&offset));
    let method = around.next()?;
    Some((*method.lines.start(), *method.lines.end()))
}

/// A text with other words in some places; of two that overlap the first counts.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    edits.dedup();
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for edit in edits {
        let before = text.get(copied..edit.range.start);
        let Some(before) = before.filter(|_| edit.range.end <= text.len()) else {
            continue;
        };
        out.push_str(before);
        out.push_str(&edit.by);
        copied = edit.range.end;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

impl Compiler {
    /// Compiles units that may depend on each other. All of them come back.
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
        // One that failed on account of another, such as a second class of the same name, gets
        // its own chance as long as that helps any.
        let mut helped = !done.is_empty();
        while helped {
            let (failed, retried): (Vec<_>, Vec<_>) =
                given_up.into_iter().partition(|unit| unit.is_final);
            given_up = failed;
            // The reasons of the first try name what was wrong among all files.
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

    /// Those that compiled, and those that did not.
    async fn rounds(
        &self,
        project: &Project,
        set: usize,
        units: Vec<Unit>,
        destination: Destination,
    ) -> (Vec<Unit>, Vec<Unit>) {
        let mut done = Vec::new();
        let mut given_up = Vec::new();
        // Parts of a group are compiled one after the other, against the declarations of all.
        let mut is_declared = destination == Destination::Declarations
            || self.store.has_declarations(units.iter().map(Unit::file));
        let mut groups = vec![units];
        let mut has_level = true;
        let mut stubs = Stubs::default();
        let mut around = None;
        let mut was_killed = false;
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
                match answer {
                    // The build file may say so for other files of the module only.
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
                            // Told once, with one of the files that were to be compiled against it.
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
                                || "javac made no classes and gave no reason".to_owned(),
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
                    // Another process takes the request. Killed twice, it is the request's own doing.
                    Err(error) if !was_killed && error.was_killed() => was_killed = true,
                    Err(error) if error.is_of_the_service() => {
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

    /// Compiles the declarations of units, which come back as they were.
    async fn declare_units(&self, project: &Project, set: usize, units: Vec<Unit>) -> Vec<Unit> {
        let prepared = off_thread(move || {
            let declarations: Vec<_> = units.iter().map(Unit::as_declarations).collect();
            (units, declarations)
        });
        let (units, declarations) = prepared.await.unwrap_or_default();
        let compiled = self.compile_units(project, set, declarations, Destination::Declarations);
        // The type of a future that holds one of its own kind has no size.
        Box::pin(compiled).await;
        units
    }

    /// Hands out the classes of an answer to the units that they come from.
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

/// Whether javac says of an error that a newer version of the language would not have it.
fn wants_newer_language(response: &CompileResponse) -> bool {
    response
        .errors()
        .any(|error| error.message.contains("(use -source "))
}

/// An error in one of several texts.
#[derive(Debug)]
struct LocatedError {
    caret: usize,
    bytes: Range<usize>,
    complaint: Option<RepairableError>,
    problem: Problem,
}

impl LocatedError {
    /// Whether something can be learned from it, or a stand-in may be the reason of it.
    const fn may_teach(&self) -> bool {
        self.complaint.is_some()
    }
}

type Errors = BTreeMap<usize, Vec<LocatedError>>;

/// The errors by index of their source.
fn by_source(response: &CompileResponse, units: &[Unit]) -> Errors {
    let mut errors = Errors::new();
    for diagnostic in response.errors() {
        let Some(location) = &diagnostic.location else {
            continue;
        };
        if let Some(unit) = units.get(location.source) {
            errors
                .entry(location.source)
                .or_default()
                .push(LocatedError {
                    caret: location.caret,
                    bytes: location.bytes.clone(),
                    complaint: RepairableError::read(diagnostic),
                    problem: problem(unit, diagnostic, location.line),
                });
        }
    }
    errors
}

/// What became of a round of learning.
#[derive(Debug)]
struct RepairRound {
    group: Vec<Unit>,
    /// Empty where something was learned.
    errors: Errors,
    stubs: Stubs,
    around: ProjectFiles,
}

/// Learns from the errors of all units. While there is anything to be learned, what else is wrong may follow from it and waits.
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

/// The units with errors, by whose places these count then, and those without.
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
