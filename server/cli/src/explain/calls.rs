//! The call tree of a method, as text.

use crate::screen::Out;
use escape::how_many;
use ide::Joules;
use ide::explain::{CallKind, CallReport, CallTree, Explanation, TruncationReason};
use std::io;

/// Calls with a smaller share are combined.
const SMALLEST_SHARE: f64 = 0.001;

pub(super) fn calls(
    out: &mut Out,
    explanation: &Explanation<'_>,
    tree: &CallTree,
) -> io::Result<()> {
    out.end()?;
    out.part(format_args!("where the energy goes"));
    values_used(out, explanation, tree.is_nominal);
    out.end()?;
    out.line(format_args!(
        "{:>7} {:>10} {:>12} {:>10}",
        "share", "energy", "times", "each"
    ))?;
    let share = |joules: f64| percent((tree.mean > 0.0).then(|| joules / tree.mean));
    out.line(format_args!(
        "{:>7} {:>10} {:>12} {:>10}  total",
        share(tree.mean),
        Joules(tree.mean).to_string(),
        1,
        Joules(tree.mean).to_string()
    ))?;
    out.line(format_args!(
        "{:>7} {:>10} {:>12} {:>10}    itself",
        share(tree.own),
        Joules(tree.own).to_string(),
        "",
        ""
    ))?;
    if tree.chosen_elsewhere > 0.0 {
        out.line(format_args!(
            "{:>7} {:>10} {:>12} {:>10}    methods that the caller chooses, given by symbols",
            share(tree.chosen_elsewhere),
            Joules(tree.chosen_elsewhere).to_string(),
            "",
            ""
        ))?;
    }
    branches(out, &tree.calls, 2, &explanation.signature)
}

fn branches(out: &mut Out, calls: &[CallReport], indent: usize, caller: &str) -> io::Result<()> {
    let is_shown = |call: &&CallReport| match call.kind {
        CallKind::Project | CallKind::Library => call.share.unwrap_or_default() >= SMALLEST_SHARE,
        _ => call.times > 0.0,
    };
    let mut told: Vec<&CallReport> = calls.iter().filter(is_shown).collect();
    told.sort_by(|one, two| {
        let share = |call: &CallReport| call.share.unwrap_or(-1.0);
        share(two).total_cmp(&share(one))
    });
    for call in &told {
        branch(out, call, indent, caller)?;
    }
    let small = calls.iter().filter(|call| !is_shown(call));
    let (small, unused): (Vec<&CallReport>, Vec<&CallReport>) =
        small.partition(|call| call.times > 0.0);
    if !small.is_empty() {
        let mean: f64 = small.iter().filter_map(|call| call.mean).sum();
        let share: f64 = small.iter().filter_map(|call| call.share).sum();
        out.line(format_args!(
            "{:>7} {:>10} {:>12} {:>10}  {}{}: {}",
            percent(Some(share)),
            Joules(mean).to_string(),
            "",
            "",
            " ".repeat(indent),
            how_many(small.len(), "small call", "small calls"),
            names(&small)
        ))?;
    }
    if !unused.is_empty() {
        out.line(format_args!(
            "{:>7} {:>10} {:>12} {:>10}  {}{} not on the worst path: {}",
            "",
            "",
            0,
            "",
            " ".repeat(indent),
            how_many(unused.len(), "call", "calls"),
            names(&unused)
        ))?;
    }
    Ok(())
}

/// The first distinct names.
fn names(calls: &[&CallReport]) -> String {
    const MAX_NAMES: usize = 4;
    let mut names: Vec<String> = calls.iter().map(|call| call.display()).collect();
    names.sort();
    names.dedup();
    let more = names.len() > MAX_NAMES;
    names.truncate(MAX_NAMES);
    names.join(", ") + if more { ", …" } else { "" }
}

