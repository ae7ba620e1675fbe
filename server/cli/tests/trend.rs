//! `jouled trend`: each commit once, curves, change points, and unusual histories.

use serde_json::Value;
use std::path::Path;
use std::process::Command;
use crate::support::{Run, jouled_with};
use tempfile::TempDir;

/// The seconds of a day.
const DAY: i64 = 86_400;

/// The first day of the histories here: Thursday, 1 January 2026.
const START: i64 = 1_767_225_600;

struct Repository(TempDir);

impl Repository {
    fn new() -> Self {
        let made = Self(TempDir::new().expect("a folder"));
        made.git(0, &["init", "-q", "-b", "main"]);
        made
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn git(&self, day: i64, arguments: &[&str]) {
        let date = format!("{} +0000", START + day * DAY);
        let output = Command::new("git")
            .args(["-c", "user.name=Ada <b>", "-c", "user.email=a@example.org"])
            .args(arguments)
            .current_dir(self.path())
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_DATE", &date)
            .env("GIT_COMMITTER_DATE", &date)
            .output()
            .expect("git");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
    }

    /// Commits a file.
    fn commit(&self, day: i64, file: &str, text: &str, message: &str) {
        let path = self.path().join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
        self.git(day, &["add", "-A"]);
        self.git(day, &["commit", "-q", "--allow-empty", "-m", message]);
    }

    fn trend(&self, arguments: &[&str]) -> Run {
        let store = self.path().join(".git/trend.db");
        let store = store.to_str().expect("UTF-8");
        jouled_with(
            &[&["trend", "--store", store], arguments].concat(),
            |command| {
                command.current_dir(self.path());
            },
        )
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let run = self.trend(&[&["--format", "json"], arguments].concat());
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str(&run.stdout).expect("JSON")
    }
}

/// A class whose method does this many multiplications.
fn text(multiplications: usize) -> String {
    let product = " * a".repeat(multiplications);
    format!(
        "package p; public class A {{ public int f(int a) {{ return a{product}; }} int g() {{ return 1; }} }}"
    )
}

/// Twelve commits, one per day: documentation, an expensive change, documentation.
fn history() -> Repository {
    let made = Repository::new();
    made.commit(0, "src/p/A.java", &text(1), "first");
    for day in 1..6 {
        made.commit(day, "README.md", &format!("day {day}"), "words");
    }
    made.commit(
        6,
        "src/p/A.java",
        &text(40),
        "slower <script>alert(1)</script>",
    );
    for day in 7..12 {
        made.commit(day, "README.md", &format!("day {day}"), "words");
    }
    made
}

fn series<'t>(trend: &'t Value, name: &str) -> &'t Value {
    let all = trend["series"].as_array().expect("series");
    let found = all.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("{name} in {all:?}"))
}

#[test]
fn each_state_is_analysed_once_and_the_change_is_found() {
    let repository = history();
    let run = repository.trend(&["--format", "json"]);
    assert!(
        run.stderr
            .contains("12 commits: 2 analysed, 10 with the code of another one, 0 known before"),
        "{}",
        run.stderr
    );
    let trend: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(trend["schema"], "jouled.trend/1");
    assert_eq!(trend["revisions"].as_array().expect("commits").len(), 12);
    for name in ["all packages", "p", "p.A.f(I)I"] {
        let series = series(&trend, name);
        let changes = series["change_points"].as_array().expect("changes");
        assert_eq!(changes.len(), 1, "{series}");
        assert_eq!(changes[0]["revision"], 6);
        assert!(changes[0]["probability"].as_f64().expect("a number") > 0.99);
    }
    let again = repository.trend(&["--format", "json"]);
    assert!(
        again
            .stderr
            .contains("0 analysed, 0 with the code of another one, 12 known before"),
        "{}",
        again.stderr
    );
    assert_eq!(again.stdout, run.stdout);
    // A later run analyses only the additional commit.
    repository.commit(12, "src/p/A.java", &text(2), "faster");
    let later = repository.trend(&[]);
    assert!(
        later
            .stderr
            .contains("13 commits: 1 analysed, 0 with the code of another one, 12 known before"),
        "{}",
        later.stderr
    );
    assert!(
        later.stdout.contains('█') && later.stdout.contains("slower"),
        "{}",
        later.stdout
    );
}

#[test]
fn a_run_that_was_killed_continues() {
    let whole = history();
    let expected = whole.json(&[]);
    let repository = history();
    let store = repository.path().join(".git/trend.db");
    for pause in [0, 30, 200, 600] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jouled"))
            .args(["trend", "--store", store.to_str().expect("UTF-8")])
            .current_dir(repository.path())
            .env("JOULED_CALLS", "none")
            .env("XDG_CACHE_HOME", crate::support::cache())
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("jouled starts");
        std::thread::sleep(std::time::Duration::from_millis(pause));
        let _ = child.kill();
        child.wait().expect("it ends");
    }
    let trend = repository.json(&[]);
    assert_eq!(trend["series"], expected["series"]);
}

