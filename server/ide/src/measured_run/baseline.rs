//! What was predicted of methods whose code was seen as it ran.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The methods that were seen as they ran.
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
        // A panic elsewhere leaves the map whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
