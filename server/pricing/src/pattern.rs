//! What a pattern is, and how it came by its price.

use posterior::Features;

/// How a number came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Provenance {
    /// The posterior was fitted on measurements of this very pattern.
    Modelled,
    /// The pattern was not measured; its nearest relative's price stands for it.
    Approximated,
    /// What it costs cannot be seen: a callee that is not followed, an instruction the posterior does not know.
    Unpriced,
    /// No execution of its own: a correction, or something another pattern includes.
    Correction,
}

impl Provenance {
    /// The word used in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Modelled => "modelled",
            Self::Approximated => "approximated",
            Self::Unpriced => "unpriced",
            Self::Correction => "correction",
        }
    }
}

/// One kind of priced unit.
#[derive(Debug, Clone)]
pub struct Pattern {
    /// The operation: a level of the paper's Table 3 where it has one, else the word for what the code does; in the
    /// instruction structure the mnemonic.
    pub operation: &'static str,
    /// The data type; empty if the pattern has none.
    pub data_type: &'static str,
    /// The data size; in the instruction structure the operands' sources.
    pub data_size: String,
    /// How it came by its price.
    pub provenance: Provenance,
    /// The features that one execution counts.
    pub features: Features,
}

/// Shares of executed events by provenance. They count events, not joules, and add up to 1 unless nothing is executed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ProvenanceShares {
    /// Priced by measured patterns.
    pub modelled: f64,
    /// Priced by a relative.
    pub approximated: f64,
    /// Not priced.
    pub unpriced: f64,
    /// The share of the savings on the stack that was not subtracted, so that no expression costs less than nothing.
    pub clipped: f64,
    /// How many calls' bodies are not in the number.
    pub callees_not_followed: f64,
}
