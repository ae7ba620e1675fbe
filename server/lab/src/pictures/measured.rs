//! A project with a profile of a real run, for pictures.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use jdk::Jdk;
use xtask::process;
use xtask::tools::chromium;

/// Programs that pictures show at work.
const KERNELS: &str = include_str!("../bench/profile/Kernels.java");
/// How much a profiled run does: about six seconds.
const ROUNDS: &str = "20";
/// How much a run does that goes on until the picture is made.
const ENDLESS: &str = "1000000";
/// Columns and rows of pixels.
const PAGE_SIZE: &str = "--window-size=1280,760";

/// A project in a temporary folder.
pub(super) struct MeasuredProject {
    folder: tempfile::TempDir,
    java: PathBuf,
}

impl MeasuredProject {
    /// Compiles the programs, runs them, and keeps the profile in the project.
    pub(super) fn new(jouled: &Path, jdk: &Jdk) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let project = Self {
            folder,
            java: jdk.java(),
        };
        // Editors look for a profile in the folder of the repository.
        fs::create_dir(project.folder.path().join(".git"))?;
        fs::write(project.source(), KERNELS)?;
        let mut javac = Command::new(&project.java);
        javac.args(["-m", "jdk.compiler/com.sun.tools.javac.Main"]);
        javac
            .args(["-proc:none", "-g", "-d"])
            .arg(project.classes());
        process::output(javac.arg(project.source()))?;
        let mut profile = Command::new(jouled);
        profile.args(["profile", "--format", "csv", "--out"]);
        // The page shows the name of the program.
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = project
            .java
            .parent()
            .map(Path::to_path_buf)
            .into_iter()
            .collect();
        folders.extend(std::env::split_paths(&path));
        profile.env("PATH", std::env::join_paths(folders)?);
        profile.arg(project.profile()).args(["--", "java"]);
        profile.args(["-cp".as_ref(), project.classes().as_os_str()]);
        profile.args(["Kernels", ROUNDS]);
        process::output(profile.arg(project.folder.path().join("told")))?;
        Ok(project)
    }

    pub(super) fn source(&self) -> PathBuf {
        self.folder.path().join("Kernels.java")
    }

    fn classes(&self) -> PathBuf {
        self.folder.path().join("classes")
    }

    fn profile(&self) -> PathBuf {
        self.folder.path().join(".jouled").join("run-1.jouled")
    }

    /// A command for the shell that runs the programs until the shell gets a signal, and the name of the variable with their
    /// process ID.
    pub(super) fn running(&self) -> (String, &'static str) {
        let script = format!(
            "'{}' -cp '{}' Kernels {ENDLESS} /dev/null & program=$!; trap 'kill $program' EXIT HUP TERM",
            self.java.display(),
            self.classes().display()
        );
        (script, "$program")
    }

    /// Makes a picture of the page with the flame graph.
    pub(super) fn flame_graph(&self, jouled: &Path, file: &Path) -> Result<()> {
        let mut report = Command::new(jouled);
        report.args(["report", "--format", "html", "--profile"]);
        let page = process::output(report.arg(self.profile()))?;
        let html = self.folder.path().join("page.html");
        fs::write(&html, page)?;
        let mut browser = Command::new(chromium::ensure()?);
        browser.args(["--headless", "--no-sandbox", "--hide-scrollbars", PAGE_SIZE]);
        browser.arg(format!("--screenshot={}", file.display()));
        process::output(browser.arg(format!("file://{}", html.display())))?;
        Ok(())
    }
}
