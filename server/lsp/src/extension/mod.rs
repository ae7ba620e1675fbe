//! jouled's additions to the protocol: its own requests, and the status notification introduced by rust-analyzer.
//!
//! `docs/protocol.md` describes them for authors of clients.

pub(crate) mod hotspots;
pub(crate) mod launches;
pub(crate) mod lines;
pub(crate) mod method_report;
pub(crate) mod methods;
pub(crate) mod models;
pub(crate) mod status;
pub(crate) mod what_if;

use serde::Deserialize;
use tower_lsp::ls_types::TextDocumentIdentifier;

/// The parameters of a request about one document.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DocumentParams {
    pub(crate) text_document: TextDocumentIdentifier,
}
