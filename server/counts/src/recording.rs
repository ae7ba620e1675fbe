//! A run that is counted.

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use files::{TempFolder, TempFolderKind};
use jdk::{JavaProgram, Jdk};
use programs::Command;

use crate::counts::{Counts, MethodName};
use crate::error::CountError;

macro_rules! source {
    ($name:literal) => {
        (
            $name,
            include_str!(concat!("../java/jouled/counts/", $name)),
        )
    };
}

const AGENT: JavaProgram = JavaProgram {
    folder: "counts",
    jar: "counts.jar",
    main_class: "jouled.counts.Agent",
    sources: &[
        source!("Agent.java"),
        source!("Bytes.java"),
        source!("ClassWriter.java"),
        source!("CodeWriter.java"),
        source!("CountedClass.java"),
        source!("CountedMethod.java"),
        source!("Counters.java"),
        source!("Counting.java"),
        source!("Flow.java"),
        source!("Frames.java"),
        source!("Instructions.java"),
        source!("Pool.java"),
        source!("Recorder.java"),
        source!("References.java"),
        source!("Refused.java"),
        source!("Registry.java"),
        source!("Rename.java"),
        source!("Report.java"),
    ],
    manifest: &[
        ("Premain-Class", "jouled.counts.Agent"),
        ("Agent-Class", "jouled.counts.Agent"),
        ("Can-Retransform-Classes", "true"),
    ],
};

/// What is recorded of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Record the classes of the objects at virtual and interface calls.
    pub receivers: bool,
    /// Methods whose blocks and calls are kept in the order in which they were executed.
    pub followed: Vec<MethodName>,
    /// How many of those events are kept at most.
    pub most_events: u32,
    /// Compile with C1 alone: C2 replaces more methods of the JDK by intrinsics that count nothing.
    pub is_for_learning: bool,
}

/// A run that is counted. Its files are removed when it is dropped.
#[derive(Debug)]
pub struct Recording {
    folder: TempFolder,
    arguments: Vec<String>,
}

impl Recording {
    /// Makes the agent for a JDK ready.
    ///
    /// # Errors
    /// [`CountError`] where the agent cannot be built or there is no room for the counts.
    pub fn prepare(jdk: &Jdk, cache_dir: &Path, options: &Options) -> Result<Self, CountError> {
        let jar = AGENT.prepare_blocking(jdk, cache_dir)?;
        let folder = TempFolder::new(TempFolderKind::Counts).map_err(CountError::Folder)?;
        let settings = folder.path().join("settings");
        let text = settings_text(&folder.path().join("counts"), options)?;
        files::write(&settings, text).map_err(CountError::Folder)?;
        let jar = spoken(&jar)?;
        if jar.contains('=') {
            return Err(CountError::Unspeakable(jar.to_owned()));
        }
        let mut arguments = vec![format!("-javaagent:{jar}={}", spoken(&settings)?)];
        if options.is_for_learning {
            arguments.push("-XX:TieredStopAtLevel=1".to_owned());
        }
        Ok(Self { folder, arguments })
    }

    /// Tells a `java` that is still to be started, and has no arguments yet, to count what it runs.
    pub fn add_to(&self, java: &mut Command) {
        java.args(&self.arguments);
    }

    /// Where the agent writes.
    fn file(&self) -> PathBuf {
        self.folder.path().join("counts")
    }

    /// The bytes that the run left, once it has ended.
    ///
    /// # Errors
    /// [`CountError`] where it left none.
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

    /// What the run counted, once it has ended.
    ///
    /// # Errors
    /// [`CountError`] where it left no counts.
    pub fn read(&self) -> Result<Counts, CountError> {
        crate::read(&self.bytes()?)
    }
}

fn settings_text(out: &Path, options: &Options) -> Result<String, CountError> {
    let mut text = format!("out={}\n", spoken(out)?);
    let _ = writeln!(text, "receivers={}", options.receivers);
    let _ = writeln!(text, "events={}", options.most_events.min(i32::MAX as u32));
    for method in &options.followed {
        let method = method.to_string();
        if method.contains(['\n', '\r']) {
            return Err(CountError::Unspeakable(method));
        }
        let _ = writeln!(text, "follow={method}");
    }
    Ok(text)
}

/// A path as text on one line.
fn spoken(path: &Path) -> Result<&str, CountError> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\r']));
    text.ok_or_else(|| CountError::Unspeakable(path.to_string_lossy().into_owned()))
}
