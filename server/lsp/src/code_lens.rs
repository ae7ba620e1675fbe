//! `textDocument/codeLens`: the energy of each method over its heading.

use std::collections::HashMap;

use tower_lsp::ls_types::CodeLens;

use crate::snapshot::{Snapshot, marked};
use crate::to_proto;

/// The lenses of the whole document. Those of a method that was edited since the result are marked.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<CodeLens> {
    if !snapshot.lens {
        return Vec::new();
    }
    let outcome = &snapshot.outcome;
    let now: HashMap<u32, (u32, bool)> = outcome
        .origins
        .iter()
        .map(|(now, origin)| (origin.line, (now, origin.is_edited)))
        .collect();
    let mut lenses = Vec::new();
    for lens in &outcome.analysed.lenses {
        // The heading may have been edited and is still the heading; one that is gone takes the
        // lens with it.
        let Some((line, _)) = now.get(&lens.line) else {
            continue;
        };
        let place = |line: u32| now.get(&line).map(|(now, _)| *now);
        let is_whole = place(*lens.lines.end())
            .zip(place(*lens.lines.start()))
            .is_some_and(|(end, start)| end - start == lens.lines.end() - lens.lines.start());
        let is_edited = !is_whole
            || lens
                .lines
                .clone()
                .any(|line| now.get(&line).is_none_or(|(_, is_edited)| *is_edited));
        let title = marked(&lens.title, outcome.is_stale || is_edited);
        let range = to_proto::content_of_line(&snapshot.text, line - 1, snapshot.encoding);
        lenses.push(to_proto::code_lens(range, title));
    }
    lenses
}
