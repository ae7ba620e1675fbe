//! The agent: a jar that a JVM loads, which counts or samples the running code.

use std::path::{Path, PathBuf};

use jdk::{JavaProgram, Jdk};

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
        source!("Derived.java"),
        source!("FlightRecording.java"),
        source!("Flow.java"),
        source!("ForceInline.java"),
        source!("Frames.java"),
        source!("ShortFrames.java"),
        source!("FullFrames.java"),
        source!("Instructions.java"),
        source!("Memory.java"),
        source!("PathCounts.java"),
        source!("Pool.java"),
        source!("Readings.java"),
        source!("Recorder.java"),
        source!("References.java"),
        source!("Refused.java"),
        source!("Registry.java"),
        source!("Rename.java"),
        source!("Report.java"),
        source!("SampleFile.java"),
        source!("Sampler.java"),
        source!("Sampling.java"),
        source!("Shared.java"),
        source!("Stripes.java"),
    ],
    manifest: &[
        ("Premain-Class", "jouled.counts.Agent"),
        ("Agent-Class", "jouled.counts.Agent"),
        ("Can-Retransform-Classes", "true"),
    ],
    release: Some("17"),
};

/// The agent's jar. It runs in JVMs from JDK 17 on.
#[derive(Clone, Debug)]
pub struct Agent {
    jar: PathBuf,
}

impl Agent {
    /// Builds the jar with a JDK, which may differ from the program's.
    ///
    /// # Errors
    /// [`CountError`] if it cannot be built, or if its path cannot be passed to a JVM.
    pub fn prepare(jdk: &Jdk, cache_dir: &Path) -> Result<Self, CountError> {
        let jar = AGENT.prepare_blocking(jdk, cache_dir)?;
        let text = spoken(&jar)?;
        if text.contains('=') {
            return Err(CountError::Unspeakable(text.to_owned()));
        }
        Ok(Self { jar })
    }

    /// The jar.
    pub fn jar(&self) -> &str {
        self.jar.to_str().unwrap_or_default()
    }

    /// The argument with the agent's settings for loading it into a running JVM.
    ///
    /// # Errors
    /// [`CountError::Unspeakable`].
    pub fn argument(&self, settings: &Path) -> Result<String, CountError> {
        spoken(settings).map(str::to_owned)
    }

    /// The option that makes a JVM load the agent, with the file of its settings.
    ///
    /// # Errors
    /// [`CountError::Unspeakable`].
    pub fn option(&self, settings: &Path) -> Result<String, CountError> {
        let (jar, settings) = (spoken(&self.jar)?, spoken(settings)?);
        Ok(format!("-javaagent:{jar}={settings}"))
    }
}

/// A path as text without line breaks.
pub(crate) fn spoken(path: &Path) -> Result<&str, CountError> {
    let text = path.to_str().filter(|text| !text.contains(['\n', '\r']));
    text.ok_or_else(|| CountError::Unspeakable(path.to_string_lossy().into_owned()))
}
