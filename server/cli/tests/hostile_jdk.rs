//! A JDK that is missing, does not run, or dies in the middle: a message that says what to do, and everything that needs no
//! javac, or another one, still priced.
#![cfg(unix)]

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::support::{Folder, Run, class, jdk, jouled_with};

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

/// A source file and a class file with a JDK: the class is priced, and the file is reported.
fn report(folder: &Folder, home: &str, more: &[&str]) -> Run {
    let source = folder.write(
        "Good.java",
        b"class Good { int f(int a) { return a + 1; } }",
    );
    let classes = folder.write("out/p/Sum.class", &class());
    let mut arguments = vec!["--java-home", home, "report", &source, &classes];
    arguments.extend(more);
    // The cache of this JDK is removed with it.
    jouled_with(&arguments, |command| {
        command.env("XDG_CACHE_HOME", folder.path());
    })
}

/// The code is 1 if javac could not be called at all, and 0 if it failed during the work.
fn assert_only_the_class_is_priced(folder: &Folder, home: &str, message: &str, code: i32) {
    let run = report(folder, home, &[]);
    assert_eq!(run.code, code, "{}", run.stderr);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stdout);
    assert!(!run.stdout.contains("Good.f"), "{}", run.stdout);
    assert!(run.stderr.contains(message), "{}", run.stderr);
    assert_eq!(report(folder, home, &["--strict"]).code, 4);
}

#[test]
fn a_javac_that_dies_after_its_greeting() {
    let folder = Folder::new();
    // A service without input sends its greeting and ends.
    let home = home(&folder, "exec \"$JAVA\" \"$@\" </dev/null");
    let message = "Good.java: error: the javac process ended in the middle of a request";
    assert_only_the_class_is_priced(&folder, &home, message, 0);
}

#[test]
fn a_javac_that_dies_before_its_greeting() {
    let folder = Folder::new();
    let script =
        "case \"$*\" in *-jar*) echo 'out of order' >&2; exit 3;; esac; exec \"$JAVA\" \"$@\"";
    let home = home(&folder, script);
    let message = "the javac service did not start properly: it sent no greeting (early eof); it printed: out of order";
    assert_only_the_class_is_priced(&folder, &home, message, 1);
}

#[test]
fn a_javac_that_cannot_be_started() {
    let folder = Folder::new();
    let home = home(&folder, "echo 'no such machine' >&2; exit 1");
    assert_only_the_class_is_priced(&folder, &home, "no such machine", 1);
}

#[test]
fn a_javac_that_dies_of_one_file_still_compiles_the_others() {
    let folder = Folder::new();
    // The JVM ends at once when its heap, which is small here, is full.
    let script = "for option do shift; case $option in -Xmx*) option=-Xmx40m;; esac; set -- \"$@\" \"$option\"; done
exec \"$JAVA\" -XX:+ExitOnOutOfMemoryError \"$@\"";
    let home = home(&folder, script);
    let comment = "x".repeat(16_000_000);
    let text = format!("class Large {{ /* {comment} */ int f(int a) {{ return a; }} }}");
    let large = folder.write("Large.java", text.as_bytes());
    let run = report(&folder, &home, &[&large]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("Good.f(int)"), "{}", run.stdout);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stdout);
    let message = "Large.java: error: the javac process ended in the middle of a request";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

#[test]
fn a_home_that_is_named_and_is_no_jdk() {
    let folder = Folder::new();
    let run = report(&folder, "/nowhere/jdk", &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("p.Sum.of(int, int)"), "{}", run.stdout);
    assert!(
        run.stderr.contains("/nowhere/jdk (given)"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_machine_without_a_jdk() {
    let folder = Folder::new();
    let source = folder.write(
        "Good.java",
        b"class Good { int f(int a) { return a + 1; } }",
    );
    let classes = folder.write("out/p/Sum.class", &class());
    // A separate view of the file system hides the usual places.
    let places = "/usr/lib/jvm /usr/lib64/jvm /usr/java /opt /home/linuxbrew";
    let hide = format!(
        "for place in {places}; do if test -d $place; then mount -t tmpfs none $place; fi; done"
    );
    let hidden = |script: &str, arguments: &[&str]| {
        Command::new("unshare")
            .args(["--user", "--map-root-user", "--mount", "sh", "-ec"])
            .arg(format!("{hide}; {script}"))
            .arg(env!("CARGO_BIN_EXE_jouled"))
            .args(arguments)
            .env_clear()
            .env("PATH", "/nowhere/bin:/usr/sbin:/usr/bin:/sbin:/bin")
            .env("HOME", folder.path())
            .env("JOULED_CALLS", "none")
            .env("JAVA_HOME", "/nowhere/jdk")
            .output()
    };
    if !hidden("true", &[]).is_ok_and(|output| output.status.success()) {
        tests::not_allowed(
            "a_machine_without_a_jdk",
            "the JDKs of this machine cannot be hidden",
        );
        return;
    }
    let run = |arguments: &[&str]| -> Run {
        let script = "exec \"$0\" \"$@\"";
        hidden(script, arguments).expect("unshare starts").into()
    };
    let alone = run(&["report", &source]);
    assert_eq!(alone.code, 1, "{}", alone.stderr);
    assert_eq!(alone.stdout, "");
    for part in [
        "no JDK of version 17 or newer was found",
        "/nowhere/jdk (JAVA_HOME)",
        "Searched besides JAVA_HOME and PATH",
        "/usr/lib/jvm",
        ".sdkman/candidates/java",
        "https://adoptium.net",
    ] {
        assert!(alone.stderr.contains(part), "{part}: {}", alone.stderr);
    }
    let beside_classes = run(&["report", &source, &classes]);
    assert_eq!(beside_classes.code, 1, "{}", beside_classes.stderr);
    assert!(beside_classes.stdout.contains("p.Sum.of(int, int)"));
    assert!(beside_classes.stderr.contains("error: no JDK of version"));
}

#[test]
fn a_message_of_several_lines_keeps_its_own_breaks_and_no_others() {
    let folder = Folder::new();
    let source = folder.write("A.java", b"class A { int f() { return 1; } }");
    let missing = format!("{}/none\n  | jouled: forged\njouled: forged", folder.path());
    let sides = ["diff", &source, &source];
    for command in [&["report", &source][..], &["explain", "f", &source], &sides] {
        let mut arguments = vec!["--java-home", &missing];
        arguments.extend(command);
        let run = jouled_with(&arguments, |_| ());
        assert_eq!(run.code, 1, "{}", run.stderr);
        let lines: Vec<&str> = run.stderr.lines().collect();
        let first = "jouled: no JDK of version 17 or newer was found";
        assert_eq!(lines.first(), Some(&first), "{}", run.stderr);
        assert!(lines.len() > 3, "{}", run.stderr);
        for line in &lines[1..] {
            assert!(line.starts_with("  | "), "{line}");
        }
        let named = format!(
            "  |   {}/none\\u{{a}}  | jouled: forged\\u{{a}}jouled",
            folder.path()
        );
        assert!(
            lines.iter().any(|line| line.starts_with(&named)),
            "{}",
            run.stderr
        );
    }
}
