//! The service's own program, and the files next to its jar in the cache folder.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::error::JavacError;
use crate::Jdk;
use crate::program::{JavaProgram, KnownFiles, ProgramError};

/// The service's own program.
const PROGRAM: JavaProgram = JavaProgram {
    folder: "javac-service",
    jar: "service.jar",
    main_class: "jouled.javac.Service",
    sources: &SOURCES,
    manifest: &[],
    release: None,
};

const SOURCES: [(&str, &str); 6] = [
    (
        "Attributor.java",
        include_str!("../../java/jouled/javac/Attributor.java"),
    ),
    (
        "Service.java",
        include_str!("../../java/jouled/javac/Service.java"),
    ),
    (
        "Compiler.java",
        include_str!("../../java/jouled/javac/Compiler.java"),
    ),
    (
        "MemoryFileManager.java",
        include_str!("../../java/jouled/javac/MemoryFileManager.java"),
    ),
    (
        "WarmFiles.java",
        include_str!("../../java/jouled/javac/WarmFiles.java"),
    ),
    (
        "Wire.java",
        include_str!("../../java/jouled/javac/Wire.java"),
    ),
];

/// A digest of the compiler: of the JDK, and of the way it is called.
///
/// # Errors
///
/// [`ProgramError`] if the JDK cannot be read.
pub fn compiler_digest(jdk: &Jdk) -> Result<String, ProgramError> {
    PROGRAM.key(jdk)
}

/// The first feature version whose JVM creates an ahead-of-time cache in one step (JEP 514).
const FIRST_AOT_FEATURE: u16 = 25;

/// The files in the cache folder for one JDK.
#[derive(Clone, Debug)]
pub(super) struct ServiceFiles {
    pub(super) folder: PathBuf,
    known: KnownFiles,
    is_temporary: bool,
    feature: u16,
}

impl ServiceFiles {
    pub(super) fn jar(&self) -> PathBuf {
        self.folder.join(PROGRAM.jar)
    }

    /// The file from which the JVM takes loaded and linked classes.
    pub(super) fn archive(&self) -> PathBuf {
        self.folder.join(if self.feature >= FIRST_AOT_FEATURE {
            "service.aot"
        } else {
            "service.jsa"
        })
    }

    /// Whether there is an archive that jouled created. Anything else there is removed.
    pub(super) fn has_archive(&self) -> bool {
        self.known.has(&self.archive())
    }

    /// Moves a newly created archive to its place.
    pub(super) fn take_archive(&self, file: &Path) -> io::Result<()> {
        // Its digest must be known before anybody sees it there.
        self.known.add(file)?;
        fs::rename(file, self.archive())
    }

    /// Whether creating an archive is worth it: there is none, no attempt failed, and it would be used again.
    pub(super) fn lacks_archive(&self) -> bool {
        !self.is_temporary && !self.has_archive() && !self.archive_failure().is_file()
    }

    /// Exists if creating the archive failed, with the reason, so that it is not tried each time.
    pub(super) fn archive_failure(&self) -> PathBuf {
        self.folder.join("archive-failed.txt")
    }

    /// The option that makes a JVM use the archive.
    pub(super) fn use_archive_option(&self) -> String {
        let name = if self.feature >= FIRST_AOT_FEATURE {
            "AOTCache"
        } else {
            "SharedArchiveFile"
        };
        format!("-XX:{name}={}", self.archive().display())
    }

    /// The option that makes a JVM write an archive to `file` when it ends.
    pub(super) fn make_archive_option(&self, file: &Path) -> String {
        let name = if self.feature >= FIRST_AOT_FEATURE {
            "AOTCacheOutput"
        } else {
            "ArchiveClassesAtExit"
        };
        format!("-XX:{name}={}", file.display())
    }

    /// Removes the jar and what was created from it, because it is not usable.
    pub(super) fn discard(&self) {
        for file in [self.jar(), self.archive()] {
            // What cannot be removed turns out to be unusable again, and is reported then.
            let _ = fs::remove_file(file);
        }
    }
}

/// The files of this JDK's service. Builds the jar if it is missing, or not the one that jouled built. Must be called before
/// each start.
pub(super) async fn prepare(jdk: &Jdk, cache_dir: &Path) -> Result<ServiceFiles, JavacError> {
    let prepared = PROGRAM.prepare(jdk, cache_dir).await?;
    Ok(ServiceFiles {
        folder: prepared.folder,
        known: prepared.known,
        is_temporary: prepared.is_temporary,
        feature: jdk.version.feature,
    })
}
