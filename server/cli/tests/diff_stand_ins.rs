//! A difference that comes from a stand-in on one side is not a regression of the change, and does not pass.

use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use crate::support::git::git;
use crate::support::{Folder, Run, compiled, jouled_with};

const LIBRARY: &str = "package q;
public class Api {
    public static final int MOST = 7;
    public static int work(int n) { int s = 0; for (int i = 0; i < 100; i++) { s += i * n; } return s; }
    public static int through(int n) { return Deep.work(n); }
}
class Deep { static int work(int n) { return Api.work(n); } }
";

const USER: &str = "package p;
class A {
    static int f(int a) { return q.Api.work(a) * a; }
    static int g(int a) { return f(a) + 1; }
    static int m(int a) { return q.Api.MOST * a; }
}
class B { static int k(int a) { return a * a; } }
";

/// The library without the classes with these names.
fn jar(path: &Path, without: &[&str]) {
    let file = std::fs::File::create(path).expect("a file");
    let mut writer = zip::ZipWriter::new(file);
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in compiled("Api.java", LIBRARY) {
        if !without.contains(&&name[..]) {
            let name = format!("{name}.class");
            writer.start_file(name, stored).expect("an entry");
            writer.write_all(&bytes).expect("an entry");
        }
    }
    writer.finish().expect("a jar");
}

/// Two commits with a text each. The library lacks these classes in the first, and has them in the second.
fn project(lacks: &[&str], texts: [&str; 2]) -> Folder {
    project_with(lacks, texts, "")
}

/// The same with settings.
fn project_with(lacks: &[&str], texts: [&str; 2], settings: &str) -> Folder {
    let folder = Folder::new();
    folder.write("jouled.toml", settings.as_bytes());
    let path = Path::new(folder.path());
    git(path, &["init", "-q", "-b", "main"]);
    std::fs::create_dir(path.join("lib")).expect("a folder");
    for (text, without) in texts.into_iter().zip([lacks, &[]]) {
        folder.write("src/p/A.java", text.as_bytes());
        jar(&path.join("lib/q.jar"), without);
        git(path, &["add", "-A", "-f"]);
        git(path, &["commit", "-q", "-m", "more"]);
    }
    folder
}

fn compared(folder: &Folder, options: &[&str]) -> Run {
    let arguments = ["diff", "--calls", "all", "--minimum-seen", "0%"];
    jouled_with(&[&arguments[..], options].concat(), |command| {
        command.current_dir(folder.path());
    })
}

const FORWARD: [&str; 2] = ["HEAD~1", "HEAD"];

#[test]
fn what_the_base_could_not_price_is_no_regression_and_passes_nothing() {
    let cheaper = USER.replace("return a * a; }\n}", "return a; }\n}");
    let folder = project(&["q/Api", "q/Deep"], [USER, &cheaper]);
    let run = compared(&folder, &FORWARD);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let said = "not seen: p.A.f(int) may cost more (P(head > base)";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    let said = "in the base its energy depends on that of p.A.f(int): it uses names that are neither in the project nor on the class path: q.Api";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    let json = compared(&folder, &[&FORWARD[..], &["--format", "json"]].concat());
    let said: Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(said["outcome"], "incomplete");
    assert_eq!(said["summary"]["regressions"], 0);
    assert_eq!(said["summary"]["sections"]["more"], 0);
    // In the other direction, a constant of the library is missing. The rest is cheaper, which is not reported either.
    let back = compared(&folder, &["HEAD", "HEAD~1"]);
    assert_eq!(back.code, 4, "{}{}", back.stdout, back.stderr);
    let said = "p.A.m(int) may cost more (P(head > base)";
    assert!(back.stdout.contains(said), "{}", back.stdout);
    assert!(!back.stdout.contains("\nless\n  p.A"), "{}", back.stdout);
}

#[test]
fn what_a_library_hides_on_one_side_is_no_regression_and_passes_nothing() {
    let user = USER.replace("q.Api.work", "q.Api.through");
    let cheaper = user.replace("class B { static int k(int a) { return a * a; } }", "");
    let folder = project(&["q/Deep"], [&user, &cheaper]);
    let run = compared(&folder, &FORWARD);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let said = "in the base its energy depends on q.Deep.work, which is not on the class path";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    assert!(!run.stdout.contains("regression:"), "{}", run.stdout);
}

#[test]
fn a_touched_caller_of_what_was_not_seen_was_not_seen() {
    let user = USER.replace("f(a) + 1", "f(a) + a * a");
    let folder = project(&["q/Api", "q/Deep"], [USER, &user]);
    // Without the library in the head, everything is cheaper.
    let run = compared(&folder, &["HEAD", "HEAD~1"]);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let said = "not seen: p.A.g(int) (src/p/A.java:4), head: its energy depends on that of p.A.f(int): it uses names";
    assert!(run.stdout.contains(said), "{}", run.stdout);
}

#[test]
fn a_limit_holds_for_what_is_known_and_an_acknowledgement_lets_pass() {
    let with = |settings: &str| {
        let folder = project_with(&["q/Api", "q/Deep"], [USER, USER], settings);
        compared(&folder, &FORWARD)
    };
    let limited = with("[[diff.limit]]\nmethod = \"p.A.f\"\nhard = \"1 nJ\"\n");
    assert_eq!(limited.code, 3, "{}{}", limited.stdout, limited.stderr);
    let said = "is over the hard limit of 1.00 nJ";
    assert!(limited.stdout.contains(said), "{}", limited.stdout);
    let accepted = "[[diff.acknowledge]]\npath = \"src\"\nreason = \"it is there now\"\nuntil = \"2026-12-31\"\n";
    let passed = with(accepted);
    assert_eq!(passed.code, 0, "{}{}", passed.stdout, passed.stderr);
}
