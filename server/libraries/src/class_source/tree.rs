//! All classes of a folder with the archives in it, or of an archive with the archives inside it.

use std::path::{Path, PathBuf};

use containers::versions::{Release, is_archive};
use containers::{ArchiveLimits, open_tree};
use jdk::Jdk;

use super::{ClassSource, ClassSourceError, Kind, folder, problem, release_of};
use files::Limits;
use problems::{Problem, Severity};

impl ClassSource {
    /// Opens what [`ClassSource::open`] opens and, in an archive or folder, also all archives at any depth: an application with
    /// its libraries. Each archive is a separate source, the outermost first.
    ///
    /// `release` decides which versions of classes to use; by default, it is the JDK's.
    ///
    /// # Errors
    /// [`ClassSourceError`] if there is nothing to read: the file is damaged, or the folder has neither class files nor readable
    /// archives.
    pub fn open_all(
        name: &str,
        jdk: Option<&Jdk>,
        release: Option<u16>,
        limits: &Limits,
        archive_limits: &ArchiveLimits,
    ) -> Result<Vec<Self>, ClassSourceError> {
        let path = Path::new(name);
        let release = release.map_or_else(|| release_of(jdk), Release::Requested);
        if !name.starts_with("jrt:") && path.is_dir() {
            return Self::of_folder(path, release, limits, archive_limits);
        }
        if name.starts_with("jrt:") || !is_archive(name) {
            return Ok(vec![Self::open(name, jdk, limits)?]);
        }
        Self::of_archive(path, release, limits, archive_limits)
    }

    /// Whether a folder contains an archive at any depth.
    pub fn folder_has_archives(folder: &Path, limits: &Limits) -> bool {
        !folder::class_files(folder, limits, Release::Unknown)
            .archives
            .is_empty()
    }

    fn of_archive(
        path: &Path,
        release: Release,
        limits: &Limits,
        archive_limits: &ArchiveLimits,
    ) -> Result<Vec<Self>, ClassSourceError> {
        let tree = open_tree(path, release, archive_limits)?;
        let mut sources = Vec::with_capacity(tree.archives.len());
        let mut problems: Vec<Problem> = tree.findings.iter().map(problem).collect();
        for archive in tree.archives {
            problems.extend(archive.findings().iter().map(problem));
            sources.push(Self {
                problems: std::mem::take(&mut problems),
                kind: Kind::Archive(Box::new(archive)),
                limits: limits.clone(),
            });
        }
        if sources.iter().all(Self::is_empty) {
            let mut findings = sources.iter().flat_map(|source| &source.problems);
            return Err(ClassSourceError::NothingInside {
                path: path.to_path_buf(),
                why: findings.next().map(ToString::to_string),
            });
        }
        Ok(sources)
    }

    fn of_folder(
        path: &Path,
        release: Release,
        limits: &Limits,
        archive_limits: &ArchiveLimits,
    ) -> Result<Vec<Self>, ClassSourceError> {
        let found = folder::class_files(path, limits, release);
        let mut sources = vec![Self {
            kind: Kind::Files {
                files: found.files,
                folder: path.to_path_buf(),
                archives: Vec::new(),
            },
            problems: found.problems,
            limits: limits.clone(),
        }];
        for archive in &found.archives {
            let archive = path.join(archive);
            match Self::of_archive(&archive, release, limits, archive_limits) {
                Ok(inside) => sources.extend(inside),
                // An archive without code, such as one with sources, is fine.
                Err(ClassSourceError::NothingInside { why: None, .. }) => {}
                Err(error) => {
                    let file = Some(PathBuf::from(&archive));
                    let problem = Problem::new(Severity::Error, file, error.to_string());
                    sources[0].problems.push(problem);
                }
            }
        }
        if sources.iter().all(Self::is_empty) {
            let mut problems = sources[0].problems.iter();
            return Err(ClassSourceError::NothingInside {
                path: path.to_path_buf(),
                why: problems.next().map(ToString::to_string),
            });
        }
        sources.retain(|source| !source.is_empty() || !source.problems.is_empty());
        Ok(sources)
    }
}
