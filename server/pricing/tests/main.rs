//! The integration tests of pricing rules. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
