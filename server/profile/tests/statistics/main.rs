//! The analysis of invented profiles with known results.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod changes;
mod coverage;
mod documents;
mod events;
mod known;
mod paths;
mod properties;
mod second_opinion;
mod support;
