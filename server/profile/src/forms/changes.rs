//! The comparison of two runs as text with 120 columns.

use std::io;

use escape::Screen;

use super::names::method_in;
use super::words::{energy, percent, run_mean, value};
use crate::charge::Unit;
use crate::compare::{CostChange, MethodChange, OneSided, RunComparison};
use crate::estimate::RunMean;

/// From this probability on, a change is called sure.
const SURE: f64 = 0.95;
/// Below this probability, the text names no direction.
const LIKELY: f64 = 0.75;

/// The text of a comparison, with at most this many methods.
pub fn changes(comparison: &RunComparison, most: usize) -> String {
    let mut out = Screen::new(Vec::new());
    // Writing to a vector never fails.
    let _ = write(&mut out, comparison, most);
    out.into_text()
}

type Out = Screen<Vec<u8>>;

fn write(out: &mut Out, comparison: &RunComparison, most: usize) -> io::Result<()> {
    let show: fn(f64) -> String = match comparison.unit {
        Unit::Joules => energy,
        Unit::CpuSeconds => super::words::seconds,
    };
    match &comparison.total {
        Some(total) => {
            let side = |mean: &RunMean| run_mean(mean, show);
            let sure = total.p_more.map(|p| format!("; {}", probability(p)));
            out.line(format_args!(
                "A run: {}, then {}{}",
                side(&total.sides[0]),
                side(&total.sides[1]),
                sure.unwrap_or_default()
            ))?;
        }
        None => out.line(format_args!("A run: energy not measured"))?,
    }
    if comparison.unit == Unit::CpuSeconds {
        out.line(format_args!(
            "No energy was measured: all numbers are CPU time."
        ))?;
    }
    if comparison.runs.contains(&1) {
        out.line(format_args!(
            "One run on a side: the probabilities cover sampling error, but not how much runs differ."
        ))?;
    }
    out.end()?;
    methods(out, comparison, most)?;
    one_sided(out, comparison, true, most)?;
    one_sided(out, comparison, false, most)
}

fn methods(out: &mut Out, comparison: &RunComparison, most: usize) -> io::Result<()> {
    if comparison.methods.is_empty() {
        return out.line(format_args!("No method is on both sides."));
    }
    out.line(format_args!(
        "{:>9} {:>9} {:>21} {:>13}  {:>7} {:>21}  method, its own code",
        "before", "after", "ratio", "", "calls", "each call"
    ))?;
    for change in comparison.methods.iter().take(most) {
        let cells = cells(comparison, change);
        let name = method_in(&change.method, 120, cells.chars().count());
        out.line(format_args!("{cells}{name}"))?;
    }
    let left = comparison.methods.len().saturating_sub(most);
    if left > 0 {
        let others = escape::how_many(left, "other method", "other methods");
        out.line(format_args!("{others} changed less."))?;
    }
    Ok(())
}

fn cells(comparison: &RunComparison, change: &MethodChange) -> String {
    let calls = match change.entries {
        Some([base, head]) if base > 0 => format!("×{:.2}", head as f64 / base as f64),
        _ => "?".to_owned(),
    };
    let each = change
        .own_per_call
        .as_ref()
        .map_or_else(|| "?".to_owned(), ratio);
    format!(
        "{:>9} {:>9} {:>21} {:>13}  {calls:>7} {each:>21}  ",
        value(comparison.unit, change.own.base.mean),
        value(comparison.unit, change.own.head.mean),
        ratio(&change.own),
        if change.own.base.lo > 0.0 && change.own.head.lo > 0.0 {
            probability(change.own.p_more)
        } else {
            String::new()
        },
    )
}

fn ratio(change: &CostChange) -> String {
    match &change.ratio {
        // A wider ratio only means that the method hardly had a sample.
        Some(ratio) if ratio.lo * 100.0 >= ratio.hi => {
            format!("×{:.2} ({:.2}–{:.2})", ratio.mean, ratio.lo, ratio.hi)
        }
        _ => "few samples".to_owned(),
    }
}

/// The probability in words, for the more probable direction.
fn probability(p_more: f64) -> String {
    let (p, word) = if p_more >= 0.5 {
        (p_more, "more")
    } else {
        (1.0 - p_more, "less")
    };
    match p {
        p if p >= 0.999 => format!(">99.9% {word}"),
        p if p >= SURE => format!("{} {word}", percent(p)),
        p if p >= LIKELY => format!("{} {word}?", percent(p)),
        _ => "unsure".to_owned(),
    }
}

fn one_sided(
    out: &mut Out,
    comparison: &RunComparison,
    is_new: bool,
    most: usize,
) -> io::Result<()> {
    let of_side = |side: &&OneSided| side.is_new == is_new;
    let all = comparison.one_sided.iter().filter(of_side).count();
    if all == 0 {
        return Ok(());
    }
    out.end()?;
    out.line(format_args!(
        "{}",
        if is_new {
            "Only after:"
        } else {
            "Only before:"
        }
    ))?;
    for side in comparison.one_sided.iter().filter(of_side).take(most) {
        let doubt = if side.is_certain {
            ""
        } else {
            "  (not sampled on the other side, where calls were not counted)"
        };
        let used = value(comparison.unit, side.own.mean);
        let name = method_in(&side.method, 120, 11 + doubt.chars().count());
        out.line(format_args!("{used:>9}  {name}{doubt}"))?;
    }
    if all > most {
        out.line(format_args!("{} more", all - most))?;
    }
    Ok(())
}
