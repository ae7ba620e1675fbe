//! A comparison passes nothing that it has not seen.

use serde_json::Value;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use crate::support::git::{commits, diff_in};
use crate::support::{Run, compiled, jouled};
use tempfile::TempDir;

fn write(folder: &Path, name: &str, bytes: &[u8]) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, bytes).expect("a file");
}

fn compared(folder: &TempDir, arguments: &[&str]) -> Run {
    diff_in(folder.path(), &[&["HEAD~1", "HEAD"], arguments].concat())
}

fn json(folder: &TempDir) -> Value {
    serde_json::from_str(&compared(folder, &["--format", "json"]).stdout).expect("JSON")
}

/// A class with this many methods that return this value, and some with a missing type.
fn class(name: &str, methods: usize, value: &str, unknown: usize) -> String {
    let mut text = format!("package p; class {name} {{\n");
    for number in 0..methods {
        let _ = writeln!(text, "    int f{number}(int a) {{ return {value}; }}");
    }
    for number in 0..unknown {
        let _ = writeln!(
            text,
            "    int g{number}(nowhere.Missing m, int a) {{ return {value}; }}"
        );
    }
    text + "}\n"
}

#[test]
fn a_method_that_neither_side_could_compile_is_missed_by_name() {
    let folder = commits(
        &[("src/A.java", &class("A", 1, "a", 1))],
        &[(
            "src/A.java",
            &class("A", 1, "a", 1).replace("int a) { return a", "int a) { return a * a * a"),
        )],
    );
    let missed = commits(
        &[("src/A.java", &class("A", 0, "a * a * a", 1))],
        &[("src/A.java", &class("A", 0, "a", 1))],
    );
    let run = compared(&missed, &[]);
    assert_eq!(run.code, 4, "{}", run.stdout);
    for expected in [
        "Incomplete, 0 of 1 touched methods seen (0%); at least 90% must be",
        "not seen: p.A.g0(Missing, int) (src/A.java:2), head: it uses names that are neither in the project nor on the class path: nowhere.Missing",
    ] {
        assert!(run.stdout.contains(expected), "{expected}: {}", run.stdout);
    }
    let markdown = compared(&missed, &["--format", "markdown"]);
    assert_eq!(markdown.code, 4);
    assert!(
        markdown
            .stdout
            .starts_with("<!-- jouled diff -->\n**Incomplete, 0 of 1")
    );
    assert!(markdown.stdout.contains("p.A.g0(Missing, int)"));
    let said = json(&missed);
    assert_eq!(said["outcome"], "incomplete");
    assert_eq!(said["seen"]["missing"][0]["method"], "p.A.g0(Missing, int)");
    // A regression is reported whatever else was not seen.
    assert_eq!(compared(&folder, &[]).code, 3);
}

#[test]
fn the_share_that_was_seen_is_held_against_the_least() {
    let with = |seen, unknown| {
        commits(
            &[("src/A.java", &class("A", seen, "a * a", unknown))],
            &[("src/A.java", &class("A", seen, "a", unknown))],
        )
    };
    let nine = with(9, 1);
    assert_eq!(compared(&nine, &[]).code, 0);
    assert_eq!(json(&nine)["seen"]["share"], 0.9);
    assert_eq!(compared(&nine, &["--minimum-seen", "95%"]).code, 4);
    assert_eq!(compared(&nine, &["--minimum-seen", "101%"]).code, 2);
    let eight = with(8, 2);
    assert_eq!(compared(&eight, &[]).code, 4);
    assert_eq!(compared(&eight, &["--minimum-seen", "80%"]).code, 0);
    // The head's table does not decide unless requested.
    write(
        eight.path(),
        "jouled.toml",
        b"[diff]\nminimumSeen = \"50%\"\n",
    );
    let run = diff_in(eight.path(), &["HEAD~1"]);
    assert_eq!(run.code, 4);
    assert!(
        run.stdout.contains("minimumSeen 90% → 50%"),
        "{}",
        run.stdout
    );
    assert_eq!(
        diff_in(eight.path(), &["HEAD~1", "--settings", "head"]).code,
        0
    );
}

