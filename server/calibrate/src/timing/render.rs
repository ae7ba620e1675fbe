//! A timing as text and as JSON.

use escape::Screen;
use std::io::Write;

use serde_json::{Value, json};

use super::clusters::{cut, dendrogram};
use super::statistics::{Summary, regression};
use super::timed::{Report, Timed};

/// Prints the number of trials of each sequence.
pub(super) fn plan(
    out: &mut Screen<impl Write>,
    plan: &[(&'static str, f64, u64)],
    seconds: f64,
) -> std::io::Result<()> {
    out.line(format_args!(
        "{:<14} {:>12} {:>14}",
        "", "sequence", "trials"
    ))?;
    for (name, event_s, trials) in plan {
        out.line(format_args!(
            "{name:<14} {:>9.3} µs {trials:>14}",
            event_s * 1e6
        ))?;
    }
    out.line(format_args!("about {seconds:.0} s of CPU time"))
}

/// The names of the granularities at which Lambert and Power cut their tree (table 4).
fn granularities(summary: &Summary) -> [(&'static str, f64); 6] {
    [
        ("minimum", summary.min),
        ("first quartile", summary.first_quartile),
        ("median", summary.median),
        ("mean", summary.mean),
        ("third quartile", summary.third_quartile),
        ("maximum", summary.max),
    ]
}

fn times(report: &Report) -> Vec<(&'static str, f64)> {
    report
        .instructions
        .iter()
        .map(|of| (of.name, of.coarse_s))
        .collect()
}

fn pairs(report: &Report) -> Vec<(f64, f64)> {
    report
        .instructions
        .iter()
        .map(|of| (of.coarse_s, of.fine_s))
        .collect()
}

/// Text for people.
pub(super) fn text(out: &mut Screen<impl Write>, report: &Report) -> std::io::Result<()> {
    let ns = |seconds: f64| seconds * 1e9;
    out.line(format_args!("{}", report.jdk))?;
    out.line(format_args!(
        "a clock of {} ms, sequences of {}, intervals of {:.0}%",
        report.resolution_s * 1e3,
        report.length,
        100.0 * report.confidence
    ))?;
    out.line(format_args!(
        "overhead of the clock {:.1} ± {:.1} ns ({} trials), by the fine clock {:.1} ns",
        ns(report.overhead.seconds),
        ns(report.overhead.half_width_s),
        report.overhead.trials,
        ns(report.overhead_fine_s)
    ))?;
    out.end()?;
    out.line(format_args!(
        "{:<14} {:>9} {:>8} {:>9} {:>10}",
        "instruction", "coarse", "±", "fine", "trials"
    ))?;
    let mut sorted: Vec<&Timed> = report.instructions.iter().collect();
    sorted.sort_by(|a, b| a.coarse_s.total_cmp(&b.coarse_s));
    let summary = Summary::of(&times(report).iter().map(|of| of.1).collect::<Vec<_>>());
    for of in sorted {
        out.line(format_args!(
            "{:<14} {:>6.2} ns {:>8.2} {:>6.2} ns {:>10}{}",
            of.name,
            ns(of.coarse_s),
            ns(of.half_width_s),
            ns(of.fine_s),
            of.trials,
            if summary.is_outlier(of.coarse_s) {
                "  outlier"
            } else {
                ""
            }
        ))?;
    }
    out.end()?;
    out.line(format_args!(
        "min {:.2}, quartiles {:.2} {:.2} {:.2}, mean {:.2}, max {:.2} ns",
        ns(summary.min),
        ns(summary.first_quartile),
        ns(summary.median),
        ns(summary.third_quartile),
        ns(summary.mean),
        ns(summary.max)
    ))?;
    for (name, granularity) in granularities(&summary) {
        out.line(format_args!(
            "{:>4} groups at a granularity of {:.2} ns ({name})",
            cut(&times(report), granularity).len(),
            ns(granularity)
        ))?;
    }
    out.end()?;
    out.line(format_args!("Groups at the median"))?;
    for group in cut(&times(report), summary.median) {
        out.line(format_args!("  {}", group.join(" ")))?;
    }
    let (r, intercept, slope) = regression(&pairs(report));
    out.end()?;
    out.line(format_args!(
        "correlation with the fine clock r = {r:.4}; fine = {:.3} ns + {slope:.3} · coarse",
        ns(intercept)
    ))
}

/// JSON for programs.
pub(super) fn json(out: &mut Screen<impl Write>, report: &Report) -> anyhow::Result<()> {
    let times = times(report);
    let summary = Summary::of(&times.iter().map(|of| of.1).collect::<Vec<_>>());
    let (r, intercept, slope) = regression(&pairs(report));
    let instruction = |of: &Timed| -> Value {
        json!({
            "name": of.name,
            "coarse_s": of.coarse_s,
            "half_width_s": of.half_width_s,
            "fine_s": of.fine_s,
            "trials": of.trials,
            "outlier": summary.is_outlier(of.coarse_s),
        })
    };
    let granularity = |(name, granularity): (&str, f64)| -> Value {
        json!({ "name": name, "seconds": granularity, "groups": cut(&times, granularity) })
    };
    let document = json!({
        "schema": "jouled.timing/1",
        "jdk": report.jdk,
        "resolution_s": report.resolution_s,
        "length": report.length,
        "confidence": report.confidence,
        "overhead": {
            "coarse_s": report.overhead.seconds,
            "half_width_s": report.overhead.half_width_s,
            "fine_s": report.overhead_fine_s,
            "trials": report.overhead.trials,
        },
        "instructions": report.instructions.iter().map(instruction).collect::<Vec<_>>(),
        "summary_s": summary,
        "granularities": granularities(&summary).map(granularity),
        "dendrogram": dendrogram(&times),
        "correlation": { "r": r, "intercept_s": intercept, "slope": slope },
    });
    out.json(&serde_json::to_string_pretty(&document)?)?;
    Ok(())
}
