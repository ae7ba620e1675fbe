//! Runs the programs of the table and stores what they count.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use counts::{CountRecording, RecordedReceivers};
use jdk::{Environment, Jdk, cache_folder, find_jdks};
use xtask::process;

use super::places;
use super::programs::{self, Run};
use crate::jars::{self, fetch, list};

/// How long one run may take.
const LIMIT: Duration = Duration::from_mins(4);

#[derive(Args, Debug)]
pub(crate) struct Options {
    /// Run the programs whose name contains this text
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Repeat earlier counts
    #[arg(long, alias = "anew")]
    again: bool,
}

/// The tools and inputs of the runs.
struct Places {
    jdk: Jdk,
    jars: HashMap<String, PathBuf>,
    inputs: PathBuf,
    sources: PathBuf,
    folder: PathBuf,
}

/// Where the counts of a run are stored.
pub(super) fn counts_file(folder: &Path, run: &Run) -> PathBuf {
    let digest = blake3::hash(format!("{run:?}").as_bytes()).to_hex();
    let name = format!("{}-{}-{}.counts", run.program, run.input, &digest[..12]);
    folder.join("counts").join(name)
}

/// The jars that the runs need, by name, after fetching the missing ones.
///
/// # Errors
/// If the list cannot be read or no jar could be fetched.
pub(super) fn jars() -> Result<HashMap<String, PathBuf>> {
    let cache = jars::cache()?;
    let listed = list::read(&places::folder().join("jars.tsv"))?;
    let present = fetch::present(listed, &cache)?;
    let file = |jar: &list::Jar| (jar.name().to_owned(), fetch::file(&cache, &jar.digest));
    Ok(present.iter().map(file).collect())
}

/// Runs what has not been run before.
///
/// # Errors
/// If there is no JDK or the cache folder cannot be written to. A program that fails is reported and left out.
pub(super) fn run(options: &Options) -> Result<()> {
    let folder = places::cache()?;
    let runs = programs::read(&places::folder().join("programs.tsv"))?;
    let wanted = |run: &&Run| (options.only.iter()).all(|text| run.program.contains(text));
    let runs: Vec<&Run> = runs.iter().filter(wanted).collect();
    fs::create_dir_all(folder.join("counts"))?;
    let places = prepare(folder)?;
    let mut failed = 0;
    for (number, run) in runs.iter().enumerate() {
        let kept = counts_file(&places.folder, run);
        if kept.is_file() && !options.again {
            continue;
        }
        let start = Instant::now();
        let told = match count(run, &places, &kept) {
            Ok(status) => format!("{:.1} s, {status}", start.elapsed().as_secs_f64()),
            Err(error) => {
                failed += 1;
                format!("left out: {error:#}")
            }
        };
        println!(
            "[{}/{}] {} {}: {told}",
            number + 1,
            runs.len(),
            run.program,
            run.input
        );
    }
    println!(
        "{} of {} runs are counted in {}",
        runs.len() - failed,
        runs.len(),
        places.folder.display()
    );
    Ok(())
}

/// Creates the inputs.
fn prepare(folder: PathBuf) -> Result<Places> {
    let jdk = places::jdk()?;
    let (inputs, sources) = (folder.join("inputs"), folder.join("sources"));
    fs::create_dir_all(&inputs)?;
    for entry in fs::read_dir(places::folder().join("inputs"))? {
        let entry = entry?;
        fs::copy(entry.path(), inputs.join(entry.file_name()))?;
    }
    let maker = places::folder().join("drivers/MakeInputs.java");
    process::output(process::command(jdk.java()).arg(maker).arg(&inputs))?;
    if !sources.is_dir() {
        let all = find_jdks(None, &Environment::of_this_process()).jdks;
        let mut archives = all.iter().map(|jdk| jdk.home.join("lib/src.zip"));
        let archive = archives
            .find(|archive| archive.is_file())
            .context("no JDK has its sources; install the package of one with lib/src.zip")?;
        let mut unpack = process::command(jdk.home.join("bin/jar"));
        unpack.arg("xf").arg(archive).arg("java.base/java/util");
        let unpacked = tempfile::tempdir_in(&folder).context("a folder for sources")?;
        process::output(unpack.current_dir(unpacked.path()))?;
        fs::rename(unpacked.keep(), &sources)?;
    }
    Ok(Places {
        jars: jars()?,
        jdk,
        inputs,
        sources,
        folder,
    })
}

