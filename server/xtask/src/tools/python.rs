//! Python virtual environments with pinned packages.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::cache::Installation;
use super::system::{self, Package};
use crate::process;

/// A virtual environment, described by the packages in it.
#[derive(Clone, Copy, Debug)]
pub struct Environment {
    /// Its purpose; part of its folder's name.
    pub name: &'static str,
    /// Lines of `package==version`, dependencies included.
    pub requirements: &'static str,
}

/// pytest with a client of the language server protocol, and Neovim.
pub const TESTS: Environment = Environment {
    name: "tests",
    requirements: include_str!("../../requirements/tests.txt"),
};

/// Apache Spark for Python, other readers of its tables, and pytest.
pub const SPARK: Environment = Environment {
    name: "spark",
    requirements: include_str!("../../requirements/spark.txt"),
};

/// Packages that turn a terminal's screen into a picture.
pub const PICTURES: Environment = Environment {
    name: "pictures",
    requirements: include_str!("../../requirements/pictures.txt"),
};

/// PyMC and ArviZ, to check fits and diagnostics.
pub const FITS: Environment = Environment {
    name: "fits",
    requirements: include_str!("../../requirements/fits.txt"),
};

impl Environment {
    /// Installs the environment if it is absent, incomplete or has other versions. Returns the folder of its programs.
    ///
    /// # Errors
    /// If Python is missing and cannot be installed, or if pip fails.
    pub fn ensure(&self) -> Result<PathBuf> {
        let name = format!("python-{}", self.name);
        let python = if cfg!(windows) {
            "Scripts/python.exe"
        } else {
            "bin/python"
        };
        let installation = Installation {
            name: &name,
            contents: &[self.requirements],
            needs: python,
        };
        let folder = installation.ensure(&super::folder()?, |folder| {
            let requirements = folder.join("requirements.txt");
            fs::write(&requirements, self.requirements)?;
            process::run(
                process::command(system_python()?)
                    .args(["-m", "venv"])
                    .arg(folder),
            )?;
            process::run(
                process::command(folder.join(python))
                    .args(["-m", "pip", "install", "--quiet", "--no-deps"])
                    .args(["--disable-pip-version-check", "--requirement"])
                    .arg(requirements),
            )
        })?;
        Ok(programs(&folder))
    }
}

fn programs(environment: &Path) -> PathBuf {
    environment.join(if cfg!(windows) { "Scripts" } else { "bin" })
}

/// A Python that can create virtual environments. If there is none, it is installed first.
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

    #[test]
    fn every_requirement_is_pinned() {
        for requirements in [
            TESTS,
            SPARK,
            PICTURES,
            FITS,
            super::super::nextest::NEXTEST,
            super::super::deny::DENY,
            super::super::node::NODE,
        ] {
            for line in requirements.requirements.lines() {
                let (name, version) = line.split_once("==").unwrap();
                assert!(!name.is_empty() && !version.contains('*'), "{line}");
            }
        }
    }
}
