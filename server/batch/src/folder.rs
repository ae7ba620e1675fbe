//! The folder of a run: files of rows, and the result of each input.

use crate::status::{InputOutcome, InputStatus, SCHEMA};
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The largest size of a status file.
const MAX_STATUS: u64 = 1 << 20;

/// The prefix of the names of unfinished rows.
const UNFINISHED: &str = ".unfinished-";

/// The prefix of the names of empty files, each of which says that the analysis of an input with this digest has begun. It stays
/// where the run was killed during it.
const BEGUN: &str = ".begun-";

/// The prefixes of the names of all unfinished files.
const LEFT_BEHIND: [&str; 2] = [UNFINISHED, files::UNFINISHED];

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// A system error.
    Io(PathBuf, io::Error),
    /// Another run writes to it.
    InUse(PathBuf),
}

impl std::fmt::Display for FolderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(path, error) => write!(
                f,
                "{} cannot be written: {error}; choose another folder with --out",
                path.display()
            ),
            Self::InUse(path) => write!(
                f,
                "another run of jouled writes to {}; wait for its end, or choose another folder with --out",
                path.display()
            ),
        }
    }
}

impl std::error::Error for FolderError {}

/// The folder of a run, locked for this process.
#[derive(Debug)]
pub struct BatchFolder {
    root: PathBuf,
    /// The stored results of earlier runs, by input name.
    kept: HashMap<String, InputStatus>,
    /// The digests of inputs during which earlier runs were killed.
    interrupted: HashSet<String>,
    /// Locked while this exists.
    _lock: File,
}

