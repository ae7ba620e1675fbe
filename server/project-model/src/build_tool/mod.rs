//! Asks the build tool of a project for its class path. This runs the project's build scripts, so it needs the user's consent.
//! The wrapper script of a project is never run, because it is a program that the project brings.

mod answer;
mod cache;
mod distribution;
mod kind;
mod process;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::Project;
use files::{TempFolder, TempFolderKind};
use kind::BuildToolKind;
use process::FinishedProcess;
use programs::AllowedProgram;

pub(crate) use cache::BuildToolClassPaths;

/// The time limit of a build tool, which may have to download everything that a project needs.
const TIME_LIMIT: Duration = Duration::from_mins(15);

/// The build tool of a project, and how to call it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuildTool {
    kind: BuildToolKind,
    program: AllowedProgram,
    /// The project's script that would start the build tool; it is never run.
    wrapper: Option<&'static str>,
    /// The top folder of the build.
    folder: PathBuf,
    /// The digest of its build files.
    digest: String,
}

/// Why a build tool did not return the class path.
#[derive(Debug, thiserror::Error)]
pub enum BuildToolError {
    /// The project has no build file.
    #[error("{} has neither a pom.xml nor a Gradle script, so there is no build tool to ask", root.display())]
    NoBuild {
        /// The folder of the project.
        root: PathBuf,
    },
    /// The build tool is not installed.
    #[error(
        "no {name} can be run for {}: {problem}; {advice}install {name} or set classPath",
        folder.display()
    )]
    NoProgram {
        /// The name of the program.
        name: &'static str,
        /// The folder of the build.
        folder: PathBuf,
        /// Where jouled looked for it.
        problem: programs::NotFound,
        /// What else the user can do.
        advice: String,
    },
    /// It does not start, or its answer cannot be stored.
    #[error("{what}: {source}")]
    Io {
        /// What failed.
        what: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// It took too long and was killed.
    #[error("`{command}` took over {} minutes and was stopped", TIME_LIMIT.as_secs() / 60)]
    TimedOut {
        /// The command.
        command: String,
    },
    /// It ended without an answer.
    #[error("`{command}` printed no class path ({status}): {output}")]
    NoAnswer {
        /// The command.
        command: String,
        /// Its exit status.
        status: String,
        /// The end of its output.
        output: String,
    },
}

impl BuildTool {
    /// The build tool of a project. Runs nothing.
    ///
    /// # Errors
    ///
    /// [`BuildToolError`] if the project has no build file, or its build tool is missing.
    pub fn of(project: &Project) -> Result<Self, BuildToolError> {
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
        // If a folder has files of both, Maven is used.
        let topmost =
            files.min_by_key(|path| (path.components().count(), !path.ends_with("pom.xml")));
        let Some((file, folder)) = topmost.and_then(|file| Some((file, file.parent()?))) else {
            let root = project.root.clone();
            return Err(BuildToolError::NoBuild { root });
        };
        let kind = if file.ends_with("pom.xml") {
            BuildToolKind::Maven
        } else {
            BuildToolKind::Gradle
        };
        let wrapper = Some(kind.wrapper()).filter(|wrapper| folder.join(wrapper).is_file());
        let program = match distribution::of_wrapper(kind, folder) {
            Some(program) => program,
            None => AllowedProgram::on_path(kind.name()).map_err(|problem| BuildToolError::NoProgram {
                name: kind.name(),
                folder: folder.to_path_buf(),
                problem,
                advice: wrapper.map_or_else(String::new, |wrapper| {
                    format!(
                        "{wrapper} is a program of the project, so jouled does not run it, but uses what it downloaded for you: \
                         run it once yourself if you trust the project, "
                    )
                }),
            })?,
        };
        Ok(Self {
            kind,
            program,
            wrapper,
            folder: folder.to_path_buf(),
            digest: cache::digest(&project.build_files),
        })
    }

    /// The command and its effects, as a question to the user.
    pub fn question(&self) -> String {
        let whose = self.wrapper.map_or_else(String::new, |wrapper| {
            format!(" The project's {wrapper} is not used.")
        });
        format!(
            "Run `{}` in {} to find the class path? It runs the project's build scripts and may download what the project needs, so do it only if you trust the project.{whose}",
            self.command(),
            self.folder.display()
        )
    }

