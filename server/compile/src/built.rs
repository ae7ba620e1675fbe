//! Uses the classes of the build for code that javac alone cannot compile.

use std::sync::Arc;

use super::compiler::Compiler;
use super::store::Destination;
use super::unit::Unit;
use crate::off_thread::off_thread;
use project_model::{BuiltClasses, Project, built_classes, needs_processors};

impl Compiler {
    /// Replaces the classes of compiled units by those of the build, if these are newer than the source and javac could not
    /// produce all of them.
    pub(super) async fn prefer_built(
        &self,
        project: &Project,
        set: usize,
        units: Vec<Unit>,
    ) -> Vec<Unit> {
        let Some(source_set) = project.source_sets.get(set) else {
            return units;
        };
        if units.iter().all(Unit::is_whole) || !source_set.output.is_dir() {
            return units;
        }
        let (output, limit) = (source_set.output.clone(), project.limits.max_class_bytes);
        let store = Arc::clone(&self.store);
        let preferred = off_thread(move || {
            let mut units = units;
            for unit in units.iter_mut().filter(|unit| !unit.is_whole()) {
                let built = built_classes(&output, unit.file(), unit.text(), limit);
                let Some(BuiltClasses { classes, is_fresh }) = built else {
                    continue;
                };
                if !is_fresh && !needs_processors(unit.text()) {
                    continue;
                }
                // Other files see the members that processors added, also while this file is being edited.
                let Ok(classes) = store.put(unit.file(), set, classes, Destination::Classes) else {
                    continue;
                };
                if is_fresh {
                    unit.take_built(classes, &output);
                }
            }
            units
        });
        preferred.await.unwrap_or_default()
    }

    /// The declarations for which the build's classes are no better.
    pub(super) async fn not_built(
        &self,
        project: &Project,
        set: usize,
        declarations: Vec<Unit>,
    ) -> Vec<Unit> {
        let Some(source_set) = project.source_sets.get(set) else {
            return declarations;
        };
        if !source_set.output.is_dir() {
            return declarations;
        }
        let (output, limit) = (source_set.output.clone(), project.limits.max_class_bytes);
        let rest = off_thread(move || {
            let is_built = |unit: &Unit| {
                needs_processors(unit.text())
                    && built_classes(&output, unit.file(), unit.text(), limit).is_some()
            };
            let rest = declarations.into_iter().filter(|unit| !is_built(unit));
            rest.collect::<Vec<_>>()
        });
        rest.await.unwrap_or_default()
    }
}
