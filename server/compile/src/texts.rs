//! The texts of a project before they are compiled.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use rayon::iter::Either;
use rayon::prelude::*;

use super::unit::Unit;
use crate::class_cache::CachedCompilation;
use crate::compiled_file::CompiledFile;
use crate::off_thread::off_thread;
use crate::source_text::{holds_no_code, read};
use files::Limits;
use project_model::Project;

/// The files to compile.
pub(super) fn with_code(project: &Project) -> impl Iterator<Item = &PathBuf> {
    project.sources.iter().filter(|file| !holds_no_code(file))
}

/// The texts of a project before they are compiled.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// The units whose classes are known.
    pub(super) known: Vec<Unit>,
    pub(super) units: Vec<Unit>,
    pub(super) unreadable: Vec<Unit>,
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

    /// All files. Files that cannot be read are left out.
    pub(super) fn all(&self) -> Vec<(PathBuf, Arc<str>)> {
        let units = self.known.iter().chain(&self.units).chain(&self.unreadable);
        units
            .map(|unit| (unit.file().clone(), Arc::clone(unit.text())))
            .collect()
    }

    /// Sets the known results of files, so that these are not compiled.
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

    /// The files whose classes are known.
    pub(super) fn show_known(&self) -> Vec<CompiledFile> {
        let known = self.known.iter().cloned();
        known.map(Unit::into_file).collect()
    }

    /// Whether nothing is left to compile.
    pub(super) fn is_known(&self) -> bool {
        self.units.is_empty()
    }

    /// The files whose results are known without compiling.
    pub(super) fn into_files(self) -> Vec<CompiledFile> {
        let units = self.known.into_iter().chain(self.unreadable);
        units.map(Unit::into_file).collect()
    }
}

/// The known result of a file with this text. `None` if it has no classes.
pub(crate) fn known_file(
    file: PathBuf,
    text: Arc<str>,
    known: CachedCompilation,
) -> Option<CompiledFile> {
    let mut unit = Unit::new(file, text);
    unit.take_known(known);
    unit.has_classes().then(|| unit.into_file())
}

/// Reads files. The second result has those that cannot be read.
fn read_all(files: &[PathBuf], limits: &Limits) -> (Vec<Unit>, Vec<Unit>) {
    files
        .par_iter()
        .partition_map(|file| match read(file, limits) {
            Ok(text) => Either::Left(Unit::new(file.clone(), text)),
            Err(message) => Either::Right(Unit::failed(file.clone(), message)),
        })
}
