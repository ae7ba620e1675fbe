//! End-to-end tests: all of them are in the test targets. This file contains what tests of all crates share.
#![expect(clippy::expect_used, reason = "a test that lacks its files fails")]

mod classes;
mod loops;
mod tree;

pub use classes::{
    compile_classes, compile_classes_with, compile_sources, jar, jar_of, javac_config, jdk,
    prepare_compiler_in, shared_jdk,
};
pub use loops::natural_loops;
pub use tree::FileTree;

/// Reports that a test cannot run, or only in part, on this machine. `cargo xtask test` repeats the text in its summary.
///
/// # Panics
/// In continuous integration, where nobody reads the output: `cargo xtask test` installs what the tests need.
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

/// Reports that a test cannot run because the system does not allow this user to do what it needs. No installation changes
/// that, so this never fails.
#[expect(
    clippy::print_stdout,
    reason = "a test runner shows what a test prints"
)]
pub fn not_allowed(test: &str, needs: &str) {
    println!("not allowed here: {test}: {needs}");
}
