//! The ranges that the client last asked about, by document.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tower_lsp::ls_types::{Range, Uri};

/// The last range of each document. That of a closed document is forgotten.
#[derive(Debug, Default)]
pub(crate) struct AskedRanges(Mutex<HashMap<Uri, Range>>);

impl AskedRanges {
    pub(crate) fn remember(&self, uri: &Uri, range: Range) {
        self.with(|ranges| ranges.insert(uri.clone(), range));
    }

    pub(crate) fn of(&self, uri: &Uri) -> Option<Range> {
        self.with(|ranges| ranges.get(uri).copied())
    }

    pub(crate) fn forget(&self, uri: &Uri) {
        self.with(|ranges| ranges.remove(uri));
    }

    fn with<T>(&self, change: impl FnOnce(&mut HashMap<Uri, Range>) -> T) -> T {
        // A panic elsewhere leaves the map intact.
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_document_is_forgotten() {
        let uri: Uri = "file:///A.java".parse().expect("a URI");
        let ranges = AskedRanges::default();
        assert_eq!(ranges.of(&uri), None);
        ranges.remember(&uri, Range::default());
        assert_eq!(ranges.of(&uri), Some(Range::default()));
        ranges.forget(&uri);
        assert_eq!(ranges.of(&uri), None);
    }
}
