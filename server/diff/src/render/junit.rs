//! `JUnit` XML: a test case for each method that changed, a failure for each regression.

use super::csv::section;
use super::words;
use crate::change::{Change, Section};
use crate::comparison::{Comparison, Outcome};
use crate::name::readable_class;
use escape::xml;
use std::fmt::Write;

pub(super) fn render(comparison: &Comparison) -> String {
    let changes: Vec<&Change> = comparison
        .changes
        .iter()
        .filter(|change| {
            !matches!(
                change.section,
                Section::Added | Section::Removed | Section::Renamed
            ) || change.verdict.is_regression()
        })
        .collect();
    let failures = comparison.summary.regressions;
    let sums: Vec<String> = comparison.sums_over_limits().collect();
    let is_incomplete = comparison.outcome == Outcome::Incomplete;
    let broken =
        changes.iter().filter(|change| is_error(change)).count() + usize::from(is_incomplete);
    let skipped = changes.iter().filter(|change| is_skipped(change)).count();
    let counts = format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{broken}\" skipped=\"{skipped}\"",
        changes.len() + usize::from(is_incomplete) + sums.len()
    );
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"jouled diff\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"energy\" {counts}>");
    let _ = writeln!(out, "    <properties>");
    let run = words::run(comparison).join("; ");
    let run = (!run.is_empty()).then_some(("run", run));
    for (name, value) in [
        ("base", comparison.base.name.clone()),
        ("head", comparison.head.name.clone()),
        ("ground", words::ground(comparison)),
    ]
    .into_iter()
    .chain(run)
    {
        let _ = writeln!(
            out,
            "      <property name=\"{name}\" value=\"{}\"/>",
            xml(&value)
        );
    }
    let _ = writeln!(out, "    </properties>");
    for change in changes {
        case(&mut out, comparison, change);
    }
    for sum in sums {
        let _ = writeln!(
            out,
            "    <testcase classname=\"jouled\" name=\"{0}\">\n      <failure type=\"energy regression\" message=\"{0}\"/>\n    </testcase>",
            xml(&sum)
        );
    }
    if is_incomplete {
        let _ = writeln!(
            out,
            "    <testcase classname=\"jouled\" name=\"everything was seen\">\n      <error type=\"incomplete\" message=\"{}\"/>\n    </testcase>",
            xml(&words::verdict(comparison))
        );
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// Acknowledged and undecided changes neither failed nor passed.
fn is_skipped(change: &Change) -> bool {
    !change.verdict.is_regression()
        && !is_error(change)
        && (change.verdict.acknowledged.is_some()
            || matches!(change.section, Section::Undecided | Section::Unpriced))
}

fn is_error(change: &Change) -> bool {
    change.section == Section::Broken && !change.verdict.is_regression()
}

fn case(out: &mut String, comparison: &Comparison, change: &Change) {
    let name = change.name.shown();
    let class = readable_class(&change.name.class);
    let method = name.strip_prefix(&format!("{class}.")).unwrap_or(&name);
    let _ = write!(
        out,
        "    <testcase classname=\"{}\" name=\"{}\"",
        xml(&class),
        xml(method)
    );
    if let Some((file, line)) = change.place() {
        let _ = write!(out, " file=\"{}\"", xml(file));
        if let Some(line) = line {
            let _ = write!(out, " line=\"{line}\"");
        }
    }
    out.push_str(">\n");
    let message = change.delta.as_ref().map_or_else(
        || section(change.section).to_owned(),
        |delta| {
            format!(
                "{} ({}), {}",
                words::signed(delta.mean),
                words::relative(comparison, delta),
                words::certainty(change.section, delta)
            )
        },
    );
    let details = xml(&words::details(change).join("; "));
    if change.verdict.is_regression() {
        let _ = writeln!(
            out,
            "      <failure type=\"energy regression\" message=\"{}\">{details}</failure>",
            xml(&message)
        );
    } else if is_error(change) {
        let _ = writeln!(
            out,
            "      <error type=\"could not compile\" message=\"{details}\"/>"
        );
    } else if is_skipped(change) {
        let _ = writeln!(out, "      <skipped message=\"{}\"/>", xml(&message));
    }
    let _ = writeln!(
        out,
        "      <system-out>base {}, head {}; {details}</system-out>",
        xml(&words::energy(change.base.as_ref())),
        xml(&words::energy(change.head.as_ref()))
    );
    out.push_str("    </testcase>\n");
}
