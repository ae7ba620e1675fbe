//! The integration tests of the program `calibrate`. One program for all files of this folder links once.

mod calibrate;

automod::dir!("tests");
