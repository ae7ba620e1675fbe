//! Hovers as Markdown.

use crate::assumptions::AssumedValues;
use crate::contract::CheckedContract;
use crate::displayed_worst::DisplayedWorst;
use crate::event_name::{basis_name, event_name};
use crate::hint_style::percent;
use crate::hover_markdown::{code_of, table};
use crate::method_analysis::{CallAnalysis, MethodAnalysis};
use crate::method_breakdown::{LineShare, MethodBreakdown};
use crate::model::Model;
use crate::picture;
use crate::typical_hover::{self, EnergyBounds};
use crate::typical_line::TypicalLine;
use calls::TypicalPart;
use cost::{LONGEST_FORMULA, short_formula};
use escape::{how_many, markdown, markdown_span};
use posterior::Energy;
use pricing::{Provenance, Tally};
use std::fmt::Write;

/// The pictures in a hover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pictures {
    /// Nothing.
    None,
    /// The density as an SVG image in a `data:` URI. Clients without images show a long line instead.
    Svg,
}

/// A line's part of its method.
#[derive(Debug)]
pub(crate) struct ShareOfMethod {
    pub(crate) name: String,
    pub(crate) share: LineShare,
    /// Whether a symbol has no value.
    pub(crate) is_assumed: bool,
}

/// The maximum number of decisions shown. The rest is counted.
const MAX_DECISIONS: usize = 6;

/// The distribution, the events and the shares of a line.
pub(crate) fn line(
    model: &Model,
    tally: &Tally,
    share: Option<&ShareOfMethod>,
    typical: Option<(&str, &TypicalLine)>,
    pictures: Pictures,
) -> String {
    let mut text = format!(
        "**⚡ {}** for one run of this line, without its callees\n\n",
        model.mean(tally)
    );
    if let Some((name, line)) = typical {
        text.push_str(&typical_hover::line(name, line));
    }
    if let Some(of) = share {
        let _ = writeln!(
            text,
            "In the worst case, {} spends {} on it, {} of the call{}\n",
            code_of(&of.name),
            of.share.mean,
            percent(of.share.share),
            if of.is_assumed { NOMINAL_NOTE } else { "." }
        );
    }
    distribution(&mut text, &model.predict(tally), pictures);
    events(&mut text, model, tally);
    shares(&mut text, model, tally);
    text
}

/// The cost of a method.
pub(crate) fn method(
    model: &Model,
    assumptions: &AssumedValues,
    method: &MethodAnalysis,
    (breakdown, parts): (&MethodBreakdown, &[TypicalPart]),
    pictures: Pictures,
) -> String {
    let shown = DisplayedWorst::of(model, method, assumptions);
    let evaluation = model.evaluate_shown(&shown, assumptions);
    let worst = evaluation.tally.as_ref().map(|tally| model.predict(tally));
    let least = breakdown.best_case(model, assumptions);
    let least = least.map(|tally| model.predict(&tally));
    let mut text = String::new();
    if let Some(typical) = model.typical_at(method, assumptions) {
        let beside = EnergyBounds {
            worst: worst.as_ref(),
            least: least.as_ref(),
        };
        let formula = model.typical_formula(method, assumptions);
        let typical = (&typical, formula.as_deref());
        let of_typical = typical_hover::method(model, &method.name, typical, parts, &beside);
        text.push_str(&of_typical);
    }
    if let (Pictures::Svg, Some(energy)) = (pictures, &worst) {
        text.push_str(&picture::markdown(energy));
    }
    let _ = writeln!(
        text,
        "Worst case: {}\n",
        markdown(&model.wide_headline(method, assumptions))
    );
    // Without a number, the line above is the formula.
    let has_number = evaluation.tally.is_some() && !shown.is_speculative();
    if has_number && !shown.cost.is_constant() {
        let short = short_formula(&shown.cost, model, LONGEST_FORMULA);
        let _ = writeln!(text, "Formula of the worst case: {}\n", markdown(&short));
    }
    if let Some(tally) = &evaluation.tally {
        shares(&mut text, model, tally);
    }
    path(&mut text, assumptions, &shown, breakdown);
    if let Some(followed) = &method.followed {
        if evaluation.tally.is_none() && !followed.calls.is_empty() {
            let own = MethodAnalysis::of_cost(followed.own.clone());
            let formula = model.short_formula(&own, assumptions);
            let _ = writeln!(
                text,
                "- itself, without its callees: {}",
                markdown(&formula)
            );
        }
        unpriced(&mut text, followed, &shown);
    }
    unknown(&mut text, &method.unknown);
    let given = shown.given.iter().map(|(symbol, _)| symbol);
    for symbol in shown.symbols.iter().chain(given) {
        let value = assumptions.value(symbol).map_or_else(
            || String::from("no value given"),
            |value| format!("set to {value}"),
        );
        let _ = writeln!(
            text,
            "- {}: {} ({value})",
            markdown_span(&symbol.name),
            markdown(&symbol.meaning)
        );
    }
    for note in method
        .cost
        .notes
        .iter()
        .filter(|note| !note.is_assumption())
    {
        let _ = writeln!(text, "- {}", markdown(&note.to_string()));
    }
    rests_on(&mut text, &shown.rests_on);
    text
}

