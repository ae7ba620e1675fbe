//! A counted run.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use files::{TempFolder, TempFolderKind};
use jdk::Jdk;
use programs::Command;

use crate::agent::{Agent, spoken};
use crate::counts::{CountedMethodName, Counts};
use crate::error::CountError;

/// What to record of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The calls whose receivers are recorded.
    pub receivers: RecordedReceivers,
    /// Keep the lines of the code, so that the counts of lines can be read without the classes.
    pub lines: bool,
    /// Keep the numbers of the counters: the counted program reads `java.lang.JouledCounts0.c` and so on by itself, to find
    /// what one of its calls executes.
    pub places: bool,
    /// Count only the calls of one in this many methods outside the JDK, which hardly slows the program down. 0 counts
    /// everything.
    pub entries_of: u32,
    /// The time between two readings of those calls. Zero reads them only at the end.
    pub readings: Duration,
    /// Methods whose blocks and calls are kept in the order of their execution.
    pub followed: Vec<CountedMethodName>,
    /// The maximum number of these events.
    pub most_events: u32,
    /// How often each counter is there, for threads that would otherwise wait for each other: a power of two of at most 64. With 0
    /// or 1, all threads share the counters, which is faster if one thread does nearly all the work.
    pub stripes: u32,
    /// Methods whose paths are counted, as `Class.method`, with or without packages.
    pub paths: Vec<String>,
    /// Compile only with C1, because C2 replaces more JDK methods by intrinsics, which count nothing.
    pub is_for_learning: bool,
}

/// The virtual and interface calls at which the classes of the receivers are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordedReceivers {
    /// None.
    #[default]
    None,
    /// Those in classes outside `java.base` and the other modules of the boot loader.
    OutsideJdk,
    /// All.
    All,
}

/// A counted run. Dropping it removes its files.
#[derive(Debug)]
pub struct CountRecording {
    folder: TempFolder,
    arguments: Vec<String>,
}

impl CountRecording {
    /// Prepares the agent for a JDK.
    ///
    /// # Errors
    /// [`CountError`] if the agent cannot be built, or if there is no room for the counts.
    pub fn prepare(jdk: &Jdk, cache_dir: &Path, options: &Options) -> Result<Self, CountError> {
        let agent = Agent::prepare(jdk, cache_dir)?;
        let folder = TempFolder::new(TempFolderKind::Counts).map_err(CountError::Folder)?;
        let settings = folder.path().join("settings");
        let text = settings_text(&folder.path().join("counts"), options)?;
        files::write(&settings, text).map_err(CountError::Folder)?;
        let mut arguments = vec![agent.option(&settings)?];
        if options.is_for_learning {
            arguments.push("-XX:TieredStopAtLevel=1".to_owned());
        }
        Ok(Self { folder, arguments })
    }

    /// Makes a `java` command that has no arguments yet count what it runs.
    pub fn add_to(&self, java: &mut Command) {
        java.args(&self.arguments);
    }

    /// The file that the agent writes.
    fn file(&self) -> PathBuf {
        self.folder.path().join("counts")
    }

    /// The bytes that the ended run left.
    ///
    /// # Errors
    /// [`CountError`] if it left none.
    pub fn bytes(&self) -> Result<Vec<u8>, CountError> {
        let path = self.file();
        files::read(&path, files::COUNTS).map_err(|source| {
            if source.kind() == io::ErrorKind::NotFound {
                CountError::Missing { source }
            } else {
                CountError::Unreadable { path, source }
            }
        })
    }

    /// The counts of the ended run.
    ///
    /// # Errors
    /// [`CountError`] if it left no counts.
    pub fn read(&self) -> Result<Counts, CountError> {
        crate::read(&self.bytes()?)
    }
}

const MOST_STRIPES: u32 = 64;
const LONGEST_READING: Duration = Duration::from_mins(1);

/// The agent's settings. In the name of the file, `%p` is the process ID.
///
/// # Errors
/// [`CountError::Unspeakable`].
pub fn settings_text(out: &Path, options: &Options) -> Result<String, CountError> {
    let mut text = format!("out={}\n", spoken(out)?);
    let receivers = match options.receivers {
        RecordedReceivers::None => "none",
        RecordedReceivers::OutsideJdk => "own",
        RecordedReceivers::All => "all",
    };
    let _ = writeln!(text, "receivers={receivers}");
    let _ = writeln!(text, "lines={}", options.lines);
    let _ = writeln!(text, "places={}", options.places);
    let _ = writeln!(text, "events={}", options.most_events.min(i32::MAX as u32));
    let _ = writeln!(text, "stripes={}", options.stripes.clamp(1, MOST_STRIPES));
    if options.entries_of > 0 {
        let _ = writeln!(
            text,
            "entries-of={}",
            options.entries_of.min(i32::MAX as u32)
        );
        let _ = writeln!(
            text,
            "readings-nanos={}",
            options.readings.min(LONGEST_READING).as_nanos()
        );
    }
    for method in &options.paths {
        if method.contains(['\n', '\r']) {
            return Err(CountError::Unspeakable(method.clone()));
        }
        let _ = writeln!(text, "paths={method}");
    }
    for method in &options.followed {
        let method = method.to_string();
        if method.contains(['\n', '\r']) {
            return Err(CountError::Unspeakable(method));
        }
        let _ = writeln!(text, "follow={method}");
    }
    Ok(text)
}
