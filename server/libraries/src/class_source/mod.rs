//! Classes that are there already: a class file, a folder, a jar, the JDK.

mod class_file;
mod error;
mod folder;
mod jrt;
mod tree;

use std::collections::BTreeMap;
use std::path::PathBuf;

use containers::versions::{self, Release, is_archive};
use containers::{Archive, ArchiveFinding, ArchiveLimits, Identity};
use files::{Bounded, Limits};
use jdk::Jdk;

use class_file::{digest, no_such_class, read_file};
use jrt::Jrt;
use problems::{Problem, Severity};

pub use error::ClassSourceError;

/// A list of class files, to be read in any order and from several threads.
#[derive(Debug)]
pub struct ClassSource {
    kind: Kind,
    problems: Vec<Problem>,
    limits: Limits,
}

#[derive(Debug)]
enum Kind {
    Files {
        files: Vec<PathBuf>,
        /// Where they lie, with the archives that lie there too.
        folder: PathBuf,
        archives: Vec<String>,
    },
    Archive(Box<Archive>),
    Jrt(Jrt),
}

impl ClassSource {
    /// Opens a class file, a folder with class files at any depth, a jar, or classes of a JDK:
    /// `jrt:/` for all of them, `jrt:/java.base` for a module, `jrt:/java.base/java/util` for
    /// a package with its subpackages.
    ///
    /// Descriptors of modules and packages have no code and are left out. Of classes for particular releases
    /// (`META-INF/versions`) those count that the JDK would take; without a JDK none does.
    ///
    /// # Errors
    /// [`ClassSourceError`] if there is nothing to read at all.
    pub fn open(name: &str, jdk: Option<&Jdk>, limits: &Limits) -> Result<Self, ClassSourceError> {
        let (kind, problems) = Self::open_kind(name, jdk, limits)?;
        Ok(Self {
            kind,
            problems,
            limits: limits.clone(),
        })
    }

