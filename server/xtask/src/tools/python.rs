//! Virtual environments of Python with pinned packages.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::system::{self, Package};
use crate::process;

/// Written last into an environment: one without it was interrupted and is made again.
const STAMP: &str = "complete";

/// A virtual environment, described by the packages in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Environment {
    /// What it is for; part of its folder's name.
    pub(crate) name: &'static str,
    /// Lines of `package==version`, dependencies included.
    pub(crate) requirements: &'static str,
}

/// pytest with a client of the language server protocol, and Neovim.
pub(crate) const TESTS: Environment = Environment {
    name: "tests",
    requirements: include_str!("../../requirements/tests.txt"),
};

/// What turns a terminal's screen into a picture.
pub(crate) const PICTURES: Environment = Environment {
    name: "pictures",
    requirements: include_str!("../../requirements/pictures.txt"),
};

impl Environment {
    /// Installs the environment where it is absent, incomplete or of other versions, and returns the
    /// folder of its programs.
    ///
    /// # Errors
    /// When Python is missing and cannot be installed, or when pip fails.
    pub(crate) fn ensure(&self) -> Result<PathBuf> {
        self.ensure_in(&super::folder()?, |folder, requirements| {
            let python = system_python()?;
            process::run(process::command(python).args(["-m", "venv"]).arg(folder))?;
            process::run(
                process::command(programs(folder).join("python"))
                    .args(["-m", "pip", "install", "--quiet", "--no-deps"])
                    .args(["--disable-pip-version-check", "--requirement"])
                    .arg(requirements),
            )
        })
    }

    fn ensure_in(
        &self,
        tools: &Path,
        install: impl FnOnce(&Path, &Path) -> Result<()>,
    ) -> Result<PathBuf> {
        let version = &blake3::hash(self.requirements.as_bytes()).to_hex()[..12];
        let folder = tools.join(format!("python-{}-{version}", self.name));
        fs::create_dir_all(tools)
            .with_context(|| format!("could not make the folder {}", tools.display()))?;
        // Two runs at the same time must not install over each other.
        let lock = File::create(tools.join(format!("{}.lock", self.name)))?;
        lock.lock()?;

        let works = folder.join(STAMP).is_file() && programs(&folder).join("python").exists();
        if !works {
            if folder.exists() {
                fs::remove_dir_all(&folder)
                    .with_context(|| format!("could not remove {}", folder.display()))?;
            }
            fs::create_dir_all(&folder)?;
            let requirements = folder.join("requirements.txt");
            fs::write(&requirements, self.requirements)?;
            install(&folder, &requirements)?;
            fs::write(folder.join(STAMP), "")?;
        }
        Ok(programs(&folder))
    }
}

fn programs(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// A Python that can make virtual environments, installed first where there is none.
fn system_python() -> Result<PathBuf> {
    if let Some(python) = usable_python() {
        return Ok(python);
    }
    system::install(Package::Python)?;
    match usable_python() {
        Some(python) => Ok(python),
        None => bail!("no Python of version 3.10 or newer with the module venv on PATH"),
    }
}

fn usable_python() -> Option<PathBuf> {
    let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
    ["python3", "python"]
        .iter()
        .filter_map(|name| which::which(name).ok())
        .find(|python| process::output(process::command(python).args(["-c", check])).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENVIRONMENT: Environment = Environment {
        name: "example",
        requirements: "package==1\n",
    };

    /// Installs into an environment without a network; returns how often that was needed.
    fn ensure(environment: Environment, tools: &Path) -> usize {
        let mut installs = 0;
        environment
            .ensure_in(tools, |folder, _| {
                installs += 1;
                fs::create_dir_all(programs(folder))?;
                fs::write(programs(folder).join("python"), "")?;
                Ok(())
            })
            .unwrap();
        installs
    }

    #[test]
    fn an_environment_is_installed_once() {
        let tools = tempfile::tempdir().unwrap();
        assert_eq!(ensure(ENVIRONMENT, tools.path()), 1);
        assert_eq!(ensure(ENVIRONMENT, tools.path()), 0);
    }

    #[test]
    fn other_versions_are_another_environment() {
        let tools = tempfile::tempdir().unwrap();
        ensure(ENVIRONMENT, tools.path());
        let newer = Environment {
            requirements: "package==2\n",
            ..ENVIRONMENT
        };
        assert_eq!(ensure(newer, tools.path()), 1);
        assert_eq!(ensure(ENVIRONMENT, tools.path()), 0);
    }

    #[test]
    fn an_interrupted_installation_is_done_again_from_nothing() {
        let tools = tempfile::tempdir().unwrap();
        let failed = ENVIRONMENT.ensure_in(tools.path(), |folder, _| {
            fs::write(folder.join("half"), "")?;
            bail!("interrupted")
        });
        assert!(failed.is_err());
        assert_eq!(ensure(ENVIRONMENT, tools.path()), 1);
        let folder = fs::read_dir(tools.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.is_dir())
            .unwrap();
        assert!(!folder.join("half").exists());
    }

    #[test]
    fn every_requirement_is_pinned() {
        for requirements in [TESTS, PICTURES, super::super::nextest::NEXTEST] {
            for line in requirements.requirements.lines() {
                let (name, version) = line.split_once("==").unwrap();
                assert!(!name.is_empty() && !version.contains('*'), "{line}");
            }
        }
    }
}
