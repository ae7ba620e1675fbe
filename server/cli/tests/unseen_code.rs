//! Verdicts beside code that was not compiled: it may override what a contract depends on, and write its fields.

use crate::support::{Folder, jouled};
use serde_json::Value;

/// A loop that costs much.
const MUCH: &str = "{ int s = 0; for (int i = 0; i < 1000; i++) { s += i; } return s; }";

/// The outcomes of the contracts in a folder of files, and why they are so.
fn outcomes(files: &[(&str, &str)]) -> Vec<(String, String)> {
    let folder = Folder::new();
    for (name, text) in files {
        folder.write(name, text.as_bytes());
    }
    let run = jouled(&["check", "--calls", "project", "--format", "json", folder.path()]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let text = |one: &Value| one.as_str().unwrap_or_default().to_owned();
    let contracts = report["contracts"].as_array().expect("contracts").iter();
    contracts.map(|one| (text(&one["outcome"]), text(&one["message"]))).collect()
}

/// The only contract of a file is met, and no longer once the second text replaces the first one in it.
#[track_caller]
fn no_longer_met(text: &str, (before, after): (&str, &str)) {
    assert!(text.contains(before), "{text}");
    let with = |part: &str| outcomes(&[("A.java", &text.replace(before, part))]);
    let compiled = with(before);
    assert_eq!(compiled.len(), 1, "{compiled:?}");
    assert_eq!(compiled[0].0, "met", "{compiled:?}");
    let left_out = with(after);
    assert_eq!(left_out.len(), 1, "{left_out:?}");
    assert_ne!(left_out[0].0, "met", "{after}: {left_out:?}");
}

#[test]
fn code_that_was_left_out_may_write_a_field() {
    let text = "class A { private int n = 5; /*HERE*/\n\
                //@ energy <= 5 uJ;\n int loop() { int s = 0; for (int i = 0; i < n; i++) { s += i; } return s; } }";
    for after in [
        "void set(int v) { n = v; missing(); }",
        "static class B {\nvoid set(A a, int v) { a.n = v; missing(); } }",
        "Runnable set(int v) { return () -> { n = v; missing(); }; }",
        "void set(int v) throws 5 { n = v; }",
        "int m = (n = 7) + missing();",
        "void set(int v) { \\u006e = v; missing(); }",
    ] {
        no_longer_met(text, ("/*HERE*/", &format!("\n{after}\n")));
    }
}

#[test]
fn code_that_was_left_out_may_store_another_object() {
    let text = format!(
        "class A {{ interface Cost {{ int run(); }}\n\
         static final class Cheap implements Cost {{ public int run() {{ return 1; }} }}\n\
         static final class Dear implements Cost {{ public int run() {MUCH} }}\n\
         private Cost cost = new Cheap(); /*HERE*/\n\
         //@ energy <= 5 uJ;\n int call() {{ return cost.run(); }} }}"
    );
    for after in [
        "void set() { cost = new Dear(); missing(); }",
        "static class B {\nvoid set(A a) { a.cost = new Dear(); missing(); } }",
    ] {
        no_longer_met(&text, ("/*HERE*/", &format!("\n{after}\n")));
    }
}

#[test]
fn code_that_was_left_out_may_override_a_method() {
    let text = "class A { static class Base { int cost() { return 1; } }\n\
                static class Sub extends Base { /*SUB*/ }\n\
                /*HERE*/\n\
                //@ energy <= 5 uJ;\n static int call(Base b) { return b.cost(); } }";
    for (place, after) in [
        ("/*SUB*/", format!("\nint cost() throws 5 {MUCH}\n")),
        ("/*SUB*/", format!("\n@Override int cost() {{ missing(); }}\nint other() {MUCH}\n")),
        ("/*HERE*/", format!("static class Other extends Base implements Comparable<Nope<> {{ int cost() {MUCH} }}")),
        ("/*HERE*/", format!("Base made() {{ missing(); return new Base() {{ int cost() {MUCH} }}; }}")),
        ("/*HERE*/", format!("Base made() {{ class Other extends Base {{ int cost() {MUCH} }} missing(); return new Other(); }}")),
        ("/*HERE*/", format!("Base made() {{ int x = ; return new Sub() {{ int cost() {MUCH} }}; }}")),
        ("/*HERE*/", format!("Base made = missing(new Base() {{ int cost() {MUCH} }});")),
    ] {
        no_longer_met(text, (place, &after));
    }
}

#[test]
fn code_that_was_left_out_may_implement_an_interface_by_a_lambda() {
    let text = "class A { interface Cost { int run(); }\n\
                static class Cheap implements Cost { public int run() { return 1; } }\n\
                /*HERE*/\n\
                //@ energy <= 5 uJ;\n static int call(Cost c) { return c.run(); } }";
    for after in [
        format!("int made() {{ missing(); return call(() -> {MUCH}); }}"),
        format!("static int much() {MUCH}\nint made() {{ missing(); return call(A::much); }}"),
        format!("int made() {{ int x = ; return call(() -> {MUCH}); }}"),
    ] {
        no_longer_met(text, ("/*HERE*/", &after));
    }
}

#[test]
fn files_that_do_not_compile_may_override_a_method() {
    let caller = "package p; class A { //@ energy <= 3 uJ;\n static int f(C c) { return c.most(); } }";
    let base = ("p/C.java", "package p; class C { int most() { return 10; } }");
    let of = |text: &str| outcomes(&[("p/A.java", caller), base, ("p/D.java", text)]);
    assert_eq!(of("package p; class D { }")[0].0, "met");
    let text = "package p; class D extends C { int most() { retrn 3 }";
    let (outcome, message) = &of(text)[0];
    assert_eq!(outcome, "undecided", "{message}");
    assert!(message.contains("C.most (may be overridden by code that was not compiled)"), "{message}");
    // It names no type of the contract.
    assert_eq!(of("package p; class D { int most() { retrn 3 }")[0].0, "met");
}

#[test]
fn code_that_was_left_out_and_overrides_nothing_changes_no_verdict() {
    let text = "class A { static final class Base { int cost() { return 1; } }\n\
                Object made() { missing(); return new Base(); }\n\
                //@ energy <= 5 uJ;\n static int call(Base b) { return b.cost(); } }";
    assert_eq!(outcomes(&[("A.java", text)])[0].0, "met");
    let text = "class A { static class Base { int cost() { return 1; } }\n\
                Object made() { missing(); return new Base(); }\n\
                //@ energy <= 5 uJ;\n static int call(Base b) { return b.cost(); } }";
    assert_eq!(outcomes(&[("A.java", text)])[0].0, "met");
}
