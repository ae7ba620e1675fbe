//! Predictions for methods whose current code was seen to equal the measured code.

use profile::{Anchors, MeasuredRatio};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The methods that were seen with the measured code.
#[derive(Debug, Default)]
pub(super) struct Baselines(Mutex<Known>);

/// By class, name and descriptor.
type Key = (String, String, String);

#[derive(Debug, Default)]
pub(super) struct Known {
    methods: HashMap<Key, Baseline>,
    fitted: Option<Fitted>,
}

/// What the methods say about others.
#[derive(Debug)]
struct Fitted {
    anchors: Option<Arc<Anchors>>,
    /// How many methods were known.
    methods: usize,
    /// How many were added or changed since.
    changed: usize,
}

/// The anchors are fitted again once more than one in so many methods has changed: a fit for each method of a ranking would
/// take minutes.
const REFIT_SHARE: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Baseline {
    pub(super) body_digest: u64,
    /// The typical energy in joules.
    pub(super) predicted: Option<f64>,
    /// Whether that is the energy of the whole method.
    pub(super) is_whole: bool,
}

/// Measured over predicted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ratio {
    pub(super) log: f64,
    pub(super) log_sd: f64,
}

impl Ratio {
    fn of_class(self, class: &str) -> MeasuredRatio<'_> {
        MeasuredRatio {
            class,
            log_ratio: self.log,
            log_sd: self.log_sd,
        }
    }
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
        let is_changed = self.methods.insert(key, baseline) != Some(baseline);
        if let Some(fitted) = self.fitted.as_mut().filter(|_| is_changed) {
            fitted.changed += 1;
        }
    }

    /// What the methods say about others.
    pub(super) fn anchors(
        &mut self,
        ratio: impl Fn(&Key, &Baseline) -> Option<Ratio>,
    ) -> Option<Arc<Anchors>> {
        let fitted = self.fitted.take();
        let fitted = fitted.filter(|fitted| fitted.changed * REFIT_SHARE <= fitted.methods);
        let fitted = fitted.unwrap_or_else(|| Fitted::of(&self.methods, ratio));
        self.fitted.insert(fitted).anchors.clone()
    }
}

impl Fitted {
    fn of(
        methods: &HashMap<Key, Baseline>,
        ratio: impl Fn(&Key, &Baseline) -> Option<Ratio>,
    ) -> Self {
        let mut ratios: Vec<(&Key, Ratio)> = (methods.iter())
            .filter_map(|(key, baseline)| Some((key, ratio(key, baseline)?)))
            .collect();
        // Sums of floating-point numbers depend on their order.
        ratios.sort_by_key(|(key, _)| *key);
        let ratios: Vec<_> = (ratios.iter())
            .map(|((class, _, _), ratio)| ratio.of_class(class))
            .collect();
        Self {
            anchors: Anchors::fit(&ratios).map(Arc::new),
            methods: methods.len(),
            changed: 0,
        }
    }
}
