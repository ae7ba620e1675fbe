//! Where each rule proposes an edit and where it must not; each edit compiles, and both texts do the same when they are executed.
#![expect(clippy::panic, clippy::unwrap_used, reason = "a test may panic")]

use advice::{Code, RULES, find};
use jdk::{
    ArchiveCreation, CompileRequest, CompileResponse, Environment, JavacService, Jdk,
    ServiceConfig, SourceUnit, find_jdk,
};
use source::SourceFile;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

fn jdk() -> Jdk {
    find_jdk(None, &Environment::of_this_process()).unwrap()
}

async fn service() -> JavacService {
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        time_limit: Duration::from_mins(2),
        ..ServiceConfig::new(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("advice-cache"))
    };
    JavacService::start(jdk(), config).await.unwrap()
}

async fn compiled(service: &JavacService, text: &str) -> CompileResponse {
    let request = CompileRequest {
        sources: vec![SourceUnit::new("A.java", text)],
        attributes: true,
        ..CompileRequest::default()
    };
    let response = service.compile(request).await.unwrap();
    assert!(response.success, "{:#?}\n{text}", response.diagnostics);
    response
}

/// The fixtures: a text for each rule, whose lines with `// yes` are advised by it, and no others.
fn fixture(rule: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(format!("{rule}.java"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[tokio::test]
async fn rules_propose_edits_exactly_where_their_conditions_hold() {
    let service = service().await;
    let mut wrong = Vec::new();
    for rule in &RULES {
        let text = fixture(rule.name);
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        let line_of = |at: usize| text[..at].matches('\n').count() + 1;
        let found: Vec<_> = find(&code)
            .into_iter()
            .filter(|candidate| candidate.rule == rule.name)
            .collect();
        let advised: BTreeSet<usize> = found
            .iter()
            .map(|candidate| line_of(candidate.range.start))
            .collect();
        let wanted: BTreeSet<usize> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| line.contains("// yes"))
            .map(|(index, _)| index + 1)
            .collect();
        if advised != wanted {
            wrong.push(format!("{}: {advised:?} for {wanted:?}", rule.name));
        }
        assert!(!wanted.is_empty(), "{}", rule.name);
        for candidate in &found {
            let changed = candidate.applied(&text).unwrap();
            assert_ne!(changed, text);
            compiled(&service, &changed).await;
            for comment in text.lines().filter_map(|line| line.split("/*").nth(1)) {
                assert!(
                    changed.contains(comment),
                    "{}: a comment is lost",
                    rule.name
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What the program of a fixture prints.
fn printed(classes: &CompileResponse, jdk: &Jdk) -> String {
    let folder = files::TempFolder::new(files::TempFolderKind::Classes).unwrap();
    classes.write_classes(folder.path()).unwrap();
    let output = std::process::Command::new(jdk.java())
        .args(["-XX:TieredStopAtLevel=1", "-cp"])
        .arg(folder.path())
        .arg("A")
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

#[tokio::test]
async fn edits_change_nothing_that_a_program_shows() {
    let (service, jdk) = (service().await, jdk());
    for rule in &RULES {
        let text = fixture(rule.name);
        let response = compiled(&service, &text).await;
        let before = printed(&response, &jdk);
        assert!(
            before.lines().count() >= 3,
            "{} prints too little",
            rule.name
        );
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        for candidate in find(&code).iter().filter(|one| one.rule == rule.name) {
            let changed = candidate.applied(&text).unwrap();
            let after = printed(&compiled(&service, &changed).await, &jdk);
            assert_eq!(before, after, "{}: {}", rule.name, candidate.title);
        }
    }
}

#[test]
fn each_rule_has_its_page() {
    for rule in &RULES {
        let page = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs/advice")
            .join(format!("{}.md", rule.name));
        let text = std::fs::read_to_string(&page).unwrap_or_default();
        for part in [
            "## Before",
            "## After",
            "## What it saves",
            "## When it does not hold",
            "## Source",
        ] {
            assert!(text.contains(part), "{} lacks {part}", page.display());
        }
    }
}

#[tokio::test]
async fn new_variables_have_plain_names_where_these_are_free() {
    let service = service().await;
    for (declared, name) in [("", "length"), ("int length = 3;", "length2")] {
        let text = format!(
            "class A {{ {declared} int f(String s) {{ int n = 0; for (int i = 0; i < s.length(); i++) {{ n += i; }} return n; }} }}"
        );
        let response = compiled(&service, &text).await;
        let file = SourceFile::parse(text.as_str());
        let code = Code::new(&file, &response.attributes[0]).unwrap();
        let changed = find(&code)[0].applied(&text).unwrap();
        assert!(
            changed.contains(&format!("i = 0, {name} = s.length(); i < {name};")),
            "{changed}"
        );
    }
}
