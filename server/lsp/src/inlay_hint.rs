//! `textDocument/inlayHint`: the energy of each line at its end.

use tower_lsp::ls_types::{InlayHint, Range};

use crate::hover;
use crate::snapshot::{Snapshot, marked};
use crate::to_proto::{self, Tooltip};

/// The hints in a range. An edited line has none until the next result.
pub(crate) fn answer(snapshot: &Snapshot, range: Range) -> Vec<InlayHint> {
    let Some(outcome) = snapshot.outcome.as_ref().filter(|_| snapshot.is_enabled) else {
        return Vec::new();
    };
    let text = snapshot.text();
    let last = range.end.line.min(text.line_count());
    let basis = outcome
        .newest()
        .map(|result| to_proto::basis(&result.model));
    let basis = basis.unwrap_or_default();
    let mut hints = Vec::new();
    for line in range.start.line..=last {
        let origin = outcome.origins.origin(line + 1);
        let Some(origin) = origin.filter(|origin| !origin.is_edited) else {
            continue;
        };
        let Some(hint) = outcome
            .result(origin)
            .and_then(|result| result.hint(origin.line))
        else {
            continue;
        };
        let position = to_proto::end_of_line(text, line, snapshot.capabilities.encoding);
        if (range.start..=range.end).contains(&position) {
            let lacks = outcome
                .result(origin)
                .filter(|_| hint.rests_on_calls)
                .and_then(|result| snapshot.calls.lacks(result));
            let label = marked(&hint.label, outcome.is_stale(origin) || lacks.is_some());
            let tooltip = if snapshot.capabilities.resolves_tooltips {
                Tooltip::OnDemand(snapshot.document)
            } else {
                Tooltip::Text(&basis)
            };
            hints.push(to_proto::inlay_hint(position, &label, tooltip));
        }
    }
    hints
}

/// The number of the document with this hint; `None` if the hint is not ours.
pub(crate) fn document(hint: &InlayHint) -> Option<u32> {
    let number = hint.data.as_ref()?.as_u64()?;
    u32::try_from(number).ok()
}

/// The hint with its line's hover as a tooltip.
pub(crate) fn resolve(snapshot: &Snapshot, hint: InlayHint) -> InlayHint {
    match hover::text(snapshot, hint.position.line) {
        Some(text) => to_proto::with_tooltip(hint, text, snapshot.capabilities.shows_markdown),
        None => hint,
    }
}
