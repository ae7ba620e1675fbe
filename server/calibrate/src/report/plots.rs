//! Plots as SVG.

use anyhow::{Result, anyhow};
use inference::quantile;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use posterior::Joules;

const WIDTH: u32 = 900;
/// The width of the names beside a panel.
const NAMES_WIDTH: u32 = 230;
/// Room for half of an axis's last label.
const LABEL_MARGIN: u32 = 34;
/// Okabe and Ito's palette, suitable for every kind of colour vision (Wong 2011, "Points of view: Color blindness").
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(230, 159, 0),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(86, 180, 233),
    RGBColor(204, 121, 167),
    RGBColor(0, 0, 0),
];
/// The number of points of a density curve.
const POINTS: usize = 240;
const RANK_BINS: usize = 20;

/// Named values.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) values: Vec<f64>,
}

impl Series {
    /// The name and the mean.
    fn label(&self) -> String {
        let mean = self.values.iter().sum::<f64>() / self.values.len().max(1) as f64;
        format!("{} {}", self.name, Joules(mean))
    }
}

/// Draws a picture with this height and returns it as SVG.
fn svg(
    height: u32,
    draw: impl FnOnce(
        &DrawingArea<SVGBackend<'_>, Shift>,
    ) -> std::result::Result<(), Box<dyn std::error::Error>>,
) -> Result<String> {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        draw(&area)
            .and_then(|()| area.present().map_err(Into::into))
            .map_err(|error| anyhow!("a plot could not be drawn: {error}"))?;
    }
    // The backend escapes only XML syntax.
    let lines: Vec<String> = text.lines().map(escape::plain).collect();
    Ok(lines.join("\n"))
}

const fn color(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

/// Names that end at the right edge of their area, one for each row of a panel from `bottom` to `top`.
fn names<'n>(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    names: impl ExactSizeIterator<Item = &'n String>,
    (top, bottom): (i32, i32),
) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let (width, height) = area.dim_in_pixel();
    let rows = names.len().max(1) as f64;
    let row = f64::from(height as i32 - top - bottom) / rows;
    let style = ("sans-serif", 13)
        .into_text_style(area)
        .pos(Pos::new(HPos::Right, VPos::Center));
    for (index, name) in names.enumerate() {
        let place = f64::from(height as i32 - bottom) - (index as f64 + 0.4) * row;
        area.draw_text(name, &style, (width as i32 - 6, place as i32))?;
    }
    Ok(())
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .filter(|value| value.is_finite())
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
    if low < high {
        (low, high)
    } else if low.is_finite() {
        (low * 0.9 - 1e-12, low * 1.1 + 1e-12)
    } else {
        (0.0, 1.0)
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "plotters asks for this signature"
)]
fn joules(value: &f64) -> String {
    Joules(*value).to_string()
}

/// A Gaussian kernel density at one point, with Silverman's bandwidth (Silverman 1986, equation 3.31).
fn density(values: &[f64], bandwidth: f64, place: f64) -> f64 {
    let sum: f64 = values
        .iter()
        .map(|value| (-0.5 * ((place - value) / bandwidth).powi(2)).exp())
        .sum();
    sum / (values.len() as f64 * bandwidth * (2.0 * std::f64::consts::PI).sqrt())
}

fn bandwidth(values: &[f64]) -> f64 {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let sd = (values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0).max(1.0))
    .sqrt();
    let spread = sd.min((quantile(values, 0.75) - quantile(values, 0.25)) / 1.34);
    (0.9 * spread * n.powf(-0.2)).max(1e-15)
}