#[test]
fn commits_are_chosen_by_time() {
    let repository = history();
    let count = |arguments: &[&str]| {
        let trend = repository.json(arguments);
        trend["revisions"].as_array().expect("commits").len()
    };
    assert_eq!(count(&["--since", "5d"]), 6);
    assert_eq!(count(&["--since", "2026-01-10"]), 3);
    // From Thursday to the Monday after next: three weeks have a commit.
    assert_eq!(count(&["--every", "week"]), 3);
    assert_eq!(count(&["HEAD~4"]), 8);
    let none = repository.trend(&["--since", "2027-01-01"]);
    assert_eq!(none.code, 1);
    assert!(
        none.stderr.contains("no commit since that time"),
        "{}",
        none.stderr
    );
    assert_eq!(repository.trend(&["--since", "yesterday"]).code, 2);
    assert_eq!(repository.trend(&["no-such-branch"]).code, 1);
}

#[test]
fn a_commit_that_does_not_compile_is_a_gap_and_no_saving() {
    let repository = Repository::new();
    repository.commit(0, "src/p/A.java", &text(5), "first");
    repository.commit(
        1,
        "src/q/B.java",
        "package q; class B { int h() { return 2; } }",
        "more",
    );
    repository.commit(
        2,
        "src/p/A.java",
        "package p; public class A { int f(int a) { return nothing; } }",
        "broken",
    );
    repository.commit(3, "src/p/A.java", &text(5), "repaired");
    let trend = repository.json(&[]);
    let values = |name: &str| {
        series(&trend, name)["typical_j"]
            .as_array()
            .expect("numbers")
            .clone()
    };
    for name in ["all packages", "p"] {
        assert!(values(name)[2].is_null(), "{name}");
        assert!(values(name)[3].is_number(), "{name}");
    }
    assert!(values("q")[2].is_number());
    assert!(
        trend["problems"][2]
            .as_str()
            .expect("a text")
            .contains("A.java"),
        "{}",
        trend["problems"]
    );
    let strict = repository.trend(&["--strict"]);
    assert_eq!(strict.code, 4);
}

#[test]
fn a_commit_without_code_is_none_and_stops_nothing() {
    let repository = Repository::new();
    repository.commit(0, "README.md", "words", "first");
    repository.commit(1, "src/p/A.java", &text(5), "code");
    let trend = repository.json(&[]);
    let values = &series(&trend, "p")["typical_j"];
    assert!(values[0].is_null() && values[1].is_number(), "{values}");
    let nowhere = TempDir::new().expect("a folder");
    let run = jouled_with(&["trend"], |command| {
        command.current_dir(nowhere.path());
    });
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("repository"), "{}", run.stderr);
}

#[test]
fn pages_and_histories_hold_no_text_of_the_project_as_it_is() {
    let repository = history();
    let page = repository.trend(&["--format", "html"]);
    assert_eq!(page.code, 0, "{}", page.stderr);
    assert!(
        page.stdout.contains("slower &lt;script&gt;"),
        "{}",
        page.stdout
    );
    assert!(!page.stdout.contains("<script"));
    assert!(page.stdout.contains("<polyline") && page.stdout.contains("p &gt; 0.99"));
    let file = repository.path().join(".git/data.json");
    let file = file.to_str().expect("UTF-8");
    let run = repository.trend(&["--format", "benchmark", "--output", file]);
    assert_eq!((run.code, &*run.stdout), (0, ""), "{}", run.stderr);
    let text = std::fs::read_to_string(file).expect("a file");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let entries = data["entries"]["jouled"].as_array().expect("entries");
    assert_eq!(entries.len(), 12);
    for entry in entries {
        assert_eq!(entry["tool"], "customSmallerIsBetter");
        assert!(entry["commit"]["id"].as_str().expect("a name").len() >= 40);
        assert_eq!(entry["date"].as_i64().expect("a time") % 1000, 0);
        for bench in entry["benches"].as_array().expect("numbers") {
            assert_eq!(bench["unit"], "nJ");
            assert!(bench["value"].as_f64().expect("a number") > 0.0);
        }
    }
}

#[test]
fn a_store_of_something_else_is_not_touched() {
    let repository = history();
    for bytes in [&b"no database"[..], b"SQLite format 3\0 damaged"] {
        let store = repository.path().join(".git/other.db");
        std::fs::write(&store, bytes).expect("a file");
        let run = jouled_with(
            &["trend", "--store", store.to_str().expect("UTF-8")],
            |command| {
                command.current_dir(repository.path());
            },
        );
        assert_eq!(run.code, 1);
        assert!(run.stderr.contains("--store"), "{}", run.stderr);
        assert_eq!(std::fs::read(&store).expect("the file"), bytes);
    }
}

#[test]
fn another_model_is_another_history_in_the_same_store() {
    let repository = history();
    let one = repository.json(&[]);
    let model = crate::support::fixture_model();
    let other = repository.json(&["--model", &model]);
    assert_ne!(
        series(&one, "p")["typical_j"],
        series(&other, "p")["typical_j"]
    );
    assert_eq!(repository.json(&[])["series"], one["series"]);
}
