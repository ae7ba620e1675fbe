//! Priced units and their sums.

use serde::{Deserialize, Serialize};

/// A pattern of one [`crate::Pricer`]; another pricer's numbers mean something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PatternId(pub u16);

/// One priced unit of a method: executed `count` times whenever its instruction is executed once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Priced {
    /// The pattern.
    pub pattern: PatternId,
    /// The instruction it hangs on.
    pub instruction: u32,
    /// The expression tree, within one basic block, that it belongs to.
    pub tree: u32,
    /// How often. A result that stays on the stack counts positively here; its pattern's mean is negative.
    pub count: f64,
}

/// How often each pattern is executed: a sparse vector, sorted by pattern.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    counts: Vec<(PatternId, f64)>,
}

impl Tally {
    /// Nothing is executed.
    pub const fn new() -> Self {
        Self { counts: Vec::new() }
    }

    /// The sum of executions, as by `collect`, in memory that is used again.
    pub fn sum_in(
        memory: &mut Vec<(PatternId, f64)>,
        entries: impl IntoIterator<Item = (PatternId, f64)>,
    ) -> Self {
        memory.clear();
        memory.extend(entries);
        sum_up(memory);
        Self {
            counts: memory.clone(),
        }
    }

    /// Adds executions of one pattern.
    pub fn add(&mut self, pattern: PatternId, count: f64) {
        match self.counts.binary_search_by_key(&pattern, |entry| entry.0) {
            Ok(at) => self.counts[at].1 += count,
            Err(at) => self.counts.insert(at, (pattern, count)),
        }
    }

    /// Adds `factor` times another tally.
    pub fn add_scaled(&mut self, other: &Self, factor: f64) {
        if self.counts.is_empty() {
            *self = other.scaled(factor);
            return;
        }
        for (pattern, count) in &other.counts {
            self.add(*pattern, count * factor);
        }
    }

    /// This tally, `factor` times.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        Self {
            counts: self
                .counts
                .iter()
                .map(|(pattern, count)| (*pattern, count * factor))
                .collect(),
        }
    }

    /// The patterns and how often each is executed, by ascending pattern.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PatternId, f64)> + '_ {
        self.counts.iter().copied()
    }

    /// How often one pattern is executed.
    pub fn count(&self, pattern: PatternId) -> f64 {
        self.counts
            .binary_search_by_key(&pattern, |entry| entry.0)
            .map_or(0.0, |at| self.counts[at].1)
    }

    /// True where nothing was added.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// The mean in joules, given the mean of one execution of each pattern.
    pub fn mean(&self, means: &[f64]) -> f64 {
        self.counts
            .iter()
            .map(|(pattern, count)| means.get(usize::from(pattern.0)).unwrap_or(&0.0) * count)
            .sum()
    }
}

impl FromIterator<(PatternId, f64)> for Tally {
    fn from_iter<I: IntoIterator<Item = (PatternId, f64)>>(entries: I) -> Self {
        let mut counts: Vec<(PatternId, f64)> = entries.into_iter().collect();
        sum_up(&mut counts);
        Self { counts }
    }
}

/// Sorts executions by pattern and adds those of the same pattern.
fn sum_up(counts: &mut Vec<(PatternId, f64)>) {
    counts.sort_unstable_by_key(|entry| entry.0);
    counts.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
}
