//! `cargo xtask advice-diff`: executes the methods of real projects before and after each edit that the rules propose, on
//! generated inputs. It compares what they return, throw, print and change.
//!
//! This runs the code of the given projects.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use advice::{Candidate, Code};
use anyhow::{Context, Result, bail};
use clap::Args;
use compile::{ClassBytes, Compilation, ResidentProject, compile_blocking};
use jdk::{Environment, Jdk, ServiceConfig, find_jdk};
use project_model::{DiscoverOptions, Project};
use source::SourceFile;

/// The program that generates inputs and compares results.
const DIFFER: &str = include_str!("advice_diff/Differ.java");

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// The source trees of the projects, one project each
    #[arg(required = true, value_name = "PATH")]
    projects: Vec<PathBuf>,
    /// The JDK that compiles and runs them
    #[arg(long, value_name = "DIR")]
    java_home: Option<PathBuf>,
    /// Number of inputs for each method
    #[arg(long, default_value_t = 40)]
    inputs: u32,
    /// The rules to examine [default: all]
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,
    /// The smallest number of methods that must be compared
    #[arg(long, default_value_t = 0)]
    least: usize,
}

/// An edit of a method.
struct Edited {
    file: usize,
    candidate: Candidate,
    /// The binary name of the class with dots, the method's name and its number of parameters.
    method: (String, String, usize),
    classes: Vec<ClassBytes>,
}

/// The outcome of the edits.
#[derive(Default)]
struct Counts {
    /// Methods that were compared on at least one input, by project.
    methods: BTreeSet<String>,
    /// The compared edits by rule, with the number of methods that returned for at least one input.
    edits: BTreeMap<&'static str, (usize, usize)>,
    returned: usize,
    threw: usize,
    skipped: BTreeMap<String, usize>,
    differences: Vec<String>,
}

/// Compares all methods that an edit changes.
///
/// # Errors
/// If a method does something else after an edit, or too few methods could be compared.
pub(crate) fn run(options: &Options) -> Result<()> {
    let jdk = find_jdk(
        options.java_home.as_deref(),
        &Environment::of_this_process(),
    )?;
    let folder = tempfile::tempdir()?;
    let differ = folder.path().join("differ");
    compile_differ(&jdk, &differ)?;
    let mut counts = Counts::default();
    for (number, project) in options.projects.iter().enumerate() {
        let classes = folder.path().join(format!("project{number}"));
        compare_project(options, &jdk, (project, &classes), &differ, &mut counts)?;
    }
    report(&counts);
    if !counts.differences.is_empty() {
        bail!("{} edits change behaviour", counts.differences.len());
    }
    if counts.methods.len() < options.least {
        bail!(
            "only {} methods were compared, fewer than {}",
            counts.methods.len(),
            options.least
        );
    }
    Ok(())
}

fn compile_differ(jdk: &Jdk, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    let source = to.join("Differ.java");
    fs::write(&source, DIFFER)?;
    let javac = jdk.home.join("bin/javac");
    let done = Command::new(&javac)
        .args(["--release", "17", "-proc:none", "-d"])
        .arg(to)
        .arg(&source)
        .status()
        .with_context(|| format!("{} cannot be started", javac.display()))?;
    if !done.success() {
        bail!("the program that compares does not compile");
    }
    Ok(())
}

fn compare_project(
    options: &Options,
    jdk: &Jdk,
    (root, classes): (&Path, &Path),
    differ: &Path,
    counts: &mut Counts,
) -> Result<()> {
    let project = Project::discover(&[root.to_path_buf()], &DiscoverOptions::default())?;
    let cache = tempfile::tempdir()?;
    let config = || ServiceConfig::new(cache.path());
    let compilation = compile_blocking(&project, jdk.clone(), config(), None, &mut |_, _, _| {})?;
    let all = compilation.files.iter().flat_map(|file| &file.classes);
    write_classes(all, &classes.join("before"))?;
    let resident = ResidentProject::open(&project, &compilation, jdk.clone(), config())?;
    let edited = edited(options, &compilation, &resident);
    println!("{}: {} edits that compile", root.display(), edited.len());
    for (number, edit) in edited.iter().enumerate() {
        let after = classes.join(format!("after{number}"));
        write_classes(edit.classes.iter(), &after)?;
        let run = Command::new(jdk.java())
            .args([
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-Xss4m",
                "-cp",
            ])
            .arg(differ)
            .arg("Differ")
            .args([&classes.join("before"), &after])
            .args([&edit.method.0, &edit.method.1])
            .args([edit.method.2.to_string(), options.inputs.to_string()])
            .output()
            .context("the program that compares cannot be started")?;
        fs::remove_dir_all(&after)?;
        let file = project.relative(&compilation.files[edit.file].file);
        let output = String::from_utf8_lossy(&run.stdout);
        counts.take(&format!("{}", file.display()), edit, &output);
    }
    Ok(())
}