/// The maximum number of callees with a given price. The rest is counted.
const MAX_GIVEN: usize = 4;

/// The maximum number of callees without a price. The rest is counted.
const MAX_UNPRICED: usize = 4;

/// The maximum number of assumptions. The rest is counted.
const MAX_ASSUMPTIONS: usize = 4;

/// The text after numbers that use nominal values.
const NOMINAL_NOTE: &str = " (with 10 for symbols without a value)";

/// The decisions on the worst path.
fn path(
    text: &mut String,
    assumptions: &AssumedValues,
    shown: &DisplayedWorst,
    breakdown: &MethodBreakdown,
) {
    let path = breakdown.worst_path(assumptions).unwrap_or_default();
    if path.decisions.is_empty() {
        return;
    }
    let mut symbols = shown.symbols.iter();
    let is_assumed = symbols.any(|symbol| assumptions.value(symbol).is_none());
    let note = if is_assumed { NOMINAL_NOTE } else { "" };
    let _ = writeln!(text, "Worst path{note}:\n");
    for decision in path.decisions.iter().take(MAX_DECISIONS) {
        let _ = writeln!(text, "- {}", markdown(&decision.to_string()));
    }
    let more = path.decisions.len().saturating_sub(MAX_DECISIONS);
    if more > 0 {
        let _ = writeln!(text, "- then {more} more");
    }
    text.push('\n');
}

/// What the worst case assumes.
fn rests_on(text: &mut String, assumptions: &cost::Assumptions) {
    let statements = assumptions.statements();
    for statement in statements.iter().take(MAX_ASSUMPTIONS) {
        let _ = writeln!(text, "- assumes that {}", markdown(&statement.to_string()));
    }
    let more = statements.len().saturating_sub(MAX_ASSUMPTIONS);
    if more > 0 || assumptions.has_more {
        let sign = if assumptions.has_more { "+" } else { "" };
        let more = how_many(
            format!("{more}{sign}"),
            "other assumption",
            "other assumptions",
        );
        let _ = writeln!(text, "- and {more}");
    }
    for condition in assumptions.platform.iter() {
        let _ = writeln!(
            text,
            "- taken for granted about the virtual machine: {}",
            markdown(condition.text())
        );
    }
}

/// What is unknown about a method's callees, and which have given prices.
fn unpriced(text: &mut String, followed: &CallAnalysis, shown: &DisplayedWorst) {
    for given in followed.given.iter().take(MAX_GIVEN) {
        let method = markdown(&given.method);
        let why = markdown(&given.why);
        let _ = if given.is_limit {
            writeln!(text, "- limit of {method} (an estimate): {why}")
        } else {
            let about = if given.is_estimate { "about " } else { "" };
            writeln!(text, "- {method}: priced as {about}{why}")
        };
    }
    let more = followed.given.len().saturating_sub(MAX_GIVEN);
    if more > 0 {
        let more = how_many(more, "other callee", "other callees");
        let _ = writeln!(text, "- and {more} with a given price");
    }
    let unpriced = shown.unpriced.iter();
    let unpriced: Vec<_> = unpriced.flat_map(wcec::Unpriceds::iter).collect();
    for part in unpriced.iter().take(MAX_UNPRICED) {
        let _ = writeln!(text, "- not priced: {}", markdown(&part.to_string()));
    }
    let more = unpriced.len().saturating_sub(MAX_UNPRICED);
    if more > 0 || followed.unpriced.has_more {
        let sign = if followed.unpriced.has_more { "+" } else { "" };
        let more = how_many(format!("{more}{sign}"), "other callee", "other callees");
        let _ = writeln!(text, "- not priced: {more}");
    }
}

