//! Java programs of jouled, which are compiled once for each JDK into a jar in the cache folder.

mod cache_folder;
mod error;
mod known_files;
mod private_folder;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, SystemTime};

use files::{TempFolder, TempFolderKind};
use tokio::task::spawn_blocking;
use zip::write::SimpleFileOptions;

pub use cache_folder::{CacheFolder, cache_folder, cache_folder_besides, default_cache_dir};
pub use error::ProgramError;
pub(crate) use error::in_cache;
pub use private_folder::{is_own_in, make_own_folder, remove_private_folder};

use crate::Jdk;
pub(crate) use known_files::KnownFiles;
use private_folder::{Ownership, UnsafeFolder};

/// A part of the cache key. Raise it if the way a jar is built changes, but not its sources.
const BUILD_VERSION: u32 = 1;
/// More than the program takes, including its sources and temporary files.
const ROOM_BYTES: usize = 1 << 20;
/// The class files of such a program are small.
const MAX_CLASS_BYTES: u64 = 16 << 20;

/// Messages about folders that are not as they should be and therefore change what jouled does. Each is returned once.
pub fn take_notices() -> Vec<String> {
    let notices = [
        files::take_temp_folder_notice(),
        cache_folder::take_notice(),
        private_folder::take_notice(),
    ];
    notices.into_iter().flatten().collect()
}

/// A program whose sources are part of jouled. Its jar is built when it is first needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct JavaProgram {
    /// The folder below the cache folder.
    pub folder: &'static str,
    /// The file name of the jar.
    pub jar: &'static str,
    /// The class whose `main` the jar starts. All sources are in its package.
    pub main_class: &'static str,
    /// File names and their texts.
    pub sources: &'static [(&'static str, &'static str)],
    /// Further entries of the manifest, such as those of an agent: names and values.
    pub manifest: &'static [(&'static str, &'static str)],
    /// The oldest Java release that it runs on, if that is older than the JDK that compiles it.
    pub release: Option<&'static str>,
}

/// A program whose jar exists.
#[derive(Clone, Debug)]
pub(crate) struct Prepared {
    /// The folder of the jar, and of what is created from it.
    pub(crate) folder: PathBuf,
    /// The files in it that jouled created.
    pub(crate) known: KnownFiles,
    /// Whether the folder is deleted when this process ends.
    pub(crate) is_temporary: bool,
}

/// Whether a folder has more space than the program takes.
fn has_room(folder: &Path) -> bool {
    let file = tempfile::NamedTempFile::new_in(folder);
    file.is_ok_and(|mut file| file.write_all(&vec![0; ROOM_BYTES]).is_ok() && file.flush().is_ok())
}

impl JavaProgram {
    /// Builds the program's jar for this JDK if it is missing, or not the one that jouled built. Processes that do this at the
    /// same time do not disturb each other: the first one's jar stays.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the cache folder or the JDK cannot be used.
    pub(crate) async fn prepare(
        &self,
        jdk: &Jdk,
        cache_dir: &Path,
    ) -> Result<Prepared, ProgramError> {
        let key = self.key(jdk)?;
        let why = match self.prepare_in(jdk, cache_dir, &key, false).await {
            Err(ProgramError::Cache { path, source }) => format!("{}: {source}", path.display()),
            // In a full folder, files can be created but not written.
            Err(ProgramError::Build { .. }) if !has_room(cache_dir) => {
                format!("{}: there is no space left", cache_dir.display())
            }
            done => return done,
        };
        let place = private_folder::temporary(cache_dir, &UnsafeFolder::Unusable(why))?;
        self.prepare_in(jdk, &place, &key, true).await
    }

    async fn prepare_in(
        &self,
        jdk: &Jdk,
        place: &Path,
        key: &str,
        is_temporary: bool,
    ) -> Result<Prepared, ProgramError> {
        let (program, cache, key) = (*self, place.to_path_buf(), key.to_owned());
        let found = spawn_blocking(move || program.find(&cache, &key)).await;
        let (mut prepared, is_there) =
            found.map_err(|error| ProgramError::Runtime(error.into()))??;
        prepared.is_temporary |= is_temporary || cache_folder::is_of_this_process(place);
        if !is_there {
            files::remove_left_temp_folders_in(&prepared.folder);
            self.build(jdk, &prepared).await?;
            if !prepared.is_temporary {
                remove_unused(place, self.folder);
            }
        }
        // Only its modification time matters. If it cannot be written, the folder's own time counts.
        let mark = prepared.folder.join(USE_MARK);
        files::clear_place(&mark);
        let _ = fs::write(mark, "");
        Ok(prepared)
    }

