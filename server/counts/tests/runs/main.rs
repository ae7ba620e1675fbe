//! Programs that are run and counted.

mod against_trace;
mod known;
mod support;
