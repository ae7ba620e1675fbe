//! The integration tests of energy contracts. One program for all files of this folder links once.

mod consistency;

automod::dir!("tests");