    /// The folder for the jar, and whether the jar is in it.
    fn find(&self, cache_dir: &Path, key: &str) -> Result<(Prepared, bool), ProgramError> {
        let mut place = cache_dir.to_path_buf();
        let mut prepared = self.below(&place, key);
        let mut ownership = self.secure(&place, &prepared)?;
        if let Ownership::Foreign(reason) = &ownership {
            place = private_folder::temporary(cache_dir, &UnsafeFolder::Unsafe(reason.clone()))?;
            prepared = Prepared {
                is_temporary: true,
                ..self.below(&place, key)
            };
            ownership = self.secure(&place, &prepared)?;
        }
        match ownership {
            Ownership::Own => {}
            Ownership::Repaired => {
                for folder in [&prepared.folder, prepared.known.folder()] {
                    fs::remove_dir_all(folder).map_err(in_cache(folder))?;
                }
                self.secure(&place, &prepared)?;
            }
            Ownership::Foreign(reason) => {
                let error = io::Error::new(io::ErrorKind::PermissionDenied, reason);
                return Err(in_cache(&place)(error));
            }
        }
        let is_there = prepared.known.has(&prepared.folder.join(self.jar));
        Ok((prepared, is_there))
    }

    fn below(&self, place: &Path, key: &str) -> Prepared {
        let digests = place.join(DIGESTS).join(digests_of(self.folder, key));
        Prepared {
            folder: place.join(self.folder).join(key),
            known: KnownFiles::in_folder(digests),
            is_temporary: false,
        }
    }

    fn secure(&self, place: &Path, prepared: &Prepared) -> Result<Ownership, ProgramError> {
        let (program, digests) = (place.join(self.folder), place.join(DIGESTS));
        let below = [
            &*program,
            &*prepared.folder,
            &*digests,
            &**prepared.known.folder(),
        ];
        private_folder::secure(place, &below).map_err(in_cache(place))
    }

