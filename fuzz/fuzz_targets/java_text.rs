//! Parses a text, edits it, and checks that the outline agrees with the text each time.
//!
//! The input is the text; after a byte 0xFF follow edits, each of three bytes (start, length and
//! the piece that is put in).

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../server/source/tests/consistency/mod.rs"]
mod consistency;

fuzz_target!(|input: &[u8]| consistency::check(input));
