//! Java files that are compiled alike.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Project;

/// Java files that a build compiles together: the main sources of a module, or its tests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SourceSet {
    /// The folders in which their packages begin.
    pub roots: Vec<PathBuf>,
    /// Folders of classes and jars that they are compiled against.
    pub class_path: Vec<PathBuf>,
    /// The places in [`Project::source_sets`] of the sets whose classes they use.
    pub sees: Vec<usize>,
    /// The folder of the classes that the build makes of them.
    pub output: PathBuf,
    /// The version of the language that the build asks for.
    pub language_level: Option<u16>,
}

impl Project {
    /// The place in [`Self::source_sets`] of the set that a file belongs to, the one with the
    /// innermost root; the number of sets for a file of none.
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

    /// The class path of a set; of files of none it has everything.
    pub(crate) fn class_path_of(&self, set: usize) -> &[PathBuf] {
        self.source_sets
            .get(set)
            .map_or(&self.class_path, |set| &set.class_path)
    }

    /// A set and those whose classes it uses. What belongs to none uses all.
    pub(crate) fn visible_from(&self, set: usize) -> Vec<usize> {
        let mut visible = vec![set];
        match self.source_sets.get(set) {
            Some(set) => visible.extend(&set.sees),
            None => visible.extend(0..self.source_sets.len()),
        }
        visible
    }

    /// A set and those whose classes it uses, itself or through others. What belongs to none uses all.
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

    /// The Java version that the files of a set are written for, if a JDK of this version can
    /// compile for it. Versions before 8 are compiled as 8, which their code is valid in.
    pub(crate) fn language_level_of(&self, set: usize, jdk: u16) -> Option<u16> {
        let level = self.source_sets.get(set)?.language_level?;
        Some(level.max(8)).filter(|level| *level < jdk)
    }
}
