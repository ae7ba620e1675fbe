//! What the files around a text say about its names.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::SourceFile;

use super::source_context::{Declared, SourceContext};
use crate::source_text::read;
use crate::store::ClassStore;
use files::Limits;
use project_model::{Project, needs_processors};

/// The files of a project, by their names without the extension.
#[derive(Debug)]
pub(crate) struct ProjectFiles {
    files: HashMap<String, Vec<PathBuf>>,
    limits: Limits,
    store: Arc<ClassStore>,
    /// The binary names of the classes of files that are compiled together.
    together: BTreeSet<String>,
    added: BTreeSet<PathBuf>,
    declared: RefCell<HashMap<String, Option<Declared>>>,
}

impl ProjectFiles {
    pub(crate) fn new(project: &Project, store: &Arc<ClassStore>) -> Self {
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        for file in project.sources.iter().chain(&project.context) {
            if let Some(stem) = file.file_stem().and_then(|stem| stem.to_str()) {
                files.entry(stem.to_owned()).or_default().push(file.clone());
            }
        }
        Self {
            files,
            limits: project.limits.clone(),
            store: Arc::clone(store),
            together: BTreeSet::new(),
            added: BTreeSet::new(),
            declared: RefCell::default(),
        }
    }

    /// Adds the declarations of a text that is compiled together with others.
    pub(crate) fn add_once(&mut self, file: &Path, parse: impl FnOnce() -> SourceFile) {
        if !self.added.insert(file.to_path_buf()) {
            return;
        }
        let source = &parse();
        let classes = source.classes().iter();
        self.together
            .extend(classes.map(|class| class.binary_name.clone()));
        let mut declared = self.declared.borrow_mut();
        for (name, class) in of_text(source) {
            declared.insert(name, Some(class));
        }
    }
}

impl SourceContext for ProjectFiles {
    fn has_class(&self, binary_name: &str) -> bool {
        self.together.contains(binary_name) || self.store.has_class(binary_name)
    }

    fn declared(&self, simple_name: &str) -> Option<Declared> {
        if let Some(known) = self.declared.borrow().get(simple_name) {
            return known.clone();
        }
        let files = self.files.get(simple_name).into_iter().flatten();
        let found = files.filter_map(|file| {
            let text = read(file, &self.limits).ok()?;
            let mut classes = of_text(&SourceFile::parse(text)).into_iter();
            classes.find_map(|(name, class)| (name == simple_name).then_some(class))
        });
        // Classes of the same name in several packages are merged.
        let found = found.reduce(|one, other| Declared {
            is_processed: one.is_processed || other.is_processed,
            supertypes: [one.supertypes, other.supertypes].concat(),
        });
        let mut declared = self.declared.borrow_mut();
        declared.insert(simple_name.to_owned(), found.clone());
        found
    }
}

fn of_text(source: &SourceFile) -> Vec<(String, Declared)> {
    let is_processed = needs_processors(source.text());
    let classes = source.classes_declared().into_iter();
    let declared = classes.map(|class| {
        let declared = Declared {
            is_processed,
            supertypes: class.supertypes,
        };
        (class.name, declared)
    });
    declared.collect()
}
