//! `jouled advise` as a user runs it, with the real javac.

use std::path::Path;
use crate::support::git::git;
use crate::support::jouled;
use tempfile::TempDir;

const TEXT: &str = "class A {
    static long sum(int[] a, long x, long y) {
        long sum = 0; // a sum
        for (int v : a) {
            sum += v + x * y * x;
        }
        return sum;
    }
}
";

/// The text with the computation before the loop.
fn hoisted(text: &str) -> String {
    let product = "x * y * x";
    let before = format!("final long product = {product};\n        for (int v");
    text.replace(product, "product")
        .replace("for (int v", &before)
}

fn commit(folder: &Path) {
    git(folder, &["add", "-A"]);
    git(folder, &["commit", "-q", "-m", "one"]);
}

fn repository() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    git(folder.path(), &["init", "-q"]);
    std::fs::write(folder.path().join("A.java"), TEXT).expect("a file");
    commit(folder.path());
    folder
}

fn path(repository: &TempDir) -> String {
    repository.path().display().to_string()
}

#[test]
fn an_edit_is_offered_with_what_it_saves() {
    let repository = repository();
    let run = jouled(&["advise", &path(&repository), "--calls", "none"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("invariant-expression@A.java:5:24"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("saves "), "{}", run.stdout);
    assert!(run.stdout.contains("P > 0.99"), "{}", run.stdout);
    assert!(run.stdout.contains("1 offered"), "{}", run.stdout);
}

#[test]
fn edits_are_applied_to_a_clean_work_tree_alone() {
    let repository = repository();
    let root = path(&repository);
    let apply = ["advise", &root, "--calls", "none", "--apply-all"];
    std::fs::write(repository.path().join("notes.txt"), "not committed").expect("a file");
    let refused = jouled(&apply);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    assert!(refused.stderr.contains("notes.txt"), "{}", refused.stderr);
    commit(repository.path());
    let applied = jouled(&apply);
    assert_eq!(applied.code, 0, "{}", applied.stderr);
    let text = std::fs::read_to_string(repository.path().join("A.java")).expect("a file");
    assert_eq!(text, hoisted(TEXT));
    assert!(applied.stdout.contains("`git diff`"), "{}", applied.stdout);
}

#[test]
fn a_file_that_cannot_be_written_leaves_the_others_as_they_are() {
    let repository = repository();
    let other = repository.path().join("B.java");
    let text = TEXT.replace("class A", "class B");
    std::fs::write(&other, &text).expect("a file");
    commit(repository.path());
    let mut permissions = std::fs::metadata(&other).expect("it is there").permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&other, permissions).expect("permissions");
    git(repository.path(), &["status", "--short"]);
    let root = path(&repository);
    let refused = jouled(&["advise", &root, "--calls", "none", "--apply-all"]);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    let reason = "B.java cannot be written, so nothing was applied: it is read-only";
    assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    assert!(!refused.stdout.contains("applied "), "{}", refused.stdout);
    let first = std::fs::read_to_string(repository.path().join("A.java")).expect("a file");
    assert_eq!(first, TEXT);
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), text);
    let left = std::fs::read_dir(repository.path()).expect("a folder");
    assert_eq!(left.count(), 3, "the repository and two files");
}

