//! A flame graph in a page that needs no network.

use std::fmt::Write as _;

use escape::html;
use profile::forms::{
    cost, energy, method_name, per_execution, percent, relative, run_mean, seconds,
};
use profile::{Analysis, Unit};
use serde::Serialize;

use crate::branches::{Branch, Owner, branches, most_costly};

const STYLE: &str = include_str!("flame_graph.css");
const SCRIPT: &str = include_str!("flame_graph.js");

/// The maximum number of frames, which a browser draws in a second.
const MOST_FRAMES: usize = 20_000;

/// The maximum number of methods in the table.
const MOST_METHODS: usize = 100;

/// The data for the script.
#[derive(Serialize)]
struct Data<'n> {
    unit: &'static str,
    names: Vec<&'n str>,
    parents: Vec<i64>,
    /// 0 for parts without a stack, 1 for the program, 2 for the JDK.
    owners: Vec<u8>,
    totals: Vec<f64>,
    own: Vec<f64>,
}

/// A page with a flame graph by joules (or by CPU time if no energy was measured), callers above callees, and a table of the
/// most expensive methods. The graph can zoom and search, and shows what each frame costs.
pub fn flame_graph(analysis: &Analysis) -> String {
    let title = html(&format!("jouled profile: {}", analysis.program));
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n",
    );
    // Nothing is loaded from anywhere, whatever a name contains.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src \
         'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n",
    );
    let _ = writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    );
    let _ = writeln!(out, "<p class=\"ground\">{}</p>", html(&ground(analysis)));
    let all = branches(analysis);
    let drawn = most_costly(&all, MOST_FRAMES);
    let width = match analysis.unit {
        Unit::Joules => "energy",
        Unit::CpuSeconds => "CPU time",
    };
    let _ = write!(
        out,
        "<noscript><p>The graph needs JavaScript; the table below does not.</p></noscript>\n\
         <form id=\"find\" role=\"search\"><label>Find <input type=\"search\" id=\"query\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"class or method\"></label> <output id=\"found\"></output> <button type=\"button\" id=\"reset\" \
         hidden>Show all</button></form>\n\
         <p id=\"detail\" aria-live=\"polite\">Callers are above their callees. Width is {width}. Click a frame to enlarge it; arrow keys \
         move, Escape shows all.</p>\n\
         <div id=\"view\"><div id=\"flame\" role=\"group\" aria-label=\"Flame graph\"></div></div>\n\
         <p class=\"legend\"><span class=\"o1\">program</span> <span class=\"o2\">JDK</span> <span class=\"o0\">no \
         stack</span></p>\n",
    );
    if drawn.len() < all.len() {
        let left_out = all.len() - drawn.len();
        let _ = writeln!(
            out,
            "<p class=\"ground\">{left_out} frames that cost less than any of these are not drawn.</p>"
        );
    }
    table(analysis, &mut out);
    let _ = writeln!(
        out,
        "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>",
        data(analysis, &drawn)
    );
    out
}

/// The basis of the page's numbers.
fn ground(analysis: &Analysis) -> String {
    let totals = &analysis.totals;
    let mut ground = match &totals.joules {
        Some(joules) => {
            let at_least = if totals.is_at_least() {
                "At least "
            } else {
                ""
            };
            let how = if analysis.meter.is_modelled {
                "modelled, not measured, by"
            } else {
                "measured by"
            };
            format!(
                "{at_least}{}, {how} {}.",
                run_mean(joules, energy),
                analysis.meter.selector
            )
        }
        None => "Energy was not measured: all numbers are CPU time.".to_owned(),
    };
    if let Some(time) = &totals.wall_seconds {
        let _ = write!(ground, " Time {}.", run_mean(time, seconds));
    }
    let samples = escape::how_many(analysis.sampling.samples, "sample", "samples");
    let _ = write!(ground, " {samples}.");
    if analysis.sampling.is_coarse() {
        ground.push_str(" Samples were taken at safepoints: they may show a nearby caller or callee instead of the method that ran.");
    }
    ground
}

/// JSON that cannot start or end an HTML element.
fn data(analysis: &Analysis, branches: &[Branch<'_>]) -> String {
    let data = Data {
        unit: match analysis.unit {
            Unit::Joules => "J",
            Unit::CpuSeconds => "s",
        },
        names: branches.iter().map(|branch| branch.name.as_str()).collect(),
        parents: branches
            .iter()
            .map(|branch| branch.parent.map_or(-1, |parent| parent as i64))
            .collect(),
        owners: branches
            .iter()
            .map(|branch| match branch.owner() {
                Owner::Run => 0,
                Owner::Program => 1,
                Owner::Jdk => 2,
            })
            .collect(),
        totals: branches.iter().map(|branch| branch.total).collect(),
        own: branches.iter().map(|branch| branch.own).collect(),
    };
    let text = serde_json::to_string(&data).unwrap_or_default();
    escape::json(&text).replace('<', "\\u003c")
}

fn table(analysis: &Analysis, out: &mut String) {
    out.push_str(
        "<h2>Methods by the energy of their own code</h2>\n<table>\n<thead><tr><th>method</th>",
    );
    for head in [
        "own",
        "±",
        "of Java",
        "with callees",
        "samples",
        "calls",
        "per call",
    ] {
        let _ = write!(out, "<th class=\"n\">{head}</th>");
    }
    out.push_str("</tr></thead>\n<tbody>\n");
    for row in analysis.methods.iter().take(MOST_METHODS) {
        let name = analysis
            .name(row.method)
            .map_or_else(|| "?".to_owned(), method_name);
        let cells = [
            cost(analysis, &row.own),
            relative(&row.own.share),
            percent(row.own.share.mean),
            cost(analysis, &row.with_callees),
            row.with_callees.samples.to_string(),
            row.entries
                .map_or_else(|| "?".to_owned(), |entries| entries.to_string()),
            per_execution(&row.per_call),
        ];
        let _ = write!(out, "<tr><td><code>{}</code></td>", html(&name));
        for cell in cells {
            let _ = write!(out, "<td class=\"n\">{}</td>", html(&cell));
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody>\n</table>\n");
}
