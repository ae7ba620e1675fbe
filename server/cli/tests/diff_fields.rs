//! A method that reads a field, or sets its initial value, is touched if the field's declaration is.

use serde_json::Value;
use crate::support::git::{commits, diff_in};

fn compared(base: &[(&str, &str)], head: &[(&str, &str)]) -> Value {
    let folder = commits(base, head);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    serde_json::from_str(&run.stdout).expect("JSON")
}

#[test]
fn the_constructors_and_the_readers_of_a_field_are_touched() {
    let text = |value: &str| {
        format!(
            "package p; class A {{ int x = {value}; A() {{ }} A(int y) {{ }} int read() {{ return x; }} int other() {{ return 1; }} }}"
        )
    };
    let said = compared(
        &[("src/p/A.java", &text("5"))],
        &[("src/p/A.java", &text("50"))],
    );
    assert_eq!(said["seen"]["touched"], 3, "{said:#}");
    assert_eq!(said["seen"]["seen"], 3);
    // A comment of the declaration does not count.
    let said = compared(
        &[("src/p/A.java", &text("5"))],
        &[("src/p/A.java", &text("/* five */ 5"))],
    );
    assert_eq!(said["seen"]["touched"], 0);
}

#[test]
fn a_constructor_that_nobody_wrote_is_touched_by_the_values_that_it_sets() {
    let text = |value: &str| format!("package p; class A {{ long[] x = {value}; }}");
    let said = compared(
        &[("src/p/A.java", &text("null"))],
        &[("src/p/A.java", &text("new long[1000]"))],
    );
    assert_eq!(said["seen"]["touched"], 1, "{said:#}");
    assert_eq!(said["outcome"], "regression");
    assert_eq!(said["changes"][0]["causes"][0]["kind"], "own_lines");
}

#[test]
fn a_constant_touches_its_readers_in_files_that_stay_as_they_are() {
    let constant =
        |value: u32| format!("package p; class Limits {{ static final int MOST = {value}; }}");
    let reader = "package q; class B { int f() { int s = 0; for (int i = 0; i < p.Limits.MOST; i++) { s += i; } return s; } int g() { return 2; } }";
    let constants = [constant(5), constant(50)].map(|text| {
        text.replace("class", "public class")
            .replace("static", "public static")
    });
    let said = compared(
        &[
            ("src/p/Limits.java", &constants[0]),
            ("src/q/B.java", reader),
        ],
        &[("src/p/Limits.java", &constants[1])],
    );
    assert_eq!(said["outcome"], "regression", "{said:#}");
    assert_eq!(said["seen"]["touched"], 1);
    let change = &said["changes"][0];
    assert_eq!(change["method"], "f");
    // No other line of it changed.
    assert_eq!(change["causes"][0]["kind"], "elsewhere", "{change:#}");
}

#[test]
fn a_reader_that_costs_the_same_is_looked_at_all_the_same() {
    let text = |value: &str| format!("package p; class A {{ int x = {value}; }}");
    let reader = "package p; class B { int f(A a) { return a.x; } int g() { return 2; } }";
    let said = compared(
        &[("src/p/A.java", &text("5")), ("src/p/B.java", reader)],
        &[("src/p/A.java", &text("6"))],
    );
    // The constructor and the reader.
    assert_eq!(said["seen"]["touched"], 2, "{said:#}");
    assert_eq!(said["seen"]["seen"], 2);
    assert_eq!(said["outcome"], "no_regression");
}

#[test]
fn a_field_of_a_nested_class_touches_who_names_the_class_around_it() {
    let list = |of: &str, field: &str| {
        format!(
            "package p; class {of} {{ static class Node {{ int value; {field} }} int f(Node node) {{ return node.value; }} }}"
        )
    };
    let folder = commits(
        &[
            ("src/p/One.java", &list("One", "")),
            ("src/p/Two.java", &list("Two", "")),
        ],
        &[(
            "src/p/One.java",
            &list("One", "long more;")
                .replace("int value", "long value")
                .replace("return node", "return (int) node"),
        )],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD", "--format", "json"]);
    let said: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    // The method and the constructor of the one that changed.
    assert_eq!(said["seen"]["touched"], 2, "{}", run.stdout);
}
