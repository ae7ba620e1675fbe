//! What is told of the methods of two states that are compared.

use super::receiver::Renumbered;
use super::row::Row;
use frequency::{Certainty, Frequencies};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What is special about the methods of one of two states.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// The methods whose code is another one in the other state.
    pub(super) edited: FxHashMap<u32, (Arc<Row>, Frequencies)>,
    /// The methods that the other state does not have.
    pub(super) alone: FxHashSet<u32>,
    /// What the base calls what the head numbers otherwise.
    pub(super) renumbered: Arc<Renumbered>,
}

/// How sure a count is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sureness {
    /// Of all of it.
    pub(super) all: Certainty,
    /// Of the part that only this one of two states decides.
    pub(super) apart: Certainty,
    /// True of what the other state does not execute at all.
    pub(super) is_new: bool,
}

impl Sureness {
    pub(super) const CERTAIN: Self = Self::of(Certainty::Certain);

    /// Of a count that both states decide alike, or of a single state.
    pub(super) const fn of(all: Certainty) -> Self {
        Self {
            all,
            apart: Certainty::Certain,
            is_new: false,
        }
    }
}
