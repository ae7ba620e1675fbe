//! Runs and counts programs.

mod against_trace;
mod derived;
mod known;
mod paths;
mod support;
mod threads;
