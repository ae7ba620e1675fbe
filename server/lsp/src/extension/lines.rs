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
    /// The mean in joules of executing each instruction once.
    mean: f64,
    /// The mean in joules of an average call of the method on this line, callees included.
    total: f64,
    /// The share of that in the typical energy of the method, from 0 to 1. If there is a run, the part of the run's energy.
    share: f64,
    /// The line's cost in the displayed run, callees included.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<InRun>,
    /// The text of the hint.
    label: String,
    /// Whether energies of callees that the share and the total depend on are still being computed.
    is_provisional: bool,
}

/// A cost in a run.
#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InRun {
    /// `null` if the run measured no energy.
    pub(crate) joules: Option<f64>,
    /// The part of the cost of all Java code in the run, from 0 to 1.
    pub(crate) share: f64,
}

/// The lines that run in returning calls, from top to bottom. If there is a run, only the sampled lines: a colour on others would
/// suggest that they cost little.
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
        // Lines without a hint still have a share.
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
