//! Replays the fuzzer's seeds and findings.

use crate::consistency;

#[test]
fn the_corpus_of_clauses_holds_what_holds_for_every_text() -> std::io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/clauses");
    let mut inputs = 0;
    for entry in std::fs::read_dir(corpus)? {
        consistency::check(&std::fs::read(entry?.path())?);
        inputs += 1;
    }
    assert!(inputs >= 6, "the corpus has only {inputs} inputs");
    Ok(())
}
