//! The shell steps of the GitHub action, the GitLab job and the pre-commit hook, run as they stand in their files, in a clone
//! of a bare remote.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

use serde_yaml_ng::Value;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use support::git::{git, repository};
use support::{Run, cache};
use tempfile::TempDir;

/// The comments of a pull request: the last one alone, kept in a file.
const GH: &str = r#"#!/bin/sh
set -eu
echo "$*" | head -n 1 >> "$FAKE_GH/calls"
body() {
    for argument; do
        case $argument in body=@*) cat "${argument#body=@}" ;; esac
    done
}
case "$*" in
    *--paginate*) if [ -e "$FAKE_GH/comment" ]; then echo 4711; fi ;;
    *--method\ PATCH*comments/4711*) body "$@" > "$FAKE_GH/comment" ;;
    *comments*) [ ! -e "$FAKE_GH/comment" ] && body "$@" > "$FAKE_GH/comment" ;;
esac
"#;

/// A clone of a bare remote with a branch of the fixture checked out, and a place for programs and results.
struct Checkout {
    folder: TempDir,
}

impl Checkout {
    fn new(branch: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let source = repository().display().to_string();
        git(path, &["clone", "-q", "--bare", &source, "remote.git"]);
        git(
            path,
            &["clone", "-q", "--branch", branch, "remote.git", "work"],
        );
        for name in ["bin", "gh", "temp"] {
            std::fs::create_dir(path.join(name)).expect("a folder");
        }
        let gh = path.join("bin/gh");
        std::fs::write(&gh, GH).expect("a file");
        std::fs::set_permissions(&gh, std::fs::Permissions::from_mode(0o755)).expect("rights");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_jouled"), path.join("bin/jouled"))
            .expect("a link");
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    fn base(&self) -> String {
        git(&self.path("work"), &["rev-parse", "origin/base"])
    }

    /// A shell in the clone.
    fn shell(&self, script: &str, environment: &BTreeMap<String, String>) -> Run {
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]);
        self.run(command, environment)
    }

    fn run(&self, mut command: Command, environment: &BTreeMap<String, String>) -> Run {
        let path = std::env::var("PATH").expect("a PATH");
        command
            .current_dir(self.path("work"))
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("XDG_CACHE_HOME", cache())
            .env("JOULED_CALLS", "project")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("FAKE_GH", self.path("gh"))
            .envs(environment);
        command.output().expect("a shell").into()
    }
}

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the project's root")
}

fn yaml(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join(name)).expect("a file");
    serde_yaml_ng::from_str(&text).expect("YAML")
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    }
}

/// The action as GitHub runs it: expressions are put in place, and each step has its environment.
struct Action<'c> {
    checkout: &'c Checkout,
    inputs: BTreeMap<&'static str, &'static str>,
    result: String,
}

impl Action<'_> {
    /// What stands for an expression. One that is not known fails the test, so that a new one is thought of here.
    fn value(&self, expression: &str) -> String {
        let action = yaml("action.yml");
        let input = |name: &str| {
            let set = self.inputs.get(name).map(|value| (*value).to_owned());
            set.unwrap_or_else(|| text(&action["inputs"][name]["default"]))
        };
        match expression {
            "inputs.base || github.event.pull_request.base.sha || github.event.before" => {
                let named = self.inputs.get("base").map(|base| (*base).to_owned());
                named.unwrap_or_else(|| self.checkout.base())
            }
            "runner.temp" => self.checkout.path("temp").display().to_string(),
            "github.repository" => String::from("shop/shop"),
            "github.event.pull_request.number" => String::from("7"),
            "inputs.token" => String::from("secret"),
            "steps.diff.outputs.result" => self.result.clone(),
            _ => match expression.strip_prefix("inputs.") {
                Some(name) => input(name),
                None => panic!("{expression} has no value in this test"),
            },
        }
    }

    fn expanded(&self, text: &str) -> String {
        let Some((before, rest)) = text.split_once("${{") else {
            return text.to_owned();
        };
        let (expression, after) = rest.split_once("}}").expect("the end of an expression");
        format!(
            "{before}{}{}",
            self.value(expression.trim()),
            self.expanded(after)
        )
    }

    /// Runs the step of this name.
    fn step(&mut self, name: &str) -> Run {
        let action = yaml("action.yml");
        let steps = action["runs"]["steps"].as_sequence().expect("steps");
        let step = steps
            .iter()
            .find(|step| step["name"] == *name)
            .unwrap_or_else(|| panic!("no step {name}"));
        let output = self.checkout.path("temp/output");
        let mut environment: BTreeMap<String, String> = step["env"]
            .as_mapping()
            .expect("an environment")
            .iter()
            .map(|(name, value)| (text(name), self.expanded(&text(value))))
            .collect();
        environment.insert("GITHUB_OUTPUT".into(), output.display().to_string());
        environment.insert("GITHUB_ACTION_PATH".into(), root().display().to_string());
        let run = self.checkout.shell(&text(&step["run"]), &environment);
        if let Ok(outputs) = std::fs::read_to_string(&output) {
            let results = outputs.lines().rev();
            let mut results = results.filter_map(|line| line.strip_prefix("result="));
            results
                .next()
                .unwrap_or_default()
                .clone_into(&mut self.result);
        }
        run
    }
}

fn action<'c>(checkout: &'c Checkout, inputs: &[(&'static str, &'static str)]) -> Action<'c> {
    Action {
        checkout,
        inputs: inputs.iter().copied().collect(),
        result: String::new(),
    }
}

