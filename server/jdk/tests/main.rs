//! The integration tests of finding JDKs, javac and its cache. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
