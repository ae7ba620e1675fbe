//! Pull requests as pipelines see them: which state a change is compared with, and what the comment says.
#![cfg(unix)]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

use std::collections::BTreeMap;
use support::action::{Checkout, action, job_of_gitlab};
use support::git::{diff_in, git};

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

/// What GitHub checks out: the pull request merged into its branch as it is by now.
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
        // An event of before the newest push.
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
