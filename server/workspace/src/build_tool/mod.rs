//! The build tool of a project, asked for its class path. It runs the project's build scripts, and so it
//! is never asked but at the user's word.

mod answer;
mod cache;
mod process;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Project;
use process::Ended;

pub(crate) use cache::AskedClassPaths;

/// How long a build tool may take: it may have to fetch all that a project needs.
const TIME_LIMIT: Duration = Duration::from_mins(15);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Maven,
    Gradle,
}

/// The build tool of a project, and how it is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildTool {
    kind: Kind,
    program: PathBuf,
    /// Whether the program is a script of the project.
    is_wrapper: bool,
    /// The topmost folder of the build.
    folder: PathBuf,
    /// The digest of its build files.
    digest: String,
}

/// Why a build tool did not say what the class path is.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// There is nothing to ask.
    #[error("{} has neither a pom.xml nor a Gradle script, so that no build tool can be asked", root.display())]
    NoBuild {
        /// The folder of the project.
        root: PathBuf,
    },
    /// The build tool is not installed.
    #[error(
        "there is no {name} on PATH, and {} has no wrapper script for it; install it or set classPath",
        folder.display()
    )]
    NoProgram {
        /// The name of the program.
        name: &'static str,
        /// The folder of the build.
        folder: PathBuf,
    },
    /// It does not start, or its answer cannot be kept.
    #[error("{what}: {source}")]
    Io {
        /// What failed.
        what: String,
        /// What the system says.
        source: std::io::Error,
    },
    /// It took too long and was ended.
    #[error("`{command}` took over {} minutes and was ended", TIME_LIMIT.as_secs() / 60)]
    TimedOut {
        /// What was run.
        command: String,
    },
    /// It ended without an answer.
    #[error("`{command}` told no class path ({status}): {output}")]
    NoAnswer {
        /// What was run.
        command: String,
        /// How it ended.
        status: String,
        /// The end of what it printed.
        output: String,
    },
}

impl BuildTool {
    /// The build tool of a project. Nothing is run.
    ///
    /// # Errors
    /// [`AskError`] if the project has no build file, or its build tool is not there.
    pub fn of(project: &Project) -> Result<Self, AskError> {
        let is_build = |path: &&PathBuf| {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default();
            let is_own = path.parent().is_some_and(|folder| {
                project.root.starts_with(folder) || folder.starts_with(&project.root)
            });
            is_own && (name == "pom.xml" || is_gradle(name))
        };
        let files = project.build_files.iter().filter(is_build);
        // Of those in one folder Maven's is taken.
        let topmost =
            files.min_by_key(|path| (path.components().count(), !path.ends_with("pom.xml")));
        let Some((file, folder)) = topmost.and_then(|file| Some((file, file.parent()?))) else {
            let root = project.root.clone();
            return Err(AskError::NoBuild { root });
        };
        let (kind, name, wrapper) = if file.ends_with("pom.xml") {
            (
                Kind::Maven,
                "mvn",
                if cfg!(windows) { "mvnw.cmd" } else { "mvnw" },
            )
        } else {
            (
                Kind::Gradle,
                "gradle",
                if cfg!(windows) {
                    "gradlew.bat"
                } else {
                    "gradlew"
                },
            )
        };
        let wrapper = folder.join(wrapper);
        let is_wrapper = wrapper.is_file();
        let program = if is_wrapper {
            wrapper
        } else {
            which::which(name).map_err(|_| AskError::NoProgram {
                name,
                folder: folder.to_path_buf(),
            })?
        };
        Ok(Self {
            kind,
            program,
            is_wrapper,
            folder: folder.to_path_buf(),
            digest: cache::digest(&project.build_files),
        })
    }

    /// What is run and what that means, as a question to the user.
    pub fn question(&self) -> String {
        let whose = if self.is_wrapper {
            "This runs the project's build scripts, and the script that starts its build tool is the project's own."
        } else {
            "This runs the project's build scripts."
        };
        format!(
            "Run `{}` in {} to ask for the class path? {whose} It may fetch what the project needs. Do so only if you trust the project.",
            self.command(),
            self.folder.display()
        )
    }

    /// What is run, for messages.
    pub fn command(&self) -> String {
        let program = self.program.display().to_string();
        let mut words = vec![program];
        words.extend(
            self.arguments(Path::new("class-path.gradle"))
                .iter()
                .map(|word| word.to_string_lossy().into_owned()),
        );
        words.join(" ")
    }

    fn arguments(&self, script: &Path) -> Vec<OsString> {
        match self.kind {
            // One module that fails does not keep the others from answering.
            Kind::Maven => ["-B", "-fae", "dependency:build-classpath"]
                .map(OsString::from)
                .to_vec(),
            Kind::Gradle => {
                let mut arguments: Vec<_> =
                    ["-q", "--console=plain", "--no-daemon", "--continue", "-I"]
                        .map(OsString::from)
                        .to_vec();
                arguments.extend([script.into(), OsString::from(answer::GRADLE_TASK)]);
                arguments
            }
        }
    }

    /// Runs the build tool, waits for it, and keeps its answer in a folder for caches, where
    /// [`Project::discover`] finds it for as long as the build files stay as they are. The result is
    /// how many entries the class paths have.
    ///
    /// # Errors
    /// [`AskError`] if it does not start, takes too long or does not answer.
    pub fn ask(&self, cache: &Path) -> Result<usize, AskError> {
        let place = tempfile::tempdir().map_err(io("there is no temporary folder"))?;
        let script = place.path().join("class-path.gradle");
        std::fs::write(&script, answer::GRADLE_SCRIPT)
            .map_err(io("a script could not be written"))?;
        let command = self.command();
        let ended = process::run(
            &self.program,
            &self.arguments(&script),
            &self.folder,
            TIME_LIMIT,
        )
        .map_err(io(&format!("`{command}` could not be run")))?;
        let Some(Ended {
            status,
            output,
            errors,
        }) = ended
        else {
            return Err(AskError::TimedOut { command });
        };
        let paths = match self.kind {
            Kind::Maven => answer::maven(&output, &self.folder),
            Kind::Gradle => answer::gradle(&output),
        };
        if paths.is_empty() {
            return Err(AskError::NoAnswer {
                command,
                status,
                output: process::ending(&format!("{output}\n{errors}")),
            });
        }
        let entries = paths.modules.values().map(Vec::len).sum();
        paths.keep(cache, &self.digest).map_err(io(&format!(
            "the answer could not be kept in {}",
            cache.display()
        )))?;
        Ok(entries)
    }
}

fn io(what: &str) -> impl FnOnce(std::io::Error) -> AskError {
    let what = what.to_owned();
    |source| AskError::Io { what, source }
}

fn is_gradle(name: &str) -> bool {
    matches!(
        name,
        "settings.gradle" | "settings.gradle.kts" | "build.gradle" | "build.gradle.kts"
    )
}
