//! The integration tests of profiled runs. One program for all files of this folder links once.

automod::dir!("tests");
