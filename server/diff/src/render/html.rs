//! One page that needs no network: a sortable table, curves of base and head, and the source of both side by side.

use super::Sources;
use super::csv::section;
use super::words;
use crate::change::{Change, Section};
use crate::comparison::{Comparison, Outcome};
use crate::group::Group;
use crate::report::Report;
use escape::html;
use posterior::Joules;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

/// The maximum number of files whose source is shown.
const MAX_FILES: usize = 50;

/// The maximum number of lines shown of a file.
const MAX_LINES: usize = 5_000;

/// The maximum size of a file that is shown, in bytes.
const LONGEST_TEXT: usize = 1 << 20;

/// The maximum number of changes with curves.
const MAX_FIGURES: usize = 100;

/// The size of a curve's drawing.
const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 160.0;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The start of a page, with its title as a heading.
pub(crate) fn page_head(title: &str) -> String {
    let mut out =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // Nothing is loaded from anywhere, whatever a name contains.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src \
         'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n",
    );
    let title = html(title);
    let _ = writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    );
    out
}

/// The end of a page, with the script that sorts its table.
pub(crate) fn page_foot() -> String {
    format!("<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
}

pub(super) fn render(comparison: &Comparison, sources: Option<&Sources<'_>>) -> String {
    let mut out = page_head(&format!(
        "jouled diff: {} → {}",
        comparison.base.name, comparison.head.name
    ));
    let state = match comparison.outcome {
        Outcome::NoRegression => "good",
        Outcome::Regression | Outcome::Incomplete => "bad",
    };
    let _ = writeln!(
        out,
        "<p class=\"verdict {state}\">{}</p>",
        html(&words::verdict(comparison))
    );
    for phrase in words::run(comparison) {
        let _ = writeln!(out, "<p>{}.</p>", html(&phrase));
    }
    let _ = writeln!(
        out,
        "<p class=\"ground\">{}</p>",
        html(&words::ground(comparison))
    );
    for sum in comparison.sums_over_limits() {
        let _ = writeln!(out, "<p class=\"caveat\">{}</p>", html(&sum));
    }
    let geomean = words::geomean(comparison);
    if geomean.is_some() {
        let _ = writeln!(out, "<p>{}.</p>", html(&words::method(comparison)));
    }
    for caveat in &comparison.caveats {
        let _ = writeln!(out, "<p class=\"caveat\">{}</p>", html(caveat));
    }
    table(&mut out, comparison);
    if let Some(geomean) = geomean {
        let _ = writeln!(out, "<p>{}.</p>", html(&geomean));
    }
    curves(&mut out, comparison);
    if let Some(sources) = sources {
        source(&mut out, comparison, sources);
    }
    problems(&mut out, comparison);
    out.push_str(&page_foot());
    out
}

fn table(out: &mut String, comparison: &Comparison) {
    out.push_str("<table id=\"changes\">\n<thead><tr>");
    for (name, kind) in [
        ("section", "text"),
        ("method", "text"),
        ("base", "number"),
        ("head", "number"),
        ("Δ", "number"),
        ("Δ %", "number"),
        ("P(head > base)", "number"),
        ("why", "text"),
    ] {
        let _ = write!(
            out,
            "<th data-kind=\"{kind}\"><button type=\"button\">{name}</button></th>"
        );
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for group in &comparison.groups {
        if let Some(lead) = comparison.changes.get(group.lead) {
            row(out, comparison, group, lead);
        }
    }
    out.push_str("</tbody>\n</table>\n");
}

/// The row of a root cause, with its callers in its last cell.
fn row(out: &mut String, comparison: &Comparison, group: &Group, change: &Change) {
    let mut members = comparison.members(group);
    let class = match group.section {
        _ if members.any(|change| change.verdict.is_regression()) => "regression",
        other => section(other),
    };
    let _ = write!(
        out,
        "<tr class=\"{class}\"><td>{}</td>",
        change.section.title()
    );
    let why = format!("{}{}", details(change), callers(comparison, group));
    let place = change.place().map(|(file, line)| {
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        format!(
            "<br><span class=\"place\">{}</span>",
            html(&format!("{file}{line}"))
        )
    });
    let _ = write!(
        out,
        "<td><code>{}</code>{}</td>",
        html(&change.name.shown()),
        place.unwrap_or_default()
    );
    for side in [&change.base, &change.head] {
        let mean = side.as_ref().and_then(|side| side.mean);
        let _ = write!(
            out,
            "<td data-value=\"{}\">{}</td>",
            mean.map_or_else(String::new, |mean| mean.to_string()),
            html(&words::energy(side.as_ref()))
        );
    }
    let Some(delta) = &change.delta else {
        out.push_str("<td></td><td></td><td></td>");
        let _ = writeln!(out, "<td>{why}</td></tr>");
        return;
    };
    let _ = write!(
        out,
        "<td data-value=\"{}\">{} ± {}</td><td data-value=\"{}\">{}</td><td data-value=\"{}\">{}</td>",
        delta.mean,
        html(&words::signed(delta.mean)),
        html(&Joules(delta.sd).to_string()),
        delta
            .relative
            .map_or_else(String::new, |share| share.to_string()),
        html(&words::relative(comparison, delta)),
        delta.p_greater,
        html(&words::certainty(change.section, delta))
    );
    let _ = writeln!(out, "<td>{why}</td></tr>");
}

fn callers(comparison: &Comparison, group: &Group) -> String {
    let count = group.folded.len();
    if count == 0 {
        return String::new();
    }
    let noun = if count == 1 { "caller" } else { "callers" };
    let mut list = format!("<details><summary>{count} {noun}</summary><ul>");
    for change in comparison.members(group).skip(1) {
        let _ = write!(
            list,
            "<li>{}</li>",
            html(&words::caller(comparison, change))
        );
    }
    list + "</ul></details>"
}

fn details(change: &Change) -> String {
    let details = words::details(change);
    let details: Vec<String> = details.iter().map(|detail| html(detail)).collect();
    details.join("<br>")
}

fn curves(out: &mut String, comparison: &Comparison) {
    for change in comparison.changes.iter().take(MAX_FIGURES) {
        let name = change.name.shown();
        if let (Some(base), Some(head)) = (&change.base, &change.head)
            && !base.density.is_empty()
            && !head.density.is_empty()
        {
            figure(
                out,
                &name,
                "one call",
                &Axes::new(&[&base.density, &head.density], Axis::Across),
            );
        }
        let of_worst = change.worst.as_ref().and_then(|worst| worst.curve.as_ref());
        let of_worst = of_worst.map(|curve| ("worst case over", curve));
        for (what, curve) in change
            .curve
            .iter()
            .map(|curve| ("over", curve))
            .chain(of_worst)
        {
            let side = |mean: fn(&(f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
                let points = curve.points.iter();
                points.map(|point| (point.0, mean(point))).collect()
            };
            let (base, head) = (side(|point| point.1), side(|point| point.2));
            figure(
                out,
                &name,
                &format!("{what} {}", curve.symbol),
                &Axes::new(&[&base, &head], Axis::Up),
            );
        }
    }
}

fn figure(out: &mut String, name: &str, what: &str, axes: &Axes<'_>) {
    let _ = writeln!(
        out,
        "<figure>\n<figcaption><code>{}</code> {}: <span class=\"base\">base</span>, <span \
         class=\"head\">head</span></figcaption>\n{}\n</figure>",
        html(name),
        html(what),
        axes.drawing()
    );
}

/// The axis of the energy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    /// Horizontal: a density over the energy.
    Across,
    /// Vertical: the energy over a symbol.
    Up,
}

/// Two lines in one drawing, base and head.
struct Axes<'c> {
    lines: [&'c [(f64, f64)]; 2],
    energy: Axis,
    x: (f64, f64),
    highest: f64,
}

impl<'c> Axes<'c> {
    fn new(lines: &[&'c [(f64, f64)]; 2], energy: Axis) -> Self {
        let points = || lines.iter().copied().flatten();
        let first = match energy {
            Axis::Across => points().fold(f64::INFINITY, |first, point| first.min(point.0)),
            Axis::Up => 0.0,
        };
        let last = points().fold(first, |last, point| last.max(point.0));
        Self {
            lines: *lines,
            energy,
            x: (first, last),
            highest: points().fold(0.0, |highest, point| highest.max(point.1)),
        }
    }

    fn drawing(&self) -> String {
        let (first, last) = self.x;
        let [base, head] = self.lines.map(|points| {
            let points = points.iter().map(|(x, y)| {
                let x = (x - first) / (last - first).max(f64::MIN_POSITIVE) * WIDTH;
                let y = HEIGHT - y.max(0.0) / self.highest.max(f64::MIN_POSITIVE) * HEIGHT;
                format!("{x:.1},{y:.1}")
            });
            points.collect::<Vec<String>>().join(" ")
        });
        let joules = |value: f64| html(&Joules(value).to_string());
        let (left, right, top) = match self.energy {
            Axis::Across => (joules(first), joules(last), String::new()),
            Axis::Up => (String::from("0"), last.to_string(), joules(self.highest)),
        };
        format!(
            "<svg viewBox=\"-60 -10 {:.0} {:.0}\" role=\"img\"><path class=\"axes\" d=\"M0 0V{HEIGHT}H{WIDTH}\"/><text \
             x=\"-4\" y=\"8\" class=\"y\">{top}</text><text x=\"0\" y=\"{foot:.0}\">{left}</text><text x=\"{WIDTH}\" \
             y=\"{foot:.0}\" class=\"y\">{right}</text><polyline class=\"base\" points=\"{base}\"/><polyline class=\"head\" \
             points=\"{head}\"/></svg>",
            WIDTH + 70.0,
            HEIGHT + 34.0,
            foot = HEIGHT + 18.0,
        )
    }
}

/// The files with changes, in the base and in the head: each once, although an added method has no file in the base.
fn files(comparison: &Comparison) -> Vec<(Option<&str>, Option<&str>)> {
    let changes = comparison.changes.iter();
    let changes = changes.filter(|change| change.section != Section::Renamed);
    let pairs = changes.map(|change| {
        let base = change.base.as_ref().and_then(|side| side.file.as_deref());
        let head = change.head.as_ref().and_then(|side| side.file.as_deref());
        (base, head)
    });
    let mut files: Vec<(Option<&str>, Option<&str>)> = Vec::new();
    for (base, head) in pairs {
        let same = files
            .iter_mut()
            .find(|known| base.is_some() && known.0 == base || head.is_some() && known.1 == head);
        match same {
            Some(known) => *known = (known.0.or(base), known.1.or(head)),
            None => files.push((base, head)),
        }
    }
    files
}

/// The same file among the texts of the other side.
fn same_name<'t>(file: Option<&str>, texts: &'t BTreeMap<String, Arc<str>>) -> Option<&'t str> {
    let (name, _) = texts.get_key_value(file?)?;
    Some(name)
}

/// The sources of the files with changes. The colour of a line shows its energy relative to the most expensive line of both.
fn source(out: &mut String, comparison: &Comparison, sources: &Sources<'_>) {
    let files = files(comparison).into_iter().map(|(base, head)| {
        let base = base.or_else(|| same_name(head, sources.base_texts));
        (base, head.or_else(|| same_name(base, sources.head_texts)))
    });
    for (base, head) in files.take(MAX_FILES) {
        let shown = |text: &&Arc<str>| text.len() <= LONGEST_TEXT;
        let before = base.and_then(|file| sources.base_texts.get(file).filter(shown));
        let after = head.and_then(|file| sources.head_texts.get(file).filter(shown));
        if before.is_none() && after.is_none() {
            continue;
        }
        let of_base = base
            .map(|file| heat(sources.base, file))
            .unwrap_or_default();
        let of_head = head
            .map(|file| heat(sources.head, file))
            .unwrap_or_default();
        let lines = of_base.values().chain(of_head.values());
        let largest = lines.fold(0.0_f64, |largest, mean| largest.max(*mean));
        let name = head.or(base).unwrap_or_default();
        let _ = writeln!(
            out,
            "<details><summary>{}</summary>\n<div class=\"sides\">",
            html(name)
        );
        for (title, text, heat) in [("base", before, &of_base), ("head", after, &of_head)] {
            let _ = writeln!(out, "<div><h2>{title}</h2><ol>");
            for (number, line) in (1_u32..)
                .zip(text.map_or("", |text| &**text).lines())
                .take(MAX_LINES)
            {
                let mean = heat.get(&number).copied().filter(|mean| *mean > 0.0);
                let (style, title) = mean.map_or_else(Default::default, |mean| {
                    let share = mean / largest;
                    (
                        format!(" style=\"background:rgb(255 120 0 / {share:.3})\""),
                        format!(" title=\"{}\"", html(&Joules(mean).to_string())),
                    )
                });
                let _ = writeln!(
                    out,
                    "<li{style}{title}><code>{}</code></li>",
                    html(&line.replace('\t', "    "))
                );
            }
            let _ = writeln!(out, "</ol></div>");
        }
        let _ = writeln!(out, "</div>\n</details>");
    }
}

/// The mean energy of each line of a file, executed once.
fn heat(report: &Report, file: &str) -> BTreeMap<u32, f64> {
    let mut heat = BTreeMap::new();
    let methods = report.methods.iter();
    for method in methods.filter(|method| method.file.as_deref() == Some(file)) {
        for line in &method.lines {
            let entry: &mut f64 = heat.entry(line.line).or_default();
            *entry = entry.max(line.mean);
        }
    }
    heat
}

fn problems(out: &mut String, comparison: &Comparison) {
    if comparison.problems.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<details><summary>not analysed: {}</summary>\n<ul>",
        comparison.problems.len()
    );
    for problem in &comparison.problems {
        let place = problem.problem.file.as_deref().unwrap_or_default();
        let line = problem
            .problem
            .line
            .map(|line| format!(":{line}"))
            .unwrap_or_default();
        let _ = writeln!(
            out,
            "<li>{} <code>{}{line}</code> {}</li>",
            problem.side,
            html(place),
            html(&words::in_one_line(&problem.problem.message))
        );
    }
    out.push_str("</ul>\n</details>\n");
}
