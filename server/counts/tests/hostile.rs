//! Whatever the bytes are, they are read or refused.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use counts::{CountError, Samples, StackSample, read};

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
            .contains("extra data")
    );
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            let _ = read(&changed);
        }
    }
}

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/samples");

fn samples(name: &str) -> Result<Samples, CountError> {
    Samples::read(&std::fs::read(format!("{SAMPLES}/{name}")).expect("a file"))
}

#[test]
fn samples_are_read_as_far_as_they_go() {
    let whole = samples("small").expect("samples");
    assert_eq!((whole.jdk_feature, whole.pid), (17, 4711));
    assert_eq!(whole.own_cpu_nanos, Some(123));
    assert_eq!(whole.threads, ["pool-1-thread-1"]);
    let lines: Vec<_> = whole
        .frames
        .iter()
        .map(|frame| (frame.line, frame.is_native))
        .collect();
    assert_eq!(lines, [(Some(12), false), (Some(30), false), (None, true)]);
    let second = StackSample {
        unix_nanos: 1_700_000_000_010_000_000,
        thread: 0,
        stack: None,
        is_cut: true,
        cpu_nanos: 8_000_000,
    };
    assert_eq!(whole.samples.len(), 2);
    assert_eq!(whole.samples[1], second);
    // The process was killed in the middle of the last sample.
    let cut = samples("cut").expect("samples");
    assert_eq!((cut.samples.len(), cut.own_cpu_nanos), (1, None));
    for name in ["empty", "wrong-stack", "unknown"] {
        let error = samples(name).expect_err(name);
        assert!(
            matches!(error, CountError::MalformedSamples { .. }),
            "{error}"
        );
    }
}

#[test]
fn samples_that_are_cut_off_or_changed_are_refused_or_read() {
    let whole = std::fs::read(format!("{SAMPLES}/small")).expect("a file");
    for length in 0..whole.len() {
        let _ = Samples::read(&whole[..length]);
    }
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            let _ = Samples::read(&changed);
        }
    }
}
