//! Jars of a class path and modules of a JDK, each with the digest that its costs are kept under.

use super::part::{self, Contents, MAX_CLASSES, Part};
use super::store::DamagedClass;
use super::{JdkLibrary, MODULE};
use crate::{ClassSource, Limits, Problem, Severity};
use files::Bounded;
use ide::Model;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wcec::calls::{Library, UnitClass, named_packages};

/// What names a module of the JDK where a path is expected.
const SCHEME: &str = "jrt:/";

/// A jar or a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LibraryEntry {
    /// Follows from the contents and from the JDK that they are computed against.
    pub(super) digest: String,
    /// For people.
    pub(super) name: String,
    origin: Origin,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    Module(String),
    Jar(PathBuf),
}

impl LibraryEntry {
    fn of_module(jdk: &JdkLibrary, module: &str) -> Self {
        Self {
            digest: part::digest(&jdk.digest, &[b"module", module.as_bytes()]),
            name: module.to_owned(),
            origin: Origin::Module(module.to_owned()),
        }
    }

    fn of_jar(jdk: &JdkLibrary, jar: &Path, contents: &blake3::Hash) -> Self {
        Self {
            digest: part::digest(&jdk.digest, &[b"jar", contents.as_bytes()]),
            name: jar
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            origin: Origin::Jar(jar.to_path_buf()),
        }
    }

    /// What a user names by the path of a jar or as `jrt:/MODULE`.
    pub(super) fn named(jdk: &JdkLibrary, path: &Path) -> Result<Self, Problem> {
        let module = path.to_str().and_then(|path| path.strip_prefix(SCHEME));
        match module {
            Some(module) => Ok(Self::of_module(jdk, module)),
            None => hash_of(path)
                .map(|contents| Self::of_jar(jdk, path, &contents))
                .map_err(|error| unreadable(path, &error)),
        }
    }

    /// By what [`LibraryEntry::named`] finds it again.
    pub(super) fn argument(&self) -> PathBuf {
        match &self.origin {
            Origin::Module(module) => PathBuf::from(format!("{SCHEME}{module}")),
            Origin::Jar(jar) => jar.clone(),
        }
    }

    /// Works out what its methods cost, in parallel, and keeps it.
    pub(super) fn make(
        &self,
        jdk: &Arc<JdkLibrary>,
        model: &Model,
        cache: &Path,
    ) -> Result<Part, Problem> {
        self.contents(jdk)
            .and_then(|contents| {
                let jdk = Arc::clone(jdk) as Arc<dyn Library>;
                Part::make(cache, &self.digest, contents, jdk, model)
                    .map_err(|error| error.to_string())
            })
            .map_err(|reason| self.problem(&reason))
    }

    /// That its calls are not priced, and why.
    pub(super) fn problem(&self, reason: &str) -> Problem {
        let file = match &self.origin {
            Origin::Jar(jar) => Some(jar.clone()),
            Origin::Module(_) => None,
        };
        let message = format!(
            "{} could not be priced, so calls into it have no price: {reason}",
            self.name
        );
        Problem::new(Severity::Warning, file, message)
    }

    /// What is to be reported about a class that cannot be read.
    pub(super) fn damaged(&self, damaged: &DamagedClass) -> Problem {
        let entry = match &self.origin {
            Origin::Jar(jar) => format!("{}!/{}.class", jar.display(), damaged.class),
            Origin::Module(module) => format!("{SCHEME}{module}/{}", damaged.class),
        };
        let message = format!(
            "this class cannot be read, so calls into it have no price: {}; fetch or build it again",
            damaged.reason
        );
        Problem::new(Severity::Warning, PathBuf::from(entry), message)
    }

