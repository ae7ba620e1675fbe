//! A trend for the terminal.

use super::words::{largest_first, short, shown_factor, shown_probability};
use crate::date::day;
use crate::series::{Kind, Series};
use crate::trend::Trend;
use escape::plain;
use posterior::Joules;
use std::fmt::Write as _;

/// The maximum number of blocks of a curve.
const WIDTH: usize = 40;

/// The maximum number of change points shown for a curve.
const MOST_CHANGES: usize = 3;

const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

pub(super) fn render(trend: &Trend) -> String {
    let mut out = String::new();
    // Writing to a string never fails.
    let (Some(first), Some(last)) = (trend.revisions.first(), trend.revisions.last()) else {
        return String::from("the history has no commit\n");
    };
    let _ = writeln!(
        out,
        "{}: {} from {} to {}, model {}",
        plain(&trend.repository),
        escape::how_many(trend.revisions.len(), "commit", "commits"),
        day(first.seconds),
        day(last.seconds),
        plain(&trend.model)
    );
    let _ = writeln!(
        out,
        "energy: the sum of one call of each method; a gap where something does not compile"
    );
    let broken = trend.problems.iter().filter(|problem| !problem.is_empty());
    let broken = broken.count();
    if broken > 0 {
        let _ = writeln!(
            out,
            "not analysed as a whole: {}; --format json has the reasons",
            escape::how_many(broken, "commit", "commits")
        );
    }
    let mut kind = None;
    for series in &trend.series {
        if kind != Some(series.kind) {
            kind = Some(series.kind);
            let title = match series.kind {
                Kind::All => "",
                Kind::Module => "modules",
                Kind::Package => "packages",
                Kind::Method => "methods that changed most",
            };
            let _ = writeln!(out, "\n{title}");
        }
        line(&mut out, trend, series);
    }
    out
}

fn line(out: &mut String, trend: &Trend, series: &Series) {
    let name = plain(&series.name);
    let Some((first, last)) = series.ends() else {
        let _ = writeln!(out, "{name}: no number");
        return;
    };
    let _ = writeln!(
        out,
        "{}  {} → {}  {}  {name}",
        sparkline(&series.typical_j),
        Joules(first),
        Joules(last),
        shown_factor(last / first)
    );
    for change in largest_first(series).into_iter().take(MOST_CHANGES) {
        let revision = &trend.revisions[change.revision];
        let _ = writeln!(
            out,
            "    {} {} {} ({}): {}",
            day(revision.seconds),
            short(&revision.id),
            shown_factor(change.factor),
            shown_probability(change.probability),
            plain(&revision.subject)
        );
    }
}

/// A curve in blocks, each as high as the mean of its commits; a space if no number is known.
fn sparkline(values: &[Option<f64>]) -> String {
    let columns = values.len().min(WIDTH);
    let mean = |column: usize| {
        let part = &values[column * values.len() / columns..(column + 1) * values.len() / columns];
        let known: Vec<f64> = part.iter().copied().flatten().collect();
        (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
    };
    let means: Vec<Option<f64>> = (0..columns).map(mean).collect();
    let known = means.iter().copied().flatten();
    let (least, most) = known.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    );
    let block = |mean: &Option<f64>| match mean {
        Some(mean) if most > least => {
            let step = (mean - least) / (most - least) * (BLOCKS.len() - 1) as f64;
            BLOCKS[(step.round() as usize).min(BLOCKS.len() - 1)]
        }
        Some(_) => BLOCKS[0],
        None => ' ',
    };
    means.iter().map(block).collect()
}

#[cfg(test)]
mod tests {
    use super::sparkline;

    #[test]
    fn a_curve_has_a_block_for_each_commit_up_to_forty() {
        assert_eq!(sparkline(&[Some(1.0), None, Some(8.0), Some(2.0)]), "▁ █▂");
        assert_eq!(sparkline(&[Some(3.0), Some(3.0)]), "▁▁");
        assert_eq!(sparkline(&[]), "");
        let long: Vec<Option<f64>> = (0..1000).map(|value| Some(f64::from(value))).collect();
        let line = sparkline(&long);
        assert_eq!(line.chars().count(), 40);
        assert!(line.starts_with('▁') && line.ends_with('█'));
    }
}
