//! The shell steps of the GitHub action, the GitLab job and the pre-commit hook, run as in their files, in a clone
//! of a bare remote.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use crate::support::action::{Checkout, action, job_of_gitlab, program, root, text, yaml};
use crate::support::{Run, compiled, prepare_compiler_in};

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
fn a_judgement_without_a_result_says_what_is_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ci/judge.sh");
    let judged = |result: &str| {
        std::process::Command::new("sh")
            .arg(&script)
            .current_dir(folder.path())
            .env("JOULED_RESULT", result)
            .env_remove("JOULED_OUT")
            .output()
            .expect("sh")
    };
    let output = judged("");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.contains("neither JOULED_RESULT nor jouled-out/result"),
        "{said}"
    );
    assert!(!said.contains("cat:"), "{said}");
    assert_eq!(judged("4").status.code(), Some(4));
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
    let (script, mut environment) = job_of_gitlab(&checkout);
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
    program(&hook, &format!("#!/bin/sh\nexec {entry}\n"));
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

/// A jar in place of the service, whose program leaves a mark.
fn evil_jar(mark: &Path) -> Vec<u8> {
    let text = format!(
        "package jouled.javac; public class Service {{ public static void main(String[] arguments) throws Exception {{ \
         new java.io.File(\"{}\").createNewFile(); }} }}",
        mark.display()
    );
    let mut jar = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default();
    let manifest = "Manifest-Version: 1.0\r\nMain-Class: jouled.javac.Service\r\n\r\n";
    let mut add = |name: &str, bytes: &[u8]| {
        jar.start_file(name, options).expect("an entry");
        jar.write_all(bytes).expect("an entry");
    };
    add("META-INF/MANIFEST.MF", manifest.as_bytes());
    for (name, bytes) in compiled("Service.java", &text) {
        add(&format!("{name}.class"), &bytes);
    }
    jar.finish().expect("a jar").into_inner()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if entry.file_type().expect("a type").is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Adds a cache to the checkout, filled by a run and then poisoned, and returns its files.
fn poison(checkout: &Checkout, mark: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    // From a folder of the checkout itself, nothing would be run anyway.
    let elsewhere = checkout.path("filled");
    prepare_compiler_in(&elsewhere);
    let cache = [("XDG_CACHE_HOME".to_owned(), elsewhere.display().to_string())];
    let filled = checkout.shell("jouled report src", &cache.into());
    assert_eq!(filled.code, 0, "{}", filled.stderr);
    let brought = checkout.path("work/.jouled-cache");
    std::fs::rename(&elsewhere, &brought).expect("a cache in the checkout");
    let is_jar = |file: &&PathBuf| file.file_name().is_some_and(|name| name == "service.jar");
    let all = files(&brought);
    let jars: Vec<_> = all.iter().filter(is_jar).collect();
    assert_eq!(jars.len(), 1, "{all:?}");
    let evil = evil_jar(mark);
    std::fs::write(jars[0], &evil).expect("a file");
    for file in &all {
        let extension = file.extension().unwrap_or_default();
        if extension == "jsa" || extension == "aot" {
            std::fs::remove_file(file).expect("removed");
        }
    }
    contents(&brought)
}

fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |file: PathBuf| (file.clone(), std::fs::read(file).expect("a file"));
    files(folder).into_iter().map(read).collect()
}

#[test]
fn a_merge_request_brings_no_cache_that_is_run_or_believed() {
    let checkout = Checkout::new("callee-regression");
    let mark = checkout.path("the-checkout-chose-what-ran");
    let brought = poison(&checkout, &mark);
    let (script, mut environment) = job_of_gitlab(&checkout);
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    let run = checkout.shell(&script, &environment);
    assert!(!mark.exists(), "{}", run.stderr);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(brought == contents(&checkout.path("work/.jouled-cache")));
}

#[test]
fn no_pipeline_restores_a_cache_that_a_branch_can_write() {
    let job = &yaml("ci/gitlab.yml")[".jouled-diff"];
    // An empty list, because without one the pipeline's default would apply.
    assert_eq!(job["cache"].as_sequence().map(Vec::len), Some(0));
    let action = yaml("action.yml");
    for step in action["runs"]["steps"].as_sequence().expect("steps") {
        let uses = step["uses"].as_str().unwrap_or_default();
        assert!(!uses.contains("cache"), "{uses}");
    }
}

