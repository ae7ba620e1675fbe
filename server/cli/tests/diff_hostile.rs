//! Repositories made to do harm: nothing of them runs, nothing outside is read or written, and nothing hangs.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use crate::support::git::{diff_in, git, git_with};
use crate::support::jouled_with;
use tempfile::TempDir;

const METHOD: &str = "{ static int f(int a) { return a + a; } }";
const DEARER: &str = "{ static int f(int a) { return a * a * a + a; } }";

/// A repository with one commit.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q", "-b", "main"]);
    write(folder.path(), "src/A.java", &format!("class A {METHOD}"));
    commit(folder.path());
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, text).expect("a file");
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "more"]);
}

#[test]
fn a_configuration_that_names_programs_runs_none() {
    let folder = repository();
    let path = folder.path();
    let mark = path.join("ran");
    let program = path.join("program.sh");
    std::fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", mark.display())).expect("a file");
    git(path, &["update-index", "--chmod=+x", "--add", "program.sh"]);
    Command::new("chmod")
        .args(["+x", &program.display().to_string()])
        .status()
        .expect("chmod");
    write(path, ".gitattributes", "*.java filter=evil diff=evil\n");
    let program = program.display().to_string();
    for key in [
        "core.fsmonitor",
        "core.sshCommand",
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.alternateRefsCommand",
        "credential.helper",
        "diff.external",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "diff.evil.textconv",
        "diff.evil.command",
        "alias.rev-parse",
        "alias.cat-file",
        "pager.ls-tree",
        "uploadpack.packObjectsHook",
    ] {
        git(path, &["config", key, &program]);
    }
    git(
        path,
        &["config", "core.hooksPath", &path.display().to_string()],
    );
    for hook in [
        "post-index-change",
        "post-checkout",
        "fsmonitor-watchman",
        "reference-transaction",
    ] {
        std::fs::copy(&program, path.join(hook)).expect("a hook");
    }
    write(path, "src/A.java", &format!("class A {DEARER}"));
    let run = diff_in(path, &["main"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(!mark.exists());
    assert_eq!(diff_in(path, &["main", "main"]).code, 0);
    assert!(!mark.exists());
}

#[test]
fn a_clone_that_lacks_objects_fetches_them_by_no_program() {
    for remote in ["ext", "uploadpack", "vcs", "ssh", "bundle"] {
        let folder = repository();
        let path = folder.path();
        let mark = path.join("ran");
        let program = path.join("program.sh");
        std::fs::write(&program, format!("#!/bin/sh\ntouch '{}'\n", mark.display()))
            .expect("a file");
        Command::new("chmod")
            .args(["+x", &program.display().to_string()])
            .status()
            .expect("chmod");
        let program = program.display().to_string();
        let url = match remote {
            "ext" => format!("ext::{program}"),
            "ssh" => String::from("ssh://host/path"),
            _ => path.display().to_string(),
        };
        for (key, value) in [
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.url", &url),
            ("remote.origin.promisor", "true"),
            ("remote.origin.partialCloneFilter", "blob:none"),
            ("remote.origin.uploadpack", &program),
            ("core.sshCommand", &program),
            ("protocol.allow", "always"),
            ("protocol.ext.allow", "always"),
            ("protocol.file.allow", "always"),
            ("protocol.ssh.allow", "always"),
        ] {
            git(path, &["config", key, value]);
        }
        if remote == "vcs" {
            git(path, &["config", "remote.origin.vcs", "ext"]);
            git(path, &["config", "remote.origin.url", &program]);
        }
        if remote == "bundle" {
            git(
                path,
                &[
                    "config",
                    "fetch.bundleURI",
                    &format!("file://{}/bundle", path.display()),
                ],
            );
        }
        // The file of the newest commit is missing.
        let id = git(path, &["rev-parse", "HEAD:src/A.java"]);
        std::fs::remove_file(path.join(format!(".git/objects/{}/{}", &id[..2], &id[2..])))
            .expect("a loose object");
        // A git that does not know GIT_NO_LAZY_FETCH.
        let tools = tempfile::tempdir().expect("a folder");
        let real = std::env::split_paths(&std::env::var_os("PATH").expect("a PATH"))
            .map(|folder| folder.join("git"))
            .find(|git| git.is_file())
            .expect("git");
        let older = tools.path().join("git");
        std::fs::write(
            &older,
            format!(
                "#!/bin/sh\nunset GIT_NO_LAZY_FETCH\nexec '{}' \"$@\"\n",
                real.display()
            ),
        )
        .expect("a script");
        Command::new("chmod")
            .arg("+x")
            .arg(&older)
            .status()
            .expect("chmod");
        let mut search = vec![tools.path().to_path_buf()];
        search.extend(std::env::split_paths(
            &std::env::var_os("PATH").expect("a PATH"),
        ));
        let search = std::env::join_paths(search).expect("a PATH");
        let run = jouled_with(&["diff", "--calls", "project", "HEAD", "HEAD"], |command| {
            command.current_dir(path).env("PATH", &search);
        });
        assert!(!mark.exists(), "{remote}: {}", run.stderr);
        // Some versions leave the file out, and others end.
        let is_told = ["A.java", "not allowed"]
            .iter()
            .any(|part| run.stderr.contains(part));
        assert!(is_told, "{remote}: {}", run.stderr);
    }
}

#[test]
fn a_work_tree_elsewhere_is_not_read() {
    let folder = repository();
    let outside = tempfile::tempdir().expect("a folder");
    write(
        outside.path(),
        "Secret.java",
        &format!("class Secret {METHOD}"),
    );
    git(
        folder.path(),
        &[
            "config",
            "core.worktree",
            &outside.path().display().to_string(),
        ],
    );
    let run = diff_in(folder.path(), &["main"]);
    assert!(!run.stdout.contains("Secret"), "{}", run.stdout);
}

#[test]
fn paths_that_lead_out_are_left_out() {
    let folder = repository();
    let path = folder.path();
    let blob = git_with(
        path,
        &["hash-object", "-w", "--stdin"],
        &format!("class Evil {METHOD}"),
    );
    let inner = git_with(
        path,
        &["mktree"],
        &format!("100644 blob {blob}\tEvil.java\n"),
    );
    let tree = git_with(
        path,
        &["mktree"],
        &format!("040000 tree {inner}\t..\n040000 tree {inner}\t.git\n040000 tree {inner}\tok\n"),
    );
    let commit = git(path, &["commit-tree", "-p", "main", "-m", "out", &tree]);
    let run = diff_in(path, &["main", &commit]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(
        run.stderr.matches("leads out of the repository").count(),
        2,
        "{}",
        run.stderr
    );
    assert!(run.stdout.contains("Evil.f(int)"), "{}", run.stdout);
}

#[test]
fn links_of_a_working_tree_are_not_followed() {
    let folder = repository();
    let outside = tempfile::tempdir().expect("a folder");
    write(
        outside.path(),
        "Secret.java",
        &format!("class Secret {METHOD}"),
    );
    std::os::unix::fs::symlink(outside.path(), folder.path().join("linked")).expect("a link");
    std::os::unix::fs::symlink(
        outside.path().join("Secret.java"),
        folder.path().join("src/B.java"),
    )
    .expect("a link");
    let run = diff_in(folder.path(), &["main"]);
    // The targets were not analysed.
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(!run.stdout.contains("Secret"), "{}", run.stdout);
    assert!(
        run.stderr
            .contains("symbolic links are not followed: linked, src/B.java"),
        "{}",
        run.stderr
    );
}

#[test]
fn names_of_files_are_no_syntax_in_any_form() {
    let folder = repository();
    let path = folder.path();
    let name =
        "src/<img src=x onerror=alert(1)>|`b`\n::error file=x::y%0A\u{1b}[31m\u{202e}\"',=.java";
    write(path, name, &format!("class Named {METHOD}"));
    commit(path);
    write(path, name, &format!("class Named {DEARER}"));
    commit(path);
    for (format, forbidden) in [
        ("text", &["\u{1b}", "\u{202e}", "\n::error"][..]),
        ("markdown", &["<img", "`b`", "\n::error", "\u{1b}"]),
        ("html", &["<img", "\u{1b}", "\u{202e}"]),
        ("junit", &["<img", "\u{1b}"]),
        ("github", &["\n::error file=x", "\u{1b}", "%0A::error"]),
        ("csv", &["\n::error", "\u{1b}"]),
        ("sarif", &["\u{1b}"]),
        ("json", &["\u{1b}"]),
        ("benchmark", &["\u{1b}"]),
    ] {
        let run = diff_in(path, &["main~1", "main", "--format", format]);
        assert_eq!(run.code, 3, "{format}: {}", run.stderr);
        assert!(run.stdout.contains("Named"), "{format}: {}", run.stdout);
        for part in forbidden {
            assert!(
                !run.stdout.contains(part),
                "{format} {part:?}: {}",
                run.stdout
            );
        }
        assert!(!run.stderr.contains('\u{1b}'), "{}", run.stderr);
    }
}

#[test]
fn objects_that_are_damaged_or_missing_end_with_a_message() {
    let folder = repository();
    let path = folder.path();
    let blob = git(path, &["rev-parse", "main:src/A.java"]);
    let object = path.join(".git/objects").join(&blob[..2]).join(&blob[2..]);
    Command::new("chmod")
        .args(["u+w", &object.display().to_string()])
        .status()
        .expect("chmod");
    std::fs::write(&object, b"no object").expect("a file");
    let run = diff_in(path, &["main", "main", "--strict"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("git fsck"), "{}", run.stderr);
    std::fs::remove_file(&object).expect("a file");
    let run = diff_in(path, &["main", "main", "--strict"]);
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("not in the clone"), "{}", run.stderr);
}

#[test]
fn a_commit_of_ten_thousand_files() {
    let folder = repository();
    let path = folder.path();
    let blob = git_with(
        path,
        &["hash-object", "-w", "--stdin"],
        "nothing of interest",
    );
    let mut entries = String::new();
    for index in 0..10_000 {
        entries += &[
            "100644 blob ",
            &blob,
            "\tfile-",
            &format!("{index:05}"),
            ".txt\n",
        ]
        .concat();
    }
    let tree = git_with(path, &["mktree"], &entries);
    let commit = git(path, &["commit-tree", "-p", "main", "-m", "many", &tree]);
    let run = diff_in(path, &["main", &commit]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("removed"), "{}", run.stdout);
}

/// git opens the files that a configuration includes, and its own files, whatever they are.
#[test]
fn a_pipe_that_git_would_wait_for_ends_in_seconds_with_a_message() {
    for place in ["included", ".git/HEAD", ".git/config", ".git/packed-refs"] {
        let folder = repository();
        let path = folder.path();
        let pipe = path.join(place);
        if place == "included" {
            let name = pipe.to_str().expect("UTF-8");
            git(path, &["config", "include.path", name]);
        } else if pipe.exists() {
            std::fs::remove_file(&pipe).expect("removed");
        }
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let begin = Instant::now();
        let run = diff_in(path, &["HEAD"]);
        assert_eq!(run.code, 1, "{place}: {}", run.stderr);
        assert!(run.stderr.contains("is a pipe"), "{place}: {}", run.stderr);
        assert!(begin.elapsed() < Duration::from_mins(1), "{place}");
    }
}
