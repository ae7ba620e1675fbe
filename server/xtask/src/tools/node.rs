//! Node.js, its package manager, and the packages they install.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::cache::Installation;
use super::python::Environment;
use crate::process;

/// The Python Package Index has Node with npm for every system. A system's own version is often too old.
pub const NODE: Environment = Environment {
    name: "node",
    requirements: include_str!("../../requirements/node.txt"),
};

/// VS Code as a server, and the driver for it in a browser.
pub const VSCODE: Packages = Packages {
    name: "vscode",
    manifest: include_str!("../../requirements/vscode/package.json"),
    lock: include_str!("../../requirements/vscode/package-lock.json"),
    inside: &["node_modules/code-server/lib/vscode"],
};

/// Written into `node_modules` when all packages are there; contains a hash of the files they were installed from.
const STAMP: &str = ".jouled-complete";

/// npm packages that are installed into the tools' folder.
#[derive(Clone, Copy, Debug)]
pub struct Packages {
    name: &'static str,
    /// The text of `package.json`.
    manifest: &'static str,
    /// The text of `package-lock.json`.
    lock: &'static str,
    /// Folders of packages with their own list of packages.
    inside: &'static [&'static str],
}

/// An installed Node.
#[derive(Debug)]
pub struct Node {
    programs: PathBuf,
}

impl Node {
    /// Installs Node if it is absent.
    ///
    /// # Errors
    /// If it cannot be installed.
    pub fn ensure() -> Result<Self> {
        let programs = NODE.ensure()?;
        Ok(Self { programs })
    }

    /// A command that finds this Node and its tools first.
    fn command(&self, program: &str) -> Result<Command> {
        let program = self
            .programs
            .join(format!("{program}{}", std::env::consts::EXE_SUFFIX));
        let mut command = process::command(program);
        command.env("PATH", self.search_path()?);
        Ok(command)
    }

    /// The beginning of a `node` command.
    ///
    /// # Errors
    /// If the search path has a folder that it cannot have.
    pub fn node(&self) -> Result<Command> {
        self.command("node")
    }

    /// The beginning of an `npm` command.
    ///
    /// # Errors
    /// If the search path has a folder that it cannot have.
    pub fn npm(&self) -> Result<Command> {
        let mut command = self.command("npm")?;
        command.args(["--no-update-notifier", "--loglevel=error"]);
        Ok(command)
    }

    /// The beginning of a command that runs tests, writes a `JUnit` report and prints the names of the tests.
    ///
    /// # Errors
    /// If the search path has a folder that it cannot have.
    pub fn tests(&self, report: &Path) -> Result<Command> {
        let mut command = self.node()?;
        command
            .args(["--test", "--test-force-exit"])
            .args(["--test-reporter=spec", "--test-reporter-destination=stdout"])
            .arg("--test-reporter=junit")
            .arg(format!("--test-reporter-destination={}", report.display()));
        Ok(command)
    }

    /// The search path with this Node and its tools first.
    ///
    /// # Errors
    /// If the search path has a folder that it cannot have.
    pub fn search_path(&self) -> Result<OsString> {
        let others = std::env::var_os("PATH").unwrap_or_default();
        let all = std::iter::once(self.programs.clone()).chain(std::env::split_paths(&others));
        std::env::join_paths(all).context("PATH cannot be extended")
    }

    /// Installs the packages of a folder without running any of them. `how` is `ci` if the lock file must exactly match the
    /// list of packages.
    fn install(&self, folder: &Path, how: &[&str]) -> Result<()> {
        process::run(
            self.npm()?
                .args(how)
                .args(["--ignore-scripts", "--no-audit", "--no-fund"])
                .current_dir(folder),
        )
    }

    /// Installs packages into the tools' folder and returns the folder that has their `node_modules`.
    ///
    /// # Errors
    /// If npm fails.
    pub fn packages(&self, packages: &Packages) -> Result<PathBuf> {
        let name = format!("npm-{}", packages.name);
        let installation = Installation {
            name: &name,
            contents: &[packages.manifest, packages.lock],
            needs: "node_modules",
        };
        installation.ensure(&super::folder()?, |folder| {
            fs::write(folder.join("package.json"), packages.manifest)?;
            fs::write(folder.join("package-lock.json"), packages.lock)?;
            self.install(folder, &["ci"])?;
            for inside in packages.inside {
                // Its lock file lacks some development packages, which `ci` treats as an error.
                self.install(&folder.join(inside), &["install", "--omit=dev"])?;
            }
            Ok(())
        })
    }

    /// Installs the packages of a project in its own folder, unless those of its lock file are already installed.
    ///
    /// # Errors
    /// If npm fails, or the folder has no lock file.
    pub fn project(&self, folder: &Path) -> Result<()> {
        let lock = folder.join("package-lock.json");
        let text = fs::read(&lock).with_context(|| format!("could not read {}", lock.display()))?;
        let version = blake3::hash(&text).to_hex().to_string();
        let stamp = folder.join("node_modules").join(STAMP);
        if fs::read_to_string(&stamp).is_ok_and(|installed| installed == version) {
            return Ok(());
        }
        self.install(folder, &["ci"])?;
        fs::write(&stamp, version).with_context(|| format!("could not write {}", stamp.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_pinned_and_checked() {
        let (_, dependencies) = VSCODE.manifest.split_once("\"dependencies\": {").unwrap();
        let (dependencies, _) = dependencies.split_once('}').unwrap();
        for dependency in dependencies.split(',') {
            let (_, version) = dependency.split_once(": \"").unwrap();
            assert!(
                version.starts_with(|c: char| c.is_ascii_digit()),
                "{dependency}"
            );
        }
        let fetched = VSCODE.lock.matches("\n    \"node_modules/").count();
        assert!(fetched > 0);
        assert_eq!(VSCODE.lock.matches("\"integrity\":").count(), fetched);
    }
}
