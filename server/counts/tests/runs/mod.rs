//! Runs and counts programs.

mod against_trace;
mod known;
mod support;
