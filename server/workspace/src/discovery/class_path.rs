//! Classes and jars of a project, where build tools and IDEs put them.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use files::Bounded;
use zip::ZipArchive;

use super::roots::module_of;
use crate::{Limits, Problem, Severity};

/// Class outputs of Maven, Gradle and Eclipse, relative to a module.
const OUTPUTS: [&str; 7] = [
    "target/classes",
    "target/test-classes",
    "build/classes/java/main",
    "build/classes/java/test",
    "build/classes/kotlin/main",
    "build/classes/kotlin/test",
    "bin",
];
/// Folders of which every subfolder is a class output (`IntelliJ` IDEA).
const OUTPUTS_OF_MODULES: [&str; 2] = ["out/production", "out/test"];
const JARS: [&str; 2] = ["lib", "libs"];

/// Whether a file is where jars of a project are looked for.
pub fn is_jar_of_project(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    is_jar(path) && JARS.iter().any(|name| folder == Some(OsStr::new(name)))
}

fn is_jar(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
}

/// Class outputs and jars of a project, and what is wrong with them.
pub(super) fn of(
    folders: &BTreeSet<PathBuf>,
    roots: &BTreeSet<PathBuf>,
    limits: &Limits,
) -> (Vec<PathBuf>, Vec<PathBuf>, Vec<Problem>) {
    let mut modules: BTreeSet<&Path> = folders.iter().map(|folder| module_of(folder)).collect();
    modules.extend(roots.iter().map(|root| module_of(root)));
    let mut outputs = Vec::new();
    let mut jars = Vec::new();
    let mut problems = Vec::new();
    for module in modules {
        let named = OUTPUTS.iter().map(|output| module.join(output));
        let listed = OUTPUTS_OF_MODULES
            .iter()
            .flat_map(|output| entries(&module.join(output)));
        outputs.extend(named.chain(listed).filter(|output| output.is_dir()));
        let found = JARS.iter().flat_map(|folder| entries(&module.join(folder)));
        jars.extend(found.filter(|jar| is_jar(jar) && jar.is_file()));
    }
    if jars.len() > limits.max_jars {
        jars.truncate(limits.max_jars);
        let message = format!(
            "over {} jars in lib folders: the rest is left out; name those needed with --class-path",
            limits.max_jars
        );
        problems.push(Problem::new(Severity::Warning, None, message));
    }
    (outputs, jars, problems)
}

/// The entries that were looked at, and whether javac can use them.
#[derive(Debug, Default)]
pub(super) struct Checked(HashMap<PathBuf, bool>);

impl Checked {
    /// Whether javac can use an entry of a class path. Why not is told once.
    pub(super) fn is_usable(&mut self, entry: &Path, problems: &mut Vec<Problem>) -> bool {
        if let Some(known) = self.0.get(entry) {
            return *known;
        }
        let checked = check(entry);
        self.0.insert(entry.to_path_buf(), checked.is_ok());
        if let Err(reason) = checked {
            problems.push(Problem::new(Severity::Warning, entry.to_path_buf(), reason));
            return false;
        }
        true
    }
}

/// Says why javac could not use an entry of a class path. One jar that is damaged would fail every
/// compilation, whether it needs the jar or not.
fn check(entry: &Path) -> Result<(), String> {
    let not_there = "this entry of the class path does not exist and is left out";
    if entry.is_dir() {
        return Ok(());
    }
    let file = files::open(entry).map_err(|error| match error.kind() {
        ErrorKind::NotFound => not_there.to_owned(),
        _ => format!("this entry of the class path cannot be read and is left out: {error}"),
    })?;
    // Each entry that a directory names takes memory, so no endless one is read.
    let opened = ZipArchive::new(Bounded::new(BufReader::new(file), files::JAR_DIRECTORY));
    opened.map(|_| ()).map_err(|error| {
        format!("this jar cannot be opened and is left out of the class path: {error}; fetch or build it again")
    })
}

/// The sorted entries of a folder, none if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
