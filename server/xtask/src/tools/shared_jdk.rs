//! A folder that looks like a JDK, and compiles for all tests of a run in one JVM.
//!
//! Each test that compiles starts jouled's compiler, mostly for a few lines: a quarter of a second of CPU time for the start
//! of a JVM. The `java` in this folder (`shared-java` in the crate `tests`) makes a session with a JVM that is already warm.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};

use super::jdk::InstalledJdk;
use crate::process;

/// The variable that names the folder to the tests.
pub const VARIABLE: &str = "JOULED_SHARED_JDK";

/// The JVM of this run. It ends with this process, which holds its standard input.
static RUNNING: Mutex<Option<Child>> = Mutex::new(None);

/// The folder for tests that may share the compilers of this JDK, given the program `shared-java`. Starts its JVM, unless a
/// run of the same workspace has one. Tests that outlive it start their own.
///
/// # Errors
/// If the folder cannot be made, or the JVM does not start.
pub fn ensure(jdk: &InstalledJdk, relay: &Path) -> Result<PathBuf> {
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    let workspace = process::workspace_root();
    let key = blake3::hash(workspace.as_os_str().as_encoded_bytes()).to_hex();
    let folder = super::folder()?.join(format!("shared-jdk-{}", &key[..8]));
    if folder.starts_with(&workspace) {
        bail!(
            "jouled runs no program in a project, and {} is in this one",
            folder.display()
        );
    }
    let socket = folder.join("socket");
    // If it ended by itself, tests that are under way still need the folder.
    if running.is_none() && !accepts_sessions(&socket) {
        make(&folder, &jdk.home, relay)
            .with_context(|| format!("could not make {}", folder.display()))?;
        *running = Some(start(jdk, &workspace, &socket)?);
    }
    Ok(folder)
}

#[cfg(unix)]
fn accepts_sessions(socket: &Path) -> bool {
    std::os::unix::net::UnixStream::connect(socket).is_ok()
}

#[cfg(not(unix))]
fn accepts_sessions(_socket: &Path) -> bool {
    false
}

#[cfg(unix)]
fn make(folder: &Path, home: &Path, relay: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::symlink;

    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let programs = folder.join("bin");
    fs::create_dir_all(&programs)?;
    symlink(home, folder.join("real"))?;
    for (from, to) in [(home, folder), (&home.join("bin"), &programs)] {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            if entry.file_name() != "bin" && entry.file_name() != "java" {
                symlink(entry.path(), to.join(entry.file_name()))?;
            }
        }
    }
    fs::copy(relay, programs.join("java")).map(|_| ())
}

#[cfg(not(unix))]
fn make(_folder: &Path, _home: &Path, _relay: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

/// Starts the JVM, and waits until it accepts sessions.
fn start(jdk: &InstalledJdk, workspace: &Path, socket: &Path) -> Result<Child> {
    let mut java = process::command(jdk.home.join("bin/java"));
    java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx1g"])
        .arg(workspace.join("tests/java/SharedCompiler.java"))
        .arg(socket)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = java
        .spawn()
        .with_context(|| format!("could not run `{}`", process::shown(&java)))?;
    let mut line = String::new();
    if let Some(output) = child.stdout.take() {
        BufReader::new(output).read_line(&mut line)?;
    }
    if line.trim() != "ready" {
        bail!("`{}` did not start", process::shown(&java));
    }
    Ok(child)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn its_jvm_accepts_sessions_until_this_process_ends() {
        let jdks = crate::tools::java::ensure().unwrap();
        let temporary = tempfile::TempDir::new().unwrap();
        let folder = temporary.path().join("jdk");
        let relay = std::env::current_exe().unwrap();
        for _ in 0..2 {
            // What an earlier run left is replaced.
            make(&folder, &jdks[0].home, &relay).unwrap();
        }
        assert!(folder.join("release").is_file() && folder.join("bin/javac").is_file());
        assert!(
            folder
                .join("bin/java")
                .symlink_metadata()
                .unwrap()
                .is_file()
        );
        let socket = folder.join("socket");
        let mut jvm = start(&jdks[0], &process::workspace_root(), &socket).unwrap();
        assert!(accepts_sessions(&socket));
        drop(jvm.stdin.take());
        assert!(jvm.wait().unwrap().success());
        assert!(!accepts_sessions(&socket));
    }
}
