//! Priced units and their sums.

use serde::{Deserialize, Serialize};

/// A pattern of one [`crate::Pricer`]. Other pricers have other numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PatternId(pub u16);

/// A priced unit of a method: executed `count` times per execution of its instruction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Priced {
    /// The pattern.
    pub pattern: PatternId,
    /// The instruction that it depends on.
    pub instruction: u32,
    /// Its expression tree within a basic block.
    pub tree: u32,
    /// The count. For a result that stays on the stack, it is positive, and the pattern's mean is negative.
    pub count: f64,
}

/// The count of each executed pattern: a sparse vector, sorted by pattern.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    counts: Vec<Entry>,
}

/// The count of one pattern. Packed, because entries are most of what is known about a hundred thousand methods: 10 instead of 16
/// bytes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(from = "(PatternId, f64)", into = "(PatternId, f64)")]
#[repr(Rust, packed(2))]
struct Entry {
    pattern: PatternId,
    count: f64,
}

impl From<(PatternId, f64)> for Entry {
    fn from((pattern, count): (PatternId, f64)) -> Self {
        Self { pattern, count }
    }
}

impl From<Entry> for (PatternId, f64) {
    fn from(Entry { pattern, count }: Entry) -> Self {
        (pattern, count)
    }
}

impl Tally {
    /// Nothing is executed.
    pub const fn new() -> Self {
        Self { counts: Vec::new() }
    }

    /// Adds executions of one pattern.
    pub fn add(&mut self, pattern: PatternId, count: f64) {
        match self.place(pattern) {
            Ok(at) => self.counts[at].count += count,
            Err(at) => self.counts.insert(at, Entry { pattern, count }),
        }
    }

    /// Adds `factor` times another tally.
    pub fn add_scaled(&mut self, other: &Self, factor: f64) {
        if self.counts.is_empty() {
            *self = other.scaled(factor);
            return;
        }
        let mut merged = Vec::with_capacity(self.counts.len() + other.counts.len());
        let mut own = std::mem::take(&mut self.counts).into_iter().peekable();
        for (pattern, count) in other.iter() {
            while let Some(entry) = own.next_if(|entry| entry.pattern < pattern) {
                merged.push(entry);
            }
            let known = own.next_if(|entry| entry.pattern == pattern);
            merged.push(Entry {
                pattern,
                count: known.map_or(0.0, |entry| entry.count) + count * factor,
            });
        }
        merged.extend(own);
        self.counts = merged;
    }

    /// This tally, `factor` times.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            counts: (self.counts.iter())
                .map(|entry| Entry {
                    count: entry.count * factor,
                    ..*entry
                })
                .collect(),
        }
    }

    /// The patterns with their counts, by ascending pattern.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PatternId, f64)> + '_ {
        self.counts.iter().copied().map(Into::into)
    }

    /// The count of one pattern.
    pub fn count(&self, pattern: PatternId) -> f64 {
        self.place(pattern).map_or(0.0, |at| self.counts[at].count)
    }

    /// Where the entry of a pattern is, or where it would be.
    fn place(&self, pattern: PatternId) -> Result<usize, usize> {
        (self.counts).binary_search_by_key(&pattern, |entry| entry.pattern)
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The patterns, in ascending order, that have more than a share of all executions or of their energy, given the mean of one
    /// execution of each.
    pub fn main_patterns<'t>(
        &'t self,
        means: &'t [f64],
        share: f64,
    ) -> impl Iterator<Item = PatternId> + 't {
        let joules = |(pattern, count): (PatternId, f64)| {
            means.get(usize::from(pattern.0)).unwrap_or(&0.0).abs() * count.abs()
        };
        let all: f64 = self.iter().map(|(_, count)| count.abs()).sum();
        let all_joules: f64 = self.iter().map(joules).sum();
        let is_main = move |entry: &(PatternId, f64)| {
            entry.1.abs() > share * all || joules(*entry) > share * all_joules
        };
        self.iter().filter(is_main).map(|(pattern, _)| pattern)
    }

    /// Keeps only the wanted patterns.
    pub fn retain(&mut self, is_wanted: impl Fn(PatternId) -> bool) {
        self.counts.retain(|entry| is_wanted(entry.pattern));
    }

    /// The sum of the absolute differences over all patterns in joules, given the mean of one execution of each.
    pub fn distance(&self, other: &Self, means: &[f64]) -> f64 {
        let mut difference = self.clone();
        difference.add_scaled(other, -1.0);
        let parts = difference.iter();
        parts
            .map(|(pattern, count)| {
                means.get(usize::from(pattern.0)).unwrap_or(&0.0).abs() * count.abs()
            })
            .sum()
    }

    /// The mean in joules, given the mean of one execution of each pattern.
    pub fn mean(&self, means: &[f64]) -> f64 {
        self.iter()
            .map(|(pattern, count)| means.get(usize::from(pattern.0)).unwrap_or(&0.0) * count)
            .sum()
    }
}

