//! `textDocument/inlayHint`: the energy of each line at its end.

use tower_lsp::ls_types::{InlayHint, Range};

use crate::snapshot::{Snapshot, marked};
use crate::to_proto;

/// The hints in a range. A line that was edited since the result has none until the next one.
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
        let position = to_proto::end_of_line(text, line, snapshot.encoding);
        if (range.start..=range.end).contains(&position) {
            let label = marked(&hint.label, outcome.is_stale(origin));
            hints.push(to_proto::inlay_hint(position, label, &basis));
        }
    }
    hints
}
