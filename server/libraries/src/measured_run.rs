//! Counts of a run that replace estimates.

use counts::{CountError, CountedRun};
use frequency::{CodeFingerprint, CodeView, MeasuredMethod, Measurements, Model};
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError, RwLock};

/// Why the counts of a run cannot replace estimates.
#[derive(Debug, thiserror::Error)]
pub enum UseCountsError {
    /// The file cannot be read.
    #[error("the counts in {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Its bytes are not counts.
    #[error("{}: {source}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: CountError,
    },
    /// Something was already estimated.
    #[error("the counts arrived after the estimates were made; please report this as a bug")]
    TooLate,
}

static IN_USE: OnceLock<PathBuf> = OnceLock::new();

/// The file whose counts replace estimates in this process.
pub(crate) fn in_use() -> Option<&'static Path> {
    IN_USE.get().map(PathBuf::as_path)
}

/// Makes the counts of a run replace estimates in this process, method by method. Nothing may have been estimated before.
///
/// # Errors
/// If the file cannot be read, or the agent did not write it.
pub fn use_counts(path: &Path) -> Result<(), UseCountsError> {
    let bytes = files::read(path, files::COUNTS).map_err(|source| UseCountsError::Unreadable {
        path: path.to_owned(),
        source,
    })?;
    use_counts_of(path, &[bytes])
}

/// The same for counts that were already read from a file.
///
/// # Errors
/// If the agent did not write them.
pub fn use_counts_of(path: &Path, parts: &[Vec<u8>]) -> Result<(), UseCountsError> {
    let run = read_all(path, parts)?;
    install(path, Arc::new(run))
}

/// The same for comparing two states of the code. If a method is found with the counted code, its counts also apply to its other
/// state, for the branches and loops that both have.
///
/// # Errors
/// If the agent did not write them.
pub fn use_counts_of_any_state(path: &Path, parts: &[Vec<u8>]) -> Result<(), UseCountsError> {
    let run = read_all(path, parts)?;
    install(path, Arc::new(FolderCounts::new(run)))
}

fn read_all(path: &Path, parts: &[Vec<u8>]) -> Result<CountedRun, UseCountsError> {
    CountedRun::read_all(parts).map_err(|source| UseCountsError::Malformed {
        path: path.to_owned(),
        source,
    })
}

fn install(path: &Path, counts: Arc<dyn Measurements>) -> Result<(), UseCountsError> {
    if Model::as_it_comes().with_counts(counts).install() {
        let _ = IN_USE.set(path.to_owned());
        Ok(())
    } else {
        Err(UseCountsError::TooLate)
    }
}

/// Counts of runs, by the folder of their profile. They may change while this process runs.
static COMING_AND_GOING: LazyLock<RwLock<BTreeMap<PathBuf, Arc<FolderCounts>>>> =
    LazyLock::new(RwLock::default);

/// Class, name and descriptor.
type MethodKey = (String, String, String);

/// The counts of the run shown in a folder.
#[derive(Debug)]
pub(crate) struct FolderCounts {
    run: CountedRun,
    /// The methods that were found with the counted code, by class, name and descriptor.
    found: Mutex<HashMap<MethodKey, (CodeFingerprint, MeasuredMethod)>>,
}

impl FolderCounts {
    pub(crate) fn new(run: CountedRun) -> Self {
        Self {
            run,
            found: Mutex::default(),
        }
    }
}

impl Measurements for FolderCounts {
    fn digest(&self) -> u64 {
        self.run.digest()
    }

    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod> {
        let method = view.method;
        let key = (
            view.class.name.clone(),
            method.name.clone(),
            method.descriptor.clone(),
        );
        // A panic elsewhere leaves the map intact.
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counted) = self.run.of(view) {
            found
                .entry(key)
                .or_insert_with(|| (CodeFingerprint::of(view), counted.clone()));
            return Some(counted);
        }
        let (shape, counted) = found.get(&key)?;
        Some(shape.carry(counted, view))
    }
}

/// The counts of all folders.
#[derive(Debug)]
struct AllFolders;

impl Measurements for AllFolders {
    fn of(&self, view: &CodeView<'_>) -> Option<MeasuredMethod> {
        let folders = COMING_AND_GOING
            .read()
            .unwrap_or_else(PoisonError::into_inner);
        let folders: Vec<Arc<FolderCounts>> = folders.values().cloned().collect();
        folders.iter().find_map(|counts| counts.of(view))
    }

    /// Cached costs of libraries do not include these counts, which belong to the open code.
    fn digest(&self) -> u64 {
        0
    }
}

/// Allows counts of runs to replace estimates later, and to change: see
/// [`LoadedProfile::show_in`](crate::LoadedProfile::show_in). Nothing may have been estimated before.
pub fn expect_counts() {
    // In a test of this process, they may already be expected.
    let _ = Model::as_it_comes()
        .with_counts(Arc::new(AllFolders))
        .install();
}

/// From now on, the counts of a folder's run replace estimates, instead of the previous counts.
pub(crate) fn replace_counts(folder: &Path, counts: Option<Arc<FolderCounts>>) {
    let mut folders = COMING_AND_GOING
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    match counts {
        Some(counts) => folders.insert(folder.to_path_buf(), counts),
        None => folders.remove(folder),
    };
}
