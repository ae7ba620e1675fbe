//! jouled leaves no temporary files, however it ends.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::support::editor::Editor;
use crate::support::git::repository;
use crate::support::{Folder, jouled_with};

const TEXT: &str = "class A { int f(int a) { return a + 1; } }";

/// The names in a folder for temporary files.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

/// Waits for a complete folder: while a folder is being created, for up to a minute, it does not show whether its process died.
fn wait_for(folder: &Path, beginning: &str) {
    let end = Instant::now() + Duration::from_mins(2);
    let is_whole =
        |name: &String| name.starts_with(beginning) && folder.join(name).join("contents").exists();
    while !names(folder).iter().any(is_whole) {
        assert!(Instant::now() < end, "{:?}", names(folder));
        sleep(Duration::from_millis(2));
    }
}

/// A folder for temporary files, and one with a project.
fn folders(folder: &Folder) -> (PathBuf, PathBuf) {
    folder.write("project/A.java", TEXT.as_bytes());
    let root = Path::new(folder.path());
    let temporary = root.join("temporary");
    std::fs::create_dir(&temporary).expect("a folder");
    (temporary, root.join("project"))
}

/// A session that has compiled a file.
fn session(temporary: &Path, project: &Path) -> Editor {
    let mut editor = Editor::start(project, |command| {
        command.env("TMPDIR", temporary);
    });
    let file = project.join("A.java");
    editor.open(&file, TEXT);
    editor.wait_for_methods(&file, |methods| methods.len() == 1);
    wait_for(temporary, "jouled-classes-");
    editor
}

#[test]
fn a_server_that_ends_in_order_leaves_nothing() {
    let folder = Folder::new();
    let (temporary, project) = folders(&folder);
    session(&temporary, &project).end();
    assert!(names(&temporary).is_empty(), "{:?}", names(&temporary));
}

#[test]
fn a_server_that_a_signal_ends_leaves_nothing() {
    for signal in ["TERM", "INT", "HUP"] {
        let folder = Folder::new();
        let (temporary, project) = folders(&folder);
        session(&temporary, &project).signal(signal);
        assert!(
            names(&temporary).is_empty(),
            "{signal}: {:?}",
            names(&temporary)
        );
    }
}

#[test]
fn what_a_killed_server_left_goes_with_the_next_start_and_what_the_living_have_stays() {
    let folder = Folder::new();
    let (temporary, project) = folders(&folder);
    session(&temporary, &project).signal("KILL");
    assert!(!names(&temporary).is_empty());
    let next = || {
        jouled_with(&["model"], |command| {
            command.env("TMPDIR", &temporary);
        })
    };
    assert_eq!(next().code, 0);
    assert!(names(&temporary).is_empty(), "{:?}", names(&temporary));

    let mut living = session(&temporary, &project);
    let before = names(&temporary);
    assert_eq!(next().code, 0);
    let after = names(&temporary);
    assert!(before.iter().all(|name| after.contains(name)), "{after:?}");
    let file = project.join("A.java");
    living.change(&file, 2, "class A { int g(int a) { return a * 2; } }");
    living.wait_for_methods(
        &file,
        |methods| matches!(methods, [one] if one.starts_with('g') && !one.contains("(old)")),
    );
    living.end();
}

#[test]
fn a_comparison_that_ends_leaves_nothing() {
    let folder = Folder::new();
    let (temporary, _) = folders(&folder);
    let start = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_jouled"));
        command
            .args(["diff", "base", "callee-regression", "--calls", "project"])
            .current_dir(repository())
            .env("TMPDIR", &temporary)
            // Without a cache, it takes some time.
            .env("XDG_CACHE_HOME", format!("{}/cache", folder.path()))
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.spawn().expect("jouled starts")
    };
    for signal in ["TERM", "INT", "HUP"] {
        let mut running = start();
        wait_for(&temporary, "jouled-revision-");
        let id = running.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.expect("kill").success());
        let status = running.wait().expect("an end");
        assert!(!status.success());
        assert!(
            names(&temporary).is_empty(),
            "{signal}: {:?}",
            names(&temporary)
        );
    }
    let mut killed = start();
    wait_for(&temporary, "jouled-revision-");
    killed.kill().expect("killed");
    killed.wait().expect("an end");
    assert!(!names(&temporary).is_empty());
    let mut whole = start();
    whole.wait().expect("an end");
    assert!(names(&temporary).is_empty(), "{:?}", names(&temporary));
}
