//! A file while it is being compiled.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ide::UnresolvedNames;
use jdk::{CompiledClass, SourceUnit};
use source::{Omitted, SourceFile};

use super::store::{ClassStore, Destination};
use crate::class_cache::CachedCompilation;
use crate::compiled_file::{ClassBytes, CompiledFile, Completeness};
use problems::{Problem, Severity};
use project_model::needs_processors;

/// A file while it is being compiled.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    pub(super) file: PathBuf,
    pub(super) text: Arc<str>,
    /// The text without the code that has errors.
    pub(super) reduced: Arc<str>,
    /// The tree of that text, if it is available.
    pub(super) parsed: Option<SourceFile>,
    pub(super) omitted: Vec<Omitted>,
    pub(super) problems: Vec<Problem>,
    /// Problems to report whatever the result is.
    pub(super) notes: Vec<Problem>,
    /// `None` until it has compiled.
    pub(super) classes: Option<Vec<CompiledClass>>,
    /// The uses of stand-ins for missing types.
    pub(super) unknown: UnresolvedNames,
    /// Whether its classes come from the build.
    pub(super) is_from_build: bool,
    /// Whether it failed for its own reason, so that another attempt would not help.
    pub(super) is_final: bool,
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

    /// A unit for a text that is already parsed.
    pub(super) fn parsed(file: PathBuf, source: SourceFile) -> Self {
        let text = Arc::clone(source.line_index().text());
        Self {
            parsed: Some(source),
            ..Self::new(file, text)
        }
    }

    /// The unit with only its declarations.
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

    /// Whether it has classes.
    pub(super) const fn has_classes(&self) -> bool {
        self.classes.is_some()
    }

    /// Whether javac produced all of its classes as the build would.
    pub(super) fn is_whole(&self) -> bool {
        self.classes.is_some() && self.is_untouched() && !needs_processors(&self.text)
    }

    /// Whether the classes are those of the unchanged text.
    fn is_untouched(&self) -> bool {
        self.omitted.is_empty() && !self.unknown.is_used
    }

    /// Replaces javac's classes and errors by the classes that the build made of the text.
    pub(super) fn take_built(&mut self, classes: Vec<CompiledClass>, output: &Path) {
        self.classes = Some(classes);
        self.omitted.clear();
        self.unknown = UnresolvedNames::default();
        let message = format!(
            "priced from the build's classes in {}: javac alone does not produce the same classes",
            output.display()
        );
        self.problems = vec![Problem::new(Severity::Info, self.file.clone(), message)];
        self.is_from_build = true;
    }

    /// Sets an earlier result of javac for the text.
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

    /// Stores the classes of the unit, for other files.
    pub(super) fn kept_in(
        mut self,
        store: &ClassStore,
        set: usize,
        destination: Destination,
    ) -> Self {
        let classes = self.classes.take().unwrap_or_default();
        match store.put(&self.file, set, classes, destination) {
            Ok(classes) => self.classes = Some(classes),
            Err(error) => self.fail(format!("its classes could not be cached: {error}")),
        }
        self
    }

    pub(super) fn fail(&mut self, message: String) {
        self.is_final = true;
        let file = self.file.clone();
        self.problems
            .push(Problem::new(Severity::Error, file, message));
    }

    /// Without the changes of earlier rounds, for an attempt among other files.
    pub(super) fn restored(self) -> Self {
        Self {
            notes: self.notes,
            ..Self::new(self.file, self.text)
        }
    }
}
