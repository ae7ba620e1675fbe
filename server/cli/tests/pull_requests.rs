//! Pull requests as pipelines see them: which state a change is compared with, and what the comment says.
#![cfg(unix)]

use std::collections::BTreeMap;
use crate::support::action::{Checkout, action, job_of_gitlab, program};
use crate::support::git::{diff_in, git};

/// Writes a comment into a file and commits it on a new branch `topic`. Returns the commit.
fn comment_on_a_branch(checkout: &Checkout, from: &str) -> String {
    let work = checkout.path("work");
    git(&work, &["checkout", "-q", "-b", "topic", from]);
    let file = work.join("src/shop/Sums.java");
    let text = std::fs::read_to_string(&file).expect("a file");
    std::fs::write(&file, format!("// Sums of numbers.\n{text}")).expect("a file");
    git(&work, &["commit", "-q", "-a", "-m", "a comment"]);
    git(&work, &["rev-parse", "HEAD"])
}

/// What GitHub checks out: the pull request merged into the current state of its branch.
fn merged_into(checkout: &Checkout, branch: &str) {
    let work = checkout.path("work");
    git(&work, &["checkout", "-q", "--detach", branch]);
    git(&work, &["merge", "-q", "--no-ff", "-m", "merge", "topic"]);
}

#[test]
fn a_comment_on_an_old_branch_is_green_where_others_made_the_branch_dearer() {
    let checkout = Checkout::new("base");
    let topic = comment_on_a_branch(&checkout, "origin/base");
    merged_into(&checkout, "origin/callee-regression");
    let mut action = action(&checkout, &[]);
    action.event = BTreeMap::from([
        ("github.event.pull_request.head.sha", topic.clone()),
        ("github.event.pull_request.base.ref", String::from("base")),
    ]);
    let compared = action.step("Compare");
    assert_eq!(compared.code, 0, "{}", compared.stderr);
    assert_eq!(action.result, "0", "{}", compared.stdout);
    // GitLab calls it a pipeline of merged results.
    let (script, mut environment) = job_of_gitlab(&checkout);
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    environment.insert("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA".into(), topic);
    let run = checkout.shell(&script, &environment);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn a_branch_that_took_in_newer_work_of_others_is_compared_with_where_it_left_that() {
    let checkout = Checkout::new("base");
    let topic = comment_on_a_branch(&checkout, "origin/base");
    let work = checkout.path("work");
    git(
        &work,
        &[
            "merge",
            "-q",
            "--no-ff",
            "-m",
            "newer",
            "origin/callee-regression",
        ],
    );
    let mut action = action(&checkout, &[]);
    action.event = BTreeMap::from([
        // An event from before the newest push.
        ("github.event.pull_request.head.sha", topic),
        (
            "github.event.pull_request.base.ref",
            String::from("callee-regression"),
        ),
    ]);
    action.step("Compare");
    assert_eq!(action.result, "0");
}

#[test]
fn a_base_that_somebody_chose_is_the_base() {
    let checkout = Checkout::new("base");
    let topic = comment_on_a_branch(&checkout, "origin/base");
    merged_into(&checkout, "origin/callee-regression");
    let mut action = action(&checkout, &[("base", "origin/base")]);
    action.event = BTreeMap::from([("github.event.pull_request.head.sha", topic)]);
    action.step("Compare");
    assert_eq!(action.result, "3");
}

#[test]
fn a_checkout_of_the_merge_alone_says_what_it_lacks() {
    let checkout = Checkout::new("base");
    let topic = comment_on_a_branch(&checkout, "origin/base");
    merged_into(&checkout, "origin/callee-regression");
    let url = format!("file://{}", checkout.path("work").display());
    let folder = checkout.path("temp");
    for (depth, code) in [("1", 1), ("2", 0)] {
        let name = format!("depth-{depth}");
        git(&folder, &["clone", "-q", "--depth", depth, &url, &name]);
        let merge_of = format!("--merge-of={topic}");
        let run = diff_in(&folder.join(&name), &["no-such-base...HEAD", &merge_of]);
        assert_eq!(run.code, code, "{depth}: {}{}", run.stdout, run.stderr);
        let lacks = run.stderr.contains("this is a shallow clone");
        assert_eq!(lacks, depth == "1", "{depth}: {}", run.stderr);
    }
}

#[test]
fn a_pull_request_that_could_not_be_seen_fails_its_pipelines() {
    let checkout = Checkout::new("broken");
    let mut action = action(&checkout, &[]);
    let compared = action.step("Compare");
    assert_eq!(compared.code, 0, "{}", compared.stderr);
    assert_eq!(action.result, "4");
    let annotation = "::error title=Energy comparison incomplete::Incomplete, 0 of 1 touched";
    assert!(compared.stdout.contains(annotation), "{}", compared.stdout);
    assert_eq!(action.step("Judge").code, 4);
    let (script, mut environment) = job_of_gitlab(&checkout);
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    assert_eq!(checkout.shell(&script, &environment).code, 4);
}

#[test]
fn a_failure_of_the_tool_takes_an_earlier_verdict_away() {
    let checkout = Checkout::new("improvement");
    let mut good = action(&checkout, &[]);
    assert_eq!(good.step("Compare").code, 0);
    assert_eq!(good.step("Comment").code, 0);
    let comment = checkout.read("gh/comment");
    assert!(comment.contains("No energy regression"), "{comment}");
    assert!(
        comment.contains("(https://github.com/shop/shop/actions/runs/42)"),
        "{comment}"
    );
    // The tool fails, or a base is missing: an earlier run's file is not the comment of this run.
    for inputs in [[("head", "no-such-branch")], [("base", "-")]] {
        let mut failed = action(&checkout, &inputs);
        assert_ne!(failed.step("Compare").code, 0);
        let commented = failed.step("Comment");
        assert_eq!(commented.code, 0, "{}", commented.stderr);
        let comment = checkout.read("gh/comment");
        assert!(comment.starts_with("<!-- jouled diff -->\n"), "{comment}");
        assert!(comment.contains("could not be analysed"), "{comment}");
        assert!(!comment.contains("No energy regression"), "{comment}");
        assert_eq!(good.step("Compare").code, 0);
        assert_eq!(good.step("Comment").code, 0);
    }
    // The result is unknown: an existing comment says nothing about this run.
    let script = crate::support::action::root().join("ci/comment.sh");
    let out = checkout.path("nothing-known");
    std::fs::create_dir(&out).expect("a folder");
    std::fs::write(
        out.join("comment.md"),
        "<!-- jouled diff -->\n**No energy regression**\n",
    )
    .expect("a file");
    let environment = [
        ("JOULED_OUT", out.display().to_string()),
        ("JOULED_RESULT", String::new()),
        ("JOULED_REPOSITORY", String::from("shop/shop")),
        ("JOULED_PULL_REQUEST", String::from("5")),
    ];
    let environment = environment.map(|(name, value)| (String::from(name), value));
    let run = checkout.shell(&format!("sh '{}'", script.display()), &environment.into());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let comment = checkout.read("gh/comment");
    assert!(comment.contains("could not be analysed"), "{comment}");
    assert!(!comment.contains("No energy regression"), "{comment}");
    let action = crate::support::action::yaml("action.yml");
    let steps = action["runs"]["steps"].as_sequence().expect("steps");
    let comment = steps.iter().find(|step| step["name"] == "Comment");
    let condition = comment.and_then(|step| step["if"].as_str());
    assert!(condition.is_some_and(|condition| condition.contains("!cancelled()")));
}

#[test]
fn a_pull_request_of_a_fork_gets_a_message_in_the_log_and_no_comment() {
    let checkout = Checkout::new("improvement");
    let fork = |repository: &str| {
        let mut action = action(&checkout, &[]);
        let name = "github.event.pull_request.head.repo.full_name";
        action.event = BTreeMap::from([(name, repository.to_owned())]);
        action.step("Compare");
        action.step("Comment")
    };
    let run = fork("mallory/shop");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("comes from the fork mallory/shop"),
        "{}",
        run.stdout
    );
    let deleted = fork("");
    assert_eq!(deleted.code, 0, "{}", deleted.stderr);
    assert!(
        deleted.stdout.contains("the fork that was deleted"),
        "{}",
        deleted.stdout
    );
    assert!(!checkout.path("gh/calls").exists());
    assert!(fork("shop/shop").stdout.contains("a comment was posted"));
}

