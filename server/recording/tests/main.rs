//! The integration tests of reading recordings. One program for all files of this folder links once.

mod hostile;
mod real;
