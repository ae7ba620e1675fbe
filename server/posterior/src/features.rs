//! Counts of features: the vectors `c` that a linear posterior prices.

/// The index of a feature in a posterior.
///
/// Identifiers are valid only in their own posterior; names are valid in any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u32);

impl FeatureId {
    pub(crate) fn index(self) -> usize {
        // A u32 fits into a usize on every platform that can hold such a posterior.
        self.0 as usize
    }
}

/// The count of each feature in a piece of program.
///
/// Counts are real numbers: rules add and subtract halves and wholes, and symbols take any value. The counts form a vector space:
/// `add_scaled`, `scaled` and `difference` apply to all three parts (features, device level, executed events). A feature whose
/// count is exactly zero is not stored, so equal vectors compare as equal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Features {
    counts: Vec<(FeatureId, f64)>,
    /// The count of the device level δ: executed events minus subtracted ones.
    pub device_count: f64,
    /// `N`, the number of events that execute and so add noise; subtracted ones do not count.
    pub n_noise: f64,
    /// Joules that are given instead of predicted, such as the assumed energy of a callback.
    pub given_joules: f64,
    /// By how much the standard deviation of another path may be larger, in joules. It widens the distribution of a worst case
    /// and is no part of its mean.
    pub other_path_sd: f64,
}

impl Features {
    /// No features, no events.
    pub fn new() -> Self {
        Self::default()
    }

    /// A given energy in joules.
    pub fn given(joules: f64) -> Self {
        Self {
            given_joules: joules,
            ..Self::default()
        }
    }

    /// A standard deviation of another path in joules; see [`Self::other_path_sd`].
    pub fn other_path(sd: f64) -> Self {
        Self {
            other_path_sd: sd,
            ..Self::default()
        }
    }

    /// From the counts of all features in the order of their identifiers, most of them 0. The device level and `N` are 0.
    pub fn from_dense(counts: &[f64]) -> Self {
        /// Most methods have no more.
        const USUAL: usize = 32;
        let mut sparse = Vec::with_capacity(counts.len().min(USUAL));
        for (id, count) in (0..).map(FeatureId).zip(counts) {
            if *count != 0.0 {
                sparse.push((id, *count));
            }
        }
        Self {
            counts: sparse,
            ..Self::default()
        }
    }

    /// Adds `count` times a feature. The device level and `N` do not change.
    pub fn add(&mut self, id: FeatureId, count: f64) {
        match self.counts.binary_search_by_key(&id, |entry| entry.0) {
            Ok(at) => {
                self.counts[at].1 += count;
                if self.counts[at].1 == 0.0 {
                    self.counts.remove(at);
                }
            }
            Err(at) if count != 0.0 => self.counts.insert(at, (id, count)),
            Err(_) => {}
        }
    }

    /// The count of a feature; 0 if it does not occur.
    pub fn count(&self, id: FeatureId) -> f64 {
        self.counts
            .binary_search_by_key(&id, |entry| entry.0)
            .map_or(0.0, |at| self.counts[at].1)
    }

    /// The features with a count, by ascending identifier.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (FeatureId, f64)> + '_ {
        self.counts.iter().copied()
    }

    /// The number of different features.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether no feature counts. The device level or `N` may still count.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Whether nothing counts: no feature, no device level, no event.
    pub fn is_zero(&self) -> bool {
        self.counts.is_empty()
            && self.device_count == 0.0
            && self.n_noise == 0.0
            && self.given_joules == 0.0
            && self.other_path_sd == 0.0
    }

    /// Adds `factor` times `other` to this vector.
    pub fn add_scaled(&mut self, other: &Self, factor: f64) {
        self.device_count += other.device_count * factor;
        self.n_noise += other.n_noise * factor;
        self.given_joules += other.given_joules * factor;
        self.other_path_sd += other.other_path_sd * factor;
        if factor == 0.0 {
            return;
        }
        if self.add_to_present(other, factor) {
            self.drop_zeros();
        } else {
            self.counts = self.merged(other, factor);
        }
    }

    /// This vector times `factor`.
    #[must_use]
    pub fn scaled(&self, factor: f64) -> Self {
        let mut result = Self::new();
        result.add_scaled(self, factor);
        result
    }

    /// This vector minus `other`, so that common parts cancel.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        let mut result = self.clone();
        result.add_scaled(other, -1.0);
        result
    }

    /// Adds in place if this vector already has every feature of `other`, the usual case when adding up instructions of one
    /// method. Otherwise, changes nothing and returns false.
    fn add_to_present(&mut self, other: &Self, factor: f64) -> bool {
        let mut mine = self.counts.iter();
        let covered = other
            .counts
            .iter()
            .all(|entry| mine.by_ref().any(|present| present.0 == entry.0));
        if covered {
            let mut at = 0;
            for &(id, count) in &other.counts {
                while self.counts[at].0 != id {
                    at += 1;
                }
                self.counts[at].1 += count * factor;
            }
        }
        covered
    }

    fn merged(&self, other: &Self, factor: f64) -> Vec<(FeatureId, f64)> {
        let mut result = Vec::with_capacity(self.counts.len() + other.counts.len());
        let mut mine = self.counts.iter().copied().peekable();
        let mut theirs = other
            .counts
            .iter()
            .map(|&(id, count)| (id, count * factor))
            .peekable();
        loop {
            let next = match (mine.peek().copied(), theirs.peek().copied()) {
                (Some(a), Some(b)) if a.0 == b.0 => {
                    theirs.next();
                    mine.next();
                    (a.0, a.1 + b.1)
                }
                (Some(a), Some(b)) if b.0 < a.0 => {
                    theirs.next();
                    b
                }
                (Some(a), _) => {
                    mine.next();
                    a
                }
                (None, Some(b)) => {
                    theirs.next();
                    b
                }
                (None, None) => break,
            };
            // A product can underflow to zero, so merged values are tested like sums.
            if next.1 != 0.0 {
                result.push(next);
            }
        }
        result
    }

    fn drop_zeros(&mut self) {
        self.counts.retain(|entry| entry.1 != 0.0);
    }
}

impl FromIterator<(FeatureId, f64)> for Features {
    /// Adds up the given counts. The device level and `N` are 0.
    fn from_iter<I: IntoIterator<Item = (FeatureId, f64)>>(counts: I) -> Self {
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|entry| entry.0);
        counts.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            if same {
                kept.1 += later.1;
            }
            same
        });
        let mut result = Self {
            counts,
            ..Self::default()
        };
        result.drop_zeros();
        result
    }
}
