//! Real git, and the repository shared by the tests of `jouled diff`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use super::{Run, jouled_with};

/// The repository of `tests/fixtures/diff/make.sh`, made once for each test process.
pub(crate) fn repository() -> &'static Path {
    static MADE: OnceLock<PathBuf> = OnceLock::new();
    MADE.get_or_init(|| {
        let folder = tempfile::tempdir().expect("a folder").keep().join("shop");
        let script =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/diff/make.sh");
        let made = Command::new("sh")
            .arg(script)
            .arg(&folder)
            .status()
            .expect("sh");
        assert!(made.success());
        folder
    })
}

/// Runs git, and returns its output.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> String {
    git_with(folder, arguments, "")
}

/// The same with some input.
pub(crate) fn git_with(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new("git");
    for setting in [
        "user.name=A",
        "user.email=a@example.org",
        "protocol.file.allow=always",
        "core.protectNTFS=false",
    ] {
        command.args(["-c", setting]);
    }
    command
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null");
    for variable in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        command.env(variable, "2026-03-01T12:00:00Z");
    }
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("git");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input.as_bytes()).expect("input");
    drop(pipe);
    let output = child.wait_with_output().expect("git");
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Runs `jouled diff` in a folder.
pub(crate) fn diff_in(folder: &Path, arguments: &[&str]) -> Run {
    jouled_with(
        &[&["diff", "--calls", "project"], arguments].concat(),
        |command| {
            command.current_dir(folder);
        },
    )
}

/// A repository with two commits of these files; a file without text in the second is deleted there.
pub(crate) fn commits(base: &[(&str, &str)], head: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    for files in [base, head] {
        for (name, text) in files {
            let path = folder.path().join(name);
            if text.is_empty() {
                std::fs::remove_file(path).expect("a file");
                continue;
            }
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        }
        git(folder.path(), &["add", "-A", "-f"]);
        git(folder.path(), &["commit", "-q", "-m", "more"]);
    }
    folder
}
