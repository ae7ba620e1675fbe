//! Files in pieces that one request can take.

use super::unit::Unit;

/// Files and bytes of text that are compiled in one piece: large enough that javac's own classes
/// are not looked up again for every file, small enough for its heap.
const BATCH_FILES: usize = 200;
const BATCH_BYTES: usize = 2 << 20;

/// Declarations are compiled in one piece if that is possible at all, since they depend on each
/// other; this stays below the limit of a request.
const DECLARATION_FILES: usize = 20_000;
const DECLARATION_BYTES: usize = 24 << 20;

/// Declarations in pieces that one request can take.
pub(super) fn declaration_pieces(units: Vec<Unit>) -> Vec<Vec<Unit>> {
    batches(units, DECLARATION_FILES, DECLARATION_BYTES)
}

/// Pieces of at most so many files and bytes, but of one file at least.
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

/// Files that are compiled as they are, in pieces.
pub(super) fn file_pieces(units: Vec<Unit>) -> Vec<Vec<Unit>> {
    batches(units, BATCH_FILES, BATCH_BYTES)
}
