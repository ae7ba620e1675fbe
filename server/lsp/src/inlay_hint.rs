//! `textDocument/inlayHint`: the energy of each line at its end.

use serde::Deserialize;
use tower_lsp::ls_types::{InlayHint, Range, Uri};

use crate::hover;
use crate::snapshot::{Snapshot, marked};
use crate::to_proto::{self, Tooltip};

/// The hints in a range. A line that was edited since the result has none until the next one.
pub(crate) fn answer(snapshot: &Snapshot, uri: &Uri, range: Range) -> Vec<InlayHint> {
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
        let position = to_proto::end_of_line(text, line, snapshot.abilities.encoding);
        if (range.start..=range.end).contains(&position) {
            let label = marked(&hint.label, outcome.is_stale(origin));
            let tooltip = if snapshot.abilities.resolves_tooltips {
                Tooltip::OnDemand { uri, line }
            } else {
                Tooltip::Text(&basis)
            };
            hints.push(to_proto::inlay_hint(position, label, tooltip));
        }
    }
    hints
}

/// The line that a hint stands on, as the hint carries it to its resolution.
#[derive(Debug, Deserialize)]
pub(crate) struct Place {
    pub(crate) uri: Uri,
    line: u32,
}

/// The place of a hint, `None` for one that is not ours.
pub(crate) fn place(hint: &InlayHint) -> Option<Place> {
    Place::deserialize(hint.data.as_ref()?).ok()
}

/// The hint with what a hover on its line says.
pub(crate) fn resolve(snapshot: &Snapshot, place: &Place, hint: InlayHint) -> InlayHint {
    match hover::text(snapshot, place.line) {
        Some(text) => to_proto::with_tooltip(hint, text, snapshot.abilities.shows_markdown),
        None => hint,
    }
}
