//! An explanation as text.

use super::calls::{calls, number, readable, values_used};
use super::vary::Series;
use crate::measured::Measured;
use crate::screen::Out;
use ide::explain::{Distribution, Explanation};
use ide::report::platform;
use ide::{Joules, UnprovenAssumption};
use std::io;

/// The maximum number of assumptions listed; the others are counted.
const MAX_ASSUMPTIONS: usize = 12;

/// The maximum number of decisions listed; the others are counted.
const MAX_DECISIONS: usize = 32;

pub(super) fn write(
    out: &mut Out,
    explanation: &Explanation<'_>,
    series: Option<&Series>,
    measured: Option<&Measured>,
) -> io::Result<()> {
    heading(out, explanation)?;
    if let Some(measured) = measured {
        super::in_run::write(out, explanation, measured)?;
    }
    super::typical::write(out, explanation)?;
    out.line(format_args!("worst case"))?;
    distributions(out, explanation)?;
    out.end()?;
    // A formula without a useful number would only look like one.
    if explanation.why_not.is_none() {
        out.line(format_args!(
            "formula (mean of the worst case, each loop at its bound)  {}",
            explanation.formula
        ))?;
        symbols(out, explanation)?;
        for meaning in meaning_of_signs(&explanation.formula) {
            out.line(format_args!("  {meaning}"))?;
        }
        worst_path(out, explanation)?;
    }
    if let Some(series) = series {
        table(out, series)?;
    }
    if let Some(tree) = &explanation.tree {
        if explanation.why_not.is_none() {
            calls(out, explanation, tree)?;
        }
    } else {
        out.end()?;
        out.line(format_args!(
            "calls are not followed; use --calls project or all"
        ))?;
    }
    if !explanation.loops.is_empty() {
        out.end()?;
        out.line(format_args!("loops"))?;
        for info in &explanation.loops {
            let line = info
                .line
                .map_or_else(String::new, |line| format!("line {line}: "));
            let bound = escape::how_many(&info.bound, "time", "times");
            out.line(format_args!("  {line}at most {bound} ({})", info.kind))?;
        }
    }
    let unpriced = explanation.unpriced.iter().flatten();
    for (index, part) in unpriced.enumerate() {
        if index == 0 {
            out.end()?;
            out.line(format_args!("not in the numbers"))?;
        }
        out.line(format_args!(
            "  {}: {}",
            readable(&part.method),
            part.reason
        ))?;
    }
    assumed(out, explanation)?;
    for (index, name) in explanation.platform.iter().enumerate() {
        if index == 0 {
            out.end()?;
            out.line(format_args!("taken for granted about the virtual machine"))?;
        }
        let mut all = platform().into_iter();
        if let Some(condition) = all.find(|condition| condition.name == name) {
            out.line(format_args!("  {}", condition.text))?;
        }
    }
    for (index, note) in explanation.notes.iter().enumerate() {
        if index == 0 {
            out.end()?;
            out.line(format_args!("notes"))?;
        }
        out.line(format_args!("  {note}"))?;
    }
    Ok(())
}

/// The assumptions, grouped and counted as in the table of `jouled report`.
fn assumed(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    let mut all: Vec<&UnprovenAssumption> = explanation.rests_on.iter().collect();
    all.sort_by_key(|one| one.statement.unwrap_or(usize::MAX));
    if all.is_empty() {
        return Ok(());
    }
    let kinds = all.iter().filter_map(|one| one.statement).max();
    let kinds = kinds.unwrap_or_default();
    let plus = if all.iter().any(|one| one.statement.is_none()) {
        "+"
    } else {
        ""
    };
    out.end()?;
    out.line(format_args!(
        "assumed: {kinds}{plus} {} ([assumes {kinds}{plus}] in `jouled report`)",
        if kinds == 1 && plus.is_empty() {
            "kind of thing"
        } else {
            "kinds of things"
        }
    ))?;
    let mut before = None;
    for assumption in all.iter().take(MAX_ASSUMPTIONS) {
        match assumption
            .statement
            .filter(|_| assumption.statement != before)
        {
            Some(number) => out.part(format_args!("{number:>3}. ")),
            None => out.part(format_args!("     ")),
        }
        out.line(format_args!("{}", assumption.display()))?;
        before = assumption.statement;
    }
    match all.len().saturating_sub(MAX_ASSUMPTIONS) {
        0 => Ok(()),
        more => out.line(format_args!(
            "     and {more} more; --format json lists all"
        )),
    }
}

