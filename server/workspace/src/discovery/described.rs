//! What build files add to what was found in the folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::build::{Description, Output};
use super::class_output::ClassOutput;
use super::reader::is_within;
use super::roots::source_root;
use super::search::Search;
use crate::{Problem, Severity};

/// What the build files of a project come to.
#[derive(Debug, Default)]
pub(super) struct Described {
    pub(super) source_roots: BTreeSet<PathBuf>,
    pub(super) context: BTreeSet<PathBuf>,
    pub(super) class_outputs: Vec<ClassOutput>,
    pub(super) jars: Vec<PathBuf>,
    /// Annotation processors that build files name, with the build file.
    pub(super) processors: Vec<(String, PathBuf)>,
    pub(super) release: Option<u16>,
}

impl Described {
    /// Looks for the sources that a description speaks of, but for those in `searched`.
    pub(super) fn new(
        description: &Description,
        searched: &[&Path],
        search: &mut Search<'_>,
    ) -> Self {
        let mut described = Self::default();
        let modules = &description.modules;
        let own = modules.iter().flat_map(|module| &module.outputs);
        let siblings = modules.iter().flat_map(|module| &module.siblings);
        let mut seen = BTreeSet::new();
        for output in own.chain(siblings) {
            if seen.insert((&output.folder, &output.roots)) {
                described.add(output, description.top.as_deref(), searched, search);
            }
        }
        for module in modules {
            described.jars.extend(module.jars.iter().cloned());
            let processors = module.processors.iter().cloned();
            let named = processors.map(|name| (name, module.build_file.clone()));
            described.processors.extend(named);
            described.release = described.release.max(module.release);
        }
        described
    }

    fn add(
        &mut self,
        output: &Output,
        top: Option<&Path>,
        searched: &[&Path],
        search: &mut Search<'_>,
    ) {
        let mut source_roots = Vec::new();
        for root in output.roots.iter().filter(|root| root.is_dir()) {
            // A build file could name the root of the file system, and a link could lead there.
            if !top.is_some_and(|top| is_within(root, top)) {
                let message = "this source folder lies outside of the project and is left out; give its classes by class_path";
                let problem = Problem::new(Severity::Warning, root.clone(), message);
                if !search.problems.contains(&problem) {
                    search.problems.push(problem);
                }
                continue;
            }
            if !searched.iter().any(|folder| root.starts_with(folder)) {
                self.context.extend(search.java_files(root));
            }
            source_roots.push(root.clone());
        }
        for folder in output.generated.iter().filter(|folder| folder.is_dir()) {
            if !top.is_some_and(|top| is_within(folder, top)) {
                continue;
            }
            // Each generator has folders of its own, and packages begin somewhere in them.
            let files = search.java_files(folder);
            let folders: BTreeSet<_> = files.iter().filter_map(|file| file.parent()).collect();
            let one_of_each = folders.into_iter().filter_map(|folder| {
                let mut files = files.iter();
                files.find(|file| file.parent() == Some(folder))
            });
            let roots: BTreeSet<_> = one_of_each.map(|file| source_root(file)).collect();
            source_roots.extend(roots);
            self.context.extend(files);
        }
        self.source_roots.extend(source_roots.iter().cloned());
        if output.folder.is_dir() {
            self.class_outputs.push(ClassOutput {
                folder: output.folder.clone(),
                source_roots,
            });
        }
    }
}
