//! What the tests of this crate share: Java text compiled by the real javac.

use jdk::{
    ArchiveCreation, BlockingJavac, CompileRequest, Environment, ServiceConfig, SourceUnit,
    find_jdk,
};
use std::path::PathBuf;
use std::time::Duration;

/// All classes of a text, compiled.
pub(crate) fn compile_all(text: &str) -> Vec<Vec<u8>> {
    let jdk = find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK");
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("jdk-cache");
    let config = ServiceConfig {
        archive: ArchiveCreation::Never,
        time_limit: Duration::from_mins(2),
        ..ServiceConfig::new(cache)
    };
    let javac = BlockingJavac::start(jdk, config).expect("javac starts");
    let request = CompileRequest {
        sources: vec![SourceUnit::new("Fixture.java", text)],
        ..CompileRequest::default()
    };
    let response = javac.compile(request).expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    let classes = response.classes.into_iter();
    classes.map(|class| class.bytes).collect()
}
