//! A library class that cannot be read is named, and nothing that depends on it passes.

use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use crate::support::git::git;
use crate::support::{Folder, Run, compiled, jouled_with};

const LIBRARY: &str = "package q;
public class Api {
    public static int good(int a) { return a * 3; }
    public static int one(int a) { return a; }
    public static int two(int a) { return a; }
    public static int three(int a) { return a; }
    public static int through(int a) { return Bad.twice(a) + 1; }
}
class Bad { static int twice(int a) { return a * 2; } }
";

/// A project whose jar contains a class that javac never opens; it is damaged if requested.
fn project(is_damaged: bool, before: &str, after: &str) -> Folder {
    let damaged = is_damaged.then_some("q/Bad.class");
    project_of(("Api.java", LIBRARY), damaged, before, after)
}

/// The same with another library, in which the class with this name is damaged.
fn project_of(library: (&str, &str), damaged: Option<&str>, before: &str, after: &str) -> Folder {
    let folder = Folder::new();
    let jar = Path::new(folder.path()).join("q.jar");
    let mut entries = compiled(library.0, library.1);
    entries.sort();
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&jar).expect("a file"));
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in &entries {
        let name = format!("{name}.class");
        writer.start_file(name, stored).expect("an entry");
        writer.write_all(bytes).expect("an entry");
    }
    writer.finish().expect("a jar");
    if let Some(header) = damaged.map(str::as_bytes) {
        let mut bytes = std::fs::read(&jar).expect("a jar");
        let at = bytes.windows(header.len()).position(|part| part == header);
        bytes[at.expect("an entry") + header.len() + 20] ^= 0xff;
        std::fs::write(&jar, bytes).expect("a jar");
    }
    git(Path::new(folder.path()), &["init", "-q", "-b", "main"]);
    for text in [before, after] {
        folder.write("src/A.java", text.as_bytes());
        git(Path::new(folder.path()), &["add", "src"]);
        let commit = ["commit", "-q", "--allow-empty", "-m", "more"];
        git(Path::new(folder.path()), &commit);
    }
    folder
}

fn compared(folder: &Folder, format: &str) -> Run {
    compared_with(folder, &["--calls", "all", "--format", format])
}

fn compared_with(folder: &Folder, options: &[&str]) -> Run {
    let jar = format!("{}/q.jar", folder.path());
    let arguments = ["diff", "--class-path", &jar, "HEAD~1", "HEAD"];
    jouled_with(&[&arguments[..], options].concat(), |command| {
        command.current_dir(folder.path());
    })
}

fn text(body: &str) -> String {
    format!(
        "class A {{ static int f(int a) {{ return {body}; }} static int g(int a) {{ return a * a; }} }}"
    )
}

#[test]
fn a_touched_method_that_reaches_a_damaged_class_is_not_seen() {
    // The number of the head lacks it, and is therefore smaller.
    let (before, after) = (
        text("q.Api.good(q.Api.good(q.Api.good(q.Api.good(a))))"),
        text("q.Api.through(a)"),
    );
    let whole = compared(&project(false, &before, &after), "json");
    assert_eq!(whole.code, 0, "{}{}", whole.stdout, whole.stderr);
    let folder = project(true, &before, &after);
    // The second time from the cache.
    for _ in 0..2 {
        let run = compared(&folder, "text");
        assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
        assert!(
            run.stdout
                .contains("its energy depends on q.Bad.twice, whose class file is damaged"),
            "{}",
            run.stdout
        );
        assert!(
            run.stderr
                .contains("q.jar!/q/Bad.class: warning: this class cannot be read"),
            "{}",
            run.stderr
        );
    }
    let said: Value = serde_json::from_str(&compared(&folder, "json").stdout).expect("JSON");
    assert_eq!(said["outcome"], "incomplete");
    assert_eq!(said["seen"]["seen"], 0);
}

#[test]
fn what_does_not_hang_on_a_damaged_class_is_seen_and_the_class_is_named() {
    let (before, after) = (text("q.Api.good(a) * a"), text("q.Api.good(a)"));
    let run = compared(&project(true, &before, &after), "markdown");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("q/Bad.class"), "{}", run.stdout);
    assert!(run.stderr.contains("q.jar!/q/Bad.class"), "{}", run.stderr);
}

