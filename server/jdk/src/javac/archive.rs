//! The archive that lets a JVM start with the compiler already loaded: dynamic class-data sharing up to JDK 24, and an
//! ahead-of-time cache from JDK 25 on (JEP 483 and JEP 514).

use std::fs;
use std::path::Path;
use std::time::Duration;

use files::{TempFolder, TempFolderKind};

use super::error::JavacError;
use super::exchange::{CompileRequest, SourceUnit};
use super::jar::{self, ServiceFiles};
use super::process::{Limits, ServiceProcess};
use crate::Jdk;
use crate::program::in_cache;

/// When to create the archive of a JDK, if it does not exist yet. It costs a few seconds of CPU once, and saves about half a
/// second at each start. The service works without it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ArchiveCreation {
    /// While the service works without it, some seconds after its start.
    #[default]
    InBackground,
    /// Before the service starts.
    BeforeStart,
    /// Never. An existing archive is used.
    Never,
}

/// The time limit for creating an archive.
const ARCHIVE_TIMEOUT: Duration = Duration::from_mins(2);

const TRAINING_LIMITS: Limits = Limits {
    start: ARCHIVE_TIMEOUT,
    request: ARCHIVE_TIMEOUT,
    request_bytes: 1 << 20,
    response_bytes: 1 << 24,
    heap_mebibytes: 256,
};

/// Creates what the service needs in the cache folder if it is missing, including the archive. Returns whether there is an
/// archive now: if it cannot be created, the service works without it, and `archive-failed.txt` in the cache folder has the
/// reason.
///
/// # Errors
///
/// [`JavacError`] if the service's own program cannot be built or run.
pub async fn prepare_archive(jdk: &Jdk, cache_dir: &Path) -> Result<bool, JavacError> {
    let files = jar::prepare(jdk, cache_dir).await?;
    if files.lacks_archive() {
        create(jdk, &files).await;
    }
    Ok(files.has_archive())
}

/// Creates the archive. On failure, writes the reason to a file instead.
pub(super) async fn create(jdk: &Jdk, files: &ServiceFiles) {
    if let Err(error) = train(jdk, files).await {
        // If even this cannot be written, the next start tries again, which does no harm.
        files::clear_place(&files.archive_failure());
        let _ = fs::write(files.archive_failure(), error.to_string());
    }
}

/// Runs the service once on the training sources. The JVM writes the archive when it ends.
async fn train(jdk: &Jdk, service: &ServiceFiles) -> Result<(), JavacError> {
    files::remove_left_temp_folders_in(&service.folder);
    let scratch = TempFolder::new_in(TempFolderKind::Archive, &service.folder)
        .map_err(in_cache(&service.folder))?;
    let file = scratch.path().join("archive");
    let option = service.make_archive_option(&file);
    let mut process = ServiceProcess::start(jdk, service, Some(option), TRAINING_LIMITS).await?;
    let text = include_str!("../../java/Training.java");
    let good = CompileRequest {
        sources: vec![SourceUnit::new("Training.java", text)],
        keep_warm: true,
        ..CompileRequest::default()
    };
    let broken = CompileRequest {
        sources: vec![SourceUnit::new(
            "Training.java",
            text.replace("return", "return unknown +"),
        )],
        ..good.clone()
    };
    process.compile(&good).await?;
    process.compile(&broken).await?;
    process.end(ARCHIVE_TIMEOUT).await?;
    Ok(service
        .take_archive(&file)
        .map_err(in_cache(&service.archive()))?)
}
