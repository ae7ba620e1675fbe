//! Prices of what the published table lacks, from a campaign on another machine: the cost there times a ratio.
//!
//! Method and figures: docs/design/calibration.md and docs/benchmarks/calibration.md.

mod board;
mod campaigns;
mod patterns;
mod prices;
mod ratios;
mod sums;

pub(crate) use board::Level;
pub(crate) use campaigns::{INSTRUCTIONS, excerpt};
pub(crate) use patterns::PATTERNS;
pub(crate) use prices::Prices;
pub(crate) use ratios::{RatioSpread, Ratios};
