//! A project that stays open after its compilation: for the types of its texts, and for texts that are only tried.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use attributes::Attributes;
use jdk::{CompileRequest, CompileResponse, CompiledClass, JavacError, Jdk, ServiceConfig};
use tokio::runtime::Runtime;

use super::blocking::Compilation;
use super::compiler::Compiler;
use super::error::CompileError;
use super::rounds::wants_newer_language;
use super::store::Destination;
use super::unit::Unit;
use crate::compiled_file::{ClassBytes, CompiledFile, Completeness};
use problems::in_one_line;
use project_model::Project;

/// The maximum size of the texts in one request for types, in bytes.
const BATCH_BYTES: usize = 256 << 10;

impl Compiler {
    /// The types and symbols of files, in their order; `None` for files that are not complete.
    pub async fn types(
        &self,
        project: &Project,
        files: &[&CompiledFile],
    ) -> Vec<Option<Attributes>> {
        let mut found: Vec<Option<Attributes>> = vec![None; files.len()];
        let mut by_set: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, file) in files.iter().enumerate() {
            let is_whole = file.completeness == Completeness::Complete && !file.is_from_build;
            if is_whole && !file.classes.is_empty() {
                let set = project.set_of(&file.file);
                by_set.entry(set).or_default().push(index);
            }
        }
        for (set, indexes) in by_set {
            let mut open = batches(&indexes, &|index| files[index].text.len());
            while let Some(batch) = open.pop() {
                let units = batch.iter().map(|index| files[*index]);
                let units: Vec<Unit> = units
                    .map(|file| Unit::new(file.file.clone(), Arc::clone(&file.text)))
                    .collect();
                let answer = self.answer(project, set, &units, true).await;
                match answer {
                    Ok(answer) if answer.success && answer.attributes.len() == batch.len() => {
                        for (index, attributes) in batch.iter().zip(answer.attributes) {
                            found[*index] = Some(attributes);
                        }
                    }
                    // Files that fail together may succeed separately.
                    _ if batch.len() > 1 => open.extend(halves(&batch)),
                    _ => {}
                }
            }
        }
        found
    }

    /// Compiles changed texts of files, in their order, against the project's classes, which stay as they are. Each is tried as
    /// if it were the only change, so no two may be of the same file, or declare what another uses.
    ///
    /// # Errors
    ///
    /// For a text that does not compile, the first error of javac with its line in the text, as one line.
    pub async fn try_texts(
        &self,
        project: &Project,
        texts: &[(PathBuf, Arc<str>)],
    ) -> Vec<Result<Vec<ClassBytes>, String>> {
        let mut tried = vec![Err("javac does not answer".to_owned()); texts.len()];
        let mut by_set: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (index, (file, _)) in texts.iter().enumerate() {
            by_set.entry(project.set_of(file)).or_default().push(index);
        }
        for (set, indexes) in by_set {
            let mut open = batches(&indexes, &|index| texts[index].1.len());
            while let Some(batch) = open.pop() {
                let unit = |index: &usize| {
                    let (file, text) = &texts[*index];
                    Unit::new(file.clone(), Arc::clone(text))
                };
                let units: Vec<Unit> = batch.iter().map(unit).collect();
                match (
                    classes_of(self.answer(project, set, &units, false).await, &batch),
                    &batch[..],
                ) {
                    (Ok(classes), _) => {
                        for (index, classes) in batch.iter().zip(classes) {
                            tried[*index] = Ok(classes);
                        }
                    }
                    (Err(error), [only]) => tried[*only] = Err(error),
                    // Texts that fail together may succeed separately.
                    (Err(_), _) => open.extend(halves(&batch)),
                }
            }
        }
        tried
    }

    async fn answer(
        &self,
        project: &Project,
        set: usize,
        units: &[Unit],
        attributes: bool,
    ) -> Result<CompileResponse, JavacError> {
        let request = CompileRequest {
            attributes,
            ..self.request(project, set, units)
        };
        let is_levelled = request.language_level.is_some();
        let answer = self.service.compile(request.clone()).await?;
        if is_levelled && wants_newer_language(&answer) {
            let request = CompileRequest {
                language_level: None,
                ..request
            };
            return self.service.compile(request).await;
        }
        Ok(answer)
    }

    /// Stores the classes of a project, so that further texts are compiled against them.
    fn take_classes(&self, project: &Project, files: &[CompiledFile]) {
        for file in files {
            let classes = file.classes.iter().map(|class| CompiledClass {
                binary_name: class.binary_name.clone(),
                bytes: class.bytes.to_vec(),
                source: None,
            });
            let set = project.set_of(&file.file);
            // If a class cannot be stored, texts that need it do not compile, without a further message.
            let _ = self
                .store
                .put(&file.file, set, classes.collect(), Destination::Classes);
        }
    }
}

