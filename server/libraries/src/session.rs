//! The libraries of a session: opened once for all its projects, and computed in the background.

use super::entry::{self, LibraryEntry};
use super::file_digest::hash_of;
use super::opened::OpenedLibraries;
use super::part::Part;
use super::{JdkLibrary, LibraryPath, digest};
use ide::Model;
use jdk::{CacheFolder, Jdk, Toolchain};
use problems::{Problem, Severity};
use programs::Command;
use project_settings::Configuration;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::SystemTime;

/// The libraries that the projects of a session call. Each library is open once, however many projects use it.
#[derive(Debug, Default)]
pub struct Libraries {
    jdks: Mutex<HashMap<String, Weak<JdkLibrary>>>,
    parts: Mutex<HashMap<String, Weak<Part>>>,
    /// The digests of jars, valid while their sizes and times stay the same.
    contents: Mutex<HashMap<PathBuf, (u64, SystemTime, blake3::Hash)>>,
    /// Locked during a computation, so that nothing is computed twice. Failed computations are not repeated.
    failed: Mutex<HashSet<String>>,
}

/// The libraries that a project calls.
#[derive(Debug, Clone)]
pub struct CalledLibraries {
    model: Model,
    settings: Configuration,
    class_path: Vec<PathBuf>,
    packages: BTreeSet<String>,
}

impl CalledLibraries {
    /// The libraries of a project: the session's JDK with the modules that the project's classes name, and the jars of its class
    /// path.
    pub fn new<'c>(
        model: &Model,
        settings: &Configuration,
        class_path: &[PathBuf],
        classes: impl IntoIterator<Item = &'c [u8]>,
    ) -> Self {
        Self {
            model: model.clone(),
            settings: settings.clone(),
            class_path: class_path.to_vec(),
            packages: entry::packages(classes),
        }
    }
}

/// Gets the name of the library that is being computed, the number of finished ones, and the total.
type Report<'r> = &'r mut dyn FnMut(&str, usize, usize);

/// The JDK of a session, and the folder for cached results.
struct Home {
    jdk: Jdk,
    cache: CacheFolder,
}

impl Home {
    fn of(settings: &Configuration) -> Option<Self> {
        Some(Self {
            jdk: Toolchain::find(settings.java_home.as_deref()).ok()?.jdk,
            cache: jdk::cache_folder().ok()?,
        })
    }
}

impl Libraries {
    /// The cached libraries; `None` before the JDK's prices exist.
    pub fn open(&self, called: &CalledLibraries) -> Option<Arc<LibraryPath>> {
        let home = Home::of(&called.settings)?;
        let jdk = self.jdk(&home, &called.model)?;
        let (entries, _) = self.entries(&jdk, &home, called);
        let opened = self.opened(&jdk, &home, &entries);
        Some(Arc::new(opened.path(&jdk)))
    }

    /// Prices the JDK's methods if they are not priced yet, or waits if another project is doing that. This takes long.
    /// Returns the reasons why calls into the JDK stay unpriced, each reported once in a session.
    pub fn make_jdk(&self, called: &CalledLibraries, report: Report<'_>) -> Vec<Problem> {
        let Some(home) = Home::of(&called.settings) else {
            return Vec::new();
        };
        let mut failed = lock(&self.failed);
        let digest = digest(&home.jdk, &called.model, &home.cache.path);
        if failed.contains(&digest) || self.jdk(&home, &called.model).is_some() {
            return Vec::new();
        }
        report(&format!("JDK {}", home.jdk.version.full), 0, 1);
        let Err(reason) = work_out(&called.settings, &home, &[]) else {
            return Vec::new();
        };
        failed.insert(digest);
        let message = format!("the JDK's methods could not be priced: {reason}");
        vec![Problem::new(Severity::Warning, home.jdk.home, message)]
    }

    /// The same for the JDK's modules and the jars, which needs the JDK's own costs.
    pub fn make_parts(&self, called: &CalledLibraries, report: Report<'_>) -> Vec<Problem> {
        let Some(home) = Home::of(&called.settings) else {
            return Vec::new();
        };
        let mut failed = lock(&self.failed);
        let Some(jdk) = self.jdk(&home, &called.model) else {
            return Vec::new();
        };
        let (entries, mut problems) = self.entries(&jdk, &home, called);
        problems.retain(|problem| failed.insert(problem.to_string()));
        let known = self.opened(&jdk, &home, &entries);
        let lacking = (0..entries.len())
            .filter(|index| !known.has(*index))
            .count();
        drop(known);
        let mut done = 0;
        OpenedLibraries::open(&jdk, &entries, |entry, digest, _| {
            let mut part = self.part(&home.cache.path, digest);
            if part.is_none() && !failed.contains(digest) {
                report(&entry.name, done, lacking.max(done + 1));
                done += 1;
                if let Err(reason) = work_out(&called.settings, &home, &arguments(entry, &entries))
                {
                    failed.insert(digest.to_owned());
                    problems.push(entry.problem(&reason));
                }
                part = self.part(&home.cache.path, digest);
            }
            let damaged = part.iter().flat_map(|part| part.damaged());
            let damaged = damaged.map(|class| entry.damaged(class));
            problems.extend(damaged.filter(|problem| failed.insert(problem.to_string())));
            part
        });
        problems
    }

