//! The service's own program: compiled once for each JDK into a jar in the cache folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use tokio::process::Command;
use zip::write::SimpleFileOptions;

use super::error::JavacError;
use crate::{Jdk, Platform, Surroundings};

/// The program's sources.
const SOURCES: [(&str, &str); 5] = [
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

/// The class whose `main` the jar starts.
const MAIN_CLASS: &str = "jouled.javac.Service";

/// Part of the cache key: to be raised when the way the jar is built changes and not its sources.
const BUILD_VERSION: u32 = 1;

/// The first feature version whose JVM makes an ahead-of-time cache in one step (JEP 514).
const FIRST_AOT_FEATURE: u16 = 25;

/// What stands in the cache folder for one JDK.
#[derive(Clone, Debug)]
pub(super) struct ServiceFiles {
    pub(super) folder: PathBuf,
    feature: u16,
}

impl ServiceFiles {
    pub(super) fn jar(&self) -> PathBuf {
        self.folder.join("service.jar")
    }

    /// The file from which the JVM takes classes already loaded and linked.
    pub(super) fn archive(&self) -> PathBuf {
        self.folder.join(if self.feature >= FIRST_AOT_FEATURE {
            "service.aot"
        } else {
            "service.jsa"
        })
    }

    /// Stands where making the archive failed, with the reason, so that it is not tried each time.
    pub(super) fn archive_failure(&self) -> PathBuf {
        self.folder.join("archive-failed.txt")
    }

    /// The option with which a JVM uses the archive.
    pub(super) fn use_archive_option(&self) -> String {
        let name = if self.feature >= FIRST_AOT_FEATURE {
            "AOTCache"
        } else {
            "SharedArchiveFile"
        };
        format!("-XX:{name}={}", self.archive().display())
    }

    /// The option with which a JVM writes an archive to `file` when it ends.
    pub(super) fn make_archive_option(&self, file: &Path) -> String {
        let name = if self.feature >= FIRST_AOT_FEATURE {
            "AOTCacheOutput"
        } else {
            "ArchiveClassesAtExit"
        };
        format!("-XX:{name}={}", file.display())
    }

    /// Throws away the jar and what was made from it, after it turned out to be unusable.
    pub(super) fn discard(&self) {
        for file in [self.jar(), self.archive()] {
            // What cannot be removed is found unusable again and reported then.
            let _ = fs::remove_file(file);
        }
    }
}

/// The folder below which programs keep what they can make again, with `jouled` appended;
/// `None` where no home folder is known.
pub fn default_cache_dir(surroundings: &Surroundings) -> Option<PathBuf> {
    let absolute = |path: PathBuf| path.is_absolute().then_some(path);
    let folder = match surroundings.platform {
        Platform::Unix => surroundings
            .path_variable("XDG_CACHE_HOME")
            .and_then(absolute)
            .or_else(|| Some(surroundings.user_home()?.join(".cache"))),
        Platform::MacOs => surroundings
            .user_home()
            .map(|home| home.join("Library").join("Caches")),
        Platform::Windows => surroundings
            .path_variable("LOCALAPPDATA")
            .or_else(|| surroundings.path_variable("LocalAppData"))
            .or_else(|| Some(surroundings.user_home()?.join("AppData").join("Local"))),
    }?;
    Some(folder.join("jouled"))
}

/// The files of this JDK's service; builds the jar where it is missing. Processes that do so at
/// the same time do not disturb each other: the first one's jar stays.
pub(super) async fn prepare(jdk: &Jdk, cache_dir: &Path) -> Result<ServiceFiles, JavacError> {
    let folder = cache_dir.join("javac-service").join(key(jdk)?);
    create_private_folder(&folder).map_err(in_cache(&folder))?;
    let files = ServiceFiles {
        folder,
        feature: jdk.version.feature,
    };
    if !files.jar().is_file() {
        build(jdk, &files).await?;
        remove_unused(&cache_dir.join("javac-service"));
    }
    // Only its time of change matters; where it cannot be written, the folder's own age counts.
    let _ = fs::write(files.folder.join(USE_MARK), "");
    Ok(files)
}

/// The file whose time of change says when a folder was last used.
const USE_MARK: &str = "last-used";

/// How long the files of a JDK or of a version of the service that nobody uses any more are kept.
const KEPT_UNUSED: Duration = Duration::from_hours(60 * 24);

/// Removes the folders that have not been used for long: each holds an archive of many megabytes.
fn remove_unused(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let last_use = fs::metadata(entry.path().join(USE_MARK))
            .or_else(|_| entry.metadata())
            .and_then(|file| file.modified());
        let unused = last_use.is_ok_and(|time| {
            SystemTime::now()
                .duration_since(time)
                .is_ok_and(|age| age > KEPT_UNUSED)
        });
        if unused {
            // A folder that cannot be removed now is tried again with the next build.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The name of the folder: a digest of the sources and of what tells one JDK from another.
fn key(jdk: &Jdk) -> Result<String, JavacError> {
    let mut hasher = blake3::Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(&BUILD_VERSION.to_le_bytes());
    for (name, text) in SOURCES {
        add(name.as_bytes());
        add(text.as_bytes());
    }
    add(jdk.home.as_os_str().as_encoded_bytes());
    add(jdk.version.full.as_bytes());
    let release = jdk.home.join("release");
    add(&fs::read(&release).map_err(in_cache(&release))?);
    // A rebuilt JDK of the same version differs in its image, and an archive made with the other
    // one would be refused at each start.
    if let Ok(image) = fs::metadata(jdk.modules_file()) {
        add(&image.len().to_le_bytes());
        let age = image
            .modified()
            .ok()
            .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        add(&age.map_or(0, |age| age.as_nanos()).to_le_bytes());
    }
    Ok(hasher.finalize().to_hex()[..32].to_owned())
}

/// Code is run from this folder, so that nobody else may write to it.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

async fn build(jdk: &Jdk, files: &ServiceFiles) -> Result<(), JavacError> {
    let scratch = tempfile::Builder::new()
        .prefix("build-")
        .tempdir_in(&files.folder)
        .map_err(in_cache(&files.folder))?;
    let classes = scratch.path().join("classes");
    let mut command = jdk.java_command();
    command
        .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
        .args(["--module", "jdk.compiler/com.sun.tools.javac.Main"])
        .args([
            "-proc:none",
            "-encoding",
            "UTF-8",
            "-g:none",
            "-classpath",
            "",
        ])
        .arg("-d")
        .arg(&classes);
    for (name, text) in SOURCES {
        let file = scratch.path().join(name);
        fs::write(&file, text).map_err(in_cache(&file))?;
        command.arg(file);
    }
    command.current_dir(scratch.path()).stdin(Stdio::null());
    let output = Command::from(command)
        .kill_on_drop(true)
        .output()
        .await
        .map_err(|source| JavacError::Spawn {
            java: jdk.java(),
            source,
        })?;
    if !output.status.success() {
        let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stdout));
        return Err(JavacError::Build {
            java: jdk.java(),
            output: text,
        });
    }
    let jar = write_jar(&classes, &files.folder).map_err(in_cache(&files.folder))?;
    match jar.persist_noclobber(files.jar()) {
        Ok(_) => Ok(()),
        Err(_) if files.jar().is_file() => Ok(()),
        Err(failure) => Err(in_cache(&files.jar())(failure.error)),
    }
}

/// Packs the classes, whole and on the disk, under a name of its own.
fn write_jar(classes: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut jar = zip::ZipWriter::new(tempfile::NamedTempFile::new_in(folder)?);
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    jar.start_file("META-INF/MANIFEST.MF", options)?;
    write!(
        jar,
        "Manifest-Version: 1.0\r\nMain-Class: {MAIN_CLASS}\r\n\r\n"
    )?;
    let package = "jouled/javac";
    let mut entries =
        fs::read_dir(classes.join(package))?.collect::<Result<Vec<_>, io::Error>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        jar.start_file(
            format!("{package}/{}", entry.file_name().to_string_lossy()),
            options,
        )?;
        jar.write_all(&fs::read(entry.path())?)?;
    }
    let file = jar.finish()?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Puts the path to an error of the file system.
pub(super) fn in_cache(path: &Path) -> impl Fn(io::Error) -> JavacError + use<> {
    let path = path.to_path_buf();
    move |source| JavacError::Cache {
        path: path.clone(),
        source,
    }
}
