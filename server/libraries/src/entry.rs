//! Jars of a class path and modules of a JDK, each with the digest under which its costs are cached.

use super::class_path::LibraryPath;
use super::file_digest::hash_of;
use super::names::{self, LibraryNames};
use super::part::{self, Contents, Part};
use super::plan::{PlannedLibrary, plan};
use super::store::DamagedClass;
use super::{JdkLibrary, MODULE};
use crate::ClassSource;
use calls::{Library, UnitClass, named_packages};
use files::Limits;
use ide::Model;
use problems::{Problem, Severity};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The prefix of a JDK module in place of a path.
const SCHEME: &str = "jrt:/";

/// Libraries with more classes are not priced, because that would take more than 4 GB of memory.
const MAX_CLASSES: usize = 40_000;

/// A jar, a module, or several jars that call each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LibraryEntry {
    /// Its name, for readers.
    pub(super) name: String,
    /// The entries that it calls directly or indirectly, ascending. All of them come before it.
    pub(super) needs: Vec<usize>,
    /// Its position among all libraries in the order of class lookup.
    pub(super) place: usize,
    origins: Vec<Origin>,
    /// Classes that an earlier jar already has, by number.
    hidden: Vec<u64>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Origin {
    Module(String),
    Jar(PathBuf, blake3::Hash),
}

impl Origin {
    /// The library that a user names by a jar's path or as `jrt:/MODULE`.
    fn named(
        path: &Path,
        hash_of: &impl Fn(&Path) -> io::Result<blake3::Hash>,
    ) -> Result<Self, Problem> {
        let module = path.to_str().and_then(|path| path.strip_prefix(SCHEME));
        match module {
            Some(module) => Ok(Self::Module(module.to_owned())),
            None => hash_of(path)
                .map(|contents| Self::Jar(path.to_path_buf(), contents))
                .map_err(|error| unreadable(path, &error)),
        }
    }

    /// The argument from which [`Origin::named`] finds it again.
    fn argument(&self) -> PathBuf {
        match self {
            Self::Module(module) => PathBuf::from(format!("{SCHEME}{module}")),
            Self::Jar(jar, _) => jar.clone(),
        }
    }

    fn name(&self) -> String {
        match self {
            Self::Module(module) => module.clone(),
            Self::Jar(jar, _) => {
                let name = jar.file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        }
    }

    fn kind(&self) -> [&[u8]; 2] {
        match self {
            Self::Module(module) => [b"module", module.as_bytes()],
            Self::Jar(_, contents) => [b"jar", contents.as_bytes()],
        }
    }

    /// The names of its classes and of those that it uses. A library that cannot be read has no names.
    fn names(&self, jdk: &JdkLibrary, cache: &Path) -> LibraryNames {
        let digest = names::digest(&jdk.digest, &self.kind());
        LibraryNames::kept(cache, &digest, || match self {
            Self::Module(module) => {
                let classes = jdk.modules.class_names(module).unwrap_or_default();
                LibraryNames::of(classes.len(), |index| {
                    let class = jdk.modules.class(classes.get(index)?).ok()??;
                    names::in_class(class.bytes())
                })
            }
            Self::Jar(jar, _) => match opened(jar, jdk) {
                Ok(source) => LibraryNames::of(source.len(), |index| {
                    source.with_bytes(index, names::in_class).ok()?
                }),
                Err(_) => LibraryNames::default(),
            },
        })
    }
}

fn opened(jar: &Path, jdk: &JdkLibrary) -> Result<ClassSource, String> {
    let source = ClassSource::open(&jar.to_string_lossy(), Some(&jdk.jdk), &Limits::default());
    source.map_err(|error| error.to_string())
}

impl LibraryEntry {
    fn of(planned: PlannedLibrary, origins: &[Origin]) -> Self {
        let PlannedLibrary {
            members,
            needs,
            hidden,
        } = planned;
        let place = members.first().copied().unwrap_or_default();
        let origins: Vec<Origin> = members
            .iter()
            .filter_map(|at| origins.get(*at).cloned())
            .collect();
        let names: Vec<String> = origins.iter().map(Origin::name).collect();
        Self {
            name: names.join(" with "),
            needs,
            place,
            origins,
            hidden,
        }
    }