/// The edits that compile and change a named method.
fn edited(
    options: &Options,
    compilation: &Compilation,
    resident: &ResidentProject<'_>,
) -> Vec<Edited> {
    let files: Vec<_> = compilation.files.iter().collect();
    let types = resident.types(&files);
    let mut found: Vec<Vec<Edited>> = Vec::new();
    for (index, (file, types)) in files.iter().zip(&types).enumerate() {
        let source = SourceFile::parse(Arc::clone(&file.text));
        let code = types
            .as_ref()
            .and_then(|types| Code::new(&source, types).ok());
        let candidates = code.map(|code| advice::find(&code)).unwrap_or_default();
        let wanted = candidates.into_iter().filter(|candidate| {
            options.rule.is_empty() || options.rule.iter().any(|rule| rule == candidate.rule)
        });
        let edited = wanted.filter_map(|candidate| {
            let method = method_of(&source, candidate.range.start)?;
            Some(Edited {
                file: index,
                candidate,
                method,
                classes: Vec::new(),
            })
        });
        found.push(edited.collect());
    }
    let mut compiled = Vec::new();
    let rounds = found.iter().map(Vec::len).max().unwrap_or_default();
    for _ in 0..rounds {
        // One edit of each file at a time, because javac compiles many files together.
        let round: Vec<Edited> = found.iter_mut().filter_map(Vec::pop).collect();
        let texts = round.iter().filter_map(|edit| {
            let file = files[edit.file];
            Some((
                file.file.clone(),
                edit.candidate.applied(&file.text)?.into(),
            ))
        });
        let tried = resident.try_texts(&texts.collect::<Vec<(PathBuf, Arc<str>)>>());
        for (mut edit, tried) in round.into_iter().zip(tried) {
            if let Ok(classes) = tried {
                edit.classes = classes;
                compiled.push(edit);
            }
        }
    }
    compiled
}

/// The method around a byte. For a lambda, the method that contains it.
fn method_of(source: &SourceFile, at: usize) -> Option<(String, String, usize)> {
    let outline = source.outline();
    let around = outline.methods.iter().filter(|method| {
        let body = method.body.as_ref();
        body.is_some_and(|body| body.contains(&at)) && method.jvm_name() == Some(&method.name)
    });
    let method = around.min_by_key(|method| method.range.len())?;
    let class = method.class.replace('/', ".");
    (!class.is_empty()).then(|| (class, method.name.clone(), method.parameters.len()))
}

fn write_classes<'c>(classes: impl Iterator<Item = &'c ClassBytes>, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for class in classes {
        let file = to.join(format!("{}.class", class.binary_name));
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, &class.bytes)?;
    }
    Ok(())
}

impl Counts {
    fn take(&mut self, file: &str, edit: &Edited, output: &str) {
        let count = |word: &str| output.lines().filter(|line| *line == word).count();
        let (returned, threw) = (count("returned"), count("threw"));
        self.returned += returned;
        self.threw += threw;
        let (class, name, parameters) = &edit.method;
        if returned + threw > 0 {
            self.methods.insert(format!("{class}.{name}/{parameters}"));
            let of_rule = self.edits.entry(edit.candidate.rule).or_default();
            of_rule.0 += 1;
            of_rule.1 += usize::from(returned > 0);
        }
        if let Some(at) = output.find("differs: ") {
            let rule = edit.candidate.rule;
            self.differences
                .push(format!("{rule}@{file}: {}", &output[at..]));
        }
        let skipped = output
            .lines()
            .find_map(|line| line.strip_prefix("skipped: "));
        match skipped {
            Some(reason) => {
                let kind = reason.split(':').next().unwrap_or(reason);
                *self.skipped.entry(kind.to_owned()).or_default() += 1;
            }
            None if returned + threw == 0 => {
                *self.skipped.entry("it did not run".to_owned()).or_default() += 1;
            }
            None => {}
        }
    }
}

fn report(counts: &Counts) {
    println!("| rule | edits compared | of these with a method that returned |");
    println!("| --- | --: | --: |");
    for (rule, (compared, returned)) in &counts.edits {
        println!("| {rule} | {compared} | {returned} |");
    }
    println!(
        "\n{} methods, {} calls that returned and {} that threw, {} differences",
        counts.methods.len(),
        counts.returned,
        counts.threw,
        counts.differences.len()
    );
    for (reason, count) in &counts.skipped {
        println!("not or only partly compared: {count}: {reason}");
    }
    for difference in &counts.differences {
        println!("{difference}");
    }
}
