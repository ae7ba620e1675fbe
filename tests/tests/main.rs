//! The integration tests of the whole workspace. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
