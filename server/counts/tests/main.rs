//! The integration tests of counting runs. One program for all files of this folder links once.

mod runs;

automod::dir!("tests");
