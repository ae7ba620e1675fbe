//! Whether the count run did the same work as the energy runs.

use std::collections::BTreeMap;

use crate::methods::Methods;
use crate::record::{MethodIndex, Profile};

/// Counters lose some calls if threads share them. With a larger difference, the runs did different work.
const MOST_DIFFERENCE: f64 = 0.1;

/// The comparison of the calls that both kinds of runs counted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CallComparison {
    /// The number of compared methods.
    pub methods: usize,
    /// The number of these whose calls differ by more than a tenth.
    pub different: usize,
    /// The difference as a part of all calls of these methods, from 0 to 1.
    pub difference: f64,
}

impl CallComparison {
    /// Whether the runs did the same work, so energy may be divided by counts.
    pub fn is_same(&self) -> bool {
        self.difference <= MOST_DIFFERENCE
    }

    /// `None` if the runs share no counts.
    pub(crate) fn of(profile: &Profile, methods: &Methods<'_>) -> Option<Self> {
        let counting = profile.runs.iter().filter(|run| !run.entries.is_empty());
        let runs = counting.clone().count();
        let mut entries: BTreeMap<MethodIndex, f64> = BTreeMap::new();
        for (method, count) in counting.flat_map(|run| &run.entries) {
            if let Some(method) = methods.first(*method) {
                *entries.entry(method).or_default() += *count as f64 / runs as f64;
            }
        }
        if entries.is_empty() || profile.counts.is_empty() {
            return None;
        }
        let mut work = Self::default();
        let (mut apart, mut all) = (0.0, 0.0);
        for (method, measured) in entries {
            let counted = methods.counted(method).map_or(0, |counted| counted.entries) as f64;
            let most = measured.max(counted);
            let difference = (measured - counted).abs();
            work.methods += 1;
            work.different += usize::from(difference > MOST_DIFFERENCE * most);
            apart += difference;
            all += most;
        }
        work.difference = if all > 0.0 { apart / all } else { 0.0 };
        Some(work)
    }
}
