//! The integration tests of comparing reports. One program for all files of this folder links once.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]

mod support;

automod::dir!("tests");
