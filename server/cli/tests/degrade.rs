//! What a machine lacks costs speed or one result, but never the whole answer: folders that are not writable, a JDK that
//! disappears, folders that are deleted.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use crate::support::editor::Editor;
use crate::support::{Folder, jdk, jouled_with};

const TEXT: &str = "class A { int f(int a) { return a + 1; } }";
const OTHER: &str = "class A { int f(int a) { return B.g(a) + 1; } }";
const B: &str = "class B { static int g(int a) { return a * 2; } }";

/// A machine on which something is not writable, and the message for the user.
type Restriction = (fn(&mut Command, &str), &'static str);

const LACKS: [Restriction; 4] = [
    (
        |command, _| {
            command.env_remove("HOME").env_remove("XDG_CACHE_HOME");
        },
        "there is no home folder for a cache",
    ),
    (
        |command, folder| {
            command.env("XDG_CACHE_HOME", format!("{folder}/file"));
        },
        "/file/jouled cannot be used",
    ),
    (
        |command, _| {
            command.env("XDG_CACHE_HOME", "/proc");
        },
        "/proc/jouled cannot be used",
    ),
    (
        |command, folder| {
            command.env("TMPDIR", format!("{folder}/none"));
        },
        "/none cannot be used",
    ),
];

#[test]
fn a_folder_that_cannot_be_written_to_is_done_without_and_told_once() {
    for (lack, message) in LACKS {
        let folder = Folder::new();
        // A text without a cached result.
        let text = format!("// {}\n{TEXT}", folder.path());
        let source = folder.write("project/A.java", text.as_bytes());
        folder.write("file", b"");
        let run = jouled_with(&["report", &source], |command| lack(command, folder.path()));
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stdout.contains("A.f(int)"), "{}", run.stdout);
        assert_eq!(run.stderr.matches(message).count(), 1, "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
}

#[test]
fn a_server_works_without_folders_of_its_own_too() {
    for (lack, message) in LACKS {
        let folder = Folder::new();
        folder.write("file", b"");
        let file = folder.write("project/A.java", TEXT.as_bytes());
        let (file, project) = (Path::new(&file), Path::new(folder.path()).join("project"));
        let mut editor = Editor::start(&project, |command| lack(command, folder.path()));
        editor.open(file, TEXT);
        editor.wait_for_methods(file, |methods| methods.len() == 1);
        editor.wait_for(message, |sent| {
            let text = sent["params"]["message"].as_str().unwrap_or_default();
            sent["method"] == "window/showMessage" && text.contains(message)
        });
        editor.end();
    }
}

#[test]
fn a_swept_folder_for_temporary_files_is_made_anew() {
    work_after_sweeping(|_| {});
}

#[test]
fn a_cache_that_was_swept_with_them_is_made_anew() {
    work_after_sweeping(|command| {
        command.env_remove("HOME").env_remove("XDG_CACHE_HOME");
    });
}

fn work_after_sweeping(lack: fn(&mut Command)) {
    let folder = Folder::new();
    let a = folder.write("project/A.java", TEXT.as_bytes());
    folder.write("project/B.java", B.as_bytes());
    folder.write("temporary/x", b"");
    let root = Path::new(folder.path());
    let (a, temporary) = (Path::new(&a), root.join("temporary"));
    let mut editor = Editor::start(&root.join("project"), |command| {
        command.env("TMPDIR", &temporary);
        lack(command);
    });
    editor.open(a, OTHER);
    let is_whole = |methods: &[String]| matches!(methods, [one] if !one.contains("(old)") && one.contains('J'));
    editor.wait_for_methods(a, is_whole);
    editor.wait_for_status("fresh");
    std::fs::remove_dir_all(&temporary).expect("swept");
    std::fs::create_dir(&temporary).expect("a folder");
    editor.seen.clear();
    editor.change(a, 2, &OTHER.replace("+ 1", "+ 1 + a"));
    editor.wait_for_status("fresh");
    editor.wait_for_methods(a, is_whole);
    let missed = editor.seen.iter().any(|message| {
        message["params"]["state"] == "missingDependency" || message["params"]["state"] == "stale"
    });
    assert!(!missed, "{:?}", editor.seen);
    let left = std::fs::read_dir(&temporary).expect("a folder").count();
    assert!(left > 0, "classes lie in the folder again");
    editor.end();
}

/// The home of a JDK whose `java` is a script, in which `$JAVA` is a real one.
fn home(folder: &Folder, script: &str) -> String {
    let real = jdk();
    let release = std::fs::read(real.home.join("release")).expect("the file \"release\"");
    folder.write("jdk/release", &release);
    let text = format!("#!/bin/sh\nJAVA='{}'\n{script}\n", real.java().display());
    let java = folder.write("jdk/bin/java", text.as_bytes());
    std::fs::set_permissions(java, std::fs::Permissions::from_mode(0o755)).expect("executable");
    format!("{}/jdk", folder.path())
}

/// A server with only this JDK, in which a file is open.
fn session(folder: &Folder, home: &str, file: &Path) -> Editor {
    let project = Path::new(folder.path()).join("project");
    let cache = format!("{}/cache", folder.path());
    let mut editor = Editor::start(&project, |command| {
        command
            .args(["--java-home", home])
            .env("XDG_CACHE_HOME", cache);
    });
    editor.open(file, TEXT);
    editor
}

#[test]
fn a_compiler_that_was_killed_while_it_was_built_is_built_at_the_next_request() {
    let folder = Folder::new();
    let file = folder.write("project/A.java", TEXT.as_bytes());
    let file = Path::new(&file);
    // Twice, because a killed process is started again at once.
    let script = "case \"$*\" in *com.sun.tools.javac*) for n in 1 2; do\n\
         if [ ! -e \"${0%/*}/killed$n\" ]; then : > \"${0%/*}/killed$n\"; kill -9 $$; fi\ndone;; esac; exec \"$JAVA\" \"$@\"";
    let home = home(&folder, script);
    let mut editor = session(&folder, &home, file);
    let message = editor.wait_for_status("noJdk");
    assert!(message.contains("could not be built"), "{message}");
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    editor.change(file, 2, &TEXT.replace("+ 1", "+ 2"));
    editor.wait_for_status("fresh");
    editor.wait_for_methods(file, |methods| methods.len() == 1);
    editor.end();
}

#[test]
fn a_compiler_that_is_killed_once_is_started_again_at_once() {
    works_after_a_kill(
        "case \"$*\" in *com.sun.tools.javac*)
         if [ ! -e \"${0%/*}/killed\" ]; then : > \"${0%/*}/killed\"; kill -9 $$; fi;; esac",
    );
}

#[test]
fn a_request_whose_compiler_is_killed_is_repeated_once() {
    // The first service greets, and is killed when it gets its first request.
    works_after_a_kill(
        "case \"$*\" in *com.sun.tools.javac*) ;; *-jar*)
         if [ ! -e \"${0%/*}/killed\" ]; then : > \"${0%/*}/killed\"
         \"$JAVA\" \"$@\" < /dev/null; head -c 1 > /dev/null; kill -9 $$; fi;; esac",
    );
}

fn works_after_a_kill(script: &str) {
    let folder = Folder::new();
    let file = folder.write("project/A.java", TEXT.as_bytes());
    let home = home(&folder, &format!("{script}\nexec \"$JAVA\" \"$@\""));
    let arguments = [
        "report",
        "--calls",
        "project",
        "--format",
        "csv",
        "--java-home",
        &home,
        &file,
    ];
    let run = jouled_with(&arguments, |command| {
        command.env("XDG_CACHE_HOME", format!("{}/cache", folder.path()));
    });
    let killed = Path::new(&home).join("bin/killed");
    assert!(killed.exists(), "it was never killed: {}", run.stderr);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("A.java"), "{}", run.stdout);
}

#[test]
fn a_jdk_that_goes_away_shows_in_the_status_and_one_that_comes_back_is_used() {
    let folder = Folder::new();
    let file = folder.write("project/A.java", TEXT.as_bytes());
    let file = Path::new(&file);
    let home = home(&folder, "exec \"$JAVA\" \"$@\"");
    let mut editor = session(&folder, &home, file);
    editor.wait_for_status("fresh");
    let gone = format!("{home}-gone");
    std::fs::rename(&home, &gone).expect("moved away");
    editor.change(file, 2, &TEXT.replace("+ 1", "+ 2"));
    let shown = |message: &serde_json::Value| message["method"] == "window/showMessage";
    editor.wait_for("a message", shown);
    let message = editor.wait_for_status("noJdk");
    assert!(message.contains(&home), "{message}");
    std::fs::rename(&gone, &home).expect("moved back");
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    editor.change(file, 3, &TEXT.replace("+ 1", "+ 3"));
    editor.wait_for_status("fresh");
    editor.wait_for_methods(
        file,
        |methods| matches!(methods, [one] if !one.contains("(old)")),
    );
    editor.end();
}

/// Runs jouled with a cache folder on a disk of three megabytes with little space left; `None` if mounts are not allowed.
fn on_a_disk_with(room: usize, folder: &Folder) -> Option<std::process::Output> {
    let script = "mkdir -p \"$1\" && mount -t tmpfs -o size=3m tmpfs \"$1\" || exit 77
        head -c \"$2\" /dev/zero > \"$1/fill\"
        XDG_CACHE_HOME=\"$1\" exec \"$0\" report --calls project project";
    let used = (3 << 20) - room;
    let allowed = Command::new("unshare")
        .args(["-rm", "true"])
        .status()
        .ok()?;
    if !allowed.success() {
        return None;
    }
    let mut command = Command::new("unshare");
    command
        .args(["-rm", "sh", "-c", script, env!("CARGO_BIN_EXE_jouled")])
        .arg(format!("{}/disk", folder.path()))
        .arg(used.to_string())
        .current_dir(folder.path());
    let output = command.output().ok()?;
    (output.status.code() != Some(77)).then_some(output)
}

#[test]
fn a_disk_that_is_nearly_full_costs_speed_alone() {
    let folder = Folder::new();
    for room in [0, 120_000, 700_000] {
        let text = format!("// {}{room}\n{TEXT}", folder.path());
        folder.write("project/A.java", text.as_bytes());
        let Some(output) = on_a_disk_with(room, &folder) else {
            return tests::not_allowed(
                "a_disk_that_is_nearly_full_costs_speed_alone",
                "mounting a small disk in a namespace of its own",
            );
        };
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{room}: {said}");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert!(stdout.contains("A.f"), "{room}: {stdout}{said}");
        // It is noticed at once, and not after a long computation.
        let is_told = said.matches("/disk/jouled cannot be used").count() == 1;
        assert!(is_told || room >= 64 << 10, "{room}: {said}");
    }
}
