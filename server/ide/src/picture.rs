//! A small picture of a density, for the hovers of clients that show images.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use posterior::Energy;
use std::fmt::Write;

/// The size in pixels, with room for two rows of labels above the curve and one below.
const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 104.0;
const SIDE: f64 = 8.0;
const TOP: f64 = 34.0;
const BASE: f64 = 86.0;
/// Enough points for a smooth line of this width.
const POINTS: u32 = 65;
/// The approximate width of a label's character.
const CHARACTER: f64 = 6.2;

/// Markdown that shows the density of an energy with its mean and p99; empty if nothing is uncertain.
pub(crate) fn markdown(energy: &Energy) -> String {
    let Some(svg) = svg(energy) else {
        return String::new();
    };
    format!(
        "![The density of the energy, mean {}, p99 {}](data:image/svg+xml;base64,{})\n\n",
        energy.mean(),
        energy.wcec_quantile(P99),
        STANDARD.encode(svg)
    )
}

const P99: f64 = 0.99;

/// A picture without a background, in colours that are visible on light and dark backgrounds, because an image does not know its
/// editor's theme. Labels and solid or dashed lines distinguish the marks, not colours.
fn svg(energy: &Energy) -> Option<String> {
    let points = energy.curve(POINTS);
    let (first, last) = (points.first()?.0, points.last()?.0);
    let highest = points.iter().map(|point| point.1).fold(0.0, f64::max);
    if last <= first || highest <= 0.0 {
        return None;
    }
    let across = |joules: f64| SIDE + (joules - first) / (last - first) * (WIDTH - 2.0 * SIDE);
    let up = |density: f64| BASE - density / highest * (BASE - TOP);
    let mut line = String::new();
    for (joules, density) in &points {
        let _ = write!(line, " {:.1},{:.1}", across(*joules), up(*density));
    }
    let line = line.trim_start();
    let (left, right) = (SIDE, WIDTH - SIDE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\" fill=\"#808080\">\
         <polygon points=\"{left},{BASE} {line} {right},{BASE}\" fill=\"#3a8fd0\" fill-opacity=\"0.3\"/>\
         <polyline points=\"{line}\" fill=\"none\" stroke=\"#3a8fd0\" stroke-width=\"1.5\"/>\
         <path d=\"M{left},{BASE}H{right}\" stroke=\"#808080\"/>"
    );
    let marks = [
        ("mean", energy.mean(), 11.0, ""),
        (
            "p99",
            energy.wcec_quantile(P99),
            25.0,
            " stroke-dasharray=\"4 3\"",
        ),
    ];
    for (name, joules, row, dashes) in marks {
        if !(first..=last).contains(&joules.0) {
            continue;
        }
        let label = format!("{name} {joules}");
        // A label near an edge stays inside the picture.
        #[expect(clippy::cast_precision_loss, reason = "a label has few characters")]
        let half = label.chars().count() as f64 * CHARACTER / 2.0;
        let at = across(joules.0);
        let middle = at.clamp(half, WIDTH - half);
        let _ = write!(
            svg,
            "<path d=\"M{at:.1},{:.1}V{BASE}\" stroke=\"#808080\" stroke-width=\"1.5\"{dashes}/>\
             <text x=\"{middle:.1}\" y=\"{row}\" text-anchor=\"middle\">{label}</text>",
            row + 3.0
        );
    }
    let below = BASE + 14.0;
    let (low, high) = (posterior::Joules(first), posterior::Joules(last));
    let _ = write!(
        svg,
        "<text x=\"{left}\" y=\"{below}\">{low}</text>\
         <text x=\"{right}\" y=\"{below}\" text-anchor=\"end\">{high}</text></svg>"
    );
    Some(svg)
}