fn branch(out: &mut Out, call: &CallReport, indent: usize, caller: &str) -> io::Result<()> {
    let energy = match (call.mean, call.kind) {
        (Some(mean), _) => Joules(mean).to_string(),
        (None, CallKind::Unpriced) => String::from("unknown"),
        (None, _) => String::new(),
    };
    let each = call
        .mean_each()
        .map_or_else(String::new, |mean| Joules(mean).to_string());
    out.part(format_args!(
        "{:>7} {energy:>10} {:>12} {each:>10}  {}",
        percent(call.share),
        number(call.times),
        " ".repeat(indent)
    ));
    if let Some(line) = call.line {
        out.part(format_args!("line {line}: "));
    }
    out.part(format_args!("{}", call.display()));
    let mut remarks: Vec<String> = Vec::new();
    if call.caller != caller {
        remarks.push(format!("called by {}", call.caller));
    }
    match call.kind {
        CallKind::Recursive => remarks.push(String::from("recursion, included in its caller")),
        CallKind::ChosenElsewhere => remarks.push(String::from("chosen elsewhere")),
        CallKind::Library | CallKind::Project | CallKind::Unpriced => {}
    }
    if let Some(given) = &call.priced_as {
        remarks.push(if given.is_limit {
            format!("limited by an estimate of its worst case: {}", given.why)
        } else {
            let about = if given.is_estimate { "about " } else { "" };
            format!("without bytecode, priced as {about}{}", given.why)
        });
    }
    if call.is_handed {
        remarks.push(String::from("passed as an object"));
    }
    if call.is_choice {
        remarks.push(String::from("one of several that may run"));
    }
    let reasons = call.unpriced.iter().map(|part| part.reason.name());
    let reasons: Vec<&str> = reasons.collect();
    match (call.kind, reasons.first()) {
        (CallKind::Unpriced, Some(reason)) => remarks.push((*reason).to_owned()),
        (_, Some(_)) => remarks.push(format!(
            "lacks {}",
            how_many(reasons.len(), "callee", "callees")
        )),
        (_, None) => {}
    }
    match call.cut {
        Some(TruncationReason::Depth) => {
            remarks.push(String::from("its calls lie deeper than --depth"));
        }
        Some(TruncationReason::Size) => {
            remarks.push(String::from(
                "its calls are left out, the tree is too large",
            ));
        }
        Some(TruncationReason::Small) | None => {}
    }
    if !remarks.is_empty() {
        out.part(format_args!(" ({})", remarks.join("; ")));
    }
    out.end()?;
    if let Some(own) = call.own.filter(|_| !call.calls.is_empty()) {
        let share = call.mean.filter(|mean| *mean > 0.0);
        let share = share
            .zip(call.share)
            .map(|(mean, share)| own / mean * share);
        out.line(format_args!(
            "{:>7} {:>10} {:>12} {:>10}  {}itself",
            percent(share),
            Joules(own).to_string(),
            "",
            "",
            " ".repeat(indent + 2)
        ))?;
    }
    branches(out, &call.calls, indent + 2, &called(call))
}

/// The method of a call, as the caller of others.
fn called(call: &CallReport) -> String {
    ide::signature(&call.class, &call.method, &call.descriptor)
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(String::new, |share| ide::percent(share, 1))
}

/// A short text of a number of executions or a value.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    if value.abs() >= 1e15 || value.abs() < 1e-3 {
        return format!("{value:.3e}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A method without its descriptor; its class has dots.
pub(super) fn readable(method: &str) -> String {
    match method
        .split_once('(')
        .map(|(path, _)| path.rsplit_once('.'))
    {
        Some(Some((class, name))) => {
            ide::signature(class, name, &method[class.len() + 1 + name.len()..])
        }
        _ => method.to_owned(),
    }
}

/// The values in the numbers that follow which the user did not give.
pub(super) fn values_used(out: &mut Out, explanation: &Explanation<'_>, is_nominal: bool) {
    if is_nominal {
        out.part(format_args!(", {}", nominal(explanation)));
    }
    if explanation.rests_on.iter().any(|one| one.at_most.is_some()) {
        let and = if is_nominal { "and" } else { "with" };
        out.part(format_args!(", {and} counts as assumed below"));
    }
}

/// The values of symbols that were not set.
fn nominal(explanation: &Explanation<'_>) -> String {
    let without = explanation.symbols.iter();
    let without = without.filter(|symbol| symbol.value.is_none());
    let names: Vec<&str> = without.map(|symbol| symbol.symbol.as_str()).collect();
    format!(
        "with {} at a nominal value (10 for counts and sizes)",
        names.join(", ")
    )
}
