//! `jouled/lines`: the energy of each line, for a heat map.

use std::collections::HashMap;

use ide::LineEnergy;
use serde::Serialize;

use crate::snapshot::{Snapshot, marked};

/// A line with its energy.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Heat {
    /// Counted from 0.
    line: u32,
    /// The mean in joules, each instruction once.
    mean: f64,
    /// The mean in joules of what a call of its method executes there on average, with its callees.
    total: f64,
    /// The share of that in the typical energy of the method, from 0 to 1; where a run is shown, the part of the run's energy.
    share: f64,
    /// What the line cost in the run that is shown, with its callees.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<InRun>,
    /// What the hint says.
    label: String,
    /// Whether the energies of callees are still being computed, which the share and the total depend on.
    is_provisional: bool,
}

/// What something cost in a run.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InRun {
    /// `null` where the run measured no energy.
    pub(crate) joules: Option<f64>,
    /// The part of what all Java code of the run cost, from 0 to 1.
    pub(crate) share: f64,
}

/// The lines that are executed in calls that return, from top to bottom. Where a run is shown, these are the lines that its
/// samples met: a colour for others would say that they cost little.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<Heat> {
    let Some(outcome) = &snapshot.outcome else {
        return Vec::new();
    };
    let energies: Vec<HashMap<u32, LineEnergy>> = outcome
        .results
        .iter()
        .map(|result| {
            let run = result.run();
            let lines = result.file.lines(&result.model, &result.assume, run);
            lines.into_iter().map(|line| (line.line, line)).collect()
        })
        .collect();
    let has_run = outcome
        .newest()
        .is_some_and(|result| result.run().is_some());
    let is_shown = |energy: &LineEnergy| match &energy.run {
        Some(run) => run.share > 0.0,
        None => !has_run && energy.share_of_method > 0.0,
    };
    let lines = outcome.origins.iter().filter_map(|(now, origin)| {
        let energy = energies
            .get(usize::from(origin.version))?
            .get(&origin.line)
            .filter(|energy| !origin.is_edited && is_shown(energy))?;
        // Lines that settings leave without a hint have their share anyway.
        let hint = outcome.result(origin)?.hint(origin.line);
        let label = hint.map_or_else(
            || match energy.run.and_then(|run| run.joules) {
                Some(joules) => format!("⚡ {} in the run", joules.about()),
                None => format!("⚡ {}", energy.total.about()),
            },
            |hint| hint.label.clone(),
        );
        Some(Heat {
            line: now.saturating_sub(1),
            mean: energy.mean.0,
            total: energy.total.0,
            share: energy.run.map_or(energy.share_of_method, |run| run.share),
            run: energy.run.map(|run| InRun {
                joules: run.joules.map(|joules| joules.0),
                share: run.share,
            }),
            label: marked(&label, outcome.is_stale(origin)),
            is_provisional: energy.run.is_none()
                && snapshot.calls.lacks(outcome.result(origin)?).is_some(),
        })
    });
    lines.collect()
}
