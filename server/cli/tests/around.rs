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
