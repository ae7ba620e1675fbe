//! Unit tests with their energy as `JUnit` XML: a case for each test with its numbers as properties, and a failure for each test
//! above its budget.

use std::fmt::Write;

use escape::xml;

use super::words::energy;
use crate::analysis::Analysis;
use crate::budget::{BudgetVerdict, Budgets, judged};

/// The document.
pub fn junit(analysis: &Analysis, budgets: &Budgets) -> String {
    let tests = judged(analysis, budgets);
    let failures = tests
        .iter()
        .filter(|test| test.verdict == BudgetVerdict::Violated)
        .count();
    let counts = format!("tests=\"{}\" failures=\"{failures}\"", tests.len());
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites name=\"jouled profile\" {counts}>");
    let _ = writeln!(out, "  <testsuite name=\"energy\" {counts}>");
    let _ = writeln!(out, "    <properties>");
    for (name, value) in [
        ("energy.meter", analysis.meter.selector.clone()),
        ("energy.modelled", analysis.meter.is_modelled.to_string()),
        ("energy.runs", analysis.runs.to_string()),
    ] {
        let _ = writeln!(
            out,
            "      <property name=\"{name}\" value=\"{}\"/>",
            xml(&value)
        );
    }
    let _ = writeln!(out, "    </properties>");
    for test in &tests {
        let Some(name) = analysis.name(test.row.method) else {
            continue;
        };
        let _ = writeln!(
            out,
            "    <testcase classname=\"{}\" name=\"{}\">",
            xml(&name.class.replace('/', ".")),
            xml(&name.name)
        );
        let _ = writeln!(out, "      <properties>");
        let cost = &test.row.with_callees;
        let mut properties = vec![
            ("energy.share", cost.share.mean.to_string()),
            ("energy.samples", cost.samples.to_string()),
        ];
        if let Some(joules) = cost.joules {
            properties.push(("energy.joules", joules.mean.to_string()));
            properties.push(("energy.joules.lo", joules.lo.to_string()));
            properties.push(("energy.joules.hi", joules.hi.to_string()));
        }
        if let Some(budget) = test.budget {
            properties.push(("energy.budget.joules", budget.to_string()));
        }
        for (name, value) in properties {
            let _ = writeln!(out, "        <property name=\"{name}\" value=\"{value}\"/>");
        }
        let _ = writeln!(out, "      </properties>");
        if let (BudgetVerdict::Violated, Some(budget), Some(joules)) =
            (test.verdict, test.budget, cost.joules)
        {
            let message = format!(
                "{} is more than the budget of {}: at least {} in 19 of 20 cases",
                energy(joules.mean),
                energy(budget),
                energy(joules.lo)
            );
            let _ = writeln!(
                out,
                "      <failure type=\"energy budget\" message=\"{}\"/>",
                xml(&message)
            );
        }
        let _ = writeln!(out, "    </testcase>");
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}
