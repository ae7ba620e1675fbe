//! Linear expressions with integer coefficients.

/// Larger numbers are rejected, so that further arithmetic on them cannot overflow.
const LARGEST: i128 = 1 << 61;

/// `constant + Σ coefficient · leaf`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Linear<L> {
    pub(crate) constant: i128,
    /// Each leaf once; no coefficient is 0.
    pub(crate) terms: Vec<(L, i128)>,
}

impl<L: PartialEq + Clone> Linear<L> {
    pub(crate) const fn constant(constant: i128) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    pub(crate) fn leaf(leaf: L) -> Self {
        Self {
            constant: 0,
            terms: vec![(leaf, 1)],
        }
    }

    /// True if there are no leaves.
    pub(crate) const fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The sum with `factor` times another; `None` if a number grows too large.
    pub(crate) fn plus(mut self, other: &Self, factor: i128) -> Option<Self> {
        self.constant = limited(self.constant + limited(other.constant * factor)?)?;
        for (leaf, coefficient) in &other.terms {
            let product = limited(coefficient * factor)?;
            match self.terms.iter_mut().find(|(mine, _)| mine == leaf) {
                Some((_, mine)) => *mine = limited(*mine + product)?,
                None => self.terms.push((leaf.clone(), product)),
            }
        }
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(self)
    }

    /// True if the sum of the two is a constant.
    pub(crate) fn cancels(&self, other: &Self) -> bool {
        self.terms.len() == other.terms.len()
            && self.terms.iter().all(|(leaf, coefficient)| {
                let mut theirs = other.terms.iter();
                theirs.any(|(other, by)| *by == -coefficient && other == leaf)
            })
    }

    /// `factor` times this; `None` if a number grows too large.
    pub(crate) fn times(&self, factor: i128) -> Option<Self> {
        Self::constant(0).plus(self, factor)
    }
}

/// Limits both operands of the arithmetic above, so that it stays within 128 bits.
fn limited(number: i128) -> Option<i128> {
    (-LARGEST..=LARGEST).contains(&number).then_some(number)
}

/// True for an expression that is only read, not computed.
pub(super) fn is_plain<L>(value: &Linear<L>) -> bool {
    match value.terms.as_slice() {
        [] => true,
        [(_, 1)] => value.constant == 0,
        _ => false,
    }
}