    fn jdk(&self, home: &Home, model: &Model) -> Option<Arc<JdkLibrary>> {
        let digest = digest(&home.jdk, model, &home.cache.path);
        shared(&self.jdks, &digest, || {
            JdkLibrary::open(&home.jdk, model, &home.cache.path).ok()?
        })
    }

    fn part(&self, cache: &Path, digest: &str) -> Option<Arc<Part>> {
        shared(&self.parts, digest, || Part::open(cache, digest))
    }

    fn entries(
        &self,
        jdk: &JdkLibrary,
        home: &Home,
        called: &CalledLibraries,
    ) -> (Vec<LibraryEntry>, Vec<Problem>) {
        let (cache, packages) = (&home.cache.path, &called.packages);
        entry::entries(jdk, cache, &called.class_path, packages, |jar| {
            self.contents_of(jar)
        })
    }

    /// The cached results of these entries.
    fn opened(&self, jdk: &JdkLibrary, home: &Home, entries: &[LibraryEntry]) -> OpenedLibraries {
        OpenedLibraries::open(jdk, entries, |_, digest, _| {
            self.part(&home.cache.path, digest)
        })
    }

    /// The digest of a jar, which is read again only if it changed.
    fn contents_of(&self, jar: &Path) -> io::Result<blake3::Hash> {
        let metadata = jar.metadata()?;
        let (length, modified) = (metadata.len(), metadata.modified()?);
        if let Some((known_length, known_time, hash)) = lock(&self.contents).get(jar)
            && (*known_length, *known_time) == (length, modified)
        {
            return Ok(*hash);
        }
        let hash = hash_of(jar)?;
        lock(&self.contents).insert(jar.to_path_buf(), (length, modified, hash));
        Ok(hash)
    }
}

/// Returns what is already open, or opens it. Drops what is no longer used.
fn shared<T>(
    open: &Mutex<HashMap<String, Weak<T>>>,
    digest: &str,
    opened: impl FnOnce() -> Option<T>,
) -> Option<Arc<T>> {
    if let Some(known) = lock(open).get(digest).and_then(Weak::upgrade) {
        return Some(known);
    }
    let opened = Arc::new(opened()?);
    let mut open = lock(open);
    open.retain(|_, library| library.strong_count() > 0);
    // Another thread may have been faster.
    if let Some(known) = open.get(digest).and_then(Weak::upgrade) {
        return Some(known);
    }
    open.insert(digest.to_owned(), Arc::downgrade(&opened));
    Some(opened)
}

/// The arguments of a process for an entry: the entry and everything that it calls, in the order of class lookup.
fn arguments(entry: &LibraryEntry, entries: &[LibraryEntry]) -> Vec<PathBuf> {
    let needs = entry.needs.iter().filter_map(|need| entries.get(*need));
    let mut all: Vec<(usize, PathBuf)> = needs
        .chain([entry])
        .flat_map(LibraryEntry::arguments)
        .collect();
    all.sort();
    all.into_iter().map(|(_, path)| path).collect()
}

/// Starts a process of this program that prices these libraries, or the JDK's own, and waits for it. Its memory is free when
/// it ends, and a failure affects only that process.
fn work_out(settings: &Configuration, home: &Home, places: &[PathBuf]) -> Result<(), String> {
    let mut command = Command::of_this_program().map_err(|error| error.to_string())?;
    // It does not know the session's JDK, so it must not search for one itself.
    command.arg("--java-home").arg(&home.jdk.home);
    command
        .arg("library")
        .args(["--mapping", settings.mapping.name()])
        .stdin(Stdio::null());
    if let Some((variable, folder)) = &home.cache.variable {
        command.env(variable, folder);
    }
    if let Some(model) = &settings.model {
        command.args(["--model", model]);
    }
    if let Some(counts) = crate::measured_run::in_use() {
        command.arg("--counts").arg(counts);
    }
    if !places.is_empty() {
        command.arg("--").args(places);
    }
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rfind(|line| !line.trim().is_empty());
    Err(last.map_or_else(|| output.status.to_string(), str::to_owned))
}

/// A panic elsewhere leaves the maps intact.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
