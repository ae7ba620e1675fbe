//! Finds classes and jars of a project where build tools and IDEs put them.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::io::{BufReader, ErrorKind};
use std::path::{Path, PathBuf};

use files::{Bounded, Limits};
use zip::ZipArchive;

use super::roots::module_of;
use crate::manifest::{ManifestEntries, named_by};
use problems::{Problem, Severity};

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
/// Folders whose subfolders are class outputs (`IntelliJ` IDEA).
const OUTPUTS_OF_MODULES: [&str; 2] = ["out/production", "out/test"];
const JARS: [&str; 2] = ["lib", "libs"];

/// Whether a file is in a place that is searched for jars of a project.
pub fn is_jar_of_project(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    is_jar(path) && JARS.iter().any(|name| folder == Some(OsStr::new(name)))
}

fn is_jar(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
}

/// The class outputs and jars of a project, and their problems.
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
            "over {} jars in lib folders: the rest is left out; name those that you need with --class-path",
            limits.max_jars
        );
        problems.push(Problem::new(Severity::Warning, None, message));
    }
    (outputs, jars, problems)
}

/// The maximum number of names in manifests that are followed for one class path.
const MAX_NAMED: usize = 2_000;
/// The number of characters of a name that a message shows.
const MAX_SHOWN: usize = 200;

/// The examined entries, with the entries that their manifests name, if javac can use them.
#[derive(Debug, Default)]
pub(super) struct CheckedEntries(HashMap<PathBuf, Option<Vec<PathBuf>>>);

impl CheckedEntries {
    /// A class path of the entries that javac can use, each once. Each jar is followed by what its manifest names, and so on.
    /// The reason for leaving out an entry is reported once.
    pub(super) fn usable(
        &mut self,
        entries: impl IntoIterator<Item = PathBuf>,
        problems: &mut Vec<Problem>,
    ) -> Vec<PathBuf> {
        let mut usable = Vec::new();
        let mut taken = BTreeSet::new();
        let mut followed = 0;
        for given in entries {
            let mut open = vec![given];
            let mut is_named = false;
            while let Some(entry) = open.pop() {
                let is_new = taken.insert(entry.clone());
                if is_new && let Some(named) = self.look_at(&entry, is_named, problems) {
                    let named = named.get(..MAX_NAMED - followed).unwrap_or(named);
                    followed += named.len();
                    open.extend(named.iter().rev().cloned());
                    usable.push(entry);
                }
                is_named = true;
            }
        }
        usable
    }

    fn look_at(
        &mut self,
        entry: &Path,
        is_named: bool,
        problems: &mut Vec<Problem>,
    ) -> Option<&[PathBuf]> {
        if !self.0.contains_key(entry) {
            let told = |severity, message| Problem::new(severity, entry.to_path_buf(), message);
            let tell = |message| told(Severity::Warning, message);
            let places = match check(entry) {
                Ok(named) => {
                    problems.extend(elsewhere(&named).map(tell));
                    Some(named.places)
                }
                Err(Unusable::NotThere) if is_named => None,
                Err(reason) => {
                    // If a jar exists but cannot be read, every number may lack its code.
                    let severity = match reason {
                        Unusable::NotThere => Severity::Warning,
                        Unusable::Unreadable(_) | Unusable::Damaged(_) => Severity::Error,
                    };
                    problems.push(told(severity, reason.to_string()));
                    None
                }
            };
            self.0.insert(entry.to_path_buf(), places);
        }
        self.0.get(entry)?.as_deref()
    }
}

/// A message about names that lead to other machines.
fn elsewhere(named: &ManifestEntries) -> Option<String> {
    let first: String = named.elsewhere.first()?.chars().take(MAX_SHOWN).collect();
    let more = match named.elsewhere.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!(
        "the manifest of this jar names {first}{more} as its class path, which is on another machine and is \
         not read; copy that jar to this machine and add it to classPath"
    ))
}

/// Why javac could not use an entry of a class path.
#[derive(Debug, thiserror::Error)]
enum Unusable {
    #[error("this entry of the class path does not exist and is left out")]
    NotThere,
    #[error("this entry of the class path cannot be read and is left out: {0}")]
    Unreadable(std::io::Error),
    #[error(
        "this jar cannot be opened and is left out of the class path: {0}; fetch or build it again"
    )]
    Damaged(zip::result::ZipError),
}

/// Examines an entry of a class path, and returns what its manifest names. A damaged jar would make every compilation fail,
/// whether it needs the jar or not.
fn check(entry: &Path) -> Result<ManifestEntries, Unusable> {
    if entry.is_dir() {
        return Ok(ManifestEntries::default());
    }
    let file = files::open(entry).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Unusable::NotThere,
        _ => Unusable::Unreadable(error),
    })?;
    // Each entry in a directory takes memory, so its size is limited.
    let most = files::JAR_DIRECTORY;
    let mut archive =
        ZipArchive::new(Bounded::new(BufReader::new(file), most)).map_err(Unusable::Damaged)?;
    Ok(named_by(&mut archive, entry))
}

/// The sorted entries of a folder; none if it cannot be read.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
