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

/// The saving of one edit, which is computed once, even if several ask for it at the same time.
pub(crate) type PricedOnce = OnceCell<Result<Saving, NotOffered>>;

/// The savings of proposed edits, by index.
#[derive(Debug, Default)]
pub(crate) struct PricedProposals {
    is_begun: AtomicBool,
    outcomes: Mutex<HashMap<usize, Arc<PricedOnce>>>,
}

impl PricedProposals {
    /// True the first time.
    pub(crate) fn begin(&self) -> bool {
        !self.is_begun.swap(true, Ordering::Relaxed)
    }

    pub(crate) fn of(&self, index: usize) -> Arc<PricedOnce> {
        // A panic elsewhere leaves the map intact.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(outcomes.entry(index).or_default())
    }
}
