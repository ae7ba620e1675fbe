//! Parses all Java files of a JDK with `source`.

use std::error::Error;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use jdk::{Environment, find_jdks};
use source::SourceFile;

/// One in this many files is read: all of them would take half a minute.
const EVERY: usize = 5;

/// The `src.zip` of the newest JDK that has one, with the JDK's version.
fn newest_sources() -> Option<(String, PathBuf)> {
    let mut jdks = find_jdks(None, &Environment::of_this_process()).jdks;
    jdks.sort_by_key(|jdk| std::cmp::Reverse(jdk.version.feature));
    jdks.into_iter()
        .map(|jdk| (jdk.version.full.clone(), jdk.home.join("lib/src.zip")))
        .find(|(_, path)| path.is_file())
}

#[derive(Default)]
struct Totals {
    files: AtomicUsize,
    clean: AtomicUsize,
    classes: AtomicUsize,
    methods: AtomicUsize,
}

#[test]
fn at_least_99_percent_of_the_jdk_s_sources_parse_clean() -> Result<(), Box<dyn Error>> {
    let Some((version, path)) = newest_sources() else {
        tests::skip(
            "at_least_99_percent_of_the_jdk_s_sources_parse_clean",
            "no JDK with a lib/src.zip was found",
        );
        return Ok(());
    };
    let names: Vec<String> = zip::ZipArchive::new(File::open(&path)?)?
        .file_names()
        .filter(|name| Path::new(name).extension().is_some_and(|end| end == "java"))
        .map(str::to_owned)
        .enumerate()
        .filter(|(place, _)| place % EVERY == 0)
        .map(|(_, name)| name)
        .collect();
    let next = AtomicUsize::new(0);
    let totals = Totals::default();
    let read_all = || -> Result<(), String> {
        let open = || zip::ZipArchive::new(File::open(&path)?);
        let mut archive = open().map_err(|error| error.to_string())?;
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut bytes = Vec::new();
            archive
                .by_name(name)
                .map_err(|error| error.to_string())?
                .read_to_end(&mut bytes)
                .map_err(|error| error.to_string())?;
            let file = SourceFile::parse(String::from_utf8_lossy(&bytes).as_ref());
            totals.files.fetch_add(1, Ordering::Relaxed);
            totals
                .classes
                .fetch_add(file.classes().len(), Ordering::Relaxed);
            totals
                .methods
                .fetch_add(file.methods().len(), Ordering::Relaxed);
            if file.is_clean() {
                totals.clean.fetch_add(1, Ordering::Relaxed);
            } else if let Some(problem) = file.problems().first() {
                println!("{name}:{}: {}", problem.line, problem.kind);
            }
        }
        Ok(())
    };
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(read_all)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked".to_owned())?)
    })?;
    let [files, clean, classes, methods] =
        [totals.files, totals.clean, totals.classes, totals.methods].map(AtomicUsize::into_inner);
    println!(
        "JDK {version}: {clean} of {files} files parse clean ({:.3}%); {classes} classes, {methods} methods",
        100.0 * clean as f64 / files as f64
    );
    assert!(files * EVERY > 10_000, "{files} files are not of a whole JDK");
    assert!(clean * 100 >= files * 99);
    assert!(classes > files && methods > 10 * files);
    Ok(())
}