/// The notes of a merge request on two pages, and the owner of the token.
const CURL: &str = r#"#!/bin/sh
set -eu
echo "$*" >> "$FAKE_GH/calls"
body() {
    for argument; do
        case $argument in body@*) cat "${argument#body@}" ;; esac
    done
}
others() {
    printf '['
    number=0
    while [ "$number" -lt 100 ]; do
        printf '{"id": %s, "author": {"id": 7}, "body": "<!-- jouled diff -->"},' "$number"
        number=$((number + 1))
    done
    printf '%s]' "$1"
}
case "$*" in
    *PRIVATE*) exit 3 ;;
    */user) echo '{"id": 9}' ;;
    *page=1) others '{"id": 998, "author": {"id": 9}, "body": "hello"}' ;;
    *page=2) [ ! -e "$FAKE_GH/comment" ] && echo '[]' || echo '[{"id": 999, "author": {"id": 9}, "body": "<!-- jouled diff -->"}]' ;;
    *PUT*/merge_requests/5/notes/999) body "$@" > "$FAKE_GH/comment" ;;
    *POST*/merge_requests/5/notes) [ ! -e "$FAKE_GH/comment" ] && body "$@" > "$FAKE_GH/comment" ;;
    *) exit 22 ;;
esac
"#;

#[test]
fn a_merge_request_of_gitlab_gets_one_comment() {
    if std::process::Command::new("jq")
        .arg("--version")
        .output()
        .is_err()
    {
        tests::skip(
            "a_merge_request_of_gitlab_gets_one_comment",
            "jq is not installed",
        );
        return;
    }
    let checkout = Checkout::new("callee-regression");
    program(&checkout.path("bin/curl"), CURL);
    let (script, mut environment) = job_of_gitlab(&checkout);
    for (name, value) in [
        ("CI_API_V4_URL", "https://gitlab.example/api/v4"),
        ("CI_JOB_URL", "https://gitlab.example/shop/-/jobs/3"),
        ("CI_MERGE_REQUEST_IID", "5"),
        ("CI_MERGE_REQUEST_PROJECT_ID", "1"),
        ("CI_MERGE_REQUEST_SOURCE_PROJECT_ID", "2"),
        ("JOULED_GITLAB_TOKEN", "secret"),
    ] {
        environment.insert(name.into(), value.into());
    }
    environment.insert("CI_MERGE_REQUEST_DIFF_BASE_SHA".into(), checkout.base());
    let run = checkout.shell(&script, &environment);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stdout.contains("comes from a fork"), "{}", run.stdout);
    assert!(!checkout.path("gh/calls").exists());
    environment.insert("CI_MERGE_REQUEST_SOURCE_PROJECT_ID".into(), "1".into());
    for expected in ["a comment was posted", "the comment 999 was updated"] {
        let run = checkout.shell(&script, &environment);
        assert_eq!(run.code, 3, "{}", run.stderr);
        assert!(
            run.stdout.contains(expected),
            "{}{}",
            run.stdout,
            run.stderr
        );
        let comment = checkout.read("gh/comment");
        assert!(comment.contains("3 energy regressions"), "{comment}");
        let page = "(https://gitlab.example/shop/-/jobs/3/artifacts/file/jouled-out/diff.html)";
        assert!(comment.contains(page), "{comment}");
    }
    // Nothing is known any more.
    environment.insert("JOULED_ARGUMENTS".into(), "--model no-such-model".into());
    let run = checkout.shell(&script, &environment);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let comment = checkout.read("gh/comment");
    assert!(comment.contains("could not be analysed"), "{comment}");
    // Without a token, there is still a verdict.
    environment.insert("JOULED_ARGUMENTS".into(), String::new());
    environment.remove("JOULED_GITLAB_TOKEN");
    let run = checkout.shell(&script, &environment);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(
        run.stdout.contains("JOULED_GITLAB_TOKEN is not set"),
        "{}",
        run.stdout
    );
}
