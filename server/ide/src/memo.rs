//! Caches what was computed from a tally, for other code that executes the same.

use hashbrown::HashTable;
use pricing::{PatternId, Tally};
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::ops::Range;

/// Larger tallies hardly ever occur again.
const LONGEST: usize = 32;

/// The maximum number of cached results, whatever the input.
const MOST: usize = 1 << 16;

/// Results by tally. Short methods and lines resemble each other: only one in eight of the JDK's lines executes something unique.
#[derive(Debug)]
pub struct Memo<T> {
    results: HashTable<MemoEntry<T>>,
    /// The keys of the results, one after another. The key that is looked up comes after them, as [`write_key`] writes it.
    keys: Vec<u64>,
}

/// A result, with the position of its key.
#[derive(Debug)]
struct MemoEntry<T> {
    hash: u64,
    key: Range<usize>,
    result: T,
}

impl<T> Default for Memo<T> {
    fn default() -> Self {
        Self {
            results: HashTable::new(),
            keys: Vec::new(),
        }
    }
}

impl<T: Clone> Memo<T> {
    /// The result for a tally, computed if unknown. A memo must always be used with the same `make`.
    pub fn get(&mut self, tally: &Tally, make: impl FnOnce() -> T) -> T {
        let entries = tally.iter();
        if entries.len() > LONGEST {
            return make();
        }
        let start = self.keys.len();
        entries.for_each(|(pattern, count)| write_key(pattern, count, &mut self.keys));
        let (known, key) = self.keys.split_at(start);
        let hash = FxBuildHasher.hash_one(key);
        let same = |other: &MemoEntry<T>| known.get(other.key.clone()) == Some(key);
        if let Some(known) = self.results.find(hash, same) {
            let result = known.result.clone();
            self.keys.truncate(start);
            return result;
        }
        let result = make();
        if self.results.len() < MOST {
            let known = MemoEntry {
                hash,
                key: start..self.keys.len(),
                result: result.clone(),
            };
            self.results.insert_unique(hash, known, |known| known.hash);
        } else {
            self.keys.truncate(start);
        }
        result
    }
}

/// Appends the count of a pattern: one number for small whole counts, which are most, and two for any other. The pattern is in
/// the upper 16 bits of the first number, and the next bit distinguishes the two forms.
fn write_key(pattern: PatternId, count: f64, key: &mut Vec<u64>) {
    const OTHER: u64 = 1 << 47;
    let pattern = u64::from(pattern.0) << 48;
    // −0, NaN and fractions have other bits after the conversion and back.
    let whole = count as u32;
    if f64::from(whole).to_bits() == count.to_bits() {
        key.push(pattern | u64::from(whole));
    } else {
        key.extend([pattern | OTHER, count.to_bits()]);
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
    fn tallies_that_differ_have_keys_that_differ() {
        let counts = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            f64::from(u32::MAX),
            f64::from(u32::MAX) + 1.0,
            1e300,
            f64::INFINITY,
            f64::NAN,
        ];
        let patterns = [0, 1, 0x8000, u16::MAX];
        let mut keys = std::collections::HashSet::new();
        for pattern in patterns {
            for count in counts {
                let mut key = Vec::new();
                write_key(PatternId(pattern), count, &mut key);
                assert!(keys.insert(key), "{pattern} {count}");
            }
        }
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
