//! What a cost relies on if the arguments are in a range. A search from one index to another cannot overflow if both are
//! indices, and most callers pass indices.

use std::cell::Cell;

/// The longest array on every existing virtual machine.
const LONGEST_ARRAY: i64 = i32::MAX as i64 - 2;

/// What may be supposed of the arguments, tried in this order: an index or the one before the first, an index, a small number. Each
/// range contains the next one.
pub(crate) const RANGES: [(i64, i64); 3] = [(-1, LONGEST_ARRAY), (0, LONGEST_ARRAY), NARROWEST];

/// What needs no less in this range needs no less in any.
pub(crate) const NARROWEST: (i64, i64) = (0, u16::MAX as i64);

/// What is supposed of the arguments, and of which of them that was needed.
#[derive(Debug)]
pub(crate) struct Supposed {
    range: (i64, i64),
    /// A bit for each argument.
    needed: Cell<u64>,
}

impl Supposed {
    pub(crate) const fn new(range: (i64, i64)) -> Self {
        Self {
            range,
            needed: Cell::new(0),
        }
    }

    /// The range of an argument, of which its type tells this range.
    pub(crate) fn within(&self, index: usize, of_type: (i128, i128)) -> (i128, i128) {
        let (least, most) = (i128::from(self.range.0), i128::from(self.range.1));
        let bit = u32::try_from(index)
            .ok()
            .and_then(|index| 1_u64.checked_shl(index));
        match bit {
            Some(bit) if of_type.0 < least || most < of_type.1 => {
                self.needed.set(self.needed.get() | bit);
                (of_type.0.max(least), of_type.1.min(most))
            }
            _ => of_type,
        }
    }

    /// The arguments of which that was needed, sorted.
    pub(crate) fn arguments(&self) -> Vec<u16> {
        let needed = self.needed.get();
        (0..64).filter(|index| needed >> index & 1 == 1).collect()
    }
}