/// Runs a program once; returns how it ended.
fn count(run: &Run, places: &Places, kept: &Path) -> Result<String> {
    let out = tempfile::tempdir().context("a folder for a run")?;
    let mut class_path = Vec::new();
    for jar in &run.jars {
        let file = places.jars.get(jar);
        class_path.push(file.with_context(|| format!("{jar} is not there"))?.clone());
    }
    let driver = places::folder()
        .join("drivers")
        .join(format!("{}.java", run.main));
    if driver.is_file() {
        let classes = out.path().join("driver");
        let mut javac = process::command(places.jdk.home.join("bin/javac"));
        javac.args(["-nowarn", "-d"]).arg(&classes);
        javac
            .arg("-classpath")
            .arg(std::env::join_paths(&class_path)?)
            .arg(driver);
        process::output(&mut javac)?;
        class_path.push(classes);
    }
    let options = counts::Options {
        receivers: RecordedReceivers::All,
        is_for_learning: true,
        ..counts::Options::default()
    };
    let recording = CountRecording::prepare(&places.jdk, &cache_folder()?.path, &options)?;
    let mut java = places.jdk.java_command();
    recording.add_to(&mut java);
    java.args(["-XX:+UseSerialGC", "-Xmx1g", "-Djava.awt.headless=true"]);
    if run.main.contains('/') {
        java.arg("--module");
    } else {
        java.arg("-classpath")
            .arg(std::env::join_paths(&class_path)?);
    }
    java.arg(&run.main)
        .args(arguments(run, places, out.path())?);
    let said = fs::File::create(out.path().join("said"))?;
    java.current_dir(out.path())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(said);
    let mut child = java.spawn().context("could not start java")?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            bail!("not finished after {} s", LIMIT.as_secs());
        }
        thread::sleep(Duration::from_millis(20));
    };
    let bytes = recording.bytes()?;
    let counts = counts::read(&bytes)?;
    let unfinished = kept.with_extension("unfinished");
    fs::write(&unfinished, bytes)?;
    fs::rename(unfinished, kept)?;
    let methods: usize = counts.classes.iter().map(|class| class.methods.len()).sum();
    let left_out = counts.left_out.len();
    Ok(format!("{status}, {methods} methods, {left_out} left out"))
}

/// The arguments, with paths in place of the placeholders.
fn arguments(run: &Run, places: &Places, out: &Path) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for argument in &run.arguments {
        let mut text = argument.clone();
        let root = process::workspace_root();
        for (place, path) in [
            ("{in}", &*places.inputs),
            ("{out}", out),
            ("{src}", &*places.sources),
            ("{root}", &*root),
        ] {
            text = text.replace(place, &path.to_string_lossy());
        }
        if let Some(name) = text
            .strip_prefix("{jar:")
            .and_then(|rest| rest.strip_suffix('}'))
        {
            let file = places.jars.get(name);
            text = file
                .with_context(|| format!("{name} is not there"))?
                .to_string_lossy()
                .into_owned();
        }
        match text.split_once("/*.") {
            None => all.push(text),
            Some((folder, extension)) => {
                let files = fs::read_dir(folder)?.collect::<Result<Vec<_>, _>>()?;
                let mut files: Vec<PathBuf> = files.iter().map(fs::DirEntry::path).collect();
                files.retain(|file| file.extension().is_some_and(|known| known == extension));
                files.sort();
                all.extend(files.iter().map(|file| file.to_string_lossy().into_owned()));
            }
        }
    }
    Ok(all)
}
