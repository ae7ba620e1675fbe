//! A project that stays open after its compilation: for the types of its texts, and for texts that are only tried.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use attributes::Attributes;
use jdk::{CompileRequest, CompileResponse, CompiledClass, JavacError, Jdk, ServiceConfig};
use tokio::runtime::{Builder, Handle, Runtime};

use super::blocking::Compilation;
use super::compiler::Compiler;
use super::error::CompileError;
use super::rounds::wants_newer_language;
use super::store::Destination;
use super::unit::Unit;
use crate::compiled_file::{ClassBytes, CompiledFile, Completeness};
use problems::in_one_line;
use project_model::Project;

/// Texts whose types are asked for in one request, in bytes.
const BATCH_BYTES: usize = 256 << 10;

impl Compiler {
    /// The types and symbols of files that compiled as a whole, in their order; `None` of all others.
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
            let mut open = batches(&indexes, files);
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
                    // What one of them cannot be together with the others, it may be alone.
                    _ if batch.len() > 1 => open.extend(batch.iter().map(|index| vec![*index])),
                    _ => {}
                }
            }
        }
        found
    }

    /// The classes of another text of a file, against the project's classes, which stay as they are.
    ///
    /// # Errors
    /// The first thing that javac has against the text, in one line.
    pub async fn try_text(
        &self,
        project: &Project,
        file: &Path,
        text: Arc<str>,
    ) -> Result<Vec<ClassBytes>, String> {
        let set = project.set_of(file);
        let units = [Unit::new(file.to_path_buf(), text)];
        let answer = self.answer(project, set, &units, false).await;
        let answer = answer.map_err(|error| error.to_string())?;
        if !answer.success {
            let error = answer.errors().next();
            return Err(error.map_or_else(
                || "javac does not compile it".to_owned(),
                |error| in_one_line(&error.message),
            ));
        }
        let classes = answer.classes.into_iter();
        Ok(classes
            .map(|class| ClassBytes {
                binary_name: class.binary_name,
                bytes: class.bytes.into(),
            })
            .collect())
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

    /// Puts the classes of a project where further texts are compiled against them.
    fn take_classes(&self, project: &Project, files: &[CompiledFile]) {
        for file in files {
            let classes = file.classes.iter().map(|class| CompiledClass {
                binary_name: class.binary_name.clone(),
                bytes: class.bytes.to_vec(),
                source: None,
            });
            let set = project.set_of(&file.file);
            // What needs a class that cannot be kept does not compile, and nothing is said about it.
            let _ = self
                .store
                .put(&file.file, set, classes.collect(), Destination::Classes);
        }
    }
}

/// Files that are asked about together.
fn batches(indexes: &[usize], files: &[&CompiledFile]) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut bytes = usize::MAX;
    for index in indexes {
        let length = files[*index].text.len();
        if bytes.saturating_add(length) > BATCH_BYTES {
            batches.push(Vec::new());
            bytes = 0;
        }
        bytes += length;
        if let Some(last) = batches.last_mut() {
            last.push(*index);
        }
    }
    batches
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
        if Handle::try_current().is_ok() {
            return Err(JavacError::InsideRuntime.into());
        }
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("workspace")
            .enable_all()
            .build()
            .map_err(JavacError::Runtime)?;
        let compiler = runtime.block_on(Compiler::start(jdk, config))?;
        compiler.take_classes(project, &compilation.files);
        Ok(Self {
            runtime: Some(runtime),
            compiler,
            project,
        })
    }

    /// [`Compiler::types`].
    pub fn types(&self, files: &[&CompiledFile]) -> Vec<Option<Attributes>> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(self.compiler.types(self.project, files)),
            None => vec![None; files.len()],
        }
    }

    /// [`Compiler::try_text`].
    ///
    /// # Errors
    /// What javac has against the text.
    pub fn try_text(&self, file: &Path, text: Arc<str>) -> Result<Vec<ClassBytes>, String> {
        match &self.runtime {
            Some(runtime) => runtime.block_on(self.compiler.try_text(self.project, file, text)),
            None => Err("the compiler has ended".to_owned()),
        }
    }
}

impl Drop for ResidentProject<'_> {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // An archive for faster starts may still be in the making; nobody waits for it.
            runtime.shutdown_background();
        }
    }
}
