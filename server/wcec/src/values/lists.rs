//! Short lists, by number, one after another in the same memory.

use std::ops::Range;

/// Lists, most of them empty or short.
#[derive(Debug)]
pub(super) struct Lists<T> {
    items: Vec<T>,
    ranges: Vec<(u32, u32)>,
}

impl<T> Lists<T> {
    /// So many empty lists.
    pub(super) fn new(lists: usize) -> Self {
        Self {
            items: Vec::new(),
            ranges: vec![(0, 0); lists],
        }
    }

    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ranges.fill((0, 0));
    }

    /// One of the lists; empty if there is none with this number.
    pub(super) fn of(&self, list: usize) -> &[T] {
        self.items.get(self.range(list)).unwrap_or_default()
    }

    /// Gives a list its items.
    pub(super) fn set(&mut self, list: usize, items: impl IntoIterator<Item = T>) {
        let start = self.items.len() as u32;
        self.items.extend(items);
        if let Some(range) = self.ranges.get_mut(list) {
            *range = (start, self.items.len() as u32);
        }
    }

    fn range(&self, list: usize) -> Range<usize> {
        let (start, end) = self.ranges.get(list).copied().unwrap_or_default();
        start as usize..end as usize
    }
}