/// The names that were not found.
fn unknown(text: &mut String, names: &[String]) {
    if names.is_empty() {
        return;
    }
    let shown = names.iter().take(MAX_GIVEN).map(|name| code_of(name));
    let shown = shown.collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(MAX_GIVEN);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let _ = writeln!(
        text,
        "- not found in the project or on the class path, so not in the number: {shown}{more}"
    );
}

/// The verdict on a contract.
pub(crate) fn contract(checked: &CheckedContract) -> String {
    let mut text = format!(
        "**⚡ {}**\n\n{}\n\n",
        markdown(&checked.verdict_text()),
        markdown_span(&checked.text)
    );
    if let Some(at) = checked
        .verdict
        .as_ref()
        .ok()
        .and_then(|verdict| verdict.decisive.as_ref())
        .filter(|at| at.budget.0 > 0.0)
    {
        let values = at
            .values
            .iter()
            .map(|(name, value)| format!("{name} = {value}"));
        let values: Vec<String> = values.collect();
        let margin = at.margin();
        let row = vec![
            at.energy.to_string(),
            at.budget.to_string(),
            format!(
                "{:.1}% {}",
                100.0 * margin.abs(),
                if margin < 0.0 { "over" } else { "left" }
            ),
            markdown(&values.join(", ")),
        ];
        table(&mut text, &["energy", "budget", "margin", "at"], &[row]);
    }
    for line in &checked.costliest {
        let _ = writeln!(text, "- line {}: {}", line.line, line);
    }
    text
}

/// Why a method has no cost.
pub(crate) fn left_out(name: &str, reason: Option<&str>) -> String {
    format!(
        "**⚡ not priced:** {} does not compile{}",
        code_of(name),
        reason.map_or_else(String::new, |reason| {
            // javac's message has several lines.
            let lines: Vec<&str> = reason.lines().map(str::trim).collect();
            format!(": {}", markdown(&lines.join(" ")))
        })
    )
}

/// The model, the device and the mode.
pub(crate) fn footer(model: &Model) -> String {
    let info = model.info();
    format!(
        "_model {} · device {} · {} mode · {} structure · mapping {} · {} · {}{}_",
        markdown(&info.name),
        markdown(&info.device),
        info.mode,
        info.structure,
        info.mapping,
        markdown(model.hardware()),
        markdown(model.jdk()),
        info.caveats_clause()
    )
}

fn distribution(text: &mut String, energy: &Energy, pictures: Pictures) {
    if pictures == Pictures::Svg {
        text.push_str(&picture::markdown(energy));
    }
    table(text, &COLUMNS, &[columns(energy)]);
}

/// The displayed figures of a distribution.
const COLUMNS: [&str; 6] = ["mean", "sd", "median", "p95", "p99", "p99.9"];

fn columns(energy: &Energy) -> Vec<String> {
    let quantiles = [0.5, 0.95, 0.99, 0.999].map(|p| energy.wcec_quantile(p));
    let values = [energy.mean(), energy.sd()].into_iter().chain(quantiles);
    values.map(|energy| energy.to_string()).collect()
}

fn events(text: &mut String, model: &Model, tally: &Tally) {
    let mut rows = Vec::new();
    let pricer = model.pricer();
    for (id, count) in tally.iter().filter(|(id, _)| pricer.is_executed(*id)) {
        let Some(pattern) = pricer.pattern(id) else {
            continue;
        };
        let mut one = Tally::new();
        one.add(id, 1.0);
        let mean = match pattern.provenance {
            Provenance::Unpriced => String::from("unknown"),
            _ => model.mean(&one).to_string(),
        };
        rows.push(vec![
            markdown(&event_name(pattern)),
            count.to_string(),
            mean,
            basis_name(pricer, pattern),
        ]);
    }
    table(text, &["operation", "times", "each", "basis"], &rows);
}

fn shares(text: &mut String, model: &Model, tally: &Tally) {
    let shares = model.shares(tally);
    let _ = writeln!(
        text,
        "Operations: {} measured · {} transferred from another machine · {} approximated · {} not priced{}{}\n",
        crate::percent(shares.modelled, 0),
        crate::percent(shares.transferred, 0),
        crate::percent(shares.approximated, 0),
        crate::percent(shares.unpriced, 0),
        if shares.clipped > 0.0 {
            format!(
                " · {} of the savings on the stack not counted",
                crate::percent(shares.clipped, 0)
            )
        } else {
            String::new()
        },
        if shares.callees_not_followed > 0.0 {
            " · calls not followed"
        } else {
            ""
        }
    );
}
