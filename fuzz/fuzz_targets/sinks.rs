//! Writes a text to every sink and checks that it means nothing there.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../server/escape/tests/invariants/mod.rs"]
mod invariants;

fuzz_target!(|input: &[u8]| invariants::check(&String::from_utf8_lossy(input)));
