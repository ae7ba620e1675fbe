//! Replays the fuzzer's seeds and findings.

use bytecode::ClassFile;
use bytecode::events::events;

#[test]
fn the_corpus_of_class_bytes_is_read_or_refused() -> std::io::Result<()> {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/class_bytes");
    let (mut read, mut refused) = (0, 0);
    for entry in std::fs::read_dir(corpus)? {
        let bytes = std::fs::read(entry?.path())?;
        let Ok(class) = ClassFile::parse(&bytes) else {
            refused += 1;
            continue;
        };
        read += 1;
        for code in class
            .methods
            .iter()
            .filter_map(|method| method.code.as_ref())
        {
            events(&class, code);
        }
    }
    assert!(read >= 3 && refused >= 2, "{read} read, {refused} refused");
    Ok(())
}
