//! Plots a series: the mean over a symbol's values, in a band between two quantiles.
//!
//! The picture has no background, and its greys are visible on light and dark ones, like the pictures in hovers: a file does
//! not know where it is shown. It consists of two polygons, ticks and labels, which takes less code than setting up a plotting
//! library, and no dependency.

use super::text::quantile_name;
use super::vary::Series;
use anyhow::Result;
use escape::xml;
use ide::Joules;
use ide::explain::Explanation;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 58.0;
/// The smallest distance of ticks in pixels.
const TICK: f64 = 70.0;
/// Longer names are shortened in the title.
const LONGEST_TITLE: usize = 84;

/// One axis, which converts values to pixels.
struct Axis {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    is_log: bool,
}

impl Axis {
    fn at(&self, value: f64) -> f64 {
        let scale = |value: f64| if self.is_log { value.log10() } else { value };
        let part = (scale(value) - scale(self.from)) / (scale(self.to) - scale(self.from));
        self.start + part.clamp(0.0, 1.0) * (self.end - self.start)
    }

    /// Round values with space between them.
    fn ticks(&self) -> Vec<f64> {
        let most = ((self.end - self.start).abs() / TICK).floor().max(1.0);
        if self.is_log && self.to / self.from >= 10.0 {
            let (low, high) = (
                self.from.log10().ceil() as i32,
                self.to.log10().floor() as i32,
            );
            let step = (f64::from(high - low + 1) / most).ceil().max(1.0) as usize;
            let mut ticks: Vec<f64> = (low..=high)
                .step_by(step)
                .map(|power| 10_f64.powi(power))
                .collect();
            if ticks.len() < 2 {
                ticks.extend([self.from, self.to]);
            }
            return ticks;
        }
        let rough = (self.to - self.from) / most;
        let power = 10_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| *step >= rough * (1.0 - 1e-9))
            .unwrap_or(rough);
        let first = (self.from / step).ceil();
        let count = (self.to / step - first + 1e-9).floor().max(0.0) as u32;
        (0..=count)
            .map(|index| (first + f64::from(index)) * step)
            .collect()
    }
}

/// The picture. `p` is the quantile at the upper edge of the band; the lower edge is 1 − p.
pub(super) fn svg(
    explanation: &Explanation<'_>,
    series: &Series,
    p: f64,
    is_log: bool,
) -> Result<String> {
    let upper = p.max(1.0 - p);
    let points: Vec<(f64, f64, f64, f64)> = series
        .points
        .iter()
        .map(|point| {
            let low = point.energy.wcec_quantile(1.0 - upper).0;
            (
                point.value,
                low,
                point.total.mean,
                point.energy.wcec_quantile(upper).0,
            )
        })
        .collect();
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        anyhow::bail!("there is nothing to plot; give --points a larger number");
    };
    let highest = points
        .iter()
        .map(|point| point.3.max(point.2))
        .fold(0.0, f64::max);
    let least = points
        .iter()
        .map(|point| point.1.min(point.2))
        .fold(f64::INFINITY, f64::min);
    if !highest.is_finite() || highest <= 0.0 || last.0 <= first.0 {
        anyhow::bail!("the energy is 0 or out of range at all values, so there is nothing to plot");
    }
    let across = Axis {
        from: first.0,
        to: last.0,
        start: LEFT,
        end: WIDTH - RIGHT,
        is_log,
    };
    // If an edge of the band is 0, a logarithmic axis cannot show it.
    let is_log_up = is_log && least > 0.0 && highest > least;
    let up = Axis {
        from: if is_log_up { least } else { 0.0 },
        to: highest,
        start: HEIGHT - BOTTOM,
        end: TOP,
        is_log: is_log_up,
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">\n<title>{}</title>\n",
        xml(&explanation.signature)
    );
    axes(&mut svg, &across, &up);
    let line = |value: fn(&(f64, f64, f64, f64)) -> f64| {
        points
            .iter()
            .map(move |point| (point.0, value(point)))
            .map(|(x, y)| format!("{:.1},{:.1}", across.at(x), up.at(y)))
            .collect::<Vec<String>>()
    };
    let (low, mean, mut high) = (line(|p| p.1), line(|p| p.2), line(|p| p.3));
    high.reverse();
    let _ = writeln!(
        svg,
        "<polygon points=\"{} {}\" fill=\"#3a8fd0\" fill-opacity=\"0.3\"/>\n\
         <polyline points=\"{}\" fill=\"none\" stroke=\"#3a8fd0\" stroke-width=\"2\"/>",
        low.join(" "),
        high.join(" "),
        mean.join(" ")
    );
    labels(&mut svg, explanation, series, upper);
    svg.push_str("</svg>\n");
    Ok(svg)
}