fn heading(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    out.part(format_args!("{}", explanation.signature));
    if let Some(file) = explanation.file {
        out.part(format_args!("  {file}"));
        if let Some(line) = explanation.line {
            out.part(format_args!(":{line}"));
        }
    }
    let info = explanation.model;
    out.end()?;
    for line in info.lines() {
        out.line(format_args!("{line}"))?;
    }
    out.end()
}

fn distributions(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    let Some(total) = &explanation.total else {
        match &explanation.why_not {
            Some(reason) => out.line(format_args!("no number: {reason}"))?,
            None => out.line(format_args!(
                "the worst case depends on symbols without a value; give values with --assume"
            ))?,
        }
        if let Some(cheapest) = &explanation.cheapest {
            out.line(format_args!(
                "a call that returns costs at least {} (mean of the posterior)",
                Joules(cheapest.mean)
            ))?;
        }
        return Ok(());
    };
    out.part(format_args!("{:<9}{:>10} {:>10}", "", "mean", "sd"));
    for p in sorted(total) {
        out.part(format_args!(" {:>10}", quantile_name(p.0)));
    }
    out.end()?;
    row(out, "total", total)?;
    if let Some(own) = &explanation.own {
        row(out, "itself", own)?;
    }
    if let Some(cheapest) = &explanation.cheapest {
        row(out, "at least", cheapest)?;
    }
    Ok(())
}

/// The decisions on the worst path.
fn worst_path(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    let Some(path) = &explanation.worst_path else {
        out.end()?;
        return out.line(format_args!(
            "worst path  the method is too large to break down"
        ));
    };
    if path.decisions.is_empty() {
        return Ok(());
    }
    out.end()?;
    out.part(format_args!("worst path"));
    values_used(out, explanation, path.is_nominal);
    if path.is_of_mixture {
        out.part(format_args!(
            ", the most expensive on the mixture of all devices; on {} alone, another path may be",
            explanation.model.device
        ));
    }
    out.end()?;
    for decision in path.decisions.iter().take(MAX_DECISIONS) {
        match decision.line {
            Some(line) => out.line(format_args!("  line {line}: {}", decision.text))?,
            None => out.line(format_args!("  {}", decision.text))?,
        }
    }
    match path.decisions.len().saturating_sub(MAX_DECISIONS) {
        0 => Ok(()),
        more => out.line(format_args!("  then {more} more; --format json lists all")),
    }
}

/// The quantiles by ascending probability.
fn sorted(energy: &Distribution) -> Vec<(&str, f64)> {
    let mut quantiles: Vec<(&str, f64)> = energy
        .quantiles
        .iter()
        .map(|(p, joules)| (p.as_str(), *joules))
        .collect();
    let probability = |p: &str| p.parse::<f64>().unwrap_or_default();
    quantiles.sort_by(|one, two| probability(one.0).total_cmp(&probability(two.0)));
    quantiles
}

/// `p99.9` for 0.999.
pub(super) fn quantile_name(p: &str) -> String {
    let percent = p.parse::<f64>().map_or(0.0, |p| 100.0 * p);
    // A hundred times a decimal fraction is rarely exact.
    let text = format!("{percent:.6}");
    format!("p{}", text.trim_end_matches('0').trim_end_matches('.'))
}

fn row(out: &mut Out, name: &str, energy: &Distribution) -> io::Result<()> {
    out.part(format_args!(
        "{name:<9}{:>10} {:>10}",
        Joules(energy.mean),
        Joules(energy.sd)
    ));
    for (_, joules) in sorted(energy) {
        out.part(format_args!(" {:>10}", Joules(joules)));
    }
    out.end()
}

