//! The rows of `jouled top`.

use escape::plain;
use profile::forms::{method_name, part_name, thread_kind, value};
use profile::{Analysis, Estimate, MethodIndex, RunMean};

/// The content of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TopView {
    Methods,
    Threads,
    Parts,
}

/// The order of methods.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SortBy {
    Own,
    WithCalls,
}

/// The displayed part of an analysis.
#[derive(Debug, Clone)]
pub(super) struct TopRows {
    pub(super) view: TopView,
    pub(super) sort: SortBy,
    /// A part of a name, in upper or lower case.
    pub(super) filter: String,
}

/// A displayed row. Unknown values are `-`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TopRow {
    pub(super) own: String,
    pub(super) share: String,
    pub(super) total: String,
    pub(super) name: String,
    pub(super) method: Option<MethodIndex>,
}

const UNKNOWN: &str = "-";

/// The rows, the most expensive first.
pub(super) fn rows(analysis: &Analysis, shown: &TopRows) -> Vec<TopRow> {
    let mut rows = match shown.view {
        TopView::Methods => methods(analysis, shown.sort),
        TopView::Threads => threads(analysis),
        TopView::Parts => parts(analysis),
    };
    let filter = shown.filter.to_lowercase();
    rows.retain(|row| row.name.to_lowercase().contains(&filter));
    rows
}

/// The energy of the whole process: power in the last window, and energy since the start.
pub(super) fn summary(analysis: &Analysis) -> String {
    let watts = analysis.windows.last().and_then(|window| window.watts);
    let watts = watts.map_or_else(|| UNKNOWN.to_owned(), |watts| format!("{watts:.1} W"));
    let joules = mean(analysis.totals.joules.as_ref()).map_or_else(|| UNKNOWN.to_owned(), joules);
    let seconds = mean(analysis.totals.wall_seconds.as_ref()).unwrap_or_default();
    let how = if analysis.meter.is_modelled {
        "modelled by"
    } else {
        "measured by"
    };
    plain(&format!(
        "{}: {watts}, {joules} in {seconds:.0} s, {how} {}; {}",
        analysis.program,
        analysis.meter.selector,
        escape::how_many(analysis.sampling.samples, "sample", "samples")
    ))
}

/// The callers of a method, the most expensive first, with their shares of its energy.
pub(super) fn callers(analysis: &Analysis, method: MethodIndex) -> Vec<(String, f64)> {
    let mut by_caller: Vec<(Option<MethodIndex>, f64)> = Vec::new();
    let mut all = 0.0;
    for node in &analysis.tree.nodes {
        if node.method != Some(method) {
            continue;
        }
        let caller = node
            .caller
            .and_then(|caller| analysis.tree.nodes.get(caller)?.method);
        // A recursive call counts for the method's other callers.
        if caller == Some(method) {
            continue;
        }
        all += node.total;
        match by_caller.iter_mut().find(|(known, _)| *known == caller) {
            Some((_, sum)) => *sum += node.total,
            None => by_caller.push((caller, node.total)),
        }
    }
    by_caller.sort_by(|one, two| two.1.total_cmp(&one.1));
    let named = by_caller.into_iter().map(|(caller, sum)| {
        let name = caller
            .and_then(|caller| analysis.name(caller))
            .map(method_name);
        let share = if all > 0.0 { sum / all } else { 0.0 };
        (
            plain(&name.unwrap_or_else(|| "the beginning of a thread".to_owned())),
            share,
        )
    });
    named.collect()
}

fn methods(analysis: &Analysis, sort: SortBy) -> Vec<TopRow> {
    let mut found: Vec<_> = analysis
        .methods
        .iter()
        .filter(|row| row.with_callees.samples > 0)
        .collect();
    if sort == SortBy::WithCalls {
        let share = |row: &profile::MethodRow| row.with_callees.share.mean;
        found.sort_by(|one, two| share(two).total_cmp(&share(one)));
    }
    let rows = found.into_iter().map(|row| TopRow {
        own: estimate(row.own.joules),
        share: format!("{:.1}%", 100.0 * row.own.share.mean),
        total: estimate(row.with_callees.joules),
        name: plain(
            &analysis
                .name(row.method)
                .map(method_name)
                .unwrap_or_default(),
        ),
        method: Some(row.method),
    });
    rows.collect()
}

fn threads(analysis: &Analysis) -> Vec<TopRow> {
    let all = mean(analysis.totals.joules.as_ref());
    let rows = analysis.threads.iter().map(|row| {
        let used = mean(row.joules.as_ref());
        let count = if row.threads > 1 {
            format!(" ×{}", row.threads)
        } else {
            String::new()
        };
        TopRow {
            own: used.map_or_else(|| UNKNOWN.to_owned(), joules),
            share: share_of(used, all),
            total: format!("{:.2} s", row.cpu_seconds),
            name: plain(&format!("{}{count} ({})", row.name, thread_kind(row.kind))),
            method: None,
        }
    });
    rows.collect()
}

fn parts(analysis: &Analysis) -> Vec<TopRow> {
    let all = mean(analysis.totals.joules.as_ref());
    let rows = analysis.totals.parts.iter().map(|row| {
        let used = mean(row.joules.as_ref());
        TopRow {
            own: used.map_or_else(|| UNKNOWN.to_owned(), joules),
            share: share_of(used, all),
            total: format!("{:.2} s", row.cpu_seconds),
            name: part_name(row.part).to_owned(),
            method: None,
        }
    });
    rows.collect()
}

fn mean(value: Option<&RunMean>) -> Option<f64> {
    value.map(|value| value.mean)
}

fn estimate(value: Option<Estimate>) -> String {
    value.map_or_else(|| UNKNOWN.to_owned(), |value| joules(value.mean))
}

fn joules(joules: f64) -> String {
    value(profile::Unit::Joules, joules)
}

fn share_of(part: Option<f64>, all: Option<f64>) -> String {
    match part.zip(all) {
        Some((part, all)) if all > 0.0 => format!("{:.1}%", 100.0 * part / all),
        _ => UNKNOWN.to_owned(),
    }
}
