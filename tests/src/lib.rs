//! End-to-end tests: everything is in the test targets. What tests of all crates share is here.
#![expect(clippy::expect_used, reason = "a test that lacks its files fails")]

mod classes;
mod loops;
mod tree;

pub use classes::{compile_classes, jar, jar_of, javac_config, jdk};
pub use loops::natural_loops;
pub use tree::Tree;

/// Says that a test cannot run, or not in full, on this machine, in words that `cargo xtask test` repeats in its summary.
///
/// # Panics
/// In continuous integration, where nobody reads along: `cargo xtask test` installs what the tests need.
#[expect(
    clippy::print_stdout,
    reason = "a test runner shows what a test prints"
)]
pub fn skip(test: &str, missing: &str) {
    assert!(
        std::env::var_os("CI").is_none(),
        "{test} must not be skipped in continuous integration: {missing}"
    );
    println!("skipped: {test}: {missing}");
}

/// Says that a test cannot run here because the system does not let this user do what it needs. No installation changes
/// that, so it fails nowhere.
#[expect(
    clippy::print_stdout,
    reason = "a test runner shows what a test prints"
)]
pub fn not_allowed(test: &str, needs: &str) {
    println!("not allowed here: {test}: {needs}");
}
