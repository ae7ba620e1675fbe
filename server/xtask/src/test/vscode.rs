//! The steps that test the VS Code extension and the pages in a browser.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use super::programs::server;
use super::step::{StepError, StepResult, run_tests};
use xtask::process::{self, workspace_root};
use xtask::tools::{Node, VSCODE};
use xtask::tools::{chromium, java, python};

fn extension_folder() -> PathBuf {
    workspace_root().join("editors").join("vscode")
}

fn tests_folder() -> PathBuf {
    workspace_root()
        .join("tests")
        .join("editors")
        .join("vscode")
}

/// The types, the style and the unit tests of the extension.
pub(super) fn extension() -> StepResult {
    let (node, folder) = (node()?, extension_folder());
    process::run(node.npm()?.args(["run", "check"]).current_dir(&folder))?;
    let report = report("extension")?;
    run_tests(
        node.tests(&report)?
            .arg("test/*.test.ts")
            .current_dir(&folder),
        &report,
    )
}

/// Tests the packaged extension with the server in VS Code itself.
pub(super) fn vscode() -> StepResult {
    if cfg!(windows) {
        return Err(StepError::Unavailable(anyhow!(
            "code-server, which is VS Code without a screen, does not run on Windows"
        )));
    }
    java::ensure().map_err(StepError::Unavailable)?;
    let browser = chromium::ensure().map_err(StepError::Unavailable)?;
    let node = node()?;
    let vscode = node.packages(&VSCODE).map_err(StepError::Unavailable)?;
    let server = server()?;

    let output = process::target_folder()?.join("vscode");
    let pictures = output.join("pictures");
    fs::create_dir_all(&pictures).context("could not create a folder for the pictures")?;
    let extension = extension_with(&server, &node, &output)?;
    let probe = output.join("probe.vsix");
    package(&node, &tests_folder().join("probe"), &probe)?;

    let report = report("vscode")?;
    let outcome = run_tests(
        node.tests(&report)?
            // One VS Code at a time.
            .arg("--test-concurrency=1")
            .arg(tests_folder().join("vscode.test.ts"))
            .arg(tests_folder().join("trust.test.ts"))
            .env("JOULED_BIN", server)
            .env("JOULED_CALLS", "none")
            .env("JOULED_VSCODE_TOOLS", vscode)
            .env("JOULED_CHROMIUM", browser)
            .env("JOULED_VSIX", extension)
            .env("JOULED_PROBE_VSIX", probe)
            .env("JOULED_PICTURES", &pictures),
        &report,
    );
    println!("screenshots: {}", pictures.display());
    outcome
}

/// Packages the extension as for a release, with a program inside that starts this server.
fn extension_with(server: &Path, node: &Node, output: &Path) -> Result<PathBuf, StepError> {
    let program = output.join("jouled");
    fs::write(
        &program,
        format!("#!/bin/sh\nexec '{}' \"$@\"\n", server.display()),
    )
    .context("could not write a program for the extension")?;
    process::run(process::command("chmod").arg("755").arg(&program))?;
    let (target, name) = if cfg!(target_os = "macos") {
        ("apple-darwin", "darwin")
    } else {
        ("unknown-linux-gnu", "linux")
    };
    let python = python::TESTS.ensure().map_err(StepError::Unavailable)?;
    process::run(
        process::command(python.join("python"))
            .arg(workspace_root().join("packages").join("assemble.py"))
            .args(["--only", "vsix", "--binary"])
            .arg(&program)
            .arg("--target")
            .arg(format!("{}-{target}", std::env::consts::ARCH))
            .arg("--out")
            .arg(output)
            .env("PATH", node.search_path()?),
    )?;
    let cpu = match std::env::consts::ARCH {
        "aarch64" => "arm64",
        _ => "x64",
    };
    Ok(output.join(format!("jouled-{name}-{cpu}.vsix")))
}

/// Tests the pages that jouled writes, in the browser that also runs VS Code.
pub(super) fn pages() -> StepResult {
    java::ensure().map_err(StepError::Unavailable)?;
    let browser = chromium::ensure().map_err(StepError::Unavailable)?;
    let node = node()?;
    let server = server()?;
    let pictures = process::target_folder()?.join("pages");
    fs::create_dir_all(&pictures).context("could not create a folder for the pictures")?;
    let report = report("pages")?;
    let outcome = run_tests(
        node.tests(&report)?
            .arg(workspace_root().join("tests/pages/pages.test.ts"))
            .arg(workspace_root().join("tests/pages/portfolio.test.ts"))
            .env("JOULED_BIN", server)
            .env("JOULED_CALLS", "project")
            .env("JOULED_CHROMIUM", browser)
            .env("JOULED_PICTURES", &pictures),
        &report,
    );
    println!("screenshots: {}", pictures.display());
    outcome
}

/// Node, with the packages that build the extension.
pub(super) fn node() -> Result<Node, StepError> {
    let node = Node::ensure().map_err(StepError::Unavailable)?;
    node.project(&extension_folder())
        .map_err(StepError::Unavailable)?;
    Ok(node)
}

fn package(node: &Node, folder: &Path, file: &Path) -> anyhow::Result<()> {
    let program = extension_folder()
        .join("node_modules")
        .join("@vscode")
        .join("vsce")
        .join("vsce");
    process::run(
        node.node()?
            .arg(program)
            .args(["package", "--no-dependencies", "--out"])
            .arg(file)
            .current_dir(folder),
    )
}

fn report(name: &str) -> anyhow::Result<PathBuf> {
    let reports = process::target_folder()?.join("xtask");
    fs::create_dir_all(&reports).context("could not create a folder for the test reports")?;
    Ok(reports.join(format!("{name}.xml")))
}