fn symbols(out: &mut Out, explanation: &Explanation<'_>) -> io::Result<()> {
    for symbol in &explanation.symbols {
        let value = symbol.value.map_or_else(
            || String::from("no value"),
            |value| format!("= {}", number(value)),
        );
        out.line(format_args!(
            "  {} {value}: {}",
            symbol.symbol, symbol.meaning
        ))?;
    }
    Ok(())
}

/// What the signs of a formula mean, for those that it has.
fn meaning_of_signs(formula: &str) -> Vec<&'static str> {
    // After a name, a parenthesis is part of a call; after `^`, of an exponent.
    let groups = formula.char_indices().any(|(at, sign)| {
        let before = formula[..at].chars().next_back();
        sign == '('
            && !before.is_some_and(|before| before.is_alphanumeric() || "_^".contains(before))
    });
    let mut meanings = Vec::new();
    match (groups, formula.contains('⌈')) {
        (true, true) => {
            meanings.push("⌈ ⌉ rounds up; ( ) and ⌈ ⌉ count as 0 where they are negative");
        }
        (true, false) => meanings.push("( ) counts as 0 where it is negative"),
        (false, true) => meanings.push("⌈ ⌉ rounds up, and counts as 0 where it is negative"),
        (false, false) => {}
    }
    if formula.contains('⁺') {
        meanings.push("⁺ means at least 1");
    }
    meanings
}

fn table(out: &mut Out, series: &Series) -> io::Result<()> {
    let first = series.points.first();
    let quantiles = first.map(|point| sorted(&point.total)).unwrap_or_default();
    out.end()?;
    out.part(format_args!(
        "{:>14} {:>10} {:>10}",
        series.symbol, "mean", "sd"
    ));
    for (p, _) in quantiles {
        out.part(format_args!(" {:>10}", quantile_name(p)));
    }
    out.end()?;
    for point in &series.points {
        row_of_table(out, point.value, &point.total)?;
    }
    Ok(())
}

fn row_of_table(out: &mut Out, value: f64, energy: &Distribution) -> io::Result<()> {
    out.part(format_args!(
        "{:>14} {:>10} {:>10}",
        number(value),
        Joules(energy.mean),
        Joules(energy.sd)
    ));
    for (_, joules) in sorted(energy) {
        out.part(format_args!(" {:>10}", Joules(joules)));
    }
    out.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_signs_of_the_formula_are_explained() {
        let explained = |formula| meaning_of_signs(formula).join("; ");
        assert_eq!(
            explained("3 nJ + 2 nJ·s.length() + 1 nJ·max(n, m)·2^(n − 1)"),
            ""
        );
        assert_eq!(
            explained("3 nJ·(n − 5)"),
            "( ) counts as 0 where it is negative"
        );
        assert_eq!(
            explained("3 nJ·⌈log₂(n + 1)⌉⁺"),
            "⌈ ⌉ rounds up, and counts as 0 where it is negative; ⁺ means at least 1"
        );
        assert_eq!(
            explained("(a − b)·⌈n/2⌉"),
            "⌈ ⌉ rounds up; ( ) and ⌈ ⌉ count as 0 where they are negative"
        );
    }

    #[test]
    fn quantiles_numbers_and_methods_are_short() {
        let named = ["0.5", "0.95", "0.999", "0.07", "0.9995"].map(quantile_name);
        assert_eq!(named, ["p50", "p95", "p99.9", "p7", "p99.95"]);
        let numbers = [0.0, 1000.0, 2.5, 1e-9, 1e18].map(number);
        assert_eq!(numbers, ["0", "1000", "2.5", "1.000e-9", "1.000e18"]);
        assert_eq!(
            readable("java/lang/Object.wait(J)V"),
            "java.lang.Object.wait(long)"
        );
        assert_eq!(
            readable("makeConcatWithConstants"),
            "makeConcatWithConstants"
        );
    }
}
