//! Existing classes: a class file, a folder, a jar, the JDK.

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

/// A list of class files, which several threads can read in any order.
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
        /// Their folder, with the archives in it.
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
    /// Leaves out descriptors of modules and packages, which have no code. Of classes for particular releases
    /// (`META-INF/versions`), takes those that the JDK would load; without a JDK, none.
    ///
    /// # Errors
    /// [`ClassSourceError`] if there is nothing to read.
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

    /// The number of class files.
    pub fn len(&self) -> usize {
        match &self.kind {
            Kind::Files { files, .. } => files.len(),
            Kind::Archive(jar) => jar.len(),
            Kind::Jrt(jrt) => jrt.len(),
        }
    }

    /// Whether these are classes of the JDK itself.
    pub const fn is_of_jdk(&self) -> bool {
        matches!(self.kind, Kind::Jrt(_))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The origin of a class file, for readers: a path, `lib.jar!/p/A.class`, or `jrt:/java.base/java/lang/String`. Empty if out
    /// of range.
    pub fn origin(&self, index: usize) -> String {
        match &self.kind {
            Kind::Files { files, .. } => files
                .get(index)
                .map_or_else(String::new, |file| file.display().to_string()),
            Kind::Archive(jar) => format!("{}!/{}", jar.place(), jar.entry(index)),
            Kind::Jrt(jrt) => jrt.origin(index),
        }
    }

    /// The class that a jar's entry should contain, with slashes; `None` for other sources.
    pub fn name_in_jar(&self, index: usize) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => jar.class_name(index),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// The archive of the classes, such as `app.jar!/BOOT-INF/lib/x.jar`; `None` if they are not in an archive.
    pub fn jar(&self) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.place()),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// The identity of the classes' archive; `None` if they are not in an archive.
    pub fn identity(&self) -> Option<Identity> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.identity()),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// The entry of a class in its archive, such as `BOOT-INF/classes/p/A.class`; `None` if the classes are not in an archive.
    pub fn entry(&self, index: usize) -> Option<&str> {
        match &self.kind {
            Kind::Archive(jar) => Some(jar.entry(index)),
            Kind::Files { .. } | Kind::Jrt(_) => None,
        }
    }

    /// Passes the bytes of a class file to `read`. Classes of the JDK are not copied.
    ///
    /// # Errors
    /// A [`Problem`] that says why these bytes are not available. Other classes can still be read.
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

    /// The archives inside it, whose code is not analysed, with the digest of each readable one.
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

    /// What was left out of the list.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// The release that decides which versions of classes to use.
fn release_of(jdk: Option<&Jdk>) -> Release {
    jdk.map_or(Release::Unknown, |jdk| Release::OfJdk(jdk.version.feature))
}

/// The limits of an archive whose classes are read one by one.
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
