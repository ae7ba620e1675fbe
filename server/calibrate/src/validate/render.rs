//! A validation as text and as JSON.

use escape::Screen;
use std::io::Write;

use posterior::{Joules, Posterior};
use serde_json::{Value, json};

use calibrate::{INTERVAL, Prediction};

use super::score::{CONFIDENCE, Validation};

/// Text for people: the groups, then each program.
pub(super) fn text(
    out: &mut Screen<impl Write>,
    posterior: &Posterior,
    validation: &Validation,
    notes: &[String],
) -> std::io::Result<()> {
    out.line(format_args!(
        "{} ({}, {} structure)",
        posterior.name(),
        posterior.jdk(),
        posterior.structure()
    ))?;
    if let Some(statement) = posterior.hardware().unmetered() {
        out.line(format_args!("note: {statement}"))?;
    }
    for note in notes {
        out.line(format_args!("note: {note}"))?;
    }
    out.end()?;
    out.line(format_args!(
        "{:<22} {:>8} {:>7} {:>7} {:>7} {:>7}  {:<26} {:>10} {:>10}",
        "",
        "programs",
        "bias",
        "median",
        "p90",
        "max",
        format!("in {:.0}% intervals", 100.0 * INTERVAL),
        "half width",
        "run to run"
    ))?;
    for group in &validation.groups {
        let coverage = format!(
            "{}/{} = {:.0}% ({:.0}-{:.0}%)",
            (10.0 * group.covered).round() / 10.0,
            group.programs,
            100.0 * group.covered / group.programs as f64,
            100.0 * group.coverage.0,
            100.0 * group.coverage.1,
        );
        out.line(format_args!(
            "{:<22} {:>8} {:>+6.1}% {:>6.1}% {:>6.1}% {:>6.1}%  {coverage:<26} {:>9.1}% {:>10}",
            group.name,
            group.programs,
            100.0 * group.bias,
            100.0 * group.median,
            100.0 * group.p90,
            100.0 * group.max,
            100.0 * group.half_width,
            group.repeatability.map_or_else(
                || "unknown".to_owned(),
                |share| format!("{:.1}%", 100.0 * share)
            )
        ))?;
    }
    out.end()?;
    out.line(format_args!(
        "{:<34} {:>10} {:>10} {:>8}  {:<24} {:>8}",
        "program",
        "measured",
        "predicted",
        "error",
        format!("{:.0}% interval", 100.0 * INTERVAL),
        "unpriced"
    ))?;
    for of in &validation.predictions {
        let (low, high) = of.interval_j;
        out.line(format_args!(
            "{:<34} {:>10} {:>10} {:>+7.1}%  {:<24} {:>7.1}%{}",
            of.program,
            Joules(of.measured.joules).to_string(),
            Joules(of.predicted_j).to_string(),
            100.0 * of.error,
            format!("{} to {}", Joules(low), Joules(high)),
            100.0 * of.unpriced,
            if of.is_covered() { "" } else { "  outside" }
        ))?;
    }
    Ok(())
}

/// JSON for programs.
pub(super) fn json(
    out: &mut Screen<impl Write>,
    posterior: &Posterior,
    validation: &Validation,
    notes: &[String],
) -> anyhow::Result<()> {
    let document = json!({
        "schema": "jouled.validation/1",
        "model": posterior.name(),
        "digest": posterior.digest(),
        "structure": posterior.structure(),
        "jdk": posterior.jdk(),
        "unmetered": posterior.hardware().unmetered(),
        "notes": notes,
        "interval": INTERVAL,
        "coverage_confidence": CONFIDENCE,
        "groups": validation.groups,
        "programs": validation.predictions.iter().map(program).collect::<Vec<_>>(),
    });
    out.json(&serde_json::to_string_pretty(&document)?)?;
    Ok(())
}

fn program(of: &Prediction) -> Value {
    let (low, high) = of.interval_j;
    json!({
        "program": of.program,
        "measured_j": of.measured.joules,
        "measured_se_j": of.measured.standard_error,
        "samples": of.measured.samples,
        "predicted_j": of.predicted_j,
        "error": of.error,
        "interval_j": [low, high],
        "covered": of.is_covered(),
        "unpriced": of.unpriced,
    })
}
