//! Predictions for methods whose current code was seen to equal the measured code.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The methods that were seen with the measured code.
#[derive(Debug, Default)]
pub(super) struct Baselines(Mutex<Known>);

/// By class, name and descriptor.
type Known = HashMap<(String, String, String), Baseline>;

#[derive(Debug, Clone, Copy)]
pub(super) struct Baseline {
    pub(super) body_digest: u64,
    /// The typical energy in joules.
    pub(super) predicted: Option<f64>,
}

impl Baselines {
    pub(super) fn lock(&self) -> MutexGuard<'_, Known> {
        // A panic elsewhere leaves the map intact.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
