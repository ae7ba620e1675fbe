//! One page with the curves of a trend. It needs neither a network nor a script.

use super::words::{largest_first, short, shown_factor, shown_probability};
use crate::date::day;
use crate::series::{Kind, Series};
use crate::trend::Trend;
use escape::html;
use posterior::Joules;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");

/// The size of a curve's drawing, and the space for labels on the left and below.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 180.0;
const LEFT: f64 = 80.0;
const BELOW: f64 = 20.0;

/// The maximum number of curves of a kind. The page says how many more there are.
const MOST_CURVES: usize = 100;

pub(super) fn render(trend: &Trend) -> String {
    let title = html(&format!("jouled trend: {}", trend.repository));
    let mut out =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    // Loads nothing, whatever a name contains.
    out.push_str(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; \
         form-action 'none'\">\n",
    );
    // Writing to a string never fails.
    let _ = writeln!(
        out,
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    );
    if let (Some(first), Some(last)) = (trend.revisions.first(), trend.revisions.last()) {
        let _ = writeln!(
            out,
            "<p class=\"ground\">{} from {} to {}; model {}. A curve is the sum of one call of each method. It has a gap where something does not compile. \
             A line marks a change of the level, with the probability that it lies exactly there.</p>",
            escape::how_many(trend.revisions.len(), "commit", "commits"),
            day(first.seconds),
            day(last.seconds),
            html(&trend.model)
        );
    }
    for (kind, title) in [
        (Kind::All, "Everything"),
        (Kind::Module, "Modules"),
        (Kind::Package, "Packages"),
        (Kind::Method, "Methods that changed most"),
    ] {
        let of_kind: Vec<&Series> = (trend.series.iter())
            .filter(|series| series.kind == kind)
            .collect();
        if of_kind.is_empty() {
            continue;
        }
        let _ = writeln!(out, "<h2>{title}</h2>");
        for series in of_kind.iter().take(MOST_CURVES) {
            curve(&mut out, trend, series);
        }
        if of_kind.len() > MOST_CURVES {
            let more = of_kind.len() - MOST_CURVES;
            let _ = writeln!(out, "<p>{more} more are in --format json.</p>");
        }
    }
    problems(&mut out, trend);
    out.push_str("</body>\n</html>\n");
    out
}

fn curve(out: &mut String, trend: &Trend, series: &Series) {
    let _ = writeln!(out, "<section>\n<h3>{}</h3>", html(&series.name));
    let Some((first, last)) = series.ends() else {
        out.push_str("<p>No commit has a number.</p>\n</section>\n");
        return;
    };
    let most = series.typical_j.iter().copied().flatten();
    let most = most.fold(0.0, f64::max);
    let commits = series.typical_j.len();
    let x = |place: usize| {
        let share = place as f64 / (commits - 1).max(1) as f64;
        LEFT + share * (WIDTH - LEFT - 10.0)
    };
    let y = |energy: f64| 10.0 + (1.0 - energy / most) * (HEIGHT - BELOW - 10.0);
    let label = format!("from {} to {}", Joules(first), Joules(last));
    let _ = writeln!(
        out,
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{} {label}\">\n<path class=\"axes\" d=\"M{LEFT} 10V{}H{WIDTH}\"/>",
        html(&series.name),
        HEIGHT - BELOW
    );
    let _ = writeln!(
        out,
        "<text class=\"end\" x=\"{}\" y=\"16\">{}</text><text class=\"end\" x=\"{}\" y=\"{}\">0</text>",
        LEFT - 6.0,
        Joules(most),
        LEFT - 6.0,
        HEIGHT - BELOW
    );
    if let (Some(oldest), Some(newest)) = (trend.revisions.first(), trend.revisions.last()) {
        let _ = writeln!(
            out,
            "<text x=\"{LEFT}\" y=\"{HEIGHT}\">{}</text><text class=\"end\" x=\"{WIDTH}\" y=\"{HEIGHT}\">{}</text>",
            day(oldest.seconds),
            day(newest.seconds)
        );
    }
    for change in &series.change_points {
        let revision = &trend.revisions[change.revision];
        let at = x(change.revision);
        let class = if change.factor > 1.0 { "more" } else { "less" };
        let _ = writeln!(
            out,
            "<line class=\"{class}\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"10\" y2=\"{}\"><title>{} {}: {} ({})</title></line>",
            HEIGHT - BELOW,
            day(revision.seconds),
            html(short(&revision.id)),
            shown_factor(change.factor),
            html(&shown_probability(change.probability))
        );
    }
    let mut start = 0;
    for run in series.typical_j.split(Option::is_none) {
        let points: Vec<String> = (start..)
            .zip(run.iter().flatten())
            .map(|(place, energy)| format!("{:.1},{:.1}", x(place), y(*energy)))
            .collect();
        // One more for the gap after it.
        start += run.len() + 1;
        match &points[..] {
            [] => {}
            [point] => {
                if let Some((x, y)) = point.split_once(',') {
                    let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\"/>");
                }
            }
            _ => {
                let _ = writeln!(out, "<polyline points=\"{}\"/>", points.join(" "));
            }
        }
    }
    out.push_str("</svg>\n");
    changes(out, trend, series);
    out.push_str("</section>\n");
}

fn changes(out: &mut String, trend: &Trend, series: &Series) {
    if series.change_points.is_empty() {
        return;
    }
    out.push_str("<table>\n<tr><th>day</th><th>commit</th><th>change</th><th>probability</th><th>message</th></tr>\n");
    for change in largest_first(series) {
        let revision = &trend.revisions[change.revision];
        let _ = writeln!(
            out,
            "<tr><td>{}</td><td><code>{}</code></td><td class=\"number\">{}</td><td class=\"number\">{}</td><td>{}</td></tr>",
            day(revision.seconds),
            html(short(&revision.id)),
            shown_factor(change.factor),
            shown_probability(change.probability),
            html(&revision.subject)
        );
    }
    out.push_str("</table>\n");
}

fn problems(out: &mut String, trend: &Trend) {
    let broken: Vec<(&str, &String)> = trend
        .revisions
        .iter()
        .map(|revision| short(&revision.id))
        .zip(&trend.problems)
        .filter(|(_, problem)| !problem.is_empty())
        .collect();
    if broken.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<details><summary>Not analysed as a whole: {}</summary>\n<table>",
        escape::how_many(broken.len(), "commit", "commits")
    );
    for (id, problem) in broken {
        let _ = writeln!(
            out,
            "<tr><td><code>{}</code></td><td>{}</td></tr>",
            html(id),
            html(problem)
        );
    }
    out.push_str("</table></details>\n");
}