/// Replaces jouled, and records its arguments.
const RECORDER: &str = r#"#!/bin/sh
case $XDG_CACHE_HOME in "$PWD"/*) echo "the cache is in the checkout" ;; esac
echo "cache: $XDG_CACHE_HOME with $(ls -A "$XDG_CACHE_HOME" | wc -l) files, mode $(ls -ld "$XDG_CACHE_HOME" | cut -c1-10)"
for argument; do
    echo "<$argument>"
    case $argument in *=*/*) echo written > "${argument#*=}" ;; esac
done
"#;

/// A checkout in which a recorder replaces jouled.
fn recorded() -> Checkout {
    let checkout = Checkout::new("base");
    std::fs::remove_file(checkout.path("bin/jouled")).expect("removed");
    program(&checkout.path("bin/jouled"), RECORDER);
    checkout
}

/// The output of the recorder in the action and in GitLab's job.
fn both(checkout: &Checkout, arguments: &'static str) -> [Run; 2] {
    let mut action = action(checkout, &[("arguments", arguments)]);
    action.without_cache = true;
    let of_action = action.step("Compare");
    let (script, mut environment) = job_of_gitlab(checkout);
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    environment.insert("JOULED_ARGUMENTS".into(), arguments.into());
    [of_action, checkout.shell(&script, &environment)]
}

#[test]
fn each_run_has_a_new_cache_outside_of_the_checkout() {
    let checkout = recorded();
    for run in both(&checkout, "") {
        assert_eq!(run.code, 0, "{}", run.stderr);
        let mut lines = run.stdout.lines();
        let cache = lines.next().expect("a line");
        assert!(cache.contains(" with 0 files, mode drwx------"), "{cache}");
        let words: Vec<&str> = cache.split(' ').collect();
        assert!(!Path::new(words[1]).exists(), "{cache} is still there");
    }
}

#[test]
fn arguments_are_no_patterns_of_what_the_checkout_brings() {
    let checkout = recorded();
    std::fs::write(checkout.path("work/--model=evil.json"), "{}").expect("a file");
    for run in both(&checkout, "--exclude *.json [!x]* --tolerance 5%") {
        for expected in ["<*.json>", "<[!x]*>", "<--tolerance>", "<5%>"] {
            let is_there = run.stdout.lines().any(|line| line == expected);
            assert!(is_there, "no {expected} in {}", run.stdout);
        }
        assert!(!run.stdout.contains("evil"), "{}", run.stdout);
    }
}

#[test]
fn what_is_written_goes_through_no_link_of_the_checkout() {
    for linked in ["", "/comment.md", "/diff.json", "/result"] {
        let checkout = recorded();
        let outside = checkout.path("outside");
        std::fs::create_dir(&outside).expect("a folder");
        std::fs::write(outside.join("file"), "as it was").expect("a file");
        std::fs::write(outside.join("comment.md"), "as it was").expect("a file");
        let out = checkout.path("work/jouled-out");
        if linked.is_empty() {
            std::os::unix::fs::symlink(&outside, &out).expect("a link");
        } else {
            std::fs::create_dir(&out).expect("a folder");
            let link = checkout.path(&format!("work/jouled-out{linked}"));
            std::os::unix::fs::symlink(outside.join("file"), link).expect("a link");
        }
        let (script, mut environment) = job_of_gitlab(&checkout);
        environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
        assert_eq!(checkout.shell(&script, &environment).code, 0, "{linked}");
        let compare = root().join("ci/compare.sh").display().to_string();
        let base = [("JOULED_BASE".to_owned(), checkout.base())];
        let run = checkout.shell(&format!("sh '{compare}'"), &base.into());
        assert_eq!(run.code, 0, "{}", run.stderr);
        for file in files(&outside) {
            let text = std::fs::read_to_string(&file).expect("a file");
            assert_eq!(text, "as it was", "{linked}: {}", file.display());
        }
    }
}

/// The comments of a pull request in GitHub's form, and the owner of the token; changes are recorded.
const GH_OF_MANY: &str = r#"#!/bin/sh
set -eu
echo "$*" | tr '\n' ' ' >> "$FAKE_GH/calls"
echo >> "$FAKE_GH/calls"
filter=.
before=
for argument; do
    if [ "$before" = --jq ]; then filter=$argument; fi
    before=$argument
