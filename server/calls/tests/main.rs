//! The integration tests of calls and their summaries. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
