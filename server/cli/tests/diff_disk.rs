//! A full disk, a damaged cache, folders that are not writable: whatever is lost, a regression never passes.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;
use crate::support::git::git;
use crate::support::{Folder, Run, cache_with_compiler, jouled_with};

/// Two commits, the second with a regression in one of several classes, and a folder for a cache.
fn regression() -> Folder {
    let folder = Folder::new();
    let root = Path::new(folder.path()).join("project");
    let class = |number: u32, body: &str| {
        format!(
            "package p; class C{number} {{ int f(int a) {{ return {body}; }} int g(int a) {{ return f(a) + {number}; }} }}"
        )
    };
    folder.write("project/src/p/C0.java", class(0, "a").as_bytes());
    git(&root, &["init", "-q", "-b", "main"]);
    for body in ["a * 3", "a * a * a * a - a * 7"] {
        for number in 1..30 {
            let file = format!("project/src/p/C{number}.java");
            folder.write(&file, class(number, body).as_bytes());
        }
        git(&root, &["add", "-A"]);
        git(&root, &["commit", "-q", "-m", "more"]);
    }
    folder
}

fn diff(folder: &Folder, change: impl FnOnce(&mut Command)) -> Run {
    let root = Path::new(folder.path()).join("project");
    let arguments = ["diff", "--calls", "project", "HEAD~1", "HEAD"];
    jouled_with(&arguments, |command| {
        command.current_dir(root);
        change(command);
    })
}

#[test]
fn files_that_cannot_grow_pass_no_regression() {
    let folder = regression();
    // In blocks of 512 bytes. Writing beyond the limit fails, as on a full disk.
    let ways = ["trap '' XFSZ; ", ""];
    let limits = ["0", "4", "256"].into_iter();
    for (blocks, way) in limits.flat_map(|blocks| ways.map(|way| (blocks, way))) {
        let script = format!("{way}ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut command = Command::new("sh");
        command
            .args(["-c", &script, env!("CARGO_BIN_EXE_jouled")])
            .args(["diff", "--calls", "project", "HEAD~1", "HEAD"])
            .current_dir(Path::new(folder.path()).join("project"))
            .env("XDG_CACHE_HOME", format!("{}/cache{blocks}", folder.path()));
        let run: Run = command.output().expect("sh").into();
        assert_ne!(run.code, 0, "{blocks}: {}{}", run.stdout, run.stderr);
        assert!(!run.stderr.contains("ZipWriter"), "{blocks}: {}", run.stderr);
        assert!(
            !run.stdout.contains("No energy regression:"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_no_answer() {
    let folder = regression();
    let run = diff(&folder, |command| {
        command.args(["--output", "/dev/full"]);
    });
    assert!(
        run.code != 0 && run.stderr.contains("/dev/full"),
        "{}",
        run.stderr
    );
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let run = diff(&folder, |command| {
        command.stdout(full.expect("/dev/full"));
    });
    assert_ne!(run.code, 0, "{}", run.stderr);
}

#[test]
fn a_reader_that_leaves_takes_no_verdict_with_it() {
    let folder = regression();
    for format in ["text", "json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let run = diff(&folder, |command| {
            command.args(["--format", format]).stdout(writer);
        });
        assert_eq!(run.code, 3, "{format}: {}", run.stderr);
    }
}

#[test]
fn places_that_cannot_be_written_cost_speed_and_no_verdict() {
    let folder = regression();
    for (variable, place) in [
        ("XDG_CACHE_HOME", "/proc"),
        ("XDG_CACHE_HOME", "/dev/full"),
        ("TMPDIR", "/proc"),
        ("TMPDIR", "/none"),
    ] {
        let run = diff(&folder, |command| {
            command.env(variable, place);
        });
        assert_eq!(
            run.code, 3,
            "{variable}={place}: {}{}",
            run.stdout, run.stderr
        );
    }
}

/// The files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found
}

#[test]
fn folders_and_pipes_in_the_place_of_cached_files_are_replaced() {
    let folder = regression();
    let cache = cache_with_compiler(&folder);
    let compare = || {
        let run = diff(&folder, |command| {
            command.env("XDG_CACHE_HOME", &cache);
        });
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(!run.stderr.contains("cannot be used"), "{}", run.stderr);
    };
    compare();
    for damage in ["mkdir", "mkfifo"] {
        let kept = files(&cache);
        for file in &kept {
            std::fs::remove_file(file).expect("removed");
            let made = Command::new(damage).arg(file).status().expect(damage);
            assert!(made.success());
        }
        compare();
        let is_kept = |file: &PathBuf| file.is_file();
        let jar = kept.iter().find(|file| file.ends_with("service.jar"));
        assert!(jar.is_some_and(is_kept), "{damage}: {kept:?}");
        let content = cache.join("jouled/content");
        let mut entries = kept.iter().filter(|file| file.starts_with(&content));
        assert!(entries.all(is_kept), "{damage}: {kept:?}");
    }
}

#[test]
fn a_damaged_cache_heals() {
    let folder = regression();
    let cache = cache_with_compiler(&folder);
    let compare = || {
        diff(&folder, |command| {
            command.env("XDG_CACHE_HOME", &cache);
        })
    };
    let whole = compare();
    assert_eq!(whole.code, 3, "{}", whole.stderr);
    let damages: [fn(&mut Vec<u8>); 5] = [
        // `a * 3` becomes `a / 3`, and everything is still well-formed.
        |bytes| {
            let product = [0x1b, 0x06, 0x68];
            if let Some(at) = bytes.windows(3).position(|window| window == product) {
                bytes[at + 2] = 0x6c;
            }
        },
        |bytes| {
            let middle = bytes.len() / 2;
            if let Some(byte) = bytes.get_mut(middle) {
                *byte ^= 1;
            }
        },
        |bytes| bytes.truncate(bytes.len() / 3),
        Vec::clear,
        |bytes| bytes.fill(0),
    ];
    for damage in damages {
        let kept = files(&cache.join("jouled/content"));
        assert!(kept.len() > 50, "{}", kept.len());
        for file in kept {
            let mut bytes = std::fs::read(&file).expect("a file");
            damage(&mut bytes);
            std::fs::write(&file, bytes).expect("damaged");
        }
        let run = compare();
        assert_eq!((run.code, run.stdout), (3, whole.stdout.clone()));
    }
}
