//! A project: its files, and what they are compiled against.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::missing::Missing;
use super::source_set::SourceSet;
use files::Limits;
use problems::Problem;

/// The Java files to price, and what they are compiled against. All paths are absolute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Project {
    /// The folder that displayed file names are relative to.
    pub root: PathBuf,
    /// The files to price, sorted.
    pub sources: Vec<PathBuf>,
    /// The number of further files that a change does not reach.
    pub unreached: usize,
    /// Further files that these may use, sorted. They are not priced.
    pub context: Vec<PathBuf>,
    /// The folders in which packages begin, sorted.
    pub source_roots: Vec<PathBuf>,
    /// Folders of classes and jars: given ones, then class outputs, then jars of the project.
    pub class_path: Vec<PathBuf>,
    /// The source sets from build files, each after those that it can use.
    pub source_sets: Vec<SourceSet>,
    /// The build files that were read, including those that the project's own refer to.
    pub build_files: BTreeSet<PathBuf>,
    /// The places that were left out, with reasons.
    pub problems: Vec<Problem>,
    /// Dependencies in build files that are not on this machine. Each has its own problem.
    pub missing: Vec<Missing>,
    /// The Java release to compile for; if there is none, that of the JDK.
    pub release: Option<u16>,
    /// Size limits for compiling.
    pub limits: Limits,
}

impl Project {
    /// Whether a problem is about a single missing dependency: [`MissingDependencies`](crate::MissingDependencies) combines
    /// them.
    pub fn is_of_missing(&self, problem: &Problem) -> bool {
        let mut missing = self.missing.iter();
        missing.any(|missing| missing.message == problem.message)
    }

    /// A path relative to the project's root; unchanged if it is outside.
    pub fn relative<'a>(&self, path: &'a Path) -> &'a Path {
        path.strip_prefix(&self.root).unwrap_or(path)
    }

    /// The index in [`Self::source_sets`] of the set of a file, which is the one with the innermost root; the number of sets if
    /// it has none.
    pub fn set_of(&self, file: &Path) -> usize {
        let mut innermost = (0, self.source_sets.len());
        for (place, set) in self.source_sets.iter().enumerate() {
            for root in &set.roots {
                let depth = root.as_os_str().len();
                if depth > innermost.0 && file.starts_with(root) {
                    innermost = (depth, place);
                }
            }
        }
        innermost.1
    }

    /// The class path of a set. Files without a set get everything.
    pub fn class_path_of(&self, set: usize) -> &[PathBuf] {
        self.source_sets
            .get(set)
            .map_or(&self.class_path, |set| &set.class_path)
    }

    /// A set and those whose classes it uses. Files without a set use all.
    pub fn visible_from(&self, set: usize) -> Vec<usize> {
        let mut visible = vec![set];
        match self.source_sets.get(set) {
            Some(set) => visible.extend(&set.sees),
            None => visible.extend(0..self.source_sets.len()),
        }
        visible
    }

    /// A set and those whose classes it uses directly or indirectly. Files without a set use all.
    pub fn reached_from(&self, set: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![set];
        while let Some(set) = pending.pop() {
            if reached.insert(set) {
                pending.extend(self.visible_from(set));
            }
        }
        reached
    }

    /// The Java version that the files of a set are written for, if a JDK of this version can compile for it. Versions before 8
    /// are compiled as 8, because their code is valid in it.
    pub fn language_level_of(&self, set: usize, jdk: u16) -> Option<u16> {
        let level = self.source_sets.get(set)?.language_level?;
        Some(level.max(8)).filter(|level| *level < jdk)
    }
}