    /// The digest of its contents and of everything that their prices depend on. `needs` are the digests of the libraries that it
    /// calls, if they exist.
    pub(super) fn digest<'d>(
        &self,
        jdk: &JdkLibrary,
        needs: impl IntoIterator<Item = &'d str>,
    ) -> String {
        let mut needs: Vec<&str> = needs.into_iter().collect();
        needs.sort_unstable();
        let mut contents: Vec<&[u8]> = Vec::new();
        for origin in &self.origins {
            contents.extend(origin.kind());
        }
        let hidden: Vec<u8> = self
            .hidden
            .iter()
            .flat_map(|class| class.to_le_bytes())
            .collect();
        contents.push(&hidden);
        contents.extend(needs.into_iter().map(str::as_bytes));
        part::digest(&jdk.digest, &contents)
    }

    /// The arguments from which a process finds this library and all that it calls.
    pub(super) fn arguments(&self) -> impl Iterator<Item = (usize, PathBuf)> + '_ {
        self.origins
            .iter()
            .map(|origin| (self.place, origin.argument()))
    }

    /// Computes what its methods cost, in parallel, and caches the result.
    pub(super) fn make(
        &self,
        digest: &str,
        library: LibraryPath,
        model: &Model,
        cache: &Path,
    ) -> Result<Part, Problem> {
        self.contents(library.jdk())
            .and_then(|contents| {
                let library = Arc::new(library) as Arc<dyn Library>;
                Part::make(cache, digest, contents, library, model)
                    .map_err(|error| error.to_string())
            })
            .map_err(|reason| self.problem(&reason))
    }

    fn file(&self) -> Option<PathBuf> {
        match self.origins.first()? {
            Origin::Jar(jar, _) => Some(jar.clone()),
            Origin::Module(_) => None,
        }
    }

    /// The problem that its calls are not priced, with the reason.
    pub(super) fn problem(&self, reason: &str) -> Problem {
        let message = format!(
            "{} could not be priced, so calls into it have no price: {reason}",
            self.name
        );
        Problem::new(Severity::Warning, self.file(), message)
    }

    /// The problem of a class that cannot be read.
    pub(super) fn damaged(&self, damaged: &DamagedClass) -> Problem {
        let origin = self.origins.first().map(Origin::argument);
        let origin = origin.unwrap_or_default();
        let entry = match self.file() {
            Some(jar) => format!("{}!/{}.class", jar.display(), damaged.class),
            None => format!("{}/{}", origin.display(), damaged.class),
        };
        let message = format!(
            "this class cannot be read, so calls into it have no price: {}; fetch or build it again",
            damaged.reason
        );
        Problem::new(Severity::Warning, PathBuf::from(entry), message)
    }

    fn contents(&self, jdk: &JdkLibrary) -> Result<Contents, String> {
        let mut contents = Contents::default();
        for origin in &self.origins {
            let classes = classes(origin, jdk)?;
            let all = contents.classes.len() + classes.len();
            if all > MAX_CLASSES {
                return Err(format!(
                    "it has {all} classes or more, and at most {MAX_CLASSES} are followed"
                ));
            }
            for class in classes {
                match class {
                    Ok(class) if self.is_hidden(jdk, origin, &class.header().name) => {}
                    Ok(class) => contents.classes.push(class),
                    Err(damaged) => contents.damaged.push(damaged),
                }
            }
        }
        Ok(contents)
    }

    /// Whether a class never runs, because the JDK or an earlier jar has one of its name.
    fn is_hidden(&self, jdk: &JdkLibrary, origin: &Origin, class: &str) -> bool {
        let Origin::Jar(..) = origin else {
            return false;
        };
        let package = class.rsplit_once('/').map_or("", |(package, _)| package);
        jdk.modules.module_of_package(package).is_some()
            || self.hidden.binary_search(&names::number(class)).is_ok()
    }
}

type ReadClass = Result<Arc<UnitClass>, DamagedClass>;

fn classes(origin: &Origin, jdk: &JdkLibrary) -> Result<Vec<ReadClass>, String> {
    Ok(match origin {
        Origin::Module(module) => {
            let names = (jdk.modules.class_names(module))
                .ok_or_else(|| String::from("the JDK has no such module"))?;
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
        Origin::Jar(jar, _) => {
            let source = opened(jar, jdk)?;
            let of = |index: usize| {
                let bytes = source.with_bytes(index, <[u8]>::to_vec);
                let name = source.name_in_jar(index).unwrap_or_default();
                read(name, bytes.map_err(|problem| problem.message))
            };
            (0..source.len()).into_par_iter().map(of).collect()
        }
    })
}

/// A class with these bytes.
fn read(name: &str, bytes: Result<Vec<u8>, String>) -> ReadClass {
    let class = bytes.and_then(|bytes| {
        let class = UnitClass::read(bytes).map_err(|error| error.to_string());
        class.map(Arc::new)
    });
    class.map_err(|reason| DamagedClass {
        class: Arc::from(name),
        reason,
    })
}

/// The packages in the names of classes.
pub(super) fn packages<'c>(classes: impl IntoIterator<Item = &'c [u8]>) -> BTreeSet<String> {
    let mut packages = BTreeSet::new();
    for bytes in classes {
        packages.extend(named_packages(bytes).unwrap_or_default());
    }
    packages
}

