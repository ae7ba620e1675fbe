//! Shared by the tests of this crate: compiles Java text with the real javac.

/// All classes of a text, compiled.
pub(crate) fn compile_all(text: &str) -> Vec<Vec<u8>> {
    let classes = tests::compile_classes(env!("CARGO_TARGET_TMPDIR"), "Fixture.java", text);
    classes.into_iter().map(|class| class.bytes).collect()
}
