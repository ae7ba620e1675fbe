//! Reads the result files (`JUnit` XML) that nextest and pytest write.

use anyhow::{Context, Result};
use roxmltree::{Document, Node};

/// The results of one test run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TestResults {
    /// How many tests passed.
    pub(crate) passed: usize,
    /// Names of those that failed.
    pub(crate) failed: Vec<String>,
    /// Names and reasons of those that did not run, or only in part.
    pub(crate) skipped: Vec<String>,
    /// Other notes for people.
    pub(crate) notes: Vec<String>,
}

/// Reads a result file.
///
/// A Rust test cannot report itself as skipped. A test that lacks something, such as a second JDK, prints a line that
/// begins with `skipped:`, and this function collects that line.
///
/// # Errors
/// If the text is not well-formed XML.
pub(crate) fn parse(text: &str) -> Result<TestResults> {
    let document = Document::parse(text).context("the test runner's JUnit file is damaged")?;
    let mut outcome = TestResults::default();
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    for case in cases {
        let name = [case.attribute("classname"), case.attribute("name")]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ");
        if let Some(skipped) = child(case, "skipped") {
            let reason = skipped.attribute("message").unwrap_or("no reason given");
            outcome.skipped.push(format!("{name}: {reason}"));
        } else if child(case, "failure").is_some() || child(case, "error").is_some() {
            outcome.failed.push(name);
        } else {
            outcome.passed += 1;
            outcome
                .skipped
                .extend(said_to_be_skipped(case).map(|reason| format!("{name}: {reason}")));
        }
    }
    Ok(outcome)
}

fn child<'a, 'input>(node: Node<'a, 'input>, tag: &str) -> Option<Node<'a, 'input>> {
    node.children().find(|child| child.has_tag_name(tag))
}

fn said_to_be_skipped<'a>(case: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    let own_name = case.attribute("name").unwrap_or_default();
    case.children()
        .filter(|child| child.has_tag_name("system-out") || child.has_tag_name("system-err"))
        .filter_map(|child| child.text())
        .flat_map(str::lines)
        .filter_map(|line| line.trim().strip_prefix("skipped:"))
        .map(str::trim)
        // For readers elsewhere, the line contains the name of its test.
        .map(move |said| {
            said.strip_prefix(own_name)
                .and_then(|rest| rest.strip_prefix(": "))
                .unwrap_or(said)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nextest_file_is_read_with_the_reasons_for_skipping() {
        let text = r#"<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="nextest-run" tests="3" failures="1" errors="0">
  <testsuite name="jdk::modules" tests="3" disabled="0" errors="0" failures="1">
    <testcase name="reads_object" classname="jdk::modules" time="0.1"/>
    <testcase name="reads_jdk_25" classname="jdk::modules" time="0.1">
      <system-out>
running 1 test
</system-out>
      <system-err>skipped: no JDK 25 on this machine
skipped: reads_jdk_25: no jimage
</system-err>
    </testcase>
    <testcase name="counts" classname="jdk::modules" time="0.1">
      <failure message="assertion failed" type="test failure">left: 1</failure>
    </testcase>
  </testsuite>
</testsuites>"#;
        assert_eq!(
            parse(text).unwrap(),
            TestResults {
                passed: 2,
                failed: vec!["jdk::modules counts".to_owned()],
                skipped: vec![
                    "jdk::modules reads_jdk_25: no JDK 25 on this machine".to_owned(),
                    "jdk::modules reads_jdk_25: no jimage".to_owned(),
                ],
                notes: Vec::new(),
            }
        );
    }

    #[test]
    fn a_pytest_file_is_read_with_its_skipped_tests_and_errors() {
        let text = r#"<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="1" tests="2">
<testcase classname="test_hints" name="test_a" time="0.1"><skipped type="pytest.skip" message="no tmux">x</skipped></testcase>
<testcase classname="test_hints" name="test_b" time="0.1"><error message="failed on setup">x</error></testcase>
</testsuite></testsuites>"#;
        assert_eq!(
            parse(text).unwrap(),
            TestResults {
                passed: 0,
                failed: vec!["test_hints test_b".to_owned()],
                skipped: vec!["test_hints test_a: no tmux".to_owned()],
                notes: Vec::new(),
            }
        );
    }

    #[test]
    fn a_truncated_file_is_an_error() {
        assert!(parse("<testsuites><testsuite>").is_err());
    }
}