    fn contents(&self, jdk: &JdkLibrary) -> Result<Contents, String> {
        let read: Vec<Result<_, DamagedClass>> = match &self.origin {
            Origin::Module(module) => {
                let names = (jdk.modules.class_names(module))
                    .ok_or_else(|| String::from("the JDK has no such module"))?;
                within_limit(names.len())?;
                let of = |name: &str| {
                    let class = jdk.modules.class(name).map_err(|error| error.to_string());
                    let bytes = class.and_then(|class| {
                        let class = class.ok_or_else(|| String::from("it is not there"))?;
                        Ok(class.bytes().to_vec())
                    });
                    read(name, bytes)
                };
                names.par_iter().map(|name| of(name)).collect()
            }
            Origin::Jar(jar) => {
                let source =
                    ClassSource::open(&jar.to_string_lossy(), Some(&jdk.jdk), &Limits::default())
                        .map_err(|error| error.to_string())?;
                within_limit(source.len())?;
                let of = |index: usize| {
                    let bytes = source.with_bytes(index, <[u8]>::to_vec);
                    let name = source.name_in_jar(index).unwrap_or_default();
                    read(name, bytes.map_err(|problem| problem.message))
                };
                (0..source.len()).into_par_iter().map(of).collect()
            }
        };
        let mut contents = Contents::default();
        for class in read {
            match class {
                Ok(class) => contents.classes.push(class),
                Err(damaged) => contents.damaged.push(damaged),
            }
        }
        Ok(contents)
    }
}

/// A class of these bytes.
fn read(
    name: &str,
    bytes: Result<Vec<u8>, String>,
) -> Result<Arc<UnitClass<Vec<u8>>>, DamagedClass> {
    let class = bytes.and_then(|bytes| {
        let class = UnitClass::read(bytes).map_err(|error| error.to_string());
        class.map(Arc::new)
    });
    class.map_err(|reason| DamagedClass {
        class: Arc::from(name),
        reason,
    })
}

/// The packages that classes name.
pub(super) fn packages<'c>(classes: impl IntoIterator<Item = &'c [u8]>) -> BTreeSet<String> {
    let mut packages = BTreeSet::new();
    for bytes in classes {
        packages.extend(named_packages(bytes).unwrap_or_default());
    }
    packages
}

/// The modules besides `java.base` that have these packages, then the jars among the entries of a class path, each once.
pub(super) fn places(
    jdk: &JdkLibrary,
    class_path: &[PathBuf],
    packages: &BTreeSet<String>,
    hash_of: impl Fn(&Path) -> io::Result<blake3::Hash> + Sync,
) -> (Vec<LibraryEntry>, Vec<Problem>) {
    let modules = packages
        .iter()
        .filter_map(|package| jdk.modules.module_of_package(package));
    let modules: BTreeSet<&str> = modules.filter(|module| *module != MODULE).collect();
    let is_jar = |path: &&PathBuf| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
    };
    let mut seen = BTreeSet::new();
    let jars: Vec<&PathBuf> = class_path
        .iter()
        .filter(is_jar)
        .filter(|jar| seen.insert(*jar))
        .collect();
    let hashes: Vec<io::Result<blake3::Hash>> = jars.par_iter().map(|jar| hash_of(jar)).collect();
    let mut places: Vec<LibraryEntry> = modules
        .into_iter()
        .map(|module| LibraryEntry::of_module(jdk, module))
        .collect();
    let mut problems = Vec::new();
    for (jar, hash) in jars.into_iter().zip(hashes) {
        match hash {
            Ok(contents) => places.push(LibraryEntry::of_jar(jdk, jar, &contents)),
            Err(error) => problems.push(unreadable(jar, &error)),
        }
    }
    (places, problems)
}

fn unreadable(jar: &Path, error: &io::Error) -> Problem {
    let message = format!("the jar cannot be read: {error}");
    Problem::new(Severity::Warning, jar.to_path_buf(), message)
}

/// The digest of a file's contents.
pub(super) fn hash_of(file: &Path) -> io::Result<blake3::Hash> {
    let file = Bounded::new(files::open(file)?, files::JAR);
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file)?;
    Ok(hasher.finalize())
}

fn within_limit(classes: usize) -> Result<(), String> {
    if classes > MAX_CLASSES {
        return Err(format!(
            "it has {classes} classes, more than the {MAX_CLASSES} that are followed"
        ));
    }
    Ok(())
}
