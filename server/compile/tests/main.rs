//! The integration tests of compiling projects. One program for all files of this folder links once.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test that cannot go on fails"
)]

mod support;

automod::dir!("tests");
