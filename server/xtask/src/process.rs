//! Running other programs.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the workspace.
pub fn workspace_root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .ancestors()
        .nth(2)
        .map_or_else(|| manifest.to_path_buf(), Path::to_path_buf)
}

/// A program to be run in the root of the workspace.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace_root()).stdin(Stdio::null());
    command
}

/// The cargo that runs this tool.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The command as one would type it.
pub fn shown(command: &Command) -> String {
    let mut words = vec![
        Path::new(command.get_program())
            .file_stem()
            .unwrap_or(command.get_program())
            .to_string_lossy()
            .into_owned(),
    ];
    words.extend(command.get_args().map(|word| {
        let word = word.to_string_lossy();
        if word.is_empty() || word.contains(' ') {
            format!("'{word}'")
        } else {
            word.into_owned()
        }
    }));
    words.join(" ")
}

/// Shows a command and runs it with this process's output.
///
/// # Errors
/// When the program cannot be started or does not exit with 0.
pub fn run(command: &mut Command) -> Result<()> {
    println!("$ {}", shown(command));
    let status = command
        .status()
        .with_context(|| format!("could not start `{}`", shown(command)))?;
    if !status.success() {
        bail!("`{}` ended with {status}", shown(command));
    }
    Ok(())
}

/// Runs a command quietly and returns what it wrote to its standard output.
///
/// # Errors
/// When the program cannot be started or does not exit with 0; the message has what it wrote to its
/// standard error.
pub fn output(command: &mut Command) -> Result<String> {
    let output = command
        .output()
        .with_context(|| format!("could not start `{}`", shown(command)))?;
    if !output.status.success() {
        bail!(
            "`{}` ended with {}\n{}",
            shown(command),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The beginning of a call of the crate `lab`, which cargo builds first. It runs where this program does.
pub fn lab(command: &str) -> Command {
    let mut lab = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    lab.args(["run", "--package", "lab", "--manifest-path"])
        .arg(workspace_root().join("Cargo.toml"))
        .args(["--", command]);
    lab
}

/// The folder with what is built as this program was.
///
/// # Errors
/// When the system does not say where this program is.
pub fn own_folder() -> Result<PathBuf> {
    let program = std::env::current_exe().context("the path of this program is not known")?;
    program
        .parent()
        .map(Path::to_path_buf)
        .context("this program is in no folder")
}

/// The folder cargo builds into.
///
/// # Errors
/// When the system does not say where this program is.
pub fn target_folder() -> Result<PathBuf> {
    own_folder()?
        .parent()
        .map(Path::to_path_buf)
        .context("this program is not in a folder of cargo")
}

/// Builds binaries of the workspace and returns the folder they are in.
///
/// # Errors
/// When the build fails.
pub fn build(binaries: &[&str], release: bool) -> Result<PathBuf> {
    let mut build = cargo();
    build.arg("build");
    if release {
        build.arg("--release");
    }
    for binary in binaries {
        build.args(["--bin", binary]);
    }
    run(&mut build)?;
    Ok(target_folder()?.join(if release { "release" } else { "debug" }))
}