/// Densities in panels, each scaled to its panel's height, with name and mean beside it. They share the energy axis.
pub(super) fn densities(title: &str, series: &[Series]) -> Result<String> {
    let row = 46;
    let height = 60 + row * series.len() as u32 + 30;
    svg(height, |area| {
        let (low, high) = range(
            series
                .iter()
                .flat_map(|series| series.values.iter().copied()),
        );
        let margin = 0.04 * (high - low);
        let (low, high) = ((low - margin).max(0.0), high + margin);
        let area = area.titled(title, ("sans-serif", 18))?;
        let (beside, panel) = area.split_horizontally(NAMES_WIDTH);
        let labels: Vec<String> = series.iter().map(Series::label).collect();
        names(&beside, labels.iter(), (8, 38))?;
        let mut chart = ChartBuilder::on(&panel)
            .margin(8)
            .margin_right(LABEL_MARGIN)
            .x_label_area_size(30)
            .build_cartesian_2d(low..high, 0.0..series.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_label_formatter(&joules)
            .draw()?;
        for (index, series) in series.iter().enumerate() {
            let base = index as f64;
            let bandwidth = bandwidth(&series.values);
            let places: Vec<(f64, f64)> = (0..=POINTS)
                .map(|step| low + (high - low) * step as f64 / POINTS as f64)
                .chain(series.values.iter().copied())
                .map(|place| (place, density(&series.values, bandwidth, place)))
                .collect();
            let mut places = places;
            places.sort_by(|a, b| a.0.total_cmp(&b.0));
            let peak = places
                .iter()
                .map(|place| place.1)
                .fold(f64::MIN_POSITIVE, f64::max);
            let curve = places
                .iter()
                .map(|(place, value)| (*place, base + 0.85 * value / peak));
            chart.draw_series(
                AreaSeries::new(curve, base, color(0).mix(0.5)).border_style(color(0)),
            )?;
        }
        Ok(())
    })
}

/// One bar for each name, in joules.
pub(super) fn bars(title: &str, values: &[(String, f64)]) -> Result<String> {
    svg(60 + 40 * values.len() as u32, |area| {
        let (_, high) = range(values.iter().map(|value| value.1).chain([0.0]));
        let area = area.titled(title, ("sans-serif", 18))?;
        let (beside, panel) = area.split_horizontally(NAMES_WIDTH);
        let labels: Vec<String> = (values.iter().rev())
            .map(|(name, value)| format!("{name} {}", Joules(*value)))
            .collect();
        names(&beside, labels.iter(), (8, 38))?;
        let mut chart = ChartBuilder::on(&panel)
            .margin(8)
            .margin_right(LABEL_MARGIN)
            .x_label_area_size(30)
            .build_cartesian_2d(0.0..high * 1.05, 0.0..values.len() as f64)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .x_label_formatter(&joules)
            .draw()?;
        for (index, (_, value)) in values.iter().enumerate() {
            let base = (values.len() - 1 - index) as f64;
            chart.draw_series([Rectangle::new(
                [(0.0, base + 0.15), (*value, base + 0.85)],
                color(0).mix(0.7).filled(),
            )])?;
        }
        Ok(())
    })
}

/// The draws of each chain in order.
pub(super) fn trace(title: &str, chains: &[Vec<f64>]) -> Result<String> {
    svg(180, |area| {
        let (low, high) = range(chains.iter().flatten().copied());
        let length = chains.iter().map(Vec::len).max().unwrap_or(1);
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 15))
            .margin(8)
            .margin_right(LABEL_MARGIN)
            .x_label_area_size(20)
            .y_label_area_size(70)
            .build_cartesian_2d(0..length, low..high)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .y_label_formatter(&joules)
            .y_labels(4)
            .draw()?;
        // More points than the picture has columns would only make the page longer.
        let step = (length / 500).max(1);
        for (index, chain) in chains.iter().enumerate() {
            let points = chain
                .iter()
                .enumerate()
                .step_by(step)
                .map(|(draw, value)| (draw, *value));
            chart.draw_series(LineSeries::new(points, color(index).mix(0.7)))?;
        }
        Ok(())
    })
}

/// For each chain, how many draws are in each twentieth of the ranks of all draws (Vehtari et al. 2021, section 4).
pub(super) fn ranks(title: &str, chains: &[Vec<f64>]) -> Result<String> {
    let mut all: Vec<(f64, usize)> = chains
        .iter()
        .enumerate()
        .flat_map(|(chain, draws)| draws.iter().map(move |draw| (*draw, chain)))
        .collect();
    all.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut counts = vec![[0_usize; RANK_BINS]; chains.len()];
    for (rank, (_, chain)) in all.iter().enumerate() {
        counts[*chain][(rank * RANK_BINS / all.len()).min(RANK_BINS - 1)] += 1;
    }
    svg(130, |area| {
        let panels = area
            .titled(&format!("ranks of {title}"), ("sans-serif", 15))?
            .split_evenly((1, chains.len().max(1)));
        let highest = counts.iter().flatten().copied().max().unwrap_or(1);
        for (index, (panel, counts)) in panels.iter().zip(&counts).enumerate() {
            let mut chart = ChartBuilder::on(panel)
                .margin(4)
                .build_cartesian_2d(0..RANK_BINS, 0..highest + 1)?;
            let fill = color(index).mix(0.7).filled();
            chart.draw_series(
                counts
                    .iter()
                    .enumerate()
                    .map(|(bin, count)| Rectangle::new([(bin, 0), (bin + 1, *count)], fill)),
            )?;
        }
        Ok(())
    })
}

/// Measured (x) and predicted (y) energies on logarithmic axes. Points that are off are triangles in another colour.
pub(super) fn scatter(title: &str, points: &[(f64, f64, bool)]) -> Result<String> {
    let positive: Vec<&(f64, f64, bool)> = points
        .iter()
        .filter(|point| point.0 > 0.0 && point.1 > 0.0)
        .collect();
    svg(520, |area| {
        let (low, high) = range(positive.iter().flat_map(|point| [point.0, point.1]));
        let (low, high) = (low.max(1e-12) * 0.8, high * 1.25);
        let mut chart = ChartBuilder::on(area)
            .caption(title, ("sans-serif", 18))
            .margin(8)
            .margin_right(LABEL_MARGIN)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d((low..high).log_scale(), (low..high).log_scale())?;
        chart
            .configure_mesh()
            .x_desc("measured")
            .y_desc("predicted")
            .x_label_formatter(&joules)
            .y_label_formatter(&joules)
            .draw()?;
        chart.draw_series(LineSeries::new([(low, low), (high, high)], BLACK.mix(0.4)))?;
        let place = |point: &(f64, f64, bool)| (point.0, point.1);
        let (fitting, off): (Vec<_>, Vec<_>) = positive.iter().partition(|point| point.2);
        chart.draw_series(
            (fitting.into_iter())
                .map(|point| Circle::new(place(point), 3, color(0).mix(0.5).filled())),
        )?;
        chart.draw_series(
            (off.into_iter()).map(|point| TriangleMarker::new(place(point), 5, color(3).filled())),
        )?;
        Ok(())
    })
}