    fn open_kind(
        name: &str,
        jdk: Option<&Jdk>,
        limits: &Limits,
    ) -> Result<(Kind, Vec<Problem>), ClassSourceError> {
        if let Some(place) = name.strip_prefix("jrt:") {
            let no_jdk = || ClassSourceError::NoJdk {
                name: name.to_owned(),
            };
            let jrt = Jrt::open(place, jdk.ok_or_else(no_jdk)?)?;
            return Ok((Kind::Jrt(jrt), Vec::new()));
        }
        let release = release_of(jdk);
        let path = PathBuf::from(name);
        let unreadable = |source| ClassSourceError::Unreadable {
            path: path.clone(),
            source,
        };
        if std::fs::metadata(&path).map_err(unreadable)?.is_dir() {
            let mut found = folder::class_files(&path, limits, release);
            let unexamined = versions::unexamined(found.archives.iter().map(String::as_str));
            let unexamined =
                unexamined.map(|message| Problem::new(Severity::Warning, path.clone(), message));
            found.problems.extend(unexamined);
            let kind = Kind::Files {
                files: found.files,
                folder: path,
                archives: found.archives,
            };
            return Ok((kind, found.problems));
        }
        let has_extension = |wanted: &str| {
            path.extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case(wanted))
        };
        if has_extension("class") {
            let kind = Kind::Files {
                files: vec![path],
                folder: PathBuf::new(),
                archives: Vec::new(),
            };
            Ok((kind, Vec::new()))
        } else if is_archive(name) {
            let jar = Archive::open(&path, release, &archive_limits(limits))?;
            let mut problems: Vec<Problem> = jar.findings().iter().map(problem).collect();
            let unexamined = versions::unexamined(jar.inner());
            let unexamined =
                unexamined.map(|message| Problem::new(Severity::Warning, path, message));
            problems.extend(unexamined);
            Ok((Kind::Archive(Box::new(jar)), problems))
        } else {
            Err(ClassSourceError::UnknownKind { path })
        }
    }

    /// Number of class files.
    pub fn len(&self) -> usize {
        match &self.kind {
            Kind::Files { files, .. } => files.len(),
            Kind::Archive(jar) => jar.len(),
            Kind::Jrt(jrt) => jrt.len(),
        }
    }

    /// True for classes of the JDK itself.
    pub const fn is_of_jdk(&self) -> bool {
        matches!(self.kind, Kind::Jrt(_))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where a class file comes from, for people to read: a path, `lib.jar!/p/A.class`, or
    /// `jrt:/java.base/java/lang/String`. Empty past the end.
    pub fn origin(&self, index: usize) -> String {
        match &self.kind {
            Kind::Files { files, .. } => files
                .get(index)
                .map_or_else(String::new, |file| file.display().to_string()),
            Kind::Archive(jar) => format!("{}!/{}", jar.place(), jar.entry(index)),
            Kind::Jrt(jrt) => jrt.origin(index),
        }
    }

    /// The class that an entry of a jar should hold, in binary form with slashes; `None` for anything else.
    pub fn name_in_jar(&self, index: usize) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => jar.class_name(index),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// The archive that the classes are in, `app.jar!/BOOT-INF/lib/x.jar`; `None` for classes that are in no archive.
    pub fn jar(&self) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.place()),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// What the archive that the classes are in is called; `None` for classes that are in no archive.
    pub fn identity(&self) -> Option<Identity> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.identity()),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// The entry of a class in its archive, `BOOT-INF/classes/p/A.class`; `None` for classes that are in no archive.
    pub fn entry(&self, index: usize) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.entry(index)),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// Hands the bytes of a class file to `read`. Classes of the JDK are not copied for it.
    ///
    /// # Errors
    /// A [`Problem`] that says why these bytes are not available; the others still can.
    pub fn with_bytes<T>(&self, index: usize, read: impl FnOnce(&[u8]) -> T) -> Result<T, Problem> {
        let problem = |message: String| {
            let file = Some(PathBuf::from(self.origin(index)));
            Problem::new(Severity::Error, file, message)
        };
        match &self.kind {
            Kind::Files { files, .. } => {
                let file = files.get(index).ok_or_else(|| problem(no_such_class()))?;
                read_file(file, self.limits.max_class_bytes).map(|bytes| read(&bytes))
            }
            Kind::Archive(jar) => jar.read(index).map(|bytes| read(&bytes)),
            Kind::Jrt(jrt) => jrt.with_bytes(index, read),
        }
        .map_err(problem)
    }

    /// The archives inside it, whose code is not examined, with the digest of each that can be read.
    pub fn archives(&self) -> BTreeMap<String, Option<String>> {
        match &self.kind {
            Kind::Files {
                folder, archives, ..
            } => {
                let archives = archives.iter().map(|name| {
                    let file = files::open(&folder.join(name)).ok();
                    let bounded = file.map(|file| Bounded::new(file, self.limits.max_jar_bytes));
                    (name.clone(), bounded.and_then(digest))
                });
                archives.collect()
            }
            Kind::Archive(jar) => jar.inner_digests().into_iter().collect(),
            Kind::Jrt(_) => BTreeMap::new(),
        }
    }

    /// What was left out when the list was made.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// What decides which classes for particular releases are in use.
fn release_of(jdk: Option<&Jdk>) -> Release {
    jdk.map_or(Release::Unknown, |jdk| Release::OfJdk(jdk.version.feature))
}

/// The bounds of an archive whose classes are read one by one.
fn archive_limits(limits: &Limits) -> ArchiveLimits {
    ArchiveLimits {
        max_archive_bytes: limits.max_jar_bytes,
        max_entries: limits.max_classes,
        max_class_bytes: limits.max_class_bytes,
        max_read_bytes: limits.max_unpacked_bytes,
        ..ArchiveLimits::default()
    }
}

fn problem(finding: &ArchiveFinding) -> Problem {
    let severity = if finding.is_loss {
        Severity::Error
    } else {
        Severity::Warning
    };
    Problem::new(
        severity,
        PathBuf::from(&finding.place),
        finding.message.clone(),
    )
}
