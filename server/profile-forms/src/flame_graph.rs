//! A flame graph in a page that needs no network.

use std::fmt::Write;

use escape::html;
use posterior::Joules;
use serde::Serialize;

use crate::energies::StackEnergies;
use crate::methods::methods;
use crate::names;
use crate::tree::{Node, Owner, tree};

const STYLE: &str = include_str!("flame_graph.css");
const SCRIPT: &str = include_str!("flame_graph.js");

/// Nodes of a graph: a browser draws them in a second.
const MOST_NODES: usize = 20_000;

/// Methods of the table.
const MOST_METHODS: usize = 100;

/// The graph as the script reads it.
#[derive(Serialize)]
struct Data<'n> {
    names: Vec<&'n str>,
    parents: Vec<i64>,
    /// 0 for threads and the like, 1 for the program, 2 for the JDK.
    owners: Vec<u8>,
    totals: Vec<f64>,
    own: Vec<f64>,
}

/// A page with a flame graph by joules, callers above callees, and a table of the methods that cost most. It zooms, searches and
/// says what each frame costs.
pub fn flame_graph(energies: &StackEnergies<'_>) -> String {
    let title = html(&format!("jouled profile: {}", energies.program));
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n",
    );
    // Nothing is loaded from anywhere, whatever a name may contain.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src \
         'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n",
    );
    let _ = writeln!(
        out,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    );
    let (nodes, left_out) = tree(energies, MOST_NODES);
    let seconds = energies.wall_nanos as f64 / 1e9;
    let samples: u64 = energies
        .rows
        .iter()
        .map(|row| row.samples)
        .fold(0, u64::saturating_add);
    let _ = writeln!(
        out,
        "<p class=\"ground\">{} in {seconds:.1} s, {samples} samples. Energy by {}.</p>",
        html(&Joules(energies.joules()).to_string()),
        html(energies.measured_by)
    );
    out.push_str(
        "<noscript><p>The graph needs JavaScript; the table below does not.</p></noscript>\n\
         <form id=\"find\" role=\"search\"><label>Find <input type=\"search\" id=\"query\" autocomplete=\"off\" spellcheck=\"false\" \
         placeholder=\"class or method\"></label> <output id=\"found\"></output> <button type=\"button\" id=\"reset\" \
         hidden>Show all</button></form>\n\
         <p id=\"detail\" aria-live=\"polite\">Callers are above what they call. Width is energy. Click a frame to enlarge it; arrow keys \
         move, Escape shows all.</p>\n\
         <div id=\"view\"><div id=\"flame\" role=\"group\" aria-label=\"Flame graph\"></div></div>\n\
         <p class=\"legend\"><span class=\"o1\">program</span> <span class=\"o2\">JDK</span> <span class=\"o0\">threads, and what has no \
         stack</span></p>\n",
    );
    if left_out > 0 {
        let _ = writeln!(
            out,
            "<p class=\"ground\">{left_out} frames that cost less than any of these are not drawn.</p>"
        );
    }
    table(energies, &mut out);
    let _ = writeln!(
        out,
        "<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{SCRIPT}</script>\n</body>\n</html>",
        data(&nodes)
    );
    out
}

/// JSON that ends no element and begins none.
fn data(nodes: &[Node]) -> String {
    let data = Data {
        names: nodes.iter().map(|node| node.name.as_str()).collect(),
        parents: nodes
            .iter()
            .map(|node| node.parent.map_or(-1, |parent| parent as i64))
            .collect(),
        owners: nodes
            .iter()
            .map(|node| match node.owner {
                Owner::Root => 0,
                Owner::Program => 1,
                Owner::Jdk => 2,
            })
            .collect(),
        totals: nodes.iter().map(|node| node.total_joules).collect(),
        own: nodes.iter().map(|node| node.own_joules).collect(),
    };
    let text = serde_json::to_string(&data).unwrap_or_default();
    escape::json(&text).replace('<', "\\u003c")
}

fn table(energies: &StackEnergies<'_>, out: &mut String) {
    out.push_str(
        "<h2>Methods by their own energy</h2>\n<table>\n<thead><tr><th>method</th><th class=\"n\">own</th><th class=\"n\">share</th><th \
         class=\"n\">with what it calls</th><th class=\"n\">samples</th></tr></thead>\n<tbody>\n",
    );
    let whole = energies.joules();
    for method in methods(energies).iter().take(MOST_METHODS) {
        let name = match method.of {
            Ok(of) => format!("<code>{}</code>", html(&names::method(of))),
            Err(name) => html(name),
        };
        let share = if whole > 0.0 {
            100.0 * method.own_joules / whole
        } else {
            0.0
        };
        let _ = writeln!(
            out,
            "<tr><td>{name}</td><td class=\"n\">{}</td><td class=\"n\">{share:.1}%</td><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>",
            html(&Joules(method.own_joules).to_string()),
            html(&Joules(method.total_joules).to_string()),
            method.samples
        );
    }
    out.push_str("</tbody>\n</table>\n");
}
