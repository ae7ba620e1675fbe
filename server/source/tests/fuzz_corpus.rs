//! Replays the fuzzer's seeds and findings.

use crate::consistency;

#[test]
fn the_corpus_of_java_text_holds_what_holds_for_every_text() -> std::io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/java_text");
    let mut inputs = 0;
    for entry in std::fs::read_dir(corpus)? {
        consistency::check(&std::fs::read(entry?.path())?);
        inputs += 1;
    }
    assert!(inputs >= 8, "the corpus has only {inputs} inputs");
    Ok(())
}
