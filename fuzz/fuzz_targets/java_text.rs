//! Parses a text, edits it, and checks that the outline agrees with the text each time.
//!
//! The input is the text. After a byte 0xFF come edits of three bytes each: start, length, and the
//! piece to insert.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../server/source/tests/consistency/mod.rs"]
mod consistency;

fuzz_target!(|input: &[u8]| consistency::check(input));
