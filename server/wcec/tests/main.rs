//! The integration tests of worst-case paths and bounds. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
