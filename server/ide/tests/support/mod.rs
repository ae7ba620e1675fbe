//! The compiler that the tests share.

use jdk::{ArchiveCreation, BlockingJavac, Environment, ServiceConfig, find_jdk};
use std::path::PathBuf;

/// A javac of the machine's JDK.
pub(crate) fn javac() -> BlockingJavac {
    let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache/jouled");
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        ..ServiceConfig::new(cache)
    };
    BlockingJavac::start(jdk, config).expect("javac starts")
}
