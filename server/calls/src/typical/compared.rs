//! How the methods of a state differ from those of the state it is compared with.

use super::receiver::Renumbered;
use super::row::Row;
use frequency::{Certainty, Doubt, Frequencies};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// How the methods of one of two states differ from those of the other.
#[derive(Debug, Default)]
pub(crate) struct Compared {
    /// The methods that have other code in the other state.
    pub(super) edited: FxHashMap<u32, (Arc<Row>, Frequencies)>,
    /// The methods that the other state does not have.
    pub(super) alone: FxHashSet<u32>,
    /// The names in the base of what has another number in the head.
    pub(super) renumbered: Arc<Renumbered>,
}

/// How certain a count is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sureness {
    /// How far the whole count may be off.
    pub(super) all: Doubt,
    /// The certainty of the part that only this state decides.
    pub(super) apart: Certainty,
    /// Whether the other state does not execute it at all.
    pub(super) is_new: bool,
}

impl Sureness {
    pub(super) const CERTAIN: Self = Self::of(Doubt::of(Certainty::Certain));

    /// For a count that both states decide alike, or of a single state.
    pub(super) const fn of(all: Doubt) -> Self {
        Self {
            all,
            apart: Certainty::Certain,
            is_new: false,
        }
    }
}
