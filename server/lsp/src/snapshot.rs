//! What a request is answered from: one document as it was when the request came.

use std::sync::Arc;

use source::{ColumnEncoding, LineIndex, LineOrigins};

use crate::analysed::Analysed;

/// A document, its newest result, and how the two hang together. Cheap to make.
#[derive(Debug, Clone)]
pub(crate) struct Snapshot {
    /// The text as the editor shows it.
    pub(crate) text: LineIndex,
    /// How columns count.
    pub(crate) encoding: ColumnEncoding,
    /// The newest result.
    pub(crate) outcome: Outcome,
    /// Whether hints are shown.
    pub(crate) hints: bool,
    /// Whether lenses are shown.
    pub(crate) lens: bool,
    /// Whether the client shows Markdown.
    pub(crate) markdown: bool,
}

/// A result and what happened to the text since.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    pub(crate) analysed: Arc<Analysed>,
    /// Where the lines of the text stood in the text of the result.
    pub(crate) origins: Arc<LineOrigins>,
    /// Whether a newer text was given to the compiler and made nothing of: the numbers are the last
    /// good ones.
    pub(crate) is_stale: bool,
}

/// What numbers begin with that are not those of the text any more.
pub(crate) const STALE: &str = "≈ ";

/// Marks the energy in a text such as `⚡ 40.2 nJ` as not being that of the newest text.
pub(crate) fn marked(label: &str, is_stale: bool) -> String {
    match label.strip_prefix("⚡ ") {
        Some(energy) if is_stale => format!("⚡ {STALE}{energy}"),
        _ => label.to_owned(),
    }
}
