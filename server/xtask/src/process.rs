//! Running other programs.

use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use wait4::Wait4;

thread_local! {
    /// CPU time of the programs that [`run`] ran on this thread.
    static CPU: Cell<Duration> = const { Cell::new(Duration::ZERO) };
    /// Where the output of programs is kept until they end.
    static OUTPUT: Cell<Option<PathBuf>> = const { Cell::new(None) };
}

/// The root of the workspace.
pub fn workspace_root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .ancestors()
        .nth(2)
        .map_or_else(|| manifest.to_path_buf(), Path::to_path_buf)
}

/// A program that will run in the root of the workspace.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(workspace_root()).stdin(Stdio::null());
    command
}

/// The cargo that runs this tool.
pub fn cargo() -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The command as a user would type it.
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

/// From now on, programs that this thread [`run`]s write to a file, which is shown at their end. So two programs that run
/// at the same time do not mix their lines.
pub fn show_output_at_the_end(file: PathBuf) {
    OUTPUT.set(Some(file));
}

/// The CPU time of all programs that [`run`] ran on this thread, including their child processes.
pub fn cpu_time() -> Duration {
    CPU.get()
}

/// Shows a command and runs it with this process's output.
///
/// # Errors
/// If the program cannot be started or does not exit with 0.
pub fn run(command: &mut Command) -> Result<()> {
    let Some(file) = OUTPUT.take() else {
        println!("$ {}", shown(command));
        return run_to_its_end(command);
    };
    let ended = File::create(&file)
        .and_then(|output| Ok((output.try_clone()?, output)))
        .with_context(|| format!("could not write {}", file.display()))
        .and_then(|(out, err)| run_to_its_end(command.stdout(out).stderr(err)));
    let output = fs::read(&file).unwrap_or_default();
    OUTPUT.set(Some(file));
    let mut screen = io::stdout().lock();
    writeln!(screen, "\n$ {}", shown(command))?;
    screen.write_all(&output)?;
    ended
}

fn run_to_its_end(command: &mut Command) -> Result<()> {
    let ended = command
        .spawn()
        .and_then(Wait4::wait4)
        .with_context(|| format!("could not run `{}`", shown(command)))?;
    CPU.set(CPU.get() + ended.rusage.utime + ended.rusage.stime);
    if !ended.status.success() {
        bail!("`{}` ended with {}", shown(command), ended.status);
    }
    Ok(())
}

/// Runs a command quietly and returns what it wrote to its standard output.
///
/// # Errors
/// If the program cannot be started or does not exit with 0; the message has what it wrote to its
/// standard error.
pub fn output(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&ended_well(command)?.stdout).into_owned())
}

/// Runs a command quietly and returns what it wrote to its standard error.
///
/// # Errors
/// As [`output`].
pub fn errors(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8_lossy(&ended_well(command)?.stderr).into_owned())
}

fn ended_well(command: &mut Command) -> Result<Output> {
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
    Ok(output)
}

/// The beginning of a call of the crate `lab`, which cargo builds first. It runs in this program's directory.
pub fn lab(command: &str) -> Command {
    let mut lab = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    lab.args(["run", "--package", "lab", "--manifest-path"])
        .arg(workspace_root().join("Cargo.toml"))
        .args(["--", command]);
    lab
}

/// The folder of the binaries built with this program's profile.
///
/// # Errors
/// If the system does not say where this program is.
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
/// If the system does not say where this program is.
pub fn target_folder() -> Result<PathBuf> {
    own_folder()?
        .parent()
        .map(Path::to_path_buf)
        .context("this program is not in a folder of cargo")
}

/// Builds binaries of the workspace and returns the folder they are in.
///
/// # Errors
/// If the build fails.
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
