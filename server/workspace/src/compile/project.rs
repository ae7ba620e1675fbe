//! All files of a project.

use std::collections::{BTreeMap, HashMap};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::iter::Either;
use rayon::prelude::*;

use super::context;
use super::reduction::Unit;
use super::{CompiledFile, Compiler, Destination, ProgressStep, off_thread};
use crate::class_cache::{CachedCompilation, ClassCache};
use crate::{Limits, Project, WorkspaceEvent};

/// Files and bytes of text that are compiled in one piece: large enough that javac's own classes
/// are not looked up anew for every file, small enough for its heap.
const BATCH_FILES: usize = 200;
const BATCH_BYTES: usize = 2 << 20;
/// Declarations are compiled in one piece if that is possible at all, since they depend on each
/// other; this stays below the limit of a request.
const DECLARATION_FILES: usize = 20_000;
const DECLARATION_BYTES: usize = 24 << 20;

impl Compiler {
    /// Compiles the files of a project and reports each of them as soon as it is done, as
    /// [`WorkspaceEvent::Compiled`], and its progress in between.
    ///
    /// Files that fit in no single piece are compiled against each other's declarations, so that
    /// neither their order nor an error in one of them costs the others.
    pub async fn compile_project(
        &self,
        project: &Project,
        emit: &mut (dyn FnMut(WorkspaceEvent) + Send),
    ) {
        let total = with_code(project).count();
        emit(WorkspaceEvent::Progress {
            done: 0,
            total,
            what: ProgressStep::Reading,
        });
        let texts = Texts::read(project).await;
        self.compile_texts(project, texts, emit).await;
    }

    /// The same for an editor that goes on afterwards: what is known of the texts comes at once, and files that are compiled
    /// later see it.
    pub(crate) async fn compile_project_as_read(
        &self,
        project: &Project,
        cache: &Arc<ClassCache>,
        show: &mut (dyn FnMut(Vec<(PathBuf, Arc<str>)>) + Send),
        emit: &mut (dyn FnMut(WorkspaceEvent) + Send),
    ) {
        let total = with_code(project).count();
        emit(WorkspaceEvent::Progress {
            done: 0,
            total,
            what: ProgressStep::Reading,
        });
        let mut texts = Texts::read(project).await;
        let (all, recalling) = (texts.all(), Arc::clone(cache));
        let recalled = off_thread(move || (recalling.recall_all(&all), all)).await;
        let (known, all) = recalled.unwrap_or_default();
        texts.take_known(known);
        let known = texts.show_known();
        if !known.is_empty() {
            emit(WorkspaceEvent::RecalledAll(known));
        }
        show(all);
        self.put_known(project, texts.known.clone()).await;
        texts.known.clear();
        self.compile_texts(project, texts, emit).await;
    }

    /// The same with the texts that were read.
    pub(super) async fn compile_texts(
        &self,
        project: &Project,
        texts: Texts,
        emit: &mut (dyn FnMut(WorkspaceEvent) + Send),
    ) {
        let Texts {
            known,
            units,
            unreadable,
        } = texts;
        let total = known.len() + units.len() + unreadable.len();
        let progress = |what, done| WorkspaceEvent::Progress { done, total, what };
        let mut done = known.len() + unreadable.len();
        let known = if units.is_empty() {
            known
        } else {
            self.put_known(project, known).await
        };
        for unit in known.into_iter().chain(unreadable) {
            emit(WorkspaceEvent::Compiled(unit.into_file()));
        }
        if units.is_empty() {
            return;
        }
        let units = self.declare_context(project, units).await;
        let mut by_set: BTreeMap<usize, Vec<Unit>> = BTreeMap::new();
        for unit in units {
            by_set
                .entry(project.set_of(unit.file()))
                .or_default()
                .push(unit);
        }
        // A set comes after those that it sees.
        let mut batches: Vec<(usize, Vec<Unit>)> = by_set
            .into_iter()
            .flat_map(|(set, units)| {
                let batches = batches(units, BATCH_FILES, BATCH_BYTES).into_iter();
                batches.map(move |batch| (set, batch))
            })
            .collect();
        if batches.len() > 1 {
            emit(progress(ProgressStep::Declarations, done));
            batches = self.declare_batches(project, batches).await;
        }
        emit(progress(ProgressStep::Compiling, done));
        for (set, batch) in batches {
            done += batch.len();
            let mut compiled = self
                .compile_units(project, set, batch, Destination::Classes)
                .await;
            compiled.sort_by(|left, right| left.file().cmp(right.file()));
            for unit in compiled {
                emit(WorkspaceEvent::Compiled(unit.into_file()));
            }
            emit(progress(ProgressStep::Compiling, done));
        }
    }

    /// Shows the classes of units that need not be compiled to those that do.
    async fn put_known(&self, project: &Project, known: Vec<Unit>) -> Vec<Unit> {
        let store = Arc::clone(&self.store);
        let sets: Vec<usize> = known
            .iter()
            .map(|unit| project.set_of(unit.file()))
            .collect();
        let put = off_thread(move || {
            let put = known.into_par_iter().zip(sets);
            put.map(|(unit, set)| {
                if unit.has_classes() {
                    unit.kept_in(&store, set, Destination::Classes)
                } else {
                    unit
                }
            })
            .collect()
        });
        put.await.unwrap_or_default()
    }

