//! Code that uses names that are neither in the project nor on its class path: in the editor, in reports and in comparisons.
#![cfg(unix)]

use std::path::Path;

use serde_json::Value;
use crate::support::editor::Editor;
use crate::support::git::{diff_in, git};
use crate::support::{Folder, jouled};

const PET: &str = "package p;\nimport org.web.GetMapping;\nimport org.web.Client;\nclass Pets {\n    Client client;\n    \
                   @GetMapping(\"/pets\")\n    int square(int a) {\n        return a * a;\n    }\n    \
                   int asked(int a) {\n        return client.ask(a);\n    }\n}\n";

#[test]
fn in_the_editor_an_unknown_annotation_leaves_a_method_its_number() {
    let folder = Folder::new();
    let file = folder.write("project/src/p/Pets.java", PET.as_bytes());
    let root = Path::new(folder.path()).join("project");
    let mut editor = Editor::start(&root, |_| {});
    let file = Path::new(&file);
    editor.open(file, PET);
    editor.wait_for_methods(file, |methods| {
        methods.len() == 2
            && methods
                .iter()
                .all(|title| title.contains('J') && !title.contains("not priced"))
    });
    editor.end();
}

#[test]
fn a_report_prices_what_remains_and_names_what_is_unknown() {
    let folder = Folder::new();
    let file = folder.write("Pets.java", PET.as_bytes());
    let run = jouled(&["report", "--calls", "project", "--format", "json", &file]);
    let report: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let method = |name: &str| {
        let methods = report["methods"].as_array().expect("methods").iter();
        let mut found = methods.filter(|method| method["method"] == name);
        found.next().expect("the method").clone()
    };
    assert_eq!(method("square")["unresolved"], Value::Array(Vec::new()));
    assert!(method("square")["worst"]["energy"]["mean"].is_number());
    let asked = method("asked");
    assert_eq!(asked["unresolved"][0], "org.web.Client");
    let unpriced = asked["worst"]["unpriced"].to_string();
    assert!(unpriced.contains("org/web/Client.ask(I)"), "{unpriced}");
    let problems = report["problems"].to_string();
    assert!(problems.contains("org.web.Client (1)"), "{problems}");
}

#[test]
fn a_comparison_sees_code_beside_the_unknown_and_nothing_that_uses_it() {
    let folder = Folder::new();
    let root = Path::new(folder.path());
    git(root, &["init", "-q", "-b", "main"]);
    for text in [
        PET.replace("a * a", "a * a * a"),
        PET.to_owned(),
        PET.replace("ask(a)", "ask(a + 1)"),
    ] {
        folder.write("src/p/Pets.java", text.as_bytes());
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", "more"]);
    }
    let seen = diff_in(root, &["HEAD~2", "HEAD~1"]);
    assert_eq!(seen.code, 0, "{}", seen.stdout);
    assert!(
        seen.stdout.contains("1 of 1 touched methods seen"),
        "{}",
        seen.stdout
    );
    let not_seen = diff_in(root, &["HEAD~1", "HEAD"]);
    assert!(
        not_seen.stdout.contains("not seen: p.Pets.asked(int)")
            && not_seen.stdout.contains("org.web.Client"),
        "{}",
        not_seen.stdout
    );
    // No descriptor is displayed.
    for run in [&seen, &not_seen] {
        assert!(
            !run.stdout.contains(")I") && !run.stdout.contains("Ljava/"),
            "{}",
            run.stdout
        );
    }
}

#[test]
fn only_names_of_the_text_are_told() {
    let text = "import foo.*;\nclass A extends B {\n    void f(int n) { Reg.on(x -> { int y = n * n; }); }\n    \
                int g() { return Reg.make().most(this.gone(1)); }\n    Object h() { return Reg.<String>of(A::new); }\n}\n";
    let folder = Folder::new();
    let file = folder.write("A.java", text.as_bytes());
    let run = jouled(&["report", "--calls", "project", &file]);
    assert!(run.stderr.contains("Reg ("), "{}", run.stderr);
    let json = jouled(&["report", "--calls", "project", "--format", "json", &file]);
    let report: Value = serde_json::from_str(&json.stdout).expect("JSON");
    let methods = report["methods"].as_array().expect("methods").iter();
    let named: Vec<_> = methods
        .map(|method| method["unresolved"].to_string())
        .collect();
    assert!(named.iter().any(|names| names.contains("Reg")), "{named:?}");
    for said in [&run.stdout, &run.stderr, &named.concat()] {
        assert!(!said.contains("nresolved."), "{said}");
    }
}
