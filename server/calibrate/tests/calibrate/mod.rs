//! Campaigns with a known truth, through the commands to a model.
#![allow(
    clippy::unwrap_used,
    reason = "helpers of a test fail like the test itself"
)]

mod comparing;
mod compiled;
mod fitting;
mod instructions;
mod methods;
mod recovery;
mod simulation;
mod support;
mod wrong_input;
