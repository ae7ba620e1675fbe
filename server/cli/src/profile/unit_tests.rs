//! The energy of unit tests in a profile.

use crate::screen;
use anyhow::Result;
use escape::plain;
use profile::forms::{cost, energy, method_name, per_execution, percent, relative};
use profile::{Analysis, BudgetVerdict, Budgets, TestVerdict, judged};

/// A row for each test that was sampled, the most expensive first.
pub(super) fn print(analysis: &Analysis, budgets: &Budgets) -> Result<()> {
    let mut out = screen::out();
    let rows = judged(analysis, budgets);
    if rows.is_empty() {
        out.line(format_args!(
            "No test was sampled: no stack has a method that JUnit or TestNG calls by reflection."
        ))?;
        out.flush()?;
        return Ok(());
    }
    if analysis.meter.is_modelled {
        out.line(format_args!(
            "Modelled, not measured, by {}.",
            plain(&analysis.meter.selector)
        ))?;
    }
    out.line(format_args!(
        "    energy       ± of Java           a run  test"
    ))?;
    for TestVerdict {
        row,
        budget,
        verdict,
    } in &rows
    {
        let share = row.with_callees.share;
        let name = analysis
            .name(row.method)
            .map(method_name)
            .unwrap_or_default();
        out.line(format_args!(
            "{:>10} {:>7} {:>7} {:>15}  {}{}",
            cost(analysis, &row.with_callees),
            relative(&share),
            percent(share.mean),
            per_execution(&row.per_call),
            plain(&name),
            words(*verdict, *budget)
        ))?;
    }
    let sum: f64 = rows
        .iter()
        .map(|test| test.row.with_callees.share.mean)
        .sum();
    out.line(format_args!(
        "Energy of all Java code in {} that a test engine calls: {}. Tests without a sample are not listed.",
        escape::how_many(rows.len(), "method", "methods"),
        percent(sum.min(1.0))
    ))?;
    out.flush()?;
    Ok(())
}

/// What is said of a budget.
fn words(verdict: BudgetVerdict, budget: Option<f64>) -> String {
    let budget = budget.map_or_else(String::new, energy);
    match verdict {
        BudgetVerdict::NoBudget => String::new(),
        BudgetVerdict::Met => format!("  within its budget of {budget}"),
        BudgetVerdict::Undecided => format!("  too close to its budget of {budget} to decide"),
        BudgetVerdict::Violated => format!("  ABOVE its budget of {budget}"),
        BudgetVerdict::NotMeasured => {
            format!("  budget of {budget}, but its energy was not measured, or only in part")
        }
    }
}
