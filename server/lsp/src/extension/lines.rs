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
    /// The share of that in the typical energy of the method, from 0 to 1.
    share: f64,
    /// What the hint says.
    label: String,
    /// Whether what is called is still being worked out, which the share and the total follow from.
    is_provisional: bool,
}

/// The lines that are executed in calls that return, from top to bottom.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<Heat> {
    let Some(outcome) = &snapshot.outcome else {
        return Vec::new();
    };
    let energies: Vec<HashMap<u32, LineEnergy>> = outcome
        .results
        .iter()
        .map(|result| {
            let lines = result.file.lines(&result.model, &result.assume).into_iter();
            lines.map(|line| (line.line, line)).collect()
        })
        .collect();
    let lines = outcome.origins.iter().filter_map(|(now, origin)| {
        let energy = energies
            .get(usize::from(origin.version))?
            .get(&origin.line)
            .filter(|energy| !origin.is_edited && energy.share_of_method > 0.0)?;
        // Lines that settings leave without a hint have their share all the same.
        let hint = outcome.result(origin)?.hint(origin.line);
        let label = hint.map_or_else(
            || format!("⚡ {}", energy.total.about()),
            |hint| hint.label.clone(),
        );
        Some(Heat {
            line: now.saturating_sub(1),
            mean: energy.mean.0,
            total: energy.total.0,
            share: energy.share_of_method,
            label: marked(&label, outcome.is_stale(origin)),
            is_provisional: snapshot.calls.lacks(outcome.result(origin)?).is_some(),
        })
    });
    lines.collect()
}
