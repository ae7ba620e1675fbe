//! The profile of a real run that belongs to a project.

use crate::measured_run::{FolderCounts, replace_counts};
use counts::{CountError, CountedRun};
use ide::{CountedBody, MeasuredRun};
use project_settings::is_no_profile;
use run_file::{RunFile, RunFileError};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The folder where `jouled profile` writes the profiles of a project.
const FOLDER: &str = ".jouled";

/// Their file extension.
const EXTENSION: &str = "jouled";

/// A folder with more files is searched only partly.
const MOST_FILES: usize = 10_000;

/// The largest profile that an editor shows. The command line reads larger ones.
const MAX_BYTES: u64 = 512 << 20;

/// Why the profile of a project cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum ProfileLoadError {
    /// It cannot be read, or is not a profile.
    #[error(transparent)]
    File(#[from] RunFileError),
    /// It is too large for an editor.
    #[error(
        "the profile {} has over {} MiB, too much for an editor: read it with `jouled report --profile`, and profile less time to see it here",
        path.display(),
        MAX_BYTES >> 20
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// The counts of its JVMs cannot be read.
    #[error("the counts in the profile {} cannot be read: {source}; profile the program again", path.display())]
    Counts {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: CountError,
    },
}

/// The file of a profile, and what distinguishes it from its later states.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileFile {
    path: PathBuf,
    /// It may be empty for a file named in the settings; reading it then says why.
    stamp: Vec<u8>,
    bytes: u64,
}

/// A profile that was read, to be shown with its code.
#[derive(Debug)]
pub struct LoadedProfile {
    run: Arc<MeasuredRun>,
    counts: Option<Arc<FolderCounts>>,
}

/// Whether a path has a profile's extension.
pub fn is_profile_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == EXTENSION)
}

/// Whether a file was changed after a time, in nanoseconds since 1970; false if unknown.
pub fn is_changed_after(path: &Path, unix_nanos: u64) -> bool {
    let modified = files::metadata(path).and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time > SystemTime::UNIX_EPOCH + Duration::from_nanos(unix_nanos))
}

impl ProfileFile {
    /// The profile of a project: the one that the settings name, or the newest in the project's folder for profiles. Only the
    /// user may name a file elsewhere, so links that lead out of the project are skipped.
    pub fn of_project(project: &Path, named: Option<&Path>) -> Option<Self> {
        if let Some(path) = named {
            return (!is_no_profile(path)).then(|| Self::at(path));
        }
        let root = fs::canonicalize(project).ok()?;
        let entries = fs::read_dir(project.join(FOLDER)).ok()?;
        let entries = entries.take(MOST_FILES).filter_map(Result::ok);
        let profiles = entries.map(|entry| entry.path()).filter(|path| {
            is_profile_file(path)
                && fs::canonicalize(path).is_ok_and(|real| real.starts_with(&root))
        });
        let newest = profiles
            .filter_map(|path| {
                let modified = files::metadata(&path).and_then(|known| known.modified());
                Some((modified.ok()?, path))
            })
            .max()?;
        Some(Self::at(&newest.1))
    }

    fn at(path: &Path) -> Self {
        let metadata = files::metadata(path).ok();
        Self {
            path: path.to_path_buf(),
            bytes: metadata.as_ref().map_or(0, fs::Metadata::len),
            stamp: metadata.as_ref().map(files::stamp).unwrap_or_default(),
        }
    }

    /// Reads the profile, which may come from anybody. Its name is its path in the project.
    ///
    /// # Errors
    /// [`ProfileLoadError`] says what is wrong, and what to do.
    pub fn read(&self, project: &Path) -> Result<LoadedProfile, ProfileLoadError> {
        if self.bytes > MAX_BYTES {
            let path = self.path.clone();
            return Err(ProfileLoadError::TooLarge { path });
        }
        let file = RunFile::read(&self.path)?;
        let of_counts = |source| ProfileLoadError::Counts {
            path: self.path.clone(),
            source,
        };
        let bodies = bodies_of(&file.counted).map_err(of_counts)?;
        let counts = if file.counted.is_empty() {
            None
        } else {
            let run = CountedRun::read_all(&file.counted).map_err(of_counts)?;
            Some(Arc::new(FolderCounts::new(run)))
        };
        let name = self.path.strip_prefix(project).unwrap_or(&self.path);
        let run = MeasuredRun::new(name.display().to_string(), &file.profile, bodies);
        Ok(LoadedProfile {
            run: Arc::new(run),
            counts,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl LoadedProfile {
    /// Makes its counts replace estimates of the code in a folder, and returns what to show.
    pub fn show_in(self, folder: &Path) -> Arc<MeasuredRun> {
        replace_counts(folder, self.counts);
        self.run
    }

    /// Stops the replacement of estimates by counts for the code in a folder.
    pub fn hide_in(folder: &Path) {
        replace_counts(folder, None);
    }
}

/// The code that the JVMs of a run counted.
///
/// # Errors
/// If an agent did not write them.
pub fn bodies_of(counted: &[Vec<u8>]) -> Result<Vec<CountedBody>, CountError> {
    let mut bodies = Vec::new();
    for part in counted {
        for class in counts::read(part)?.classes {
            for method in class.methods {
                bodies.push(CountedBody {
                    class: class.name.clone(),
                    name: method.name,
                    descriptor: method.descriptor,
                    code_digest: method.code_digest,
                    lines: method.lines,
                });
            }
        }
    }
    Ok(bodies)
}