    /// The program's jar for this JDK. Builds it if it is missing, or not the one that jouled built, so call this before each
    /// run.
    ///
    /// # Errors
    ///
    /// [`ProgramError`] if the cache folder or the JDK cannot be used, or if this is called from async code.
    pub fn prepare_blocking(&self, jdk: &Jdk, cache_dir: &Path) -> Result<PathBuf, ProgramError> {
        if tokio::runtime::Handle::try_current().is_ok() {
            let why = "called from async code";
            return Err(ProgramError::Runtime(io::Error::other(why)));
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(ProgramError::Runtime)?;
        let prepared = runtime.block_on(self.prepare(jdk, cache_dir))?;
        Ok(prepared.folder.join(self.jar))
    }

    /// The name of the folder: a digest of the sources and of the JDK's identity.
    pub(crate) fn key(&self, jdk: &Jdk) -> Result<String, ProgramError> {
        let mut hasher = blake3::Hasher::new();
        let mut add = |bytes: &[u8]| {
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        };
        add(&BUILD_VERSION.to_le_bytes());
        for (name, text) in self.sources.iter().chain(self.manifest) {
            add(name.as_bytes());
            add(text.as_bytes());
        }
        // An archive made with another build of the JDK would be rejected at each start.
        let release = jdk.home.join("release");
        add(&jdk.fingerprint().map_err(in_cache(&release))?);
        Ok(hasher.finalize().to_hex()[..32].to_owned())
    }

    async fn build(&self, jdk: &Jdk, prepared: &Prepared) -> Result<(), ProgramError> {
        let folder = &prepared.folder;
        let scratch =
            TempFolder::new_in(TempFolderKind::Build, folder).map_err(in_cache(folder))?;
        let classes = scratch.path().join("classes");
        for (name, text) in self.sources {
            let file = scratch.path().join(name);
            fs::write(&file, text).map_err(in_cache(&file))?;
        }
        let mut output = self.compile(jdk, &scratch, &classes).await?;
        if output.status.code().is_none() {
            // It was killed from outside, which says nothing about the JDK.
            output = self.compile(jdk, &scratch, &classes).await?;
        }
        if !output.status.success() {
            let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
            text.push_str(&String::from_utf8_lossy(&output.stdout));
            if text.trim().is_empty() {
                text = output.status.to_string();
            }
            return Err(ProgramError::Build {
                java: jdk.java(),
                output: text,
            });
        }
        let jar = self
            .write_jar(&classes, scratch.path())
            .map_err(in_cache(folder))?;
        // Its digest must be known before anybody sees the jar.
        prepared
            .known
            .add(jar.path())
            .map_err(in_cache(prepared.known.folder()))?;
        files::clear_place(&folder.join(self.jar));
        match jar.persist_noclobber(folder.join(self.jar)) {
            Ok(_) => Ok(()),
            Err(_) if folder.join(self.jar).is_file() => Ok(()),
            Err(failure) => Err(in_cache(&folder.join(self.jar))(failure.error)),
        }
    }

    /// Runs the JDK's compiler once.
    async fn compile(
        &self,
        jdk: &Jdk,
        scratch: &TempFolder,
        classes: &Path,
    ) -> Result<Output, ProgramError> {
        let mut command = jdk.java_command();
        command
            .args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"])
            // Otherwise it leaves a file in the temporary folder if it is killed.
            .arg("-XX:-UsePerfData")
            .args(["--module", "jdk.compiler/com.sun.tools.javac.Main"])
            .args([
                "-proc:none",
                "-encoding",
                "UTF-8",
                "-g:none",
                "-classpath",
                "",
            ])
            .args(
                self.release
                    .iter()
                    .flat_map(|release| ["--release", release]),
            )
            .arg("-d")
            .arg(classes)
            .args(
                self.sources
                    .iter()
                    .map(|(name, _)| scratch.path().join(name)),
            );
        command.current_dir(scratch.path()).stdin(Stdio::null());
        let spawn_error = |source| ProgramError::Spawn {
            java: jdk.java(),
            source,
        };
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let running = command.spawn_async().map_err(spawn_error)?;
        running.wait_with_output().await.map_err(spawn_error)
    }

    /// Packs all classes into a temporary jar, and syncs it to disk.
    fn write_jar(&self, classes: &Path, folder: &Path) -> io::Result<tempfile::NamedTempFile> {
        // In memory, because a writer of an archive that is dropped after an error writes to standard error.
        let mut jar = zip::ZipWriter::new(io::Cursor::new(Vec::new()));
        let options =
            SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
        jar.start_file("META-INF/MANIFEST.MF", options)?;
        write!(
            jar,
            "Manifest-Version: 1.0\r\nMain-Class: {}\r\n",
            self.main_class
        )?;
        for (name, value) in self.manifest {
            write!(jar, "{name}: {value}\r\n")?;
        }
        write!(jar, "\r\n")?;
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
            jar.write_all(&files::read(&entry.path(), MAX_CLASS_BYTES)?)?;
        }
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(jar.finish()?.get_ref())?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

/// The folder below the cache folder for the digests of created files.
const DIGESTS: &str = "digests";

/// The name of the folder in it for one program and JDK.
fn digests_of(program: &str, key: &str) -> String {
    format!("{program}-{key}")
}

/// The file whose modification time says when a folder was last used.
const USE_MARK: &str = "last-used";

/// How long files are kept if their JDK or their version of the service is no longer used.
const UNUSED_RETENTION: Duration = Duration::from_hours(60 * 24);

/// Removes folders that have not been used for long: each has an archive of many megabytes.
fn remove_unused(cache_dir: &Path, program: &str) {
    let Ok(entries) = fs::read_dir(cache_dir.join(program)) else {
        return;
    };
    for entry in entries.filter_map(Result::ok) {
        let last_use = fs::metadata(entry.path().join(USE_MARK))
            .or_else(|_| entry.metadata())
            .and_then(|file| file.modified());
        let unused = last_use.is_ok_and(|time| {
            SystemTime::now()
                .duration_since(time)
                .is_ok_and(|age| age > UNUSED_RETENTION)
        });
        if unused {
            // If a folder cannot be removed now, the next build tries again.
            let _ = fs::remove_dir_all(entry.path());
            let key = entry.file_name();
            let digests = digests_of(program, &key.to_string_lossy());
            let _ = fs::remove_dir_all(cache_dir.join(DIGESTS).join(digests));
        }
    }
}
