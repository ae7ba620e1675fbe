//! Whether the run that counted did the same work as those whose energy was measured.

use std::collections::BTreeMap;

use crate::methods::Methods;
use crate::record::{MethodIndex, Profile};

/// Counters lose some calls where threads share them; beyond this part the runs did something else.
const MOST_DIFFERENCE: f64 = 0.1;

/// What the calls that both kinds of runs counted say.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Methods that were compared.
    pub methods: usize,
    /// Of them, those whose calls differ by more than a tenth.
    pub different: usize,
    /// By what part of all their calls the runs differ, from 0 to 1.
    pub difference: f64,
}

impl Work {
    /// Whether the runs did the same work, so that energy and counts may be divided.
    pub fn is_same(&self) -> bool {
        self.difference <= MOST_DIFFERENCE
    }

    /// `None` if nothing was counted in both.
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
