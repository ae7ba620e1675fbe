//! `jouled diff` as people and pipelines run it: on a real git repository, with the real javac.

use serde_json::Value;
use std::path::Path;
use crate::support::git::{diff_in, git, repository};
use crate::support::{Folder, Run, jouled_with};

fn diff(arguments: &[&str]) -> Run {
    diff_in(repository(), arguments)
}

fn json(arguments: &[&str]) -> Value {
    let run = diff(&[&["--format", "json"], arguments].concat());
    assert!(matches!(run.code, 0 | 3 | 4), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// `section class.method` for each change.
fn listed(comparison: &Value) -> Vec<String> {
    let changes = comparison["changes"].as_array().expect("changes").iter();
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    changes
        .map(|change| {
            let class = text(&change["class"]).replace('/', ".");
            format!(
                "{} {class}.{}",
                text(&change["section"]),
                text(&change["method"])
            )
        })
        .collect()
}

fn change<'c>(comparison: &'c Value, method: &str) -> &'c Value {
    let mut changes = comparison["changes"].as_array().expect("changes").iter();
    changes
        .find(|change| change["method"] == method)
        .unwrap_or_else(|| panic!("no {method} in {comparison:#}"))
}

#[test]
fn a_regression_in_a_callee_shows_in_its_callers_with_the_cause() {
    let run = diff(&["base", "callee-regression"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    for part in [
        "shop.Mixer.mix(int, int)",
        "own line 5 changed",
        "↳ caller shop.Report.render(int) +",
        "↳ caller shop.App.run(int) +",
        "geomean of 3 changed methods",
        "Benjamini-Hochberg",
        "3 energy regressions: 3 methods cost more, 0 less, 0 undecided",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let comparison = json(&["base", "callee-regression"]);
    // The callers rise by the same amount, except for rounding.
    let mut listed = listed(&comparison);
    listed.sort();
    assert_eq!(
        listed,
        [
            "more shop.App.run",
            "more shop.Mixer.mix",
            "more shop.Report.render"
        ]
    );
    let groups = comparison["groups"].as_array().expect("groups");
    let [group] = &groups[..] else {
        panic!("{groups:#?}");
    };
    assert_eq!(group["root"]["method"], "mix");
    assert_eq!(group["callers"].as_array().map(Vec::len), Some(2));
}

#[test]
fn an_improvement_is_no_regression() {
    let run = diff(&["base", "improvement"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let comparison = json(&["base", "improvement", "--of", "worst"]);
    assert_eq!(listed(&comparison), ["less shop.Sorter.contains"]);
    assert_eq!(
        change(&comparison, "contains")["assumed"][0]["symbol"],
        "values.length"
    );
    // How often the loop repeats on average in the two states is not known well enough.
    let typical = json(&["base", "improvement"]);
    assert_eq!(listed(&typical), ["undecided shop.Sorter.contains"]);
    let contains = change(&typical, "contains");
    assert!(contains["worst"]["delta"]["p_greater"].as_f64() < Some(0.001));
}

#[test]
fn a_rename_and_a_move_are_neither_added_nor_removed() {
    let comparison = json(&["base", "rename"]);
    let all = listed(&comparison);
    assert!(
        all.contains(&String::from("renamed shop.Sorter.holds")),
        "{all:?}"
    );
    assert!(
        all.contains(&String::from("renamed words.Text.count")),
        "{all:?}"
    );
    assert!(
        all.iter().all(|change| change.starts_with("renamed")),
        "{all:?}"
    );
    assert_eq!(change(&comparison, "holds")["from"]["method"], "contains");
    assert_eq!(change(&comparison, "count")["from"]["class"], "shop/Text");
}

#[test]
fn a_loop_within_a_loop_shows_in_the_formula() {
    let comparison = json(&["base", "squared"]);
    assert_eq!(listed(&comparison), ["more shop.Sums.upTo"]);
    let reasons = |change: &Value| change["verdict"]["reasons"].as_array().map(Vec::len);
    let typical = change(&comparison, "upTo");
    let formula = typical["worst"]["formula"].to_string();
    assert!(formula.contains("n² term appeared"), "{formula}");
    assert_eq!(typical["worst"]["growth"], "n²");
    assert_eq!(reasons(typical), Some(2));
    let comparison = json(&["base", "squared", "--of", "worst"]);
    let worst = change(&comparison, "upTo");
    let formula = worst["formula"].to_string();
    assert!(formula.contains("n² term appeared"), "{formula}");
    assert_eq!(reasons(worst), Some(1));
}

#[test]
fn a_head_that_does_not_compile_costs_only_itself() {
    let comparison = json(&["base", "broken"]);
    assert_eq!(listed(&comparison), ["broken shop.Sums.upTo"]);
    assert_eq!(comparison["problems"][0]["file"], "src/shop/Sums.java");
    assert_eq!(diff(&["base", "broken"]).code, 4);
    let accepted = ["base", "broken", "--minimum-seen", "0%"];
    assert_eq!(diff(&accepted).code, 0);
    assert_eq!(diff(&[&accepted[..], &["--strict"]].concat()).code, 4);
    let comparison = json(&["base", "broken-file"]);
    let all = listed(&comparison);
    assert!(
        all.contains(&String::from("broken shop.Text.count")),
        "{all:?}"
    );
    assert!(
        all.iter().all(|change| change.starts_with("broken")),
        "{all:?}"
    );
}

#[test]
fn a_merge_is_compared_as_any_commit_and_with_its_merge_base() {
    let comparison = json(&["base", "merged", "--of", "worst"]);
    assert_eq!(comparison["summary"]["sections"]["more"], 3);
    assert_eq!(comparison["summary"]["sections"]["less"], 1);
    // What `improvement` did alone is not something that `callee-regression` removed.
    assert_eq!(
        listed(&json(&["callee-regression...improvement", "--of", "worst"])),
        ["less shop.Sorter.contains"]
    );
    let both_ways = json(&["callee-regression..improvement", "--of", "worst"]);
    assert_eq!(both_ways["summary"]["sections"]["less"], 4);
}

#[test]
fn what_does_not_change_the_bytecode_changes_nothing() {
    for head in ["crlf", "symlink"] {
        assert_eq!(
            listed(&json(&["base", head])),
            Vec::<String>::new(),
            "{head}"
        );
    }
    let links = json(&["base", "symlink"]);
    let message = links["problems"][0]["message"].as_str().expect("a message");
    assert!(
        message.starts_with("symbolic links are not followed: src/shop/Outside.java"),
        "{message}"
    );
    let submodule = json(&["base", "submodule"]);
    assert_eq!(submodule["problems"][0]["file"], "vendor/other");
}

#[test]
fn names_beyond_ascii_and_files_outside_of_packages() {
    let comparison = json(&["base", "unicode"]);
    assert!(listed(&comparison).contains(&String::from("added Größe.länge")));
    assert_eq!(
        change(&comparison, "länge")["head"]["file"],
        "src/größe und mehr/Größe.java"
    );
    let loose = json(&["base", "loose"]);
    assert!(
        listed(&loose).contains(&String::from("added Loose.f")),
        "{loose:#}"
    );
}

#[test]
fn the_working_tree_is_the_head_where_none_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let clone = folder.path().join("clone");
    git(
        folder.path(),
        &["clone", "-q", &repository().display().to_string(), "clone"],
    );
    let path = clone.join("src/shop/Mixer.java");
    let text = std::fs::read_to_string(&path)
        .expect("a file")
        .replace("a * 31", "a * 31 * b * a");
    std::fs::write(&path, text).expect("a file");
    std::fs::write(
        clone.join("src/shop/New.java"),
        "package shop; class New { int f() { return 1; } }",
    )
    .expect("a file");
    std::fs::write(clone.join(".gitignore"), "ignored\n").expect("a file");
    std::fs::create_dir(clone.join("ignored")).expect("a folder");
    std::fs::write(
        clone.join("ignored/Ignored.java"),
        "class Ignored { int f() { return 1; } }",
    )
    .expect("a file");
    let run = diff_in(&clone.join("src"), &["HEAD"]);
    assert_eq!(run.code, 3, "{}", run.stderr);
    assert!(run.stdout.contains("→ head working tree"), "{}", run.stdout);
    assert!(run.stdout.contains("shop.New.f()"), "{}", run.stdout);
    assert!(!run.stdout.contains("Ignored"), "{}", run.stdout);
    // Nothing was written to the repository.
    assert_eq!(
        git(&clone, &["status", "--porcelain"]),
        "M src/shop/Mixer.java\n?? .gitignore\n?? src/shop/New.java"
    );
}

#[test]
fn a_shallow_clone_says_what_it_lacks() {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("file://{}", repository().display());
    git(
        folder.path(),
        &[
            "clone", "-q", "--depth", "1", "--branch", "merged", &url, "clone",
        ],
    );
    let clone = folder.path().join("clone");
    let run = diff_in(&clone, &["HEAD~1"]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr
            .contains("\"HEAD~1\" is not a revision of this repository; this is a shallow clone"),
        "{}",
        run.stderr
    );
    assert_eq!(diff_in(&clone, &["HEAD"]).code, 0);
}

#[test]
fn the_same_input_gives_the_same_bytes_and_no_place_or_time() {
    for format in [
        "json",
        "sarif",
        "text",
        "html",
        "markdown",
        "csv",
        "junit",
        "github",
        "benchmark",
    ] {
        let run = || diff(&["base", "merged", "--format", format]).stdout;
        let (one, two) = (run(), run());
        assert_eq!(one, two, "{format}");
        assert!(
            !one.contains("/tmp/") && !one.contains("jouled-"),
            "{format}: {one}"
        );
    }
}

#[test]
fn saved_reports_say_what_their_revisions_say() {
    let reports = Folder::new();
    let report = |branch: &str| {
        let folder = Folder::new();
        let target = folder.path().to_owned() + "/tree";
        git(
            repository(),
            &["worktree", "add", "-q", "--detach", &target, branch],
        );
        let run = jouled_with(
            &["report", "--format", "json", "--calls", "project", "."],
            |command| {
                command.current_dir(&target);
            },
        );
        git(repository(), &["worktree", "remove", "--force", &target]);
        reports.write(&format!("{branch}.json"), run.stdout.as_bytes())
    };
    let saved = json(&[&report("base"), &report("callee-regression")]);
    let revisions = json(&["base", "callee-regression"]);
    assert_eq!(saved["changes"], revisions["changes"]);
}

#[test]
fn usage_is_told_from_failure() {
    assert_eq!(diff(&[]).code, 2);
    assert_eq!(diff(&["base", "merged", "improvement"]).code, 2);
    assert_eq!(diff(&["base", "src"]).code, 2);
    assert_eq!(diff(&["base", "merged", "--confidence", "2"]).code, 2);
    assert_eq!(diff(&["no-such-branch"]).code, 1);
    assert_eq!(diff(&["--end-of-options=x", "base"]).code, 2);
    let folder = Folder::new();
    let none = diff_in(Path::new(folder.path()), &["base"]);
    assert_eq!(none.code, 1);
    assert!(
        none.stderr.contains("is not in a git repository"),
        "{}",
        none.stderr
    );
}

fn validator(schema: &str) -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(schema).expect("JSON");
    jsonschema::validator_for(&schema).expect("a schema")
}

fn problems(validator: &jsonschema::Validator, document: &Value) -> Vec<String> {
    let problems = validator.iter_errors(document);
    problems
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect()
}

#[test]
fn json_is_of_the_published_schema() {
    let schema = validator(include_str!("../../../model-data/diff.schema.json"));
    for head in [
        "callee-regression",
        "merged",
        "squared",
        "rename",
        "broken",
        "broken-file",
        "unicode",
        "symlink",
    ] {
        let comparison = json(&["base", head]);
        assert_eq!(
            problems(&schema, &comparison),
            Vec::<String>::new(),
            "{head}"
        );
    }
    let mut wrong = json(&["base", "merged"]);
    wrong["changes"][0]["delta"]["p_greater"] = serde_json::json!(2.0);
    assert_eq!(problems(&schema, &wrong).len(), 1);
}

#[test]
fn sarif_is_of_the_official_schema() {
    let schema = validator(include_str!(
        "../../../tests/fixtures/sarif/sarif-schema-2.1.0.json"
    ));
    for (head, results) in [
        ("callee-regression", 3),
        ("improvement", 0),
        ("broken", 1),
        ("squared", 1),
    ] {
        let log: Value =
            serde_json::from_str(&diff(&["base", head, "--format", "sarif"]).stdout).expect("JSON");
        assert_eq!(problems(&schema, &log), Vec::<String>::new(), "{head}");
        assert_eq!(
            log["runs"][0]["results"].as_array().map(Vec::len),
            Some(results),
            "{head}"
        );
    }
    let log: Value =
        serde_json::from_str(&diff(&["base", "callee-regression", "--format", "sarif"]).stdout)
            .expect("JSON");
    let place = &log["runs"][0]["results"][2]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/shop/Mixer.java");
    assert_eq!(place["region"]["startLine"], 5);
    let mut wrong = log.clone();
    wrong["runs"][0]["results"][0]["level"] = serde_json::json!("fatal");
    assert!(!problems(&schema, &wrong).is_empty());
}

#[test]
fn each_form_says_what_is_the_matter() {
    let of = |format: &str| diff(&["base", "callee-regression", "--format", format]).stdout;
    let markdown = of("markdown");
    assert!(
        markdown.starts_with("<!-- jouled diff -->\n**3 energy regressions"),
        "{markdown}"
    );
    for part in [
        "| method | base | head |",
        "shop.Mixer.mix(int, int)",
        "model raspberry",
        "device any",
        "JDK ",
    ] {
        assert!(
            markdown.contains(part) || markdown.replace("&#45;", "-").contains(part),
            "{part}: {markdown}"
        );
    }
    let github = of("github");
    assert!(
        github.contains(
            "::error file=src/shop/Mixer.java,line=5,title=Energy regression::shop.Mixer.mix"
        ),
        "{github}"
    );
    let junit = of("junit");
    assert!(
        junit.contains(
            "<testsuite name=\"energy\" tests=\"3\" failures=\"3\" errors=\"0\" skipped=\"0\">"
        ),
        "{junit}"
    );
    let csv = of("csv");
    assert_eq!(csv.lines().count(), 4, "{csv}");
    assert!(csv.starts_with("section,class,method,"), "{csv}");
    let benchmark: Value = serde_json::from_str(&of("benchmark")).expect("JSON");
    assert_eq!(benchmark[0]["unit"], "nJ");
    assert!(benchmark[0]["value"].as_f64() > Some(1.0));
    let html = of("html");
    for part in [
        "Content-Security-Policy",
        "<table id=\"changes\">",
        "class=\"sides\"",
        "int mixed =",
    ] {
        assert!(html.contains(part), "{part}");
    }
    assert!(
        !html.contains("http://") && !html.contains("https://"),
        "nothing is loaded"
    );
    let squared = diff(&["base", "squared", "--format", "html"]).stdout;
    assert!(squared.contains("<polyline class=\"base\""), "{squared}");
}

#[test]
fn several_forms_come_of_one_run() {
    let folder = Folder::new();
    let (comment, sarif) = (
        folder.path().to_owned() + "/c.md",
        folder.path().to_owned() + "/d.sarif",
    );
    let also = [format!("markdown={comment}"), format!("sarif={sarif}")];
    let run = diff(&[
        "base", "merged", "--also", &also[0], "--also", &also[1], "--format", "json",
    ]);
    assert_eq!(run.code, 3);
    assert!(
        std::fs::read_to_string(comment)
            .expect("a file")
            .starts_with("<!-- jouled diff -->")
    );
    assert!(
        std::fs::read_to_string(sarif)
            .expect("a file")
            .contains("\"2.1.0\"")
    );
}

#[test]
fn a_report_has_the_forms_too() {
    let source = repository().join("src").display().to_string();
    let of = |format: &str| {
        let run = jouled_with(
            &["report", &source, "--calls", "project", "--format", format],
            |_| (),
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stdout
    };
    let csv = of("csv");
    assert!(
        csv.starts_with("method,file,line,typical_j,typical_sd_j,"),
        "{csv}"
    );
    assert!(
        csv.contains("\"shop.Mixer.mix(int, int)\",shop/Mixer.java,5,"),
        "{csv}"
    );
    assert!(of("markdown").contains("| <code>shop.Sums.upTo(int)</code><br><code>shop/Sums.java"));
    assert!(of("html").contains("<table id=\"changes\">"));
    let schema = validator(include_str!(
        "../../../tests/fixtures/sarif/sarif-schema-2.1.0.json"
    ));
    let log: Value = serde_json::from_str(&of("sarif")).expect("JSON");
    assert_eq!(problems(&schema, &log), Vec::<String>::new());
    assert!(
        log["runs"][0]["results"]
            .as_array()
            .is_some_and(|results| results.len() >= 7)
    );
}
