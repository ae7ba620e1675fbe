//! What the method cost in a run.

use crate::measured::Measured;
use crate::screen::Out;
use ide::Joules;
use ide::explain::Explanation;
use profile::forms::{energy, neighbours, no_cost, percent, relative, times, times_or_divided};
use profile::{Estimate, NoCostReason, RunCost};
use std::io;

pub(super) fn write(
    out: &mut Out,
    explanation: &Explanation<'_>,
    measured: &Measured,
) -> io::Result<()> {
    let meter = &measured.analysis.meter;
    let how = if meter.is_modelled {
        "modelled, not measured, by"
    } else {
        "measured by"
    };
    let program = &measured.analysis.program;
    out.line(format_args!(
        "in the run of {program}, {how} {}",
        meter.selector
    ))?;
    let (class, name, descriptor) = (
        explanation.class,
        explanation.method,
        explanation.descriptor,
    );
    if measured.has_other_code(class, name, descriptor) {
        out.line(format_args!(
            "  the method ran with other code, because of an edit or another compiler, so its cost is unknown"
        ))?;
        write_anchored(out, explanation, measured)?;
        return out.end();
    }
    let row = measured.of(class, name, descriptor);
    let Some(row) = row.filter(|row| row.with_callees.samples > 0) else {
        let known = row.and_then(|row| row.entries);
        let calls = known.map_or_else(String::new, |calls| {
            format!(" ({})", escape::how_many(calls, "call", "calls"))
        });
        out.line(format_args!(
            "  the profile has no samples of this method{calls}, so its cost is unknown"
        ))?;
        write_anchored(out, explanation, measured)?;
        return out.end();
    };
    let line = |what: &str, per_call: &Result<Estimate, NoCostReason>, cost: &RunCost| {
        let per_call = match per_call {
            Ok(cost) => format!("{} {} a call", energy(cost.mean), relative(cost)),
            Err(reason) => format!("no energy per call: {}", no_cost(*reason)),
        };
        if cost.samples == 0 {
            return format!("  {what:<13}  no samples");
        }
        let joules = cost
            .joules
            .map(|joules| format!(" · {} in the run", energy(joules.mean)));
        let share = percent(cost.share.mean);
        let joules = joules.unwrap_or_default();
        format!("  {what:<13}  {per_call}{joules} · {share} of it")
    };
    let all = line("with callees", &row.per_call, &row.with_callees);
    out.line(format_args!("{all}"))?;
    let own = line("own code", &row.own_per_call, &row.own);
    out.line(format_args!("{own}"))?;
    if let Some(calls) = row.entries {
        out.line(format_args!("  calls          {calls}"))?;
    }
    if let (Ok(cost), Some(typical)) = (&row.per_call, &explanation.typical)
        && typical.mean > 0.0
    {
        let ratio = cost.mean / typical.mean;
        out.line(format_args!(
            "  that is {ratio:.2} times the typical energy predicted below"
        ))?;
    }
    out.end()
}

/// What measured methods near it say.
fn write_anchored(
    out: &mut Out,
    explanation: &Explanation<'_>,
    measured: &Measured,
) -> io::Result<()> {
    let name = (
        explanation.class,
        explanation.method,
        explanation.descriptor,
    );
    let typical = explanation.typical.as_ref();
    let anchored =
        typical.and_then(|typical| measured.anchored(name, (typical.mean, typical.unpriced_calls)));
    let Some(anchored) = anchored else {
        return Ok(());
    };
    out.line(format_args!(
        "  anchored       ≈ {} ({}) a call: {} times the typical energy predicted below, by {}",
        Joules(anchored.per_call.mean).about(),
        times_or_divided(&anchored.factor),
        times(anchored.factor.mean()),
        neighbours(&anchored.factor)
    ))
}