done
case "$*" in
    *graphql*) echo '{"data": {"viewer": {"login": "'"$TOKEN_OF"'"}}}' | jq -r "$filter" ;;
    *--paginate*) jq -r "$filter" "$FAKE_GH/comments.json" ;;
esac
"#;

#[test]
fn only_comments_of_the_own_login_are_changed() {
    if Command::new("jq").arg("--version").output().is_err() {
        tests::skip(
            "only_comments_of_the_own_login_are_changed",
            "jq is not installed",
        );
        return;
    }
    let comments = r#"[
        {"id": 1, "user": {"login": "mallory", "type": "User"}, "body": "<!-- jouled diff -->\nmine"},
        {"id": 2, "user": {"login": "github-actions", "type": "User"}, "body": "<!-- jouled diff -->"},
        {"id": 3, "user": null, "body": "<!-- jouled diff -->"},
        {"id": 4, "user": {"login": "github-actions[bot]", "type": "Bot"}, "body": "> <!-- jouled diff -->"},
        {"id": 5, "user": {"login": "github-actions[bot]", "type": "Bot"}, "body": "<!-- jouled diff -->\nours"},
        {"id": 6, "user": {"login": "robot", "type": "User"}, "body": "<!-- jouled diff -->\nours"}
    ]"#;
    let said = |token_of: &str, login: &'static str, comments: &str| {
        let checkout = Checkout::new("base");
        program(&checkout.path("bin/gh"), GH_OF_MANY);
        std::fs::write(checkout.path("gh/comments.json"), comments).expect("a file");
        std::fs::create_dir(checkout.path("temp/jouled")).expect("a folder");
        std::fs::write(checkout.path("temp/jouled/comment.md"), "text").expect("a file");
        let mut action = action(&checkout, &[("login", login)]);
        action.token_of = token_of.to_owned();
        let run = action.step("Comment");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let calls = checkout.read("gh/calls");
        let changed = calls
            .lines()
            .filter_map(|call| call.split_once("--method PATCH repos/shop/shop/issues/comments/"))
            .map(|(_, rest)| rest.split(' ').next().unwrap_or_default().to_owned());
        changed.collect::<Vec<_>>()
    };
    assert_eq!(said("github-actions[bot]", "", comments), ["5"]);
    assert_eq!(said("robot", "", comments), ["6"]);
    assert_eq!(said("", "robot", comments), ["6"]);
    assert_eq!(said("", "", comments), ["5"]);
    let of_others = comments.replace("github-actions[bot]", "mallory");
    assert!(said("github-actions[bot]", "", &of_others).is_empty());
}

/// The files that name actions, with their texts.
fn texts(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let name = name.to_string_lossy();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !["target", "node_modules", ".git", "fixtures"].contains(&&*name) {
            found.extend(texts(&path));
        }
        let extension = path.extension().unwrap_or_default();
        if !is_folder && (extension == "yml" || extension == "yaml" || extension == "md") {
            let text = std::fs::read_to_string(&path).expect("a text");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn every_action_and_hook_is_pinned_by_a_commit() {
    let is_commit = |text: &str| text.len() == 40 && text.bytes().all(|it| it.is_ascii_hexdigit());
    let mut seen = 0;
    for (path, text) in texts(&root()) {
        for line in text.lines() {
            let line = line.trim_start_matches([' ', '-']);
            let named = match (line.strip_prefix("uses: "), line.strip_prefix("rev: ")) {
                // An action of the same commit is as pinned as the file.
                (Some(action), _) if action.starts_with("./") => continue,
                (Some(action), _) => action.split_once('@').map_or("", |(_, named)| named),
                (None, Some(revision)) => revision,
                (None, None) => continue,
            };
            let named = named.split(' ').next().unwrap_or_default();
            // If the documentation refers to a commit of jouled, readers insert it themselves.
            let is_own = line.contains("jouled/jouled@") || line.starts_with("rev: ");
            let is_to_do = named == "COMMIT" && is_own && text.contains("For `COMMIT`, put");
            assert!(is_commit(named) || is_to_do, "{}: {line}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 4, "{seen}");
}
