//! Measures what an edit costs after javac, for `cargo xtask bench incremental`. Unlike the developers' commands, this
//! program is built with optimisation.
//!
//! `incremental-edit ROOT EDITS (FILE OLD NEW)…` compiles the project in ROOT, and once more with NEW in place of OLD in
//! each FILE. Then it alternates between both states of each file. It prints JSON, with times in milliseconds.
#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use compile::{CompiledFile, compile_blocking};
use ide::{Device, FileAnalysis, Mapping, Model, Posterior, Program, ProgramClass, Specifications};
use jdk::{ArchiveCreation, Environment, Jdk, ServiceConfig, find_jdk};
use project_model::{DiscoverOptions, Project};
use serde::Serialize;
use source::SourceFile;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How often all calls are followed from scratch.
const WHOLE: usize = 5;

#[derive(Debug, Serialize)]
struct Measured {
    jdk: String,
    whole: Vec<f64>,
    edits: Vec<Vec<f64>>,
}

struct Edit {
    file: PathBuf,
    old: String,
    new: String,
}

fn main() -> Result<()> {
    let mut arguments = std::env::args().skip(1);
    let root = PathBuf::from(arguments.next().context("no ROOT")?);
    let count: usize = arguments.next().context("no EDITS")?.parse()?;
    let mut edits = Vec::new();
    while let Some(file) = arguments.next() {
        edits.push(Edit {
            file: PathBuf::from(file),
            old: arguments.next().context("no OLD")?,
            new: arguments.next().context("no NEW")?,
        });
    }
    let jdk = find_jdk(None, &Environment::of_this_process())?;
    let measured = measure(&jdk, &root, count, &edits)?;
    println!("{}", serde_json::to_string(&measured)?);
    Ok(())
}

fn measure(jdk: &Jdk, root: &Path, count: usize, edits: &[Edit]) -> Result<Measured> {
    let before = compile(jdk, root)?;
    for Edit { file, old, new } in edits {
        let text = fs::read_to_string(file)?;
        anyhow::ensure!(text.contains(old), "{} is not as expected", file.display());
        fs::write(file, text.replace(old, new))?;
    }
    let after = compile(jdk, root)?;
    let posterior = Posterior::default_model();
    let model = Model::new(Arc::new(posterior), Mapping::default(), Device::Any);
    let mut whole = Vec::new();
    let mut program = None;
    for _ in 0..WHOLE {
        let classes: Vec<_> = before.iter().flat_map(classes).collect();
        let start = Instant::now();
        program = Some(Program::new(&model, classes, None).0);
        whole.push(milliseconds(start));
    }
    let program = Arc::new(program.context("no run")?);
    let edited = edits.iter().map(|edit| {
        let states = [
            version_of(&after, &edit.file)?,
            version_of(&before, &edit.file)?,
        ];
        let mut program = Arc::clone(&program);
        let times = (0..count).map(|number| {
            let file = states[number % 2];
            let start = Instant::now();
            let source = SourceFile::parse(Arc::clone(&file.text));
            program = Arc::new(program.with(classes(file)).context("nothing changed")?);
            let bytes = file.classes.iter().map(|class| &*class.bytes);
            let analysis = FileAnalysis::new(&model, &source, 0, bytes, &[], Some(&program));
            let hints = analysis.hints(&model);
            let time = milliseconds(start);
            anyhow::ensure!(!hints.is_empty(), "no hints");
            Ok(time)
        });
        times.collect::<Result<Vec<f64>>>()
    });
    Ok(Measured {
        jdk: jdk.to_string(),
        edits: edited.collect::<Result<_>>()?,
        whole,
    })
}

fn compile(jdk: &Jdk, root: &Path) -> Result<Vec<CompiledFile>> {
    let project = Project::discover(&[root.to_path_buf()], &DiscoverOptions::default())?;
    let folder = tempfile::tempdir()?;
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        ..ServiceConfig::new(folder.path())
    };
    let compiled = compile_blocking(&project, jdk.clone(), config, None, &mut |_, _, _| {})?;
    Ok(compiled.files)
}

fn version_of<'f>(files: &'f [CompiledFile], path: &Path) -> Result<&'f CompiledFile> {
    let name = path.file_name();
    let mut files = files.iter();
    let found = files.find(|file| file.file.file_name() == name);
    found.with_context(|| format!("{} was not compiled", path.display()))
}

fn classes(file: &CompiledFile) -> Vec<ProgramClass> {
    let loops: Arc<[_]> = Specifications::read(&file.text).loops.into();
    let classes = file.classes.iter();
    classes
        .map(|class| ProgramClass {
            bytes: Arc::clone(&class.bytes),
            loops: Arc::clone(&loops),
            left_out: Vec::new(),
        })
        .collect()
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}
