//! The integration tests of reading Java text. One program for all files of this folder links once.

mod consistency;

automod::dir!("tests");
