//! `jouled/methods`: the methods of a document with their energy.

use serde::Serialize;
use tower_lsp::ls_types::Range;

use crate::code_lens::{self, LensMethod};
use crate::snapshot::Snapshot;
use crate::to_proto;

/// A method of a document.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListedMethod {
    name: String,
    class: String,
    /// The whole method.
    range: Range,
    /// The line of its name, counted from 0.
    header_line: u32,
    /// The text of its lens, without the sign.
    title: String,
    is_stale: bool,
    /// Whether part of the number is still being computed.
    is_provisional: bool,
}

/// The methods, from top to bottom, with the texts of their lenses, even if lenses are off.
pub(crate) fn answer(snapshot: &Snapshot) -> Vec<ListedMethod> {
    let shown = code_lens::shown(snapshot);
    let method = |shown: LensMethod| {
        let header_line = shown.line.saturating_sub(1);
        let around = snapshot.source.methods().iter().find(|method| {
            method.header_line == shown.line && (shown.name.is_empty() || method.name == shown.name)
        });
        let lines = around.map_or(shown.line..=shown.line, |method| method.lines.clone());
        ListedMethod {
            range: to_proto::whole_lines(snapshot.text(), &lines, snapshot.capabilities.encoding),
            header_line,
            title: shown.title.trim_start_matches("⚡ ").to_owned(),
            name: shown.name,
            class: shown.class,
            is_stale: shown.is_stale,
            is_provisional: shown.is_provisional,
        }
    };
    shown.into_iter().map(method).collect()
}