#[test]
fn a_method_of_which_little_more_is_known_than_its_calls_is_not_seen() {
    let calls = "q.Api.good(a) + q.Api.one(a) + q.Api.two(a) + q.Api.three(a)";
    let with = |work: &str| text(&format!("{calls}{work}"));
    let options = ["--calls", "project"];
    let run = compared_with(&project(false, &with(" + a"), &with("")), &options);
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    let expected =
        "A.f(int) (src/A.java:1), head: it mostly calls code that is not on the class path";
    assert!(run.stdout.contains(expected), "{}", run.stdout);
    // The known part is above the minimum here.
    let work = " * a - a".repeat(30);
    let folder = project(false, &with(&(work.clone() + " + a")), &with(&work));
    let run = compared_with(&folder, &options);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_damaged_class_behind_an_interface_hides_what_calls_it() {
    let library = "package q;
public interface Shape {
    int area(int a);
    static Shape of(int n) { return n < 0 ? new Good() : new Bad(); }
    static int best(Shape shape, int a) { return shape.area(a) + 1; }
}
class Good implements Shape { public int area(int a) { return a; } }
class Bad implements Shape { public int area(int a) { int s = 0; for (int i = 0; i < 1000; i++) { s += i * a; } return s; } }
";
    let text = |body: &str| {
        format!("class A {{ static int f(q.Shape shape, int a) {{ return {body}; }} }}")
    };
    for body in ["shape.area(a)", "q.Shape.best(shape, a)"] {
        let before = text(&format!("{body} * a * a * a"));
        let after = text(body);
        let whole = project_of(("Shape.java", library), None, &before, &after);
        let run = compared(&whole, "text");
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        let damaged = project_of(
            ("Shape.java", library),
            Some("q/Bad.class"),
            &before,
            &after,
        );
        let run = compared(&damaged, "text");
        assert_eq!(run.code, 4, "{body}: {}{}", run.stdout, run.stderr);
        let said = "its energy depends on q.Bad.area, whose class file is damaged";
        assert!(run.stdout.contains(said), "{}", run.stdout);
    }
}

#[test]
fn a_jar_that_goes_or_is_damaged_takes_methods_with_it_that_nobody_touched() {
    let user = text("q.Api.through(a) * a");
    let folder = project(false, &user, &user);
    let path = Path::new(folder.path());
    std::fs::create_dir_all(path.join("lib")).expect("a folder");
    let whole = std::fs::read(path.join("q.jar")).expect("a jar");
    std::fs::write(path.join("lib/q.jar"), &whole).expect("a jar");
    std::fs::remove_file(path.join("q.jar")).expect("a jar");
    let commit = || {
        git(path, &["add", "-A"]);
        git(path, &["commit", "-q", "-m", "more"]);
        jouled_with(&["diff", "HEAD~1", "HEAD", "--calls", "all"], |command| {
            command.current_dir(path);
        })
    };
    commit();
    let header = b"q/Bad.class";
    let at = whole.windows(header.len()).position(|part| part == header);
    let mut damaged = whole.clone();
    damaged[at.expect("an entry") + header.len() + 20] ^= 0xff;
    for bytes in [&damaged[..], &whole[..whole.len() - 40]] {
        std::fs::write(path.join("lib/q.jar"), bytes).expect("a jar");
        let run = commit();
        assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("not seen: A.f(int)"), "{}", run.stdout);
        std::fs::write(path.join("lib/q.jar"), &whole).expect("a jar");
        commit();
    }
    std::fs::remove_file(path.join("lib/q.jar")).expect("a jar");
    let run = commit();
    assert_eq!(run.code, 4, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("not seen: A.f(int)"), "{}", run.stdout);
}

/// A repository with its own jar, which each commit may replace.
fn repository_of(jars: &[(&str, bool)], texts: &[&str]) -> Folder {
    let folder = Folder::new();
    let root = Path::new(folder.path());
    git(root, &["init", "-q", "-b", "main"]);
    folder.write("jouled.toml", b"classPath = [\"lib/q.jar\"]\n");
    std::fs::create_dir(root.join("lib")).expect("a folder");
    for ((library, is_cut), text) in jars.iter().zip(texts) {
        let made = project_of(("Z.java", library), None, "class A {}", "class A {}");
        let mut jar = std::fs::read(format!("{}/q.jar", made.path())).expect("a jar");
        if *is_cut {
            jar.truncate(jar.len() / 2);
        }
        std::fs::write(root.join("lib/q.jar"), jar).expect("a jar");
        folder.write("src/A.java", text.as_bytes());
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "--allow-empty", "-m", "more"]);
    }
    folder
}

fn compared_as_it_is(folder: &Folder) -> Run {
    let arguments = ["diff", "--calls", "all", "HEAD~1", "HEAD"];
    jouled_with(&arguments, |command| {
        command.current_dir(folder.path());
    })
}

const LINEAR: &str = "package q; public class Z { public static int z(int n) {
    int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }";

const SQUARE: &str = "package q; public class Z { public static int z(int n) {
    int s = 0; for (int i = 0; i < n; i++) { for (int k = 0; k < n; k++) { s += k; } } return s; } }";

const CALLER: &str = "class A { int f(int n) { return q.Z.z(n); } int k(int n) { return n + 1; } }";

#[test]
fn each_side_has_the_jars_of_its_commit() {
    let same = repository_of(&[(LINEAR, false), (LINEAR, false)], &[CALLER; 2]);
    assert_eq!(compared_as_it_is(&same).code, 0);
    let folder = repository_of(&[(LINEAR, false), (SQUARE, false)], &[CALLER; 2]);
    let run = compared_as_it_is(&folder);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("A.f(int)"), "{}", run.stdout);
}

#[test]
fn a_jar_that_is_cut_short_passes_nothing() {
    let touched = CALLER.replace("n + 1", "n + 2");
    for jars in [
        [(LINEAR, false), (LINEAR, true)],
        [(LINEAR, true), (LINEAR, true)],
    ] {
        let run = compared_as_it_is(&repository_of(&jars, &[CALLER, &touched]));
        assert_eq!(run.code, 4, "{jars:?} {}{}", run.stdout, run.stderr);
        let said = format!("{}{}", run.stdout, run.stderr);
        assert!(
            said.contains("lib/q.jar: error: this jar cannot be opened"),
            "{said}"
        );
        assert!(!said.contains("jouled-revision"), "{said}");
    }
}
