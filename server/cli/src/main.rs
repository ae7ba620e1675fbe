//! The `jouled` binary.
fn main() {}
