//! The integration tests of calls and their summaries. One program for all files of this folder links once.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod support;

automod::dir!("tests");