/// The modules besides `java.base` that have these packages, and the jars of a class path, each once, with all modules that they
/// call. Callees come first.
pub(super) fn entries(
    jdk: &JdkLibrary,
    cache: &Path,
    class_path: &[PathBuf],
    packages: &BTreeSet<String>,
    hash_of: impl Fn(&Path) -> io::Result<blake3::Hash> + Sync,
) -> (Vec<LibraryEntry>, Vec<Problem>) {
    let is_jar = |path: &&PathBuf| {
        path.extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("jar"))
    };
    let jars: Vec<&PathBuf> = class_path.iter().filter(is_jar).collect();
    of_paths(jdk, cache, &jars, packages, hash_of)
}

/// The same for jars and modules that a user names, by path or as `jrt:/MODULE`.
pub(super) fn named(
    jdk: &JdkLibrary,
    cache: &Path,
    paths: &[PathBuf],
) -> (Vec<LibraryEntry>, Vec<Problem>) {
    let paths: Vec<&PathBuf> = paths.iter().collect();
    of_paths(jdk, cache, &paths, &BTreeSet::new(), hash_of)
}

fn of_paths(
    jdk: &JdkLibrary,
    cache: &Path,
    paths: &[&PathBuf],
    packages: &BTreeSet<String>,
    hash_of: impl Fn(&Path) -> io::Result<blake3::Hash> + Sync,
) -> (Vec<LibraryEntry>, Vec<Problem>) {
    let mut seen = BTreeSet::new();
    let paths: Vec<&&PathBuf> = paths
        .iter()
        .filter(|path| seen.insert(path.as_path()))
        .collect();
    let origins = paths.par_iter().map(|path| Origin::named(path, &hash_of));
    let origins: Vec<Result<Origin, Problem>> = origins.collect();
    let mut problems = Vec::new();
    let mut jars: Vec<Origin> = Vec::new();
    let mut modules: BTreeMap<String, LibraryNames> = BTreeMap::new();
    let mut wanted: Vec<String> = Vec::new();
    for origin in origins {
        match origin {
            // It always comes first.
            Ok(Origin::Module(module)) if module == MODULE => {}
            Ok(Origin::Module(module)) => wanted.push(module),
            Ok(jar) => jars.push(jar),
            Err(problem) => problems.push(problem),
        }
    }
    let module_of = |package: &str| {
        let module = jdk.modules.module_of_package(package);
        module.filter(|module| *module != MODULE).map(str::to_owned)
    };
    let names = jars.par_iter().map(|jar| jar.names(jdk, cache));
    let names: Vec<LibraryNames> = names.collect();
    let of_jars = names.iter().flat_map(|names| &names.packages);
    wanted.extend(
        packages
            .iter()
            .chain(of_jars)
            .filter_map(|one| module_of(one)),
    );
    while let Some(module) = wanted.pop() {
        if modules.contains_key(&module) {
            continue;
        }
        let names = Origin::Module(module.clone()).names(jdk, cache);
        wanted.extend(names.packages.iter().filter_map(|one| module_of(one)));
        modules.insert(module, names);
    }
    let (places, of_modules): (Vec<String>, Vec<LibraryNames>) = modules.into_iter().unzip();
    let planned = plan(&of_modules, &names, |package| {
        let module = jdk.modules.module_of_package(package)?;
        places.binary_search_by(|known| (**known).cmp(module)).ok()
    });
    let origins: Vec<Origin> = places.into_iter().map(Origin::Module).chain(jars).collect();
    let planned = planned.into_iter();
    let entries = planned.map(|planned| LibraryEntry::of(planned, &origins));
    (entries.collect(), problems)
}

fn unreadable(jar: &Path, error: &io::Error) -> Problem {
    let message = format!("the jar cannot be read: {error}");
    Problem::new(Severity::Warning, jar.to_path_buf(), message)
}
