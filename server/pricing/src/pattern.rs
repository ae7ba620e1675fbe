//! A pattern, and the origin of its price.

use posterior::Features;

/// The origin of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Provenance {
    /// The posterior was fitted to measurements of exactly this pattern.
    Modelled,
    /// The pattern was measured on another machine only: the cost there, times the ratio of this machine to it.
    Transferred,
    /// No campaign measured the pattern, so it has the price of the most similar one.
    Approximated,
    /// Its cost is unknown: a callee that is not followed, or an instruction that the posterior does not know.
    Unpriced,
    /// Not an execution: a correction, or something that another pattern includes.
    Correction,
}

impl Provenance {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modelled => "modelled",
            Self::Transferred => "transferred",
            Self::Approximated => "approximated",
            Self::Unpriced => "unpriced",
            Self::Correction => "correction",
        }
    }
}

/// A kind of priced unit.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The operation: its name in the paper's Table 3, else a name for the work. In the instruction structure, the mnemonic.
    pub operation: &'static str,
    /// The data type; empty if the pattern has none.
    pub data_type: &'static str,
    /// The data size; in the instruction structure, the sources of the operands.
    pub data_size: String,
    /// The origin of its price.
    pub provenance: Provenance,
    /// The features that one execution counts.
    pub features: Features,
}

/// Shares of executed events by provenance. They count events, not joules, and add up to 1 unless nothing is executed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ProvenanceShares {
    /// Priced by measured patterns.
    pub modelled: f64,
    /// Priced by what another machine needs, times a ratio.
    pub transferred: f64,
    /// Priced like the most similar pattern.
    pub approximated: f64,
    /// Not priced.
    pub unpriced: f64,
    /// The share of savings on the stack that was not subtracted, so that no expression costs less than nothing.
    pub clipped: f64,
    /// The number of calls whose bodies are not in the number.
    pub callees_not_followed: f64,
}
