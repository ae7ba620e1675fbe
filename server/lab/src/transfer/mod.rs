//! Prices of what the published table lacks, from campaigns on other machines: their cost times a ratio.
//!
//! Method and figures: docs/design/calibration.md and docs/benchmarks/calibration.md.

mod board;
mod campaigns;
mod matrix;
mod patterns;
mod prices;
mod ratios;
mod sums;

pub(crate) use board::Level;
pub(crate) use campaigns::{INSTRUCTIONS, excerpt};
pub(crate) use patterns::PATTERNS;
pub(crate) use prices::{Prices, WEIGHT};
pub(crate) use ratios::{Effects, Ratios};
