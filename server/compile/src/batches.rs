//! Splits files into batches, one for each request.

use super::unit::Unit;

/// The maximum number of files and bytes of text of a batch: large enough that javac rarely looks up its own classes again, and
/// small enough for its heap.
const BATCH_FILES: usize = 200;
const BATCH_BYTES: usize = 2 << 20;

/// Declarations depend on each other, so they are compiled in one batch if possible. This stays below the limit of a request.
const DECLARATION_FILES: usize = 20_000;
const DECLARATION_BYTES: usize = 24 << 20;

/// Batches of declarations.
pub(super) fn declaration_pieces(units: Vec<Unit>) -> Vec<Vec<Unit>> {
    batches(units, DECLARATION_FILES, DECLARATION_BYTES)
}

/// Batches of at most this many files and bytes, but of at least one file.
fn batches(units: Vec<Unit>, max_files: usize, max_bytes: usize) -> Vec<Vec<Unit>> {
    let mut batches: Vec<Vec<Unit>> = Vec::new();
    let mut bytes = 0;
    for unit in units {
        bytes += unit.text().len();
        match batches.last_mut() {
            Some(batch) if batch.len() < max_files && bytes <= max_bytes => batch.push(unit),
            _ => {
                bytes = unit.text().len();
                batches.push(vec![unit]);
            }
        }
    }
    batches
}

/// Batches of whole files.
pub(super) fn file_pieces(units: Vec<Unit>) -> Vec<Vec<Unit>> {
    batches(units, BATCH_FILES, BATCH_BYTES)
}