    /// What the user can do without jouled.
    pub const fn remedy(&self) -> &'static str {
        match self.kind {
            BuildToolKind::Maven => "run `mvn dependency:resolve` once",
            BuildToolKind::Gradle => "build the project once with Gradle",
        }
    }

    /// The command, for messages.
    pub fn command(&self) -> String {
        let program = self.program.path().display().to_string();
        let mut words = vec![program];
        words.extend(
            self.arguments(Path::new("class-path.gradle"))
                .iter()
                .map(|word| word.to_string_lossy().into_owned()),
        );
        words.join(" ")
    }

    /// The folder of the build.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The command that runs one test, or all tests of a class, in JVMs that inherit this process's environment.
    pub fn of_test(&self, class: &str, method: Option<&str>) -> Vec<String> {
        let program = self.program.path().display().to_string();
        let words: Vec<String> = match (self.kind, method) {
            (BuildToolKind::Maven, method) => {
                let test =
                    method.map_or_else(|| class.to_owned(), |name| format!("{class}#{name}"));
                vec![
                    String::from("-B"),
                    String::from("test"),
                    format!("-Dtest={test}"),
                    // Modules without this test must not fail.
                    String::from("-Dsurefire.failIfNoSpecifiedTests=false"),
                ]
            }
            (BuildToolKind::Gradle, method) => {
                let test =
                    method.map_or_else(|| class.to_owned(), |name| format!("{class}.{name}"));
                [
                    "--no-daemon",
                    "--console=plain",
                    "cleanTest",
                    "test",
                    "--tests",
                    &test,
                ]
                .map(String::from)
                .to_vec()
            }
        };
        std::iter::once(program).chain(words).collect()
    }

    fn arguments(&self, script: &Path) -> Vec<OsString> {
        match self.kind {
            // If one module fails, the others still answer.
            BuildToolKind::Maven => ["-B", "-fae", "dependency:build-classpath"]
                .map(OsString::from)
                .to_vec(),
            BuildToolKind::Gradle => {
                let mut arguments: Vec<_> =
                    ["-q", "--console=plain", "--no-daemon", "--continue", "-I"]
                        .map(OsString::from)
                        .to_vec();
                arguments.extend([script.into(), OsString::from(answer::GRADLE_TASK)]);
                arguments
            }
        }
    }

    /// Runs the build tool, waits for it, and stores its answer in a cache folder, where [`Project::discover`] finds it until a
    /// build file changes. Returns the number of entries of the class paths.
    ///
    /// # Errors
    ///
    /// [`BuildToolError`] if it does not start, takes too long or does not answer.
    pub fn ask(&self, cache: &Path) -> Result<usize, BuildToolError> {
        let place =
            TempFolder::new(TempFolderKind::Answer).map_err(io("there is no temporary folder"))?;
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
        let Some(FinishedProcess {
            status,
            output,
            errors,
        }) = ended
        else {
            return Err(BuildToolError::TimedOut { command });
        };
        let paths = match self.kind {
            BuildToolKind::Maven => answer::maven(&output, &self.folder),
            BuildToolKind::Gradle => answer::gradle(&output),
        };
        if paths.is_empty() {
            return Err(BuildToolError::NoAnswer {
                command,
                status,
                output: process::ending(&format!("{output}\n{errors}")),
            });
        }
        let entries = paths.modules.values().map(Vec::len).sum();
        paths.keep(cache, &self.digest).map_err(io(&format!(
            "the answer could not be cached in {}",
            cache.display()
        )))?;
        Ok(entries)
    }
}

fn io(what: &str) -> impl FnOnce(std::io::Error) -> BuildToolError {
    let what = what.to_owned();
    |source| BuildToolError::Io { what, source }
}

fn is_gradle(name: &str) -> bool {
    matches!(
        name,
        "settings.gradle" | "settings.gradle.kts" | "build.gradle" | "build.gradle.kts"
    )
}
