//! Calls from the given paths into the rest of their project.

use crate::support::{Folder, jouled};
use serde_json::Value;

/// A project of three packages. The paths of its files are `a/A.java`, `b/B.java`, `c/C.java` and `d/D.java`.
fn project() -> Folder {
    let folder = Folder::new();
    for (name, text) in [
        (
            "a/A.java",
            "package a; public class A { static int f(int n) { return b.B.g(n) + 1; } }",
        ),
        (
            "b/B.java",
            "package b; import c.C; public class B { public static int g(int n) { return new C().h(n); }\n\
             int broken() { return missing; } }",
        ),
        (
            "c/C.java",
            "package c; public class C { public int h(int n) { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }",
        ),
        ("d/D.java", "package d; public class D { int unused; }"),
    ] {
        folder.write(name, text.as_bytes());
    }
    folder
}

fn report(folder: &Folder, path: &str, more: &[&str]) -> Value {
    let path = format!("{}/{path}", folder.path());
    let arguments = [&["report", "--format", "json", &path][..], more].concat();
    let run = jouled(&arguments);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // What is wrong around a path is not its own.
    assert!(!run.stderr.contains("B.java"), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn method(report: &Value) -> &Value {
    let methods = report["methods"].as_array().expect("methods");
    let classes: Vec<&str> = methods.iter().filter_map(|one| one["class"].as_str()).collect();
    assert_eq!(classes, ["a/A", "a/A"], "only the given file is listed");
    let found = methods.iter().find(|one| one["method"] == "f");
    found.expect("the method")
}

#[test]
fn calls_of_a_file_are_followed_into_the_files_around_it() {
    let folder = project();
    for (path, calls) in [("a/A.java", "all"), ("a/A.java", "project"), ("a", "project")] {
        let report = report(&folder, path, &["--calls", calls]);
        let worst = &method(&report)["worst"];
        let formula = worst["formula"].as_str().unwrap_or_default();
        assert!(formula.contains("·n"), "{path} {calls}: {worst}");
        assert_eq!(worst["unpriced"], serde_json::json!([]), "{path} {calls}");
    }
}

#[test]
fn the_rest_of_the_project_changes_nothing_where_calls_are_not_followed() {
    let report = report(&project(), "a/A.java", &["--calls", "none"]);
    let formula = method(&report)["worst"]["formula"].as_str();
    assert!(!formula.unwrap_or_default().contains("·n"));
}

#[test]
fn code_calls_no_class_of_its_tests() {
    let folder = Folder::new();
    for (name, text) in [
        ("pom.xml", "<project><groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>"),
        ("src/main/java/a/A.java", "package a; public class A { int f(Shape s) { return s.area(); } /* Stub */ }"),
        ("src/main/java/a/Shape.java", "package a; public interface Shape { int area(); }"),
        ("src/test/java/a/Stub.java", "package a; class Stub implements Shape { public int area() { return 3; } }"),
    ] {
        folder.write(name, text.as_bytes());
    }
    let main = format!("{}/src/main/java", folder.path());
    let report = || jouled(&["report", "--format", "json", "--calls", "project", &main]).stdout;
    let with_tests = report();
    std::fs::remove_dir_all(format!("{}/src/test", folder.path())).expect("the tests");
    assert_eq!(with_tests, report());
}

/// Checks a contract that holds in a project of these files, and no longer if there is one more file. Only the first file is
/// named.
#[track_caller]
fn no_longer_holds(files: &[(&str, &str)], calls: &str, elsewhere: &str) {
    let folder = Folder::new();
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    let path = format!("{}/{}", folder.path(), files[0].0);
    let check = || jouled(&["check", "--strict", "--calls", calls, &path]);
    let alone = check();
    assert_eq!(alone.code, 0, "{}{}", alone.stdout, alone.stderr);
    folder.write("p/Elsewhere.java", elsewhere.as_bytes());
    let run = check();
    assert_ne!(run.code, 0, "{elsewhere}: {}{}", run.stdout, run.stderr);
}

/// The body of a method that costs much.
const MUCH: &str = "{ int s = 0; for (int i = 0; i < 1000000; i++) { s += i; } return s; }";

#[test]
fn methods_are_overridden_in_files_that_nobody_names() {
    let files = [
        ("p/A.java", "package p; class A { //@ energy <= 3 uJ;\n static int f(C c) { return c.most(); } }"),
        ("p/C.java", "package p; class C { int most() { return 10; } }"),
    ];
    let body = format!("{{ int most() {MUCH} }}");
    for text in [
        format!("package p; class D extends C {body}"),
        format!("package p; class D extends p . C {body}"),
        format!("package p; class D {{ C made(int n) {{ return new C() {body}; }} }}"),
        format!("package p; class D {{ static class E extends C {body} }}"),
        String::from("package p; class D extends C { int most() { retrn 3 }"),
    ] {
        no_longer_holds(&files, "project", &text);
    }
}

#[test]
fn contracts_are_open_if_not_all_files_around_are_read() {
    let folder = Folder::new();
    folder.write(
        "p/A.java",
        b"package p; class A { //@ energy <= 3 uJ;\n static int f(C c) { return c.most(); } }",
    );
    folder.write("p/C.java", b"package p; class C { int most() { return 10; } }");
    for number in 0..2_000 {
        let text = format!("package p; class D{number} extends C {{ }}");
        folder.write(&format!("p/D{number}.java"), text.as_bytes());
    }
    let check = jouled(&["check", "--calls", "project", &format!("{}/p/A.java", folder.path())]);
    assert!(check.stdout.contains("1 undecided"), "{}", check.stdout);
    assert_eq!(check.code, 4, "{}{}", check.stdout, check.stderr);
    assert!(check.stderr.contains("name a folder that holds all of them"), "{}", check.stderr);
}

#[test]
fn methods_are_overridden_below_a_class_that_nobody_names() {
    let files = [
        ("p/A.java", "package p; class A { //@ energy <= 3 uJ;\n static int f(C c) { return c.most(); } }"),
        ("p/C.java", "package p; class C { int most() { return 10; } }"),
        ("p/D.java", "package p; class D extends C { }"),
    ];
    no_longer_holds(&files, "project", &format!("package p; class E extends D {{ int most() {MUCH} }}"));
}

#[test]
fn interfaces_are_implemented_in_files_that_nobody_names() {
    let files = [
        ("p/A.java", "package p; class A { //@ energy <= 3 uJ;\n static int f(I i) { return i.most(); } }"),
        ("p/I.java", "package p; interface I { int most(); }"),
        ("p/C.java", "package p; class C implements I { public int most() { return 10; } }"),
    ];
    for text in [
        format!("package p; enum D implements I {{ ONE; public int most() {MUCH} }}"),
        format!("package p; record D(int n) implements I {{ public int most() {MUCH} }}"),
        format!("package p; class D {{ void run() {{ new java.util.ArrayList<I>().add(() -> {MUCH}); }} }}"),
        format!("package p; class D {{ void run() {{ new java.util.ArrayList<I>().add(D::most); }} static int most() {MUCH} }}"),
    ] {
        no_longer_holds(&files, "project", &text);
    }
}

#[test]
fn methods_of_libraries_are_overridden_in_files_that_nobody_names() {
    let files = [
        ("p/A.java", "package p; class A { //@ energy <= 3 uJ;\n static int f(L l) { return l.list().size(); } }"),
        ("p/L.java", "package p; class L { private final java.util.ArrayList<String> l = null; final java.util.ArrayList<String> list() { return l; } }"),
    ];
    no_longer_holds(&files, "all", &format!("package p; class D extends java.util.ArrayList<String> {{ public int size() {MUCH} }}"));
}

#[test]
fn a_file_that_nobody_names_ends_what_numbers_take_for_granted() {
    let folder = Folder::new();
    let caller = "package p; class A { static String f() { return System.getProperty(\"os.name\"); } }";
    folder.write("p/A.java", caller.as_bytes());
    let assumed = || {
        let report = report(&folder, "p/A.java", &["--calls", "all"]);
        let methods = report["methods"].as_array().expect("methods");
        let method = methods.iter().find(|method| method["method"] == "f");
        method.expect("the method")["worst"]["rests_on"].to_string()
    };
    assert_eq!(assumed(), "[]");
    let other = "package p; class C { void f() { System.setSecurityManager(null); } }";
    folder.write("p/C.java", other.as_bytes());
    assert!(assumed().contains("no security manager"), "{}", assumed());
}
