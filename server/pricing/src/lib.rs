//! Maps bytecode events to the features of a posterior.
//!
//! A [`Pricer`] combines a posterior with a [`Mapping`]. It turns the events of a method into [`Priced`] units and adds them up
//! in [`Tally`]s. It knows for each unit which pattern of the paper or which instruction it is, which features it counts, and the
//! origin of its price.
//!
//! Architecture Invariant: worst-case analysis chooses its path by [`Pricer::means`], the posterior means on the mixture
//! of the measured devices, whatever device is shown. So the path does not change with the device. [`PathSpread`] measures
//! by how much the distribution of another path may be wider.

mod additive;
mod clip;
mod compiled;
mod effects;
mod instruction;
mod mapping;
mod operation;
mod path_spread;
mod pattern;
mod pricer;
mod tally;

pub use compiled::work_of_event;
pub use effects::{ARRAY_LINE, Effects, MISPREDICTION, POSSIBLE_MISPREDICTION, effect_feature};
pub use instruction::{InstructionCount, instruction_count};
pub use mapping::{Mapping, UnknownMapping};
pub use path_spread::PathSpread;
pub use pattern::{Pattern, Provenance, ProvenanceShares};
pub use pricer::Pricer;
pub use tally::{PatternId, Priced, Tally, TallySum};
