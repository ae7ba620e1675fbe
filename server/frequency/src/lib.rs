//! How often the basic blocks of a method run in a call that returns.
//!
//! ```text
//! CodeView::new(class, method, code, &flow, &tree)   a method with its control flow
//! frequencies(&view, &model, &facts) -> Frequencies  how often each block runs, and how sure that is
//! frequencies_of_both([base, head], &model)          the same for two states, which share the decisions that are the same in both
//! branch_features, loop_features                     what the model's trees ask for
//! ```
//!
//! A [`Model`] is data (`model-data/frequencies.json`): a tree for branches, one for loops, weights of switches, learned
//! from counted runs of real programs. If the code itself shows how often a loop repeats ([`Facts`]), that count is used.

mod branch;
mod carried;
mod code;
mod condition;
mod count;
mod digest;
mod edges;
mod matched;
mod measured;
mod model;
mod operand;
mod profile;
mod shared_estimates;
mod solve;
mod states;
mod successor;
mod tree;
mod trips;

pub use branch::{BRANCH_FEATURES, branch_features};
pub use carried::CodeFingerprint;
pub use code::CodeView;
pub use condition::question;
pub use count::{Certainty, Count, Doubt, Facts, Frequencies, LoopFrequency, Monomial, Trips};
pub use measured::{
    Counted, MeasuredMethod, MeasuredSite, Measurements, handler_blocks, loops, switch_targets,
};
pub use model::{
    BranchLeaf, Dispatch, FREQUENCIES, FrequencyModelError, INTERVAL_FEATURES, IntervalLeaf,
    IntervalShares, LoopLeaf, Model, ModelDocument, Receivers, SCHEMA, Switches,
};
pub use profile::{MeasuredCounts, PROFILE, ProfileError, ProfiledMethod};
pub use solve::frequencies;
pub use states::{estimates, frequencies_of_both};
pub use tree::{Node, Tree, TreeError};
pub use trips::{LOOP_FEATURES, loop_features};