impl BatchFolder {
    /// Creates a folder, or opens that of an earlier run and removes its unfinished files.
    ///
    /// # Errors
    /// [`FolderError`].
    pub fn open(root: &Path) -> Result<Self, FolderError> {
        let io = |error| FolderError::Io(root.to_path_buf(), error);
        for folder in [root.join("rows"), root.join("status")] {
            fs::create_dir_all(&folder).map_err(io)?;
        }
        let lock = File::create(root.join(".lock")).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => {
                return Err(FolderError::InUse(root.to_path_buf()));
            }
            Err(fs::TryLockError::Error(error)) => return Err(io(error)),
        }
        let mut interrupted = HashSet::new();
        for folder in [root.join("rows"), root.join("status")] {
            for entry in fs::read_dir(folder).map_err(io)?.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                interrupted.extend(name.strip_prefix(BEGUN).map(str::to_owned));
                if LEFT_BEHIND.iter().any(|prefix| name.starts_with(prefix)) {
                    let _ = fs::remove_file(entry.path());
                }
            }
        }
        let kept = statuses(root).into_iter();
        Ok(Self {
            root: root.to_path_buf(),
            kept: kept.map(|status| (status.input.clone(), status)).collect(),
            interrupted,
            _lock: lock,
        })
    }

    /// The stored result of an earlier run for an input with this digest, if it has rows.
    pub(crate) fn kept(&self, input: &str, digest: &str) -> Option<&InputStatus> {
        let kept = self.kept.get(input).filter(|kept| kept.digest == digest)?;
        let has_rows = kept.outcome != InputOutcome::Failed && self.rows_file(&kept.file).is_file();
        has_rows.then_some(kept)
    }

    /// Whether an earlier run was killed while it analysed an input with this digest.
    pub(crate) fn was_interrupted(&self, digest: &str) -> bool {
        self.interrupted.contains(digest)
    }

    /// Notes that the analysis of an input begins.
    pub(crate) fn begin(&self, digest: &str) -> io::Result<()> {
        File::create(self.begun(digest)).map(drop)
    }

    fn begun(&self, digest: &str) -> PathBuf {
        self.root.join("status").join(format!("{BEGUN}{digest}"))
    }

    /// The unfinished file that the process of an input writes.
    pub(crate) fn unfinished(&self, digest: &str, extension: &str) -> PathBuf {
        let name = format!("{UNFINISHED}{}-{digest}.{extension}", std::process::id());
        self.root.join("rows").join(name)
    }

    /// Stores the result of an input and replaces that of an earlier run. It stores the rows first and then the status, so a
    /// status never names rows that do not exist.
    pub(crate) fn keep(&self, status: &InputStatus, unfinished: &Path) -> io::Result<()> {
        if let Some(old) = self.kept.get(&status.input)
            && !old.file.is_empty()
            && old.file != status.file
        {
            let _ = fs::remove_file(self.rows_file(&old.file));
        }
        if status.file.is_empty() {
            let _ = fs::remove_file(unfinished);
        } else {
            fs::rename(unfinished, self.rows_file(&status.file))?;
        }
        let text = serde_json::to_vec_pretty(status)?;
        files::write(&self.status_file(&status.input), text)?;
        if !status.digest.is_empty() {
            let _ = fs::remove_file(self.begun(&status.digest));
        }
        Ok(())
    }

    /// The stored results of all inputs, by name.
    pub(crate) fn all(&self, now: &[InputStatus]) -> Vec<InputStatus> {
        let mut all = self.kept.clone();
        for status in now {
            all.insert(status.input.clone(), status.clone());
        }
        let mut all: Vec<InputStatus> = all.into_values().collect();
        all.sort_by(|one, two| one.input.cmp(&two.input));
        all
    }

    /// Writes the results of all inputs as a table.
    pub(crate) fn write_table(&self, all: &[InputStatus]) -> io::Result<()> {
        let mut table = String::from(
            "input,outcome,why,rows,bytes,seconds,cpu_seconds,peak_bytes,digest,file\r\n",
        );
        for status in all {
            let cells = [
                escape::csv(&status.input),
                status.outcome.name().to_owned(),
                escape::csv(&status.why),
                status.rows.to_string(),
                status.bytes.to_string(),
                format!("{:.3}", status.seconds),
                status
                    .cpu_seconds
                    .map_or_else(String::new, |seconds| format!("{seconds:.3}")),
                status
                    .peak_bytes
                    .map_or_else(String::new, |bytes| bytes.to_string()),
                status.digest.clone(),
                escape::csv(&status.file),
            ];
            table.push_str(&cells.join(","));
            table.push_str("\r\n");
        }
        files::write(&self.root.join("status.csv"), table)
    }

    fn rows_file(&self, name: &str) -> PathBuf {
        // A status file may contain anything: take only the file name, so it cannot point outside the folder.
        let name = Path::new(name).file_name().unwrap_or_default();
        self.root.join("rows").join(name)
    }

    fn status_file(&self, input: &str) -> PathBuf {
        let name = blake3::hash(input.as_bytes()).to_hex();
        self.root
            .join("status")
            .join(format!("{}.json", &name[..32]))
    }
}

/// The results that a run has stored in its folder, sorted by the names of the inputs; empty if the folder is not that of a
/// run. Skips files of other versions and unfinished files.
pub fn statuses(root: &Path) -> Vec<InputStatus> {
    let Ok(entries) = fs::read_dir(root.join("status")) else {
        return Vec::new();
    };
    let texts = entries
        .flatten()
        .map(|entry| files::read_text(&entry.path(), MAX_STATUS).unwrap_or_default());
    let read = texts.filter_map(|text| serde_json::from_str::<InputStatus>(&text).ok());
    let mut statuses: Vec<InputStatus> = read.filter(|status| status.schema == SCHEMA).collect();
    statuses.sort_by(|one, two| one.input.cmp(&two.input));
    statuses
}

/// The name of a file of rows: a readable part of the input's name, and its digest.
pub(crate) fn rows_name(input: &Path, digest: &str, extension: &str) -> String {
    const MAX_STEM: usize = 80;
    let stem = input.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |letter: char| {
        if letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_') {
            letter
        } else {
            '-'
        }
    };
    let stem: String = stem.chars().take(MAX_STEM).map(plain).collect();
    // Tools that read folders skip names that begin with a dot or an underscore.
    let stem = stem.trim_start_matches(['.', '_', '-']);
    format!("{stem}-{}.{extension}", &digest[..digest.len().min(12)])
}
