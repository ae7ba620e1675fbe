//! Reads a text as a comment with clauses, and each clause as the elements of an annotation.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../server/contracts/tests/consistency/mod.rs"]
mod consistency;

fuzz_target!(|input: &[u8]| consistency::check(input));