#[test]
fn a_syntax_error_in_the_head_passes_nothing_whatever_else_was_seen() {
    let good = class("A", 40, "a * a", 0);
    let folder = commits(
        &[
            ("src/A.java", &good),
            ("src/B.java", &class("B", 1, "a", 0)),
        ],
        &[
            ("src/A.java", &class("A", 40, "a", 0)),
            (
                "src/B.java",
                "package p; class B { int f0(int a) { return a }\n",
            ),
        ],
    );
    let run = compared(&folder, &[]);
    assert_eq!(run.code, 4, "{}", run.stdout);
    assert!(
        run.stdout.contains("src/B.java has a syntax error"),
        "{}",
        run.stdout
    );
}

#[test]
fn what_nobody_touched_is_no_reason_and_comments_touch_nothing() {
    let (unknown, broken) = (class("A", 0, "a", 3), "class B { int f( }");
    let commented = format!(
        "// Says it.\n{}",
        unknown.replace("return a", "/* a */ return a")
    );
    let folder = commits(
        &[("src/A.java", &unknown), ("src/B.java", broken)],
        &[
            ("src/A.java", &commented),
            ("src/C.java", "class C { int f() { return 1; } }"),
        ],
    );
    let run = compared(&folder, &[]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    assert_eq!(json(&folder)["seen"]["touched"], 1);
}

#[test]
fn an_untouched_method_that_lost_its_number_counts() {
    let user = "package p; class User { int f(A a) { return a.f0(1); } }";
    let folder = commits(
        &[
            ("src/A.java", &class("A", 1, "a", 0)),
            ("src/User.java", user),
        ],
        &[(
            "src/A.java",
            "package p; class A { int renamed(int a) { return a; } }",
        )],
    );
    let run = compared(&folder, &[]);
    assert_eq!(run.code, 4, "{}", run.stdout);
    assert!(
        run.stdout.contains("not seen: p.User.f(A)"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_file_that_cannot_be_read_counts_where_it_differs() {
    let text = class("A", 1, "a", 0);
    let folder = commits(
        &[("src/A.java", &text)],
        &[("src/A.java", &text)].map(|_| ("src/B.txt", "b")),
    );
    assert_eq!(compared(&folder, &[]).code, 0);
    write(
        folder.path(),
        "src/A.java",
        b"class A { int f() { return '\xff'; } int g( }",
    );
    let run = diff_in(folder.path(), &["HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
}

/// A jar with these entries.
fn jar(path: &Path, entries: &[(String, Vec<u8>)]) {
    let mut jar = zip::ZipWriter::new(std::fs::File::create(path).expect("a file"));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in entries {
        jar.start_file(format!("{name}.class"), stored)
            .expect("an entry");
        jar.write_all(bytes).expect("an entry");
    }
    jar.finish().expect("a jar");
}

#[test]
fn a_jar_with_a_bad_entry_passes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = class("A", 1, "a", 0) + "class B { int g(int a) { return a * 3; } }";
    let entries = compiled("A.java", &text);
    let (old, new) = (folder.path().join("old.jar"), folder.path().join("new.jar"));
    jar(&old, &entries);
    jar(&new, &entries);
    let (old_name, new_name) = (old.display().to_string(), new.display().to_string());
    let compare = || jouled(&["diff", "--calls", "project", &old_name, &new_name]);
    assert_eq!(compare().code, 0);
    let (name, _) = entries
        .iter()
        .find(|(name, _)| name == "p/B")
        .expect("a class");
    let mut bytes = std::fs::read(&new).expect("a jar");
    let header = format!("{name}.class");
    let at = bytes
        .windows(header.len())
        .position(|part| part == header.as_bytes())
        .expect("an entry");
    // The first bytes of the class change, so its checksum is wrong.
    bytes[at + header.len() + 20] ^= 0xff;
    std::fs::write(&new, bytes).expect("a jar");
    let run = compare();
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("Incomplete"), "{}", run.stdout);
}

#[test]
fn a_touched_method_that_becomes_native_was_not_seen() {
    let body = "package p; class A { static int f(int a) { return a * a; } static int g(int a) { return f(a); } }";
    let native = body.replace("int f(int a) { return a * a; }", "native int f(int a);");
    let folder = commits(&[("src/p/A.java", body)], &[("src/p/A.java", &native)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout
            .contains("not seen: p.A.f(int) (src/p/A.java), head: native"),
        "{}",
        run.stdout
    );
}

#[test]
fn an_untouched_method_that_lost_what_it_names_was_not_seen() {
    let user = "package p; class A { static int f(int a) { return C.h(a) * a; } static int g(int a) { return f(a); } }";
    let used = "package p; class C { static int h(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }";
    let folder = commits(
        &[("src/p/A.java", user), ("src/p/C.java", used)],
        &[("src/p/C.java", "")],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let said = "p.A.f(int) (src/p/A.java:1), head: it uses names that are neither in the project nor on the class path: p.C";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    assert!(!run.stdout.contains("not seen: p.A.g"), "{}", run.stdout);
}

#[test]
fn a_method_that_an_unknown_class_hands_down_is_missed() {
    let text = |work: &str| {
        format!(
            "package p; class A extends x.Foo {{ int f(int a) {{ int s = 0; for (int i = 0; i < a; i++) {{ s += {work}; }} return s; }} }}"
        )
    };
    let folder = commits(
        &[("src/p/A.java", &text("i * foo() * a * a"))],
        &[("src/p/A.java", &text("i * foo()"))],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("x.Foo"), "{}", run.stdout);
}

#[test]
fn a_touched_class_that_is_there_twice_was_not_seen() {
    let text = |body: &str| format!("package p; class A {{ static int f(int a) {{ {body} }} }}");
    let (cheap, dear) = (
        text("return a;"),
        text("int s = 0; for (int i = 0; i < a; i++) { s += i; } return s;"),
    );
    let folder = commits(
        &[("java8/p/A.java", &cheap), ("java9/p/A.java", &cheap)],
        &[("java9/p/A.java", &dear)],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout.contains("its class exists twice"),
        "{}",
        run.stdout
    );
}

#[test]
fn a_renamed_local_beside_an_unknown_type_is_seen() {
    let text = |name: &str, end: &str| {
        format!(
            "package p; class A {{ int f(nowhere.Missing m, int n) {{ int {name} = n; for (int i = 0; i < n; i++) {{ {name} += i; }} return {end}; }} }}"
        )
    };
    let base = ("src/A.java", &*text("s", "s"));
    let folder = commits(&[base], &[("src/A.java", &text("sum", "sum"))]);
    let run = compared(&folder, &[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("1 of 1 touched"), "{}", run.stdout);
    // It is unknown what any other change does to the missing part.
    let folder = commits(&[base], &[("src/A.java", &text("s", "n"))]);
    assert_eq!(compared(&folder, &[]).code, 4);
}

#[test]
fn what_is_saved_by_calls_without_a_price_is_not_seen() {
    let loops = "int f(int n) { int s = 0; for (int i = 0; i < n; i++) { s += n; } return s; }";
    let before = format!("abstract class A {{ {loops} int k(int n) {{ return f(n); }} }}");
    for (after, callee) in [
        ("int f(int n) { return g(n); } native int g(int k);", "A.g"),
        (
            "int f(int n) { return g(n); } abstract int g(int k);",
            "A.g",
        ),
        ("int f(int n) { return I.it.g(n); }", "I.g"),
    ] {
        let head = format!(
            "abstract class A {{ {after} int k(int n) {{ return f(n); }} }} interface I {{ I it = null; int g(int k); }}"
        );
        let folder = commits(&[("src/A.java", &before)], &[("src/A.java", &head)]);
        let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
        assert_eq!(run.code, 4, "{after}: {}{}", run.stdout, run.stderr);
        let says = format!("its energy depends on {callee}, which has no price");
        assert!(run.stdout.contains(&says), "{after}: {}", run.stdout);
        assert!(
            !run.stdout.contains("P(less) > 0.9"),
            "{after}: {}",
            run.stdout
        );
    }
    // If nothing else is called, removing a loop is certain.
    let head = before.replace("for (int i = 0; i < n; i++) { s += n; }", "s += n;");
    let folder = commits(&[("src/A.java", &before)], &[("src/A.java", &head)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("less"), "{}", run.stdout);
}
