//! What was derived from a tally, kept for the next time that the same is executed.

use pricing::{PatternId, Tally};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Tallies of more patterns than this are hardly ever met again.
const LONGEST: usize = 32;

/// No more results than this are kept, whatever the input.
const MOST: usize = 1 << 16;

/// Results by tally. Short methods and lines resemble each other: of all lines of the JDK one in eight executes
/// something that no other does.
#[derive(Debug)]
pub struct Memo<T> {
    results: FxHashMap<Box<[(PatternId, u64)]>, Arc<T>>,
    /// The tally that is looked up, with the bits of its counts.
    key: Vec<(PatternId, u64)>,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self {
            results: FxHashMap::default(),
            key: Vec::new(),
        }
    }
}

impl<T> Memo<T> {
    /// The result for a tally, made where it is not known. The same memo must always be asked with the same `make`.
    pub fn get(&mut self, tally: &Tally, make: impl FnOnce() -> T) -> Arc<T> {
        self.key.clear();
        self.key
            .extend(tally.iter().map(|(id, count)| (id, count.to_bits())));
        if let Some(known) = self.results.get(self.key.as_slice()) {
            return Arc::clone(known);
        }
        let made = Arc::new(make());
        if self.key.len() <= LONGEST && self.results.len() < MOST {
            let key = self.key.as_slice().into();
            self.results.insert(key, Arc::clone(&made));
        }
        made
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(count: f64) -> Tally {
        std::iter::once((PatternId(3), count)).collect()
    }

    #[test]
    fn the_same_tally_is_worked_out_once() {
        let mut memo = Memo::default();
        let mut made = 0;
        for count in [1.0, 2.0, 1.0, 2.0, 1.0] {
            let result = memo.get(&tally(count), || {
                made += 1;
                count
            });
            assert_eq!(result.to_bits(), count.to_bits());
        }
        assert_eq!(made, 2);
    }

    #[test]
    fn it_does_not_grow_without_end() {
        let mut memo = Memo::default();
        for count in 0..MOST + 10 {
            memo.get(&tally(count as f64), || ());
        }
        assert_eq!(memo.results.len(), MOST);
    }
}
