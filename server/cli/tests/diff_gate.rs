//! What `jouled diff` lets pass, and which side's settings decide.

use serde_json::Value;
use std::path::{Path, PathBuf};
use crate::support::git::{commits, diff_in, git, repository};
use tempfile::TempDir;

/// A clone with a branch of the fixture checked out.
fn clone(branch: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = repository().display().to_string();
    git(
        folder.path(),
        &["clone", "-q", "--branch", branch, &source, "clone"],
    );
    let clone = folder.path().join("clone");
    (folder, clone)
}

/// Commits a `jouled.toml`.
fn commit_settings(clone: &Path, toml: &str) {
    std::fs::write(clone.join("jouled.toml"), toml).expect("a file");
    git(clone, &["add", "-A"]);
    git(clone, &["commit", "-q", "-m", "settings"]);
}

const ACKNOWLEDGED: &str =
    "[[diff.acknowledge]]\npath = \"src/shop\"\nreason = \"safer\"\nuntil = \"2026-03-01\"\n";

#[test]
fn a_change_cannot_let_itself_pass() {
    for (toml, shown) in [
        (
            ACKNOWLEDGED,
            "new acknowledgement of src/shop until 2026-03-01: safer",
        ),
        ("[diff]\ntolerance = \"900%\"\n", "tolerance 2% → 900%"),
        (
            "[diff]\nconfidence = 0.999999\n",
            "confidence 0.95 → 0.999999",
        ),
        (
            "[[diff.limit]]\npath = \"src\"\nsoft = \"900%\"\n",
            "new limit of src: soft 900%",
        ),
        ("exclude = [\"src/shop/**\"]\n", "other files are excluded"),
        ("[assume]\nn = 0\n", "other values are assumed"),
        (
            "device = \"device_1\"\n",
            "another model, device or mapping",
        ),
    ] {
        let (_folder, clone) = clone("callee-regression");
        commit_settings(&clone, toml);
        let run = diff_in(&clone, &["origin/base...HEAD"]);
        assert_eq!(run.code, 3, "{toml}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(shown), "{shown}: {}", run.stdout);
        assert!(run.stdout.contains("takes effect once it is merged"));
        let json = diff_in(&clone, &["origin/base...HEAD", "--format", "json"]).stdout;
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["settings"]["from"], "base");
        assert_eq!(json["settings"]["changes"][0], shown);
    }
}

