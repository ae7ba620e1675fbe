//! The action as GitHub runs it, in a clone of a bare remote.

use super::git::{git, repository};
use super::{Run, cache};
use serde_yaml_ng::Value;
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The comments of a pull request: only the last one, kept in a file.
pub(crate) const GH: &str = r#"#!/bin/sh
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

/// A clone of a bare remote with a branch of the fixture checked out, and a folder for programs and results.
pub(crate) struct Checkout {
    folder: TempDir,
}

impl Checkout {
    pub(crate) fn new(branch: &str) -> Self {
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
        program(&path.join("bin/gh"), GH);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_jouled"), path.join("bin/jouled"))
            .expect("a link");
        Self { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn base(&self) -> String {
        git(&self.path("work"), &["rev-parse", "origin/base"])
    }

    /// A shell in the clone.
    pub(crate) fn shell(&self, script: &str, environment: &BTreeMap<String, String>) -> Run {
        let mut command = Command::new("sh");
        command.args(["-e", "-c", script]);
        self.run(command, environment)
    }

    pub(crate) fn run(&self, mut command: Command, environment: &BTreeMap<String, String>) -> Run {
        let path = std::env::var("PATH").expect("a PATH");
        command
            .current_dir(self.path("work"))
            .env("PATH", format!("{}:{path}", self.path("bin").display()))
            .env("JAVA_HOME", tests::shared_jdk().home)
            .env("XDG_CACHE_HOME", cache())
            // A pipeline would create it each time, which other tests check.
            .env("JOULED_CACHE", cache())
            .env("JOULED_CALLS", "project")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("FAKE_GH", self.path("gh"))
            .envs(environment);
        command.output().expect("a shell").into()
    }
}

pub(crate) fn program(path: &Path, script: &str) {
    std::fs::write(path, script).expect("a file");
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("rights");
}

pub(crate) fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the project's root")
}

pub(crate) fn yaml(name: &str) -> Value {
    let text = std::fs::read_to_string(root().join(name)).expect("a file");
    serde_yaml_ng::from_str(&text).expect("YAML")
}

pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => panic!("{other:?} is no text"),
    }
}

/// The action as GitHub runs it: expressions are replaced, and each step has its environment.
pub(crate) struct Action<'c> {
    pub(crate) checkout: &'c Checkout,
    pub(crate) inputs: BTreeMap<&'static str, &'static str>,
    pub(crate) result: String,
    /// The owner of the token.
    pub(crate) token_of: String,
    /// Whether the cache is created each time, as outside of these tests.
    pub(crate) without_cache: bool,
    /// The fields of the event, by expression.
    pub(crate) event: BTreeMap<&'static str, String>,
}

impl Action<'_> {
    /// The value of an expression. An unknown one fails the test, so that a new one is added here.
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
            "github.server_url" => String::from("https://github.com"),
            "github.run_id" => String::from("42"),
            "github.repository" => String::from("shop/shop"),
            "github.event.pull_request.number" => String::from("7"),
            "inputs.token" => String::from("secret"),
            "steps.diff.outputs.result" => self.result.clone(),
            // The result of an earlier step.
            "steps.install.outputs.jouled" => {
                let given = input("jouled");
                if given.is_empty() {
                    String::from("jouled")
                } else {
                    given
                }
            }
            "github.action_path" => root().display().to_string(),
            "github.event.pull_request.head.repo.full_name" => {
                let own = || String::from("shop/shop");
                self.event.get(expression).cloned().unwrap_or_else(own)
            }
            "github.event.pull_request.head.sha" | "github.event.pull_request.base.ref" => {
                self.event.get(expression).cloned().unwrap_or_default()
            }
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

    /// Runs the step with this name.
    pub(crate) fn step(&mut self, name: &str) -> Run {
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
        environment.insert("TOKEN_OF".into(), self.token_of.clone());
        if self.without_cache {
            environment.insert("JOULED_CACHE".into(), String::new());
        }
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

pub(crate) fn action<'c>(
    checkout: &'c Checkout,
    inputs: &[(&'static str, &'static str)],
) -> Action<'c> {
    Action {
        checkout,
        inputs: inputs.iter().copied().collect(),
        result: String::new(),
        token_of: String::new(),
        without_cache: false,
        event: BTreeMap::new(),
    }
}

/// The script of the job, and its variables as GitLab sets them.
pub(crate) fn job_of_gitlab(checkout: &Checkout) -> (String, BTreeMap<String, String>) {
    let job = &yaml("ci/gitlab.yml")[".jouled-diff"];
    let lines = job["script"].as_sequence().expect("a script").iter();
    let script = lines.map(text).collect::<Vec<_>>().join("\n");
    let folder = checkout.path("work").display().to_string();
    let variables = job["variables"].as_mapping().expect("variables").iter();
    let environment = variables
        .map(|(name, value)| (text(name), text(value).replace("$CI_PROJECT_DIR", &folder)))
        .collect();
    (script, environment)
}