impl FromIterator<(PatternId, f64)> for Tally {
    fn from_iter<I: IntoIterator<Item = (PatternId, f64)>>(entries: I) -> Self {
        let mut counts: Vec<Entry> = entries.into_iter().map(Entry::from).collect();
        sum_up(&mut counts);
        Self { counts }
    }
}

/// Adds up executions without sorting them, reusing memory.
#[derive(Debug, Clone, Default)]
pub struct TallySum {
    /// By pattern; 0 if not added.
    sums: Vec<f64>,
    /// A bit for each pattern that was added.
    added: Vec<u64>,
}

impl TallySum {
    /// The sum of executions.
    pub fn of(&mut self, entries: impl IntoIterator<Item = (PatternId, f64)>) -> Tally {
        for (pattern, count) in entries {
            self.add(pattern, count);
        }
        self.take()
    }

    /// Adds executions of one pattern.
    pub fn add(&mut self, pattern: PatternId, count: f64) {
        let at = usize::from(pattern.0);
        if at >= self.sums.len() {
            let words = at / 64 + 1;
            self.sums.resize(64 * words, 0.0);
            self.added.resize(words, 0);
        }
        self.sums[at] += count;
        self.added[at / 64] |= 1 << (at % 64);
    }

    /// Adds `factor` times a tally.
    pub fn add_scaled(&mut self, tally: &Tally, factor: f64) {
        for (pattern, count) in tally.iter() {
            self.add(pattern, count * factor);
        }
    }

    /// The sum of everything added since the last call.
    pub fn take(&mut self) -> Tally {
        let distinct = self.added.iter().map(|word| word.count_ones()).sum::<u32>();
        let mut counts = Vec::with_capacity(distinct as usize);
        for (word, added) in self.added.iter_mut().enumerate() {
            let mut left = std::mem::take(added);
            while left != 0 {
                let at = 64 * word + left.trailing_zeros() as usize;
                counts.push(Entry {
                    pattern: PatternId(at as u16),
                    count: std::mem::take(&mut self.sums[at]),
                });
                left &= left - 1;
            }
        }
        Tally { counts }
    }
}

/// Sorts executions by pattern and adds those of the same pattern.
fn sum_up(counts: &mut Vec<Entry>) {
    counts.sort_unstable_by_key(|entry| entry.pattern);
    counts.dedup_by(|later, earlier| {
        let same = later.pattern == earlier.pattern;
        if same {
            earlier.count += later.count;
        }
        same
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_in_used_memory_is_the_same_as_a_sorted_one() {
        let mut sum = TallySum::default();
        let methods: [&[(u16, f64)]; 4] = [
            &[(700, 1.0), (3, 2.0), (700, 0.5), (0, 1.0), (64, 4.0)],
            &[],
            &[(63, 1.0), (64, 1.0), (63, 1.0)],
            &[(u16::MAX, 1.0), (3, 1.0)],
        ];
        for method in methods {
            let entries = || method.iter().map(|(id, count)| (PatternId(*id), *count));
            assert_eq!(sum.of(entries()), entries().collect());
        }
    }
}
