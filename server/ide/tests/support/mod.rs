//! The compiler that the tests share.

use jdk::BlockingJavac;

/// A javac of the machine's JDK.
pub(crate) fn javac() -> BlockingJavac {
    let config = tests::javac_config(env!("CARGO_TARGET_TMPDIR"));
    BlockingJavac::start(tests::shared_jdk(), config).expect("javac starts")
}
