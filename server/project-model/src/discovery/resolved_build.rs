//! Turns the description from build files into sets of files that are compiled together.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::class_path::CheckedEntries;
use super::module::{Description, Module, Output};
use super::reader::is_within;
use super::roots::source_root;
use super::search::Search;
use super::source_set::SourceSet;
use crate::build_tool::BuildToolClassPaths;
use problems::{Problem, Severity};

/// The result for the build files of a project.
#[derive(Debug, Default)]
pub(super) struct ResolvedBuild {
    /// Each after those that it can use, except in cycles.
    pub(super) sets: Vec<SourceSet>,
    /// Files that the project's own may use.
    pub(super) context: BTreeSet<PathBuf>,
    /// Jars and folders of all modules.
    pub(super) class_path: Vec<PathBuf>,
}

/// An output that becomes a set.
#[derive(Debug)]
struct Draft<'a> {
    output: &'a Output,
    /// The module that it belongs to; `None` if only other modules refer to it.
    module: Option<&'a Module>,
    sees: Vec<usize>,
    jars: Vec<&'a PathBuf>,
    level: Option<u16>,
}

impl ResolvedBuild {
    /// Finds the sources of a description, except for those in `searched`. `around` is what comes before and after each set's
    /// own class path.
    pub(super) fn new(
        description: &Description,
        asked: Option<&BuildToolClassPaths>,
        searched: &[&Path],
        around: (&[PathBuf], &[PathBuf]),
        search: &mut Search<'_>,
        checked: &mut CheckedEntries,
    ) -> Self {
        let drafts = drafts(&description.modules, asked);
        let order = order(&drafts);
        let mut place_of = vec![0; drafts.len()];
        for (place, draft) in order.iter().enumerate() {
            place_of[*draft] = place;
        }
        let mut described = Self::default();
        let mut known = BTreeSet::new();
        for draft in order.iter().filter_map(|place| drafts.get(*place)) {
            let roots = described.roots(draft.output, description, searched, search);
            let seen = draft.sees.iter().filter_map(|seen| drafts.get(*seen));
            let outputs = [draft].into_iter().chain(seen);
            let outputs = outputs
                .map(|draft| &draft.output.folder)
                .filter(|folder| folder.is_dir());
            let own = outputs.chain(draft.jars.iter().copied());
            let entries = around.0.iter().chain(own).chain(around.1).cloned();
            let class_path = checked.usable(entries, &mut search.problems);
            let new = class_path
                .iter()
                .filter(|entry| known.insert((*entry).clone()));
            described.class_path.extend(new.cloned());
            let mut sees: Vec<usize> = draft.sees.iter().map(|seen| place_of[*seen]).collect();
            sees.sort_unstable();
            described.sets.push(SourceSet {
                roots,
                class_path,
                sees,
                is_partial: draft.module.is_some_and(|module| module.is_partial),
                output: draft.output.folder.clone(),
                language_level: draft.level,
            });
        }
        described
    }

    /// The existing roots of an output. Files in them that are not the project's own become its context.
    fn roots(
        &mut self,
        output: &Output,
        description: &Description,
        searched: &[&Path],
        search: &mut Search<'_>,
    ) -> Vec<PathBuf> {
        // A build file could name the root of the file system, and a link could lead there.
        let is_inside = |folder: &Path| {
            let mut tops = description.tops.iter();
            tops.any(|top| is_within(folder, top))
        };
        let mut source_roots = Vec::new();
        for root in output.roots.iter().filter(|root| root.is_dir()) {
            if !is_inside(root) {
                let message = "this source folder lies outside the project and is left out; \
                    add its classes to classPath";
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
            if !is_inside(folder) {
                continue;
            }
            // Each generator has its own folders, and packages start somewhere in them.
            let files = search.java_files(folder);
            let one_of_each: BTreeMap<_, _> = files
                .iter()
                .filter_map(|file| Some((file.parent()?, file)))
                .collect();
            let roots: BTreeSet<_> = one_of_each.values().map(|file| source_root(file)).collect();
            source_roots.extend(roots);
            self.context.extend(files);
        }
        source_roots
    }
}

/// The outputs of all modules and of those that they depend on, each folder once, with what they can use.
fn drafts<'a>(modules: &'a [Module], asked: Option<&'a BuildToolClassPaths>) -> Vec<Draft<'a>> {
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    let mut places: HashMap<&Path, usize> = HashMap::new();
    let own = modules.iter().flat_map(|module| {
        module
            .outputs
            .iter()
            .map(move |output| (Some(module), output))
    });
    let others = modules
        .iter()
        .flat_map(|module| module.siblings.iter().map(|output| (None, output)));
    for (module, output) in own.chain(others) {
        places.entry(&output.folder).or_insert_with(|| {
            drafts.push(Draft {
                output,
                module,
                sees: Vec::new(),
                jars: Vec::new(),
                level: module.and_then(|module| output.level.or(module.release)),
            });
            drafts.len() - 1
        });
    }
    for module in modules {
        let told = asked.and_then(|asked| asked.of(&module.folder));
        // Jars of modules that are built together may be missing, because their sources are here.
        let told = told.map(|told| told.iter().filter(|entry| entry.exists()).collect());
        let jars: Vec<&PathBuf> = told.unwrap_or_else(|| module.jars.iter().collect());
        let at = |output: &Output| places.get(output.folder.as_path()).copied();
        let siblings: Vec<usize> = module.siblings.iter().filter_map(at).collect();
        let own: Vec<usize> = module.outputs.iter().filter_map(at).collect();
        for (nth, place) in own.iter().enumerate() {
            let beside = if module.is_mutual { own.len() } else { nth };
            let seen = own.iter().take(beside).chain(&siblings);
            let seen: Vec<usize> = seen.copied().filter(|seen| seen != place).collect();
            if let Some(draft) = drafts.get_mut(*place) {
                for seen in seen {
                    if !draft.sees.contains(&seen) {
                        draft.sees.push(seen);
                    }
                }
                draft.jars.extend(&jars);
            }
        }
        // A module that only its dependents know has at least their class path.
        for sibling in siblings {
            if let Some(draft) = drafts
                .get_mut(sibling)
                .filter(|draft| draft.module.is_none())
            {
                draft.jars.extend(&jars);
            }
        }
    }
    drafts
}

/// The drafts, each after those that it can use. In a cycle, one of them comes first.
fn order(drafts: &[Draft<'_>]) -> Vec<usize> {
    let mut order = Vec::new();
    let mut is_met = vec![false; drafts.len()];
    for start in 0..drafts.len() {
        let mut open = vec![(start, false)];
        while let Some((place, is_left)) = open.pop() {
            if is_left {
                order.push(place);
            } else if !std::mem::replace(&mut is_met[place], true) {
                open.push((place, true));
                let sees = drafts[place].sees.iter().rev();
                open.extend(
                    sees.filter(|seen| !is_met[**seen])
                        .map(|seen| (*seen, false)),
                );
            }
        }
    }
    order
}
