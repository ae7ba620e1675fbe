//! The integration tests of generated programs and the JVM that runs them. One program for all files of this folder links once.

mod support;

automod::dir!("tests");