    /// Compiles what units see of the files around the project. They come back as they were.
    async fn declare_context(&self, project: &Project, units: Vec<Unit>) -> Vec<Unit> {
        if project.context.is_empty() {
            return units;
        }
        let (context, limits) = (project.context.clone(), project.limits.clone());
        let prepared = off_thread(move || {
            let needed = context::needed(&units.iter().collect::<Vec<_>>(), &context, &limits);
            (units, needed)
        });
        let (units, needed) = prepared.await.unwrap_or_default();
        self.declare(project, needed).await;
        units
    }

    /// Compiles what the files of several batches see of each other, in all source sets, so that a file that is open need
    /// not wait for the code of the sets that its own sees. The batches come back as they were.
    async fn declare_batches(
        &self,
        project: &Project,
        batches: Vec<(usize, Vec<Unit>)>,
    ) -> Vec<(usize, Vec<Unit>)> {
        let prepared = off_thread(move || {
            let units: Vec<&Unit> = batches.iter().flat_map(|(_, batch)| batch).collect();
            let declarations = units.par_iter().map(|unit| unit.as_declarations());
            let declarations = declarations.collect::<Vec<_>>();
            (batches, declarations)
        });
        let (batches, declarations) = prepared.await.unwrap_or_default();
        self.declare(project, declarations).await;
        batches
    }
}

/// Declarations in pieces that one request can take.
pub(super) fn declaration_pieces(units: Vec<Unit>) -> Vec<Vec<Unit>> {
    batches(units, DECLARATION_FILES, DECLARATION_BYTES)
}

/// The files that are compiled.
fn with_code(project: &Project) -> impl Iterator<Item = &PathBuf> {
    project.sources.iter().filter(|file| !holds_no_code(file))
}

/// The texts of a project on their way to classes.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// Those of which the classes are known.
    known: Vec<Unit>,
    units: Vec<Unit>,
    unreadable: Vec<Unit>,
}

impl Texts {
    /// Reads the files of a project that have code.
    pub(super) async fn read(project: &Project) -> Self {
        let files: Vec<PathBuf> = with_code(project).cloned().collect();
        let limits = project.limits.clone();
        let read = off_thread(move || read_all(&files, &limits)).await;
        let (units, unreadable) = read.unwrap_or_default();
        Self {
            known: Vec::new(),
            units,
            unreadable,
        }
    }

    /// All files; one that cannot be read has no text.
    pub(super) fn all(&self) -> Vec<(PathBuf, Arc<str>)> {
        let units = self.known.iter().chain(&self.units).chain(&self.unreadable);
        units
            .map(|unit| (unit.file().clone(), Arc::clone(unit.text())))
            .collect()
    }

    /// Takes what is known of files, so that these are not compiled.
    pub(super) fn take_known(&mut self, mut known: HashMap<PathBuf, CachedCompilation>) {
        for mut unit in std::mem::take(&mut self.units) {
            if let Some(known) = known.remove(unit.file()) {
                unit.take_known(known);
                self.known.push(unit);
            } else {
                self.units.push(unit);
            }
        }
    }

    /// The files of which the classes are known.
    fn show_known(&self) -> Vec<CompiledFile> {
        let known = self.known.iter().cloned();
        known.map(Unit::into_file).collect()
    }

    /// Whether nothing is left to be compiled.
    pub(super) fn is_known(&self) -> bool {
        self.units.is_empty()
    }

    /// What is known without compiling.
    pub(super) fn into_files(self) -> Vec<CompiledFile> {
        let units = self.known.into_iter().chain(self.unreadable);
        units.map(Unit::into_file).collect()
    }
}

/// Reads files; those that cannot be read come second.
fn read_all(files: &[PathBuf], limits: &Limits) -> (Vec<Unit>, Vec<Unit>) {
    files
        .par_iter()
        .partition_map(|file| match read(file, limits) {
            Ok(text) => Either::Left(Unit::new(file.clone(), text)),
            Err(message) => Either::Right(Unit::failed(file.clone(), message)),
        })
}

/// `module-info.java` would make a module of all files that it is compiled with; neither it nor
/// `package-info.java` has code.
pub(crate) fn holds_no_code(file: &Path) -> bool {
    file.file_name()
        .is_some_and(|name| name == "module-info.java" || name == "package-info.java")
}

/// Pieces of at most so many files and bytes, but of one file at least.
fn batches(units: Vec<Unit>, max_files: usize, max_bytes: usize) -> Vec<Vec<Unit>> {
    let mut batches: Vec<Vec<Unit>> = Vec::new();
    let mut bytes = 0;
    for unit in units {
        bytes += unit.text().len();
        match batches.last_mut() {
            Some(batch) if batch.len() < max_files && bytes <= max_bytes => batch.push(unit),
            _ => {
                bytes = unit.text().len();
                batches.push(vec![unit]);
            }
        }
    }
    batches
}

/// The text of a file. What is no UTF-8 becomes replacement characters, as javac reads it.
pub(crate) fn read(file: &Path, limits: &Limits) -> Result<Arc<str>, String> {
    match files::read(file, limits.max_source_bytes) {
        Err(error) if error.kind() == ErrorKind::FileTooLarge => {
            Err(format!("the file is not compiled: {error}"))
        }
        Err(error) => Err(format!("the file cannot be read: {error}")),
        Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into()),
    }
}
