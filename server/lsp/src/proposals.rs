//! The edits that rules propose for a text, and their savings, cached with its numbers.

use std::collections::HashMap;
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
    outcomes: Mutex<HashMap<usize, Arc<PricedOnce>>>,
}

impl PricedProposals {
    pub(crate) fn of(&self, index: usize) -> Arc<PricedOnce> {
        // A panic elsewhere leaves the map intact.
        let mut outcomes = self.outcomes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(outcomes.entry(index).or_default())
    }
}
