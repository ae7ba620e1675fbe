//! Predictions for methods whose current code was seen to equal the measured code.

use super::anchored::Ratio;
use profile::Anchors;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The methods that were seen with the measured code.
#[derive(Debug, Default)]
pub(super) struct Baselines(Mutex<Known>);

/// By class, name and descriptor.
type Key = (String, String, String);

#[derive(Debug, Default)]
pub(super) struct Known {
    methods: HashMap<Key, Baseline>,
    /// What they say about others; empty where that has to be worked out again.
    anchors: OnceLock<Option<Arc<Anchors>>>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Baseline {
    pub(super) body_digest: u64,
    /// The typical energy in joules.
    pub(super) predicted: Option<f64>,
    /// Whether that is the energy of the whole method.
    pub(super) is_whole: bool,
}

impl Baselines {
    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        // A panic elsewhere leaves the map intact.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    pub(super) fn get(&self, key: &Key) -> Option<Baseline> {
        self.methods.get(key).copied()
    }

    pub(super) fn insert(&mut self, key: Key, baseline: Baseline) {
        if self.methods.insert(key, baseline) != Some(baseline) {
            self.anchors = OnceLock::new();
        }
    }

    /// What the methods say about others.
    pub(super) fn anchors(
        &self,
        ratio: impl Fn(&Key, &Baseline) -> Option<Ratio>,
    ) -> Option<Arc<Anchors>> {
        let methods = &self.methods;
        let anchors = self.anchors.get_or_init(|| {
            let mut ratios: Vec<(&Key, Ratio)> = (methods.iter())
                .filter_map(|(key, baseline)| Some((key, ratio(key, baseline)?)))
                .collect();
            // Sums of floating-point numbers depend on their order.
            ratios.sort_by_key(|(key, _)| *key);
            let ratios: Vec<_> = (ratios.iter())
                .map(|((class, _, _), ratio)| ratio.of_class(class))
                .collect();
            Anchors::fit(&ratios).map(Arc::new)
        });
        anchors.clone()
    }
}