/// Splits a batch into two.
fn halves(batch: &[usize]) -> [Vec<usize>; 2] {
    let (one, other) = batch.split_at(batch.len() / 2);
    [one.to_vec(), other.to_vec()]
}

/// Groups of texts that javac gets together.
fn batches(indexes: &[usize], bytes_of: &dyn Fn(usize) -> usize) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut bytes = usize::MAX;
    for index in indexes {
        bytes = bytes.saturating_add(bytes_of(*index));
        if bytes > BATCH_BYTES {
            batches.push(Vec::new());
            bytes = bytes_of(*index);
        }
        if let Some(last) = batches.last_mut() {
            last.push(*index);
        }
    }
    batches
}

/// The classes of each text of a request, or the first error of javac in one of them.
fn classes_of(
    answer: Result<CompileResponse, JavacError>,
    batch: &[usize],
) -> Result<Vec<Vec<ClassBytes>>, String> {
    let answer = answer.map_err(|error| error.to_string())?;
    if !answer.success {
        let error = answer.errors().next();
        return Err(error.map_or_else(
            || "javac does not compile it".to_owned(),
            |error| {
                let message = in_one_line(&error.message);
                match &error.location {
                    Some(place) => format!("line {}: {message}", place.line),
                    None => message,
                }
            },
        ));
    }
    let mut classes: Vec<Vec<ClassBytes>> = vec![Vec::new(); batch.len()];
    for class in answer.classes {
        let of_text = match (class.source, batch) {
            (Some(source), _) => classes.get_mut(source),
            (None, [_]) => classes.first_mut(),
            (None, _) => None,
        };
        let of_text =
            of_text.ok_or_else(|| "javac does not say which text a class belongs to".to_owned())?;
        of_text.push(ClassBytes {
            binary_name: class.binary_name,
            bytes: class.bytes.into(),
        });
    }
    Ok(classes)
}

/// A compiled project for callers without an async runtime.
#[derive(Debug)]
pub struct ResidentProject<'p> {
    runtime: Option<Runtime>,
    compiler: Compiler,
    project: &'p Project,
}

impl<'p> ResidentProject<'p> {
    /// Starts a compiler that sees the classes of a compilation.
    ///
    /// # Errors
    /// [`CompileError`] if javac does not start, or when called from async code.
    pub fn open(
        project: &'p Project,
        compilation: &Compilation,
        jdk: Jdk,
        config: ServiceConfig,
    ) -> Result<Self, CompileError> {
        let runtime = crate::runtime::open()?;
        let compiler = runtime.block_on(Compiler::start(jdk, config))?;
        compiler.take_classes(project, &compilation.files);
        Ok(Self {
            runtime: Some(runtime),
            compiler,
            project,
        })
    }

    /// See [`Compiler::types`].
    pub fn types(&self, files: &[&CompiledFile]) -> Vec<Option<Attributes>> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(self.compiler.types(self.project, files)),
            None => vec![None; files.len()],
        }
    }

    /// See [`Compiler::try_texts`].
    ///
    /// # Errors
    ///
    /// javac's error in a text.
    pub fn try_texts(&self, texts: &[(PathBuf, Arc<str>)]) -> Vec<Result<Vec<ClassBytes>, String>> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(self.compiler.try_texts(self.project, texts)),
            None => vec![Err("the compiler has ended".to_owned()); texts.len()],
        }
    }

    /// [`Compiler::try_texts`] for one text.
    ///
    /// # Errors
    ///
    /// javac's error in the text.
    pub fn try_text(&self, file: &Path, text: Arc<str>) -> Result<Vec<ClassBytes>, String> {
        let tried = self.try_texts(&[(file.to_path_buf(), text)]).into_iter();
        tried.last().unwrap_or_else(|| Ok(Vec::new()))
    }
}

impl Drop for ResidentProject<'_> {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // An archive for faster starts may still be being created; do not wait for it.
            runtime.shutdown_background();
        }
    }
}
