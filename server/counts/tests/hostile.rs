//! Whatever the bytes are, they are read or refused.

use counts::{CountError, read};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/counts");

#[test]
fn the_corpus_of_counts_is_read_or_refused() -> std::io::Result<()> {
    let (mut good, mut refused) = (0, 0);
    for entry in std::fs::read_dir(CORPUS)? {
        match read(&std::fs::read(entry?.path())?) {
            Ok(_) => good += 1,
            Err(error) => {
                assert!(matches!(error, CountError::Malformed { .. }), "{error}");
                refused += 1;
            }
        }
    }
    assert!(good >= 1 && refused >= 2, "{good} read, {refused} refused");
    Ok(())
}

#[test]
fn counts_that_are_cut_off_or_changed_are_refused_or_read() {
    let whole = std::fs::read(format!("{CORPUS}/small")).expect("a file");
    let counts = read(&whole).expect("counts");
    assert_eq!(counts.classes.len(), 2);
    assert_eq!(counts.order.len(), 3);
    for length in 0..whole.len() {
        let error = read(&whole[..length]).expect_err("too short").to_string();
        assert!(error.contains("ends too early"), "{error}");
    }
    let longer = [whole.as_slice(), &[0]].concat();
    assert!(
        read(&longer)
            .expect_err("too long")
            .to_string()
            .contains("more than belongs")
    );
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            let _ = read(&changed);
        }
    }
}
