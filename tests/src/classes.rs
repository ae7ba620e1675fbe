//! Java text compiled by the real javac, and jars with classes.

use jdk::{
    ArchiveCreation, BlockingJavac, CompileRequest, CompiledClass, Environment, Jdk, ServiceConfig,
    SourceUnit, find_jdk,
};
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The JDK of this machine.
///
/// # Panics
/// If there is none.
pub fn jdk() -> Jdk {
    find_jdk(None, &Environment::of_this_process()).expect("the tests need a JDK")
}

/// A resident javac that stores its files below a test folder: `CARGO_TARGET_TMPDIR`.
pub fn javac_config(folder: &str) -> ServiceConfig {
    ServiceConfig {
        archive: ArchiveCreation::Never,
        // Tests share the machine with each other, and possibly with more.
        time_limit: Duration::from_mins(2),
        ..ServiceConfig::new(Path::new(folder).join("cache/jouled"))
    }
}

/// All classes of a text, compiled; `folder` is that of [`javac_config`].
///
/// # Panics
/// If the text does not compile.
pub fn compile_classes(folder: &str, path: &str, text: &str) -> Vec<CompiledClass> {
    let javac = BlockingJavac::start(jdk(), javac_config(folder)).expect("javac starts");
    let request = CompileRequest {
        sources: vec![SourceUnit::new(path, text)],
        ..CompileRequest::default()
    };
    let response = javac.compile(request).expect("javac answers");
    assert!(response.success, "{:#?}", response.diagnostics);
    response.classes
}

/// A jar with these entries.
///
/// # Panics
/// If an entry has a name that no archive can have.
pub fn jar<'a>(entries: impl IntoIterator<Item = (String, &'a [u8])>) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(name, options).expect("an entry");
        zip.write_all(bytes).expect("memory is written to");
    }
    zip.finish().expect("memory is written to").into_inner()
}

/// A jar with these classes.
pub fn jar_of(classes: &[CompiledClass]) -> Vec<u8> {
    jar(classes
        .iter()
        .map(|class| (format!("{}.class", class.binary_name), &*class.bytes)))
}
