//! `jouled/methodReport`: everything known about the method around a position.

use ide::details::MethodDetails;
use serde::Serialize;
use tower_lsp::ls_types::Position;

use crate::snapshot::Snapshot;

/// A method with its energy.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MethodReport {
    #[serde(flatten)]
    details: MethodDetails,
    is_stale: bool,
    /// Whether part of the numbers is still being computed.
    is_provisional: bool,
}

/// The report; `None` if there is no priced method at this place. An edited line still belongs to its method.
pub(crate) fn answer(snapshot: &Snapshot, position: Position) -> Option<MethodReport> {
    let outcome = snapshot.outcome.as_ref()?;
    let line = position.line.checked_add(1)?;
    let origin = outcome.origins.origin(line)?;
    let result = outcome.result(origin)?;
    let details = result
        .file
        .details(&result.model, &result.assume, origin.line)?;
    Some(MethodReport {
        details,
        is_stale: outcome.is_stale(origin) || origin.is_edited,
        is_provisional: snapshot.calls.lacks(result).is_some(),
    })
}
