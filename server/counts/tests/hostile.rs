//! Any bytes are read or refused.
#![allow(clippy::expect_used, reason = "a test that cannot go on fails")]

use counts::{CountError, SampledThread, Samples, StackSample, has_paths, read};

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
    assert!(!has_paths(&whole));
    refuse_or_read(&whole);
}

#[test]
fn paths_that_are_cut_off_or_changed_are_refused_or_read() {
    let whole = std::fs::read(format!("{CORPUS}/paths")).expect("a file");
    assert!(has_paths(&whole));
    let counts = read(&whole).expect("counts");
    assert_eq!(counts.lost_paths, 3);
    let method = &counts.classes[0].methods[0];
    let paths = method.paths.iter();
    let paths: Vec<(u64, Vec<u16>)> = paths.map(|path| (path.count, method.lines_of(path))).collect();
    assert_eq!(paths, [(5, vec![10, 11]), (7, vec![10])]);
    refuse_or_read(&whole);
    // Several JVMs with the same code.
    let mut sum = counts.clone();
    sum.add(counts);
    let paths = &sum.classes[0].methods[0].paths;
    assert_eq!(paths.iter().map(|path| path.count).collect::<Vec<_>>(), [14, 10]);
    assert_eq!(sum.lost_paths, 6);
}

fn refuse_or_read(whole: &[u8]) {
    for length in 0..whole.len() {
        let error = read(&whole[..length]).expect_err("too short").to_string();
        assert!(error.contains("ends too early"), "{error}");
    }
    let longer = [whole, &[0]].concat();
    assert!(
        read(&longer)
            .expect_err("too long")
            .to_string()
            .contains("extra data")
    );
    for at in 0..whole.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut changed = whole.to_vec();
            changed[at] = value;
            let Ok(counts) = read(&changed) else { continue };
            for method in counts.classes.iter().flat_map(|class| &class.methods) {
                for path in &method.paths {
                    let _ = method.lines_of(path);
                }
            }
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
    let thread = SampledThread {
        name: "pool-1-thread-1".into(),
        id: 29,
    };
    assert_eq!(whole.threads, [thread]);
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

#[test]
fn a_stack_deeper_than_agents_record_is_refused() {
    let deep = |depth: u32| {
        let mut bytes = std::fs::read(format!("{SAMPLES}/small")).expect("a file");
        // The header only.
        bytes.truncate(4 + 4 + 4 + 1 + 8 + 8);
        bytes.extend([1, 0, 1, b'A']);
        bytes.extend([2].into_iter().chain([0; 12]));
        for caller in 0..depth {
            bytes.push(3);
            bytes.extend(caller.to_be_bytes());
            bytes.extend(0_u32.to_be_bytes());
        }
        Samples::read(&bytes)
    };
    assert_eq!(deep(4096).expect("samples").stacks.len(), 4096);
    let error = deep(4097).expect_err("too deep").to_string();
    assert!(error.contains("deeper"), "{error}");
}

#[test]
fn frames_share_the_text_of_a_name() {
    let mut bytes = std::fs::read(format!("{SAMPLES}/small")).expect("a file");
    bytes.truncate(4 + 4 + 4 + 1 + 8 + 8);
    bytes.extend([1, 0xff, 0xff]);
    bytes.extend(std::iter::repeat_n(b'A', 0xffff));
    // A copy for each would take 13 GB.
    for _ in 0..100_000 {
        bytes.extend([2].into_iter().chain([0; 12]));
    }
    let samples = Samples::read(&bytes).expect("samples");
    assert_eq!(samples.frames.len(), 100_000);
    assert_eq!(samples.frames[99_999].class.len(), 0xffff);
}

#[test]
fn a_class_with_more_methods_than_class_files_hold_is_refused() {
    let whole = std::fs::read(format!("{CORPUS}/small")).expect("a file");
    // The header only.
    let head = 4 + 4 + 2 + 1;
    let mut changed = whole[..head].to_vec();
    changed.extend(1_u32.to_be_bytes());
    changed.extend([0, 1, b'A']);
    changed.extend(0x0001_0001_u32.to_be_bytes());
    let error = read(&changed).expect_err("too many methods").to_string();
    assert!(error.contains("class file can hold"), "{error}");
}
