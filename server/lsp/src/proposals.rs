//! The edits that rules propose for a text, and their savings, cached with its numbers.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use savings::{LocatedCandidate, NotOffered, Saving};
use tokio::sync::OnceCell;

/// The edits that rules propose for a text.
#[derive(Debug, Default)]
pub(crate) struct Proposals {
    pub(crate) found: OnceCell<Arc<[LocatedCandidate]>>,
}

/// The savings of proposed edits, by index.
#[derive(Debug, Default)]
pub(crate) struct PricedProposals {
    is_begun: AtomicBool,
    outcomes: Mutex<HashMap<usize, Result<Saving, NotOffered>>>,
}

impl PricedProposals {
    /// True the first time.
    pub(crate) fn begin(&self) -> bool {
        !self.is_begun.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn get(&self, index: usize) -> Option<Result<Saving, NotOffered>> {
        // A panic elsewhere leaves the map intact.
        let outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes.get(&index).cloned()
    }

    pub(crate) fn keep(&self, index: usize, outcome: Result<Saving, NotOffered>) {
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        outcomes.insert(index, outcome);
    }
}