#[test]
fn the_action_comments_on_a_regression_once_and_fails() {
    let checkout = Checkout::new("callee-regression");
    let mut action = action(&checkout, &[]);
    let compared = action.step("Compare");
    assert_eq!(compared.code, 0, "{}", compared.stderr);
    let annotation = "::error file=src/shop/Mixer.java,line=5";
    assert!(
        compared.stdout.contains(annotation),
        "{annotation} is not in {}",
        compared.stdout
    );
    assert_eq!(action.result, "3");
    for expected in ["a comment was posted", "the comment 4711 was updated"] {
        let commented = action.step("Comment");
        assert_eq!(commented.code, 0, "{}", commented.stderr);
        assert!(commented.stdout.contains(expected), "{}", commented.stdout);
        let comment = checkout.read("gh/comment");
        assert!(comment.starts_with("<!-- jouled diff -->\n"), "{comment}");
        assert!(comment.contains("shop.Mixer.mix"), "{comment}");
    }
    let calls = checkout.read("gh/calls");
    assert!(
        calls.contains("repos/shop/shop/issues/7/comments"),
        "{calls}"
    );
    for name in ["diff.sarif", "diff.json", "diff.html", "junit.xml"] {
        assert!(!checkout.read(&format!("temp/jouled/{name}")).is_empty());
    }
    assert_eq!(action.step("Judge").code, 3);
}

#[test]
fn the_action_can_leave_the_judgement_to_people() {
    let checkout = Checkout::new("callee-regression");
    let mut action = action(&checkout, &[("fail", "false")]);
    assert_eq!(action.step("Compare").code, 0);
    assert_eq!(action.result, "3");
    assert_eq!(action.step("Judge").code, 0);
}

#[test]
fn the_action_passes_what_costs_less_and_arguments_as_words() {
    let checkout = Checkout::new("improvement");
    let mut action = action(
        &checkout,
        &[("arguments", "--tolerance 5% --confidence 0.9")],
    );
    assert_eq!(action.step("Compare").code, 0);
    assert_eq!(action.result, "0");
    assert_eq!(action.step("Judge").code, 0);
}

#[test]
fn a_failure_of_the_tool_fails_the_step_that_it_is_in() {
    let checkout = Checkout::new("improvement");
    let mut action = action(&checkout, &[("head", "no-such-branch")]);
    let compared = action.step("Compare");
    assert_eq!(compared.code, 1);
    assert!(
        compared.stderr.contains("no-such-branch"),
        "{}",
        compared.stderr
    );
}

#[test]
fn a_branch_that_is_new_has_nothing_before_it() {
    let checkout = Checkout::new("callee-regression");
    let zeros = "0000000000000000000000000000000000000000";
    let mut action = action(&checkout, &[("base", zeros)]);
    let compared = action.step("Compare");
    assert!(
        compared.stdout.contains("the branch is new"),
        "{}",
        compared.stdout
    );
    assert_eq!((compared.code, &*action.result), (0, "0"));
}

#[test]
fn the_name_of_a_branch_is_no_code() {
    let checkout = Checkout::new("improvement");
    let name = "$(touch ran)`touch ran`;touch ran";
    for input in ["base", "head"] {
        let mut action = action(&checkout, &[(input, name)]);
        assert_eq!(action.step("Compare").code, 1, "{input}");
        assert!(!checkout.path("work/ran").exists(), "{input}");
    }
    let mut action = action(&checkout, &[("base", "")]);
    assert_eq!(action.step("Compare").code, 2);
}

#[test]
fn the_job_of_gitlab_leaves_its_artefacts_and_fails_on_a_regression() {
    let checkout = Checkout::new("callee-regression");
    let job = &yaml("ci/gitlab.yml")[".jouled-diff"];
    let lines = job["script"].as_sequence().expect("a script").iter();
    let script = lines.map(text).collect::<Vec<_>>().join("\n");
    let mut environment: BTreeMap<String, String> = job["variables"]
        .as_mapping()
        .expect("variables")
        .iter()
        .map(|(name, value)| (text(name), text(value)))
        .filter(|(name, _)| name != "XDG_CACHE_HOME")
        .collect();
    let without = checkout.shell(&script, &environment);
    assert_ne!(without.code, 0);
    assert!(
        without.stderr.contains("this job is for merge requests"),
        "{}",
        without.stderr
    );
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    let run = checkout.shell(&script, &environment);
    assert_eq!(run.code, 3, "{}", run.stderr);
    let report = text(&job["artifacts"]["reports"]["junit"]);
    let junit = checkout.read(&format!("work/{report}"));
    assert!(junit.contains("<failure"), "{junit}");
    assert!(checkout.read("work/jouled-out/diff.html").contains("<html"));
}

#[test]
fn the_hook_holds_a_commit_back_that_costs_more() {
    let checkout = Checkout::new("base");
    let hooks = yaml(".pre-commit-hooks.yaml");
    let entry = text(&hooks[0]["entry"]);
    let hook = checkout.path("work/.git/hooks/pre-commit");
    std::fs::write(&hook, format!("#!/bin/sh\nexec {entry}\n")).expect("a file");
    std::fs::set_permissions(&hook, std::fs::Permissions::from_mode(0o755)).expect("rights");
    let mixer = checkout.path("work/src/shop/Mixer.java");
    let before = std::fs::read_to_string(&mixer).expect("a file");
    let commit = || {
        let script = "git -c user.name=A -c user.email=a@example.org commit -q -a -m change";
        checkout.shell(script, &BTreeMap::new())
    };
    std::fs::write(&mixer, before.replace("a * 31", "a * 31 * b * a")).expect("a file");
    let held = commit();
    assert_ne!(held.code, 0);
    let said = held.stdout + &held.stderr;
    assert!(said.contains("shop.Mixer.mix"), "{said}");
    std::fs::write(&mixer, before.replace("a * 31 + b", "a + b")).expect("a file");
    let passed = commit();
    assert_eq!(passed.code, 0, "{}{}", passed.stdout, passed.stderr);
}
