//! Compiles all files of a project.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::prelude::*;

use super::batches::file_pieces;
use super::compiler::Compiler;
use super::context;
use super::store::Destination;
use super::texts::{Texts, with_code};
use super::unit::Unit;
use crate::class_cache::ClassCache;
use crate::off_thread::off_thread;
use crate::{ProgressStep, WorkspaceEvent};
use project_model::Project;

impl Compiler {
    /// Compiles the files of a project. Reports each as [`WorkspaceEvent::Compiled`] as soon as it is done, and the progress in
    /// between.
    ///
    /// Files that do not fit into one batch are compiled against each other's declarations, so that neither their order nor an
    /// error in one of them affects the others.
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

    /// The same for an editor: stored results are reported at once, and files that are compiled later see them.
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

    /// The same for texts that were already read.
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
        // Each set follows those that it can use.
        let mut batches: Vec<(usize, Vec<Unit>)> = by_set
            .into_iter()
            .flat_map(|(set, units)| {
                let pieces = file_pieces(units).into_iter();
                pieces.map(move |batch| (set, batch))
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

    /// Stores the classes of units that need not be compiled, for those that must be.
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

    /// Compiles the declarations that units need of the files around the project. The units are returned unchanged.
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

    /// Compiles the declarations that the files of several batches need of each other, in all source sets. An open file then
    /// need not wait for the code of the sets that its own uses. The batches are returned unchanged.
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