#[test]
fn a_comparison_has_advice_for_changed_lines_alone() {
    let repository = repository();
    let new = TEXT
        .replace("sum(int", "total(int")
        .replace("x * y * x", "y * x * y");
    let old = TEXT.trim_end().trim_end_matches('}');
    let method = new.split_once('\n').expect("a class").1;
    std::fs::write(repository.path().join("A.java"), format!("{old}{method}")).expect("a file");
    let root = path(&repository);
    let run = |format: &str| {
        let more = ["--advise", "--calls", "none", "--format", format];
        let arguments: Vec<&str> = ["diff", "HEAD", "--repository", &root]
            .into_iter()
            .chain(more)
            .collect();
        let run = jouled(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let text = run("text");
    assert!(text.contains("advice for the changed lines: 1"), "{text}");
    assert!(text.contains("invariant-expression@A.java:12:24"), "{text}");
    assert!(text.contains("saves "), "{text}");
    let markdown = run("markdown");
    assert!(
        markdown.contains("advice for changed lines: 1"),
        "{markdown}"
    );
    let json: serde_json::Value = serde_json::from_str(&run("json")).expect("JSON");
    let schema = include_str!("../../../model-data/diff.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&json)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(json["advice"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["advice"][0]["line"], 12);
    // Without changes there is no advice, and a report has no text to advise on.
    git(repository.path(), &["checkout", "-q", "."]);
    assert!(run("text").contains("no advice for the changed lines"));
    let report = repository.path().join("a.json").display().to_string();
    std::fs::write(&report, "{}").expect("a file");
    let usage = jouled(&["diff", &report, &report, "--advise"]);
    assert_eq!(usage.code, 2, "{}", usage.stderr);
}

#[test]
fn an_unknown_edit_is_an_error_and_an_unknown_rule_is_usage() {
    let repository = repository();
    let root = path(&repository);
    let unknown = jouled(&["advise", &root, "--apply", "parity@A.java:1:1"]);
    assert_eq!(unknown.code, 1);
    assert!(
        unknown.stderr.contains("no edit is named"),
        "{}",
        unknown.stderr
    );
    let usage = jouled(&["advise", &root, "--rule", "nothing"]);
    assert_eq!(usage.code, 2);
    assert!(usage.stderr.contains("string-in-loop"), "{}", usage.stderr);
}

#[test]
fn forms_have_the_edits() {
    let repository = repository();
    let root = path(&repository);
    let json = jouled(&["advise", &root, "--calls", "none", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let schema = include_str!("../../../model-data/advice.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let errors: Vec<String> = validator
        .iter_errors(&json)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{errors:?}");
    let one = &json["advice"][0];
    assert_eq!(one["edits"][1]["text"], "product");
    assert!(one["after"]["mean"].as_f64() < one["before"]["mean"].as_f64());
    let sarif = jouled(&["advise", &root, "--calls", "none", "--format", "sarif"]).stdout;
    let sarif: serde_json::Value = serde_json::from_str(&sarif).expect("JSON");
    let fix = &sarif["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["replacements"][1];
    assert_eq!(fix["insertedContent"]["text"], "product");
    let at = TEXT.find("x * y").expect("it is there");
    assert_eq!(fix["deletedRegion"]["byteOffset"], at);
    let markdown = jouled(&["advise", &root, "--calls", "none", "--format", "markdown"]).stdout;
    assert!(
        markdown.contains("docs/advice/invariant-expression.md"),
        "{markdown}"
    );
}

/// The loop is removed, and with it the estimate of how often it runs.
#[test]
fn an_edit_that_changes_loops_is_not_offered() {
    let repository = repository();
    let text = "class A {
    static int[] copy(int[] a) {
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return b;
    }
}
";
    std::fs::write(repository.path().join("A.java"), text).expect("a file");
    let run = jouled(&["advise", &path(&repository), "--calls", "none", "--all"]);
    assert!(
        run.stdout.contains("array-copy@A.java:4:9"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("branches or loops change"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("0 offered"), "{}", run.stdout);
}

#[test]
fn what_a_compiler_does_itself_is_not_offered_for_compiled_code() {
    let repository = repository();
    let root = path(&repository);
    let run = |model: &str| jouled(&["advise", &root, "--calls", "none", "--model", model]).stdout;
    let (interpreted, compiled) = (run("raspberry-pi-5"), run("x86-64-vm-jdk17-c2"));
    assert!(interpreted.contains("1 offered"), "{interpreted}");
    assert!(compiled.contains("0 offered"), "{compiled}");
    let reason = "measurements of compiled code showed no saving";
    assert!(compiled.contains(reason), "{compiled}");
}

#[test]
fn what_is_not_offered_is_counted_with_the_reason() {
    let repository = repository();
    let text = "class A {
    static boolean isEmpty(String s, int[] a) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            n += a[i] * a[i] / 3 + Integer.bitCount(a[i]) + Integer.reverse(a[i]);
        }
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            b[i] = a[i];
        }
        return s.equals(\"\") && n + b.length > 0;
    }
}
";
    std::fs::write(repository.path().join("A.java"), text).expect("a file");
    let root = path(&repository);
    let json = jouled(&["advise", &root, "--calls", "none", "--format", "json"]).stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["advice"].as_array().map(Vec::len), Some(0));
    let counts = json["not_offered"].as_object().expect("counts");
    let all: u64 = counts.values().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(all, 2, "{counts:?}");
    let one = "branches or loops change, and how often those run is only estimated";
    assert!(counts.contains_key(one), "{counts:?}");
}

#[test]
fn a_file_that_git_does_not_keep_is_left_alone() {
    let repository = repository();
    let root = path(&repository);
    std::fs::write(repository.path().join(".gitignore"), "B.java\n").expect("a file");
    commit(repository.path());
    let other = repository.path().join("B.java");
    let text = TEXT.replace("class A", "class B");
    std::fs::write(&other, &text).expect("a file");
    let id = "invariant-expression@B.java:5:24";
    let refused = jouled(&["advise", &root, "--calls", "none", "--apply", id]);
    assert_eq!(refused.code, 1, "{}", refused.stdout);
    assert!(
        refused.stderr.contains("git does not keep"),
        "{}",
        refused.stderr
    );
    assert_eq!(std::fs::read_to_string(&other).expect("a file"), text);
}

#[test]
fn an_applied_edit_keeps_line_ends_and_permissions() {
    let repository = repository();
    let file = repository.path().join("A.java");
    let written = |text: &str| {
        text.replace("// a sum", "// é 😀")
            .replace("    ", "\t")
            .replace('\n', "\r\n")
    };
    let text = written(TEXT);
    std::fs::write(&file, &text).expect("a file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::Permissions::from_mode(0o751);
        std::fs::set_permissions(&file, mode).expect("permissions");
    }
    git(repository.path(), &["config", "core.autocrlf", "false"]);
    commit(repository.path());
    let root = path(&repository);
    let applied = jouled(&["advise", &root, "--calls", "none", "--apply-all"]);
    assert_eq!(applied.code, 0, "{}", applied.stderr);
    let after = std::fs::read_to_string(&file).expect("a file");
    assert_eq!(after, written(&hoisted(TEXT)));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).expect("it is there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o751);
    }
}

#[test]
fn edits_of_one_file_are_applied_together() {
    let repository = repository();
    let method = &TEXT["class A {\n".len()..TEXT.len() - "}\n".len()];
    let other = method.replace("sum(", "twice(");
    let two = format!("class A {{\n{method}\n{other}}}\n");
    std::fs::write(repository.path().join("A.java"), &two).expect("a file");
    commit(repository.path());
    let root = path(&repository);
    let applied = jouled(&["advise", &root, "--calls", "none", "--apply-all"]);
    assert_eq!(
        applied.stdout.matches("applied ").count(),
        2,
        "{}",
        applied.stdout
    );
    let text = std::fs::read_to_string(repository.path().join("A.java")).expect("a file");
    assert_eq!(text, hoisted(&two));
}

/// Code that does not compile is named, and the exit code shows that the advice is not complete.
#[test]
fn a_file_that_no_rule_can_read_is_named() {
    let repository = repository();
    let valid_java = "class B {\n    int f(int[] a) { (a[0]) = 4; return a[0]; }\n}";
    std::fs::write(repository.path().join("B.java"), valid_java).expect("a file");
    let run = jouled(&["advise", &path(&repository), "--calls", "none"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr
            .contains("B.java: no advice: jouled's parser does not understand the code on line 2"),
        "{}",
        run.stderr
    );
    let strict = jouled(&["advise", &path(&repository), "--calls", "none", "--strict"]);
    assert_eq!(strict.code, 4, "{}", strict.stderr);
}

#[test]
fn a_file_that_does_not_compile_is_named() {
    for broken in [
        "class B { int f( { return 1; } }",
        "class B { int f() { return y; } }",
    ] {
        let repository = repository();
        std::fs::write(repository.path().join("B.java"), broken).expect("a file");
        let run = jouled(&["advise", &path(&repository), "--calls", "none"]);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stderr.contains("B.java:1: error: "), "{}", run.stderr);
        assert!(
            run.stderr
                .contains("B.java: no advice: it does not compile"),
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("A.java"), "{}", run.stderr);
        assert!(run.stdout.contains("1 offered"), "{}", run.stdout);
        let strict = jouled(&["advise", &path(&repository), "--calls", "none", "--strict"]);
        assert_eq!(strict.code, 4, "{}", strict.stderr);
    }
}
