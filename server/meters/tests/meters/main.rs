//! Meters with fake files, fake programs, and instruments on a real socket.
#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod contract;
mod counters;
mod cpu_time;
mod instruments;
mod selectors;
mod sensors;
mod simulators;
mod tree;
