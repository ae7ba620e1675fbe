//! `textDocument/inlayHint`: the energy of each line at its end.

use tower_lsp::ls_types::{InlayHint, Range};

use crate::snapshot::{Snapshot, marked};
use crate::to_proto;

/// The hints in a range. A line that was edited since the result has none until the next one.
pub(crate) fn answer(snapshot: &Snapshot, range: Range) -> Vec<InlayHint> {
    if !snapshot.hints {
        return Vec::new();
    }
    let outcome = &snapshot.outcome;
    let last = range.end.line.min(snapshot.text.line_count());
    let basis = to_proto::basis(&outcome.analysed.model);
    let mut hints = Vec::new();
    for line in range.start.line..=last {
        let origin = outcome.origins.unedited(line + 1);
        let Some(hint) = origin.and_then(|origin| outcome.analysed.hint(origin)) else {
            continue;
        };
        let position = to_proto::end_of_line(&snapshot.text, line, snapshot.encoding);
        if (range.start..=range.end).contains(&position) {
            let label = marked(&hint.label, outcome.is_stale);
            hints.push(to_proto::inlay_hint(position, label, &basis));
        }
    }
    hints
}
