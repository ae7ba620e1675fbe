//! Java programs of our own: compiled once for each JDK into a jar in the cache folder.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime};

use tokio::process::Command;
use zip::write::SimpleFileOptions;

use crate::Jdk;

/// Part of the cache key: to be raised when the way a jar is built changes and not its sources.
const BUILD_VERSION: u32 = 1;
/// The class files of such a program are small.
const MOST_CLASS_BYTES: u64 = 16 << 20;

/// A program whose sources are part of this one. Its jar is made where it is first needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JavaProgram {
    /// The folder below the cache folder.
    pub folder: &'static str,
    /// The file name of the jar.
    pub jar: &'static str,
    /// The class whose `main` the jar starts; all sources are in its package.
    pub main_class: &'static str,
    /// File names and texts.
    pub sources: &'static [(&'static str, &'static str)],
}

/// Why the jar of a [`JavaProgram`] could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ProgramError {
    /// The cache folder cannot be written or read.
    #[error("the cache file {} cannot be used: {source}", path.display())]
    Cache {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The sources could not be compiled with this JDK.
    #[error("{} could not compile a program of jouled: {output}", java.display())]
    Build {
        /// The `java` that ran.
        java: PathBuf,
        /// What it printed.
        output: String,
    },
    /// The process could not be started.
    #[error("{} could not be started: {source}", java.display())]
    Spawn {
        /// The `java` that was to run.
        java: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// No async runtime could be made to wait in.
    #[error("no runtime to wait in for the compiler: {0}")]
    Runtime(io::Error),
}

impl JavaProgram {
    /// The folder with the program's jar for this JDK; builds the jar where it is missing. Processes that do so at the
    /// same time do not disturb each other: the first one's jar stays.
    ///
    /// # Errors
    /// [`ProgramError`] where the cache folder or the JDK cannot be used.
    pub async fn prepare(&self, jdk: &Jdk, cache_dir: &Path) -> Result<PathBuf, ProgramError> {
        let folder = cache_dir.join(self.folder).join(self.key(jdk)?);
        create_private_folder(&folder).map_err(in_cache(&folder))?;
        if !folder.join(self.jar).is_file() {
            self.build(jdk, &folder).await?;
            remove_unused(&cache_dir.join(self.folder));
        }
        // Only its time of change matters; where it cannot be written, the folder's own age counts.
        let _ = fs::write(folder.join(USE_MARK), "");
        Ok(folder)
    }

    /// The same as [`JavaProgram::prepare`], for callers without an async runtime. The result is the jar itself.
    ///
    /// # Errors
    /// As there; [`ProgramError::Runtime`] also where it is called from async code.
    pub fn prepare_blocking(&self, jdk: &Jdk, cache_dir: &Path) -> Result<PathBuf, ProgramError> {
        if tokio::runtime::Handle::try_current().is_ok() {
            let why = "called from async code";
            return Err(ProgramError::Runtime(io::Error::other(why)));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(ProgramError::Runtime)?;
        let folder = runtime.block_on(self.prepare(jdk, cache_dir))?;
        Ok(folder.join(self.jar))
    }

    /// The name of the folder: a digest of the sources and of what tells one JDK from another.
    pub(crate) fn key(&self, jdk: &Jdk) -> Result<String, ProgramError> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(&BUILD_VERSION.to_le_bytes());
        for (name, text) in self.sources {
            add(name.as_bytes());
            add(text.as_bytes());
        }
        // An archive made with another build of the JDK would be refused at each start.
        let release = jdk.home.join("release");
        add(&jdk.fingerprint().map_err(in_cache(&release))?);
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    async fn build(&self, jdk: &Jdk, folder: &Path) -> Result<(), ProgramError> {
        let scratch = tempfile::Builder::new()
            .prefix("build-")
            .tempdir_in(folder)
            .map_err(in_cache(folder))?;
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
        for (name, text) in self.sources {
            let file = scratch.path().join(name);
            fs::write(&file, text).map_err(in_cache(&file))?;
            command.arg(file);
        }
        command.current_dir(scratch.path()).stdin(Stdio::null());
        let output = Command::from(command)
            .kill_on_drop(true)
            .output()
            .await
            .map_err(|source| ProgramError::Spawn {
                java: jdk.java(),
                source,
            })?;
        if !output.status.success() {
            let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
            text.push_str(&String::from_utf8_lossy(&output.stdout));
            return Err(ProgramError::Build {
                java: jdk.java(),
                output: text,
            });
        }
        let jar = self.write_jar(&classes, folder).map_err(in_cache(folder))?;
        match jar.persist_noclobber(folder.join(self.jar)) {
            Ok(_) => Ok(()),
            Err(_) if folder.join(self.jar).is_file() => Ok(()),
            Err(failure) => Err(in_cache(&folder.join(self.jar))(failure.error)),
        }
    }

    /// Packs the classes, whole and on the disk, under a name of its own.
    fn write_jar(&self, classes: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
        let mut jar = zip::ZipWriter::new(tempfile::NamedTempFile::new_in(folder)?);
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        jar.start_file("META-INF/MANIFEST.MF", options)?;
        write!(
            jar,
            "Manifest-Version: 1.0\r\nMain-Class: {}\r\n\r\n",
            self.main_class
        )?;
        let (package, _) = self.main_class.rsplit_once('.').unwrap_or_default();
        let package = package.replace('.', "/");
        let mut entries =
            fs::read_dir(classes.join(&package))?.collect::<Result<Vec<_>, io::Error>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            jar.start_file(
                format!("{package}/{}", entry.file_name().to_string_lossy()),
                options,
            )?;
            jar.write_all(&files::read(&entry.path(), MOST_CLASS_BYTES)?)?;
        }
        let file = jar.finish()?;
        file.as_file().sync_all()?;
        Ok(file)
    }
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

/// Code is run from this folder, so that nobody else may write to it.
fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Puts the path to an error of the file system.
pub(crate) fn in_cache(path: &Path) -> impl Fn(io::Error) -> ProgramError + use<> {
    let path = path.to_path_buf();
    move |source| ProgramError::Cache {
        path: path.clone(),
        source,
    }
}
