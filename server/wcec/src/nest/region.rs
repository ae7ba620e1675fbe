//! A part of a method, as loops divide it.

/// A part of the method being analysed: the whole method, or the body of a loop.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) id: u32,
    pub(super) blocks: Vec<u32>,
    /// The blocks at which it is entered, sorted.
    pub(super) entries: Vec<u32>,
    /// True for the body of a loop, which lacks the edges back to its entries.
    pub(super) is_body: bool,
}

impl Region {
    pub(super) fn is_entry(&self, block: usize) -> bool {
        self.entries.binary_search(&(block as u32)).is_ok()
    }
}
