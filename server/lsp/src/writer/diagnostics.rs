//! Reports contracts to the client.

use tower_lsp::ls_types::Uri;

use super::Writer;
use crate::diagnostic;

impl Writer {
    /// Sends the diagnostics of a document to the client if they have changed.
    pub(super) fn publish_diagnostics(&mut self, uri: &Uri) {
        let Some(snapshot) = self.snapshot(&uri.clone().into()) else {
            return;
        };
        let diagnostics = diagnostic::answer(&snapshot, uri);
        let Some(document) = self.documents.get_mut(uri) else {
            return;
        };
        if document.diagnostics != diagnostics {
            self.outbox.diagnostics(uri, &diagnostics);
            document.diagnostics = diagnostics;
        }
    }
}
