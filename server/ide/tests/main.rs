//! The integration tests of hints, hovers and reports. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