fn axes(svg: &mut String, across: &Axis, up: &Axis) {
    let (left, right, base) = (across.start, across.end, up.start);
    for value in up.ticks() {
        let y = up.at(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{left},{y:.1}H{right}\" stroke=\"#808080\" stroke-opacity=\"0.25\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            left - 8.0,
            y + 4.0,
            Joules(value)
        );
    }
    for value in across.ticks() {
        let x = across.at(value);
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1},{base}v5\" stroke=\"#808080\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            base + 19.0,
            plain(value)
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{left},{TOP}V{base}H{right}\" fill=\"none\" stroke=\"#808080\"/>"
    );
}

fn labels(svg: &mut String, explanation: &Explanation<'_>, series: &Series, upper: f64) {
    let info = explanation.model;
    let mut title = explanation.signature.clone();
    if let Some((end, _)) = title.char_indices().nth(LONGEST_TITLE) {
        title.truncate(end);
        title.push('…');
    }
    let about = info.short_line();
    let values = explanation.symbols.iter().filter_map(|symbol| {
        let value = symbol.value.filter(|_| symbol.symbol != series.symbol)?;
        Some(format!(" · {} = {value}", symbol.symbol))
    });
    let about = about + &values.collect::<String>();
    let edge = quantile_name(&upper.to_string());
    let other = quantile_name(&format!("{:.6}", 1.0 - upper));
    let middle = (LEFT + WIDTH - RIGHT) / 2.0;
    let down = (TOP + HEIGHT - BOTTOM) / 2.0;
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"22\" font-size=\"14\" font-weight=\"bold\">{}</text>\n\
         <text x=\"{LEFT}\" y=\"40\" font-size=\"11\">{}</text>\n\
         <path d=\"M{LEFT},53h18\" stroke=\"#3a8fd0\" stroke-width=\"2\"/><text x=\"{}\" y=\"57\" font-size=\"11\">mean</text>\
         <rect x=\"{}\" y=\"48\" width=\"18\" height=\"10\" fill=\"#3a8fd0\" fill-opacity=\"0.3\"/>\
         <text x=\"{}\" y=\"57\" font-size=\"11\">{other} to {edge}</text>\n\
         <text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
         <text x=\"16\" y=\"{down}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {down})\">energy of one call, worst case</text>",
        xml(&title),
        xml(&about),
        LEFT + 24.0,
        LEFT + 70.0,
        LEFT + 94.0,
        HEIGHT - 14.0,
        xml(&series.symbol),
    );
}

/// A tick's value without rounding noise.
fn plain(value: f64) -> String {
    if value != 0.0 && !(1e-3..1e6).contains(&value.abs()) {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = |from, to, is_log| Axis {
            from,
            to,
            start: 0.0,
            end: 600.0,
            is_log,
        };
        assert_eq!(
            axis(0.0, 1000.0, false).ticks(),
            [0.0, 200.0, 400.0, 600.0, 800.0, 1000.0]
        );
        assert_eq!(axis(1.0, 1000.0, true).ticks(), [1.0, 10.0, 100.0, 1000.0]);
        assert!((axis(2.0, 5.0, true).at(2.0) - 0.0).abs() < 1e-9);
        assert!((axis(0.0, 10.0, false).at(5.0) - 300.0).abs() < 1e-9);
    }
}