#[test]
fn settings_hold_once_they_are_merged_and_for_who_asks_for_the_heads() {
    let (_folder, clone) = clone("callee-regression");
    commit_settings(&clone, ACKNOWLEDGED);
    let of_head = |more: &[&str]| {
        let arguments = [&["origin/base...HEAD", "--settings", "head"], more].concat();
        diff_in(&clone, &arguments)
    };
    let run = of_head(&[]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    assert!(
        run.stdout
            .contains("acknowledged: safer (until 2026-03-01)"),
        "{}",
        run.stdout
    );
    assert_eq!(of_head(&["--today", "2026-03-02"]).code, 3);
    // The settings are merged first, and then the change that they are for.
    git(&clone, &["checkout", "-q", "-b", "main", "origin/base"]);
    commit_settings(&clone, ACKNOWLEDGED);
    git(
        &clone,
        &[
            "merge",
            "-q",
            "--no-ff",
            "-m",
            "merge",
            "origin/callee-regression",
        ],
    );
    let merged = diff_in(&clone, &["HEAD^1", "HEAD"]);
    assert_eq!(merged.code, 0, "{}{}", merged.stdout, merged.stderr);
    assert!(!merged.stdout.contains("the head changes what may pass"));
}

#[test]
fn a_table_that_does_not_hold_fails_on_either_side() {
    let (_folder, clone) = clone("base");
    std::fs::write(clone.join("jouled.toml"), "[diff]\ntolerence = \"2%\"\n").expect("a file");
    let head = diff_in(&clone, &["HEAD"]);
    assert_eq!(head.code, 1);
    assert!(head.stderr.contains("of the head's jouled.toml"));
    commit_settings(&clone, "[diff]\ntolerence = \"2%\"\n");
    std::fs::write(clone.join("jouled.toml"), "[diff]\ntolerance = \"2%\"\n").expect("a file");
    let base = diff_in(&clone, &["HEAD"]);
    assert_eq!(base.code, 1);
    assert!(base.stderr.contains("--settings head"), "{}", base.stderr);
    assert_eq!(diff_in(&clone, &["HEAD", "--settings", "head"]).code, 0);
}

#[test]
fn a_head_with_an_old_date_does_not_bring_back_what_has_run_out() {
    let (_folder, clone) = clone("base");
    // The commits of the tests have the date 2026-03-01.
    commit_settings(&clone, &ACKNOWLEDGED.replace("2026-03-01", "2026-02-01"));
    git(
        &clone,
        &["checkout", "-q", "origin/callee-regression", "--", "src"],
    );
    git(&clone, &["commit", "-q", "-m", "dearer"]);
    assert_eq!(diff_in(&clone, &["HEAD~1", "HEAD"]).code, 3);
    let amended = std::process::Command::new("git")
        .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
        .args(["commit", "-q", "--amend", "--no-edit"])
        .env("GIT_COMMITTER_DATE", "2020-01-01T12:00:00Z")
        .current_dir(&clone)
        .status();
    assert!(amended.expect("git").success());
    let run = diff_in(&clone, &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
}

#[test]
fn values_at_which_no_loop_turns_count_as_the_base_has_them() {
    let text = |body: &str| {
        format!(
            "class A {{ static int f(int n) {{ int s = 0; for (int i = 0; i < n; i++) {{ {body} }} return s; }} }}"
        )
    };
    let (before, after) = (text("s += i;"), text("s += i * i * i; s ^= n * i;"));
    let folder = commits(
        &[("src/A.java", &before)],
        &[("src/A.java", &after), ("jouled.toml", "[assume]\nn = 0\n")],
    );
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_bound_that_the_head_declares_otherwise_is_shown() {
    let text = |clause: &str, work: &str| {
        format!(
            "class A {{ static int f(int n) {{ int s = 0;\n//@ {clause};\nwhile (n != 1) {{ n = n % 2 == 0 ? n / 2 : 3 * n + 1; s += {work}; }} return s; }} }}"
        )
    };
    let (before, after) = (
        text("loop_bound 1000", "n"),
        text("loop_bound 10", "n * n * n"),
    );
    let folder = commits(&[("src/A.java", &before)], &[("src/A.java", &after)]);
    for format in ["text", "markdown", "json"] {
        let run = diff_in(
            folder.path(),
            &["HEAD~1", "HEAD", "--of", "worst", "--format", format],
        );
        let said = "the head declares different bounds of loops, and they apply: src/A.java: loop_bound 1000 → loop_bound 10";
        // Markdown escapes characters that have a meaning in it.
        let shown = run.stdout.replace("&#58;", ":").replace("&#95;", "_");
        assert!(shown.contains(said), "{format}: {}", run.stdout);
    }
    let moved = text("loop_bound 1000", "n * n");
    let folder = commits(&[("src/A.java", &before)], &[("src/A.java", &moved)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert!(!run.stdout.contains("other bounds"), "{}", run.stdout);
}

#[test]
fn a_model_in_the_repository_is_that_of_the_base() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../model-data/raspberry-pi-5.json");
    let model = std::fs::read_to_string(file).expect("a model");
    let text = |work: &str| format!("class A {{ static int f(int a) {{ return {work}; }} }}");
    let (before, after) = (text("a"), text("a * a * a"));
    let settings = ("jouled.toml", "model = \"m.json\"\n");
    let base = [("src/A.java", &before[..]), settings, ("m.json", &model)];
    let folder = commits(&base, &[("src/A.java", &after), ("m.json", "{}")]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("another model"), "{}", run.stdout);
    // A file that the base names but does not have is not taken from the head.
    let base = [("src/A.java", &before[..]), settings];
    let folder = commits(&base, &[("src/A.java", &after), ("m.json", &model)]);
    let run = diff_in(folder.path(), &["HEAD~1", "HEAD"]);
    assert!(![0, 3].contains(&run.code), "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("m.json"), "{}", run.stderr);
}
