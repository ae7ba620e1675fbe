//! The result as text.

use super::figures::{ErrorFigures, Estimated};
use super::goals::Goal;
use super::judged::{GroupKind, Judged, JudgedProgram, SHORT_LOOP};
use super::pairs::PairBin;

/// Prints what is known about a model, and its goals.
pub(super) fn print(judged: &Judged, goals: &[Goal]) {
    println!("{} ({} structure)", judged.model, judged.structure);
    for note in &judged.notes {
        println!("note: {note}");
    }
    println!(
        "a repeated measurement differs by {:.1}% (median of the standard errors)",
        100.0 * judged.repeatability
    );
    println!();
    println!(
        "{:<22} {:>5} {:>10}  {:<24} {:<24} {:<24} {:<22}",
        "each code once", "codes", "algorithms", "median error", "p90", "bias", "in 90% intervals"
    );
    for group in &judged.groups {
        line(judged, &name(group.kind), &group.figures, true);
    }
    if let Some(rescaled) = &judged.rescaled {
        let name = format!("all, divided by {:.3}", judged.scale);
        line(judged, &name, rescaled, false);
    }
    if let Some(anchored) = &judged.anchored {
        line(judged, "anchored by one size", anchored, false);
    }
    println!("(95% intervals in brackets, clustered by algorithm)");
    println!();
    bins(
        "order of unrelated programs, by predicted ratio",
        &judged.unrelated,
        1.0,
    );
    bins(
        "order of two programs of one algorithm",
        &judged.versions,
        1.0,
    );
    bins(
        "P(A > B) of unrelated programs, in %",
        &judged.unrelated_reliability,
        100.0,
    );
    bins(
        "P(A > B) of two programs of one algorithm, in %",
        &judged.version_reliability,
        100.0,
    );
    println!("{:<60} {:<18} {:>10}", "goal", "", "found");
    for goal in goals {
        println!(
            "{:<60} {:<18} {:>10}  {}",
            goal.what,
            goal.wanted,
            goal.found,
            if goal.is_met { "met" } else { "MISSED" }
        );
    }
    println!();
    println!(
        "{:<40} {:<24} {:>18} {:>12} {:>9} {:>9}",
        "worst programs", "algorithm", "predicted/measured", "instructions", "hot loop", "unpriced"
    );
    let known = judged.worst.iter().filter_map(|name| {
        let mut programs = judged.programs.iter();
        programs.find(|of| of.name == *name)
    });
    for program in known {
        worst(program);
    }
    println!();
}

fn name(kind: GroupKind) -> String {
    match kind {
        GroupKind::All => "all".to_owned(),
        GroupKind::ShortLoops => format!("short loops (< {SHORT_LOOP})"),
        GroupKind::Others => "others".to_owned(),
        GroupKind::New => "new to the campaign".to_owned(),
    }
}

fn worst(program: &JudgedProgram) {
    println!(
        "{:<40} {:<24} {:>18.2} {:>12.0} {:>9} {:>8.1}%",
        program.name,
        program.cluster,
        program.predicted_j / program.measured_j,
        program.instructions,
        program
            .hot_loop
            .map_or_else(|| "-".to_owned(), |length| length.to_string()),
        100.0 * program.unpriced
    );
}

fn line(judged: &Judged, name: &str, figures: &ErrorFigures, has_intervals: bool) {
    let error = |of: &Estimated| {
        if judged.is_off_by_factors {
            format!("×/÷{:.2} ({:.2}-{:.2})", of.value, of.low, of.high)
        } else {
            shares(of)
        }
    };
    let bias = if judged.is_off_by_factors {
        let Estimated { value, low, high } = figures.bias;
        format!("×{value:.2} ({low:.2} to {high:.2})")
    } else {
        let Estimated { value, low, high } = figures.bias;
        format!(
            "{:+.1}% ({:+.1} to {:+.1})",
            100.0 * value,
            100.0 * low,
            100.0 * high
        )
    };
    let coverage = if has_intervals {
        shares(&figures.coverage)
    } else {
        String::new()
    };
    println!(
        "{name:<22} {:>5} {:>10}  {:<24} {:<24} {bias:<24} {coverage:<22}",
        figures.programs,
        figures.clusters,
        error(&figures.median),
        error(&figures.p90)
    );
}

fn shares(of: &Estimated) -> String {
    format!(
        "{:.1}% ({:.1}-{:.1})",
        100.0 * of.value,
        100.0 * of.low,
        100.0 * of.high
    )
}

fn bins(title: &str, bins: &[PairBin], unit: f64) {
    println!("{title:<50} {:>7} {:>8}  right", "pairs", "mean");
    for bin in bins {
        let scaled = PairBin {
            from: bin.from * unit,
            to: bin.to.map(|to| to * unit),
            ..*bin
        };
        println!(
            "  {:<48} {:>7} {:>8.2}  {}",
            scaled.range(),
            bin.pairs,
            bin.mean * unit,
            shares(&bin.right)
        );
    }
    println!();
}
